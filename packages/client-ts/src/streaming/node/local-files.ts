/**
 * The local side of a copy. Links are never followed and never made: a folder on the way that is a link is refused, and
 * a file is written under a temporary name next to its place and then renamed, which replaces a link instead of
 * following it. So a file is either complete or not there.
 */
import { constants } from "node:fs";
import { lstat, mkdir, open, readdir, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join, resolve, sep } from "node:path";
import { InvalidArgumentError } from "../../errors/index.ts";

/** Whether this machine is Windows. */
export const isWindows: boolean = process.platform === "win32";

/** The permissions that a copy keeps: no setuid, no setgid, no sticky bit. */
const permissions = 0o777;

/** How many temporary files this process has made: copies that run at once never share one. */
let temporaries = 0;

/** Where the files of a copy go. */
export class LocalDestination {
  readonly #root: string;
  /** Folders that were found or made to be real ones. */
  readonly #folders = new Set<string>();

  private constructor(root: string) {
    this.#root = root;
  }

  /** A destination at this path. Links on the way to it are the caller's own, and followed; the path itself is not. */
  static async at(path: string): Promise<LocalDestination> {
    const full = resolve(path);
    const parent = await realpath(dirname(full)).catch((cause: unknown) => {
      throw new InvalidArgumentError(`the folder ${dirname(full)} does not exist`, { cause });
    });
    const root = full === dirname(full) ? full : join(parent, basename(full));
    return new LocalDestination(root);
  }

  /** The destination inside, when there is a folder already and a single file comes. */
  async inside(name: string): Promise<LocalDestination> {
    const found = await lstat(this.#root).catch(() => undefined);
    return found?.isDirectory() === true ? new LocalDestination(join(this.#root, name)) : this;
  }

  /** The path of an entry. */
  pathOf(parts: readonly string[]): string {
    const path = join(this.#root, ...parts);
    if (path !== this.#root && !path.startsWith(this.#root.endsWith(sep) ? this.#root : this.#root + sep))
      throw new InvalidArgumentError(`${JSON.stringify(parts.join("/"))} would be outside of the destination`);
    return path;
  }

  /** Makes a folder and those above it; throws when one of them is something else. */
  async makeFolder(parts: readonly string[]): Promise<void> {
    for (let depth = 0; depth <= parts.length; depth++) {
      const path = this.pathOf(parts.slice(0, depth));
      if (this.#folders.has(path)) continue;
      await mkdir(path).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== "EEXIST") throw error;
      });
      if (!(await lstat(path)).isDirectory())
        throw new InvalidArgumentError(`${path} is not a folder, or a link to one: it is not followed`);
      this.#folders.add(path);
    }
  }

  /** Opens a file for writing. The folders above it are made. */
  async create(parts: readonly string[], mode: number): Promise<LocalFile> {
    if (parts.length > 0) await this.makeFolder(parts.slice(0, -1));
    const path = this.pathOf(parts);
    // Short, whatever the name of the file: file systems limit names in bytes.
    const temporary = join(dirname(path), `.copy-${process.pid}-${++temporaries}.partial`);
    const { O_CREAT, O_EXCL, O_WRONLY, O_NOFOLLOW = 0 } = constants;
    const create = () => open(temporary, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW, mode & permissions);
    const handle = await create().catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
      // Left by a process that was killed.
      await rm(temporary, { force: true });
      return create();
    });
    return {
      path,
      async write(chunk) {
        for (let at = 0; at < chunk.length; ) at += (await handle.write(chunk, at)).bytesWritten;
      },
      async finish() {
        await handle.close();
        await rename(temporary, path).catch(async (error: NodeJS.ErrnoException) => {
          const found = await lstat(path).catch(() => undefined);
          if (found?.isDirectory() !== true) throw error;
          throw new InvalidArgumentError(`${path} is a folder, not a file`, { cause: error });
        });
      },
      async discard() {
        await handle.close().catch(() => {});
        await rm(temporary, { force: true });
      },
    };
  }
}

/** A file that is being written. */
export interface LocalFile {
  readonly path: string;
  write(chunk: Buffer): Promise<void>;
  /** Gives it its name. */
  finish(): Promise<void>;
  /** Removes what was written. */
  discard(): Promise<void>;
}

/** A local file, folder or something else, as a copy finds it. */
export interface LocalEntry {
  /** Below the source; empty for the source itself. */
  readonly parts: readonly string[];
  readonly type: "file" | "folder" | "other";
  readonly size: number;
  readonly mode: number;
  readonly modifiedMs: number;
  /** The bytes; exactly `size` of them, or an error. */
  read(): AsyncIterable<Buffer>;
}

/** A path and, for a folder, everything below it, parents first. A source that is a link itself is followed. */
export async function* walkLocal(path: string): AsyncGenerator<LocalEntry> {
  yield* walk(resolve(path), [], await stat(path));
}

type Stats = Awaited<ReturnType<typeof lstat>>;

async function* walk(path: string, parts: readonly string[], found: Stats): AsyncGenerator<LocalEntry> {
  const type = found.isFile() ? "file" : found.isDirectory() ? "folder" : "other";
  const size = type === "file" ? Number(found.size) : 0;
  const mode = Number(found.mode) & permissions;
  yield { parts, type, size, mode, modifiedMs: Number(found.mtimeMs), read: () => readExactly(path, size) };
  if (type !== "folder") return;
  for (const name of (await readdir(path)).toSorted()) {
    const below = join(path, name);
    yield* walk(below, [...parts, name], await lstat(below));
  }
}

async function* readExactly(path: string, size: number): AsyncGenerator<Buffer> {
  const handle = await open(path, constants.O_RDONLY);
  try {
    for (let at = 0; at < size; ) {
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(Math.min(256 * 1024, size - at)), 0);
      if (bytesRead === 0) throw new InvalidArgumentError(`${path} became shorter while it was read`);
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}

/** The last part of a local path. */
export function localName(path: string): string {
  return basename(resolve(path));
}
