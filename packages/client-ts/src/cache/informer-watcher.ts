import type { KubeObject, Resource, WatchEvent } from "../meta/index.ts";
import { AsyncQueue, onAbort, onReturn } from "../util/index.ts";
import { newIndexerInformer } from "./informer.ts";
import type { SharedIndexInformerOptions } from "./informer/options.ts";
import type { ListerWatcher } from "./lister-watcher.ts";
import type { Indexer } from "./store/index.ts";

/** A watch that goes on after a lost connection. */
export interface InformerWatcher<T> {
  /** ADDED, MODIFIED and DELETED as the cache changes; leaving the loop, or `close`, ends it. */
  readonly events: AsyncIterable<WatchEvent<T>>;
  /** The cache behind it. */
  readonly indexer: Indexer<T>;
  /** Ends it; settles when it has ended. */
  close(): Promise<void>;
  /** As `close`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Watches through an informer of its own: existing objects come as ADDED, and a lost connection is restored
 * automatically. Runs until closed.
 */
export function newInformerWatcher<T extends KubeObject>(
  source: ListerWatcher<T>,
  resource: Resource<T>,
  { signal, ...options }: SharedIndexInformerOptions<T> & { readonly signal?: AbortSignal | undefined } = {},
): InformerWatcher<T> {
  const events = new AsyncQueue<WatchEvent<T>>();
  const deliver = (type: "ADDED" | "MODIFIED" | "DELETED", object: unknown): void => {
    if (!events.offer({ type, object: object as T })) void close();
  };
  const { indexer, controller } = newIndexerInformer(
    source,
    resource,
    {
      onAdd: ({ object }) => deliver("ADDED", object),
      onUpdate: ({ object }) => deliver("MODIFIED", object),
      onDelete: ({ object }) => deliver("DELETED", object),
    },
    options,
  );
  const close = async (): Promise<void> => {
    events.close();
    remove();
    await controller.close();
  };
  // A signal that has fired already closes at once.
  let remove = (): void => {};
  remove = onAbort(signal, () => void close());
  void controller.run();
  return {
    events: onReturn(closingWith(events, close), () => void close()),
    indexer,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** The same events; leaving the loop closes the informer. */
async function* closingWith<T>(events: AsyncIterable<T>, close: () => Promise<void>): AsyncGenerator<T> {
  try {
    yield* events;
  } finally {
    await close();
  }
}
