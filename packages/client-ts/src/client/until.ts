import type { KubeObject, WatchEvent } from "../meta/index.ts";
import { type RetryWatcherOptions, type UntilCondition, type UntilOptions, until as untilOf } from "../rest/index.ts";
import type { Watcher } from "./resource-types.ts";

/**
 * Follows changes from a version on until each condition was met, one after the other, and gives the event that met the
 * last. Disconnects are survived without a gap; it ends with the server's error when that version is forgotten. To wait
 * for a state rather than for events, use {@link waitFor}.
 */
export function until<S extends KubeObject>(
  client: Watcher<S>,
  resourceVersion: string,
  conditions: UntilCondition<S> | readonly UntilCondition<S>[],
  options: UntilOptions & RetryWatcherOptions = {},
): Promise<WatchEvent<S> | undefined> {
  return untilOf(
    resourceVersion,
    (watchOptions, stream) => client.watch({ ...watchOptions, ...stream }),
    conditions,
    options,
  );
}
