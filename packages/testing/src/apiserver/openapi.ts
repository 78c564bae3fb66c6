import type { FieldSchema, SchemaSet } from "client-ts/internal";
import { hashOf } from "./journal.ts";
import { groupVersion, type Json } from "./objects.ts";
import type { ResourceTable, ServedResource } from "./resources.ts";

/** Answers `/openapi/v3`, its documents, and `/openapi/v2`; `undefined` for other paths. */
export function openApiAnswer(table: ResourceTable, pathname: string): Json | undefined {
  if (pathname === "/openapi/v3") {
    const paths: Json = {};
    for (const { group, versions } of table.groups()) {
      for (const version of versions) {
        const path = group === "" ? `api/${version}` : `apis/${group}/${version}`;
        const names = (table.of(group, version) ?? []).map(({ plural }) => plural).join(",");
        paths[path] = { serverRelativeURL: `/openapi/v3/${path}?hash=${hashOf(names).toUpperCase()}` };
      }
    }
    return { paths };
  }
  if (pathname === "/openapi/v2") {
    const resources = [...table.all()];
    return {
      swagger: "2.0",
      info: { title: "Kubernetes", version: "v1.37.1" },
      paths: {},
      definitions: schemasOf(resources, "#/definitions/"),
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
    paths: Object.fromEntries(resources.flatMap(pathsOf)),
    components: { schemas: schemasOf(resources, "#/components/schemas/") },
  };
}

/** The name of a kind's type in OpenAPI documents. */
function modelOf(resource: ServedResource): string {
  if (resource.schema !== undefined) return resource.schema.root;
  const reversed = resource.group.split(".").reverse().join(".");
  return `${reversed}.${resource.version}.${resource.kind}`;
}

const writeParameters = ["dryRun", "fieldManager", "fieldValidation"].map((name) => ({
  name,
  in: "query",
  schema: { type: "string", uniqueItems: true },
}));

function pathsOf(resource: ServedResource): [string, Json][] {
  const base = resource.group === "" ? `/api/${resource.version}` : `/apis/${groupVersion(resource)}`;
  const collection = resource.namespaced
    ? `${base}/namespaces/{namespace}/${resource.plural}`
    : `${base}/${resource.plural}`;
  const kind = { group: resource.group, version: resource.version, kind: resource.kind };
  const content = { "application/json": { schema: { $ref: `#/components/schemas/${modelOf(resource)}` } } };
  const operation = (action: string, write: boolean): Json => ({
    ...(write
      ? {
          parameters:
            action === "patch"
              ? [...writeParameters, { name: "force", in: "query", schema: { type: "boolean" } }]
              : writeParameters,
        }
      : {}),
    ...(write ? { requestBody: { content: action === "patch" ? patchContent : content } } : {}),
    responses: { "200": { description: "OK", content } },
    "x-kubernetes-action": action,
    "x-kubernetes-group-version-kind": kind,
  });
  const verbs = resource.verbs as readonly string[];
  const on = (verb: string, method: string, write: boolean, action = verb): [string, Json][] =>
    verbs.includes(verb) ? [[method, operation(action, write)]] : [];
  return [
    [
      collection,
      Object.fromEntries([
        ...on("list", "get", false),
        ...on("create", "post", true, "post"),
        ...on("deletecollection", "delete", false),
      ]),
    ],
    [
      `${collection}/{name}`,
      Object.fromEntries([
        ...on("get", "get", false),
        ...on("update", "put", true, "put"),
        ...on("patch", "patch", true),
        ...on("delete", "delete", false),
      ]),
    ],
  ];
}

const patchContent = Object.fromEntries(
  [
    "application/apply-patch+yaml",
    "application/json-patch+json",
    "application/merge-patch+json",
    "application/strategic-merge-patch+json",
  ].map((type) => [type, { schema: { type: "object" } }]),
);

function schemasOf(resources: readonly ServedResource[], prefix: string): Json {
  const schemas: Json = {};
  for (const resource of resources) {
    const kind = { group: resource.group, version: resource.version, kind: resource.kind };
    const name = modelOf(resource);
    if (resource.schema !== undefined) addStruct(schemas, resource.schema.set, resource.schema.root, prefix);
    else schemas[name] = structuredClone(resource.custom?.schema ?? { type: "object" });
    (schemas[name] as Json)["x-kubernetes-group-version-kind"] = [kind];
  }
  return schemas;
}

function addStruct(schemas: Json, set: SchemaSet, name: string, prefix: string): void {
  const waiting = [name];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (schemas[next] !== undefined) continue;
    const struct = set.struct(next);
    if (struct === undefined) {
      schemas[next] = { type: "object" };
      continue;
    }
    const properties: Json = {};
    const required: string[] = [];
    for (const [key, field] of struct.fields) {
      properties[key] = schemaOf(field, prefix, waiting);
      if (field.required === true) required.push(key);
    }
    schemas[next] = { type: "object", properties, ...(required.length === 0 ? {} : { required }) };
  }
}

function schemaOf(field: FieldSchema, prefix: string, waiting: string[]): Json {
  const marks: Json = {};
  if (field.listType !== undefined) marks["x-kubernetes-list-type"] = field.listType;
  if (field.listMapKeys !== undefined) marks["x-kubernetes-list-map-keys"] = field.listMapKeys;
  if (field.mapType !== undefined) marks["x-kubernetes-map-type"] = field.mapType;
  if (field.patchStrategy !== undefined) marks["x-kubernetes-patch-strategy"] = field.patchStrategy.join(",");
  if (field.patchMergeKey !== undefined) marks["x-kubernetes-patch-merge-key"] = field.patchMergeKey;
  if (field.enum !== undefined) marks["enum"] = field.enum;
  if (field.default !== undefined) marks["default"] = field.default;
  switch (field.type) {
    case "struct":
      waiting.push(field.struct!);
      return { allOf: [{ $ref: prefix + field.struct }], ...marks };
    case "list":
      return { type: "array", items: schemaOf(field.items!, prefix, waiting), ...marks };
    case "map":
      return { type: "object", additionalProperties: schemaOf(field.items!, prefix, waiting), ...marks };
    case "bytes":
      return { type: "string", format: "byte", ...marks };
    case "time":
    case "microTime":
      return { type: "string", format: "date-time", ...marks };
    case "intOrString":
      return { format: "int-or-string", oneOf: [{ type: "integer" }, { type: "string" }], ...marks };
    case "quantity":
      return { oneOf: [{ type: "string" }, { type: "number" }], ...marks };
    case "json":
      return { ...marks };
    case "duration":
      return { type: "string", ...marks };
    default:
      return { type: field.type, ...marks };
  }
}
