import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { InvalidArgumentError } from "../../errors/index.ts";
import { generatedMark } from "../emit-group-version.ts";

/** What is to be done in an output folder. Paths are relative to it, with `/`. */
export interface FileChanges {
  readonly missing: readonly string[];
  readonly different: readonly string[];
  /** Files that the command made earlier and that are no longer generated. */
  readonly leftOver: readonly string[];
}

/**
 * Compares an output folder with the files that belong there. Throws an InvalidArgumentError for a path that leads out
 * of the folder and for a file that the command did not make: it is not overwritten.
 */
export async function compareFiles(folder: string, files: ReadonlyMap<string, string>): Promise<FileChanges> {
  const missing: string[] = [];
  const different: string[] = [];
  for (const [path, text] of files) {
    const present = await readIfThere(pathInside(folder, path));
    if (present === undefined) missing.push(path);
    else if (!present.startsWith(generatedMark))
      throw new InvalidArgumentError(
        `${join(folder, path)} was not made by client-ts codegen: move it, or use another --out`,
      );
    else if (present !== text) different.push(path);
  }
  const leftOver = (await generatedIn(folder)).filter((path) => !files.has(path));
  return { missing, different, leftOver };
}

/** Writes what is missing or different, and with `prune` removes what is no longer generated. */
export async function writeFiles(
  folder: string,
  files: ReadonlyMap<string, string>,
  { missing, different, leftOver }: FileChanges,
  { prune = false }: { readonly prune?: boolean | undefined } = {},
): Promise<void> {
  for (const path of [...missing, ...different]) {
    const file = pathInside(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, files.get(path) ?? "");
  }
  if (prune) for (const path of leftOver) await rm(pathInside(folder, path));
}

/** The full path of a file below a folder. Checks it again, although names of groups and versions were checked. */
function pathInside(folder: string, path: string): string {
  const full = resolve(folder, path);
  const below = relative(resolve(folder), full);
  if (below === "" || below === ".." || below.startsWith(`..${sep}`) || isAbsolute(below))
    throw new InvalidArgumentError(`${JSON.stringify(path)} leads out of the output folder`);
  return full;
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

async function generatedIn(folder: string): Promise<string[]> {
  let entries: string[];
  try {
    entries = await readdir(folder, { recursive: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
  const found: string[] = [];
  for (const entry of entries.filter((name) => name.endsWith(".ts")).sort()) {
    const text = await readIfThere(join(folder, entry));
    if (text?.startsWith(generatedMark) === true) found.push(entry.split(sep).join("/"));
  }
  return found;
}
