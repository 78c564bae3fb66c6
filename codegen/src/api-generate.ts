/**
 * `npm run api:generate` writes `packages/client-ts/src/api` from `codegen/facts`, offline. With `--check` it writes
 * nothing and fails, naming the files, when what is committed differs from what the facts give. `--facts` and `--out`
 * name other folders.
 */
import { parseArgs } from "node:util";
import { fileURLToPath } from "node:url";
import { factsDirectory, readFacts } from "./facts-files.ts";
import { generate } from "./generate.ts";
import { compareFiles, writeFiles } from "./generated-files.ts";

const { values } = parseArgs({
  options: { check: { type: "boolean" }, facts: { type: "string" }, out: { type: "string" } },
});
const out = values.out ?? fileURLToPath(new URL("../../packages/client-ts/src/api", import.meta.url));
const files = generate(readFacts(values.facts ?? factsDirectory));
if (values.check) {
  const differences = compareFiles(out, files);
  for (const line of differences) console.error(line);
  if (differences.length > 0) {
    console.error("the generated API differs from codegen/facts: run `npm run api:generate` and commit what it writes");
    process.exit(1);
  }
  console.log(`${files.size} generated files are what codegen/facts gives`);
} else {
  writeFiles(out, files);
  console.log(`${files.size} files written`);
}
