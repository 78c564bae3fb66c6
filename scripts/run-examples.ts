// Runs every example, and every snippet of README.md and docs/, against the in-memory API server, and every example
// against a real control plane where its binaries are installed; type-checks the snippets first. The first line of an
// example may say that it runs in memory only or on a cluster only, and why. `npm run examples -- --help` shows how to
// run one.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { basename, join, relative } from "node:path";
import { parallelizeUntil } from "client-ts/workqueue";
import { type ApiServer, shareControlPlane, startApiServer } from "client-ts-testing";
import { runSnippets, snippetFolder, snippetPages, typeCheckSnippets, writeSnippets } from "./docs/snippets.ts";
import { exampleFiles, examples, whereItRuns } from "./examples.ts";
import { repository } from "./layers/source-tree.ts";

/** What examples make and a user would find. Leases are reused, events and certificate requests expire. */
const lasting: ReadonlySet<string> = new Set([
  "configmaps",
  "customresourcedefinitions.apiextensions.k8s.io",
  "deployments.apps",
  "jobs.batch",
  "namespaces",
  "pods",
  "secrets",
  "services",
]);

const only = chosenExample(process.argv.slice(2));
const scratch = mkdtempSync(join(tmpdir(), "client-ts-examples-"));
let failed = 0;
try {
  const isPage = only?.endsWith(".md") === true;
  if (only === undefined || isPage || only === "snippets") await checkSnippets(isPage ? [only ?? ""] : snippetPages());
  if (!isPage && only !== "snippets") {
    const files = only === undefined ? exampleFiles() : [join(examples, `${only}.ts`)];
    const began = performance.now();
    const failedBefore = failed;
    const inMemory = files.filter((file) => only !== undefined || whereItRuns(file) !== "cluster");
    const workers = availableParallelism();
    await parallelizeUntil(inMemory.length, (piece) => runOne(inMemory[piece] ?? ""), { workers });
    const seconds = ((performance.now() - began) / 1_000).toFixed(0);
    const ran = inMemory.length - (failed - failedBefore);
    console.log(`figure: ${ran} of ${inMemory.length} examples ran, in ${seconds} s`);
  }
  if (only === undefined) await runOnControlPlane(exampleFiles().filter((file) => whereItRuns(file) !== "memory"));
} finally {
  rmSync(snippetFolder, { recursive: true, force: true });
  rmSync(scratch, { recursive: true, force: true });
}
if (failed > 0) process.exit(1);

/** The one example or document that the command line asks for; ends the program with one line when there is none. */
function chosenExample(args: readonly string[]): string | undefined {
  const names = exampleFiles().map((file) => relative(examples, file).replace(/\.ts$/, ""));
  const documents = snippetPages();
  const [name] = args;
  if (name === "--help" || name === "-h") {
    console.log(`npm run examples [-- NAME]

Runs every example and every snippet of the documents on in-memory API servers, and every example on a real control
plane where its binaries are installed; or the snippets of one document, or of all (snippets); or one example, on the
cluster of KUBECONFIG when that variable is set.
Examples: ${names.join(", ")}
Documents: ${documents.join(", ")}`);
    process.exit(0);
  }
  if (args.length > 1 || (name !== undefined && ![...names, ...documents, "snippets"].includes(name))) {
    console.error(`there is no example ${JSON.stringify(args.join(" "))}; npm run examples -- --help lists them`);
    process.exit(2);
  }
  return name;
}

/** The snippets of these documents: the compiler accepts them, and they run. */
async function checkSnippets(pages: readonly string[]): Promise<void> {
  const files = writeSnippets(pages);
  if (files.length === 0) return;
  const typeErrors = typeCheckSnippets();
  if (typeErrors !== "") {
    failed++;
    console.error(`the snippets do not type-check:\n${typeErrors}`);
    return;
  }
  const outcome = await runSnippets(files);
  failed += outcome.failed;
  const ran = Math.max(files.length - outcome.failed, 0);
  console.log(`figure: ${ran} of ${files.length} snippets of ${pages.length} documents ran`);
}

/** The examples again, one after the other on one real control plane. */
async function runOnControlPlane(files: readonly string[]): Promise<void> {
  const plane = await shareControlPlane();
  if (plane === undefined) return;
  const failedBefore = failed;
  try {
    for (const file of files) await runWith(file, plane.kubeconfigPath, " on a real control plane");
  } finally {
    await plane.close();
  }
  const ran = files.length - (failed - failedBefore);
  console.log(`figure: ${ran} of ${files.length} examples ran on a real control plane`);
}

async function runOne(file: string): Promise<void> {
  const given = process.env["KUBECONFIG"];
  if (given !== undefined && only !== undefined) return runWith(file, given, "");
  if (whereItRuns(file) === "cluster") {
    console.log(`skipped ${only}: set KUBECONFIG to run it on a cluster; its first line says why`);
    return;
  }
  const server = await startApiServer();
  try {
    const kubeconfig = join(mkdtempSync(join(scratch, basename(file))), "kubeconfig");
    writeFileSync(kubeconfig, server.kubeconfig, { mode: 0o600 });
    const before = server.journal.entries().length;
    const failedBefore = failed;
    await runWith(file, kubeconfig, "");
    const left = await leftBehind(server, before);
    if (left.length > 0 && failed === failedBefore) {
      failed++;
      console.error(`${relative(examples, file)} leaves ${left.join(", ")} in a cluster: delete it at the end`);
    }
  } finally {
    await server.close();
  }
}

/** What an example has made and not deleted. Dependents of what it deleted have some seconds to follow. */
async function leftBehind({ journal }: ApiServer, before: number): Promise<string[]> {
  for (let tries = 0; ; tries++) {
    const left = new Set<string>();
    for (const { type, resource, key } of journal.entries().slice(before)) {
      if (type === "DELETED") left.delete(`${resource} ${key}`);
      else if (type === "ADDED" && lasting.has(resource)) left.add(`${resource} ${key}`);
    }
    if (left.size === 0 || tries === 50) return [...left];
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function runWith(file: string, kubeconfig: string, where: string): Promise<void> {
  const name = relative(examples, file);
  const { status, stdout, stderr } = await spawnNode(file, { KUBECONFIG: kubeconfig });
  if (only !== undefined) process.stdout.write(stdout);
  if (status === 0) console.log(`ran ${name}${where}`);
  else {
    failed++;
    console.error(`${name} failed${where} (exit ${status}):\n${stdout}${stderr}`);
  }
}

async function spawnNode(
  file: string,
  env: Record<string, string>,
): Promise<{ status: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, ["--conditions=client-ts-source", "--import", "tsx", file], {
    cwd: repository,
    env: { ...process.env, ...env },
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    stdout += chunk;
  });
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    stderr += chunk;
  });
  const limit = setTimeout(() => child.kill("SIGKILL"), 60_000);
  const status = await new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
  clearTimeout(limit);
  return { status, stdout, stderr };
}
