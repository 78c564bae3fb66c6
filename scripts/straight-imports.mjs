// A rolldown plugin: points each import of a module's index.ts straight to the file that has the name: a program
// that imports one name does not load the whole module.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const statement = /^(import|export)\s+(type\s+)?\{([^}]*)\}\s+from\s+"(\.[^"]*)";$/gm;

/** @returns {import("rolldown").Plugin} */
export function straightImports() {
  /** @type {Map<string, Map<string, { file: string, name: string }>>} */
  const indexes = new Map();

  /** What an index exports, by name: the module behind it and the name there. */
  function behind(index) {
    let names = indexes.get(index);
    if (names !== undefined) return names;
    names = new Map();
    indexes.set(index, names);
    for (const [, keyword, typeOnly, list, specifier] of readFileSync(index, "utf8").matchAll(statement)) {
      if (keyword !== "export" || typeOnly !== undefined) continue;
      for (const { from, to } of namesOf(list)) names.set(to, find(join(dirname(index), specifier), from));
    }
    return names;
  }

  function find(file, name) {
    return (file.endsWith("/index.ts") ? behind(file).get(name) : undefined) ?? { file, name };
  }

  return {
    name: "straight-imports",
    transform(code, id) {
      if (!id.endsWith(".ts")) return null;
      const straight = code.replace(statement, (whole, keyword, typeOnly, list, specifier) => {
        if (typeOnly !== undefined || !specifier.endsWith("/index.ts")) return whole;
        const index = join(dirname(id), specifier);
        return namesOf(list)
          .map(({ from, to }) => {
            const { file, name } = find(index, from);
            return `${keyword} { ${name === to ? name : `${name} as ${to}`} } from ${JSON.stringify(file)};`;
          })
          .join(" ");
      });
      return straight === code ? null : { code: straight, map: null };
    },
  };
}

/** The values of an import or export list; types are gone by then. */
function namesOf(list) {
  return list
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "" && !one.startsWith("type "))
    .map((one) => {
      const [from, to = from] = one.split(/\s+as\s+/);
      return { from, to };
    });
}
