/** Disks that are full, and users that may not write: for programs in processes of their own. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The command to start a program through, or why there is none here. */
export type StartedThrough = { readonly through: readonly string[] } | { readonly whyNot: string };

/** A folder that is removed after the test. */
export function emptyFolder(onTestFinished: (run: () => void) => void): string {
  const folder = mkdtempSync(join(tmpdir(), "full-disk-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * A command that gives what follows a file system of its own, of 64 KiB, in a folder that only it sees; or why that
 * cannot be had.
 */
export function ownDisk(folder: string): StartedThrough {
  const asRoot = process.getuid?.() === 0 ? [] : ["--map-root-user", "--user"];
  const through = [
    "unshare",
    ...asRoot,
    "--mount",
    "sh",
    "-c",
    'mount -t tmpfs -o size=64k,mode=700 tmpfs "$0" && exec "$@"',
    folder,
  ];
  try {
    execFileSync(through[0] as string, [...through.slice(1), "true"], { stdio: "pipe" });
    return { through };
  } catch (error) {
    return { whyNot: (error as Error).message.split("\n")[0] as string };
  }
}

/**
 * A command that makes root obey file permissions, or why there is none. It stays the owner of this repository,
 * which other users may not be able to read.
 */
export function ordinaryUser(): StartedThrough {
  if (process.getuid?.() !== 0) return { through: [] };
  const through = ["setpriv", "--bounding-set=-all", "--inh-caps=-all"];
  const readsRepository = `fs.accessSync(${JSON.stringify(fileURLToPath(import.meta.url))})`;
  try {
    execFileSync(through[0] as string, [...through.slice(1), process.execPath, "-e", readsRepository], {
      stdio: "pipe",
    });
    return { through };
  } catch (error) {
    return { whyNot: `root cannot give up its capabilities here (${(error as Error).message.split("\n")[0]})` };
  }
}
