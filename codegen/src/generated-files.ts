import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

const mark = "// Made by `npm run api:generate`";

/**
 * Says, one line each, which files of a folder are missing, differ or should not be there. Hand-written files are left
 * out.
 */
export function compareFiles(folder: string, files: ReadonlyMap<string, string>): string[] {
  const lines: string[] = [];
  for (const [path, text] of files) {
    const full = join(folder, path);
    if (!existsSync(full)) lines.push(`missing: ${path}`);
    else if (readFileSync(full, "utf8") !== text) lines.push(`differs: ${path}`);
  }
  for (const path of generatedIn(folder)) if (!files.has(path)) lines.push(`no longer generated: ${path}`);
  return lines;
}

/** Writes the files and removes generated ones that are no more. */
export function writeFiles(folder: string, files: ReadonlyMap<string, string>): void {
  for (const path of generatedIn(folder)) if (!files.has(path)) rmSync(join(folder, path));
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

function generatedIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path, "utf8").startsWith(mark))
    .map((path) => relative(folder, path).replaceAll("\\", "/"));
}
