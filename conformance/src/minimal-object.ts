import { type BuiltInSchemas, loadSchemas } from "client-ts/api/tables";
import type { FieldSchema } from "client-ts/internal";
import { defined } from "client-ts/internal";
import type { KubeObject, Resource } from "client-ts/meta";
import { probeObjects } from "../../codegen/src/probe-objects.ts";

/** The smallest object of a kind that a server takes, and its name where any name will not do. */
export interface MinimalObject {
  readonly name?: string;
  readonly body: KubeObject & Record<string, unknown>;
}

/**
 * Why an object of a kind cannot be made here. The test asks the server all the same, and fails when the server takes
 * it.
 */
export const cannotCreate: Readonly<Record<string, string>> = {
  "certificates.k8s.io/PodCertificateRequest":
    "only a node may ask, with a proof made by the key of a Pod that runs on it",
};

/** What the server's rules require in addition to the required fields, where no probe object says it. */
const details: Readonly<Record<string, (namespace: string) => MinimalObject>> = {
  "/Event": (namespace) => ({
    body: { involvedObject: { kind: "Pod", name: "x", namespace }, reason: "Test", type: "Normal" },
  }),
  "events.k8s.io/Event": (namespace) => ({
    body: {
      eventTime: "2026-01-01T00:00:00.000000Z",
      regarding: { kind: "Pod", name: "x", namespace },
      reportingController: "example.com/test",
      reportingInstance: "x",
      action: "Test",
      reason: "Test",
      type: "Normal",
    },
  }),
  // A local one: a dead service behind it would disturb other users of the cluster.
  "apiregistration.k8s.io/APIService": () => ({
    name: "v1.every-verb.example.com",
    body: { spec: { group: "every-verb.example.com", version: "v1", groupPriorityMinimum: 1, versionPriority: 1 } },
  }),
  "apiextensions.k8s.io/CustomResourceDefinition": () => ({
    name: "everyverbs.example.com",
    body: {
      spec: {
        group: "example.com",
        scope: "Namespaced",
        names: { plural: "everyverbs", singular: "everyverb", kind: "EveryVerb", listKind: "EveryVerbList" },
        versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } }],
      },
    },
  }),
  "authentication.k8s.io/TokenReview": () => ({ body: { spec: { token: "not-a-token" } } }),
  "authorization.k8s.io/SubjectAccessReview": () => ({
    body: { spec: { user: "jane", resourceAttributes: { verb: "get", resource: "pods" } } },
  }),
  "authorization.k8s.io/LocalSubjectAccessReview": (namespace) => ({
    body: { spec: { user: "jane", resourceAttributes: { namespace, verb: "get", resource: "pods" } } },
  }),
  "authorization.k8s.io/SelfSubjectAccessReview": () => ({
    body: { spec: { resourceAttributes: { verb: "get", resource: "pods" } } },
  }),
  "authorization.k8s.io/SelfSubjectRulesReview": (namespace) => ({ body: { spec: { namespace } } }),
};

/** An object of a kind: what the server's rules want where we know it, else the required fields of its schema. */
export async function minimalObject(resource: Resource, namespace: string): Promise<MinimalObject> {
  const detail = details[`${resource.group}/${resource.kind}`];
  if (detail !== undefined) return detail(namespace);
  const probe = probeObjects[resource.kind];
  if (probe !== undefined) return { body: structuredClone(probe.body), ...defined({ name: probe.name }) };
  const schemas = await loadSchemas();
  const root = schemas.root(resource.group, resource.version, resource.kind);
  return { body: root === undefined ? {} : (requiredFields(schemas, root, 0) as MinimalObject["body"]) };
}

function requiredFields(schemas: BuiltInSchemas, name: string, depth: number): Record<string, unknown> {
  const fields = [...(schemas.struct(name)?.fields ?? [])].filter(
    ([field, { required }]) => required === true && field !== "metadata",
  );
  return Object.fromEntries(fields.map(([field, schema]) => [field, sample(schemas, schema, depth + 1)]));
}

function sample(schemas: BuiltInSchemas, field: FieldSchema, depth: number): unknown {
  if (field.default !== undefined) return field.default;
  switch (field.type) {
    case "struct":
      return depth > 8 || field.struct === undefined ? {} : requiredFields(schemas, field.struct, depth);
    case "list":
      return field.items === undefined || depth > 8 ? [] : [sample(schemas, field.items, depth + 1)];
    case "map":
      return {};
    case "integer":
    case "number":
      return 1;
    case "boolean":
      return false;
    case "quantity":
      return "1";
    case "time":
    case "microTime":
      return "2026-01-01T00:00:00Z";
    default:
      return field.enum?.[0] ?? "x";
  }
}
