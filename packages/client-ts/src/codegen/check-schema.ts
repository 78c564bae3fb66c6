import type { JSONSchemaProps } from "../api/apiextensions/v1.ts";
import { isRecord } from "../util/index.ts";

/** Reports one problem: where in the schema, and what is wrong. */
export type ReportProblem = (path: string, problem: string) => void;

/** Levels of a schema that are followed; deeper ones are refused. */
const maxDepth = 100;

const types: ReadonlySet<unknown> = new Set(["object", "array", "string", "integer", "number", "boolean"]);
const logic = ["allOf", "anyOf", "oneOf"] as const;

/** Keywords that no structural schema has, and what to do about each. */
const forbidden: Readonly<Record<string, string>> = {
  $ref: "references are not resolved by API servers; write the schema in full at this place",
  definitions: "write the definitions where they are used",
  dependencies: "use a rule in x-kubernetes-validations",
  patternProperties: "use additionalProperties",
  additionalItems: "use items",
  id: "leave it out",
};

/** Keywords that say what a value is. They are not allowed below allOf, anyOf, oneOf and not. */
const notInLogic = ["additionalProperties", "default", "title", "description", "nullable"];

/**
 * Checks that a schema is structural, as API servers require of CustomResourceDefinitions: each place says which type
 * it has, and conditions add nothing to that. All problems are reported: a schema without any has the form of
 * `JSONSchemaProps` everywhere.
 */
export function checkStructural(schema: unknown, path: string, report: ReportProblem): schema is JSONSchemaProps {
  let problems = 0;
  const counted: ReportProblem = (where, problem) => {
    problems++;
    report(where, problem);
  };
  new StructuralCheck(counted).root(schema, path);
  return problems === 0;
}

class StructuralCheck {
  readonly #report: ReportProblem;
  readonly #ancestors = new Set<object>();

  constructor(report: ReportProblem) {
    this.#report = report;
  }

  root(schema: unknown, path: string): void {
    if (!isRecord(schema)) {
      this.#report(path, "is not an object: give a schema with type: object");
      return;
    }
    if (schema["type"] !== "object") this.#report(`${path}.type`, "must be object at the root");
    const { properties } = schema;
    if (isRecord(properties)) this.#metadata(properties, path);
    this.#schema(schema, path, true);
  }

  /** The server has its own schema of metadata; a definition may restrict the name and nothing else. */
  #metadata(properties: Readonly<Record<string, unknown>>, path: string): void {
    const { metadata } = properties;
    if (!isRecord(metadata) || !isRecord(metadata["properties"])) return;
    for (const name of Object.keys(metadata["properties"]))
      if (name !== "name" && name !== "generateName")
        this.#report(
          `${path}.properties[metadata].properties[${name}]`,
          "only name and generateName may have a schema",
        );
  }

  #schema(schema: unknown, path: string, root = false): void {
    if (!isRecord(schema)) {
      this.#report(path, "is not an object");
      return;
    }
    if (!this.#enter(schema, path)) return;
    this.#keywords(schema, path);
    const intOrString = schema["x-kubernetes-int-or-string"] === true;
    const free = intOrString || schema["x-kubernetes-preserve-unknown-fields"] === true;
    const { type } = schema;
    if (type === undefined || type === "") {
      if (!free) this.#report(`${path}.type`, "must be given");
    } else if (!types.has(type)) {
      this.#report(`${path}.type`, `${JSON.stringify(type)} is not one of ${[...types].join(", ")}`);
    } else if (intOrString) {
      this.#report(`${path}.type`, "must not be given with x-kubernetes-int-or-string");
    }
    this.#object(schema, path, root);
    this.#array(schema, path);
    for (const name of logic) {
      const list = schema[name];
      if (!Array.isArray(list)) continue;
      for (const [index, one] of list.entries()) this.#condition(one, schema, `${path}.${name}[${index}]`, intOrString);
    }
    if (schema["not"] !== undefined) this.#condition(schema["not"], schema, `${path}.not`, intOrString);
    this.#ancestors.delete(schema);
  }

  #object(schema: Readonly<Record<string, unknown>>, path: string, root: boolean): void {
    const { properties, additionalProperties, type } = schema;
    if (isRecord(properties)) {
      for (const [name, property] of Object.entries(properties)) {
        const below = `${path}.properties[${name}]`;
        if (root && (name === "apiVersion" || name === "kind" || name === "metadata")) this.#keywords(property, below);
        else this.#schema(property, below);
      }
    }
    if (additionalProperties === false)
      this.#report(`${path}.additionalProperties`, "must not be false: unknown fields are dropped in any case");
    else if (additionalProperties !== undefined) {
      if (isRecord(properties) && Object.keys(properties).length > 0)
        this.#report(`${path}.additionalProperties`, "must not be given together with properties");
      if (additionalProperties !== true) this.#schema(additionalProperties, `${path}.additionalProperties`);
    }
    if (schema["x-kubernetes-embedded-resource"] === true) {
      const known = isRecord(properties) || schema["x-kubernetes-preserve-unknown-fields"] === true;
      if (type !== "object") this.#report(`${path}.type`, "must be object with x-kubernetes-embedded-resource");
      else if (!known)
        this.#report(path, "an embedded resource needs properties or x-kubernetes-preserve-unknown-fields");
    }
  }

  #array(schema: Readonly<Record<string, unknown>>, path: string): void {
    const { items, type } = schema;
    if (Array.isArray(items)) {
      this.#report(`${path}.items`, "must be one schema, not a list of schemas");
      return;
    }
    if (items === undefined) {
      if (type === "array") this.#report(`${path}.items`, "must be given for an array");
      return;
    }
    this.#schema(items, `${path}.items`);
    const keys = schema["x-kubernetes-list-map-keys"];
    if (schema["x-kubernetes-list-type"] !== "map") {
      if (keys !== undefined)
        this.#report(`${path}.x-kubernetes-list-map-keys`, "is only allowed with x-kubernetes-list-type: map");
      return;
    }
    const known = isRecord(items) && isRecord(items["properties"]) ? items["properties"] : {};
    if (!Array.isArray(keys) || keys.length === 0)
      this.#report(`${path}.x-kubernetes-list-map-keys`, "must be given for a list of type map");
    else
      for (const key of keys)
        if (!Object.hasOwn(known, String(key)))
          this.#report(
            `${path}.x-kubernetes-list-map-keys`,
            `names ${JSON.stringify(key)}, which the items do not have`,
          );
  }

  /** A schema below allOf, anyOf, oneOf or not: it restricts what stands outside and describes nothing new. */
  #condition(condition: unknown, outside: unknown, path: string, intOrString: boolean): void {
    if (!isRecord(condition)) {
      this.#report(path, "is not an object");
      return;
    }
    if (!this.#enter(condition, path)) return;
    this.#keywords(condition, path);
    for (const name of notInLogic)
      if (condition[name] !== undefined) this.#report(`${path}.${name}`, "is not allowed in a condition");
    for (const name of Object.keys(condition))
      if (name.startsWith("x-kubernetes-") && name !== "x-kubernetes-validations")
        this.#report(`${path}.${name}`, "is not allowed in a condition");
    if (condition["type"] !== undefined && !intOrString)
      this.#report(`${path}.type`, "is not allowed in a condition: declare the type outside of it");
    const around = isRecord(outside) ? outside : {};
    const known = isRecord(around["properties"]) ? around["properties"] : {};
    if (isRecord(condition["properties"])) {
      for (const [name, property] of Object.entries(condition["properties"])) {
        const below = `${path}.properties[${name}]`;
        const described = Object.hasOwn(known, name) ? known[name] : around["additionalProperties"];
        if (!isRecord(described)) this.#report(below, "must also be described outside of the condition");
        else this.#condition(property, described, below, described["x-kubernetes-int-or-string"] === true);
      }
    }
    if (condition["items"] !== undefined) {
      if (isRecord(around["items"])) this.#condition(condition["items"], around["items"], `${path}.items`, false);
      else this.#report(`${path}.items`, "must also be described outside of the condition");
    }
    for (const name of logic) {
      const list = condition[name];
      if (!Array.isArray(list)) continue;
      for (const [index, one] of list.entries())
        this.#condition(one, outside, `${path}.${name}[${index}]`, intOrString);
    }
    if (condition["not"] !== undefined) this.#condition(condition["not"], outside, `${path}.not`, intOrString);
    this.#ancestors.delete(condition);
  }

  /** Whether each keyword has the form that it must have, whatever it says. */
  #keywords(schema: unknown, path: string): void {
    if (!isRecord(schema)) {
      this.#report(path, "is not an object");
      return;
    }
    for (const [name, advice] of Object.entries(forbidden))
      if (schema[name] !== undefined) this.#report(`${path}.${name}`, `is not allowed: ${advice}`);
    for (const [name, form] of Object.entries(forms))
      if (schema[name] !== undefined && schema[name] !== null && !form.fits(schema[name]))
        this.#report(`${path}.${name}`, `must be ${form.name}`);
    if (schema["uniqueItems"] === true)
      this.#report(`${path}.uniqueItems`, "is not allowed: use x-kubernetes-list-type: set");
  }

  #enter(schema: object, path: string): boolean {
    if (this.#ancestors.has(schema)) this.#report(path, "is cyclic: it contains itself");
    else if (this.#ancestors.size >= maxDepth) this.#report(path, `nests deeper than ${maxDepth} levels`);
    else {
      this.#ancestors.add(schema);
      return true;
    }
    return false;
  }
}

interface Form {
  readonly name: string;
  fits(value: unknown): boolean;
}

const text: Form = { name: "a string", fits: (value) => typeof value === "string" };
const flag: Form = { name: "true or false", fits: (value) => typeof value === "boolean" };
const list: Form = { name: "a list", fits: (value) => Array.isArray(value) };
const map: Form = { name: "an object", fits: isRecord };
const texts: Form = {
  name: "a list of strings",
  fits: (value) => Array.isArray(value) && value.every((one) => typeof one === "string"),
};

const forms: Readonly<Record<string, Form>> = {
  description: text,
  title: text,
  format: text,
  pattern: text,
  properties: map,
  required: texts,
  enum: list,
  allOf: list,
  anyOf: list,
  oneOf: list,
  nullable: flag,
  "x-kubernetes-preserve-unknown-fields": flag,
  "x-kubernetes-embedded-resource": flag,
  "x-kubernetes-int-or-string": flag,
  "x-kubernetes-list-type": text,
  "x-kubernetes-list-map-keys": texts,
  "x-kubernetes-validations": list,
};
