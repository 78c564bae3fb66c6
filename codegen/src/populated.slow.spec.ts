import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { Facts, TypeFact } from "./facts.ts";
import { readFacts } from "./facts-files.ts";
import { generate } from "./generate.ts";
import { writeFiles } from "./generated-files.ts";
import { checkPopulated, populatedFolder } from "./populated.ts";

const folder = populatedFolder();
if (!folder) console.log("skipped: the populated objects need Go and k8s.io/api in its module cache");

describe.skipIf(!folder)("the populated objects of k8s.io/api", () => {
  const objects = folder as string;
  const packages = fileURLToPath(new URL("../../packages/client-ts/src", import.meta.url));

  /** Generates an API from changed facts beside the real one, so that it finds the modules it imports from. */
  function withFacts(change: (types: Record<string, TypeFact>) => void): readonly string[] {
    const facts = structuredClone(readFacts()) as Facts;
    change(facts.packages.find((pkg) => pkg.name === "core/v1")?.types as Record<string, TypeFact>);
    const cache = join(packages, "../../../node_modules/.cache");
    mkdirSync(cache, { recursive: true });
    const scratch = mkdtempSync(join(cache, "client-ts-api-"));
    try {
      writeFiles(scratch, rooted(generate(facts), packages));
      return checkPopulated(facts, objects, scratch).problems;
    } finally {
      rmSync(scratch, { recursive: true, force: true });
    }
  }

  it("fit our interfaces: 193 kinds, no field unknown, none missing", { timeout: 120_000 }, () => {
    const result = checkPopulated(readFacts(), objects);
    expect(result.problems).toEqual([]);
    expect(result.kinds).toBe(193);
    expect(readdirSync(objects).filter((name) => name.endsWith(".json"))).toHaveLength(193);
  });

  it("do not fit when an interface lacks a field, nor when it has one too many", { timeout: 120_000 }, () => {
    const problems = withFacts((types) => {
      delete fieldsOf(types, "PodSpec")["nodeName"];
      fieldsOf(types, "ServiceSpec")["noSuchField"] = { type: "string", omit: "e" };
    });
    expect(problems.some((line) => line.startsWith("core.v1.Pod.json") && line.includes("nodeName"))).toBe(true);
    expect(problems.some((line) => line.startsWith("core.v1.Service.json") && line.includes("noSuchField"))).toBe(true);
  });
});

function fieldsOf(types: Record<string, TypeFact>, name: string): Record<string, unknown> {
  return (types[name] as TypeFact).fields as Record<string, unknown>;
}

/** Makes the files' imports of hand-written modules absolute. */
function rooted(files: ReadonlyMap<string, string>, source: string): Map<string, string> {
  return new Map(
    [...files].map(([path, text]) => [
      path,
      text.replaceAll(/from "\.\.\/\.\.\/(meta|errors)\//g, `from "${source}/$1/`),
    ]),
  );
}
