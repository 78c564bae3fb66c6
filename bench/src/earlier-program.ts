import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "./args.ts";
import { bundleClients, repository } from "./programs.ts";

/**
 * Our client's program with the library as it was at a commit. The commit's own program is taken, because it uses the
 * API of its time, with the harness of today, so that both are measured in the same way.
 */
export async function buildEarlierProgram(ref: string): Promise<string> {
  const commit = commitOf(ref);
  // Inside of the checkout, so that packages other than ours are found in its node_modules.
  const tree = join(repository, "bench/dist/earlier", commit);
  if (!existsSync(tree)) checkOut(commit, tree);
  const clients = join(tree, "bench/src/clients");
  for (const shared of ["harness.ts", "protocol.ts"])
    cpSync(join(repository, "bench/src/clients", shared), join(clients, shared));
  await bundleClients({ ours: join(clients, "ours.ts") }, tree, true);
  return join(tree, "ours.mjs");
}

function commitOf(ref: string): string {
  try {
    const args = ["rev-parse", "--verify", "--end-of-options", `${ref}^{commit}`];
    return execFileSync("git", args, { cwd: repository, encoding: "utf8", stdio: "pipe" }).trim();
  } catch {
    throw new UsageError(`--against ${ref}: no such commit in this repository`);
  }
}

function checkOut(commit: string, tree: string): void {
  const partial = `${tree}.partial-${process.pid}`;
  mkdirSync(join(partial, "node_modules"), { recursive: true });
  try {
    const archive = execFileSync("git", ["archive", commit, "tsconfig.base.json", "packages/client-ts", "bench"], {
      cwd: repository,
      maxBuffer: 1 << 30,
    });
    execFileSync("tar", ["-x", "-C", partial], { input: archive });
    symlinkSync(join("..", "packages/client-ts"), join(partial, "node_modules/client-ts"));
    renameSync(partial, tree);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}
