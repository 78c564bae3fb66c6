import {
  findStatusError,
  InvalidArgumentError,
  isClientError,
  isForbidden,
  isUnauthorized,
  ProtocolError,
  suggestsClientDelay,
} from "../errors/index.ts";
import type { KubeObject, WatchEvent, WatchOptions } from "../meta/index.ts";
import { type Clock, guardLogger, type Logger, onReturn, systemClock, withResolvers } from "../util/index.ts";
import type { StreamOptions } from "./request.ts";
import { wait } from "./wait.ts";

/**
 * Opens a watch: `(options, { signal }) => client.watch(options, { signal })`. With an `open`, what fails there counts
 * as "could not be started".
 */
export type WatchOpener<T extends KubeObject> = (
  options: WatchOptions,
  stream: StreamOptions,
) => AsyncIterable<WatchEvent<T>> & { open?(): Promise<void>; close?(): void };

/** Options of {@link RetryWatcher}. */
export interface RetryWatcherOptions {
  /** What to watch, but for the version. */
  readonly watchOptions?: WatchOptions | undefined;
  /** Least time between two starts of a watch. Default 1 s. */
  readonly minRestartMs?: number | undefined;
  readonly clock?: Clock | undefined;
  /** Gets each restart, with its reason. Default: nothing is written. */
  readonly logger?: Logger | false | undefined;
}

/** A resourceVersion that names a version: decimal digits that are not all zero. */
const realVersion = /^0*[1-9][0-9]*$/;

/**
 * A watch that survives disconnects: it starts again after the last event that was delivered, so that nothing is missed
 * and nothing comes twice.
 *
 * It ends with an error when it cannot go on without a gap: the server says 410 in the stream, the start is refused
 * with 401 or 403, or an event has no version; and when the program itself is wrong: a bad option, a `TypeError` of the
 * source. It restarts after any other failure, at most once a second, later when the server asks for it. Bookmarks move
 * the version along and are not delivered. For one reader, once.
 */
export class RetryWatcher<T extends KubeObject = KubeObject> implements AsyncIterable<WatchEvent<T>> {
  readonly #source: WatchOpener<T>;
  readonly #options: RetryWatcherOptions;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #stopping = new AbortController();
  readonly #done = withResolvers<void>();
  #resourceVersion: string;
  #running = false;
  /** The reader holds an event and has not come back for the next. */
  #suspended = false;

  constructor(resourceVersion: string, source: WatchOpener<T>, options: RetryWatcherOptions = {}) {
    if (!realVersion.test(resourceVersion)) {
      throw new InvalidArgumentError(
        `a watch that can be resumed must start at a real resourceVersion, not at ${JSON.stringify(resourceVersion)}`,
      );
    }
    this.#resourceVersion = resourceVersion;
    this.#source = source;
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#logger = guardLogger(options.logger);
  }

  /** The version of the last event or bookmark. */
  get resourceVersion(): string {
    return this.#resourceVersion;
  }

  /** Settles when nothing of it runs any more. */
  get done(): Promise<void> {
    return this.#done.promise;
  }

  /** Ends it, also when it is not being read. A second call does nothing. */
  close(): void {
    this.#stopping.abort();
    if (!this.#running || this.#suspended) this.#done.resolve();
  }

  /** As {@link close}. */
  [Symbol.dispose](): void {
    this.close();
  }

  [Symbol.asyncIterator](): AsyncGenerator<WatchEvent<T>, void, undefined> {
    return onReturn(this.#events(), () => {
      this.#stopping.abort();
      // Its end is that of the generator, which runs nothing when it was not begun.
      if (!this.#running) this.#done.resolve();
    });
  }

  async *#events(): AsyncGenerator<WatchEvent<T>, void, undefined> {
    if (this.#stopping.signal.aborted) return;
    this.#running = true;
    const { minRestartMs = 1_000 } = this.#options;
    try {
      for (let notBeforeMs = Number.NEGATIVE_INFINITY; ; ) {
        const pauseMs = notBeforeMs - this.#clock.monotonic();
        if (pauseMs > 0) await wait(pauseMs, this.#clock, this.#stopping.signal);
        const startedMs = this.#clock.monotonic();
        let delayMs = 0;
        try {
          yield* this.#watchOnce();
        } catch (error) {
          if (this.#stopping.signal.aborted) return;
          if (error instanceof FinalError) throw error.reason;
          if (isMistake(error)) throw error;
          delayMs = (suggestsClientDelay(error) ?? 0) * 1_000;
          this.#logger.debug("the watch ended and is started again", {
            resourceVersion: this.#resourceVersion,
            reason: String(error),
          });
        }
        if (this.#stopping.signal.aborted) return;
        notBeforeMs = Math.max(startedMs + minRestartMs, this.#clock.monotonic() + delayMs);
      }
    } catch (error) {
      if (!this.#stopping.signal.aborted) throw error;
    } finally {
      this.#stopping.abort();
      this.#done.resolve();
    }
  }

  async *#watchOnce(): AsyncGenerator<WatchEvent<T>, void, undefined> {
    const options: WatchOptions = {
      ...this.#options.watchOptions,
      resourceVersion: this.#resourceVersion,
      allowWatchBookmarks: true,
    };
    const stream = this.#source(options, { signal: this.#stopping.signal });
    try {
      await stream.open?.();
    } catch (error) {
      if (isUnauthorized(error) || isForbidden(error)) throw new FinalError(error);
      throw error;
    }
    let read = false;
    try {
      for await (const event of stream) {
        read = true;
        if (event.type === "BOOKMARK") {
          this.#resourceVersion = event.resourceVersion;
          continue;
        }
        const version = event.object.metadata?.resourceVersion;
        if (!version)
          throw new FinalError(
            new ProtocolError("the watch sent an object without a resourceVersion; it cannot be resumed"),
          );
        this.#suspended = true;
        yield event;
        this.#suspended = false;
        this.#resourceVersion = version;
      }
    } catch (error) {
      if (this.#suspended) throw new FinalError(error); // the reader's own
      const refused = stream.open === undefined && !read && (isUnauthorized(error) || isForbidden(error));
      if (refused || findStatusError(error)?.code === 410) throw new FinalError(error);
      throw error;
    }
  }
}

/**
 * A watch from a resourceVersion on that is started again after a disconnect. Nothing is sent before it is read. Most
 * programs use `newSharedInformerFactory`, whose informers also list again when the version has expired, or `waitFor`.
 */
export function newRetryWatcher<T extends KubeObject = KubeObject>(
  resourceVersion: string,
  source: WatchOpener<T>,
  options: RetryWatcherOptions = {},
): RetryWatcher<T> {
  return new RetryWatcher(resourceVersion, source, options);
}

/**
 * Whether the program is wrong, so that another try would fail in the same way. A `TypeError` with a cause is how
 * `fetch` reports that the network failed.
 */
function isMistake(error: unknown): boolean {
  const { name, cause } = (error ?? {}) as { readonly name?: unknown; readonly cause?: unknown };
  return isClientError(error, "InvalidArgument") || (mistakes.has(name) && cause === undefined);
}

const mistakes: ReadonlySet<unknown> = new Set(["TypeError", "RangeError", "ReferenceError", "SyntaxError"]);

/** Carries an error out of the loop that tries again. */
class FinalError extends Error {
  readonly reason: unknown;

  constructor(reason: unknown) {
    super("final");
    this.reason = reason;
  }
}
