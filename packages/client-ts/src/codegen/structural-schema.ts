/**
 * From JSON Schema to a structural schema, as CustomResourceDefinitions need it. References are inlined. Keywords that
 * have an equivalent are rewritten: `const` to `enum`, `null` to `nullable`, numeric exclusive limits to flags, closed
 * objects to open ones (servers drop unknown fields), unions of values to `enum`, unions of integer and string to
 * `x-kubernetes-int-or-string`, unions of objects to one object with conditions, `allOf` to one schema. Keywords
 * without a structural form are reported with their names and paths.
 */
import type { JSONSchemaProps } from "../api/apiextensions/v1.ts";
import { deepEqual } from "../meta/index.ts";
import { defined, isRecord } from "../util/index.ts";
import type { ReportProblem } from "./check-schema.ts";
import { goPattern } from "./go-pattern.ts";
import { conditionOf, serverFormats } from "./json-schema.ts";
import { objectUnion } from "./object-union.ts";

type Source = Readonly<Record<string, unknown>>;

/** The structural schema of a JSON Schema. What it returns is of use only when nothing was reported. */
export function structuralSchema(schema: unknown, report: ReportProblem): JSONSchemaProps {
  return new Lowering(schema, report).schema(schema, "");
}

/** Keywords without a structural form, and what to use instead. */
const withoutForm: Readonly<Record<string, string>> = {
  if: "use a rule in x-kubernetes-validations",
  dependentRequired: "use a rule in x-kubernetes-validations",
  dependentSchemas: "use a rule in x-kubernetes-validations",
  dependencies: "use a rule in x-kubernetes-validations",
  contains: "use a rule in x-kubernetes-validations",
  patternProperties: "use additionalProperties",
  prefixItems: "use an object with a field for each element",
  additionalItems: "use items",
  $dynamicRef: "use $ref",
};

const plainKeywords = [
  "title",
  "description",
  "default",
  "example",
  "format",
  "multipleOf",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "minProperties",
  "maxProperties",
] as const;

/** The integers that JavaScript has; libraries write them as limits, and they say nothing about the value. */
const limitOfIntegers = Number.MAX_SAFE_INTEGER;

class Lowering {
  readonly #root: unknown;
  readonly #report: ReportProblem;
  /** References and schemas that are being followed. */
  readonly #following = new Set<unknown>();
  /** What was followed to get a part of a union. */
  readonly #origins = new WeakMap<Source, readonly unknown[]>();

  constructor(root: unknown, report: ReportProblem) {
    this.#root = root;
    this.#report = report;
  }

  schema(source: unknown, path: string): JSONSchemaProps {
    if (source === true) return { "x-kubernetes-preserve-unknown-fields": true };
    if (!isRecord(source)) return this.#refuse(path, source === false ? "allows no value" : "is not a schema");
    if (this.#following.has(source)) return this.#refuse(path, "is recursive, which a structural schema cannot be");
    this.#following.add(source);
    try {
      return this.#withReference(source, path, (flat) => this.#flat(flat, path));
    } finally {
      this.#following.delete(source);
    }
  }

  #refuse(path: string, problem: string): JSONSchemaProps {
    this.#report(path === "" ? "the schema" : path, problem);
    return { type: "object" };
  }

  /** Puts what `$ref` and `allOf` lead to in their place, and hands the result on while they are followed. */
  #withReference<T>(source: Source, path: string, next: (flat: Source) => T): T {
    const { $ref, allOf, ...own } = source;
    let flat: Source = own;
    if ($ref !== undefined) {
      const target = this.#target($ref);
      if (target === undefined || this.#following.has(target)) {
        const problem = target === undefined ? "does not exist" : "is recursive, which a structural schema cannot be";
        this.#refuse(path, `$ref ${JSON.stringify($ref)} ${problem}`);
        return next({ type: "object" });
      }
      this.#following.add(target);
      try {
        // Keywords next to a reference override those of its target.
        return this.#withReference(isRecord(target) ? target : {}, path, (found) =>
          this.#withReference({ ...found, ...own, ...defined({ allOf }) }, path, next),
        );
      } finally {
        this.#following.delete(target);
      }
    }
    for (const part of Array.isArray(allOf) ? allOf : []) {
      if (!isRecord(part)) this.#refuse(path, '"allOf" has a part that is not a schema');
      else flat = this.#withReference(part, path, (found) => this.#merged(flat, found, path));
    }
    return next(flat);
  }

  /** What a local reference (`#/$defs/Host`) leads to. */
  #target(reference: unknown): unknown {
    if (typeof reference !== "string" || !reference.startsWith("#")) return undefined;
    let target: unknown = this.#root;
    for (const step of reference.slice(1).split("/").slice(1)) {
      const name = decodeStep(step);
      if (typeof target !== "object" || target === null || !Object.hasOwn(target, name)) return undefined;
      target = (target as Source)[name];
    }
    return target;
  }

  /** Two schemas that both have to hold, as one. */
  #merged(one: Source, other: Source, path: string): Source {
    const merged: Record<string, unknown> = { ...one };
    for (const [keyword, value] of Object.entries(other)) {
      const present = merged[keyword];
      if (present === undefined || deepEqual(present, value)) merged[keyword] = value;
      else if (keyword === "description" || keyword === "title" || keyword === "default") continue;
      else if (keyword === "properties" && isRecord(present) && isRecord(value)) merged[keyword] = both(present, value);
      else if (keyword === "required" && Array.isArray(present) && Array.isArray(value))
        merged[keyword] = [...new Set([...present, ...value])];
      else if (keyword === "items") merged[keyword] = { allOf: [present, value] };
      else if (typeof present === "number" && typeof value === "number" && /^(?:min|exclusiveMin)/.test(keyword))
        merged[keyword] = Math.max(present, value);
      else if (typeof present === "number" && typeof value === "number" && /^(?:max|exclusiveMax)/.test(keyword))
        merged[keyword] = Math.min(present, value);
      else if (keyword === "enum" && Array.isArray(present) && Array.isArray(value))
        merged[keyword] = present.filter((item) => value.some((one) => deepEqual(one, item)));
      else if (keyword === "type" && [present, value].sort().join() === "integer,number") merged[keyword] = "integer";
      else this.#refuse(path, `"allOf" has two values for ${JSON.stringify(keyword)} that cannot be combined`);
    }
    return merged;
  }

  /** A schema without references and `allOf`. */
  #flat(source: Source, path: string): JSONSchemaProps {
    for (const [keyword, advice] of Object.entries(withoutForm))
      if (source[keyword] !== undefined) this.#refuse(path, `"${keyword}" has no structural form: ${advice}`);
    const { anyOf, oneOf, ...rest } = source;
    if (Array.isArray(anyOf)) return this.#union(rest, "anyOf", anyOf, path);
    if (Array.isArray(oneOf)) return this.#union(rest, "oneOf", oneOf, path);
    const { nullable, values, types } = valuesAndTypes(source);
    const schema = this.#typed(source, types, values, path);
    return nullable ? { ...schema, nullable: true } : schema;
  }

  #typed(
    source: Source,
    types: readonly string[],
    values: readonly unknown[] | undefined,
    path: string,
  ): JSONSchemaProps {
    const common = this.#common(source, path);
    if (source["x-kubernetes-int-or-string"] === true || isIntOrString(types)) {
      const { type: _, ...others } = { ...common, ...this.#number(source) };
      return { ...others, "x-kubernetes-int-or-string": true };
    }
    const [type, ...more] = types;
    if (more.length > 0) return this.#refuse(path, `a union of ${types.join(" and ")} has no structural form`);
    const restricted: JSONSchemaProps = values === undefined ? common : { ...common, enum: [...values] };
    switch (type) {
      case undefined:
        return { ...restricted, "x-kubernetes-preserve-unknown-fields": true };
      case "object":
        return { ...restricted, type, ...this.#object(source, path) };
      case "array":
        return { ...restricted, type, ...this.#array(source, path) };
      case "integer":
      case "number":
        return { ...restricted, type, ...this.#number(source) };
      case "string":
      case "boolean":
        return { ...restricted, type };
      default:
        return this.#refuse(path, `the type ${JSON.stringify(type)} has no structural form`);
    }
  }

  /** What schemas of all types can have. */
  #common(source: Source, path: string): JSONSchemaProps {
    const schema: JSONSchemaProps = {};
    for (const keyword of plainKeywords)
      if (source[keyword] !== undefined) Object.assign(schema, { [keyword]: source[keyword] });
    if (source["contentEncoding"] === "base64" || source["format"] === "base64") schema.format = "byte";
    for (const [keyword, value] of Object.entries(source))
      if (keyword.startsWith("x-kubernetes-")) Object.assign(schema, { [keyword]: value });
    const { pattern, not } = source;
    if (typeof pattern === "string") {
      const translated = goPattern(pattern);
      if (typeof translated === "string") schema.pattern = translated;
      // The server checks the format itself.
      else if (!serverFormats.has(String(source["format"])))
        this.#refuse(path, `the pattern ${JSON.stringify(pattern)} cannot be used: ${translated.why}`);
    }
    if (not !== undefined) {
      const condition = isRecord(not) ? conditionOf(this.schema({ ...typeOf(source), ...not }, path)) : {};
      if (Object.keys(condition).length === 0) this.#refuse(path, '"not" has no structural form for this schema');
      else schema.not = condition;
    }
    return schema;
  }

  #number(source: Source): JSONSchemaProps {
    const schema: JSONSchemaProps = {};
    const limit = (name: "minimum" | "maximum", exclusiveName: "exclusiveMinimum" | "exclusiveMaximum"): void => {
      const exclusive = source[exclusiveName];
      const inclusive = source[name];
      const tighter = (a: number, b: number): boolean => (name === "minimum" ? a >= b : a <= b);
      if (typeof exclusive === "number" && (typeof inclusive !== "number" || tighter(exclusive, inclusive))) {
        schema[name] = exclusive;
        schema[exclusiveName] = true;
      } else if (typeof inclusive === "number" && Math.abs(inclusive) < limitOfIntegers) {
        schema[name] = inclusive;
        if (exclusive === true) schema[exclusiveName] = true;
      }
    };
    limit("minimum", "exclusiveMinimum");
    limit("maximum", "exclusiveMaximum");
    return schema;
  }

  #object(source: Source, path: string): JSONSchemaProps {
    const { required, propertyNames } = source;
    let { properties = {}, additionalProperties } = source;
    if (!isRecord(properties)) return this.#refuse(path, '"properties" is not an object');
    const names = isRecord(propertyNames) ? propertyNames["enum"] : undefined;
    if (Array.isArray(names) && isRecord(additionalProperties)) {
      properties = Object.fromEntries(names.map((name) => [String(name), additionalProperties]));
      additionalProperties = undefined;
    } else if (isRecord(propertyNames) && Object.keys(propertyNames).some((keyword) => keyword !== "type")) {
      this.#refuse(path, '"propertyNames" has no structural form: use a rule in x-kubernetes-validations');
    }
    const own = Object.entries(properties as Source).map(([name, property]): [string, JSONSchemaProps] => [
      name,
      this.schema(property, path === "" ? name : `${path}.${name}`),
    ]);
    const schema: JSONSchemaProps = own.length === 0 ? {} : { properties: Object.fromEntries(own) };
    if (Array.isArray(required) && required.length > 0) schema.required = required.map(String);
    if (additionalProperties === undefined || additionalProperties === false) return schema;
    if (additionalProperties === true || (isRecord(additionalProperties) && isAnything(additionalProperties)))
      return { ...schema, "x-kubernetes-preserve-unknown-fields": true };
    if (own.length > 0)
      return this.#refuse(
        path,
        '"additionalProperties" together with "properties" has no structural form: use a field for them',
      );
    return { ...schema, additionalProperties: this.schema(additionalProperties, `${path}{}`) };
  }

  #array(source: Source, path: string): JSONSchemaProps {
    const { items = true, uniqueItems } = source;
    if (Array.isArray(items)) return this.#refuse(path, 'a list of schemas in "items" has no structural form');
    const schema: JSONSchemaProps = { items: this.schema(items, `${path}[]`) };
    if (uniqueItems !== true || source["x-kubernetes-list-type"] !== undefined) return schema;
    const { type } = schema.items as JSONSchemaProps;
    if (type === "object" || type === "array" || type === undefined)
      return this.#refuse(path, '"uniqueItems" has no structural form for objects: use x-kubernetes-list-type: map');
    return { ...schema, "x-kubernetes-list-type": "set" };
  }

  /** A part of a union, without references. */
  #branch(part: unknown, path: string): Source {
    if (!isRecord(part)) return { not: {} };
    return this.#withReference(part, path, (flat) => {
      const branch = { ...flat };
      this.#origins.set(branch, [...this.#following]);
      return branch;
    });
  }

  /** Runs a function while the schemas that led to a part of a union count as followed: it may be recursive too. */
  #inside<T>(branch: Source, run: () => T): T {
    const added = (this.#origins.get(branch) ?? []).filter((one) => !this.#following.has(one));
    for (const one of added) this.#following.add(one);
    try {
      return run();
    } finally {
      for (const one of added) this.#following.delete(one);
    }
  }

  #union(rest: Source, keyword: "anyOf" | "oneOf", list: readonly unknown[], path: string): JSONSchemaProps {
    const all = list.map((one) => this.#branch(one, path));
    const branches = all.filter((one) => !isNull(one));
    const nullable = branches.length < all.length ? { nullable: true } : {};
    const [only] = branches;
    if (only !== undefined && branches.length === 1)
      return this.#inside(only, () => ({ ...this.#flat({ ...only, ...rest }, path), ...nullable }));
    const facts = branches.map(valuesAndTypes);
    const orNull = facts.some((one) => one.nullable) ? { nullable: true } : nullable;
    const types = [...new Set(facts.flatMap((one) => one.types))];
    if (facts.every(({ values }) => values !== undefined)) {
      const values = facts.flatMap((one) => one.values ?? []);
      return { ...this.#flat({ ...rest, type: types, enum: [...new Set(values)] }, path), ...orNull };
    }
    if (isIntOrString(types)) {
      const limits = Object.assign({}, ...branches.map(({ type: _, description: __, ...others }) => others)) as Source;
      return { ...this.#flat({ ...limits, ...rest, "x-kubernetes-int-or-string": true }, path), ...orNull };
    }
    if (types.length !== 1 || facts.some((one) => one.types.length === 0))
      return this.#refuse(path, `a union of ${types.join(" and ") || "anything"} has no structural form`);
    const lowered = branches.map((branch) => this.#inside(branch, () => this.#flat(branch, path)));
    const common = this.#flat({ ...rest, type: types[0] }, path);
    if (types[0] === "object") {
      const merged = objectUnion(lowered, keyword, branches.map(isClosed));
      if (typeof merged === "string") return this.#refuse(path, merged);
      return { ...common, ...merged, ...orNull };
    }
    if (types[0] === "array") return this.#refuse(path, "a union of arrays has no structural form");
    return { ...common, [keyword]: lowered.map(conditionOf), ...orNull };
  }
}

/** The values that `const` and `enum` allow, the types, and whether null is among them. */
function valuesAndTypes(source: Source): { values: unknown[] | undefined; types: string[]; nullable: boolean } {
  const given = Array.isArray(source["enum"]) ? source["enum"] : "const" in source ? [source["const"]] : undefined;
  const values = given?.filter((value) => value !== null);
  const declared = [source["type"] ?? []].flat().map(String);
  const types = declared.filter((type) => type !== "null");
  const nullable =
    source["nullable"] === true || types.length < declared.length || (given?.length ?? 0) > (values?.length ?? 0);
  return { values, nullable, types: types.length > 0 ? types : impliedTypes(source, values) };
}

/** The type of a schema that does not say it, from its other keywords. */
function impliedTypes(source: Source, values: readonly unknown[] | undefined): string[] {
  if (values !== undefined) return [...new Set(values.map(typeOfValue))];
  const has = (...keywords: string[]): boolean => keywords.some((keyword) => source[keyword] !== undefined);
  if (has("properties", "additionalProperties", "required", "minProperties")) return ["object"];
  if (has("items", "minItems", "maxItems", "uniqueItems")) return ["array"];
  if (has("pattern", "minLength", "maxLength")) return ["string"];
  return has("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf") ? ["number"] : [];
}

function typeOfValue(value: unknown): string {
  if (Array.isArray(value)) return "array";
  return typeof value === "number" ? (Number.isInteger(value) ? "integer" : "number") : typeof value;
}

function typeOf(source: Source): Source {
  return defined({ type: source["type"] });
}

function isIntOrString(types: readonly string[]): boolean {
  return types.length === 2 && types.includes("integer") && types.includes("string");
}

function isNull(source: Source): boolean {
  return source["type"] === "null" || ("const" in source && source["const"] === null);
}

function isAnything(source: Source): boolean {
  return Object.keys(source).every((keyword) => keyword === "description" || keyword === "title");
}

function isClosed(source: Source): boolean {
  return source["additionalProperties"] === false;
}

function both(one: Source, other: Source): Source {
  const merged: Record<string, unknown> = { ...one };
  for (const [name, schema] of Object.entries(other))
    merged[name] = Object.hasOwn(one, name) && !deepEqual(one[name], schema) ? { allOf: [one[name], schema] } : schema;
  return merged;
}

function decodeStep(step: string): string {
  let text = step;
  try {
    text = decodeURIComponent(step);
  } catch {
    // Not encoded: it stands for itself.
  }
  return text.replaceAll("~1", "/").replaceAll("~0", "~");
}
