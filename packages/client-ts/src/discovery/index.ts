/** Discovery of what a server serves, with caches, and the mapping between kinds and resources. */
export type { DiscoveryClientOptions } from "./discovery-client.ts";
export { DiscoveryClient, newDiscoveryClient } from "./discovery-client.ts";
export type {
  CachedDiscovery,
  Discovery,
  DiscoveryCall,
  GroupsAndResources,
  GroupsMaybeResources,
  PreferredResources,
  ServerVersion,
} from "./types.ts";
export type { MemoryCachedDiscovery } from "./memory-cached-discovery.ts";
export { newMemoryCachedDiscovery } from "./memory-cached-discovery.ts";
export type { DiskCacheOptions, NewDiskCacheOptions } from "./node/disk-cached-discovery.ts";
export { DiskCachedDiscovery, discoveryCacheDirectory, newDiskCachedDiscovery } from "./node/disk-cached-discovery.ts";
export type { ApiResourceRow, ApiResources, ApiResourcesOptions } from "./api-resources.ts";
export { apiResources, apiVersions, formatApiResources } from "./api-resources.ts";
export { formatColumns } from "./format-columns.ts";
export type {
  ApiGroupResources,
  GroupKind,
  MaybePromise,
  PartialResource,
  RestMapper,
  RestMapping,
} from "./rest-mapper.ts";
export { getApiGroupResources, guessPlural } from "./rest-mapper.ts";
export type { DeferredRestMapper } from "./deferred-rest-mapper.ts";
export { newDeferredRestMapper } from "./deferred-rest-mapper.ts";
export type { ShortcutExpander, ShortcutOptions } from "./shortcut-expander.ts";
export { newShortcutExpander } from "./shortcut-expander.ts";
export type { CategoryExpander, GroupResource } from "./categories.ts";
export { discoveryCategories, tableCategories, unionOfCategories } from "./categories.ts";
export { describeResources } from "./describe-resource.ts";
export {
  AmbiguousMatchError,
  EmptyGroupVersionError,
  GroupDiscoveryFailedError,
  GroupVersionNotCachedError,
  GroupVersionNotFoundError,
  isGroupDiscoveryFailed,
  isGroupVersionNotFound,
  isNoMatch,
  NoMatchError,
  StaleGroupVersionError,
} from "./errors.ts";
export type { ResourcePredicate } from "./helpers.ts";
export {
  extractGroupVersions,
  filteredBy,
  serverSupportsVersion,
  supportsAllVerbs,
} from "./helpers.ts";
export type { OpenApiClient, OpenApiGroupVersion, OpenApiSchemaOptions } from "./openapi.ts";
export {
  CachedOpenApiClient,
  groupVersionToOpenApiPath,
  openApiPathToGroupVersion,
  RestOpenApiClient,
} from "./openapi.ts";
export type { OpenApiDocument, OpenApiRoot } from "./openapi-root.ts";
export { newOpenApiRoot } from "./openapi-root.ts";
export type { DiscoverySource } from "./server-resources.ts";
export { groupsAndResources, preferredNamespacedResources, preferredResources } from "./server-resources.ts";
export type { SplitDiscovery } from "./aggregated.ts";
export { splitGroupsAndResources } from "./aggregated.ts";
export { contentTypeIs } from "./content-type.ts";
export type { HttpCacheOptions, ResponseStore } from "./node/http-cache.ts";
export { httpCache } from "./node/http-cache.ts";
export { ChecksummedFiles } from "./node/cache-files.ts";
