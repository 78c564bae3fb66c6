/**
 * Files between this machine and a container, as tar archives through `exec`: the container needs a `tar`. What comes
 * from a container may be hostile, so our own rules decide what of it is written: regular files and folders below the
 * destination, nothing else, within limits. See archive-path.ts and node/local-files.ts.
 */
import type { Readable } from "node:stream";
import { InvalidArgumentError, isClientError, TransportError } from "../errors/index.ts";
import { checkNumber, escapeForPrint } from "../util/index.ts";
import type { ExecOptions } from "./exec.ts";
import type { RemoteProcess } from "./remote-process.ts";

/** Options of `copyTo` and `copyFrom`. */
export interface CopyOptions {
  /** The name of the container. Default: the Pod's only container. */
  readonly container?: string | undefined;
  /** The most files and folders. Default 1,000,000. */
  readonly maxEntries?: number | undefined;
  /** The most bytes of all files. Default 64 GiB. */
  readonly maxBytes?: number | undefined;
  /**
   * How often the copy of a single file from a container continues after a broken connection, with `tail`. Default 0: a
   * broken connection is an error.
   */
  readonly retries?: number | undefined;
  /** Called as bytes are copied. */
  readonly onProgress?: ((progress: CopyProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The progress of a copy. */
export interface CopyProgress {
  /** The file being copied, below the source. */
  readonly file: string;
  /** Its bytes so far, and in total. */
  readonly fileBytes: number;
  readonly fileSize: number;
  /** The bytes of all files so far. */
  readonly bytes: number;
}

/** What a copy did. */
export interface CopyResult {
  readonly files: number;
  readonly folders: number;
  readonly bytes: number;
  /** What was left out, and why: links, devices, names that lead elsewhere. */
  readonly skipped: readonly { readonly path: string; readonly reason: string }[];
  /** The warnings that the container's `tar` printed, escaped. */
  readonly warnings: readonly string[];
}

/** Runs a command in the container that a copy is for. */
export type CopyExec = (command: readonly string[], options: ExecOptions) => Promise<RemoteProcess>;

const defaultMaxEntries = 1_000_000;
const defaultMaxBytes = 64 * 1024 ** 3;

/** Counts a copy, and holds it to its limits. */
export class CopyTally {
  readonly skipped: { path: string; reason: string }[] = [];
  readonly warnings: string[] = [];
  /** The first files that were written, for the message of an error. */
  readonly written: string[] = [];
  files = 0;
  folders = 0;
  bytes = 0;
  /** Everything that came, also what is left out without being listed. */
  #entries = 0;
  readonly #maxEntries: number;
  readonly #maxBytes: number;
  readonly #onProgress: CopyOptions["onProgress"];
  #file = "";
  #fileBytes = 0;
  #fileSize = 0;

  constructor({ maxEntries = defaultMaxEntries, maxBytes = defaultMaxBytes, onProgress, retries = 0 }: CopyOptions) {
    const error = InvalidArgumentError;
    this.#maxEntries = checkNumber("maxEntries", maxEntries, { least: 1, error });
    this.#maxBytes = checkNumber("maxBytes", maxBytes, { least: 0, error });
    checkNumber("retries", retries, { least: 0, whole: true, error });
    this.#onProgress = onProgress;
  }

  /** An entry comes. Throws before anything of it is read when it is over the limits. */
  begin(path: string, size: number, type: "file" | "folder"): void {
    this.#count();
    if (this.bytes + size > this.#maxBytes)
      throw new TransportError(`the copy has more than ${this.#maxBytes} bytes (maxBytes)`, { code: "limit" });
    if (type === "folder") this.folders++;
    else this.files++;
    this.#file = path;
    this.#fileBytes = 0;
    this.#fileSize = size;
  }

  skip(path: string, reason: string): void {
    this.#count();
    // The names come from the archive: a longer list would only use memory.
    if (this.skipped.length < 10_000) this.skipped.push({ path: escapeForPrint(path, { maxLength: 300 }), reason });
  }

  add(length: number): void {
    this.bytes += length;
    this.#fileBytes += length;
    this.#onProgress?.({
      file: this.#file,
      fileBytes: this.#fileBytes,
      fileSize: this.#fileSize,
      bytes: this.bytes,
    });
  }

  /** How much of the present file is there. */
  get missing(): number {
    return this.#fileSize - this.#fileBytes;
  }

  get fileBytes(): number {
    return this.#fileBytes;
  }

  result(): CopyResult {
    const { files, folders, bytes, skipped, warnings } = this;
    return { files, folders, bytes, skipped, warnings };
  }

  #count(): void {
    if (this.#entries >= this.#maxEntries)
      throw new TransportError(`the copy has more than ${this.#maxEntries} entries (maxEntries)`, { code: "limit" });
    this.#entries++;
  }
}

/** Waits for the command and looks at how it ended. GNU tar says 1 when a file changed while it was read. */
export async function finishCopy(
  process: RemoteProcess,
  said: Promise<string>,
  tally: CopyTally,
  remotePath: string,
): Promise<void> {
  const { code } = await process.exit;
  const text = (await said).trim();
  if (text !== "") tally.warnings.push(...text.split("\n").map((line) => escapeForPrint(line, { maxLength: 500 })));
  if (code > 1 && code !== 127 && code !== 126)
    throw new TransportError(
      `tar ended with code ${code} in the container for ${JSON.stringify(remotePath)}: ${text}`,
      {
        code: "other",
      },
    );
  if (code === 126 || code === 127) throw noTar(text);
}

function noTar(cause: unknown): InvalidArgumentError {
  return new InvalidArgumentError(
    "the container has no tar, which copies need: copy through another container of the Pod, or use exec",
    { cause },
  );
}

/** What went wrong, with what was done before it. */
export async function explainCopy(error: unknown, said: Promise<string>, tally: CopyTally): Promise<unknown> {
  if (isClientError(error, "Status") && /executable file not found|no such file/i.test(error.message))
    return noTar(error);
  if (isClientError(error, "Aborted")) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  const text = isClientError(error) ? "" : (await said).trim();
  const done =
    tally.written.length === 0 ? "" : `; written before: ${tally.written.join(", ")}${tally.files > 10 ? ", …" : ""}`;
  if (isClientError(error) && done === "") return error;
  const more = text === "" ? "" : ` (${escapeForPrint(text, { maxLength: 500 })})`;
  return new TransportError(`the copy was not completed: ${message}${more}${done}`, {
    code: isClientError(error, "Transport") ? error.code : "other",
    cause: error ?? code,
  });
}

/** Text that a command writes; the first 64 KiB of it. */
export async function collectText(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of stream) {
      if (length < 65_536) chunks.push(chunk as Buffer);
      length += (chunk as Buffer).length;
    }
  } catch {
    // The stream with the files has the same error.
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** The folder and the last part of a path in a container. A path that begins with a dash stays a path. */
export function splitRemote(path: string): { readonly folder: string; readonly name: string } {
  const trimmed = safeRemote(path).replace(/\/+$/, "");
  const slash = trimmed.lastIndexOf("/");
  const name = trimmed.slice(slash + 1);
  if (name === "" || name === "." || name === "..")
    throw new InvalidArgumentError(`the path ${JSON.stringify(path)} names no file or folder of the container`);
  return { folder: slash < 0 ? "." : trimmed.slice(0, slash) || "/", name };
}

/** A path as an argument of a command: never an option. */
export function safeRemote(path: string): string {
  if (path === "" || path.includes("\0")) throw new InvalidArgumentError("a path in a container must not be empty");
  return path.startsWith("-") ? `./${path}` : path;
}
