import { isObject, type Json } from "../objects.ts";
import type { ServedResource } from "../resources.ts";
import {
  itemsDescription,
  listMetadataDescription,
  objectMetadataDescription,
  typeDescriptions,
} from "./field-descriptions.ts";

const objectMeta = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta";
const listMeta = "io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta";

/** How a document refers to its schemas, and which version of OpenAPI it has. */
export interface SchemaStyle {
  readonly prefix: string;
  readonly isV2: boolean;
}

const typeMeta = {
  apiVersion: { description: typeDescriptions.apiVersion, type: "string" },
  kind: { description: typeDescriptions.kind, type: "string" },
};

/** The published schema of a custom kind: that of its definition, with what every object has. */
export function customSchema({ custom }: ServedResource, style: SchemaStyle): Json {
  const schema = custom?.schema;
  const isOpen = schema?.["x-kubernetes-preserve-unknown-fields"] === true;
  // Version 2 has no way to say that other fields are allowed.
  if (schema === undefined || (style.isV2 && isOpen)) return { type: "object" };
  const published = publishedSchema(schema, style);
  const properties = isObject(published["properties"]) ? published["properties"] : {};
  const metadata = described(objectMetadataDescription, objectMeta, style);
  return { ...published, properties: { ...properties, ...typeMeta, metadata } };
}

/** The schema of a list of a custom kind. */
export function customListSchema(resource: ServedResource, model: string, style: SchemaStyle): Json {
  const items = {
    description: itemsDescription(resource.plural),
    type: "array",
    items: { $ref: style.prefix + model },
  };
  return {
    description: `${resource.listKind} is a list of ${resource.kind}`,
    type: "object",
    required: ["items"],
    properties: { ...typeMeta, items, metadata: described(listMetadataDescription, listMeta, style) },
  };
}

function described(description: string, model: string, { prefix, isV2 }: SchemaStyle): Json {
  const reference = { $ref: prefix + model };
  return isV2 ? { description, ...reference } : { description, allOf: [reference] };
}

function publishedSchema(given: Json, style: SchemaStyle): Json {
  const schema = style.isV2 ? inVersion2(given) : inVersion3(given);
  const below = (value: unknown): unknown => (isObject(value) ? publishedSchema(value, style) : value);
  const { properties } = schema;
  for (const name of ["items", "additionalProperties"])
    if (schema[name] !== undefined) schema[name] = below(schema[name]);
  if (isObject(properties))
    schema["properties"] = Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, below(one)]));
  return schema;
}

function inVersion3(given: Json): Json {
  const schema = { ...given };
  if (schema["x-kubernetes-int-or-string"] === true) schema["anyOf"] ??= [{ type: "integer" }, { type: "string" }];
  return schema;
}

/** Version 2 knows no junctors, no null, and no fields that a schema does not name. */
function inVersion2(given: Json): Json {
  const { allOf: _all, oneOf: _one, anyOf: _any, not: _not, default: _default, nullable, ...schema } = given;
  const isOpen = schema["x-kubernetes-preserve-unknown-fields"] === true;
  if (nullable === true || isOpen) {
    delete schema["items"];
    delete schema["properties"];
  }
  if (nullable === true || (isOpen && schema["type"] === "object")) delete schema["type"];
  if (schema["type"] === "array" && schema["items"] === undefined) delete schema["type"];
  const { required, properties } = schema;
  if (!Array.isArray(required) || !isObject(properties)) return schema;
  const kept = required.filter((name) => {
    const property = properties[String(name)];
    return !isObject(property) || property["nullable"] !== true;
  });
  if (kept.length > 0) schema["required"] = kept;
  else delete schema["required"];
  return schema;
}
