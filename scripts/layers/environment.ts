import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repository, sourcePaths } from "./source-tree.ts";

/** What reads a variable by its name: a field of the environment, or a helper of ours that is given the name. */
const reads = [
  /\benv\??\.([A-Z][A-Z0-9_]*)\b/g,
  /\benv\[["'`]([A-Z][A-Z0-9_]*)["'`$]/g,
  /\beither\(env, "([A-Z][A-Z0-9_]*)"\)/g,
];

/** What takes variables out of the environment by their names. */
const destructured = /\{([^{}]*)\} = (?:\w+\.)*env\b/g;

/** A text that can only be the name of a variable, also where it is kept in a constant before it is read. */
const names = /["'`]((?:CLIENT_TS|KUBE|KUBERNETES|KUBEBUILDER|NODE|TEST_ASSET|XDG)_[A-Z0-9_]+)["'`$]/g;

/** The environment variables that a text of TypeScript reads, in order; `TEST_ASSET_` stands for all that begin so. */
export function variablesIn(text: string): string[] {
  const code = text.replace(/^\s*(?:\/\/|\/?\*).*$/gm, "");
  const fields = [...code.matchAll(destructured)].flatMap(([, list = ""]) => list.match(/\b[A-Z][A-Z0-9_]*\b/g) ?? []);
  const others = [...reads, names].flatMap((pattern) => [...code.matchAll(pattern)].map(([, name = ""]) => name));
  return [...new Set([...fields, ...others])];
}

/** The environment variables that the sources of our packages read, and a file that reads each. */
export function variablesRead(): Map<string, string> {
  const found = new Map<string, string>();
  const isOurs = (path: string): boolean =>
    /^packages\/[^/]+\/src\//.test(path) && !/\.spec\.ts$|\/test-support\/|\/src\/api\//.test(path);
  for (const path of sourcePaths("packages").filter(isOurs)) {
    for (const name of variablesIn(readFileSync(join(repository, path), "utf8")))
      if (!found.has(name)) found.set(name, path);
  }
  return found;
}

/** The variables in the first column of the tables under "Environment variables". */
export function variablesDocumented(page: string): string[] {
  const section = page.split(/^## Environment variables$/m)[1]?.split(/^## /m)[0] ?? "";
  return [...section.matchAll(/^\|([^|]*)\|/gm)].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/`([A-Z][A-Z0-9_]*)\*?`/g)].map(([, name = ""]) => name),
  );
}
