import { type FieldError, invalidValue, notSupported, required } from "../api-error.ts";
import { type ApiObject, field, isObject, type Json, sameJson } from "../objects.ts";
import { rbacCollections } from "./rbac-authorizer.ts";
import type { PolicyRule } from "./rules.ts";

const group = "rbac.authorization.k8s.io";

/** What the server fills in on bindings: the group of subjects and of the role. */
export function defaultBinding(object: Json): void {
  if (isObject(object["roleRef"])) object["roleRef"]["apiGroup"] ||= group;
  for (const subject of listOf(object["subjects"])) {
    if (isObject(subject) && (subject["kind"] === "User" || subject["kind"] === "Group")) subject["apiGroup"] ||= group;
  }
}

/** What is wrong with a role or a binding. */
export function rbacErrors(object: ApiObject, old: ApiObject | undefined, collection: string): FieldError[] {
  switch (collection) {
    case rbacCollections.roles:
      return ruleErrors(object, true);
    case rbacCollections.clusterRoles:
      return ruleErrors(object, false);
    case rbacCollections.roleBindings:
      return bindingErrors(object, old, ["Role", "ClusterRole"]);
    default:
      return bindingErrors(object, old, ["ClusterRole"]);
  }
}

function ruleErrors(object: ApiObject, namespaced: boolean): FieldError[] {
  return (listOf(object["rules"]) as PolicyRule[]).flatMap((rule, index) => {
    const values = (name: keyof PolicyRule): readonly unknown[] => listOf(rule[name]);
    const [verbs, apiGroups, resources] = [values("verbs"), values("apiGroups"), values("resources")];
    const [resourceNames, nonResourceURLs] = [values("resourceNames"), values("nonResourceURLs")];
    const path = `rules[${index}]`;
    const errors: FieldError[] = [];
    if (verbs.length === 0) errors.push(required(`${path}.verbs`));
    if (nonResourceURLs.length > 0) {
      const regular = apiGroups.length > 0 || resources.length > 0 || resourceNames.length > 0;
      const wrong = (why: string): unknown =>
        errors.push(invalidValue(`${path}.nonResourceURLs`, nonResourceURLs, why));
      if (namespaced) wrong("namespaced rules cannot apply to non-resource URLs");
      if (regular) wrong("rules cannot apply to both regular resources and non-resource URLs");
      return errors;
    }
    if (apiGroups.length === 0)
      errors.push(requiredFor(`${path}.apiGroups`, "resource rules must supply at least one api group"));
    if (resources.length === 0)
      errors.push(requiredFor(`${path}.resources`, "resource rules must supply at least one resource"));
    return errors;
  });
}

function requiredFor(path: string, why: string): FieldError {
  const error = required(path);
  return { ...error, message: `${error.message}: ${why}` };
}

function bindingErrors(object: ApiObject, old: ApiObject | undefined, kinds: readonly string[]): FieldError[] {
  const errors: FieldError[] = [];
  const text = (name: string): string => String(field(object, "roleRef", name) ?? "");
  if (text("apiGroup") !== group) errors.push(notSupported("roleRef.apiGroup", text("apiGroup"), [group]));
  if (!kinds.includes(text("kind"))) errors.push(notSupported("roleRef.kind", text("kind"), kinds));
  if (text("name") === "") errors.push(required("roleRef.name"));
  if (old !== undefined && !sameJson(object["roleRef"], old["roleRef"])) {
    const shown = { APIGroup: text("apiGroup"), Kind: text("kind"), Name: text("name") };
    errors.push(invalidValue("roleRef", shown, "field is immutable"));
  }
  for (const [index, subject] of listOf(object["subjects"]).entries())
    errors.push(...subjectErrors(subject, `subjects[${index}]`, !kinds.includes("Role")));
  return errors;
}

function subjectErrors(subject: unknown, path: string, inCluster: boolean): FieldError[] {
  const text = (name: string): string => String(field(subject, name) ?? "");
  const errors: FieldError[] = [];
  if (text("name") === "") errors.push(required(`${path}.name`));
  const ofGroup = (wanted: string): void => {
    if (text("apiGroup") !== wanted) errors.push(notSupported(`${path}.apiGroup`, text("apiGroup"), [wanted]));
  };
  switch (text("kind")) {
    case "ServiceAccount":
      ofGroup("");
      if (inCluster && text("namespace") === "") errors.push(required(`${path}.namespace`));
      return errors;
    case "User":
    case "Group":
      ofGroup(group);
      return errors;
    default:
      return [...errors, notSupported(`${path}.kind`, text("kind"), ["ServiceAccount", "User", "Group"])];
  }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
