import { type FieldError, forbiddenField, invalidValue, notSupported, required } from "../api-error.ts";
import { isBounded, tooCostly } from "../cel/cost.ts";
import { ruleProblems } from "../cel/custom-rules.ts";
import { type ApiObject, field, isObject, type Json } from "../objects.ts";
import { patternProblem } from "./pattern.ts";

/** Fills in what a definition leaves out. */
export function defaultDefinition(object: ApiObject): void {
  const { spec } = object;
  if (!isObject(spec)) return;
  if (isObject(spec["names"])) {
    const names = spec["names"];
    if (typeof names["kind"] === "string") {
      names["singular"] ??= names["kind"].toLowerCase();
      names["listKind"] ??= `${names["kind"]}List`;
    }
  }
  spec["conversion"] ??= { strategy: "None" };
}

/** The status of a definition that was just made. */
export function firstStatus(object: ApiObject): Json {
  const versions = field(object, "spec", "versions");
  const storage = Array.isArray(versions) ? versions.find((one) => field(one, "storage") === true) : undefined;
  return {
    conditions: null,
    acceptedNames: { plural: "", kind: "" },
    storedVersions: [String(field(storage, "name") ?? "")],
  };
}

/** What is wrong with a definition. */
export function definitionErrors(object: ApiObject): FieldError[] {
  const errors: FieldError[] = [];
  const { spec } = object;
  const text = (...path: string[]): string => String(field(spec, ...path) ?? "");
  const plural = text("names", "plural");
  const group = text("group");
  if (object.metadata.name !== `${plural}.${group}`) {
    errors.push(invalidValue("metadata.name", object.metadata.name, 'must be spec.names.plural+"."+spec.group'));
  }
  if (group === "") errors.push(required("spec.group"));
  else if (!group.includes("."))
    errors.push(invalidValue("spec.group", group, "should be a domain with at least one dot"));
  const scope = text("scope");
  if (scope === "") errors.push(required("spec.scope"));
  if (scope !== "Namespaced" && scope !== "Cluster")
    errors.push(notSupported("spec.scope", scope, ["Cluster", "Namespaced"]));
  for (const name of ["plural", "singular", "kind", "listKind"])
    if (text("names", name) === "") errors.push(required(`spec.names.${name}`));
  const versions = field(spec, "versions");
  const list = Array.isArray(versions) ? versions : [];
  const stored = list.filter((one) => field(one, "storage") === true).length;
  if (stored !== 1)
    errors.push(invalidValue("spec.versions", list, "must have exactly one version marked as storage version"));
  const seen = new Set<unknown>();
  let repeated = false;
  for (const [index, version] of list.entries()) {
    const path = `spec.versions[${index}]`;
    const name = field(version, "name");
    repeated ||= seen.has(name);
    seen.add(name);
    const schema = field(version, "schema", "openAPIV3Schema");
    if (!isObject(schema)) errors.push(required(`${path}.schema.openAPIV3Schema`));
    else {
      const at = list.length === 1 ? "spec.validation.openAPIV3Schema" : `${path}.schema.openAPIV3Schema`;
      const found = schemaErrors(schema, at, true);
      errors.push(...found, ...totalCostErrors(found, at));
    }
  }
  if (repeated) errors.push(invalidValue("spec.versions", list, "must contain unique version names"));
  return errors;
}

/** One rule that costs too much is more than all rules of a schema may cost together. */
function totalCostErrors(found: readonly FieldError[], path: string): FieldError[] {
  const costly = found.filter(({ message }) => message.endsWith(tooCostly));
  if (costly.length === 0) return [];
  const contributed = "contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema";
  const total = tooCostly.replace(
    "estimated rule cost",
    "x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema",
  );
  return [...costly.map(({ field: at }) => forbiddenField(at, contributed)), forbiddenField(path, total)];
}

/** A schema must say of each place what type it has: that is what makes it structural. */
function schemaErrors(schema: Json, path: string, root: boolean, openLists = 0): FieldError[] {
  const isOpen = (isObject(schema["items"]) || isObject(schema["additionalProperties"])) && !isBounded(schema);
  const within = openLists + (isOpen ? 1 : 0);
  const errors: FieldError[] = [];
  const { type } = schema;
  const free = schema["x-kubernetes-preserve-unknown-fields"] === true || schema["x-kubernetes-int-or-string"] === true;
  if (isObject(schema["properties"])) {
    for (const [name, property] of Object.entries(schema["properties"])) {
      if (root && ["apiVersion", "kind", "metadata"].includes(name)) continue;
      if (isObject(property)) errors.push(...schemaErrors(property, `${path}.properties[${name}]`, false, openLists));
    }
  }
  if (isObject(schema["additionalProperties"]))
    errors.push(...schemaErrors(schema["additionalProperties"], `${path}.additionalProperties`, false, within));
  if (type === "array" && !isObject(schema["items"])) errors.push(required(`${path}.items`, "must be specified"));
  if (isObject(schema["items"])) {
    const item = schema["items"];
    if (
      item["type"] === undefined &&
      item["x-kubernetes-preserve-unknown-fields"] !== true &&
      item["x-kubernetes-int-or-string"] !== true
    ) {
      errors.push(required(`${path}.items.type`, "must not be empty for specified array items"));
    } else {
      errors.push(...schemaErrors(item, `${path}.items`, false, within));
    }
  }
  errors.push(...ruleProblems(schema, path, root, openLists));
  if (typeof schema["pattern"] === "string") {
    const problem = patternProblem(schema["pattern"]);
    if (problem !== undefined) {
      errors.push(
        invalidValue(`${path}.pattern`, schema["pattern"], `must be a valid regular expression, but isn't: ${problem}`),
      );
    }
  }
  if (type === undefined && !free) {
    errors.push(
      required(
        `${path}.type`,
        root ? "must not be empty at the root" : "must not be empty for specified object fields",
      ),
    );
  } else if (root && type !== "object") {
    errors.push(invalidValue(`${path}.type`, type, "must be object at the root"));
  }
  return errors;
}
