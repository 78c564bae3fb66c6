import { readdir, readFile, stat } from "node:fs/promises";
import { extname, join } from "node:path";
import { InvalidArgumentError } from "../../errors/index.ts";
import { definitionsIn } from "../definitions-in.ts";
import type { DefinitionSource } from "../read-definition.ts";

const extensions: ReadonlySet<string> = new Set([".yaml", ".yml", ".json"]);

/**
 * The CustomResourceDefinitions in files and in the `.yaml`, `.yml` and `.json` files of folders (not recursively), in
 * the order given; `-` is what `readInput` gives. Throws an InvalidArgumentError that names the file.
 */
export async function readDefinitionFiles(
  paths: readonly string[],
  readInput: () => Promise<string>,
): Promise<DefinitionSource[]> {
  const found: DefinitionSource[] = [];
  for (const path of paths) {
    const files = path === "-" ? [path] : await filesOf(path);
    for (const file of files) {
      const text = file === "-" ? await readInput() : await readFile(file, "utf8");
      found.push(...(await definitionsIn(text, file === "-" ? "standard input" : file)));
    }
  }
  if (found.length === 0) throw new InvalidArgumentError(`no CustomResourceDefinition in ${paths.join(", ")}`);
  return found;
}

async function filesOf(path: string): Promise<string[]> {
  try {
    if (!(await stat(path)).isDirectory()) return [path];
    const names = await readdir(path);
    return names
      .filter((name) => extensions.has(extname(name)))
      .sort()
      .map((name) => join(path, name));
  } catch (error) {
    throw new InvalidArgumentError(`${path} cannot be read: ${(error as NodeJS.ErrnoException).code}`, {
      cause: error,
    });
  }
}
