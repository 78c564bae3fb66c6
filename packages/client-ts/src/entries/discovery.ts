/** Discovery of what a server serves, with caches, and the mapping between kinds and resources. */
export {
  newDiscoveryClient,
  newMemoryCachedDiscovery,
  newDiskCachedDiscovery,
  apiResources,
  formatApiResources,
  newDiscoveryRestMapper,
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
  CachedDiscovery,
  ServerVersion,
  RestMapper,
} from "../discovery/index.ts";
