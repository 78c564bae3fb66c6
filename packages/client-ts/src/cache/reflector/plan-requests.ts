import type { WatchOptions } from "../../meta/index.ts";
import { reflectorDefaults } from "./defaults.ts";
import type { ReflectorMemory } from "./reflector-memory.ts";

/** Whether the next list is requested as a stream of initial events. */
export function isListStreamed(
  memory: ReflectorMemory,
  server: { readonly isAllowed: boolean; readonly supportsWatchList: boolean; readonly mayStream: boolean },
): boolean {
  return server.isAllowed && server.supportsWatchList && !memory.plainListNext && server.mayStream;
}

/**
 * What the next list asks for. A relist at a version can be answered from the server's cache, but only when it is not
 * paged.
 */
export function planList(
  memory: ReflectorMemory,
  { version, pageSize }: { readonly version: string; readonly pageSize: number | undefined },
): { readonly resourceVersion: string; readonly pageSize: number } {
  const resourceVersion = memory.versionUnavailable ? "" : version === "" ? "0" : version;
  if (pageSize !== undefined) return { resourceVersion, pageSize };
  const paged = !memory.unpaged && (resourceVersion === "" || resourceVersion === "0" || memory.serverPages);
  return { resourceVersion, pageSize: paged ? reflectorDefaults.pageSize : 0 };
}

/** What the next watch asks for. One that begins with all objects replaces a list, and may ask for any version. */
export function planWatch(
  memory: ReflectorMemory,
  watch: { readonly version: string; readonly isInitial: boolean; readonly timeoutSeconds: number },
): { readonly requested: string; readonly options: WatchOptions } {
  const { version, isInitial, timeoutSeconds } = watch;
  const requested = isInitial && memory.versionUnavailable ? "" : version;
  const options: WatchOptions = {
    allowWatchBookmarks: true,
    timeoutSeconds,
    ...(requested !== "" && { resourceVersion: requested }),
    ...(isInitial && { sendInitialEvents: true, resourceVersionMatch: "NotOlderThan" }),
  };
  return { requested, options };
}
