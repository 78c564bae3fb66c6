import { type BigIntStats, constants, type Stats } from "node:fs";
import {
  type FileHandle,
  lstat,
  mkdir,
  open,
  readFile,
  readlink,
  realpath,
  rename,
  stat,
  unlink,
} from "node:fs/promises";
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
    if (maxBytes !== undefined) {
      const facts = await stat(path);
      if (facts.size > maxBytes) throw Object.assign(new Error(`larger than ${maxBytes} bytes`), { code: "EFBIG" });
    }
    return readFile(path);
  },

  async readFileInside(path, folder, { maxBytes }) {
    const [real, home] = [await realpath(path), await realpath(folder)];
    if (!isInside(real, home, process.platform)) throw outside();
    // Not blocking: opening a pipe would wait for a writer. Windows has neither flag.
    const file = await open(real, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    try {
      const opened = await file.stat({ bigint: true });
      const place = await placeOf(file);
      if (place === undefined ? !(await isStillAt(real, opened)) : !isInside(place, home, process.platform))
        throw outside();
      // A second name may be one outside the folder.
      if (!opened.isFile() || opened.nlink > 1n) throw outside();
      return await readAtMost(file, maxBytes);
    } finally {
      await file.close();
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
 * Where an open file really is. A folder on the way may have become a link between the question for the real path and
 * the opening; only the system knows what was opened, and only Linux tells. `undefined` elsewhere.
 */
async function placeOf(file: FileHandle): Promise<string | undefined> {
  return process.platform === "linux" ? readlink(`/proc/self/fd/${file.fd}`).catch(() => undefined) : undefined;
}

/**
 * Whether a real path is still one and names the opened file. A process that changes folders all the time could answer
 * each question as it suits.
 */
async function isStillAt(real: string, opened: BigIntStats): Promise<boolean> {
  for (let look = 0; look < 20; look++) {
    const named = await lstat(real, { bigint: true });
    if ((await realpath(real)) !== real || opened.dev !== named.dev || opened.ino !== named.ino) return false;
  }
  return true;
}

async function readAtMost(file: FileHandle, maxBytes: number): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for (let size = 0; ; ) {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(64 * 1024));
    if (bytesRead === 0) return Buffer.concat(chunks);
    size += bytesRead;
    if (size > maxBytes) throw Object.assign(new Error(`larger than ${maxBytes} bytes`), { code: "EFBIG" });
    chunks.push(buffer.subarray(0, bytesRead));
  }
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
