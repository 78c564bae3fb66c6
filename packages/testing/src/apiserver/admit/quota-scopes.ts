import { type FieldError, invalidValue, required } from "../api-error.ts";
import { type ApiObject, field, isObject } from "../objects.ts";
import { containersOf } from "./limit-range.ts";

/** One condition of a quota on the objects that it counts. */
interface ScopeRequirement {
  readonly scope: string;
  readonly operator: string;
  readonly values: readonly string[];
}

/** Whether an object of a collection is among those that a quota counts. */
export function isInScope(object: ApiObject, collection: string, quota: ApiObject): boolean {
  return requirementsOf(quota).every((requirement) => meets(object, collection, requirement));
}

/** What the scopes can count: of those that are not here, Pods and what they ask for. */
const podsOnly = ["BestEffort"];
const computed = /^(pods|cpu|memory|(requests|limits)\.(cpu|memory))$/;
const opposites = [
  ["BestEffort", "NotBestEffort"],
  ["Terminating", "NotTerminating"],
];
const plainScopes = ["Terminating", "NotTerminating", "BestEffort", "NotBestEffort", "CrossNamespacePodAffinity"];
const knownScopes = [...plainScopes, "PriorityClass", "VolumeAttributesClass"];

/** What is wrong with the scopes of a ResourceQuota. */
export function scopeErrors(quota: ApiObject): FieldError[] {
  const hard = field(quota, "spec", "hard");
  const names = isObject(hard) ? Object.keys(hard) : [];
  const scopes = texts(field(quota, "spec", "scopes"));
  const errors: FieldError[] = [];
  const refuse = (why: string): void => void errors.push(invalidValue("spec.scopes", scopes, why));
  for (const scope of scopes) {
    if (!knownScopes.includes(scope)) refuse("unsupported scope");
    else if (names.some((name) => !fitsScope(name, scope))) refuse("unsupported scope applied to resource");
  }
  if (opposites.some((pair) => pair.every((scope) => scopes.includes(scope)))) refuse("conflicting scopes");
  for (const { scope, operator, values } of selected(quota)) {
    const path = "spec.scopeSelector.matchExpressions";
    if ((operator === "In" || operator === "NotIn") && values.length === 0)
      errors.push(
        required(`${path}.values`, "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector"),
      );
    else if (plainScopes.includes(scope) && operator !== "Exists") {
      const named =
        "ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity";
      errors.push(invalidValue(`${path}.operator`, operator, `must be 'Exists' when scope is any of ${named}`));
    }
  }
  return errors;
}

function fitsScope(name: string, scope: string): boolean {
  if (scope === "VolumeAttributesClass") return name === "persistentvolumeclaims" || name === "requests.storage";
  if (podsOnly.includes(scope)) return name === "pods";
  return (
    computed.test(name) || !/^(configmaps|secrets|services|persistentvolumeclaims|replicationcontrollers)$/.test(name)
  );
}

function requirementsOf(quota: ApiObject): ScopeRequirement[] {
  const scopes = texts(field(quota, "spec", "scopes"));
  return [...scopes.map((scope) => ({ scope, operator: "Exists", values: [] })), ...selected(quota)];
}

function selected(quota: ApiObject): ScopeRequirement[] {
  const expressions = field(quota, "spec", "scopeSelector", "matchExpressions");
  return (Array.isArray(expressions) ? expressions : []).map((one: unknown) => ({
    scope: String(field(one, "scopeName") ?? ""),
    operator: String(field(one, "operator") ?? ""),
    values: texts(field(one, "values")),
  }));
}

function meets(object: ApiObject, collection: string, requirement: ScopeRequirement): boolean {
  const { scope } = requirement;
  if (collection === "persistentvolumeclaims")
    return scope === "VolumeAttributesClass" && claimClasses(object).some((name) => chooses(requirement, name));
  if (collection !== "pods") return false;
  switch (scope) {
    case "BestEffort":
      return isBestEffort(object);
    case "NotBestEffort":
      return !isBestEffort(object);
    case "Terminating":
      return isTerminating(object);
    case "NotTerminating":
      return !isTerminating(object);
    case "PriorityClass":
      return chooses(requirement, String(field(object, "spec", "priorityClassName") ?? ""));
    case "CrossNamespacePodAffinity":
      return crossesNamespaces(field(object, "spec", "affinity"));
    default:
      return false;
  }
}

/** Whether a name is among those that a requirement wants; an empty one is not a name. */
function chooses({ operator, values }: ScopeRequirement, name: string): boolean {
  switch (operator) {
    case "In":
      return values.includes(name);
    case "NotIn":
      return !values.includes(name);
    case "DoesNotExist":
      return name === "";
    default:
      return name !== "";
  }
}

/** The classes that a claim asks for, has, and is on its way to. */
function claimClasses(object: ApiObject): string[] {
  const names = [
    field(object, "spec", "volumeAttributesClassName"),
    field(object, "status", "currentVolumeAttributesClassName"),
    field(object, "status", "modifyVolumeStatus", "targetVolumeAttributesClassName"),
  ].filter((name): name is string => typeof name === "string" && name !== "");
  return names.length === 0 ? [""] : names;
}

/** No container asks for anything. */
function isBestEffort(object: ApiObject): boolean {
  const isEmpty = (value: unknown): boolean => !isObject(value) || Object.keys(value).length === 0;
  return containersOf(object).every(
    ({ resources }) => isEmpty(field(resources, "requests")) && isEmpty(field(resources, "limits")),
  );
}

/** A Pod with a deadline. */
function isTerminating(object: ApiObject): boolean {
  const seconds = field(object, "spec", "activeDeadlineSeconds");
  return typeof seconds === "number" && seconds >= 0;
}

/** A term of an affinity names other namespaces. */
function crossesNamespaces(affinity: unknown): boolean {
  const terms = ["podAffinity", "podAntiAffinity"].flatMap((name) => {
    const required = field(affinity, name, "requiredDuringSchedulingIgnoredDuringExecution");
    const preferred = field(affinity, name, "preferredDuringSchedulingIgnoredDuringExecution");
    return [
      ...(Array.isArray(required) ? required : []),
      ...(Array.isArray(preferred) ? preferred : []).map((one: unknown) => field(one, "podAffinityTerm")),
    ];
  });
  return terms.some(
    (term) => texts(field(term, "namespaces")).length > 0 || field(term, "namespaceSelector") !== undefined,
  );
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
