import type { FileFacts, Host } from "../host.ts";
import { isInside } from "../paths.ts";

/** A file of a {@link MemoryHost}. */
export interface MemoryFile {
  readonly content: Uint8Array;
  readonly mode: number;
  readonly modifiedMs: number;
}

/**
 * A machine that exists only in a test: files, variables and processes as the test says. Not exported from the module.
 */
export class MemoryHost implements Host {
  readonly files: Map<string, MemoryFile> = new Map<string, MemoryFile>();
  readonly folders: Set<string> = new Set<string>();
  readonly processes: Set<number> = new Set<number>([1]);
  /** What each read or write of a path fails with. */
  readonly failures: Map<string, string> = new Map<string, string>();
  readonly writes: string[] = [];
  env: Record<string, string | undefined>;
  platform = "linux";
  cwd = "/work";
  hostname = "testhost";
  pid = 1;
  nowMs = 0;

  constructor(files: Readonly<Record<string, string>> = {}, env: Record<string, string | undefined> = {}) {
    for (const [path, text] of Object.entries(files)) this.put(path, text);
    this.env = env;
  }

  put(path: string, content: string | Uint8Array, mode = 0o600): void {
    this.files.set(this.#at(path), {
      content: typeof content === "string" ? Buffer.from(content) : content,
      mode,
      modifiedMs: this.nowMs,
    });
  }

  text(path: string): string | undefined {
    const file = this.files.get(this.#at(path));
    return file === undefined ? undefined : Buffer.from(file.content).toString("utf8");
  }

  async readFile(path: string, options: { maxBytes?: number | undefined } = {}): Promise<Uint8Array> {
    return this.readFileSync(path, options);
  }

  readFileSync(
    path: string,
    { maxBytes = Number.POSITIVE_INFINITY }: { maxBytes?: number | undefined } = {},
  ): Uint8Array {
    this.#check(path);
    const file = this.files.get(this.#at(path));
    if (this.folders.has(this.#at(path))) throw failure("EISDIR");
    if (file === undefined) throw failure("ENOENT");
    if (file.content.length > maxBytes) throw failure("EFBIG");
    return file.content;
  }

  readFileInside(path: string, folder: string, options: { maxBytes: number }): Uint8Array {
    if (!isInside(this.#at(path), this.#at(folder), this.platform)) throw failure("EACCES");
    return this.readFileSync(path, options);
  }

  isFile(path: string): boolean {
    return this.files.has(this.#at(path));
  }

  async stat(path: string): Promise<FileFacts | undefined> {
    const file = this.files.get(this.#at(path));
    if (this.folders.has(this.#at(path))) return { isDirectory: true, size: 0, mode: 0o755, modifiedMs: 0 };
    return file && { isDirectory: false, size: file.content.length, mode: file.mode, modifiedMs: file.modifiedMs };
  }

  async replaceFile(path: string, content: string, mode: number): Promise<void> {
    this.#check(path);
    this.writes.push(path);
    this.put(path, content, mode);
  }

  async createExclusive(path: string, content: string): Promise<boolean> {
    if (this.files.has(this.#at(path))) return false;
    this.put(path, content);
    return true;
  }

  async remove(path: string): Promise<void> {
    this.files.delete(this.#at(path));
  }

  async makeFolder(path: string): Promise<void> {
    this.#check(path);
  }

  isProcessAlive(pid: number): boolean {
    return this.processes.has(pid);
  }

  #at(path: string): string {
    return path.startsWith("/") ? path : `${this.cwd}/${path}`;
  }

  #check(path: string): void {
    const code = this.failures.get(path);
    if (code !== undefined) throw failure(code);
  }
}

function failure(code: string): Error {
  return Object.assign(new Error(code), { code });
}
