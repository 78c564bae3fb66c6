import type { APIGroupList, APIResourceList } from "../api/meta/v1.ts";
import { CachedOpenApiClient, type OpenApiClient } from "./openapi.ts";
import { groupsAndResources, preferredNamespacedResources, preferredResources } from "./server-resources.ts";
import type {
  CachedDiscovery,
  Discovery,
  DiscoveryCall,
  GroupsAndResources,
  PreferredResources,
  ServerVersion,
} from "./types.ts";

/**
 * What the caches of discovery have in common. A cache says how groups and the resources of one group version are
 * remembered; everything that follows from these two, and what is not remembered, stands here.
 */
export abstract class DiscoveryCache implements CachedDiscovery {
  /** Who is asked when nothing is remembered. */
  protected readonly source: Discovery;
  #openApi: CachedOpenApiClient | undefined;

  constructor(source: Discovery) {
    this.source = source;
  }

  abstract get fresh(): boolean;
  abstract serverGroups(options?: DiscoveryCall): Promise<APIGroupList>;
  abstract serverResourcesForGroupVersion(groupVersion: string, options?: DiscoveryCall): Promise<APIResourceList>;

  /** Clears this cache and the one below. */
  invalidate(): void {
    this.#openApi = undefined;
    if ("invalidate" in this.source) (this.source as CachedDiscovery).invalidate();
  }

  serverGroupsAndResources(options: DiscoveryCall = {}): Promise<GroupsAndResources> {
    return groupsAndResources(this, options);
  }

  serverPreferredResources(options: DiscoveryCall = {}): Promise<PreferredResources> {
    return preferredResources(this, options);
  }

  serverPreferredNamespacedResources(options: DiscoveryCall = {}): Promise<PreferredResources> {
    return preferredNamespacedResources(this, options);
  }

  /** Not remembered. */
  serverVersion(options: DiscoveryCall = {}): Promise<ServerVersion> {
    return this.source.serverVersion(options);
  }

  /** Not remembered, because it is large; an HTTP cache below may keep it. */
  openAPISchema(options: DiscoveryCall = {}): Promise<Record<string, unknown>> {
    return this.source.openAPISchema(options);
  }

  openAPIV3(): OpenApiClient {
    this.#openApi ??= new CachedOpenApiClient(this.source.openAPIV3());
    return this.#openApi;
  }

  withLegacy(): this {
    return this;
  }
}
