import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { InvalidArgumentError } from "../errors/index.ts";

/** What Node says about a TypeScript file that it does not read, or of which it does not read the syntax. */
const unreadTypeScript: ReadonlySet<string | undefined> = new Set([
  "ERR_UNKNOWN_FILE_EXTENSION",
  "ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX",
  "ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING",
]);

/** Imports the module that a user named; fails with an InvalidArgumentError that says what to do. */
export async function importModule(
  path: string,
  load: (url: string) => Promise<unknown> = (url) => import(url),
): Promise<Record<string, unknown>> {
  const file = resolve(path);
  if (!existsSync(file)) throw new InvalidArgumentError(`${path} cannot be imported: the file does not exist`);
  try {
    return (await load(pathToFileURL(file).href)) as Record<string, unknown>;
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    const why =
      /\.[cm]?tsx?$/.test(path) && unreadTypeScript.has(code)
        ? `Node ${process.versions.node} cannot load this TypeScript file: compile it first, and name the .js file`
        : message;
    throw new InvalidArgumentError(`${path} cannot be imported: ${why}`, { cause: error });
  }
}
