import { type ChildProcess, spawn } from "node:child_process";

/**
 * A second small process that ends the processes that we started when we cannot: after a crash or a SIGKILL of the test
 * run, its standard input closes, and it kills the process groups and removes the registered directories. When we end
 * properly, it is notified and does nothing.
 */
export class Guardian {
  readonly #child: ChildProcess;

  constructor() {
    this.#child = spawn(process.execPath, ["-e", script], {
      detached: true,
      stdio: ["pipe", "ignore", "ignore"],
      env: {},
    });
    this.#child.on("error", () => {});
    this.#child.stdin?.on("error", () => {});
    this.#child.unref();
    (this.#child.stdin as unknown as { unref?: () => void } | null)?.unref?.();
  }

  /** Watches over a process group. */
  watchGroup(pid: number): void {
    this.#tell({ group: pid });
  }

  /** Forgets a process group that has ended. */
  forgetGroup(pid: number): void {
    this.#tell({ gone: pid });
  }

  /** Watches over a directory that must not outlive us. */
  watchDirectory(path: string): void {
    this.#tell({ directory: path });
  }

  /** Everything has been cleaned up: ends the guardian. */
  dismiss(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#child.exitCode !== null || this.#child.signalCode !== null || this.#child.pid === undefined)
        return resolve();
      this.#child.ref();
      this.#child.once("exit", () => resolve());
      this.#tell({ done: true });
      this.#child.stdin?.end();
    });
  }

  #tell(message: object): void {
    this.#child.stdin?.write(`${JSON.stringify(message)}\n`);
  }
}

/** What the guardian runs; it has no file of its own, so that it works from any build. */
const script = `
const { rmSync } = require("node:fs");
const groups = new Set(), directories = new Set();
let text = "", done = false;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});
process.stdin.setEncoding("utf8").on("data", (chunk) => {
  const lines = (text += chunk).split("\\n");
  text = lines.pop();
  for (const line of lines) {
    const { group, gone, directory, done: finished } = JSON.parse(line);
    if (group) groups.add(group);
    if (gone) groups.delete(gone);
    if (directory) directories.add(directory);
    if (finished) done = true;
  }
}).on("end", () => {
  if (!done) for (const group of groups) { try { process.kill(-group, "SIGKILL"); } catch {} }
  const clean = (left) => {
    if (done) return;
    for (const path of directories) {
      try { rmSync(path, { recursive: true, force: true }); }
      catch { if (left > 0) return setTimeout(clean, 100, left - 1); }
    }
  };
  setTimeout(clean, done ? 0 : 100, 20);
});
`;
