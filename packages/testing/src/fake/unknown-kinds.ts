import { type KubeObject, parseApiVersion, type Resource } from "client-ts/meta";
import type { ServedResource } from "../apiserver/index.ts";

/** What makes a custom kind known to a fake that has no definition of it: its names, and nothing about its fields. */
export function customKind(resource: Resource): ServedResource {
  const scale = resource.scale === true;
  const status = resource.status === true;
  const verbs = ["get", "patch", "update"] as const;
  return {
    group: resource.group,
    version: resource.version,
    kind: resource.kind,
    listKind: resource.listKind ?? `${resource.kind}List`,
    plural: resource.plural,
    singular: resource.kind.toLowerCase(),
    namespaced: resource.scope === "Namespaced",
    shortNames: [],
    categories: [],
    verbs: ["delete", "deletecollection", "get", "list", "patch", "create", "update", "watch"],
    status,
    scale,
    subresources: [
      ...(status ? [{ name: "status", kind: resource.kind, verbs }] : []),
      ...(scale ? [{ name: "scale", kind: "Scale", group: "autoscaling", version: "v1", verbs }] : []),
    ],
    selectableFields: [],
    generation: { create: 1, spec: true },
    schema: undefined,
    shape: undefined,
    custom: {
      schema: undefined,
      selectableFields: [],
      columns: [],
      hasStatus: status,
      scalePaths: scale ? { spec: ".spec.replicas", status: ".status.replicas", selector: undefined } : undefined,
      deprecationWarning: undefined,
    },
    collection: resource.group === "" ? resource.plural : `${resource.plural}.${resource.group}`,
  };
}

/**
 * The descriptor of a kind of which there is only an object. The plural is guessed from the kind, the scope from the
 * object's namespace; the status is taken to be a subresource, as it is for most custom kinds.
 */
export function guessKind(object: KubeObject): Resource {
  const { group, version } = parseApiVersion(object.apiVersion ?? "");
  const kind = object.kind ?? "";
  const scope = object.metadata?.namespace === undefined ? "Cluster" : "Namespaced";
  return { group, version, kind, plural: guessPlural(kind), scope, status: true } as Resource;
}

/** The plural by English rules, in lower case: `Policy` gives `policies`, `Class` gives `classes`. */
function guessPlural(kind: string): string {
  const singular = kind.toLowerCase();
  if (singular.endsWith("endpoints")) return singular;
  if (/(s|x|z|ch|sh)$/.test(singular)) return `${singular}es`;
  return /[^aeiou]y$/.test(singular) ? `${singular.slice(0, -1)}ies` : `${singular}s`;
}
