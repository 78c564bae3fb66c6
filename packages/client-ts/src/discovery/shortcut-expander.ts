import { type GroupVersionKind, type GroupVersionResource, parseApiVersion } from "../meta/index.ts";
import { isNoMatch } from "./errors.ts";
import type { GroupKind, PartialResource, RestMapper, RestMapping } from "./rest-mapper.ts";
import type { Discovery, DiscoveryCall } from "./types.ts";

/** Options of {@link ShortcutExpander}. */
export interface ShortcutOptions {
  /** Called once per call and resource when a short name could also mean another resource. */
  readonly onAmbiguous?: ((message: string) => void) | undefined;
}

/**
 * A mapper that also understands short names (`po`, `deploy`), as the server lists them. A full name always wins over a
 * short one.
 */
export class ShortcutExpander implements RestMapper {
  readonly #mapper: RestMapper;
  readonly #discovery: Pick<Discovery, "serverGroupsAndResources">;
  readonly #onAmbiguous: (message: string) => void;

  constructor(
    mapper: RestMapper,
    discovery: Pick<Discovery, "serverGroupsAndResources">,
    { onAmbiguous = () => {} }: ShortcutOptions = {},
  ) {
    this.#mapper = mapper;
    this.#discovery = discovery;
    this.#onAmbiguous = onAmbiguous;
  }

  async kindFor(resource: PartialResource, options: DiscoveryCall = {}): Promise<GroupVersionKind> {
    try {
      return await this.#mapper.kindFor(await this.expand(resource, options), options);
    } catch (error) {
      if (!isNoMatch(error)) throw error;
      // A mapper that asks again after a miss has made the cache new: a short name of a new definition is known now.
      return this.#mapper.kindFor(await this.expand(resource, options), options);
    }
  }

  async kindsFor(resource: PartialResource, options: DiscoveryCall = {}): Promise<GroupVersionKind[]> {
    return this.#mapper.kindsFor(await this.expand(resource, options), options);
  }

  async resourceFor(resource: PartialResource, options: DiscoveryCall = {}): Promise<GroupVersionResource> {
    return this.#mapper.resourceFor(await this.expand(resource, options), options);
  }

  async resourcesFor(resource: PartialResource, options: DiscoveryCall = {}): Promise<GroupVersionResource[]> {
    return this.#mapper.resourcesFor(await this.expand(resource, options), options);
  }

  async restMapping(
    kind: GroupKind,
    versions: readonly string[] = [],
    options: DiscoveryCall = {},
  ): Promise<RestMapping> {
    return this.#mapper.restMapping(kind, versions, options);
  }

  async restMappings(
    kind: GroupKind,
    versions: readonly string[] = [],
    options: DiscoveryCall = {},
  ): Promise<RestMapping[]> {
    return this.#mapper.restMappings(kind, versions, options);
  }

  async resourceSingularizer(resource: string, options: DiscoveryCall = {}): Promise<string> {
    return this.#mapper.resourceSingularizer((await this.expand({ resource }, options)).resource, options);
  }

  /**
   * What a name stands for: itself when it is a full name or nothing we know, else the resource with that short name.
   */
  async expand(resource: PartialResource, options: DiscoveryCall = {}): Promise<PartialResource> {
    const { resources: lists } = await this.#discovery.serverGroupsAndResources(options);
    const all = lists.flatMap(({ groupVersion, resources }) =>
      resources.map((one) => ({ ...one, group: parseApiVersion(groupVersion).group })),
    );
    const { group = "", resource: name } = resource;
    if (all.some((one) => (group === "" || one.group === group) && (one.name === name || one.singularName === name)))
      return resource;
    const short = all.filter((one) => one.shortNames?.includes(name));
    const exact = short.filter((one) => group === "" || one.group === group);
    const [found, ...more] = exact;
    if (found === undefined) {
      // `autoscal` is enough for `autoscaling`.
      const prefixed = group === "" ? undefined : short.find((one) => one.group.startsWith(group));
      return prefixed === undefined ? resource : { group: prefixed.group, resource: prefixed.name };
    }
    const longName = (one: { readonly group: string; readonly name: string }): string =>
      one.group === "" ? one.name : `${one.name}.${one.group}`;
    const named = new Set([longName(found)]);
    for (const other of more) {
      if (named.has(longName(other))) continue;
      named.add(longName(other));
      this.#onAmbiguous(
        `short name ${JSON.stringify(name)} could also match lower priority resource ${longName(other)}`,
      );
    }
    return { group: found.group, resource: found.name };
  }
}

/** A mapper that expands short names before it asks `mapper`. */
export function newShortcutExpander(
  mapper: RestMapper,
  discovery: Pick<Discovery, "serverGroupsAndResources">,
  options: ShortcutOptions = {},
): ShortcutExpander {
  return new ShortcutExpander(mapper, discovery, options);
}
