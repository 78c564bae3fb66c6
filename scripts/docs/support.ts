// Writes the table of supported Nodes, Kubernetes versions, compilers and runtimes into docs/support.md, from what CI
// runs. `scripts/docs/support-table.spec.ts` compares it. Run: npm run support
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { nodeVersions } from "../nodes.mjs";
import { type SupportFacts, supportTable, withSupportTable } from "./support-table.ts";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The document as it should be. */
export function supportDocument(): { readonly file: string; readonly now: string; readonly wanted: string } {
  const file = join(root, "docs/support.md");
  const now = readFileSync(file, "utf8");
  return { file, now, wanted: withSupportTable(now, supportTable(facts())) };
}

function facts(): SupportFacts {
  const { engines } = readJson("packages/client-ts/package.json") as { engines: { node: string } };
  const sets = readJson("packages/testing/control-plane/sets.json") as { default: string; sets: object };
  const consumer = readJson("scripts/consumer/project/package.json") as { devDependencies: Record<string, string> };
  return {
    engines: engines.node,
    nodes: Object.values(nodeVersions),
    kubernetes: sets.default,
    olderKubernetes: Object.keys(sets.sets).filter((version) => version !== sets.default),
    consumer: consumer.devDependencies,
  };
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(join(root, path), "utf8"));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { file, wanted } = supportDocument();
  writeFileSync(file, wanted);
}
