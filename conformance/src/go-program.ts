import { execFile, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** A Go program that was built into a directory of its own. */
export interface GoProgram {
  /** The path of the program. */
  readonly program: string;
  /** Removes it. */
  remove(): void;
}

/** Whether there is a Go toolchain on this machine. */
export function hasGo(): boolean {
  try {
    execFileSync("go", ["version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** The folder of a module in `conformance/go`. */
export function goFolder(module: "informer" | "meta"): string {
  return fileURLToPath(new URL(`../go/${module}`, import.meta.url));
}

/**
 * Builds a program of a module in `conformance/go`: the module itself, or a package in it. The first build compiles
 * Kubernetes' packages; later ones take seconds.
 */
export async function buildGoProgram(module: "informer" | "meta", name = "."): Promise<GoProgram> {
  const directory = mkdtempSync(join(tmpdir(), "client-ts-go-"));
  const program = join(directory, "program");
  await promisify(execFile)("go", ["build", "-o", program, `./${name}`], { cwd: goFolder(module) });
  return { program, remove: () => rmSync(directory, { recursive: true, force: true }) };
}

/** Runs a program with one line of JSON for each question, and gives the lines that it answers. */
export async function askGoProgram<Answer>(program: string, questions: readonly unknown[]): Promise<Answer[]> {
  const child = spawn(program, { stdio: ["pipe", "pipe", "inherit"] });
  const ended = new Promise<number | null>((resolve, reject) => child.once("error", reject).once("close", resolve));
  child.stdin.end(questions.map((question) => `${JSON.stringify(question)}\n`).join(""));
  const [output, code] = await Promise.all([text(child.stdout), ended]);
  const lines = output.trimEnd().split("\n");
  if (code !== 0) throw new Error(`the Go program ended with ${code} after ${lines.length} answers`);
  return lines.map((line) => JSON.parse(line) as Answer);
}
