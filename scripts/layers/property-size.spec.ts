import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkedFiles } from "./plain-language.ts";

/** Options that name a greatest length of more than ten; those of `escapeForPrint` follow another argument. */
const longest = /(escapeForPrint\([^{}]*)?\{[^{}]*\bmax(?:Length|Keys): ?[1-9][\d_]+\b[^{}]*\}/g;

/** The options in this text by which fast-check makes fewer elements than they seem to say. */
function shortened(text: string): string[] {
  if (!text.includes('from "fast-check"')) return [];
  return (text.match(longest) ?? []).filter((one) => !one.startsWith("escapeForPrint") && !one.includes("size:"));
}

describe("property tests", () => {
  it("make values as long as they say: without a size, fast-check makes ten elements at most", () => {
    const root = join(import.meta.dirname, "../..");
    const sources = checkedFiles().filter((path) => path.endsWith(".ts") && !path.endsWith("property-size.spec.ts"));
    expect(
      sources.flatMap((path) => shortened(readFileSync(join(root, path), "utf8")).map((one) => `${path}: ${one}`)),
    ).toEqual([]);
    const use = (options: string): string => `import fc from "fast-check"; fc.array(fc.nat(), ${options})`;
    expect(shortened(use("{ maxLength: 20 }"))).toEqual(["{ maxLength: 20 }"]);
    expect(shortened(use('{ maxLength: 20, size: "max" }'))).toEqual([]);
    expect(shortened(use("{ maxLength: 9 }"))).toEqual([]);
  });
});
