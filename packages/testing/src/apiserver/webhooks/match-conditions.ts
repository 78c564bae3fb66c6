import { dynamicValue } from "../cel/values.ts";
import { field, isObject, type Json } from "../objects.ts";
import { evaluate } from "../policies/expressions.ts";

/**
 * Whether the `matchConditions` of a webhook let it be asked about a request: one that is false decides, whatever the
 * others are. Throws when none is false and one cannot be evaluated. Conditions with functions that are not offered
 * here count as true.
 */
export function conditionsMatch(webhook: Json, request: Json): boolean {
  const conditions = field(webhook, "matchConditions");
  if (!Array.isArray(conditions) || conditions.length === 0) return true;
  const { object, oldObject, ...about } = request;
  const values = {
    object: dynamicValue(object),
    oldObject: dynamicValue(oldObject),
    request: dynamicValue(about),
  };
  let failure: string | undefined;
  for (const condition of conditions.filter(isObject)) {
    const expression = String(condition["expression"] ?? "");
    const outcome = evaluate(expression, values);
    if ("problem" in outcome) failure ??= `expression '${expression}' resulted in error: ${outcome.problem}`;
    else if ("value" in outcome && outcome.value !== true) return false;
  }
  if (failure !== undefined) throw new Error(failure);
  return true;
}
