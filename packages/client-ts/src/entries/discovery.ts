/** Discovery of what a server serves, with caches, and the mapping between kinds and resources. */
export {
  newDiscoveryClient,
  newMemoryCachedDiscovery,
  newDiskCachedDiscovery,
  apiResources,
  formatApiResources,
  newDeferredRestMapper,
  newShortcutExpander,
  isNoMatch,
  NoMatchError,
  isGroupDiscoveryFailed,
  isGroupVersionNotFound,
  preferredResources,
  newOpenApiRoot,
} from "../discovery/index.ts";
export type {
  DiscoveryClient,
  Discovery,
  GroupDiscoveryFailedError,
  GroupVersionNotFoundError,
  CachedDiscovery,
  ServerVersion,
  RestMapper,
} from "../discovery/index.ts";
