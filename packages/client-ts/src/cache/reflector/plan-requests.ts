import type { WatchOptions } from "../../meta/index.ts";
import { defined } from "../../util/index.ts";
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

/** What a plan of a watch depends on, in addition to what is remembered. */
export interface WatchPlanInput {
  /** The version that the store has reached. */
  readonly version: string;
  /** Whether it begins with all objects. */
  readonly isInitial: boolean;
  /** The shortest time that the server is asked to keep it open; values below the default are ignored. */
  readonly minTimeoutMs: number | undefined;
  /** From 0 to 1: watches that began together do not end together. */
  readonly random: number;
}

/** What to request, and how long the watch may last before the reflector ends it. */
export interface WatchPlan {
  readonly requested: string;
  readonly limitMs: number;
  readonly options: WatchOptions;
}

/** What the next watch asks for. One that begins with all objects replaces a list, and may ask for any version. */
export function planWatch(memory: ReflectorMemory, input: WatchPlanInput): WatchPlan {
  const { version, isInitial, minTimeoutMs = 0, random } = input;
  const { minWatchTimeoutMs, watchMarginMs } = reflectorDefaults;
  const timeoutSeconds = Math.floor((Math.max(minTimeoutMs, minWatchTimeoutMs) / 1000) * (1 + random));
  const requested = isInitial && memory.versionUnavailable ? "" : version;
  const options: WatchOptions = {
    allowWatchBookmarks: true,
    timeoutSeconds,
    ...defined({ resourceVersion: requested || undefined }),
    ...(isInitial && { sendInitialEvents: true, resourceVersionMatch: "NotOlderThan" }),
  };
  return { requested, limitMs: timeoutSeconds * 1000 + watchMarginMs, options };
}
