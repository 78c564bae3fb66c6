import type { Environment } from "@marcbachmann/cel-js";
import { duplicateValue, type FieldError, forbiddenField, invalidValue, required } from "../api-error.ts";
import { isObject, type Json, sameJson } from "../objects.ts";
import { correlated } from "../crd/validate.ts";
import { exceedsCallCost, isTooCostly, tooCostly } from "./cost.ts";
import { compileMessage, evaluationMessage, isOffered, newCelEnvironment, prepared } from "./engine.ts";
import { declareTypes } from "./schema-types.ts";
import { celValue } from "./values.ts";

/** One entry of `x-kubernetes-validations`. */
interface Rule {
  readonly rule: string;
  readonly message?: string | undefined;
  readonly messageExpression?: string | undefined;
  readonly reason?: string | undefined;
  readonly fieldPath?: string | undefined;
  readonly optionalOldSelf?: boolean | undefined;
}

function rulesOf(schema: Json): readonly Rule[] {
  const rules = schema["x-kubernetes-validations"];
  return Array.isArray(rules) ? (rules.filter(isObject) as unknown as Rule[]) : [];
}

const schemasWithRules = new WeakMap<Json, boolean>();

/** Whether a schema, or one below it, has rules. */
export function hasRules(schema: Json): boolean {
  let known = schemasWithRules.get(schema);
  if (known === undefined) {
    const { properties, items, additionalProperties } = schema;
    const below = [...(isObject(properties) ? Object.values(properties) : []), items, additionalProperties];
    known = rulesOf(schema).length > 0 || below.some((one) => isObject(one) && hasRules(one));
    schemasWithRules.set(schema, known);
  }
  return known;
}

/**
 * What is wrong with the rules of a schema, without those below it. `openLists` counts the lists and maps without a
 * bound that the schema lies in: its rules run for each of their items.
 */
export function ruleProblems(schema: Json, path: string, isResource: boolean, openLists = 0): FieldError[] {
  const rules = rulesOf(schema);
  if (rules.length === 0) return [];
  const environment = newCelEnvironment();
  const type = declareTypes(environment, schema, "object", isResource);
  environment.registerVariable("self", type);
  environment.registerVariable("oldSelf", rules.some(({ optionalOldSelf }) => optionalOldSelf === true) ? "dyn" : type);
  return rules.flatMap((rule, index) =>
    problemsOf(rule, `${path}.x-kubernetes-validations[${index}]`, environment, { schema, openLists }),
  );
}

function problemsOf(
  rule: Rule,
  path: string,
  environment: Environment,
  place: { readonly schema: Json; readonly openLists: number },
): FieldError[] {
  const text = rule.rule ?? "";
  if (text.trim() === "") return [required(`${path}.rule`, "rule is not specified")];
  const errors: FieldError[] = [];
  const problem = compileProblem(environment, text, "bool");
  if (problem !== undefined) errors.push(invalidValue(`${path}.rule`, inGoShape(rule), problem));
  else if (isOffered(text) && isTooCostly(environment, prepared(text), place))
    errors.push(forbiddenField(`${path}.rule`, tooCostly));
  if (rule.messageExpression !== undefined) {
    const wrong = compileProblem(environment, rule.messageExpression, "string");
    if (wrong !== undefined)
      errors.push(
        invalidValue(
          `${path}.messageExpression`,
          rule.messageExpression,
          wrong.replace(/^compil/, "messageExpression compil"),
        ),
      );
  }
  return errors;
}

/** A rule as the real server shows it. */
function inGoShape({ rule, message, messageExpression, reason, fieldPath, optionalOldSelf }: Rule): Json {
  return {
    Rule: rule,
    Message: message ?? "",
    MessageExpression: messageExpression ?? "",
    Reason: reason ?? null,
    FieldPath: fieldPath ?? "",
    OptionalOldSelf: optionalOldSelf ?? null,
  };
}

function compileProblem(environment: Environment, expression: string, wanted: "bool" | "string"): string | undefined {
  if (!isOffered(expression)) return undefined;
  const source = prepared(expression);
  const { valid, type, error } = environment.check(source);
  if (!valid) return `compilation failed: ${compileMessage(error, source)}`;
  if (type !== wanted && type !== "dyn")
    return `compilation failed: cel expression must evaluate to a ${wanted === "bool" ? "bool" : "string"}`;
  return undefined;
}

/** What the rules of a custom kind say of an object. */
export interface RuleFindings {
  /** What the object must not have. */
  readonly errors: readonly FieldError[];
  /** What it had before, and may keep. */
  readonly kept: readonly FieldError[];
}

/** A value with the rules of its schema, and the value that it had before. */
interface Place {
  readonly value: unknown;
  readonly old: unknown;
  readonly schema: Json;
  readonly path: string;
  readonly isResource: boolean;
}

/**
 * The rules of a custom kind that an object breaks. A rule that reads the old state applies to changes only, where the
 * old value can be found. A value that broke another rule before, and did not change, is kept.
 */
export function brokenRules(value: unknown, old: unknown, schema: Json): RuleFindings {
  const findings = { errors: [], kept: [] };
  collect({ value, old, schema, path: "", isResource: true }, findings);
  return findings;
}

function collect(place: Place, findings: { readonly errors: FieldError[]; readonly kept: FieldError[] }): void {
  const { value, old, schema } = place;
  if (value === null || value === undefined) return;
  for (const rule of rulesOf(schema)) {
    if (isOverBudget(rule, place)) {
      const why = "'operation cancelled: actual cost limit exceeded': no further validation rules will be run due to";
      findings.errors.push(
        invalidValue(place.path, schema["type"], `${why} call cost exceeds limit for rule: ${textOf(rule)}`),
      );
      return;
    }
    const mayStay = old !== undefined && !readsOldState(rule.rule) && sameJson(value, old);
    (mayStay ? findings.kept : findings.errors).push(...brokenRule(rule, place));
  }
  for (const below of placesBelow(place)) collect(below, findings);
}

/** Whether a rule would take the real server longer than it allows. */
function isOverBudget({ rule }: Rule, { value, old, schema, isResource }: Place): boolean {
  if (!isOffered(rule) || !isObject(value)) return false;
  const variables = { self: celValue(value, schema, isResource), oldSelf: celValue(old ?? {}, schema, isResource) };
  return exceedsCallCost(compiled(rule).ast, variables);
}

function placesBelow({ value, old, schema, path }: Place): Place[] {
  const { properties, additionalProperties, items } = schema;
  if (Array.isArray(value)) {
    if (!isObject(items)) return [];
    const before = correlated(old, schema);
    return value.map((item, index) => ({
      value: item,
      old: before(item),
      schema: items,
      path: `${path}[${index}]`,
      isResource: false,
    }));
  }
  if (!isObject(value)) return [];
  const places: Place[] = [];
  for (const [key, item] of Object.entries(value)) {
    const property = isObject(properties) && Object.hasOwn(properties, key) ? properties[key] : additionalProperties;
    if (!isObject(property)) continue;
    places.push({
      value: item,
      old: isObject(old) ? old[key] : undefined,
      schema: property,
      path: childPath(path, key, isObject(properties) && Object.hasOwn(properties, key)),
      isResource: false,
    });
  }
  return places;
}

function childPath(path: string, key: string, isProperty: boolean): string {
  if (!isProperty) return `${path}[${key}]`;
  return path === "" ? key : `${path}.${key}`;
}

function brokenRule(rule: Rule, { value, old, schema, path, isResource }: Place): FieldError[] {
  if (!isOffered(rule.rule)) return [];
  const isTransition = readsOldState(rule.rule);
  if (isTransition && old === undefined && rule.optionalOldSelf !== true) return [];
  const variables = {
    self: celValue(value, schema, isResource),
    oldSelf: oldValue(old, schema, isResource, rule.optionalOldSelf === true),
  };
  try {
    if (evaluated(rule.rule, variables) === true) return [];
  } catch (error) {
    return [invalidValue(path, schema["type"], `${evaluationMessage(error)} evaluating rule: ${textOf(rule)}`)];
  }
  return [errorOf(rule, path, value, messageOf(rule, variables))];
}

function oldValue(old: unknown, schema: Json, isResource: boolean, optional: boolean): unknown {
  const value = old === undefined ? undefined : celValue(old, schema, isResource);
  if (!optional) return value;
  return value === undefined ? evaluated("optional.none()", {}) : evaluated("optional.of(self)", { self: value });
}

/** Whether a rule names `oldSelf` outside of a text. */
function readsOldState(rule: string): boolean {
  return /\boldSelf\b/.test(rule.replace(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/g, ""));
}

function messageOf(rule: Rule, variables: Record<string, unknown>): string {
  if (rule.messageExpression !== undefined) {
    try {
      const message = evaluated(rule.messageExpression, variables);
      if (typeof message === "string" && message.trim() !== "" && !message.includes("\n")) return message;
    } catch {
      // The fixed message counts when the expression fails.
    }
  }
  return rule.message?.trim() ? rule.message.trim() : `failed rule: ${rule.rule.trim()}`;
}

function textOf(rule: Rule): string {
  return rule.message?.trim() ? rule.message.trim() : rule.rule.trim();
}

function errorOf({ reason, fieldPath }: Rule, path: string, value: unknown, message: string): FieldError {
  const at = fieldPath === undefined ? path : joined(path, fieldPath);
  switch (reason) {
    case "FieldValueForbidden":
      return forbiddenField(at, message);
    case "FieldValueRequired":
      return required(at, message);
    case "FieldValueDuplicate":
      return duplicateValue(at, value);
    default:
      return isScalar(value) ? invalidValue(at, value, message) : invalidWithoutValue(at, message);
  }
}

function isScalar(value: unknown): boolean {
  return typeof value !== "object";
}

/** The real server does not repeat objects and lists. */
function invalidWithoutValue(field: string, why: string): FieldError {
  return { reason: "FieldValueInvalid", field, message: `Invalid value: ${why}` };
}

function joined(path: string, fieldPath: string): string {
  const below = fieldPath.replace(/\['([^']+)'\]/g, ".$1");
  return path === "" ? below.replace(/^\./, "") : `${path}${below}`;
}

type Compiled = ((variables: Record<string, unknown>) => unknown) & { readonly ast: unknown };

const expressions = new Map<string, Compiled>();
const mostExpressions = 1_000;
let evaluation: Environment | undefined;

/** The value of an expression about `self` and `oldSelf`. */
function evaluated(expression: string, variables: Record<string, unknown>): unknown {
  return compiled(expression)(variables);
}

function compiled(expression: string): Compiled {
  let found = expressions.get(expression);
  if (found === undefined) {
    evaluation ??= newCelEnvironment().registerVariable("self", "dyn").registerVariable("oldSelf", "dyn");
    found = evaluation.parse(prepared(expression)) as unknown as Compiled;
    if (expressions.size >= mostExpressions) expressions.delete(expressions.keys().next().value!);
    expressions.set(expression, found);
  }
  return found;
}
