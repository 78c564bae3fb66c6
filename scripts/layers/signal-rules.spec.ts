import { describe, expect, it } from "vitest";
import { signalViolations } from "./signal-rules.ts";
import { readPackageTexts } from "./source-tree.ts";

describe("the signals of the packages", () => {
  it("are combined by combineSignals, which can release them", () => {
    expect(readPackageTexts().flatMap(signalViolations)).toEqual([]);
  });
});

describe("the check of signals", () => {
  it.each(["AbortSignal.any([a, b])", "globalThis.AbortSignal.any([a])", 'AbortSignal["any"]([a])', "AbortSignal.any"])(
    "finds %s",
    (expression) => {
      expect(signalViolations({ path: "a.ts", text: `const a = 1;\nconst c = ${expression};` })).toEqual([
        "a.ts:2: AbortSignal.any: use combineSignals, and release what it gives",
      ]);
    },
  );

  it.each(["AbortSignal.abort()", "AbortSignal.timeout(5)", "Promise.any([a])", '"AbortSignal.any"'])(
    "accepts %s",
    (expression) => {
      expect(signalViolations({ path: "a.ts", text: `// AbortSignal.any\nconst c = ${expression};` })).toEqual([]);
    },
  );
});
