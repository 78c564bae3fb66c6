import { InvalidArgumentError } from "../errors/index.ts";
import { excerpt, getOwn } from "./plain-object.ts";

/** One requirement of a field selector. */
export interface FieldRequirement {
  readonly field: string;
  readonly operator: "=" | "!=";
  readonly value: string;
}

/** Fields by their path, as text: `{ "status.phase": "Running" }`. */
export type Fields = { readonly [field: string]: string };

/** Chooses objects by the text of some of their fields. Immutable. */
export interface FieldSelector {
  /** Whether an object with these fields is chosen. A field that is not there counts as empty text. */
  matches(fields: Fields): boolean;
  /** All of these must hold. */
  readonly requirements: readonly FieldRequirement[];
  /** `true` when every object is chosen. */
  readonly isEmpty: boolean;
  /** The one value a field must have, where the selector demands one. */
  requiresExactMatch(field: string): string | undefined;
  /** The selector as text that servers understand and {@link parseFieldSelector} reads back. */
  toString(): string;
}

/** Objects whose fields have exactly these texts. */
export function fieldSelectorFromMap(fields: Fields): FieldSelector {
  return fieldSelectorFromRequirements(
    Object.keys(fields).map((field) => ({ field, operator: "=", value: fields[field]! })),
  );
}

/** A selector that demands all the requirements. */
export function fieldSelectorFromRequirements(requirements: readonly FieldRequirement[]): FieldSelector {
  return new RequirementsSelector(requirements.map(({ field, operator, value }) => ({ field, operator, value })));
}

/**
 * Reads a field selector: `field=value`, `field==value` or `field!=value`, joined by commas. In a value, `\`, `,` and
 * `=` are written with a backslash before them. Empty text chooses everything.
 */
export function parseFieldSelector(text: string): FieldSelector {
  const requirements: FieldRequirement[] = [];
  for (const term of splitTerms(text)) {
    if (term === "") continue;
    const requirement = parseTerm(term, text);
    // A term that names neither field nor value says nothing, as on the server.
    if (requirement.field !== "" || requirement.value !== "") requirements.push(requirement);
  }
  return new RequirementsSelector(requirements);
}

/** A value as it stands in the text of a field selector. */
export function escapeFieldValue(value: string): string {
  return value.replace(/[\\,=]/g, "\\$&");
}

/** Reads back what {@link escapeFieldValue} wrote; a stray comma, equals sign or backslash is an error. */
export function unescapeFieldValue(text: string): string {
  let value = "";
  let copied = 0;
  for (let i = 0; i < text.length; i++) {
    const character = text[i]!;
    if (character === "\\") {
      const next = text[i + 1];
      if (next !== "\\" && next !== "," && next !== "=") {
        throw new InvalidArgumentError(
          `field selector value ${excerpt(text)}: a backslash is allowed only before \\ , or =`,
        );
      }
      value += text.slice(copied, i);
      copied = ++i;
    } else if (character === "," || character === "=") {
      throw new InvalidArgumentError(`field selector value ${excerpt(text)}: ${character} needs a backslash before it`);
    }
  }
  return value + text.slice(copied);
}

class RequirementsSelector implements FieldSelector {
  readonly requirements: readonly FieldRequirement[];
  readonly isEmpty: boolean;

  constructor(requirements: readonly FieldRequirement[]) {
    this.requirements = requirements;
    this.isEmpty = requirements.length === 0;
  }

  matches(fields: Fields): boolean {
    return this.requirements.every(
      ({ field, operator, value }) => ((getOwn(fields, field) ?? "") === value) === (operator === "="),
    );
  }

  requiresExactMatch(field: string): string | undefined {
    return this.requirements.find((requirement) => requirement.field === field && requirement.operator === "=")?.value;
  }

  toString(): string {
    return this.requirements
      .map(({ field, operator, value }) => `${field}${operator}${escapeFieldValue(value)}`)
      .join(",");
  }
}

function* splitTerms(text: string): Generator<string> {
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === "\\") i++;
    else if (text[i] === ",") {
      yield text.slice(start, i);
      start = i + 1;
    }
  }
  yield text.slice(start);
}

function parseTerm(term: string, text: string): FieldRequirement {
  const equals = term.indexOf("=");
  if (equals < 0) throw new InvalidArgumentError(`field selector ${excerpt(text)}: ${excerpt(term)} has no = or !=`);
  const negated = term[equals - 1] === "!";
  const doubled = !negated && term[equals + 1] === "=";
  return {
    field: term.slice(0, negated ? equals - 1 : equals),
    operator: negated ? "!=" : "=",
    value: unescapeFieldValue(term.slice(equals + (doubled ? 2 : 1))),
  };
}
