import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  readSync,
  realpathSync,
  type Stats,
  statSync,
} from "node:fs";
import { lstat, mkdir, open, readFile, realpath, rename, stat, unlink } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import type { FileFacts, Host } from "../host.ts";
import { isInside } from "../paths.ts";

let sequence = 0;

/** This machine, through Node. */
export const nodeHost: Host = {
  get env() {
    return process.env;
  },
  get platform() {
    return process.platform;
  },
  get cwd() {
    return process.cwd();
  },
  get hostname() {
    return hostname();
  },
  get pid() {
    return process.pid;
  },

  async readFile(path, { maxBytes } = {}) {
    if (maxBytes !== undefined && (await stat(path)).size > maxBytes) throw tooLarge(maxBytes);
    return readFile(path);
  },

  readFileSync(path, { maxBytes } = {}) {
    if (maxBytes !== undefined && statSync(path).size > maxBytes) throw tooLarge(maxBytes);
    return readFileSync(path);
  },

  readFileInside(path, folder, { maxBytes }) {
    const [real, home] = [realpathSync.native(path), realpathSync.native(folder)];
    if (!isInside(real, home, process.platform)) throw outside();
    // Not blocking: opening a pipe would wait for a writer. Windows has neither flag.
    const file = openSync(real, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    try {
      const opened = fstatSync(file, { bigint: true });
      const place = placeOf(file);
      if (place === undefined ? !isStillAt(real, opened) : !isInside(place, home, process.platform)) throw outside();
      // A second name may be one outside the folder.
      if (!opened.isFile() || opened.nlink > 1n) throw outside();
      return readAtMost(file, maxBytes);
    } finally {
      closeSync(file);
    }
  },

  isFile(path) {
    try {
      return !statSync(path).isDirectory();
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  },

  async stat(path) {
    try {
      return factsOf(await stat(path));
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  },

  async replaceFile(path, content, mode) {
    // Through a link to the file it means: renaming over the link would cut it off.
    const target = await linkTarget(path);
    const temporary = join(dirname(target), `.${basename(target)}.${process.pid}.${sequence++}.tmp`);
    try {
      const file = await open(temporary, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, mode);
      try {
        await file.writeFile(content);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporary, target);
    } catch (error) {
      await unlink(temporary).catch(() => {});
      throw error;
    }
  },

  async createExclusive(path, content) {
    try {
      const file = await open(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
      try {
        await file.writeFile(content);
      } catch (error) {
        // On a full disk the file is made and stays empty: a lock that no process holds.
        await unlink(path).catch(() => {});
        throw error;
      } finally {
        await file.close();
      }
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
      throw error;
    }
  },

  async remove(path) {
    await unlink(path).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });
  },

  async makeFolder(path, mode) {
    await mkdir(path, { recursive: true, mode });
  },

  isProcessAlive(pid) {
    try {
      process.kill(pid, 0);
      return true;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === "EPERM";
    }
  },
};

/**
 * Where an open file really is. A folder on the way may have become a link after the real path was resolved and before
 * the file was opened; only the system knows what was opened, and only Linux shows it. `undefined` elsewhere.
 */
function placeOf(file: number): string | undefined {
  if (process.platform !== "linux") return undefined;
  try {
    return readlinkSync(`/proc/self/fd/${file}`);
  } catch {
    return undefined;
  }
}

/**
 * Whether a real path is still one and names the opened file. A process that changes folders all the time could make
 * each of these checks alone succeed.
 */
function isStillAt(real: string, opened: BigIntStats): boolean {
  for (let look = 0; look < 20; look++) {
    const named = lstatSync(real, { bigint: true });
    if (realpathSync.native(real) !== real || opened.dev !== named.dev || opened.ino !== named.ino) return false;
  }
  return true;
}

function readAtMost(file: number, maxBytes: number): Uint8Array {
  const chunks: Buffer[] = [];
  for (let size = 0; ; ) {
    const buffer = Buffer.alloc(64 * 1024);
    const bytesRead = readSync(file, buffer);
    if (bytesRead === 0) return Buffer.concat(chunks);
    size += bytesRead;
    if (size > maxBytes) throw tooLarge(maxBytes);
    chunks.push(buffer.subarray(0, bytesRead));
  }
}

function tooLarge(maxBytes: number): Error {
  return Object.assign(new Error(`larger than ${maxBytes} bytes`), { code: "EFBIG" });
}

function outside(): Error {
  return Object.assign(new Error("not a plain file inside the folder"), { code: "EACCES" });
}

async function linkTarget(path: string): Promise<string> {
  try {
    return (await lstat(path)).isSymbolicLink() ? await realpath(path) : path;
  } catch (error) {
    if (isMissing(error)) return path;
    throw error;
  }
}

function factsOf(stats: Stats): FileFacts {
  return { isDirectory: stats.isDirectory(), size: stats.size, mode: stats.mode & 0o777, modifiedMs: stats.mtimeMs };
}

function isMissing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === "ENOENT" || code === "ENOTDIR";
}
