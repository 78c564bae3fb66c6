import {
  errorOfEvent,
  type FreezePolicy,
  objectOfEvent,
  plainEntry,
  unknownEvent,
  versionOfBookmark,
} from "../../codec/index.ts";
import type { KubeObject, WatchEvent, WatchOptions } from "../../meta/index.ts";
import { abortable, type Clock, onAbort, slicersFor } from "../../util/index.ts";
import type { ListerWatcher, RawWatchSink } from "../lister-watcher.ts";

/**
 * Watches once, on either kind of source: what a source of plain events may send is what a server may send. Settles
 * when the server ends the stream, rejects when anything fails or the signal fires. After that the sink drops what a
 * source of entries may still give; nothing is given to it by another source.
 */
export async function watchOnce<T extends KubeObject>(
  source: ListerWatcher<T>,
  options: WatchOptions,
  sink: RawWatchSink<T>,
  {
    signal,
    clock,
    freeze,
  }: {
    readonly signal: AbortSignal;
    readonly clock: Clock;
    /** Whether objects are frozen. Default: as the source says. */
    readonly freeze?: FreezePolicy | undefined;
  },
): Promise<void> {
  if (source.raw !== undefined) {
    await abortable(source.raw.watch({ ...options, signal, clock, freeze }, sink), signal);
    return;
  }
  const events = await opened(source, options, signal);
  const iterator = events[Symbol.asyncIterator]();
  const slicer = slicersFor(clock).reading;
  let abort: ((reason: unknown) => void) | undefined;
  const remove = onAbort(signal, (reason) => abort?.(reason));
  let ended = false;
  try {
    // The signal may fire after a promise was settled, and before what waits for it goes on.
    signal.throwIfAborted();
    sink.onOpen();
    for (;;) {
      const next = await new Promise<IteratorResult<WatchEvent<T>>>((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        abort = reject;
        iterator.next().then(resolve, reject);
      });
      if (next.done) {
        ended = true;
        return;
      }
      signal.throwIfAborted();
      slicer.begin();
      const later = take(next.value, sink, freeze);
      if (later !== undefined) await abortable(later, signal);
      if (slicer.isOver) await slicer.nextTurn();
    }
  } finally {
    remove();
    if (!ended) iterator.return?.().then(undefined, () => {});
  }
}

async function opened<T extends KubeObject>(
  source: ListerWatcher<T>,
  options: WatchOptions,
  signal: AbortSignal,
): Promise<AsyncIterable<WatchEvent<T>>> {
  const opening = Promise.resolve(source.watch({ ...options, signal }));
  try {
    return await abortable(opening, signal);
  } catch (error) {
    // A stream that opens after the signal fired must be closed.
    if (signal.aborted) opening.then((late) => late[Symbol.asyncIterator]().return?.()).then(undefined, () => {});
    throw error;
  }
}

function take<T extends KubeObject>(
  event: WatchEvent<T>,
  sink: RawWatchSink<T>,
  freeze: FreezePolicy | undefined,
): void | Promise<void> {
  // A source may be written by hand, in JavaScript: nothing is known of what it yields.
  const type: unknown = (event as WatchEvent<T> | undefined)?.type;
  switch (type) {
    case "ADDED":
    case "MODIFIED":
    case "DELETED":
      return sink.onEvent(type, plainEntry(objectOfEvent(type, (event as { readonly object: T }).object), { freeze }));
    case "BOOKMARK": {
      const bookmark = event as Extract<WatchEvent<T>, { readonly type: "BOOKMARK" }>;
      return sink.onBookmark(versionOfBookmark(bookmark), bookmark.initialEventsEnd === true);
    }
    case "ERROR":
      throw errorOfEvent((event as { readonly object?: unknown }).object);
    default:
      throw unknownEvent(event);
  }
}
