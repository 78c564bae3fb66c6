/**
 * From kinds to resources and back, by what a server said it serves.
 *
 * When several fit, they are narrowed in this order until one is left: the core group's `v1`; then group by group in
 * the server's order, its preferred version, then its other versions; then the groups themselves in that order. What is
 * still equal then is an AmbiguousMatchError; what is not there is a NoMatchError.
 */
import type { APIGroup, APIResource } from "../api/meta/v1.ts";
import {
  apiVersionOf,
  type GroupVersionKind,
  type GroupVersionResource,
  type Resource,
  type Scope,
} from "../meta/index.ts";
import { describeResources } from "./describe-resource.ts";
import { AmbiguousMatchError, NoMatchError } from "./errors.ts";
import type { Discovery, DiscoveryCall } from "./types.ts";

/** A resource whose group and version may be left out. The group may be the beginning of a group's name. */
export interface PartialResource {
  readonly group?: string | undefined;
  readonly version?: string | undefined;
  /** Plural or singular, in any case. */
  readonly resource: string;
}

/** A kind in any version. */
export interface GroupKind {
  readonly group: string;
  readonly kind: string;
}

/** A kind with its resource and its scope. */
export interface RestMapping {
  readonly resource: GroupVersionResource;
  readonly groupVersionKind: GroupVersionKind;
  readonly scope: Scope;
  /** The kind as a descriptor for clients and informers, with everything that discovery knows. */
  readonly descriptor: Resource;
}

/** An answer at hand, or one that is fetched. */
export type MaybePromise<T> = T | Promise<T>;

/** Finds resources of kinds and kinds of resources. */
export interface RestMapper {
  /** The kind of a resource; the preferred one when several fit. */
  kindFor(resource: PartialResource, options?: DiscoveryCall): MaybePromise<GroupVersionKind>;
  /** All kinds of a resource, in every group and version that fits. */
  kindsFor(resource: PartialResource, options?: DiscoveryCall): MaybePromise<GroupVersionKind[]>;
  /** The full name of a resource; the preferred one when several fit. */
  resourceFor(resource: PartialResource, options?: DiscoveryCall): MaybePromise<GroupVersionResource>;
  /** The full names of all resources that fit. */
  resourcesFor(resource: PartialResource, options?: DiscoveryCall): MaybePromise<GroupVersionResource[]>;
  /** The resource of a kind. With `versions`, in the first of them that the server has. */
  restMapping(kind: GroupKind, versions?: readonly string[], options?: DiscoveryCall): MaybePromise<RestMapping>;
  /** The resources of a kind in all versions, or in those of `versions`. */
  restMappings(kind: GroupKind, versions?: readonly string[], options?: DiscoveryCall): MaybePromise<RestMapping[]>;
  /** The singular of a resource. */
  resourceSingularizer(resource: string, options?: DiscoveryCall): MaybePromise<string>;
}

/** A group with the resources of each of its versions; a version that could not be asked is absent. */
export interface ApiGroupResources {
  readonly group: APIGroup;
  readonly versionedResources: ReadonlyMap<string, readonly APIResource[]>;
}

/** Groups and their resources. Group versions that could not be asked are left out. */
export async function getApiGroupResources(
  discovery: Pick<Discovery, "serverGroupsAndResources">,
  options: DiscoveryCall = {},
): Promise<ApiGroupResources[]> {
  const { groups, resources } = await discovery.serverGroupsAndResources(options);
  const byVersion = new Map(resources.map((list) => [list.groupVersion, list.resources]));
  return groups.map((group) => ({
    group,
    versionedResources: new Map(
      (group.versions ?? []).flatMap(({ groupVersion, version }) => {
        const found = byVersion.get(groupVersion);
        return found === undefined ? [] : [[version, found] as const];
      }),
    ),
  }));
}

interface Pattern {
  readonly group: string;
  /** Absent: any. */
  readonly version?: string | undefined;
}

/** The mapper for what a server said once. Its answers are at hand; nothing is asked. */
export class DiscoveryRestMapper implements RestMapper {
  readonly #mappings: readonly RestMapping[];
  readonly #priority: readonly Pattern[];

  constructor(groups: readonly ApiGroupResources[]) {
    const priority: Pattern[] = [{ group: "", version: "v1" }];
    const mappings: RestMapping[] = [];
    for (const { group, versionedResources } of groups) {
      const { name, preferredVersion } = group;
      const versions = (group.versions ?? [])
        .map(({ version }) => version)
        .filter((version) => versionedResources.has(version));
      const preferred = versions.filter((version) => version === preferredVersion?.version);
      const others = versions.filter((version) => version !== preferredVersion?.version);
      for (const version of [...preferred, ...others]) priority.push({ group: name, version });
      for (const version of versions) {
        const descriptors = describeResources(
          apiVersionOf({ group: name, version }),
          versionedResources.get(version) ?? [],
        );
        mappings.push(...descriptors.map(mappingOf));
      }
    }
    this.#mappings = mappings;
    this.#priority = [...priority, ...groups.map(({ group }) => ({ group: group.name }))];
  }

  kindFor(resource: PartialResource): GroupVersionKind {
    const kinds = this.kindsFor(resource);
    return this.#choose(kinds, `the resource ${JSON.stringify(nameOf(resource))}`);
  }

  kindsFor(resource: PartialResource): GroupVersionKind[] {
    return unique(this.#find(resource).map(({ groupVersionKind }) => groupVersionKind));
  }

  resourceFor(resource: PartialResource): GroupVersionResource {
    return this.#choose(this.resourcesFor(resource), `the resource ${JSON.stringify(nameOf(resource))}`);
  }

  resourcesFor(resource: PartialResource): GroupVersionResource[] {
    return unique(this.#find(resource).map((mapping) => mapping.resource));
  }

  restMapping(kind: GroupKind, versions: readonly string[] = []): RestMapping {
    const mappings = this.restMappings(kind, versions);
    const asked: Pattern[] = versions.map((version) => ({ group: kind.group, version }));
    const chosen = this.#choose(
      mappings.map((mapping) => mapping.groupVersionKind),
      `the kind ${JSON.stringify(kindName(kind))}`,
      asked,
    );
    return mappings.find((mapping) => mapping.groupVersionKind === chosen) as RestMapping;
  }

  restMappings(kind: GroupKind, versions: readonly string[] = []): RestMapping[] {
    const wanted = versions.filter((version) => version !== "");
    const found = this.#mappings.filter(
      (one) =>
        one.groupVersionKind.group === kind.group &&
        (one.groupVersionKind.kind === kind.kind || one.groupVersionKind.kind.toLowerCase() === kind.kind) &&
        (wanted.length === 0 || wanted.includes(one.groupVersionKind.version)),
    );
    if (found.length > 0) return found;
    const lists = this.#listMappings(kind, wanted);
    if (lists.length > 0) return lists;
    throw new NoMatchError(
      `the kind ${JSON.stringify(kindName(kind))}${wanted.length > 0 ? ` in version ${wanted.join(" or ")}` : ""}`,
    );
  }

  resourceSingularizer(resource: string): string {
    try {
      const { group, version, resource: plural } = this.resourceFor({ resource });
      const found = this.#mappings.find(
        (one) => one.resource.group === group && one.resource.version === version && one.resource.resource === plural,
      );
      return found?.descriptor.singular ?? resource;
    } catch {
      return resource;
    }
  }

  /** Lists are kinds too, although no server says so. */
  #listMappings({ group, kind }: GroupKind, versions: readonly string[]): RestMapping[] {
    if (!kind.endsWith("List") || kind === "List") return [];
    return this.#mappings
      .filter((one) => one.groupVersionKind.group === group && `${one.groupVersionKind.kind}List` === kind)
      .filter((one) => versions.length === 0 || versions.includes(one.groupVersionKind.version))
      .map(({ descriptor }) =>
        mappingOf({ ...descriptor, kind, plural: guessPlural(kind), singular: kind.toLowerCase() }),
      );
  }

  #find(partial: PartialResource): RestMapping[] {
    const { group = "", version = "" } = partial;
    const name = partial.resource.toLowerCase();
    const named = this.#mappings.filter(({ descriptor }) => descriptor.plural === name || descriptor.singular === name);
    const inVersion = version === "" ? named : named.filter((one) => one.resource.version === version);
    let found = inVersion;
    if (group !== "") {
      found = inVersion.filter((one) => one.resource.group === group);
      // With a version the group must be said in full.
      if (found.length === 0 && version === "") found = inVersion.filter((one) => one.resource.group.startsWith(group));
    }
    if (found.length === 0) throw new NoMatchError(`the resource ${JSON.stringify(nameOf(partial))}`);
    return found;
  }

  #choose<T extends GroupVersionKind | GroupVersionResource>(
    all: readonly T[],
    what: string,
    first: readonly Pattern[] = [],
  ): T {
    let left = all;
    for (const { group, version } of [...first, ...this.#priority]) {
      if (left.length === 1) break;
      const fitting = left.filter((one) => one.group === group && (version === undefined || one.version === version));
      if (fitting.length > 0) left = fitting;
    }
    const [chosen, another] = left;
    if (chosen === undefined || another !== undefined) throw new AmbiguousMatchError(what, left);
    return chosen;
  }
}

function mappingOf(descriptor: Resource): RestMapping {
  const { group, version, kind, plural, scope } = descriptor;
  return {
    resource: { group, version, resource: plural },
    groupVersionKind: { group, version, kind },
    scope,
    descriptor,
  };
}

function unique<T extends GroupVersionKind | GroupVersionResource>(all: readonly T[]): T[] {
  const byName = new Map(
    all.map((one) => [[one.group, one.version, "kind" in one ? one.kind : one.resource].join("/"), one]),
  );
  return [...byName.values()];
}

function nameOf({ resource, version, group }: PartialResource): string {
  return [resource, version, group].filter(Boolean).join(".");
}

function kindName({ group, kind }: GroupKind): string {
  return group === "" ? kind : `${kind}.${group}`;
}

/** The plural that a kind would have by the rules of English, roughly. */
export function guessPlural(kind: string): string {
  const singular = kind.toLowerCase();
  if (singular.endsWith("endpoints")) return singular;
  if (singular.endsWith("s")) return `${singular}es`;
  return singular.endsWith("y") ? `${singular.slice(0, -1)}ies` : `${singular}s`;
}
