/**
 * Reads the part of YAML in which kubectl and most other tools write a kubeconfig: maps and lists in block style, with
 * a plain or a quoted value on the line of its key. Everything else (comments, anchors, tags, text over several lines,
 * escapes, keys that stand twice, mistakes) is left to the `yaml` package, which takes longer to load than such a file
 * takes to read. What this gives is what the package would have given.
 */

interface Line {
  readonly indent: number;
  readonly text: string;
}

/** Longer and deeper texts are left to the package, which has the limits. */
const longest = 256 * 1024;
const deepest = 32;

const keyed = /^([A-Za-z][A-Za-z0-9._/-]{0,99}):(?: +(.+))?$/;
const plain = /^[A-Za-z0-9_./+=](?:[A-Za-z0-9_./+=:@-]*[A-Za-z0-9_./+=@-])?$/;
const quoted = /^(?:"([ !#-[\]-~]*)"|'([ -&(-~]*)')$/;

/**
 * The value of a text, or `undefined` when the text is more than this reads. `resolve` says what a plain scalar means.
 */
export function readPlainYaml(text: string, resolve: (plain: string) => unknown): unknown {
  const lines = text.length > longest ? undefined : linesOf(text);
  const [first] = lines ?? [];
  if (lines === undefined || first === undefined) return undefined;
  const reader = new PlainReader(lines, resolve);
  const value = reader.block(first.indent, 0);
  return reader.isDone ? value : undefined;
}

/** The lines that are not empty; `undefined` where one has a character that plain YAML does not need. */
function linesOf(text: string): readonly Line[] | undefined {
  const lines: Line[] = [];
  for (const line of text.split("\n")) {
    if (!/^[ -~]*$/.test(line)) return undefined;
    const content = line.trimStart();
    if (content !== "") lines.push({ indent: line.length - content.length, text: content });
  }
  return lines;
}

/** Goes through the lines once. It stops for good at the first that is not plain. */
class PlainReader {
  readonly #lines: Line[];
  readonly #resolve: (plain: string) => unknown;
  #at = 0;
  #stopped = false;

  constructor(lines: readonly Line[], resolve: (plain: string) => unknown) {
    this.#lines = [...lines];
    this.#resolve = resolve;
  }

  /** Whether every line was read. */
  get isDone(): boolean {
    return !this.#stopped && this.#at === this.#lines.length;
  }

  /** The map or the list whose lines are indented so far. */
  block(indent: number, depth: number): unknown {
    if (depth > deepest) return this.#stop();
    return this.#isItem(indent) ? this.#list(indent, depth) : this.#map(indent, depth);
  }

  #map(indent: number, depth: number): Record<string, unknown> {
    const map: Record<string, unknown> = {};
    while (this.#isAt(indent) && !this.#isItem(indent)) {
      const [, key = "", value] = keyed.exec((this.#lines[this.#at] as Line).text) ?? [];
      // `yes: 1` has the key `true`.
      if (key === "" || Object.hasOwn(map, key) || this.#resolve(key) !== key) this.#stop();
      this.#at++;
      map[key] = value === undefined ? this.#nested(indent, depth) : this.#scalar(value);
    }
    return map;
  }

  #list(indent: number, depth: number): unknown[] {
    const list: unknown[] = [];
    while (this.#isAt(indent) && this.#isItem(indent)) {
      const text = (this.#lines[this.#at] as Line).text.slice(2);
      const content = text.trimStart();
      if (keyed.test(content)) {
        // The first key of a map that stands behind the dash: its other keys are indented as far.
        const inner = indent + 2 + text.length - content.length;
        this.#lines[this.#at] = { indent: inner, text: content };
        list.push(this.block(inner, depth + 1));
      } else {
        this.#at++;
        list.push(this.#scalar(content));
      }
    }
    return list;
  }

  /** The value of a key that has none on its line. Lists may stand under the key without further indentation. */
  #nested(indent: number, depth: number): unknown {
    const next = this.#lines[this.#at];
    if (next === undefined || next.indent < indent) return null;
    if (next.indent > indent) return this.block(next.indent, depth + 1);
    return this.#isItem(indent) ? this.#list(indent, depth + 1) : null;
  }

  #scalar(text: string): unknown {
    if (text === "{}") return {};
    if (text === "[]") return [];
    const [, double, single] = quoted.exec(text) ?? [];
    const inner = double ?? single;
    if (inner !== undefined) return inner;
    return plain.test(text) ? this.#resolve(text) : this.#stop();
  }

  /** Whether there is a line with this indentation. One that is indented further belongs to nothing. */
  #isAt(indent: number): boolean {
    const line = this.#lines[this.#at];
    if (this.#stopped || line === undefined) return false;
    if (line.indent > indent) this.#stop();
    return line.indent === indent;
  }

  #isItem(indent: number): boolean {
    const line = this.#lines[this.#at];
    return line !== undefined && line.indent === indent && line.text.startsWith("- ");
  }

  #stop(): undefined {
    this.#stopped = true;
  }
}
