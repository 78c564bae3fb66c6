/** Words that cannot name a type or a constant in TypeScript. */
const reserved: ReadonlySet<string> = new Set(
  (
    "break case catch class const continue debugger default delete do else enum export extends false finally for " +
    "function if import in instanceof new null return super switch this throw true try typeof var void while with " +
    "implements interface let package private protected public static yield await async of as any unknown never " +
    "object string number boolean symbol bigint undefined arguments eval NaN Infinity globalThis type"
  ).split(" "),
);

/** Gives out names that are identifiers, each once. */
export class NameTable {
  readonly #taken = new Set<string>();

  /**
   * A free identifier for a name from elsewhere: the name itself where it is one, else its letters and digits in Pascal
   * case; a number is added when it is taken.
   */
  claim(wanted: string): string {
    const base = /^[A-Za-z][A-Za-z0-9_]*$/.test(wanted) && !reserved.has(wanted) ? wanted : identifier(wanted);
    let name = base;
    for (let number = 2; this.#taken.has(name); number++) name = `${base}${number}`;
    this.#taken.add(name);
    return name;
  }
}

/** The letters and digits of a text in Pascal case: `x-foo/bar` gives `XFooBar`. */
export function pascalCase(text: string): string {
  return text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}

function identifier(text: string): string {
  const pascal = pascalCase(text);
  if (pascal === "") return "Unnamed";
  return /^[0-9]/.test(pascal) || reserved.has(pascal) ? `_${pascal}` : pascal;
}

/** A property name as TypeScript source. */
export function propertyName(key: string): string {
  return /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(key) ? key : literal(key);
}

/** A JSON value as TypeScript source: whatever the text holds, it stays inside of the quotes. */
export function literal(value: unknown): string {
  return JSON.stringify(value).replaceAll(/[\u007f-\uffff]/g, (character) =>
    /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]/.test(character)
      ? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`
      : character,
  );
}
