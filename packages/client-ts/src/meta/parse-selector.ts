import { InvalidArgumentError } from "../errors/index.ts";
import { excerpt } from "./plain-object.ts";
import {
  everything,
  type LabelRequirement,
  newRequirement,
  type Selector,
  type SelectorOperator,
  selectorFromChecked,
} from "./selector.ts";

/**
 * Reads a label selector: requirements joined by commas, each one of `key`, `!key`, `key=value`, `key==value`,
 * `key!=value`, `key>number`, `key<number`, `key in (a, b)`, `key notin (a, b)`. Empty text chooses everything. The
 * same texts are understood and refused as by the API server. Reads the text once; what is wrong is thrown as an
 * `InvalidArgumentError` that says where.
 *
 * ```ts
 * parseSelector("app=web,tier in (front, back)").matches({ app: "web", tier: "front" }); // true
 * ```
 */
export function parseSelector(text: string): Selector {
  const scanner = new Scanner(text);
  if (scanner.peek().type === "end") return everything();
  const requirements: LabelRequirement[] = [];
  for (;;) {
    requirements.push(readRequirement(scanner));
    const token = scanner.next();
    if (token.type === "end") return selectorFromChecked(requirements);
    if (token.text !== ",") throw scanner.unexpected(token, "a comma or the end");
  }
}

interface Token {
  readonly type: "word" | "symbol" | "end";
  readonly text: string;
  readonly at: number;
}

function readRequirement(scanner: Scanner): LabelRequirement {
  const first = scanner.next();
  const negated = first.type === "symbol" && first.text === "!";
  const key = negated ? scanner.next() : first;
  if (key.type !== "word") throw scanner.unexpected(key, "a label key");
  if (negated) return newRequirement(key.text, "!");
  const following = scanner.peek();
  if (following.type === "end" || following.text === ",") return newRequirement(key.text, "exists");
  const operator = scanner.next();
  if (!operators.has(operator.text)) throw scanner.unexpected(operator, "an operator");
  const values = operator.type === "word" ? readValues(scanner) : [readValue(scanner)];
  return newRequirement(key.text, operator.text as SelectorOperator, values);
}

/** What follows `=` and its like: a word, or nothing, which is the empty value. */
function readValue(scanner: Scanner): string {
  const token = scanner.peek();
  if (token.type === "end" || token.text === ",") return "";
  scanner.next();
  if (token.type !== "word") throw scanner.unexpected(token, "a value");
  return token.text;
}

/** What follows `in`: values in parentheses. A value left out between commas is the empty value. */
function readValues(scanner: Scanner): string[] {
  const open = scanner.next();
  if (open.text !== "(") throw scanner.unexpected(open, "(");
  const values: string[] = [];
  for (;;) {
    const token = scanner.next();
    if (token.type === "word") {
      values.push(token.text);
      const after = scanner.next();
      if (after.text === ")") return values;
      if (after.text !== ",") throw scanner.unexpected(after, "a comma or )");
      // A comma straight before the closing parenthesis leaves out one more value.
      if (scanner.peek().text === ")") values.push("");
      else continue;
    } else if (token.text === ",") {
      values.push("");
      if (scanner.peek().text === ")") values.push("");
    } else if (token.text === ")") {
      if (values.length === 0) values.push("");
      return values;
    } else throw scanner.unexpected(token, "a value, a comma or )");
  }
}

const operators: ReadonlySet<string> = new Set(["=", "==", "!=", ">", "<", "in", "notin"]);
const [symbol, blank] = [1, 2];
/** What ends a word, by character code. */
const kinds: readonly (number | undefined)[] = Array.from({ length: 0x40 }, (_, code) => {
  const character = String.fromCharCode(code);
  return "=!(),><".includes(character) ? symbol : " \t\r\n".includes(character) ? blank : undefined;
});

/** Cuts the text into words and symbols, one ahead. */
class Scanner {
  readonly #text: string;
  #position = 0;
  #ahead: Token | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  peek(): Token {
    this.#ahead ??= this.#read();
    return this.#ahead;
  }

  next(): Token {
    const token = this.peek();
    this.#ahead = undefined;
    return token;
  }

  unexpected(token: Token, wanted: string): InvalidArgumentError {
    const found = token.type === "end" ? "the end" : excerpt(token.text);
    return new InvalidArgumentError(
      `label selector ${excerpt(this.#text)}: found ${found} at character ${token.at + 1}, expected ${wanted}`,
    );
  }

  #read(): Token {
    const text = this.#text;
    while (this.#position < text.length && kinds[text.charCodeAt(this.#position)] === blank) this.#position++;
    const at = this.#position;
    if (at >= text.length) return { type: "end", text: "", at };
    const first = text[at]!;
    if (kinds[text.charCodeAt(at)] === symbol) {
      const double = (first === "=" || first === "!") && text[at + 1] === "=";
      this.#position += double ? 2 : 1;
      return { type: "symbol", text: double ? `${first}=` : first, at };
    }
    while (this.#position < text.length && kinds[text.charCodeAt(this.#position)] === undefined) this.#position++;
    return { type: "word", text: text.slice(at, this.#position), at };
  }
}
