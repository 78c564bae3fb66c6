import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseSource, readSources, repository } from "./source-tree.ts";
import { brokenWalls, deadExports, undocumented } from "./walls.ts";

const library = "packages/client-ts/src/";

/** The files behind a package's `exports`, with patterns filled in. */
function entriesOf(folder: string, paths: readonly string[]): Set<string> {
  const { exports } = JSON.parse(readFileSync(join(repository, folder, "package.json"), "utf8")) as {
    exports: Record<string, string | { "client-ts-source"?: string }>;
  };
  const entries = new Set<string>();
  for (const target of Object.values(exports)) {
    const source = typeof target === "string" ? undefined : target["client-ts-source"];
    if (source === undefined) continue;
    const path = `${folder}/${source.slice(2)}`;
    const [before, after] = path.split("*");
    for (const candidate of paths) {
      if (after === undefined ? candidate === path : candidate.startsWith(before as string) && candidate.endsWith(after))
        entries.add(candidate);
    }
  }
  entries.add(`${folder}/src/cli/main.ts`);
  return entries;
}

describe("the house", () => {
  const sources = readSources("packages");
  const paths = sources.map((file) => file.path);

  it("stands: floors, doors, ports, no cycles", () => {
    expect(brokenWalls(sources)).toEqual([]);
  });

  it("has a doc comment on every exported name", () => {
    expect(undocumented(sources)).toEqual([]);
  });

  it("exports nothing that nobody uses", () => {
    const entries = new Set([...entriesOf("packages/client-ts", paths), ...entriesOf("packages/testing", paths)]);
    expect(deadExports(sources, entries)).toEqual([]);
  });
});

describe("the walls test, when a wall is broken on purpose, reports", () => {
  const broken: readonly [string, string, string, RegExp][] = [
    [
      "an import from the floor above",
      "util/a.ts",
      'import { b } from "../errors/index.ts";\nexport const c = b;',
      /must not import errors/,
    ],
    [
      "a type import from the floor above",
      "util/a.ts",
      'import type { B } from "../errors/index.ts";\nexport type C = B;',
      /must not import errors/,
    ],
    ["an import from its own floor", "meta/a.ts", 'import { b } from "../certs/index.ts";\nexport const c = b;', /must not import certs/],
    ["an import past the door", "meta/a.ts", 'import { b } from "../errors/base.ts";\nexport const c = b;', /by the window/],
    ["a type written as import()", "meta/a.ts", 'export type C = import("../errors/base.ts").B;', /by the window/],
    ["the machine's clock", "meta/a.ts", "export const now = Date.now();", /Date\.now goes around the port/],
    ["a date made from the machine's clock", "meta/a.ts", "export const now = new Date();", /new Date\(\) goes around/],
    ["a timer", "meta/a.ts", "setTimeout(() => {}, 1);", /setTimeout goes around/],
    ["the environment", "meta/a.ts", "export const home = process.env.HOME;", /process\.env goes around/],
    ["a socket", "meta/a.ts", 'import net from "node:net";\nexport const s = net;', /belongs in a node\/ folder/],
    ["a file read late", "meta/a.ts", 'export const f = () => import("node:fs");', /belongs in a node\/ folder/],
    ["a room on no floor", "attic/a.ts", "export const a = 1;", /stands on no floor/],
  ];
  it.each(broken)("%s", (_what, path, text, complaint) => {
    expect(brokenWalls([parseSource(library + path, text)]).join("\n")).toMatch(complaint);
  });

  it("a cycle of values", () => {
    const a = parseSource(`${library}meta/a.ts`, 'import { b } from "./b.ts";\nexport const a = b;');
    const b = parseSource(`${library}meta/b.ts`, 'import { a } from "./a.ts";\nexport const b = a;');
    expect(brokenWalls([a, b]).join("\n")).toMatch(/value import cycle/);
  });

  it("a missing doc comment, and an export that nobody uses", () => {
    const file = parseSource(`${library}meta/a.ts`, "export const lonely = 1;");
    expect(undocumented([file])).toHaveLength(1);
    expect(deadExports([file], new Set())).toHaveLength(1);
  });

  it("and lets node/ folders and util's default ports touch the world", () => {
    const port = parseSource(`${library}util/system-clock.ts`, "/** Now. */\nexport const now = () => Date.now();");
    const edge = parseSource(`${library}transport/node/dial.ts`, 'import net from "node:net";\nexport const s = net;');
    expect(brokenWalls([port, edge])).toEqual([]);
  });
});
