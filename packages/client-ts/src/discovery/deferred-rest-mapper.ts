import type { GroupVersionKind, GroupVersionResource } from "../meta/index.ts";
import { isClientError } from "../errors/index.ts";
import {
  DiscoveryRestMapper,
  type GroupKind,
  getApiGroupResources,
  type PartialResource,
  type RestMapper,
  type RestMapping,
} from "./rest-mapper.ts";
import type { CachedDiscovery, DiscoveryCall } from "./types.ts";

/**
 * A mapper that asks the server on first use. When something is not found and what it knows may be old (the cache is
 * not fresh), it clears the cache, asks the server once more, and answers from that.
 */
export class DeferredRestMapper implements RestMapper {
  readonly #discovery: CachedDiscovery;
  #mapper: DiscoveryRestMapper | undefined;
  /** Grows when everything is forgotten: what was asked before that is not kept. */
  #generation = 0;

  constructor(discovery: CachedDiscovery) {
    this.#discovery = discovery;
  }

  /** Forgets everything and clears the cache. */
  reset(): void {
    this.#discovery.invalidate();
    this.#generation++;
    this.#mapper = undefined;
  }

  kindFor(resource: PartialResource, options: DiscoveryCall = {}): Promise<GroupVersionKind> {
    return this.#ask((mapper) => mapper.kindFor(resource), options);
  }

  kindsFor(resource: PartialResource, options: DiscoveryCall = {}): Promise<GroupVersionKind[]> {
    return this.#ask((mapper) => mapper.kindsFor(resource), options);
  }

  resourceFor(resource: PartialResource, options: DiscoveryCall = {}): Promise<GroupVersionResource> {
    return this.#ask((mapper) => mapper.resourceFor(resource), options);
  }

  resourcesFor(resource: PartialResource, options: DiscoveryCall = {}): Promise<GroupVersionResource[]> {
    return this.#ask((mapper) => mapper.resourcesFor(resource), options);
  }

  restMapping(kind: GroupKind, versions: readonly string[] = [], options: DiscoveryCall = {}): Promise<RestMapping> {
    return this.#ask((mapper) => mapper.restMapping(kind, versions), options);
  }

  restMappings(kind: GroupKind, versions: readonly string[] = [], options: DiscoveryCall = {}): Promise<RestMapping[]> {
    return this.#ask((mapper) => mapper.restMappings(kind, versions), options);
  }

  resourceSingularizer(resource: string, options: DiscoveryCall = {}): Promise<string> {
    return this.#ask((mapper) => mapper.resourceSingularizer(resource), options);
  }

  async #ask<T>(lookUp: (mapper: DiscoveryRestMapper) => T, options: DiscoveryCall): Promise<T> {
    try {
      return lookUp(await this.#loaded(options));
    } catch (error) {
      if (!isClientError(error, "Discovery") || this.#discovery.fresh) throw error;
      this.reset();
      return lookUp(await this.#loaded(options));
    }
  }

  async #loaded(options: DiscoveryCall): Promise<DiscoveryRestMapper> {
    if (this.#mapper !== undefined) return this.#mapper;
    const generation = this.#generation;
    const mapper = new DiscoveryRestMapper(await getApiGroupResources(this.#discovery, options));
    if (generation === this.#generation) this.#mapper = mapper;
    return mapper;
  }
}

/** A mapper that asks `discovery` on first use, and again when something is not found in an old cache. */
export function newDeferredRestMapper(discovery: CachedDiscovery): DeferredRestMapper {
  return new DeferredRestMapper(discovery);
}
