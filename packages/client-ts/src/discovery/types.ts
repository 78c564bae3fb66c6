import type { APIGroup, APIGroupList, APIResourceList } from "../api/meta/v1.ts";
import type { GroupDiscoveryFailedError } from "./errors.ts";
import type { OpenApiClient } from "./openapi.ts";

/** Options of every call of {@link Discovery}. */
export interface DiscoveryCall {
  /** Ends the call with an AbortedError. */
  readonly signal?: AbortSignal | undefined;
}

/** Everything that a server serves. */
export interface GroupsAndResources {
  readonly groups: readonly APIGroup[];
  /** One list per group version; subresources are in it as `pods/status`. */
  readonly resources: readonly APIResourceList[];
  /** Present when some group versions could not be asked; the rest of the answer is right all the same. */
  readonly error?: GroupDiscoveryFailedError | undefined;
}

/** Each resource in the version that the server prefers. */
export interface PreferredResources {
  /** One list per group version, without subresources. */
  readonly resources: readonly APIResourceList[];
  /** Present when some group versions could not be asked; the rest of the answer is right all the same. */
  readonly error?: GroupDiscoveryFailedError | undefined;
}

/** The groups, and their resources as well when the server sent all of it at once. */
export interface GroupsMaybeResources {
  readonly groups: APIGroupList;
  /** By group version. Absent: each group version must be asked for. */
  readonly resources?: ReadonlyMap<string, APIResourceList> | undefined;
  /** What is wrong with group versions that are not in the answer. */
  readonly failed: ReadonlyMap<string, Error>;
}

/** The server's version, as `/version` gives it. */
export interface ServerVersion {
  readonly major: string;
  readonly minor: string;
  readonly gitVersion: string;
  readonly gitCommit: string;
  readonly gitTreeState: string;
  readonly buildDate: string;
  readonly goVersion: string;
  readonly compiler: string;
  readonly platform: string;
}

/** Finds out what a server serves. */
export interface Discovery {
  /** The groups with their versions, the core group first. */
  serverGroups(options?: DiscoveryCall): Promise<APIGroupList>;
  /** The resources of one group version: `apps/v1`. */
  serverResourcesForGroupVersion(groupVersion: string, options?: DiscoveryCall): Promise<APIResourceList>;
  /** All groups and resources. The result has `error` when some group versions could not be asked. */
  serverGroupsAndResources(options?: DiscoveryCall): Promise<GroupsAndResources>;
  /**
   * Each resource once, in the version that the server prefers. The result has `error` when some group versions could
   * not be asked.
   */
  serverPreferredResources(options?: DiscoveryCall): Promise<PreferredResources>;
  /** As {@link serverPreferredResources}, but only namespaced resources. */
  serverPreferredNamespacedResources(options?: DiscoveryCall): Promise<PreferredResources>;
  serverVersion(options?: DiscoveryCall): Promise<ServerVersion>;
  /** The OpenAPI v2 document of the whole server. It is large: several megabytes. */
  openAPISchema(options?: DiscoveryCall): Promise<Record<string, unknown>>;
  /** The OpenAPI v3 documents, one per group version. */
  openAPIV3(): OpenApiClient;
  /** The groups, with their resources when the server sends the aggregated document. Optional in implementations. */
  groupsAndMaybeResources?(options?: DiscoveryCall): Promise<GroupsMaybeResources>;
  /** A discovery like this one that never asks for the aggregated document. */
  withLegacy(): Discovery;
}

/** Discovery with a cache. */
export interface CachedDiscovery extends Discovery {
  /**
   * Whether everything in the cache was read since it was made or last invalidated. What is then not found does not
   * exist on the server.
   */
  readonly fresh: boolean;
  /** Clears the cache; the next call goes to the server. */
  invalidate(): void;
}
