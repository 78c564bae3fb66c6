import { type LabelSelector, selectorFromLabelSelector } from "client-ts/meta";
import type { Call, Core } from "../core.ts";
import { type ApiObject, field, isObject, type Json } from "../objects.ts";
import type { ServedResource } from "../resources.ts";

/** A write as webhooks see it. */
export interface AdmissionAttributes {
  readonly core: Core;
  readonly operation: "CREATE" | "UPDATE" | "DELETE";
  readonly resource: ServedResource;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  /** The new state; `undefined` for a delete. */
  readonly object: ApiObject | undefined;
  readonly old: ApiObject | undefined;
}

/** A write that a call is about to make. */
export function attributesOf(
  { core, resource, subresource, namespace, name }: Call,
  object: ApiObject | undefined,
  old: ApiObject | undefined,
): AdmissionAttributes {
  const own = (object ?? old)?.metadata.name ?? "";
  return {
    core,
    operation: object === undefined ? "DELETE" : old === undefined ? "CREATE" : "UPDATE",
    resource,
    subresource,
    // A Namespace is inside itself.
    namespace: resource.collection === "namespaces" ? own || name : namespace,
    name: name || own,
    object,
    old,
  };
}

/** The configurations themselves are not reviewed: a broken webhook could not be taken away any more. */
const exempt = /^(mutating|validating)(webhookconfigurations|admissionpolic(ies|ybindings))$/;

/**
 * The resource in whose version a webhook wants to see a write; `undefined` when its rules or selectors do not cover
 * the write.
 */
export function matchedResource(webhook: Json, attributes: AdmissionAttributes): ServedResource | undefined {
  const { resource, core } = attributes;
  if (resource.group === "admissionregistration.k8s.io" && exempt.test(resource.plural)) return undefined;
  const candidates = [resource, ...(field(webhook, "matchPolicy") === "Exact" ? [] : equivalents(core, resource))];
  const rules = listIn(webhook, "rules");
  const matched = candidates.find((one) => rules.some((rule) => ruleMatches(rule, one, attributes)));
  if (matched === undefined) return undefined;
  return namespaceMatches(webhook, attributes) && objectMatches(webhook, attributes) ? matched : undefined;
}

/** The other served versions of a kind. */
function equivalents(core: Core, resource: ServedResource): ServedResource[] {
  return [...core.table.all()].filter(
    (one) => one.collection === resource.collection && one !== resource && one.stored === undefined,
  );
}

function ruleMatches(
  rule: unknown,
  resource: ServedResource,
  { operation, subresource }: AdmissionAttributes,
): boolean {
  const has = (member: string, ...values: string[]): boolean => {
    const list = listIn(rule, member);
    return list.includes("*") || values.some((value) => list.includes(value));
  };
  const scope = field(rule, "scope");
  if (scope === "Cluster" && resource.namespaced) return false;
  if (scope === "Namespaced" && !resource.namespaced) return false;
  if (!has("operations", operation) || !has("apiGroups", resource.group)) return false;
  if (!has("apiVersions", resource.version)) return false;
  const resources = listIn(rule, "resources");
  const { plural } = resource;
  // A star alone stands for resources, not for what is below them.
  const names = subresource === "" ? ["*", plural] : [`${plural}/${subresource}`, `${plural}/*`, `*/${subresource}`];
  return ["*/*", ...names].some((name) => resources.includes(name));
}

function namespaceMatches(webhook: Json, { core, resource, namespace, object, old }: AdmissionAttributes): boolean {
  const selector = selectorOf(webhook, "namespaceSelector");
  if (selector.isEmpty) return true;
  if (resource.collection === "namespaces") return selector.matches((object ?? old)?.metadata.labels ?? {});
  if (!resource.namespaced) return true;
  return selector.matches(core.storage.collection("namespaces").records.get(namespace)?.labels ?? {});
}

/** Either state may have the labels, so that taking them away is reviewed too. */
function objectMatches(webhook: Json, { object, old }: AdmissionAttributes): boolean {
  const selector = selectorOf(webhook, "objectSelector");
  return selector.isEmpty || [object, old].some((one) => one && selector.matches(one.metadata.labels ?? {}));
}

interface LabelMatcher {
  readonly isEmpty: boolean;
  matches(labels: Readonly<Record<string, string>>): boolean;
}

function selectorOf(webhook: Json, member: string): LabelMatcher {
  const selector = field(webhook, member);
  if (!isObject(selector) || Object.keys(selector).length === 0) return { isEmpty: true, matches: () => true };
  const parsed = selectorFromLabelSelector(selector as LabelSelector);
  return { isEmpty: false, matches: (labels) => parsed.matches(labels) };
}

function listIn(value: unknown, member: string): readonly unknown[] {
  const list = field(value, member);
  return Array.isArray(list) ? list : [];
}
