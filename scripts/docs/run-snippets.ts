// Imports the given files one after the other, each with an in-memory API server of its own as the cluster of the
// environment. Started by runSnippets, which gets the number of failures as a message.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { format } from "node:util";
import { startApiServer } from "client-ts-testing";

const scratch = mkdtempSync(join(tmpdir(), "client-ts-snippets-"));
const kubeconfig = join(scratch, "kubeconfig");
process.env["KUBECONFIG"] = kubeconfig;
const print = console.log;
const files = process.argv.slice(2);
let failed = 0;
for (const file of files) await runOne(file);
rmSync(scratch, { recursive: true, force: true });
process.send?.({ failed });

async function runOne(file: string): Promise<void> {
  const name = basename(file, ".ts");
  const server = await startApiServer();
  writeFileSync(kubeconfig, server.kubeconfig, { mode: 0o600 });
  const printed: string[] = [];
  console.log = (...values: unknown[]) => void printed.push(format(...values));
  try {
    await within(30_000, import(pathToFileURL(file).href));
    print(`ran ${name}`);
    if (files.length < 20) for (const line of printed) print(`    ${line}`);
  } catch (error) {
    failed++;
    console.error(`${name} failed: ${format(error)}\n${printed.join("\n")}`);
  } finally {
    console.log = print;
    await server.close();
  }
}

/** Rejects when the promise has not settled after this many milliseconds. */
async function within(ms: number, promise: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it did not end within ${ms / 1000} s`)), ms);
  });
  try {
    await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
