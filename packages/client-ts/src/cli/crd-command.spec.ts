import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parseManifests } from "../client/index.ts";
import { defineCustomResource } from "../codegen/index.ts";
import { runCrdCommand } from "./crd-command.ts";

let folder: string;
let printed: string[];
let reported: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "client-ts-crd-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (...argv: string[]): Promise<number> => {
  printed = [];
  reported = [];
  return runCrdCommand(argv, {
    print: (line) => void printed.push(line),
    report: (line) => void reported.push(line),
    signal: new AbortController().signal,
  });
};
const define = (kind: string) =>
  defineCustomResource({
    group: "shop.example.com",
    kind,
    plural: `${kind.toLowerCase()}s`,
    scope: "Namespaced",
    versions: { v1: { schema: { type: "object", properties: { spec: { enum: ["yes", "010", "null", "a: b #c"] } } } } },
  });
/** A module as a user would have it, with what `defineCustomResource` gave. */
const put = (name: string, exports: Record<string, unknown>): string => {
  const file = join(folder, name);
  const lines = Object.entries(exports).map(([key, value]) => `export const ${key} = ${JSON.stringify(value)};`);
  writeFileSync(file, lines.join("\n"));
  return file;
};

describe("client-ts crd", () => {
  it("writes the manifests of a module's custom resources, and finds a stale file", async () => {
    const [websites, baskets] = [define("Website"), define("Basket")];
    const module = put("kinds.mjs", { websites, baskets, other: 1 });
    const out = join(folder, "crds.yaml");
    expect(await run("--out", out, "--check", module)).toBe(1);
    expect(existsSync(out)).toBe(false);
    expect(await run("--out", out, module)).toBe(0);
    const text = readFileSync(out, "utf8");
    expect((await parseManifests(text)).map(({ object }) => object)).toEqual([baskets.crd, websites.crd]);
    expect(await run("--out", out, "--check", module)).toBe(0);
    expect(await run(module)).toBe(0);
    expect(printed.join("\n")).toBe(text.trimEnd());
    expect(await run(put("plain.mjs", { websites: websites.crd, all: [baskets.crd] }))).toBe(0);
    expect(printed.join("\n")).toBe(text.trimEnd());
  });

  it("says what is wrong with a module or a call", async () => {
    expect(await run(put("none.mjs", { other: { crd: 7 } }))).toBe(1);
    expect(reported[0]).toContain("exports no custom resource: export what defineCustomResource returns");
    expect(await run(join(folder, "missing.mjs"))).toBe(1);
    expect(reported[0]).toContain("cannot be imported");
    expect(await run()).toBe(2);
    expect(await run("--check", "x.mjs")).toBe(2);
    expect(await run("--wrong")).toBe(2);
    expect(await run("--help")).toBe(0);
  });
});
