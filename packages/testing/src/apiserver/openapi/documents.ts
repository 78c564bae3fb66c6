import { defined, type FieldSchema, type SchemaSet } from "client-ts/internal";
import { patchTypes } from "client-ts/meta";
import { hashOf } from "../journal.ts";
import type { Json } from "../objects.ts";
import type { ResourceTable, ServedResource } from "../resources.ts";
import { customListSchema, customSchema, type SchemaStyle } from "./custom-schema.ts";
import { descriptionOf } from "./field-descriptions.ts";
import { type PathStyle, pathsOf } from "./paths.ts";

/** A document as it is sent. */
export interface ServedDocument {
  readonly body: Buffer;
  readonly etag: string;
}

/** The documents of a table as it is now. */
interface KeptDocuments {
  readonly changes: number;
  readonly byPath: Map<string, ServedDocument>;
}

const kept = new WeakMap<ResourceTable, KeptDocuments>();

/** `/openapi/v3`, its documents, and `/openapi/v2`, kept until a definition changes; `undefined` for other paths. */
export function openApiDocument(table: ResourceTable, pathname: string): ServedDocument | undefined {
  let documents = kept.get(table);
  if (documents?.changes !== table.changes) {
    documents = { changes: table.changes, byPath: new Map() };
    kept.set(table, documents);
  }
  const known = documents.byPath.get(pathname);
  if (known !== undefined) return known;
  const value = openApiValue(table, pathname);
  if (value === undefined) return undefined;
  const body = Buffer.from(`${JSON.stringify(value)}\n`);
  const document = { body, etag: `"${hashOf(body).toUpperCase()}"` };
  documents.byPath.set(pathname, document);
  return document;
}

function openApiValue(table: ResourceTable, pathname: string): Json | undefined {
  if (pathname === "/openapi/v3") {
    const paths: Json = {};
    for (const { group, versions } of table.groups()) {
      for (const version of versions) {
        const path = group === "" ? `api/${version}` : `apis/${group}/${version}`;
        const served = (table.of(group, version) ?? []).map(({ plural, custom }) => [plural, custom?.schema]);
        const hash = hashOf(JSON.stringify(served)).toUpperCase();
        paths[path] = { serverRelativeURL: `/openapi/v3/${path}?hash=${hash}` };
      }
    }
    return { paths };
  }
  if (pathname === "/openapi/v2") {
    const resources = [...table.all()];
    return {
      swagger: "2.0",
      info: { title: "Kubernetes", version: "v1.37.1" },
      paths: Object.fromEntries(resources.flatMap((one) => pathsOf(one, modelOf(one), v2Style))),
      definitions: schemasOf(resources, undefined, v2Style),
    };
  }
  const match = /^\/openapi\/v3\/(?:api\/([^/]+)|apis\/([^/]+)\/([^/]+))$/.exec(pathname);
  if (match === null) return undefined;
  const [, coreVersion, group = "", version = coreVersion ?? ""] = match;
  const resources = table.of(group, version);
  if (resources === undefined) return undefined;
  return {
    openapi: "3.0.0",
    info: { title: "Kubernetes", version: "v1.37.1" },
    paths: Object.fromEntries(resources.flatMap((one) => pathsOf(one, modelOf(one), v3Style))),
    components: { schemas: schemasOf(resources, table.find("", "v1", "pods")?.schema?.set, v3Style) },
  };
}

/** The name of a kind's type in OpenAPI documents. */
function modelOf(resource: ServedResource): string {
  if (resource.schema !== undefined) return resource.schema.root;
  const reversed = resource.group.split(".").reverse().join(".");
  return `${reversed}.${resource.version}.${resource.kind}`;
}

/** The types that have a schema of their own although they are single values. */
const scalars: Readonly<Record<string, { readonly name: string; readonly v2: Json; readonly v3: Json }>> = {
  quantity: {
    name: "io.k8s.apimachinery.pkg.api.resource.Quantity",
    v2: { type: "string" },
    v3: { oneOf: [{ type: "string" }, { type: "number" }] },
  },
  intOrString: {
    name: "io.k8s.apimachinery.pkg.util.intstr.IntOrString",
    v2: { type: "string", format: "int-or-string" },
    v3: { format: "int-or-string", oneOf: [{ type: "integer" }, { type: "string" }] },
  },
};

const v2Style: SchemaStyle & PathStyle = {
  prefix: "#/definitions/",
  isV2: true,
  parameter: (name, place, type) => ({
    uniqueItems: true,
    type,
    name,
    in: place,
    ...defined({ required: place === "path" || undefined }),
  }),
  bodies: ({ model, body }) => {
    const schema = { $ref: `#/definitions/${model}` };
    const sent = body === "patch" ? { type: "object" } : schema;
    return {
      ...defined({
        parameters: body !== "none" ? [{ name: "body", in: "body", required: true, schema: sent }] : undefined,
      }),
      consumes: body === "patch" ? patchMediaTypes : ["application/json", "application/yaml"],
      produces: ["application/json", "application/yaml"],
      schemes: ["https"],
      responses: { "200": { description: "OK", schema }, "401": { description: "Unauthorized" } },
    };
  },
};

const v3Style: SchemaStyle & PathStyle = {
  prefix: "#/components/schemas/",
  isV2: false,
  parameter: (name, place, type) => ({
    name,
    in: place,
    ...defined({ required: place === "path" || undefined }),
    schema: { type, uniqueItems: true },
  }),
  bodies: ({ model, body }) => {
    const content = { "application/json": { schema: { $ref: `#/components/schemas/${model}` } } };
    return {
      ...defined({
        requestBody:
          body !== "none" ? { content: body === "patch" ? patchContent : content, required: true } : undefined,
      }),
      responses: { "200": { description: "OK", content }, "401": { description: "Unauthorized" } },
    };
  },
};

const patchMediaTypes = Object.values(patchTypes).sort();

const patchContent = Object.fromEntries(patchMediaTypes.map((type) => [type, { schema: { type: "object" } }]));

function schemasOf(resources: readonly ServedResource[], metaTypes: SchemaSet | undefined, style: SchemaStyle): Json {
  const schemas: Json = {};
  for (const resource of resources) {
    const kind = { group: resource.group, version: resource.version, kind: resource.kind };
    const name = modelOf(resource);
    if (resource.schema !== undefined) addStruct(schemas, resource.schema.set, resource.schema.root, style);
    else {
      schemas[name] = customSchema(resource, style);
      const listName = `${name}List`;
      const listKind = [{ ...kind, kind: resource.listKind }];
      schemas[listName] = {
        ...customListSchema(resource, name, style),
        "x-kubernetes-group-version-kind": listKind,
      };
      if (metaTypes !== undefined)
        for (const one of ["ObjectMeta", "ListMeta"])
          addStruct(schemas, metaTypes, `io.k8s.apimachinery.pkg.apis.meta.v1.${one}`, style);
    }
    (schemas[name] as Json)["x-kubernetes-group-version-kind"] = [kind];
  }
  return schemas;
}

function addStruct(schemas: Json, set: SchemaSet, name: string, style: SchemaStyle): void {
  const waiting = [name];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (schemas[next] !== undefined) continue;
    const scalar = Object.values(scalars).find((one) => one.name === next);
    if (scalar !== undefined) {
      schemas[next] = style.isV2 ? scalar.v2 : scalar.v3;
      continue;
    }
    const struct = set.struct(next);
    if (struct === undefined) {
      schemas[next] = { type: "object" };
      continue;
    }
    const properties: Json = {};
    const required: string[] = [];
    for (const [key, field] of struct.fields) {
      const described = { ...field, description: descriptionOf(next, key) };
      properties[key] = schemaOf(described, style, waiting);
      if (field.required === true) required.push(key);
    }
    schemas[next] = {
      type: "object",
      ...defined({
        properties: struct.fields.size !== 0 ? properties : undefined,
        required: required.length !== 0 ? required : undefined,
      }),
    };
  }
}

function schemaOf(
  field: FieldSchema & { readonly description?: string | undefined },
  style: SchemaStyle,
  waiting: string[],
): Json {
  const marks: Json = defined({
    description: field.description,
    "x-kubernetes-list-type": field.listType,
    "x-kubernetes-list-map-keys": field.listMapKeys,
    "x-kubernetes-map-type": field.mapType,
    "x-kubernetes-patch-strategy": field.patchStrategy?.join(","),
    "x-kubernetes-patch-merge-key": field.patchMergeKey,
    enum: field.enum,
    default: field.default,
  });
  switch (field.type) {
    case "struct":
      return reference(field.struct!, style, waiting, marks);
    case "list":
      return { type: "array", items: schemaOf(field.items!, style, waiting), ...marks };
    case "map":
      return { type: "object", additionalProperties: schemaOf(field.items!, style, waiting), ...marks };
    case "bytes":
      return { type: "string", format: "byte", ...marks };
    case "time":
    case "microTime":
      return { type: "string", format: "date-time", ...marks };
    case "intOrString":
    case "quantity":
      return reference(scalars[field.type]!.name, style, waiting, marks);
    case "json":
      return { ...marks };
    case "duration":
      return { type: "string", ...marks };
    default:
      return { type: field.type, ...marks };
  }
}

/** Version 2 does not need the junctor around a reference. */
function reference(name: string, { prefix, isV2 }: SchemaStyle, waiting: string[], marks: Json): Json {
  waiting.push(name);
  const target = { $ref: prefix + name };
  return isV2 || Object.keys(marks).length === 0 ? { ...target, ...marks } : { allOf: [target], ...marks };
}
