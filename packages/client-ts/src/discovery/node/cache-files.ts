/**
 * Files that only this user may read: what a server serves helps an attacker, and what is read from here is trusted.
 *
 * Folders are made with 0700 and files with 0600, whatever the umask. A folder that is a link, or that belongs to
 * another user, is refused; one that others can reach is closed to them. A file is written under another name and
 * renamed, so that a reader sees all of it or the old one; links are neither followed nor written through.
 */
import { constants } from "node:fs";
import { chmod, lstat, mkdir, open, rename, unlink } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { ConfigError } from "../../errors/index.ts";

/** A file that was read. */
export interface CachedFile {
  readonly content: Buffer;
  /** When it was written, wall clock in milliseconds. */
  readonly modifiedMs: number;
}

/** More than any cache file of ours has. */
const maxBytes = 64 * 1024 * 1024;

let sequence = 0;

/** The files below one folder. */
export class CacheFiles {
  readonly directory: string;

  constructor(directory: string) {
    this.directory = directory;
  }

  /** The file, or `undefined` when there is none that we can trust. */
  async read(...path: readonly string[]): Promise<CachedFile | undefined> {
    try {
      if (!(await this.#isOurs())) return undefined;
      const file = await open(join(this.directory, ...path), constants.O_RDONLY | constants.O_NOFOLLOW);
      try {
        const facts = await file.stat();
        if (!facts.isFile() || facts.size > maxBytes || !isOwn(facts.uid)) return undefined;
        return { content: await file.readFile(), modifiedMs: facts.mtimeMs };
      } finally {
        await file.close();
      }
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "ENOENT" || code === "ELOOP" || code === "ENOTDIR" || code === "EACCES" || code === "EISDIR")
        return undefined;
      throw error;
    }
  }

  /** Writes the file whole or not at all. */
  async write(path: readonly string[], content: string | Uint8Array): Promise<void> {
    const target = join(this.directory, ...path);
    await this.#prepare(dirname(target));
    const temporary = `${target}.${process.pid}.${process.hrtime.bigint()}.${sequence++}.tmp`;
    try {
      const file = await open(
        temporary,
        constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW,
        0o600,
      );
      try {
        await file.writeFile(content);
      } finally {
        await file.close();
      }
      await rename(temporary, target);
    } catch (error) {
      await unlink(temporary).catch(() => {});
      throw error;
    }
  }

  /** Harmless when there is none. */
  async remove(...path: readonly string[]): Promise<void> {
    await unlink(join(this.directory, ...path)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT" && error.code !== "ENOTDIR") throw error;
    });
  }

  async #isOurs(): Promise<boolean> {
    const facts = await lstat(this.directory);
    return facts.isDirectory() && isOwn(facts.uid);
  }

  /** Makes the folder and those above it up to ours, and makes sure that no other user can use them. */
  async #prepare(folder: string): Promise<void> {
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
    } catch (error) {
      const { code, path } = error as NodeJS.ErrnoException;
      if (code !== "ENOENT" || path === undefined) throw error;
      // What Node says of a disk that is read-only; without `recursive` it says why.
      await mkdir(path, { mode: 0o700 });
      await mkdir(folder, { recursive: true, mode: 0o700 });
    }
    const below = relative(this.directory, folder)
      .split(sep)
      .filter((part) => part !== "");
    for (let depth = 0; depth <= below.length; depth++) {
      const path = join(this.directory, ...below.slice(0, depth));
      const facts = await lstat(path);
      if (!facts.isDirectory() || !isOwn(facts.uid))
        throw new ConfigError(`the cache folder ${path} is a link or belongs to another user`);
      if ((facts.mode & 0o077) !== 0) await chmod(path, 0o700);
    }
  }
}

/**
 * A store of bytes by key, on disk: each file begins with the SHA-256 of the rest, and is named by the SHA-256 of its
 * key.
 */
export class ChecksummedFiles {
  readonly #files: CacheFiles;

  constructor(directory: string) {
    this.#files = new CacheFiles(directory);
  }

  /** What was stored under a key; `undefined` when there is nothing, or when what is there is not what was stored. */
  async get(key: string): Promise<Buffer | undefined> {
    const content = (await this.#files.read(await nameOf(key)))?.content;
    if (content === undefined || content.length < 32) return undefined;
    const rest = content.subarray(32);
    return (await sha256(rest)).equals(content.subarray(0, 32)) ? rest : undefined;
  }

  async set(key: string, value: Uint8Array): Promise<void> {
    await this.#files.write([await nameOf(key)], Buffer.concat([await sha256(value), value]));
  }

  /** Harmless when there is nothing. */
  async delete(key: string): Promise<void> {
    await this.#files.remove(await nameOf(key));
  }
}

async function nameOf(key: string): Promise<string> {
  return (await sha256(key)).toString("hex");
}

/** Loads the crypto module on first use: it would be a good part of what importing this library costs. */
async function sha256(value: string | Uint8Array): Promise<Buffer> {
  const { createHash } = await import("node:crypto");
  return createHash("sha256").update(value).digest();
}

function isOwn(uid: number): boolean {
  const own = process.geteuid?.();
  return own === undefined || uid === own;
}
