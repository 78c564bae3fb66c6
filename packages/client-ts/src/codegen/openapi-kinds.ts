import type { JSONSchemaProps } from "../api/apiextensions/v1.ts";
import type { Client } from "../client/index.ts";
import { describeResources, newOpenApiRoot, type OpenApiDocument } from "../discovery/index.ts";
import { escapeForPrint, InvalidArgumentError, ProtocolError } from "../errors/index.ts";
import { isDns1035Label, isDnsLabel, isDnsSubdomain, parseApiVersion, type Resource } from "../meta/index.ts";
import { isRecord } from "../util/index.ts";
import type { KindModel, Schema } from "./kind-model.ts";

/** Options of {@link readClusterKinds}. */
export interface ClusterKindsOptions {
  /** The API groups to read. Default: all that client-ts does not have itself. */
  readonly groups?: readonly string[] | undefined;
  /** Called before each group version is read. */
  readonly onProgress?: ((groupVersion: string, done: number, total: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * The kinds that a server serves, from its discovery and its OpenAPI v3 documents. This needs no permission to read
 * CustomResourceDefinitions and finds aggregated APIs as well.
 */
export async function readClusterKinds(client: Client, options: ClusterKindsOptions = {}): Promise<KindModel[]> {
  const { groups, onProgress, signal } = options;
  const root = newOpenApiRoot(client.discovery.openAPIV3());
  const own = await builtInGroups();
  const served = await root.groupVersions({ signal });
  const chosen = served.filter((one) => {
    const { group } = parseApiVersion(one);
    return groups === undefined ? !own.has(group) : groups.includes(group);
  });
  const missing = groups?.find((group) => !chosen.some((one) => parseApiVersion(one).group === group));
  if (missing !== undefined)
    throw new InvalidArgumentError(`the server does not serve the group ${JSON.stringify(missing)}`);
  const kinds: KindModel[] = [];
  for (const [index, groupVersion] of chosen.entries()) {
    onProgress?.(groupVersion, index, chosen.length);
    const { resources } = await client.discovery.serverResourcesForGroupVersion(groupVersion, { signal });
    const document = await root.groupVersionSpec(groupVersion, { signal });
    kinds.push(...kindsIn(document, describeResources(groupVersion, resources)));
  }
  return kinds;
}

/** The kinds of one group version, from its resources and its OpenAPI document. */
export function kindsIn(document: OpenApiDocument, resources: readonly Resource[]): KindModel[] {
  const components = new Map<string, Schema>();
  const byKind = new Map<string, Schema>();
  for (const [name, component] of Object.entries(document.components?.schemas ?? {})) {
    const schema = schemaOf(component, 0);
    components.set(name, schema);
    const kinds = component["x-kubernetes-group-version-kind"];
    for (const one of Array.isArray(kinds) ? kinds : [])
      if (isRecord(one)) byKind.set(`${String(one["group"])}/${String(one["version"])}/${String(one["kind"])}`, schema);
  }
  return resources.flatMap((resource) => {
    const { group, version, kind, plural } = resource;
    checkNames(resource);
    const schema = byKind.get(`${group}/${version}/${kind}`);
    // Lists, reviews of other groups and resources without objects have no schema of their own here.
    if (schema === undefined) return [];
    checkReferences(schema, components, `${plural} of ${group}/${version}`);
    return [
      { ...resource, status: resource.status === true, scale: resource.scale === true, schema, references: components },
    ];
  });
}

async function builtInGroups(): Promise<ReadonlySet<string>> {
  // Loaded when it is needed: it is the table of all built-in kinds.
  const { groupVersionModules } = await import("../clientset/index.ts");
  const modules = Object.values(groupVersionModules).flatMap((versions) => Object.values(versions as object));
  return new Set(modules.flatMap((module) => Object.values(module as object)).map(({ group }: Resource) => group));
}

/** A server is not trusted with names that become paths and identifiers. */
function checkNames({ group, version, kind, plural }: Resource): void {
  const wrong =
    (group !== "" && !isDnsSubdomain(group) && group) ||
    (!isDns1035Label(version) && version) ||
    (!isDns1035Label(kind.toLowerCase()) && kind) ||
    (!isDnsLabel(plural) && plural);
  if (wrong !== false)
    throw new ProtocolError(`the server's discovery has an invalid name: ${escapeForPrint(JSON.stringify(wrong))}`);
}

/** Throws when a reference leads nowhere. */
function checkReferences(root: Schema, components: ReadonlyMap<string, Schema>, where: string): void {
  const seen = new Set<string>();
  const walk = (schema: Schema): void => {
    if (schema.$ref !== undefined) {
      const name = schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1);
      if (seen.has(name)) return;
      seen.add(name);
      const target = components.get(name);
      if (target === undefined)
        throw new ProtocolError(
          `the OpenAPI document of ${where} refers to ${escapeForPrint(JSON.stringify(name))}, which it does not have`,
        );
      walk(target);
    }
    for (const one of [...Object.values(schema.properties ?? {}), ...(schema.allOf ?? [])]) walk(one);
    if (schema.items !== undefined && !Array.isArray(schema.items)) walk(schema.items);
    if (typeof schema.additionalProperties === "object") walk(schema.additionalProperties);
  };
  walk(root);
}

const deepest = 100;

/** The keywords of a schema that types are made from, each of them only in its right form. */
function schemaOf(value: unknown, depth: number): Schema {
  if (!isRecord(value) || depth > deepest) return {};
  const schema: JSONSchemaProps = {};
  const { $ref, type, format, description, items, properties, additionalProperties, required, allOf, nullable } = value;
  if (typeof $ref === "string") schema.$ref = $ref;
  if (typeof type === "string") schema.type = type;
  if (typeof format === "string") schema.format = format;
  if (typeof description === "string") schema.description = description;
  if (typeof nullable === "boolean") schema.nullable = nullable;
  if (value["default"] !== undefined) schema.default = value["default"];
  if (Array.isArray(value["enum"])) schema.enum = value["enum"];
  if (Array.isArray(required)) schema.required = required.filter((one) => typeof one === "string");
  if (Array.isArray(allOf)) schema.allOf = allOf.map((one) => schemaOf(one, depth + 1));
  for (const name of ["oneOf", "anyOf"] as const) {
    const parts = value[name];
    if (Array.isArray(parts)) schema[name] = parts.map((one) => schemaOf(one, depth + 1));
  }
  if (isRecord(value["not"])) schema.not = schemaOf(value["not"], depth + 1);
  if (isRecord(items)) schema.items = schemaOf(items, depth + 1);
  if (isRecord(properties)) {
    schema.properties = Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [name, schemaOf(property, depth + 1)]),
    );
  }
  if (typeof additionalProperties === "boolean") schema.additionalProperties = additionalProperties;
  else if (isRecord(additionalProperties)) schema.additionalProperties = schemaOf(additionalProperties, depth + 1);
  const keys = value["x-kubernetes-list-map-keys"];
  if (Array.isArray(keys)) schema["x-kubernetes-list-map-keys"] = keys.filter((one) => typeof one === "string");
  for (const name of flags) if (value[name] === true) schema[name] = true;
  return schema;
}

const flags = [
  "x-kubernetes-preserve-unknown-fields",
  "x-kubernetes-embedded-resource",
  "x-kubernetes-int-or-string",
] as const;
