import { describe, expect, it } from "vitest";
import { type MutantResult, parseEquivalents, raiseBar, scoreOf, survivorLine } from "./score.ts";

const fileName = "packages/client-ts/src/util/sum.ts";
const text = "export function sum(a, b) {\n  if (a > b) {\n    return a;\n  }\n  return a + b;\n}\n";

function result(status: string, original: string, replacement: string): MutantResult {
  const place = (offset: number): { line: number; column: number } => {
    const before = text.slice(0, offset).split("\n");
    return { line: before.length, column: (before.at(-1) as string).length + 1 };
  };
  const start = text.indexOf(original);
  return {
    fileName,
    mutatorName: "Test",
    replacement,
    status,
    location: { start: place(start), end: place(start + original.length) },
  };
}

const results = [
  result("Killed", "a + b", "a - b"),
  result("Timeout", "a > b", "true"),
  result("Survived", "a > b", "a >= b"),
  result("NoCoverage", "{\n    return a;\n  }", "{}"),
  result("RuntimeError", "a > b", "false"),
  result("Ignored", "a > b", "false"),
];

describe("the mutation score", () => {
  it("counts killed and timed out mutants of all that ran or that no test reached", () => {
    const score = scoreOf(results, () => text, []);
    expect([score.killed, score.timedOut, score.survivors.length, score.explained, score.percent]).toEqual([
      1, 1, 2, 0, 50,
    ]);
    expect(score.survivors.map(survivorLine)).toEqual([
      `${fileName}:2:7 Test a > b => a >= b`,
      `${fileName}:2:14 Test not run: { return a; } => {}`,
    ]);
    expect(scoreOf([], () => "", []).percent).toBe(100);
  });

  it("does not count survivors that are explained, and names explanations that fit nothing", () => {
    const fits = { file: "util/sum.ts", original: "a > b", replacement: "a >= b", reason: "the sum is the same" };
    const others = [
      { ...fits, file: "util/other.ts" },
      { ...fits, original: "a < b" },
      { ...fits, replacement: "a - b" },
    ];
    const score = scoreOf(results, () => text, [...others, fits]);
    expect([score.survivors.length, score.explained, score.unused]).toEqual([1, 1, others]);
    expect(score.percent).toBeCloseTo(200 / 3);
  });

  it("takes only explanations that say why", () => {
    const line = JSON.stringify({ file: "util/sum.ts", original: "a", replacement: "b", reason: "same" });
    expect(parseEquivalents(`${line}\n\n${line}\n`)).toHaveLength(2);
    expect(() => parseEquivalents(`${line}\n${line.replace("same", "")}`)).toThrow(
      "line 2 of the explained mutants has no reason",
    );
  });

  it("only raises bars", () => {
    expect(raiseBar({ util: 80 }, "util", 91.7)).toEqual({ util: 91 });
    expect(raiseBar({ util: 80 }, "util", 79.9)).toEqual({ util: 80 });
    expect(raiseBar({}, "cache", 50)).toEqual({ cache: 50 });
  });
});
