/**
 * One watch of a reflector, from its request to its end: what the server sends goes into the store, or, before the
 * initial events of a streaming list are complete, into a snapshot. It says how it ended; what follows is decided in
 * `decide.ts`.
 */

import type { Entry, FreezePolicy } from "../../codec/index.ts";
import { AbortedError, ClosedError } from "../../errors/index.ts";
import type { GroupVersionKind, KubeObject, WatchOptions } from "../../meta/index.ts";
import { type Clock, combineSignals, type Logger, onAbort } from "../../util/index.ts";
import { countFor, type EntryCount } from "../cache-limit.ts";
import type { ListerWatcher, RawWatchSink } from "../lister-watcher.ts";
import type { ReflectorStore } from "../queue.ts";
import { type Contact, livenessOf } from "./contact.ts";
import type { Ending, ListRead, Outcome, StreamEnd, WatchEnded } from "./decide.ts";
import { reflectorDefaults } from "./defaults.ts";
import { whyRefused } from "./expected-kind.ts";
import type { ReflectorMetrics } from "./reflector-metrics.ts";
import { ListSnapshot } from "./list-snapshot.ts";
import { Watchdog } from "./watchdog.ts";
import { watchOnce } from "./watch-once.ts";

/** What the watches of a reflector share with it. */
export interface SessionHost<T extends KubeObject> {
  readonly name: string;
  readonly source: ListerWatcher<T>;
  readonly store: ReflectorStore<Entry<T>>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly expected: GroupVersionKind | undefined;
  /** Whether objects are frozen. Default: as the source says. */
  readonly freeze: FreezePolicy | undefined;
  readonly contact: Contact;
  readonly metrics: ReflectorMetrics;
  /** What the cache has under a key. */
  readonly known: (key: string) => Entry<T> | undefined;
  /** The version that the store has reached. */
  readonly version: () => string;
  /** The store has everything up to this version. */
  readonly advance: (version: string) => void;
  /** Takes a decision and follows it, which can end the watch. */
  readonly decide: (outcome: Outcome) => void;
  /** Puts a complete list into the store. Returns whether it was accepted. */
  readonly take: (
    snapshot: ListSnapshot<T>,
    list: Pick<ListRead, "requested" | "resourceVersion" | "paged">,
  ) => boolean;
}

/** Options of {@link WatchSession}. */
export interface WatchSessionOptions<T> {
  /** The version that is requested. */
  readonly requested: string;
  /** How long the watch may last. */
  readonly limitMs: number;
  /** Whether the watch begins as a streaming list. */
  readonly initial: boolean;
  /** The initial events are in the store: the stream goes on as a watch. */
  readonly onListed: (snapshot: ListSnapshot<T>, resourceVersion: string) => void;
}

/** One watch, from its request to its end. */
export class WatchSession<T extends KubeObject> implements RawWatchSink<T> {
  readonly #host: SessionHost<T>;
  readonly #options: WatchSessionOptions<T>;
  readonly #abort = new AbortController();
  readonly #watchdog: Watchdog;
  /** Collects the initial events; `undefined` as soon as they are complete. */
  #snapshot: ListSnapshot<T> | undefined;
  /** Counts what comes in, when the cache has a limit. */
  #count: EntryCount | undefined;
  /** When it was open as a watch: accepted by the server, and its initial events complete. */
  #openAt: number | undefined;
  #events = 0;
  #ending: Ending | undefined;
  #over = false;
  /** Nothing more is taken: the signal has fired, or the watch is over. A flag, because reading a signal is slower. */
  #isClosed = false;

  constructor(host: SessionHost<T>, options: WatchSessionOptions<T>) {
    const { clock, logger, name } = host;
    const { initial, limitMs } = options;
    this.#host = host;
    this.#options = options;
    this.#snapshot = initial ? new ListSnapshot() : undefined;
    this.#count = countFor(host.source, initial ? "initial events" : "changes");
    this.#watchdog = new Watchdog({
      clock,
      limitMs,
      initial,
      onOverdue: (why) => this.end(why),
      onSlow: (silentForMs) =>
        logger.warn("the reflector still waits for the end of the initial events", {
          reflector: name,
          silentForMs: Math.round(silentForMs),
        }),
    });
  }

  /** Watches until the stream ends, and says how it did. Rejects only when the signal fires. */
  async run(options: WatchOptions, signal: AbortSignal): Promise<StreamEnd<"initial-ended"> | WatchEnded> {
    const { name, source, clock, freeze, contact, metrics, version } = this.#host;
    if (this.#snapshot !== undefined) metrics.listBegins();
    metrics.watchBegins();
    const both = combineSignals(signal, this.#abort.signal);
    onAbort(both.signal, () => {
      this.#isClosed = true;
    });
    let error: unknown;
    try {
      await watchOnce(source, options, this, { signal: both.signal, clock, freeze });
    } catch (failure) {
      error = failure;
    } finally {
      this.#over = this.#isClosed = true;
      this.#watchdog.stop();
      // However it ended, the source can release its connection.
      this.#abort.abort(new ClosedError(`${name}: the watch is over`));
      both.release();
      const wasOpen = this.#openAt !== undefined && this.#ending === undefined;
      contact.disconnected(livenessOf({ wasOpen, openMs: this.#openMs, events: this.#events, error }));
      metrics.version(version());
    }
    if (signal.aborted) throw signal.reason;
    return this.#outcome(error);
  }

  /** Ends it; the first reason counts. */
  end(ending: Ending): void {
    if (this.#over || this.#ending !== undefined) return;
    this.#ending = ending;
    this.#abort.abort(new AbortedError(`${this.#host.name}: the watch was ended: ${ending}`));
  }

  // For the source, which may call them without this object.

  /** Only the initial events can repeat what the cache has; a change is always new. */
  readonly known = (key: string): Entry<T> | undefined => {
    return this.#snapshot === undefined ? undefined : this.#host.known(key);
  };

  readonly onOpen = (): void => {
    if (this.#isClosed) return;
    this.#host.contact.received();
    // The objects that a streaming list begins with bring nothing up to date before they are complete.
    if (this.#snapshot === undefined) this.#opened();
  };

  readonly onEvent = (type: "ADDED" | "MODIFIED" | "DELETED", entry: Entry<T>): void | Promise<void> => {
    if (this.#isClosed) return;
    const { clock, contact, store, expected, decide, advance } = this.#host;
    if (type !== "DELETED") this.#count?.(entry);
    const snapshot = this.#snapshot;
    const initial = snapshot !== undefined;
    const now = clock.monotonic();
    if (initial) contact.received(now);
    else contact.updated(now);
    this.#watchdog.seen(now);
    const error = whyRefused(entry, expected, !initial);
    if (error !== undefined) return decide({ type: "object-refused", error, initial });
    this.#events++;
    if (initial) return snapshot.changed(type, entry);
    try {
      if (type === "MODIFIED") store.update(entry);
      else if (type === "ADDED") store.add(entry);
      else store.delete(entry);
    } catch (error) {
      return decide({ type: "store-failed", key: entry.key, error });
    }
    advance(entry.resourceVersion);
    const held = store.holdBack?.();
    if (held !== undefined) this.#watchdog.pauseUntil(held);
    return held;
  };

  readonly onBookmark = (resourceVersion: string, initialEventsEnd: boolean): void => {
    if (this.#isClosed) return;
    const { contact, store, metrics, advance } = this.#host;
    if (this.#snapshot !== undefined) {
      contact.received();
      this.#watchdog.seen();
      if (initialEventsEnd) this.#endInitial(this.#snapshot, resourceVersion);
      return;
    }
    contact.updated();
    if (this.#watchdog.bookmark()) contact.connected(reflectorDefaults.bookmarkSilenceMs);
    store.bookmark?.(resourceVersion);
    advance(resourceVersion);
    metrics.version(resourceVersion);
  };

  /** The initial events are complete: they are a list, and the stream goes on as a watch. */
  #endInitial(snapshot: ListSnapshot<T>, resourceVersion: string): void {
    const { metrics, take } = this.#host;
    const { requested, onListed } = this.#options;
    metrics.listEnds(this.#watchdog.ageMs, snapshot.size);
    if (!take(snapshot, { requested, resourceVersion, paged: false })) return;
    this.#snapshot = undefined;
    this.#count = countFor(this.#host.source, "changes");
    this.#events = 0;
    this.#watchdog.initialDone();
    this.#opened();
    onListed(snapshot, resourceVersion);
  }

  #opened(): void {
    this.#openAt = this.#host.clock.monotonic();
    this.#host.contact.connected(this.#options.limitMs);
  }

  get #openMs(): number {
    return this.#openAt === undefined ? 0 : this.#host.clock.monotonic() - this.#openAt;
  }

  #outcome(error: unknown): StreamEnd<"initial-ended"> | WatchEnded {
    const ending = this.#ending;
    if (this.#snapshot !== undefined) return { type: "initial-ended", ending, error };
    return {
      type: "watch-ended",
      ending,
      error,
      at: this.#host.clock.monotonic(),
      openMs: this.#openMs,
      version: this.#host.version(),
      events: this.#events,
      bookmarks: this.#watchdog.bookmarks,
      initial: this.#options.initial,
    };
  }
}
