import type { KubeObject, Resource, WatchEvent } from "../meta/index.ts";
import { type WatchUntilCondition, type WatchUntilOptions, watchUntilWithoutRetry } from "../rest/index.ts";
import { AsyncQueue, timeoutSignal } from "../util/index.ts";
import { orAborted, throwIfAborted, TimeoutError } from "../errors/index.ts";
import type { SharedIndexInformerOptions } from "./informer/options.ts";
import { newSharedIndexInformer } from "./informer/shared-index-informer.ts";
import type { ListerWatcher } from "./lister-watcher.ts";
import type { Indexer } from "./store/index.ts";

/** Looks at the whole cache, once it is complete, and says whether there is nothing to wait for. */
export type Precondition<T> = (indexer: Indexer<T>) => boolean | Promise<boolean>;

/** Options of {@link watchUntilWithSync}. */
export interface WatchUntilWithSyncOptions<T extends KubeObject> extends WatchUntilOptions {
  /** Asked once the cache is complete, before any condition. Without one, conditions see events at once. */
  readonly precondition?: Precondition<T> | undefined;
  readonly informer?: SharedIndexInformerOptions<T> | undefined;
}

/**
 * Waits through an informer of its own until each condition was met, one after the other; existing objects come as
 * ADDED, and a lost connection does not end the wait. Gives the last event, or `undefined` when the precondition was
 * met. Rejects with a TimeoutError when the time is over, and with an AbortedError when the signal fires. The informer
 * is stopped in any case. Most programs use `waitFor`, which waits for one object.
 */
export async function watchUntilWithSync<T extends KubeObject>(
  source: ListerWatcher<T>,
  resource: Resource<T>,
  conditions: WatchUntilCondition<T> | readonly WatchUntilCondition<T>[],
  { precondition, informer: informerOptions = {}, timeoutMs, signal, clock }: WatchUntilWithSyncOptions<T> = {},
): Promise<WatchEvent<T> | undefined> {
  throwIfAborted(signal);
  const informer = newSharedIndexInformer(source, resource, {
    ...informerOptions,
    clock: clock ?? informerOptions.clock,
  });
  const events = new AsyncQueue<WatchEvent<T>>();
  const deliver = (type: "ADDED" | "MODIFIED" | "DELETED", object: unknown): void => {
    events.offer({ type, object: object as T });
  };
  informer.addEventHandler(
    {
      onAdd: ({ object }) => deliver("ADDED", object),
      onUpdate: ({ object }) => deliver("MODIFIED", object),
      onDelete: ({ object }) => deliver("DELETED", object),
    },
    { overflow: "keep" },
  );
  const limit =
    timeoutMs === undefined
      ? undefined
      : timeoutSignal(timeoutMs, {
          signal,
          clock,
          reason: () => new TimeoutError(`the conditions of watchUntilWithSync were not met within ${timeoutMs} ms`),
        });
  const ending = limit?.signal ?? signal;
  const running = informer.run();
  try {
    if (precondition !== undefined) {
      await orAborted(informer.waitForSync(), ending);
      if (await orAborted(Promise.resolve(precondition(informer.indexer)), ending)) return undefined;
    }
    return await watchUntilWithoutRetry(events, conditions, { signal: ending });
  } catch (error) {
    if (limit?.signal.aborted && !signal?.aborted) throw limit.signal.reason;
    throw error;
  } finally {
    limit?.release();
    events.close();
    await informer.close();
    await running;
  }
}
