import type { CustomResourceDefinition, JSONSchemaProps } from "client-ts/api/apiextensions/v1";
import fc from "fast-check";

/**
 * How much of a schema a sample shows: what is required; also the optional fields that can be set without knowing what
 * they mean; or every field at every depth, with one item in each list and one entry in each map.
 */
export type Extent = "narrow" | "wide" | "deep";

/** An object of a kind that its schema accepts. */
export function sampleObject(
  { spec }: CustomResourceDefinition,
  { name, extent }: { readonly name: string; readonly extent: Extent },
): Record<string, unknown> {
  const version = spec.versions.find((one) => one.storage);
  const schema = version?.schema?.openAPIV3Schema ?? {};
  const { status: _, apiVersion: __, kind: ___, metadata: ____, ...properties } = schema.properties ?? {};
  const body = sampleOf({ ...schema, properties }, extent) as Record<string, unknown>;
  // Most schemas do not ask for a spec, and an object without one shows nothing.
  if (properties["spec"] !== undefined) body["spec"] ??= sampleOf(properties["spec"], extent);
  return { apiVersion: `${spec.group}/${version?.name}`, kind: spec.names.kind, metadata: { name }, ...body };
}

function sampleOf(schema: JSONSchemaProps, extent: Extent): unknown {
  if (schema.default !== undefined) return schema.default;
  if (schema.enum !== undefined) return schema.enum.find((value) => value !== "") ?? schema.enum[0];
  if (schema["x-kubernetes-int-or-string"] === true) return schema.pattern === undefined ? 1 : textFor(schema);
  switch (schema.type) {
    case "string":
      return textFor(schema);
    case "integer":
    case "number":
      return schema.minimum !== undefined && schema.minimum > 1 ? schema.minimum : Math.min(1, schema.maximum ?? 1);
    case "boolean":
      return true;
    case "array": {
      const items = schema.items as JSONSchemaProps;
      const least = extent === "deep" ? 1 : 0;
      const length = Math.min(Math.max(schema.minItems ?? 0, least), schema.maxItems ?? Number.POSITIVE_INFINITY);
      return Array.from({ length }, () => sampleOf(items, extent));
    }
    case "object":
      return objectFor(schema, extent);
    default:
      return {};
  }
}

function objectFor(schema: JSONSchemaProps, extent: Extent): object {
  const properties = schema.properties ?? {};
  const needed = new Set([...(schema.required ?? []), ...requiredByConditions(schema)]);
  if ((schema.oneOf ?? schema.anyOf ?? schema["x-kubernetes-validations"]) === undefined)
    for (const [name, property] of Object.entries(properties))
      if (extent === "deep" || (extent === "wide" && isPlain(property))) needed.add(name);
  if ((schema.minProperties ?? 0) > needed.size)
    for (const name of Object.keys(properties).slice(0, schema.minProperties)) needed.add(name);
  const entries = [...needed]
    .filter((name) => Object.hasOwn(properties, name))
    .map((name) => [name, sampleOf(properties[name] ?? {}, extent)]);
  const values = schema.additionalProperties;
  if (extent === "deep" && typeof values === "object") entries.push(["key", sampleOf(values, extent)]);
  return Object.fromEntries(entries);
}

/** What the first of several conditions asks for. */
function requiredByConditions({ oneOf, anyOf, allOf }: JSONSchemaProps): string[] {
  const first = (oneOf ?? anyOf)?.[0];
  const parts = [...(first === undefined ? [] : [first]), ...(allOf ?? [])];
  return parts.flatMap((part) => [...(part.required ?? []), ...requiredByConditions(part)]);
}

/** Fields that can be set without knowing what they mean. */
function isPlain(schema: JSONSchemaProps): boolean {
  if (schema["x-kubernetes-validations"] !== undefined || schema.nullable === true) return false;
  if (schema.type === "boolean") return true;
  return schema.type === "string" && schema.pattern === undefined && schema.format === undefined;
}

const formats: Readonly<Record<string, string>> = {
  "date-time": "2026-01-01T00:00:00Z",
  date: "2026-01-01",
  duration: "1h",
  uri: "https://example.com",
  byte: "YQ==",
  ipv4: "192.0.2.1",
  email: "a@example.com",
  hostname: "example.com",
};

function textFor({ format = "", pattern, minLength = 0 }: JSONSchemaProps): string {
  if (formats[format] !== undefined) return formats[format];
  if (pattern === undefined) return "a".repeat(Math.max(1, minLength));
  // Go's inline flags are none of JavaScript's; without them the pattern accepts less.
  const expression = new RegExp(pattern.replaceAll(/\(\?[a-z]+\)/g, ""));
  for (const candidate of ["a", "1", "1h", "1h0m0s", "https://example.com", "example.com", "a.b", "1.2.3", "v1.30.0"])
    if (candidate.length >= minLength && expression.test(candidate)) return candidate;
  const matching = fc.stringMatching(expression).filter((text) => text.length >= minLength);
  return fc.sample(matching, { numRuns: 1, seed: 1 })[0] ?? "";
}
