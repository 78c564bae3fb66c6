import type { StatusError } from "client-ts/errors";
import { AsyncQueue } from "client-ts/internal";
import type { KubeObject, WatchEvent } from "client-ts/meta";

/**
 * A watch whose events a test sends by hand; a watch reactor returns it. It serves one watch: events that were sent
 * before wait for it.
 *
 * ```ts
 * const watcher = newFakeWatcher();
 * fake.prependWatchReactor("pods", () => watcher);
 * watcher.add(pod);
 * ```
 */
export interface FakeWatcher<T extends KubeObject = KubeObject> extends AsyncIterable<WatchEvent<T>>, Disposable {
  add(object: T): void;
  modify(object: T): void;
  delete(object: T): void;
  /** Sends a bookmark: everything up to this version was sent. */
  bookmark(resourceVersion: string): void;
  /** Ends the watch with an error event. */
  fail(error: StatusError): void;
  /** Ends the watch. */
  close(): void;
  /** Whether the watch was ended, by either side. */
  readonly closed: boolean;
}

/** Makes a watch whose events a test sends by hand. */
export function newFakeWatcher<T extends KubeObject = KubeObject>(): FakeWatcher<T> {
  const queue = new AsyncQueue<WatchEvent<T>>();
  const send = (event: WatchEvent<T>): void => void queue.offer(event);
  return {
    add: (object) => send({ type: "ADDED", object }),
    modify: (object) => send({ type: "MODIFIED", object }),
    delete: (object) => send({ type: "DELETED", object }),
    bookmark: (resourceVersion) => send({ type: "BOOKMARK", resourceVersion }),
    fail: (error) => queue.fail(error),
    close: () => queue.close(),
    [Symbol.dispose]: () => queue.close(),
    get closed() {
      return queue.closed;
    },
    [Symbol.asyncIterator]: () => queue[Symbol.asyncIterator](),
  };
}
