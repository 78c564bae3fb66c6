/**
 * Runs client libraries of other projects on the real control plane and on the in-memory server, and lists where they
 * differ:
 *
 *   npm run foreign                         # all
 *   npm run foreign -- controller-runtime   # those whose name contains this
 *   npm run foreign -- helm --show          # with what they printed on the real control plane
 *
 * Tools that are missing are named, and the run fails. What the programs need comes from their registries.
 */
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startApiServer, startControlPlane } from "client-ts-testing";
import { compareLines } from "./compare-lines.ts";
import type { ForeignProgram } from "./foreign-program.ts";
import { programs } from "./programs.ts";

const { values, positionals } = parseArgs({ options: { show: { type: "boolean" } }, allowPositionals: true });
const [wanted = ""] = positionals;
const chosen = programs.filter(({ name }) => name.includes(wanted));
const cache = join(process.env["CLIENT_TS_CACHE"] ?? join(homedir(), ".cache", "client-ts"), "foreign");
mkdirSync(cache, { recursive: true });
if (chosen.length === 0) throw new Error(`no program has ${JSON.stringify(wanted)} in its name`);
const missing = [...new Set(chosen.flatMap(({ tools }) => tools))].filter((tool) => !isInstalled(tool));
if (missing.length > 0) throw new Error(`these programs need ${missing.join(", ")}: install what is missing`);

let different = 0;
for (const program of chosen) {
  program.prepare(cache);
  // Each run has a server of its own: programs leave things behind.
  const real = await playedOn(await startControlPlane({ parts: program.controllers ? "all" : "core" }), program);
  const ours = await playedOn(await startOurs(program), program);
  const differences = compareLines(real, ours);
  console.log(`figure: ${program.name}: real: ${summaryOf(real)}; ours: ${summaryOf(ours)}`);
  if (values.show === true) console.log(real.join("\n"));
  const failures = real.filter((line) => /^(?:failed|exit code): (?!0$)/.test(line));
  for (const line of failures) console.log(`${program.name}: on the real control plane: ${line}`);
  if (differences.length === 0 && real.length > 0 && failures.length === 0) continue;
  different++;
  console.log(`${program.name}: ${differences.length} lines differ`);
  for (const line of differences.slice(0, 40))
    console.log(`  real: ${line.real ?? "(nothing)"}\n  ours: ${line.ours ?? "(nothing)"}`);
}
console.log(`figure: ${chosen.length - different} of ${chosen.length} programs give the same on both servers`);
process.exitCode = different === 0 ? 0 : 1;

function summaryOf(lines: readonly string[]): string {
  return lines.length === 0 ? "nothing" : `${lines[0]} (${lines.length} lines)`;
}

/** The in-memory server, with a certificate in its kubeconfig as the control plane has: some clients need one. */
async function startOurs({
  controllers,
}: ForeignProgram): Promise<{ readonly kubeconfig: string; close(): Promise<void> }> {
  const server = await startApiServer({ controllers });
  return { kubeconfig: server.userKubeconfig("admin", ["system:masters"]), close: () => server.close() };
}

async function playedOn(
  server: { readonly kubeconfig: string; close(): Promise<void> },
  program: ForeignProgram,
): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "client-ts-foreign-"));
  try {
    const kubeconfig = join(folder, "kubeconfig");
    writeFileSync(kubeconfig, server.kubeconfig, { mode: 0o600 });
    return program.lines(await outputOf(program, kubeconfig));
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function outputOf(program: ForeignProgram, kubeconfig: string): Promise<string> {
  const { file, args, cwd } = program.command(cache);
  return new Promise((resolve, reject) => {
    const env = { ...process.env, KUBECONFIG: kubeconfig, USE_EXISTING_CLUSTER: "true" };
    const child = spawn(file, args, { env, cwd, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    const take = (chunk: Buffer): void => {
      output += chunk.toString("utf8");
    };
    child.stdout.on("data", take);
    child.stderr.on("data", take);
    child.on("error", reject);
    child.on("close", (code, signal) => resolve(`${output}\nexit code: ${code ?? signal}\n`));
  });
}

function isInstalled(tool: string): boolean {
  try {
    execFileSync("which", [tool], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
