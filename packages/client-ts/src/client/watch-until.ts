import type { KubeObject, WatchEvent } from "../meta/index.ts";
import {
  type RetryWatcherOptions,
  type WatchUntilCondition,
  type WatchUntilOptions,
  watchUntilWithRetry,
} from "../rest/index.ts";
import type { Watchable } from "./resource-types.ts";

/**
 * Watches from a version on until each condition was met, one after the other, and gives the event that met the last
 * one. It goes on after disconnects without a gap, and rejects with the server's error when the version has expired. To
 * wait for a state rather than for events, use {@link waitFor}.
 */
export function watchUntil<S extends KubeObject>(
  client: Watchable<S>,
  resourceVersion: string,
  conditions: WatchUntilCondition<S> | readonly WatchUntilCondition<S>[],
  options: WatchUntilOptions & RetryWatcherOptions = {},
): Promise<WatchEvent<S> | undefined> {
  return watchUntilWithRetry(
    resourceVersion,
    (watchOptions, stream) => client.watch({ ...watchOptions, ...stream }),
    conditions,
    options,
  );
}
