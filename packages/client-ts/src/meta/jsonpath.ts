import { InvalidArgumentError } from "../errors/index.ts";
import { isRecord } from "../util/index.ts";
import { type JsonPathNode, parseJsonPathTemplate } from "./jsonpath-parser.ts";
import { absent, printJsonPathResults } from "./jsonpath-print.ts";
import { excerpt, getOwn, hasOwn } from "./plain-object.ts";

/** Options of {@link parseJsonPath}. */
export interface JsonPathOptions {
  /** Fields that are not there give nothing instead of an error. Default `false`; kubectl sets it. */
  readonly allowMissingKeys?: boolean | undefined;
  /**
   * `"text"` (default) prints texts bare and objects as JSON; `"json"` prints each action's results as an indented JSON
   * list.
   */
  readonly output?: "text" | "json" | undefined;
  /** How many values one evaluation may visit before it ends in an error. Default 1,000,000. */
  readonly maxVisits?: number | undefined;
}

/** A parsed jsonpath template. Immutable; holds no state between evaluations. */
export interface JsonPath {
  /** The template's results on a value, one list for each piece of text and each action. */
  find(data: unknown): unknown[][];
  /** The results as kubectl prints them. */
  print(data: unknown): string;
}

/**
 * Reads a jsonpath template in kubectl's dialect: text with actions in braces; `.field`, `['key']`, `[index]`,
 * `[start:end:step]`, `[*]`, unions `[0,'a']`, filters `[?(@.a == 'x')]` with `== != < <= > >=`, recursive descent
 * `..`, `{range ...}{end}`, quoted literals. Nothing is ever executed: there are no scripts in this dialect. Throws an
 * `InvalidArgumentError` for text that is not a template, and later for a value to which it cannot be applied.
 *
 * ```ts
 * parseJsonPath("{range .items[*]}{.metadata.name}{'\\n'}{end}").print(podList);
 * ```
 */
export function parseJsonPath(template: string, options: JsonPathOptions = {}): JsonPath {
  const nodes = parseJsonPathTemplate(template);
  const run = (data: unknown): unknown[][] => new Evaluation(template, nodes, options).run(data);
  return {
    find: (data) => run(data).map((values) => values.map((value) => (value === absent ? null : value))),
    print: (data) => printJsonPathResults(run(data), options.output ?? "text"),
  };
}

/** Where a step leads, and what went wrong on the way: a filter that asks for existence looks at both. */
interface Outcome {
  readonly values: readonly unknown[];
  readonly error?: string;
}

class Evaluation {
  readonly #template: string;
  readonly #nodes: readonly JsonPathNode[];
  readonly #allowMissingKeys: boolean;
  readonly #maxVisits: number;
  #visits = 0;
  /**
   * Ranges that a step has just begun, that are open, and ends that were met: as in the dialect's original, where odd
   * templates depend on it.
   */
  #beginning = 0;
  #open = 0;
  #ends = 0;
  #lastEnd = -1;

  constructor(template: string, nodes: readonly JsonPathNode[], options: JsonPathOptions) {
    this.#template = template;
    this.#nodes = nodes;
    this.#allowMissingKeys = options.allowMissingKeys ?? false;
    this.#maxVisits = options.maxVisits ?? 1_000_000;
  }

  run(data: unknown): unknown[][] {
    return this.#from(0, data, 0).map((results) => results.map(scalar));
  }

  #from(first: number, data: unknown, depth: number): unknown[][] {
    if (depth > 500) throw this.#bad("ranges are nested too deep");
    const results: unknown[][] = [];
    for (let i = first; i < this.#nodes.length; i++) {
      const { values, error } = this.#step([data ?? absent], this.#nodes[i]!);
      if (error !== undefined) throw this.#bad(error);
      if (this.#ends > 0 && this.#ends <= this.#open) {
        this.#ends--;
        this.#lastEnd = i;
        break;
      }
      if (this.#beginning > 0) {
        this.#beginning--;
        this.#open++;
        if (values.length === 0) this.#from(i + 1, absent, depth + 1);
        for (const value of values) for (const inner of this.#from(i + 1, value, depth + 1)) results.push(inner);
        this.#open--;
        if (this.#lastEnd > i) i = this.#lastEnd;
        continue;
      }
      results.push([...values]);
    }
    return results;
  }

  #walk(input: readonly unknown[], nodes: readonly JsonPathNode[]): Outcome {
    let values = input;
    for (const node of nodes) {
      const outcome = this.#step(values, node);
      if (outcome.error !== undefined) return outcome;
      values = outcome.values;
    }
    return { values };
  }

  #step(input: readonly unknown[], node: JsonPathNode): Outcome {
    this.#visit(input.length + 1);
    switch (node.type) {
      case "text":
        return { values: [node.text] };
      case "literal":
        return { values: input.map(() => (node.kind === "number" ? new Decimal(node.value as number) : node.value)) };
      case "action":
        return this.#walk(input, node.nodes);
      case "field":
        return this.#field(input, node.name);
      case "slice":
        return this.#slice(input, node);
      case "union":
        return this.#union(input, node.members);
      case "filter":
        return this.#filter(input, node);
      case "wildcard":
        return { values: this.#children(input) };
      case "recursive":
        return { values: this.#descend(input) };
      case "identifier":
        return this.#identifier(input, node.name);
    }
  }

  #identifier(input: readonly unknown[], name: string): Outcome {
    if (name === "range") {
      this.#beginning++;
      return { values: input };
    }
    if (name !== "end") return { values: input, error: `unknown word ${excerpt(name)}` };
    if (this.#open === 0) return { values: [], error: "there is no range to end" };
    this.#ends++;
    return { values: [] };
  }

  #field(input: readonly unknown[], name: string): Outcome {
    if (input.length === 0) return { values: [] };
    const values: unknown[] = [];
    for (const value of input) if (isRecord(value) && hasOwn(value, name)) values.push(getOwn(value, name));
    if (values.length === 0 && !this.#allowMissingKeys) return { values, error: `${excerpt(name)} is not found` };
    return { values };
  }

  #slice(input: readonly unknown[], node: JsonPathNode & { type: "slice" }): Outcome {
    const values: unknown[] = [];
    for (const list of input) {
      if (list === null || list === absent) continue;
      if (!Array.isArray(list)) return { values: input, error: `${typeName(list)} is not a list` };
      let start = node.start ?? 0;
      if (start < 0) start += list.length;
      let end = node.end ?? list.length;
      if (end < 0 || (end === 0 && node.single)) end += list.length;
      if (start === end) return { values };
      if (start >= list.length || start < 0)
        return { values: input, error: `index ${start} is outside a list of ${list.length}` };
      if (end > list.length || end < 0)
        return { values: input, error: `index ${end - 1} is outside a list of ${list.length}` };
      if (start > end) return { values: input, error: `index ${start} is after index ${end}` };
      const step = node.step ?? 1;
      if (step <= 0) return { values: input, error: "the step of a slice must be above zero" };
      for (let i = start; i < end; i += step) values.push(list[i]);
      this.#visit(end - start);
    }
    return { values };
  }

  #union(input: readonly unknown[], members: readonly (readonly JsonPathNode[])[]): Outcome {
    const values: unknown[] = [];
    for (const member of members) {
      const outcome = this.#walk(input, member);
      if (outcome.error !== undefined) return { values: input, error: outcome.error };
      for (const value of outcome.values) values.push(value);
    }
    return { values };
  }

  #filter(input: readonly unknown[], { left, operator, right }: JsonPathNode & { type: "filter" }): Outcome {
    const values: unknown[] = [];
    for (const list of input) {
      if (!Array.isArray(list))
        return { values: input, error: `${typeName(list)} is not a list and cannot be filtered` };
      for (const element of list) {
        const lefts = this.#walk([element], left);
        if (operator === "exists") {
          if (lefts.values.length > 0) values.push(element);
          continue;
        }
        if (lefts.error !== undefined) return { values: input, error: lefts.error };
        if (lefts.values.length === 0) continue;
        if (lefts.values.length > 1) return { values: input, error: "a filter can compare only one value" };
        const rights = this.#walk([element], right);
        if (rights.error !== undefined) return { values: input, error: rights.error };
        if (rights.values.length === 0) continue;
        if (rights.values.length > 1) return { values: input, error: "a filter can compare only one value" };
        const result = compare(lefts.values[0], operator, rights.values[0]);
        if (typeof result === "string") return { values, error: result };
        if (result) values.push(element);
      }
    }
    return { values };
  }

  #children(input: readonly unknown[]): unknown[] {
    const values: unknown[] = [];
    for (const value of input) for (const child of childrenOf(value)) values.push(child);
    this.#visit(values.length);
    return values;
  }

  /** Everything that holds something, from the top down, each before what it holds. */
  #descend(input: readonly unknown[]): unknown[] {
    const values: unknown[] = [];
    const waiting = [...input].reverse();
    while (waiting.length > 0) {
      this.#visit(1);
      const value = waiting.pop();
      if (typeof value === "string" ? value === "" : typeof value !== "object" || value === null) continue;
      const children = typeof value === "string" ? [] : childrenOf(value);
      if (typeof value !== "string" && children.length === 0) continue;
      values.push(value);
      for (let i = children.length - 1; i >= 0; i--) waiting.push(children[i]);
    }
    return values;
  }

  #visit(count: number): void {
    this.#visits += count;
    if (this.#visits > this.#maxVisits) throw this.#bad(`it visits more than ${this.#maxVisits} values`);
  }

  #bad(why: string): InvalidArgumentError {
    return new InvalidArgumentError(`jsonpath ${excerpt(this.#template)}: ${why}`);
  }
}

/** A literal with a point: never equal to a whole number of the data, as in Go. */
class Decimal {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }
}

/** What is inside a value. Inside a text are its bytes, as numbers. */
function childrenOf(value: unknown): readonly unknown[] {
  if (typeof value === "string") return [...Buffer.from(value, "utf8")];
  if (Array.isArray(value)) return value;
  return isRecord(value) && !(value instanceof Decimal) ? Object.keys(value).map((key) => value[key]) : [];
}

/** The result, or why there is none. */
function compare(left: unknown, operator: string, right: unknown): boolean | string {
  const [leftKind, rightKind] = [kindOf(left), kindOf(right)];
  if (!operators.has(operator)) return `unknown operator ${excerpt(operator)} in a filter`;
  if (leftKind === undefined || rightKind === undefined)
    return `${typeName(leftKind === undefined ? left : right)} cannot be compared`;
  if (leftKind !== rightKind) return `${leftKind} and ${rightKind} cannot be compared`;
  if (operator === "==" || operator === "!=") return (scalar(left) === scalar(right)) === (operator === "==");
  if (leftKind === "boolean") return "booleans have no order";
  const [a, b] = [scalar(left), scalar(right)];
  const order =
    typeof a === "string" ? Buffer.compare(Buffer.from(a), Buffer.from(b as string)) : (a as number) - (b as number);
  if (operator === "<") return order < 0;
  if (operator === "<=") return order <= 0;
  return operator === ">" ? order > 0 : order >= 0;
}

const operators: ReadonlySet<string> = new Set(["==", "!=", "<", "<=", ">", ">="]);

function scalar(value: unknown): unknown {
  return value instanceof Decimal ? value.value : value;
}

function kindOf(value: unknown): string | undefined {
  if (value instanceof Decimal) return "number";
  if (typeof value === "number") return Number.isInteger(value) && Math.abs(value) < 2 ** 63 ? "integer" : "number";
  return typeof value === "string" ? "text" : typeof value === "boolean" ? "boolean" : undefined;
}

function typeName(value: unknown): string {
  if (value === null || value === undefined || value === absent) return "null";
  return Array.isArray(value) ? "a list" : typeof value === "object" ? "an object" : `a ${typeof value}`;
}
