import { constants, type Stats } from "node:fs";
import { lstat, mkdir, open, readFile, realpath, rename, stat, unlink } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import type { FileFacts, Host } from "../host.ts";

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
        // On a full disk the file is made and stays empty: a lock that nobody holds.
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
