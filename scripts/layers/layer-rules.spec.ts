import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseSource, readSources, repository } from "./source-tree.ts";
import { layerViolations, deadExports, testOnlyExports, undocumented } from "./layer-rules.ts";

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
      if (
        after === undefined ? candidate === path : candidate.startsWith(before as string) && candidate.endsWith(after)
      )
        entries.add(candidate);
    }
  }
  entries.add(`${folder}/src/cli/main.ts`);
  return entries;
}

describe("the source tree", () => {
  const sources = readSources("packages");
  const paths = sources.map((file) => file.path);

  it("follows the rules on layers, module entries, ports and cycles", () => {
    expect(layerViolations(sources)).toEqual([]);
  });

  it("has a doc comment on every exported name", () => {
    expect(undocumented(sources)).toEqual([]);
  });

  it("exports nothing that no file imports", () => {
    const entries = new Set([...entriesOf("packages/client-ts", paths), ...entriesOf("packages/testing", paths)]);
    expect(deadExports(sources, entries)).toEqual([]);
  });

  it("has no part that only specifications use", () => {
    const entries = new Set([...entriesOf("packages/client-ts", paths), ...entriesOf("packages/testing", paths)]);
    expect(testOnlyExports(sources, entries)).toEqual([]);
  });
});

describe("a broken rule is reported:", () => {
  const broken: readonly [string, string, string, RegExp][] = [
    [
      "an import from the layer above",
      "util/a.ts",
      'import { b } from "../errors/index.ts";\nexport const c = b;',
      /must not import errors/,
    ],
    [
      "a type import from the layer above",
      "util/a.ts",
      'import type { B } from "../errors/index.ts";\nexport type C = B;',
      /must not import errors/,
    ],
    [
      "an import from its own layer",
      "meta/a.ts",
      'import { b } from "../certs/index.ts";\nexport const c = b;',
      /must not import certs/,
    ],
    [
      "an import past the module's index.ts",
      "meta/a.ts",
      'import { b } from "../errors/client-error.ts";\nexport const c = b;',
      /may not import/,
    ],
    [
      "a type written as import()",
      "meta/a.ts",
      'export type C = import("../errors/client-error.ts").B;',
      /may not import/,
    ],
    ["the machine's clock", "meta/a.ts", "export const now = Date.now();", /Date\.now must come through a port/],
    [
      "a date made from the machine's clock",
      "meta/a.ts",
      "export const now = new Date();",
      /new Date\(\) must come through/,
    ],
    ["a timer", "meta/a.ts", "setTimeout(() => {}, 1);", /setTimeout must come through/],
    ["a turn of the event loop", "transport/node/a.ts", "setImmediate(() => {});", /use afterTurn or nextTurn/],
    ["one by its full name", "util/a.ts", "globalThis.setImmediate(() => {});", /use afterTurn or nextTurn/],
    [
      "one under another name",
      "util/a.ts",
      "const { setImmediate: soon } = globalThis;\nsoon(() => {});",
      /globalThis\.setImmediate: use afterTurn or nextTurn/,
    ],
    ["a tick before it", "rest/a.ts", "process.nextTick(() => {});", /process\.nextTick: use afterTurn/],
    [
      "a timer of a module",
      "transport/node/a.ts",
      'import { setTimeout as sleep } from "node:timers/promises";\nexport const s = sleep;',
      /node:timers\/promises: use a clock/,
    ],
    [
      "a timer taken out of the global object",
      "meta/a.ts",
      "export const { setTimeout } = globalThis;",
      /globalThis\.setTimeout must come through/,
    ],
    ["the environment", "meta/a.ts", "export const home = process.env.HOME;", /process\.env must come through/],
    ["a socket", "meta/a.ts", 'import net from "node:net";\nexport const s = net;', /belongs in a node\/ folder/],
    ["a file read late", "meta/a.ts", 'export const f = () => import("node:fs");', /belongs in a node\/ folder/],
    ["a module without a layer", "attic/a.ts", "export const a = 1;", /not assigned to a layer/],
  ];
  it.each(broken)("%s", (_what, path, text, expected) => {
    expect(layerViolations([parseSource(library + path, text)]).join("\n")).toMatch(expected);
  });

  it("a turn of the event loop in client-ts-testing", () => {
    const file = parseSource("packages/testing/src/apiserver/a.ts", "setImmediate(() => {});");
    expect(layerViolations([file]).join("\n")).toMatch(/use afterTurn or nextTurn/);
  });

  it("a timer and the machine's clock in client-ts-testing, which may read the environment", () => {
    const text = "setTimeout(() => {}, 1);\nexport const now = Date.now();\nexport const { PATH } = process.env;";
    const file = parseSource("packages/testing/src/control-plane/a.ts", `import "node:net";\n${text}`);
    expect(layerViolations([file]).map((violation) => violation.replace(/.*a\.ts:/, ""))).toEqual([
      "2: setTimeout must come through a port",
      "3: Date.now must come through a port",
    ]);
  });

  it("a cycle of values", () => {
    const a = parseSource(`${library}meta/a.ts`, 'import { b } from "./b.ts";\nexport const a = b;');
    const b = parseSource(`${library}meta/b.ts`, 'import { a } from "./a.ts";\nexport const b = a;');
    expect(layerViolations([a, b]).join("\n")).toMatch(/value import cycle/);
  });

  it("a missing doc comment, and an export that no file imports", () => {
    const file = parseSource(`${library}meta/a.ts`, "export const lonely = 1;");
    expect(undocumented([file])).toHaveLength(1);
    expect(deadExports([file], new Set())).toHaveLength(1);
  });

  it("an export that only a specification uses, also through an index.ts", () => {
    const text = "export const used = 1;\nexport const lonely = 1;\nconst here = 1;\nexport const own = here;\nown;";
    const files = [
      parseSource(`${library}meta/a.ts`, text),
      parseSource(`${library}meta/index.ts`, 'export { lonely, used } from "./a.ts";'),
      parseSource(`${library}meta/a.spec.ts`, 'import { lonely } from "./index.ts";\nlonely;'),
      parseSource(`${library}rest/b.ts`, 'import { used } from "../meta/index.ts";\nused;'),
    ];
    expect(testOnlyExports(files, new Set())).toEqual([`${library}meta/a.ts:2: only specifications use lonely`]);
    expect(testOnlyExports(files, new Set([`${library}meta/index.ts`]))).toEqual([]);
  });

  it("nothing for node/ folders and util's default ports", () => {
    const port = parseSource(`${library}util/system-clock.ts`, "/** Now. */\nexport const now = () => Date.now();");
    const edge = parseSource(`${library}transport/node/dial.ts`, 'import net from "node:net";\nexport const s = net;');
    const ticking = parseSource(`${library}transport/node/b.ts`, "process.nextTick(() => {});");
    const turns = parseSource(`${library}util/sleep.ts`, 'import { setImmediate } from "node:timers";\nsetImmediate;');
    expect(layerViolations([port, edge, ticking, turns])).toEqual([]);
  });
});
