import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { factsDirectory, readFacts, writeFacts } from "./facts-files.ts";
import { generate } from "./generate.ts";
import { compareFiles, writeFiles } from "./generated-files.ts";

const api = fileURLToPath(new URL("../../packages/client-ts/src/api", import.meta.url));
const command = [
  "--conditions=client-ts-source",
  "--import",
  "tsx",
  fileURLToPath(new URL("api-generate.ts", import.meta.url)),
];
const scratch = mkdtempSync(join(tmpdir(), "client-ts-generate-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe("api:generate", () => {
  it("gives the files that are committed, byte for byte", () => {
    expect(compareFiles(api, generate(readFacts()))).toEqual([]);
  });

  it("succeeds with --check on the committed files, offline", () => {
    const output = execFileSync(process.execPath, [...command, "--check"], { encoding: "utf8", env: { PATH: "" } });
    expect(output).toContain("are what codegen/facts gives");
  });

  it("fails when a field is removed from the facts by hand", () => {
    const facts = join(scratch, "facts");
    cpSync(factsDirectory, facts, { recursive: true });
    const path = join(facts, "types/core.v1.json");
    const text = readFileSync(path, "utf8");
    const without = text.replace(/\n "restartPolicy":\{[^\n]*,(?=\n "terminationGracePeriodSeconds")/, "");
    expect(without).not.toBe(text);
    writeFileSync(path, without);
    const run = spawnSync(process.execPath, [...command, "--check", "--facts", facts], { encoding: "utf8" });
    expect(run.status).toBe(1);
    expect(run.stderr).toContain("differs: core/v1.ts");
    expect(run.stderr).toContain("differs: tables/data/schemas.ts");
    expect(run.stderr).toContain("differs: tables/data/protobuf.ts");
  });

  it("fails when a generated file was changed, removed or added", () => {
    const folder = join(scratch, "api");
    const files = generate(readFacts());
    writeFiles(folder, files);
    expect(compareFiles(folder, files)).toEqual([]);
    rmSync(join(folder, "apps/v1.ts"));
    writeFileSync(join(folder, "batch/v1.ts"), `${files.get("batch/v1.ts")}\n`);
    writeFileSync(join(folder, "batch/v9.ts"), files.get("batch/v1.ts") as string);
    writeFileSync(join(folder, "batch/by-hand.ts"), "export {};\n");
    expect(compareFiles(folder, files).sort()).toEqual([
      "differs: batch/v1.ts",
      "missing: apps/v1.ts",
      "no longer generated: batch/v9.ts",
    ]);
    writeFiles(folder, files);
    expect(compareFiles(folder, files)).toEqual([]);
  });

  it("reads back the facts it writes", () => {
    const folder = join(scratch, "again");
    writeFacts(readFacts(), folder);
    expect(readFacts(folder)).toEqual(readFacts());
    expect(readFileSync(join(folder, "kinds.json"), "utf8")).toBe(
      readFileSync(join(factsDirectory, "kinds.json"), "utf8"),
    );
  });
});

describe("a generated group-version", () => {
  it("imports types only, so that nothing of another group loads with it", () => {
    for (const [path, text] of generate(readFacts())) {
      if (path.startsWith("tables/")) continue;
      for (const line of text.split("\n"))
        if (/^(import|export) .* from /.test(line)) expect(line, path).toMatch(/^(import|export) type /);
      expect(text, path).not.toMatch(/\b(require|import)\(/);
    }
  });

  it("keeps names as JSON has them, with quotes only where TypeScript needs them", () => {
    const files = generate(readFacts());
    expect(files.get("networking/v1.ts")).toContain("  from?: NetworkPolicyPeer[];");
    expect(files.get("meta/v1.ts")).toMatch(
      /^export type \{ .*ListMeta, ManagedFieldsEntry, ObjectMeta, OwnerReference \} from "\.\.\/\.\.\/meta\/index\.ts";$/m,
    );
    expect(files.get("apiextensions/v1.ts")).toContain("  default?: unknown;");
    expect(files.get("apiextensions/v1.ts")).toContain("  $ref?: string;");
    expect(files.get("apiextensions/v1.ts")).toContain('  "x-kubernetes-preserve-unknown-fields"?: boolean;');
    expect(files.get("core/v1.ts")).toContain("  targetPort?: number | string;");
    expect(files.get("core/v1.ts")).toContain("export type ResourceList = { [key: string]: string };");
  });

  it("calls an imported type by another name where the file has one of the same name", () => {
    const files = generate(readFacts());
    for (const [path, text] of files) {
      const declared = [...text.matchAll(/^export (?:interface|type) (\w+)/gm)].map((match) => match[1]);
      expect(new Set(declared).size, path).toBe(declared.length);
    }
  });
});
