import { execFile, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** A question to the Go program in `conformance/go/meta`. */
export interface GoQuestion {
  readonly op:
    | "selector"
    | "fields"
    | "quantity"
    | "duration"
    | "strategic"
    | "strategic-create"
    | "jsonpath"
    | "names"
    | "protobuf"
    | "version"
    | "upgrade";
  readonly text?: string;
  readonly other?: string;
  readonly labels?: { readonly [key: string]: string };
  readonly kind?: string;
  readonly original?: unknown;
  readonly patch?: unknown;
  readonly missing?: boolean;
  readonly output?: "text" | "json";
}

/** What it answers: a value, or why Go refuses. */
export interface GoAnswer {
  readonly value?: unknown;
  readonly error?: string;
}

/** Answers with Kubernetes' own Go packages. */
export interface GoReference {
  ask(questions: readonly GoQuestion[]): Promise<GoAnswer[]>;
  close(): void;
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

/** The folder of a module that the Go program is built with; `undefined` when it is not on this machine. */
export function goModuleFolder(module: string): string | undefined {
  try {
    const folder = execFileSync("go", ["list", "-m", "-f", "{{.Dir}}", module], { cwd: goFolder, encoding: "utf8" });
    return folder.trim() || undefined;
  } catch {
    return undefined;
  }
}

const goFolder = fileURLToPath(new URL("../go/meta", import.meta.url));

/**
 * Builds the Go program into a directory of its own. The first build compiles Kubernetes' packages; later ones take
 * seconds.
 */
export async function buildGoReference(): Promise<GoReference> {
  const directory = mkdtempSync(join(tmpdir(), "client-ts-meta-"));
  const program = join(directory, "meta");
  const cwd = goFolder;
  await new Promise<void>((resolve, reject) => {
    execFile("go", ["build", "-o", program, "."], { cwd }, (error) => (error === null ? resolve() : reject(error)));
  });
  return {
    ask: (questions) => ask(program, questions),
    close: () => rmSync(directory, { recursive: true, force: true }),
  };
}

function ask(program: string, questions: readonly GoQuestion[]): Promise<GoAnswer[]> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, { stdio: ["pipe", "pipe", "inherit"] });
    const chunks: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.on("error", reject);
    child.on("close", (code) => {
      const lines = Buffer.concat(chunks).toString("utf8").trimEnd().split("\n");
      if (code !== 0 || lines.length !== questions.length)
        reject(new Error(`the Go program ended with ${code} after ${lines.length} answers`));
      else resolve(lines.map((line) => JSON.parse(line) as GoAnswer));
    });
    child.stdin.end(questions.map((question) => `${JSON.stringify(question)}\n`).join(""));
  });
}
