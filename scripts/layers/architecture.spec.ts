import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { repository } from "./source-tree.ts";
import { testTitles } from "./test-titles.ts";

const sources = join(repository, "packages/client-ts/src");
const text = readFileSync(join(repository, "ARCHITECTURE.md"), "utf8");

/** The text below a heading, up to the next one. */
function section(heading: string): string {
  return text.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? "";
}

const table = section("Where is it?");
const rows = [...table.matchAll(/^\| ([^|]+) \| `([^`]+)` \| ([^|]+) \|$/gm)].map(([, behaviour, file, tests]) => ({
  behaviour: String(behaviour),
  file: String(file),
  tests: String(tests).split(", "),
}));

describe("ARCHITECTURE.md", () => {
  it("leads from at least 40 behaviours to their files, in rows that are all read", () => {
    expect(rows.length).toBeGreaterThanOrEqual(40);
    // Without the head of the table and the line below it.
    expect(rows).toHaveLength(table.split("\n").filter((line) => line.startsWith("|")).length - 2);
    expect(rows.filter(({ file }) => !existsSync(join(sources, file))).map(({ file }) => file)).toEqual([]);
  });

  it("names tests that the specification beside the file has", () => {
    const missing = rows.flatMap(({ behaviour, file, tests }) => {
      const path = join(sources, file.replace(/\.ts$/, ".spec.ts"));
      const titles = existsSync(path) ? testTitles(readFileSync(path, "utf8")) : [];
      return tests
        .filter((test) => !titles.some((title) => new RegExp(`\\([^()]*\\b${test}\\b[^()]*\\)$`).test(title)))
        .map((test) => `${behaviour}: ${file} has no test title with (${test})`);
    });
    expect(missing).toEqual([]);
  });

  it("describes the path of a watch event with at most 20 files, which all exist", () => {
    const [handOver = "", asked = ""] = section("The path of one watch event").split("### Helpers of these steps");
    const named = (part: string): string[] => [...part.matchAll(/`([\w/-]+\.ts)`/g)].map(([, file]) => String(file));
    const [path, others] = [new Set(named(handOver)), named(asked)];
    expect(path.size).toBeGreaterThan(9);
    expect(path.size).toBeLessThanOrEqual(20);
    expect([...path, ...others].filter((file) => !existsSync(join(sources, file)))).toEqual([]);
  });
});
