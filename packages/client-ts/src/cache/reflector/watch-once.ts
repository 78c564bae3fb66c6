import { type Entry, type FreezePolicy, plainEntry } from "../../codec/index.ts";
import { ProtocolError } from "../../errors/index.ts";
import type { KubeObject, WatchEvent, WatchOptions } from "../../meta/index.ts";
import { abortable, type Clock, onAbort, slicersFor } from "../../util/index.ts";
import type { ListerWatcher, RawWatchSink } from "../lister-watcher.ts";

/** Receives what a watch sends, from either kind of source. */
export interface WatchSink<T> extends RawWatchSink<T> {
  /** An event of a type that does not exist; what it throws ends the watch. */
  onUnknown(type: unknown): void;
}

/**
 * Watches once. Settles when the server ends the stream, rejects when anything fails or the signal fires; the sink is
 * not called after that.
 */
export async function watchOnce<T extends KubeObject>(
  source: ListerWatcher<T>,
  options: WatchOptions,
  sink: WatchSink<T>,
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
    const open = { is: true };
    const close = onAbort(signal, () => {
      open.is = false;
    });
    try {
      await abortable(source.raw.watch({ ...options, signal, freeze }, onlyWhile(open, sink)), signal);
    } finally {
      close();
    }
    return;
  }
  const events = await opened(source, options, signal);
  sink.onOpen();
  const iterator = events[Symbol.asyncIterator]();
  const slicer = slicersFor(clock).reading;
  let abort: ((reason: unknown) => void) | undefined;
  const remove = onAbort(signal, (reason) => abort?.(reason));
  let ended = false;
  try {
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
  sink: WatchSink<T>,
  freeze: FreezePolicy | undefined,
): void | Promise<void> {
  switch (event.type) {
    case "ADDED":
    case "MODIFIED":
    case "DELETED":
      if (typeof event.object !== "object" || event.object === null || Array.isArray(event.object)) {
        throw new ProtocolError(`the watch sent an event of type ${event.type} without an object`);
      }
      return sink.onEvent(event.type, plainEntry(event.object, { freeze }));
    case "BOOKMARK":
      return sink.onBookmark(event.resourceVersion, event.initialEventsEnd === true);
    default:
      return sink.onUnknown((event as { type?: unknown } | undefined)?.type);
  }
}

/**
 * After the signal fired, a raw source may still deliver some events; they are dropped. A flag, because reading a
 * signal is slower.
 */
function onlyWhile<T>(open: { readonly is: boolean }, sink: WatchSink<T>): RawWatchSink<T> {
  return {
    onOpen: () => {
      if (open.is) sink.onOpen();
    },
    onEvent: (type: "ADDED" | "MODIFIED" | "DELETED", entry: Entry<T>) =>
      open.is ? sink.onEvent(type, entry) : undefined,
    onBookmark: (version, end) => (open.is ? sink.onBookmark(version, end) : undefined),
    known: (key) => sink.known(key),
  };
}
