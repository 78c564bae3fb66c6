import { InvalidArgumentError } from "../errors/index.ts";
import { excerpt } from "./plain-object.ts";

/** One step of a parsed template. */
export type JsonPathNode =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "action"; readonly nodes: readonly JsonPathNode[] }
  | { readonly type: "field"; readonly name: string }
  | {
      readonly type: "slice";
      readonly start: number | undefined;
      readonly end: number | undefined;
      readonly single: boolean;
      readonly step: number | undefined;
    }
  | { readonly type: "union"; readonly members: readonly (readonly JsonPathNode[])[] }
  | {
      readonly type: "filter";
      readonly left: readonly JsonPathNode[];
      readonly operator: string;
      readonly right: readonly JsonPathNode[];
    }
  | { readonly type: "literal"; readonly value: number | boolean; readonly kind: "integer" | "number" | "boolean" }
  | { readonly type: "wildcard" }
  | { readonly type: "recursive" }
  | { readonly type: "identifier"; readonly name: string };

/** Reads a template: text, and actions in braces. Each character is looked at a fixed number of times. */
export function parseJsonPathTemplate(template: string): JsonPathNode[] {
  return new Parser(template, 0).template();
}

/** Unions and filters are read by parsers of their own; nothing sensible nests deeper. */
const maxDepth = 8;
/** How many steps one action may have. */
const maxNodes = 100_000;

class Parser {
  readonly #text: string;
  readonly #depth: number;
  #position = 0;
  #nodes = 0;

  constructor(text: string, depth: number) {
    this.#text = text;
    this.#depth = depth;
    if (depth > maxDepth) throw this.#bad("it is nested too deep");
  }

  template(): JsonPathNode[] {
    const nodes: JsonPathNode[] = [];
    while (this.#position < this.#text.length) {
      const open = this.#text.indexOf("{", this.#position);
      const end = open < 0 ? this.#text.length : open;
      if (end > this.#position) nodes.push({ type: "text", text: this.#text.slice(this.#position, end) });
      this.#position = end;
      if (open < 0) break;
      this.#position++;
      nodes.push({ type: "action", nodes: this.action() });
    }
    return nodes;
  }

  /** From behind the opening brace to behind the closing one. */
  action(): JsonPathNode[] {
    const nodes: JsonPathNode[] = [];
    for (;;) {
      const character = this.#text[this.#position];
      if (character === "}") {
        this.#position++;
        return nodes;
      }
      if (++this.#nodes > maxNodes) throw this.#bad("it has too many steps");
      if (character === undefined || character === "\r" || character === "\n")
        throw this.#bad("an action is not closed");
      else if (character === " " || character === "@" || character === "$") this.#position++;
      else if (this.#text.startsWith("[?(", this.#position)) nodes.push(this.#filter());
      else if (this.#text.startsWith("..", this.#position)) this.#recursive(nodes);
      else if (character === "[") nodes.push(...this.#array());
      else if (character === '"' || character === "'") nodes.push(this.#quoted(character));
      else if (character === ".") {
        this.#position++;
        nodes.push(this.#field());
      } else nodes.push(this.#word(character));
    }
  }

  #word(character: string): JsonPathNode {
    const point = String.fromCodePoint(this.#text.codePointAt(this.#position)!);
    if (character === "+" || character === "-" || digit.test(point)) return this.#number();
    if (!letter.test(point)) throw this.#bad(`unexpected ${excerpt(point)}`);
    const start = this.#position;
    while (!isTerminator(this.#text[this.#position])) this.#position++;
    const name = this.#text.slice(start, this.#position);
    if (name === "true" || name === "false") return { type: "literal", value: name === "true", kind: "boolean" };
    return { type: "identifier", name };
  }

  #recursive(nodes: JsonPathNode[]): void {
    if (nodes.at(-1)?.type === "recursive") throw this.#bad("two recursive descents follow each other");
    this.#position += 2;
    nodes.push({ type: "recursive" });
    const next = this.#text.codePointAt(this.#position);
    if (next !== undefined && letter.test(String.fromCodePoint(next))) nodes.push(this.#field());
  }

  #field(): JsonPathNode {
    const start = this.#position;
    while (!isTerminator(this.#text[this.#position])) this.#position += this.#text[this.#position] === "\\" ? 2 : 1;
    this.#position = Math.min(this.#position, this.#text.length);
    const name = this.#text.slice(start, this.#position);
    return name === "*" ? { type: "wildcard" } : { type: "field", name: name.replaceAll("\\", "") };
  }

  #number(): JsonPathNode {
    const start = this.#position;
    if (this.#text[this.#position] === "+" || this.#text[this.#position] === "-") this.#position++;
    for (;;) {
      const point = this.#text.codePointAt(this.#position);
      if (point === undefined || (point !== 0x2e && !digit.test(String.fromCodePoint(point)))) break;
      this.#position += point > 0xffff ? 2 : 1;
    }
    const text = this.#text.slice(start, this.#position);
    if (isInt64(text)) return { type: "literal", value: Number(text), kind: "integer" };
    const value = isDecimal(text) ? Number(text) : Number.NaN;
    if (!Number.isFinite(value)) throw this.#bad(`${excerpt(text)} is not a number`);
    return { type: "literal", value, kind: "number" };
  }

  #quoted(quote: string): JsonPathNode {
    const start = this.#position++;
    for (;;) {
      const character = this.#text[this.#position++];
      if (character === undefined || character === "\n") throw this.#bad("a quoted text is not closed");
      if (character === quote && this.#text[this.#position - 2] !== "\\") break;
    }
    const text = unquote(this.#text.slice(start + 1, this.#position - 1), quote);
    if (text === undefined) throw this.#bad(`${excerpt(this.#text.slice(start, this.#position))} is not a quoted text`);
    return { type: "text", text };
  }

  /** `[...]`: a union, a key in quotes, an index or a slice. */
  #array(): readonly JsonPathNode[] {
    const start = this.#position + 1;
    for (;;) {
      const character = this.#text[++this.#position];
      if (character === undefined || character === "\n") throw this.#bad("a bracket is not closed");
      if (character === "]") break;
    }
    const text = this.#text.slice(start, this.#position++);
    if (text.includes(",")) {
      const members = text.split(",").map((member) => this.#inner(`[${trimSpaces(member)}]`));
      return [{ type: "union", members }];
    }
    if (text.length >= 2 && text.startsWith("'") && text.indexOf("'", 1) === text.length - 1)
      return this.#inner(`.${text.slice(1, -1)}`);
    return [this.#slice(text === "*" ? ":" : text)];
  }

  #slice(text: string): JsonPathNode {
    const parts = text.split(":");
    if (parts.length > 3 || !parts.every(isIndexText)) throw this.#bad(`${excerpt(text)} is not an index`);
    const [start, end, step] = parts.map((part) => {
      if (part === "") return undefined;
      if (!isInt64(part)) throw this.#bad(`${excerpt(part)} is not an index`);
      return Number(part);
    });
    if (parts.length === 1) return { type: "slice", start, end: (start ?? 0) + 1, single: true, step: undefined };
    return { type: "slice", start, end, single: false, step };
  }

  /** `[?(left operator right)]`, or `[?(path)]`, which asks whether it exists. */
  #filter(): JsonPathNode {
    const start = this.#position + 3;
    let [quote, closed] = ["", false];
    this.#position = start;
    for (;;) {
      const character = this.#text[this.#position++];
      if (character === undefined || character === "\n") throw this.#bad("a filter is not closed");
      if (character === '"' || character === "'") {
        if (quote === "") quote = character;
        else if (character === quote && this.#text[this.#position - 2] !== "\\") closed = true;
      } else if (character === ")" && (quote !== "") === closed) break;
    }
    const text = this.#text.slice(start, this.#position - 1);
    if (this.#text[this.#position++] !== "]") throw this.#bad("a filter is not followed by ]");
    const comparison = splitComparison(text);
    if (comparison === undefined) return { type: "filter", left: this.#inner(text), operator: "exists", right: [] };
    return {
      type: "filter",
      left: this.#inner(comparison.left),
      operator: comparison.operator,
      right: this.#inner(comparison.right),
    };
  }

  #inner(text: string): JsonPathNode[] {
    return new Parser(`${text}}`, this.#depth + 1).action();
  }

  #bad(why: string): InvalidArgumentError {
    return new InvalidArgumentError(
      `jsonpath ${excerpt(this.#text)}: ${why} (near character ${Math.min(this.#position, this.#text.length) + 1})`,
    );
  }
}

const letter = /^[_\p{L}\p{Nd}]$/u;
const digit = /^\p{Nd}$/u;

function isTerminator(character: string | undefined): boolean {
  return character === undefined || " \t\r\n.,[]$@{}".includes(character);
}

function isIndexText(text: string): boolean {
  return /^-?[0-9]*$/.test(text);
}

function isInt64(text: string): boolean {
  if (text.length > 100 || !/^[+-]?[0-9]+$/.test(text)) return false;
  const number = BigInt(text.startsWith("+") ? text.slice(1) : text);
  return BigInt.asIntN(64, number) === number;
}

/** Digits with at most one point among them, before them or after them. */
function isDecimal(text: string): boolean {
  return /^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)$/.test(text);
}

function trimSpaces(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && text[start] === " ") start++;
  while (end > start && text[end - 1] === " ") end--;
  return text.slice(start, end);
}

/** Splits at the first run of `! < > =`; there must be something before and behind it. */
function splitComparison(text: string): { left: string; operator: string; right: string } | undefined {
  const isSign = (index: number): boolean => index < text.length && "!<>=".includes(text[index]!);
  let start = 0;
  while (start < text.length && !isSign(start)) start++;
  let end = start;
  while (isSign(end)) end++;
  if (end === text.length) end--;
  if (start === 0 || end <= start) return undefined;
  return { left: text.slice(0, start), operator: text.slice(start, end), right: text.slice(end) };
}

const escapes: ReadonlyMap<string, string> = new Map([
  ["a", "\u0007"],
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["v", "\v"],
  ["\\", "\\"],
]);

/** The text between quotes, its escapes resolved as Go resolves them; `undefined` when one of them is not valid. */
function unquote(text: string, quote: string): string | undefined {
  if (!text.includes("\\")) return text.includes(quote) ? undefined : text;
  let result = "";
  for (let i = 0; i < text.length; i++) {
    const character = text[i]!;
    if (character === quote) return undefined;
    if (character !== "\\") {
      result += character;
      continue;
    }
    const kind = text[++i];
    if (kind === undefined) return undefined;
    const simple = kind === quote ? quote : escapes.get(kind);
    if (simple !== undefined) {
      result += simple;
      continue;
    }
    const length = kind === "x" ? 2 : kind === "u" ? 4 : kind === "U" ? 8 : 0;
    const octal = length === 0;
    const digits = octal ? text.slice(i, i + 3) : text.slice(i + 1, i + 1 + length);
    const code =
      (octal ? /^[0-7]{3}$/ : /^[0-9a-fA-F]+$/).test(digits) && (octal || digits.length === length)
        ? Number.parseInt(digits, octal ? 8 : 16)
        : -1;
    if (code < 0 || code > 0x10ffff || (octal && code > 255) || (code >= 0xd800 && code <= 0xdfff)) return undefined;
    result += String.fromCodePoint(code);
    i += octal ? 2 : length;
  }
  return result;
}
