/** Collects the type imports of a generated file and gives each imported name one that is free in that file. */
export class Imports {
  readonly #own: ReadonlySet<string>;
  readonly #self: string;
  readonly #files = new Map<string, Map<string, string>>();
  readonly #taken = new Set<string>();

  /** @param self the file, as `core/v1`; @param own the names it declares itself. */
  constructor(self: string, own: ReadonlySet<string>) {
    this.#self = self;
    this.#own = own;
  }

  /** Notes that `name` of `file` is needed; returns what it is called here. */
  use(file: string, name: string): string {
    const names = this.#files.get(file) ?? new Map<string, string>();
    this.#files.set(file, names);
    const known = names.get(name);
    if (known) return known;
    let local = name;
    if (this.#own.has(local) || this.#taken.has(local)) local = `${prefixOf(file)}${name}`;
    if (this.#own.has(local) || this.#taken.has(local))
      throw new Error(`${this.#self}: no free name for ${name} of ${file}`);
    this.#taken.add(local);
    names.set(name, local);
    return local;
  }

  /** The import lines, files in order, types only: nothing of another group loads at run time. */
  lines(): string[] {
    return [...this.#files]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([file, names]) => {
        const list = [...names]
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([name, local]) => (name === local ? name : `${name} as ${local}`));
        return `import type { ${list.join(", ")} } from ${JSON.stringify(file)};`;
      });
  }
}

/** `../core/v1.ts` to `CoreV1`, `../../meta/index.ts` to `Meta`. */
function prefixOf(file: string): string {
  const words = file.replaceAll(/\.\.\/|\.ts$|\/index/g, "").split("/");
  return words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join("");
}
