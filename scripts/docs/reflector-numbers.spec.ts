import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { reflectorDefaults } from "client-ts/cache";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");
const library = "packages/client-ts/src";
const own = `${library}/cache/reflector/defaults.ts`;
const { backoff, ...numbers } = reflectorDefaults;

/** The library's sources, without specs and generated kinds. */
const sources = readdirSync(join(root, library), { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !file.endsWith(".spec.ts") && !file.startsWith("api/"))
  .map((file) => ({ file: `${library}/${file}`, text: textOf(`${library}/${file}`) }));

function textOf(file: string): string {
  return readFileSync(join(root, file), "utf8");
}

/** A text in one line, without the stars of a comment. */
function oneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*(?:\* ?|\/\/ ?)?/g, " ").replaceAll(/\s+/g, " ");
}

/** The doc comments of a file, each in one line, and the property that each is about. */
function commentsOf(text: string): { readonly comment: string; readonly property: string | undefined }[] {
  return [...text.matchAll(/\/\*\*([\s\S]*?)\*\/\s*(?:readonly (\w+)\??:)?/g)].map(([, comment = "", property]) => ({
    comment: oneLine(comment),
    property,
  }));
}

/** `a minute`, as a guide says it. */
function inWords(ms: number): string {
  return { 1000: "a second", 5000: "five seconds", 60000: "a minute" }[ms] ?? `${ms} ms`;
}

describe("a number of the reflector's defaults", () => {
  it("is named by the doc comments of the library, and exists", () => {
    const named = sources.flatMap(({ file, text }) =>
      commentsOf(text).flatMap(({ comment }) =>
        [...comment.matchAll(/`(\w+)` of (?:\{@link reflectorDefaults\}|`reflectorDefaults`)/g)].map(
          ([, name]) => `${file}: ${name}`,
        ),
      ),
    );
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((one) => !Object.hasOwn(reflectorDefaults, one.split(": ")[1] as string))).toEqual([]);
  });

  it("is not repeated by them", () => {
    // Those of several words: "steps" and "tries" mean other things elsewhere.
    const names = [...Object.keys(numbers), ...Object.keys(backoff)].filter((name) => /[A-Z]/.test(name)).join("|");
    const repeated = new RegExp(`\\b(?:${names})\`?(?::| is| =) ?[\\d_.,]*\\d`);
    const found = sources
      .filter(({ file }) => file !== own)
      .flatMap(({ file, text }) =>
        commentsOf(text).flatMap(({ comment }) => {
          const match = repeated.exec(comment);
          return match === null ? [] : [`${file}: ${match[0]}`];
        }),
      );
    expect(found).toEqual([]);
  });

  it("is what an option of a cache with its name says as its default", () => {
    const said = sources
      .filter(({ file }) => /\/src\/(?:cache|informers)\//.test(file))
      .flatMap(({ file, text }) =>
        commentsOf(text).flatMap(({ comment, property = "" }) => {
          const [, number] = /Default:? ([\d,_]+)/.exec(comment) ?? [];
          if (number === undefined || !Object.hasOwn(numbers, property)) return [];
          const actual = numbers[property as keyof typeof numbers];
          return [{ where: `${file}: ${property}`, said: Number(number.replaceAll(/[,_]/g, "")), actual }];
        }),
      );
    expect(said.length).toBeGreaterThan(0);
    expect(said.filter((one) => one.said !== one.actual)).toEqual([]);
  });

  it.each([
    ["docs/informers.md", `no contact for ${numbers.staleAfterMs / 1_000} s: reads may be old`],
    ["docs/informers.md", `then at most one ${inWords(numbers.logPeriodMs)} for each list and watch`],
    ["docs/informers.md", `the cache has been stale for ${inWords(numbers.staleWarnMs)}`],
    ["docs/informers.md", `(${(numbers.staleAfterMs + numbers.staleWarnMs) / 1_000} s after the last contact`],
    ["docs/metrics-and-logs.md", `at most one line ${inWords(numbers.logPeriodMs)} for each list and watch`],
    [
      "docs/metrics-and-logs.md",
      `when the server was last in contact; accurate to ${inWords(numbers.contactPeriodMs)}`,
    ],
    ["docs/faults.md", `An informer waits ${backoff.baseMs / 1_000} seconds or longer after a failure`],
  ])("stands in %s: %s", (file, sentence) => {
    expect(oneLine(textOf(file))).toContain(sentence);
  });
});
