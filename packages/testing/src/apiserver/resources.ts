import type { SchemaSet, Verb } from "client-ts/internal";
import type { Json } from "./objects.ts";
import type { CustomVersion } from "./crd/custom-version.ts";

/** One resource in one API version, as the server serves it. */
export interface ServedResource {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly listKind: string;
  readonly plural: string;
  readonly singular: string;
  readonly namespaced: boolean;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly verbs: readonly Verb[];
  /** Status is written on its own. */
  readonly status: boolean;
  readonly scale: boolean;
  readonly subresources: readonly ServedSubresource[];
  /** Fields that can be selected in addition to `metadata.name` and `metadata.namespace`. */
  readonly selectableFields: readonly string[];
  /** Whether and when `metadata.generation` counts; `undefined` when the kind has none. */
  readonly generation:
    | { readonly create: number; readonly metadata?: boolean | undefined; readonly spec?: boolean | undefined }
    | undefined;
  /** The type of the kind; absent when nothing is known about its fields. */
  readonly schema: { readonly set: SchemaSet; readonly root: string } | undefined;
  /** Gives an object of a built-in kind the shape in which Go writes it. */
  readonly shape: ((object: Json) => void) | undefined;
  /** Set when the resource comes from a CustomResourceDefinition. */
  readonly custom: CustomVersion | undefined;
  /** Name of the collection: `pods` or `deployments.apps`. */
  readonly collection: string;
  /** Set when the collection keeps another form than this resource shows. */
  readonly stored?: StoredForm | undefined;
}

/**
 * How objects of a resource are kept when it shares its collection with another group, whose fields are called
 * otherwise.
 */
export interface StoredForm {
  /** The group and version whose form is kept. */
  readonly group: string;
  readonly version: string;
  toStored(object: Json): Json;
  fromStored(object: Json): Json;
}

/** A path below an object. */
export interface ServedSubresource {
  readonly name: string;
  readonly kind: string;
  readonly group?: string | undefined;
  readonly version?: string | undefined;
  readonly verbs: readonly Verb[];
}

/** All verbs, in discovery's order. */
export const allVerbs: readonly Verb[] = [
  "create",
  "delete",
  "deletecollection",
  "get",
  "list",
  "patch",
  "update",
  "watch",
];

/** Groups in the order in which the real server prefers them; the rest follow by name. */
const groupOrder = [
  "",
  "apiregistration.k8s.io",
  "apps",
  "events.k8s.io",
  "authentication.k8s.io",
  "authorization.k8s.io",
  "autoscaling",
  "batch",
  "certificates.k8s.io",
  "networking.k8s.io",
  "policy",
  "rbac.authorization.k8s.io",
  "storage.k8s.io",
  "admissionregistration.k8s.io",
  "apiextensions.k8s.io",
  "scheduling.k8s.io",
  "coordination.k8s.io",
  "node.k8s.io",
  "discovery.k8s.io",
  "flowcontrol.apiserver.k8s.io",
];

/** A group with its versions, preferred first. */
export interface ServedGroup {
  readonly group: string;
  readonly versions: readonly string[];
}

/** What the server serves now: the built-in kinds, and the custom ones as their definitions come and go. */
export class ResourceTable {
  #byPath = new Map<string, ServedResource>();
  #byKind = new Map<string, ServedResource>();
  /** Whether the maps belong to several tables: they are copied before the first change. */
  #isShared = false;
  /** Counts the changes, so that documents about the table can be kept until the next one. */
  changes = 0;
  #groups: readonly ServedGroup[] | undefined;

  constructor(resources: Iterable<ServedResource>) {
    for (const resource of resources) this.add(resource);
  }

  /** A table that begins with the same resources. */
  copy(): ResourceTable {
    const table = new ResourceTable([]);
    table.#byPath = this.#byPath;
    table.#byKind = this.#byKind;
    this.#isShared = table.#isShared = true;
    return table;
  }

  /** Serves one more resource. */
  add(resource: ServedResource): void {
    this.#ownMaps();
    this.#byPath.set(`${resource.group}/${resource.version}/${resource.plural}`, resource);
    this.#byKind.set(`${resource.group}/${resource.version}/${resource.kind}`, resource);
    this.changes += 1;
    this.#groups = undefined;
  }

  /** Serves a resource no longer, in all versions. */
  remove(group: string, plural: string): void {
    this.#ownMaps();
    for (const [path, resource] of this.#byPath) {
      if (resource.group !== group || resource.plural !== plural) continue;
      this.#byPath.delete(path);
      this.#byKind.delete(`${group}/${resource.version}/${resource.kind}`);
    }
    this.changes += 1;
    this.#groups = undefined;
  }

  #ownMaps(): void {
    if (!this.#isShared) return;
    this.#byPath = new Map(this.#byPath);
    this.#byKind = new Map(this.#byKind);
    this.#isShared = false;
  }

  /** The resource at a path of the API. */
  find(group: string, version: string, plural: string): ServedResource | undefined {
    return this.#byPath.get(`${group}/${version}/${plural}`);
  }

  /** The resource of a kind. */
  findKind(group: string, version: string, kind: string): ServedResource | undefined {
    return this.#byKind.get(`${group}/${version}/${kind}`);
  }

  /** The resource of a collection, in the version its group prefers. */
  preferred(collection: string): ServedResource | undefined {
    const candidates = [...this.#byPath.values()].filter(
      (resource) => resource.collection === collection && resource.stored === undefined,
    );
    return candidates.sort((a, b) => compareVersions(a.version, b.version))[0];
  }

  /** Everything served. */
  all(): Iterable<ServedResource> {
    return this.#byPath.values();
  }

  /** Resources of one group and version, by name; `undefined` when it is not served. */
  of(group: string, version: string): ServedResource[] | undefined {
    const found = [...this.#byPath.values()].filter(
      (resource) => resource.group === group && resource.version === version,
    );
    return found.length === 0 ? undefined : found.sort((a, b) => (a.plural < b.plural ? -1 : 1));
  }

  /** The groups in order of preference. */
  groups(): readonly ServedGroup[] {
    if (this.#groups !== undefined) return this.#groups;
    const versions = new Map<string, Set<string>>();
    for (const { group, version } of this.#byPath.values()) {
      const known = versions.get(group);
      if (known === undefined) versions.set(group, new Set([version]));
      else known.add(version);
    }
    const rank = (group: string): number =>
      groupOrder.includes(group) ? groupOrder.indexOf(group) : groupOrder.length;
    this.#groups = [...versions.keys()]
      .sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
      .map((group) => ({ group, versions: [...versions.get(group)!].sort(compareVersions) }));
    return this.#groups;
  }
}

/** Kubernetes' order of versions, most preferred first: v2, v1, v1beta2, v1beta1, v1alpha1, then the rest by name. */
function compareVersions(a: string, b: string): number {
  const left = parseVersion(a);
  const right = parseVersion(b);
  if (left === undefined || right === undefined) {
    return left !== undefined ? -1 : right !== undefined ? 1 : a < b ? -1 : a > b ? 1 : 0;
  }
  return right[0] - left[0] || right[1] - left[1] || right[2] - left[2];
}

function parseVersion(version: string): [stability: number, major: number, minor: number] | undefined {
  const match = /^v([0-9]{1,9})(?:(alpha|beta)([0-9]{1,9}))?$/.exec(version);
  if (match === null) return undefined;
  return [match[2] === undefined ? 2 : match[2] === "beta" ? 1 : 0, Number(match[1]), Number(match[3] ?? 0)];
}
