import { basename } from "node:path";

/** A file and its text. */
export interface NamedText {
  readonly path: string;
  readonly text: string;
}

/** Files that export one class and no other value, and do not have the name of the class. */
export function misnamedFiles(files: readonly NamedText[]): string[] {
  return files.flatMap(({ path, text }) => {
    const classes = [...text.matchAll(/^export (?:abstract )?class (\w+)/gm)].map(([, name]) => String(name));
    const [name] = classes;
    if (name === undefined || classes.length > 1 || /^export (?:async )?(?:function|const|let) /m.test(text)) return [];
    const expected = `${kebab(name)}.ts`;
    return basename(path) === expected ? [] : [`${path}: has the class ${name}; the file is ${expected}`];
  });
}

/** `FIFOQueue` as `fifo-queue`. */
function kebab(name: string): string {
  return name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, "-").toLowerCase();
}
