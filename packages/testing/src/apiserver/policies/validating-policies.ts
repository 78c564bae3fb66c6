import { type LabelSelector, parseApiVersion, selectorFromLabelSelector } from "client-ts/meta";
import { storedIn } from "../admit/index.ts";
import { ApiError, failure } from "../api-error.ts";
import { dynamicValue } from "../cel/values.ts";
import type { Call, Core } from "../core.ts";
import { type ApiObject, field, isObject, type Json, objectOf } from "../objects.ts";
import { type Attributes, attributesOf, matchedResource } from "../webhooks/match-webhook.ts";
import { evaluate } from "./expressions.ts";

const policies = "validatingadmissionpolicies.admissionregistration.k8s.io";
const bindings = "validatingadmissionpolicybindings.admissionregistration.k8s.io";

/** Why a policy refuses a write. */
interface Denial {
  readonly message: string;
  readonly reason: string;
}

/**
 * Holds a write to the ValidatingAdmissionPolicies that are bound: throws what the first of them refuses, and warns
 * where a binding says so. A policy that uses what is not offered here (the authorizer) lets every write pass.
 */
export function checkPolicies(call: Call, object: ApiObject | undefined, old: ApiObject | undefined): void {
  const { core } = call;
  if ((core.storage.collections.get(bindings)?.records.size ?? 0) === 0) return;
  const attributes = attributesOf(call, object, old);
  for (const binding of storedIn(core, bindings)) {
    const name = String(field(binding, "spec", "policyName") ?? "");
    const policy = storedIn(core, policies).find(({ metadata }) => metadata.name === name);
    if (policy === undefined || !covers(field(policy, "spec", "matchConstraints"), attributes)) continue;
    const within = field(binding, "spec", "matchResources");
    if (isObject(within) && !covers(within, attributes, true)) continue;
    for (const denial of denialsOf(call, attributes, policy, binding)) {
      const who = `ValidatingAdmissionPolicy '${name}' with binding '${binding.metadata.name}'`;
      const actions = field(binding, "spec", "validationActions");
      const acts = Array.isArray(actions) ? actions : [];
      if (acts.includes("Warn")) call.warnings.push(`Validation failed for ${who}: ${denial.message}`);
      if (acts.includes("Deny")) throw refusal(attributes, denial, `${who} denied request: ${denial.message}`);
    }
  }
}

/** Whether rules and selectors cover a write. Without rules, a binding covers what its policy does. */
function covers(constraints: unknown, attributes: Attributes, mayBeOpen = false): boolean {
  if (!isObject(constraints)) return false;
  const { resourceRules, excludeResourceRules, ...selectors } = constraints;
  const rules = Array.isArray(resourceRules) ? resourceRules : [];
  const isNamed = (rule: unknown): boolean => {
    const names = field(rule, "resourceNames");
    return !Array.isArray(names) || names.length === 0 || names.includes(attributes.name);
  };
  const excluded = Array.isArray(excludeResourceRules) ? excludeResourceRules.filter(isNamed) : [];
  if (excluded.length > 0 && matchedResource({ rules: excluded }, attributes) !== undefined) return false;
  const everything = [{ apiGroups: ["*"], apiVersions: ["*"], operations: ["*"], resources: ["*", "*/*"] }];
  const chosen = rules.length === 0 && mayBeOpen ? everything : rules.filter(isNamed);
  return matchedResource({ ...selectors, rules: chosen }, attributes) !== undefined;
}

function* denialsOf(call: Call, attributes: Attributes, policy: ApiObject, binding: ApiObject): Iterable<Denial> {
  const isStrict = field(policy, "spec", "failurePolicy") !== "Ignore";
  const params = paramsOf(call.core, attributes, policy, binding);
  if (params === undefined) {
    const action = field(binding, "spec", "paramRef", "parameterNotFoundAction");
    const message = `failed to configure binding: no params found for policy binding with \`Deny\` parameterNotFoundAction`;
    if (action !== "Allow" && isStrict) yield { message, reason: "Invalid" };
    return;
  }
  for (const one of params) yield* denialsWith(valuesOf(call, attributes, one), policy, isStrict);
}

function* denialsWith(values: Record<string, unknown>, policy: ApiObject, isStrict: boolean): Iterable<Denial> {
  const lists = (name: string): Json[] => {
    const found = field(policy, "spec", name);
    return Array.isArray(found) ? found.filter(isObject) : [];
  };
  for (const condition of lists("matchConditions")) {
    const outcome = evaluate(String(condition["expression"]), values);
    if ("isSkipped" in outcome) return;
    if ("problem" in outcome) {
      if (isStrict) yield { message: outcome.problem, reason: "Invalid" };
      return;
    }
    if (outcome.value !== true) return;
  }
  defineVariables(values, lists("variables"));
  for (const validation of lists("validations")) {
    const expression = String(validation["expression"]).trim();
    const outcome = evaluate(expression, values);
    if ("isSkipped" in outcome || ("value" in outcome && outcome.value === true)) continue;
    const reason = String(validation["reason"] ?? "Invalid");
    if ("value" in outcome) yield { message: messageOf(validation, expression, values), reason };
    else if (isStrict)
      yield { message: `expression '${expression}' resulted in error: ${outcome.problem}`, reason: "Invalid" };
  }
}

/** Variables are worked out in order, each with those before it. One that fails is not there for an expression. */
function defineVariables(values: Record<string, unknown>, definitions: readonly Json[]): void {
  const variables: Json = {};
  values["variables"] = variables;
  for (const { name, expression } of definitions) {
    const outcome = evaluate(String(expression), values);
    if ("value" in outcome) variables[String(name)] = outcome.value;
  }
}

function messageOf(validation: Json, expression: string, values: Record<string, unknown>): string {
  const { message, messageExpression } = validation;
  if (typeof messageExpression === "string") {
    const outcome = evaluate(messageExpression, values);
    if ("value" in outcome && typeof outcome.value === "string" && outcome.value.trim() !== "")
      return outcome.value.trim();
  }
  return typeof message === "string" && message !== "" ? message.trim() : `failed expression: ${expression}`;
}

/** The objects that a binding names as parameters; `undefined` when there is none. */
function paramsOf(
  core: Core,
  { namespace: requested }: Attributes,
  policy: ApiObject,
  binding: ApiObject,
): readonly (ApiObject | null)[] | undefined {
  const kind = field(policy, "spec", "paramKind");
  const reference = field(binding, "spec", "paramRef");
  if (!isObject(kind) || !isObject(reference)) return [null];
  const { group, version } = parseApiVersion(String(kind["apiVersion"] ?? ""));
  const resource = core.table.findKind(group, version, String(kind["kind"] ?? ""));
  if (resource === undefined) return undefined;
  const namespace = resource.namespaced ? String(reference["namespace"] ?? requested) : "";
  const { name, selector } = reference;
  const chosen = isObject(selector) ? selectorFromLabelSelector(selector as LabelSelector) : undefined;
  const found = [...core.storage.collection(resource.collection).records.values()].filter(
    (record) =>
      record.namespace === namespace &&
      (name === undefined ? chosen?.matches(record.labels ?? {}) === true : record.name === name),
  );
  return found.length === 0 ? undefined : found.map((record) => objectOf(record, resource));
}

/** What expressions can speak of. */
function valuesOf(call: Call, attributes: Attributes, params: ApiObject | null): Record<string, unknown> {
  const { user, resource, core, query } = call;
  const { operation, subresource, namespace, name, object, old } = attributes;
  const { group, version, kind, plural } = resource;
  const request = {
    kind: { group, version, kind },
    resource: { group, version, resource: plural },
    subResource: subresource,
    requestKind: { group, version, kind },
    requestResource: { group, version, resource: plural },
    requestSubResource: subresource,
    name,
    namespace,
    operation,
    userInfo: { username: user.name, uid: user.uid ?? "", groups: user.groups, extra: user.extra ?? {} },
    dryRun: query.getAll("dryRun").length > 0,
    options: {},
  };
  const around = core.table.find("", "v1", "namespaces");
  const record = resource.namespaced ? core.storage.collection("namespaces").records.get(namespace) : undefined;
  const namespaceObject = record !== undefined && around !== undefined ? objectOf(record, around) : null;
  const values = { object: object ?? null, oldObject: old ?? null, request, params, namespaceObject };
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, dynamicValue(value)]));
}

const codes: Readonly<Record<string, number>> = { Forbidden: 403, Invalid: 422, RequestEntityTooLarge: 413 };

function refusal({ resource, name }: Attributes, { reason, message }: Denial, text: string): ApiError {
  const { group, plural } = resource;
  const subject = group === "" ? plural : `${plural}.${group}`;
  const details = { name, ...(group === "" ? {} : { group }), kind: plural, causes: [{ message: text }] };
  const shown = `${subject} ${JSON.stringify(name)} is forbidden: ${text}`;
  return new ApiError(failure(codes[reason] ?? 422, reason, message === "" ? subject : shown, details));
}
