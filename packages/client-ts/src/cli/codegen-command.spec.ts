import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startApiServer } from "client-ts-testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { definitionOf, everything } from "../codegen/test-support/definitions.ts";
import { runCodegenCommand } from "./codegen-command.ts";

let folder: string;
let out: string;
let printed: string[];
let reported: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "client-ts-codegen-"));
  out = join(folder, "api");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (argv: readonly string[], input = ""): Promise<number> => {
  printed = [];
  reported = [];
  return runCodegenCommand(argv, {
    print: (line) => void printed.push(line),
    report: (line) => void reported.push(line),
    signal: new AbortController().signal,
    readInput: async () => input,
  });
};
const put = (name: string, ...objects: unknown[]): string => {
  const file = join(folder, name);
  writeFileSync(file, objects.map((object) => JSON.stringify(object)).join("\n---\n"));
  return file;
};
const basket = definitionOf(
  { type: "object" },
  { names: { kind: "Basket", plural: "baskets" }, spec: { group: "basket.example.com" } },
);
const website = (): string => readFileSync(join(out, "shop.example.com/v1.ts"), "utf8");

describe("client-ts codegen", () => {
  it("writes one file per group version from files, folders and standard input, and skips other kinds", async () => {
    const file = put("all.yaml", { kind: "Kustomization" }, everything, { kind: "List", items: [basket] });
    expect(await run(["--out", out, file])).toBe(0);
    expect(printed).toEqual(["2 written, 0 unchanged"]);
    const first = website();
    expect(first).toContain("export interface Website extends KubeObject");
    rmSync(out, { recursive: true });
    mkdirSync(join(folder, "crds"));
    put("crds/website.json", everything);
    put("crds/notes.txt", "not YAML: [");
    expect(await run(["-o", out, join(folder, "crds")])).toBe(0);
    expect(website()).toBe(first);
    rmSync(out, { recursive: true });
    expect(await run(["--out", out, "-"], JSON.stringify(everything))).toBe(0);
    expect(website()).toBe(first);
  });

  it("exits with 1 under --check when files are stale, and writes nothing", async () => {
    const file = put("website.yaml", everything);
    expect(await run(["--out", out, "--check", file])).toBe(1);
    expect(printed).toEqual(["missing: shop.example.com/v1.ts"]);
    expect(existsSync(out)).toBe(false);
    await run(["--out", out, file]);
    expect(await run(["--out", out, "--check", file])).toBe(0);
    writeFileSync(join(out, "shop.example.com/v1.ts"), `${website()}// changed\n`);
    expect(await run(["--out", out, "--check", file])).toBe(1);
    expect(printed).toEqual(["differs: shop.example.com/v1.ts"]);
    expect(website()).toMatch(/changed\n$/);
    expect(await run(["--out", out, file])).toBe(0);
    expect(website()).not.toContain("changed");
  });

  it("removes files whose group version is gone only when --prune asks for it", async () => {
    const [both, one] = [put("both.yaml", everything, basket), put("one.yaml", everything)];
    await run(["--out", out, both]);
    writeFileSync(join(out, "own.ts"), "export const mine = 1;\n");
    expect(await run(["--out", out, one])).toBe(0);
    expect(reported).toEqual(["no longer generated: basket.example.com/v1.ts (--prune removes it)"]);
    expect(await run(["--out", out, "--check", one])).toBe(0);
    expect(await run(["--out", out, "--check", "--prune", one])).toBe(1);
    expect(printed).toEqual(["no longer generated: basket.example.com/v1.ts"]);
    expect(await run(["--out", out, "--prune", one])).toBe(0);
    expect(printed).toEqual(["0 written, 1 unchanged, 1 removed"]);
    expect(readdirSync(join(out, "basket.example.com"))).toEqual([]);
    expect(existsSync(join(out, "own.ts"))).toBe(true);
  });

  it("writes nothing when one definition is malformed, and names the file and the path (SEC-22)", async () => {
    const bad = put("bad.yaml", definitionOf({ type: "object", properties: { a: {} } }));
    expect(await run(["--out", out, put("good.yaml", basket), bad])).toBe(1);
    expect(reported[0]).toContain(
      `${bad}: CustomResourceDefinition websites.shop.example.com: spec.versions[0].schema`,
    );
    expect(reported[1]).toBe("Nothing was written.");
    const traversal = definitionOf({ type: "object" }, { spec: { group: "../../../etc.d" } });
    expect(await run(["--out", out, put("path.yaml", basket, traversal)])).toBe(1);
    expect(reported[0]).toContain('spec.group must be a domain such as "shop.example.com"');
    expect(await run(["--out", out, put("empty.yaml", { kind: "Pod" })])).toBe(1);
    expect(reported[0]).toContain("no CustomResourceDefinition in");
    expect(await run(["--out", out, join(folder, "missing.yaml")])).toBe(1);
    expect(reported[0]).toContain("missing.yaml cannot be read: ENOENT");
    expect(existsSync(out)).toBe(false);
  });

  it("does not overwrite a file that it did not make", async () => {
    mkdirSync(join(out, "shop.example.com"), { recursive: true });
    writeFileSync(join(out, "shop.example.com/v1.ts"), "export const mine = 1;\n");
    expect(await run(["--out", out, put("website.yaml", everything, basket)])).toBe(1);
    expect(reported[0]).toContain("was not made by client-ts codegen");
    expect(website()).toBe("export const mine = 1;\n");
    expect(existsSync(join(out, "basket.example.com"))).toBe(false);
  });

  it("reads a cluster by discovery and OpenAPI and writes what the definitions give", async () => {
    await using server = await startApiServer({ objects: [everything, basket] });
    const kubeconfig = join(folder, "kubeconfig");
    writeFileSync(kubeconfig, server.kubeconfig);
    await run(["--out", out, put("all.yaml", everything, basket)]);
    expect(await run(["--out", out, "--check", "--prune", "--kubeconfig", kubeconfig])).toBe(0);
    expect(reported).toEqual(["reading basket.example.com/v1 (1 of 2)", "reading shop.example.com/v1 (2 of 2)"]);
    expect(await run(["--out", out, "--check", "--kubeconfig", kubeconfig, "--group", "apps"])).toBe(1);
    expect(await run(["--out", out, "--kubeconfig", kubeconfig, "--group", "none.example.com"])).toBe(1);
    expect(reported[0]).toBe('the server does not serve the group "none.example.com"');
  });

  it("finds the generated file of the example up to date", async () => {
    const examples = fileURLToPath(new URL("../../../../examples", import.meta.url));
    expect(await run(["--out", join(examples, "api"), "--check", join(examples, "website-crd.yaml")])).toBe(0);
  });

  it("explains how it is called", async () => {
    expect(await run(["--help"])).toBe(0);
    expect(printed[0]).toContain("client-ts codegen --out DIR");
    expect(await run(["x.yaml"])).toBe(2);
    expect(await run(["--out", out])).toBe(2);
    expect(await run(["--out", out, "--context", "c", "x.yaml"])).toBe(2);
    expect(await run(["--wrong"])).toBe(2);
  });
});
