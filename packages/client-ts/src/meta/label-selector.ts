import { InvalidArgumentError } from "../errors/index.ts";
import { defined } from "../util/index.ts";
import type { DeepReadonly } from "./object.ts";
import {
  everything,
  type LabelRequirement,
  newRequirement,
  nothing,
  type Selector,
  type SelectorOperator,
  selectorFromRequirements,
} from "./selector.ts";

/** One requirement of a {@link LabelSelector}. */
export interface LabelSelectorRequirement {
  key: string;
  operator: "In" | "NotIn" | "Exists" | "DoesNotExist" | (string & {});
  values?: string[];
}

/** A label selector as objects carry it (`spec.selector` of a Deployment). */
export interface LabelSelector {
  matchLabels?: { [key: string]: string };
  matchExpressions?: LabelSelectorRequirement[];
}

/** The selector that an object's `LabelSelector` describes. A missing one chooses nothing, an empty one everything. */
export function selectorFromLabelSelector(source: DeepReadonly<LabelSelector> | null | undefined): Selector {
  if (source === null || source === undefined) return nothing();
  const requirements: LabelRequirement[] = [];
  for (const [key, value] of Object.entries(source.matchLabels ?? {}))
    requirements.push(newRequirement(key, "=", [value]));
  for (const { key, operator, values } of source.matchExpressions ?? []) {
    const known = operators.get(operator);
    if (known === undefined)
      throw new InvalidArgumentError(`label selector: ${key}: ${JSON.stringify(operator)} is not an operator`);
    requirements.push(newRequirement(key, known, values ?? []));
  }
  return requirements.length === 0 ? everything() : selectorFromRequirements(requirements);
}

/** The `LabelSelector` that says the same as text; `>` and `<` have no counterpart there and are refused. */
export function labelSelectorFromSelector(selector: Selector): LabelSelector | undefined {
  if (selector.selectsNothing) return undefined;
  const matchLabels: { [key: string]: string } = {};
  const matchExpressions: LabelSelectorRequirement[] = [];
  for (const { key, operator, values } of selector.requirements) {
    if ((operator === "=" || operator === "==") && !Object.hasOwn(matchLabels, key)) matchLabels[key] = values[0]!;
    else if (operator === "exists" || operator === "!")
      matchExpressions.push({ key, operator: operator === "!" ? "DoesNotExist" : "Exists" });
    else if (operator === ">" || operator === "<") {
      throw new InvalidArgumentError(`label selector: ${key}: operator ${operator} is not allowed in a LabelSelector`);
    } else
      matchExpressions.push({
        key,
        operator: operator === "!=" || operator === "notin" ? "NotIn" : "In",
        values: [...values],
      });
  }
  return defined({
    matchLabels: Object.keys(matchLabels).length > 0 ? matchLabels : undefined,
    matchExpressions: matchExpressions.length > 0 ? matchExpressions : undefined,
  });
}

const operators: ReadonlyMap<string, SelectorOperator> = new Map([
  ["In", "in"],
  ["NotIn", "notin"],
  ["Exists", "exists"],
  ["DoesNotExist", "!"],
]);
