import { InvalidArgumentError } from "../errors/index.ts";
import { isLabelKey, isLabelValue } from "./names.ts";
import { excerpt, getOwn, hasOwn } from "./plain-object.ts";

/** How one requirement of a label selector compares, spelled as in the text of a selector. */
export type SelectorOperator = "=" | "==" | "!=" | "in" | "notin" | "exists" | "!" | ">" | "<";

/** One requirement of a label selector. */
export interface LabelRequirement {
  readonly key: string;
  readonly operator: SelectorOperator;
  /** Sorted and without repeats; empty for `exists` and `!`, one for everything but `in` and `notin`. */
  readonly values: readonly string[];
}

/** Labels as an object carries them. */
export type Labels = { readonly [key: string]: string };

/** Chooses objects by their labels. Immutable. */
export interface Selector {
  /** Whether an object with these labels is chosen; an object without labels has none of them. */
  matches(labels: Labels | null | undefined): boolean;
  /**
   * All of these must hold. Sorted by key. Empty for {@link everything} and for {@link nothing}; ask `selectsNothing`
   * to tell them apart.
   */
  readonly requirements: readonly LabelRequirement[];
  /** `true` when every object is chosen. */
  readonly isEmpty: boolean;
  /** `true` for {@link nothing}. */
  readonly selectsNothing: boolean;
  /** The one value a label must have, where the selector demands one. */
  requiresExactMatch(key: string): string | undefined;
  /**
   * The selector as text that servers understand and `parseSelector` reads back. That of {@link nothing} matches
   * nothing either.
   */
  toString(): string;
}

/** The selector that chooses every object. Its text is empty. */
export function everything(): Selector {
  return everythingSelector;
}

/**
 * The selector that chooses no object. Its text is one that no object satisfies, so that it never widens into
 * "everything".
 */
export function nothing(): Selector {
  return nothingSelector;
}

/** Objects that have all these labels. No labels choose everything. Refuses what cannot be a label. */
export function selectorFromMap(labels: Labels): Selector {
  return selectorFromChecked(Object.keys(labels).map((key) => newRequirement(key, "=", [labels[key]!])));
}

/** A selector that demands all the requirements; each is checked as {@link newRequirement} does. */
export function selectorFromRequirements(requirements: readonly LabelRequirement[]): Selector {
  return selectorFromChecked(requirements.map(({ key, operator, values }) => newRequirement(key, operator, values)));
}

/** As {@link selectorFromRequirements}, of requirements that {@link newRequirement} made. */
export function selectorFromChecked(requirements: LabelRequirement[]): Selector {
  return requirements.length === 0 ? everythingSelector : new RequirementsSelector(requirements);
}

/** One requirement, checked: the key and the values must be possible labels, their number must suit the operator. */
export function newRequirement(
  key: string,
  operator: SelectorOperator,
  values: readonly string[] = [],
): LabelRequirement {
  if (!isLabelKey(key)) throw new InvalidArgumentError(`label selector: ${excerpt(key)} is not a label key`);
  const wanted = valueCounts[operator];
  if (wanted === undefined)
    throw new InvalidArgumentError(`label selector: ${excerpt(String(operator))} is not an operator`);
  const unique = values.length === 0 ? noValues : values.length === 1 ? [values[0]!] : [...new Set(values)].sort();
  if (wanted === "some" ? unique.length === 0 : unique.length !== wanted) {
    throw new InvalidArgumentError(
      `label selector: ${key}: operator ${operator} takes ${wanted} value(s), not ${unique.length}`,
    );
  }
  for (const value of unique) {
    if (!isLabelValue(value))
      throw new InvalidArgumentError(`label selector: ${key}: ${excerpt(value)} is not a label value`);
    if ((operator === ">" || operator === "<") && parseInt64(value) === undefined) {
      throw new InvalidArgumentError(
        `label selector: ${key}: operator ${operator} takes a whole number, not ${excerpt(value)}`,
      );
    }
  }
  return { key, operator, values: unique };
}

/** One requirement as text. */
export function formatRequirement({ key, operator, values }: LabelRequirement): string {
  switch (operator) {
    case "exists":
      return key;
    case "!":
      return `!${key}`;
    case "in":
    case "notin":
      return `${key} ${operator} (${values.join(",")})`;
    default:
      return `${key}${operator}${values[0]}`;
  }
}

const noValues: readonly string[] = Object.freeze([]);
const valueCounts: { readonly [operator in SelectorOperator]: number | "some" } = {
  "=": 1,
  "==": 1,
  "!=": 1,
  in: "some",
  notin: "some",
  exists: 0,
  "!": 0,
  ">": 1,
  "<": 1,
};

class RequirementsSelector implements Selector {
  readonly requirements: readonly LabelRequirement[];
  readonly isEmpty: boolean = false;
  readonly selectsNothing: boolean = false;
  /** Made for the first call of `matches`: a selector may only be checked and sent on. */
  #tests: readonly ((labels: Labels) => boolean)[] | undefined;
  #text: string | undefined;

  constructor(requirements: LabelRequirement[]) {
    this.requirements = requirements.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  }

  matches(labels: Labels | null | undefined): boolean {
    const present = labels ?? noLabels;
    this.#tests ??= this.requirements.map(testOf);
    return this.#tests.every((test) => test(present));
  }

  requiresExactMatch(key: string): string | undefined {
    const found = this.requirements.find((requirement) => requirement.key === key);
    if (found === undefined || found.values.length !== 1) return undefined;
    return found.operator === "=" || found.operator === "==" || found.operator === "in" ? found.values[0] : undefined;
  }

  toString(): string {
    this.#text ??= this.requirements.map(formatRequirement).join(",");
    return this.#text;
  }
}

const noLabels: Labels = Object.freeze({});

const everythingSelector: Selector = Object.freeze({
  matches: () => true,
  requirements: [],
  isEmpty: true,
  selectsNothing: false,
  requiresExactMatch: () => undefined,
  toString: () => "",
});

const nothingSelector: Selector = Object.freeze({
  matches: () => false,
  requirements: [],
  isEmpty: false,
  selectsNothing: true,
  requiresExactMatch: () => undefined,
  toString: () => "nothing,!nothing",
});

function testOf({ key, operator, values }: LabelRequirement): (labels: Labels) => boolean {
  switch (operator) {
    case "exists":
      return (labels) => hasOwn(labels, key);
    case "!":
      return (labels) => !hasOwn(labels, key);
    case ">":
    case "<": {
      const bound = parseInt64(values[0]!)!;
      return (labels) => {
        const value = getOwn(labels, key);
        const number = typeof value === "string" ? parseInt64(value) : undefined;
        return number !== undefined && (operator === ">" ? number > bound : number < bound);
      };
    }
    case "!=":
    case "notin": {
      const among = new Set<unknown>(values);
      return (labels) => !hasOwn(labels, key) || !among.has(getOwn(labels, key));
    }
    default: {
      const among = new Set<unknown>(values);
      return (labels) => hasOwn(labels, key) && among.has(getOwn(labels, key));
    }
  }
}

/** A whole number that fits in 64 bits, with an optional sign. */
function parseInt64(text: string): bigint | undefined {
  if (text.length > 64 || !/^[+-]?[0-9]+$/.test(text)) return undefined;
  const number = BigInt(text.startsWith("+") ? text.slice(1) : text);
  return BigInt.asIntN(64, number) === number ? number : undefined;
}
