import { type LabelSelector, parseApiVersion, selectorFromLabelSelector } from "client-ts/meta";
import { storedIn } from "../admit/index.ts";
import { AuthorizerValue } from "../cel/authorizer.ts";
import { dynamicValue } from "../cel/values.ts";
import type { Call, Core } from "../core.ts";
import { type ApiObject, field, isObject, type Json, objectOf } from "../objects.ts";
import { type AdmissionAttributes, matchedResource } from "../webhooks/match-webhook.ts";
import { evaluate } from "./expressions.ts";

/** A policy with one of its bindings. */
export interface BoundPolicy {
  readonly policy: ApiObject;
  readonly binding: ApiObject;
}

const group = "admissionregistration.k8s.io";

/** Whether there is a binding at all: most servers have none, and then a write costs nothing. */
export function hasBindings(core: Core, type: "validating" | "mutating"): boolean {
  return (core.storage.collections.get(`${type}admissionpolicybindings.${group}`)?.records.size ?? 0) > 0;
}

/** The policies that cover a write, each with the bindings that do, in the order of their names. */
export function* boundPolicies(
  attributes: AdmissionAttributes,
  type: "validating" | "mutating",
): Iterable<BoundPolicy> {
  const { core } = attributes;
  const byName = (collection: string): ApiObject[] =>
    storedIn(core, `${collection}.${group}`).sort((a, b) => (a.metadata.name! < b.metadata.name! ? -1 : 1));
  const bindings = byName(`${type}admissionpolicybindings`);
  for (const policy of byName(`${type}admissionpolicies`)) {
    if (!covers(field(policy, "spec", "matchConstraints"), attributes)) continue;
    for (const binding of bindings) {
      if (field(binding, "spec", "policyName") !== policy.metadata.name) continue;
      const within = field(binding, "spec", "matchResources");
      if (!isObject(within) || covers(within, attributes, true)) yield { policy, binding };
    }
  }
}

/** Whether rules and selectors cover a write. Without rules, a binding covers what its policy does. */
function covers(constraints: unknown, attributes: AdmissionAttributes, mayBeOpen = false): boolean {
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

/** The objects of a list in the specification of a policy. */
export function listIn(policy: ApiObject, name: string): Json[] {
  const found = field(policy, "spec", name);
  return Array.isArray(found) ? found.filter(isObject) : [];
}

/** Whether failures of a policy refuse the write. */
export function isStrict(policy: ApiObject): boolean {
  return field(policy, "spec", "failurePolicy") !== "Ignore";
}

/** Whether the conditions of a policy hold, or why one of them could not be evaluated. */
export function conditionsHold(policy: ApiObject, values: Record<string, unknown>): boolean | string {
  for (const condition of listIn(policy, "matchConditions")) {
    const outcome = evaluate(String(condition["expression"]), values);
    if ("isSkipped" in outcome) return false;
    if ("problem" in outcome) return outcome.problem;
    if (outcome.value !== true) return false;
  }
  return true;
}

/** Variables are worked out in order, each with those before it. One that fails is not there for an expression. */
export function defineVariables(values: Record<string, unknown>, definitions: readonly Json[]): void {
  const variables: Json = {};
  values["variables"] = variables;
  for (const { name, expression } of definitions) {
    const outcome = evaluate(String(expression), values);
    if ("value" in outcome) variables[String(name)] = outcome.value;
  }
}

/** Why a binding whose parameters do not exist refuses a write. */
export const noParams: string =
  "failed to configure binding: no params found for policy binding with `Deny` parameterNotFoundAction";

/** The objects that a binding names as parameters; `undefined` when there is none. */
export function paramsOf(
  core: Core,
  { namespace: requested }: AdmissionAttributes,
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
export function valuesOf(
  call: Call,
  attributes: AdmissionAttributes,
  params: ApiObject | null,
): Record<string, unknown> {
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
  const asked = { group, resource: plural, subresource, namespace: resource.namespaced ? namespace : "", name };
  return {
    ...Object.fromEntries(Object.entries(values).map(([key, value]) => [key, dynamicValue(value)])),
    authorizer: new AuthorizerValue(core.access, { user, self: true }, asked),
  };
}
