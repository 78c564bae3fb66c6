/** Files from a container to this machine: reads the archive and writes what the rules allow. */
import type { Readable, Writable } from "node:stream";
import { isAborted, isClientError, ProtocolError, throwIfAborted } from "../errors/index.ts";
import { archivePath, foldedPath } from "./archive-path.ts";
import {
  collectText,
  type CopyExec,
  type CopyOptions,
  type CopyResult,
  CopyTally,
  explainCopy,
  finishCopy,
  safeRemote,
  splitRemote,
} from "./copy.ts";
import type { LocalDestination, LocalFile } from "./node/local-files.ts";
import type { RemoteProcess } from "./remote-process.ts";

/** Copies a file or a folder from a container to this machine. */
export async function copyFrom(
  exec: CopyExec,
  remotePath: string,
  localPath: string,
  options: CopyOptions = {},
): Promise<CopyResult> {
  const { folder, name } = splitRemote(remotePath);
  const { container, signal } = options;
  const tally = new CopyTally(options);
  const files = await import("./node/local-files.ts");
  const destination = await files.LocalDestination.at(localPath);
  const process = await exec(["tar", "cf", "-", "-C", folder, "--", name], { container, signal });
  const said = collectText(process.stderr);
  const unpacking = new Unpacking(destination, name, tally, files.isWindows);
  try {
    await unpacking.read(process.stdout);
    await finishCopy(process, said, tally, remotePath);
  } catch (error) {
    await process.close();
    const resumed = await resume(error, unpacking, { exec, remotePath, options, tally });
    if (!resumed) throw await explainCopy(error, said, tally);
  }
  // An archive without an entry is what a tar that failed has written.
  if (tally.files + tally.folders + tally.skipped.length === 0)
    throw new ProtocolError(`the container sent no file for ${JSON.stringify(remotePath)}`);
  return tally.result();
}

/** Writes the entries of an archive, as far as the rules allow. */
class Unpacking {
  readonly #destination: LocalDestination;
  readonly #prefix: string;
  readonly #tally: CopyTally;
  readonly #win32: boolean;
  /** Folded paths and what they are, to find names that are the same on some file systems. */
  readonly #seen = new Map<string, string>();
  /** The single file that was asked for, while it is being written. */
  single: LocalFile | undefined;

  constructor(destination: LocalDestination, prefix: string, tally: CopyTally, win32: boolean) {
    this.#destination = destination;
    this.#prefix = prefix;
    this.#tally = tally;
    this.#win32 = win32;
  }

  async read(source: Readable): Promise<void> {
    const { extract } = await import("tar-stream");
    const entries = extract();
    const archive = entries as unknown as Writable;
    source.on("data", (chunk: Buffer) => {
      if (!archive.write(chunk)) source.pause();
    });
    archive.on("drain", () => source.resume());
    source.once("end", () => archive.end());
    const onClose = (): void => {
      if (!source.readableEnded) archive.destroy(source.errored ?? new Error("the output was closed"));
    };
    // A stream that was closed while the reader of archives was loaded emits no further event.
    if (source.destroyed) onClose();
    else source.once("close", onClose);
    try {
      for await (const entry of entries) await this.#entry(entry.header, entry as unknown as AsyncIterable<Buffer>);
    } catch (error) {
      throw source.errored ?? readable(error);
    }
  }

  async #entry(
    header: { name: string; type?: string | null | undefined; size?: number | undefined; mode?: number | undefined },
    content: AsyncIterable<Buffer>,
  ): Promise<void> {
    const { name, type, size = 0, mode = 0o644 } = header;
    const reason = this.#reasonToSkip(name, type);
    const path = archivePath(name, this.#prefix, this.#win32);
    if (reason !== undefined || "refused" in path) {
      this.#tally.skip(name, reason ?? (path as { refused: string }).refused);
      for await (const chunk of content) void chunk;
      return;
    }
    const { parts } = path;
    const shown = parts.join("/") || this.#prefix;
    this.#tally.begin(shown, size, type === "directory" ? "folder" : "file");
    if (type === "directory") {
      await this.#destination.makeFolder(parts);
      return;
    }
    const single = parts.length === 0;
    const destination = single ? await this.#destination.inside(lastPart(this.#prefix)) : this.#destination;
    const file = await destination.create(parts, mode);
    if (single) this.single = file;
    try {
      for await (const chunk of content) {
        await file.write(chunk);
        this.#tally.add(chunk.length);
      }
      if (this.#tally.missing !== 0)
        throw new ProtocolError(`${JSON.stringify(shown)} does not have the announced size`);
      await file.finish();
    } catch (error) {
      // A single file may go on after a broken connection; its owner discards it.
      if (!single) await file.discard();
      throw error;
    }
    this.single = undefined;
    if (this.#tally.written.length < 10) this.#tally.written.push(file.path);
  }

  #reasonToSkip(name: string, type: string | null | undefined): string | undefined {
    if (type === "symlink" || type === "link") return "it is a link, and a copy contains no links";
    if (type !== "file" && type !== "directory" && type !== "contiguous-file")
      return `it is neither a file nor a folder (${type ?? "unknown"})`;
    const path = archivePath(name, this.#prefix, this.#win32);
    if ("refused" in path) return path.refused;
    const folded = foldedPath(path.parts);
    const before = this.#seen.get(folded);
    const exact = path.parts.join("/");
    if (before !== undefined && before !== exact)
      return `its name is the same as ${JSON.stringify(before)} on some file systems`;
    this.#seen.set(folded, exact);
    return undefined;
  }
}

/** Goes on with a single file after its connection broke. `false` when this error is not one to go on after. */
async function resume(
  error: unknown,
  unpacking: Unpacking,
  facts: {
    readonly exec: CopyExec;
    readonly remotePath: string;
    readonly options: CopyOptions;
    readonly tally: CopyTally;
  },
): Promise<boolean> {
  const { exec, remotePath, options, tally } = facts;
  const { container, signal, retries = 0 } = options;
  const file = unpacking.single;
  if (file === undefined) return false;
  let problem = error;
  let complete = false;
  try {
    for (let left = retries; left > 0 && isCut(problem); left--) {
      throwIfAborted(signal);
      try {
        const from = `+${tally.fileBytes + 1}`;
        const process = await exec(["tail", "-c", from, "--", safeRemote(remotePath)], { container, signal });
        await readRest(process, file, tally, remotePath);
        await file.finish();
        complete = true;
        return true;
      } catch (next) {
        problem = next;
      }
    }
  } finally {
    if (!complete) await file.discard();
  }
  if (problem !== error) throw problem;
  return false;
}

/** Writes what `tail` sends, which has to be exactly what is missing. */
async function readRest(process: RemoteProcess, file: LocalFile, tally: CopyTally, remotePath: string): Promise<void> {
  process.stderr.resume();
  try {
    for await (const chunk of process.stdout as AsyncIterable<Buffer>) {
      if (chunk.length > tally.missing)
        throw new ProtocolError(`${JSON.stringify(remotePath)} grew while it was copied`);
      await file.write(chunk);
      tally.add(chunk.length);
    }
    const { code } = await process.exit;
    if (code !== 0 || tally.missing !== 0)
      throw new ProtocolError(`${JSON.stringify(remotePath)} changed while it was copied`);
  } finally {
    await process.close();
  }
}

function isCut(error: unknown): boolean {
  return isClientError(error, "Transport") && error.code !== "limit" && !isAborted(error);
}

/** An error of the archive in our words. */
function readable(error: unknown): unknown {
  if (isClientError(error) || (error as { code?: unknown }).code !== undefined) return error;
  return new ProtocolError(`the archive of the container cannot be read: ${(error as Error).message}`, {
    cause: error,
  });
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
