/**
 * A Reflector keeps a store equal to what a server has. It lists (by streaming where the server can), then watches, and begins again whenever
 * that ends, for ever, until it is stopped. Its promises:
 *
 * - Nothing half: a list counts when it is complete. Until then, and after a failure, the store stays as it is.
 * - Honest versions: a watch begins only at a version that came with a list, an event that was taken in, or a bookmark; never at one that the
 *   server has refused. What is older than what we hold is not taken for a list.
 * - Never silent: every stream has an end; a stream that should have ended is ended by us. How long ago the server was heard of can be asked,
 *   and is reported when it becomes too long.
 * - Polite: failures are answered by waiting, longer each time and never in step with others.
 * - A failure is a report, never an end.
 */

import { type Entry, UnknownEventError } from "../../codec/index.ts";
import { ClientError, ProtocolError, suggestsClientDelay } from "../../errors/index.ts";
import { compareResourceVersion, type KubeObject, type WatchOptions } from "../../meta/index.ts";
import {
  Backoff,
  type Clock,
  combineSignals,
  noopLogger,
  noopMeter,
  reportUnexpectedError,
  sleep,
  systemClock,
  systemRandom,
  type Timer,
} from "../../util/index.ts";
import type { ListerWatcher } from "../lister-watcher.ts";
import type { ReflectorStore } from "../queue.ts";
import { wantsConsistencyCheck } from "../node/environment.ts";
import { checkConsistency } from "./consistency-check.ts";
import { Contact } from "./contact.ts";
import { describeKind, whyRefused } from "./expected-kind.ts";
import { listAll } from "./list-all.ts";
import { type Oddity, ReflectorMetrics } from "./metrics.ts";
import { patience, type ReflectorOptions, type ReflectorState } from "./options.ts";
import { Misfortunes } from "./misfortunes.ts";
import { RetryWithDeadline } from "./retry-with-deadline.ts";
import type { Ending, Next, Session } from "./session.ts";
import { ReflectorSharing } from "./sharing.ts";
import { Snapshot } from "./snapshot.ts";
import { judge, lacksStreaming, VeryShortWatchError } from "./verdict.ts";
import { Watchdog } from "./watchdog.ts";
import { watchOnce } from "./watch-once.ts";

/** Lists and watches a source, and writes what it learns into a store of entries. */
export class Reflector<T extends KubeObject> {
  readonly name: string;
  readonly #source: ListerWatcher<T>;
  readonly #store: ReflectorStore<Entry<T>>;
  readonly #options: ReflectorOptions<T>;
  readonly #clock: Clock;
  readonly #backoff: { next(): number };
  readonly #sharing: ReflectorSharing;
  readonly #metrics: ReflectorMetrics;
  readonly #contact: Contact;
  readonly #internal: RetryWithDeadline;
  readonly #misfortunes: Misfortunes;
  readonly #stopper = new AbortController();
  #running: Promise<void> | undefined;
  #state: ReflectorState = "idle";
  #session: Session<T> | undefined;
  #resyncMs: number;
  #resyncTimer: Timer | undefined;
  /** How far we are; empty before the first list. */
  #version = "";
  /** The server does not have our version any more, or not yet: the next list asks for the most recent state. */
  #versionUnavailable = false;
  /** The first list came in pages although it could have come from the server's cache: there is none. */
  #serverPages = false;
  /** The next list is not a streaming one. */
  #classicNext = false;
  /** Lists in pages take longer than the server's history: ask for everything at once. */
  #atOnce = false;
  /** Somebody asked for a list while no watch was open. */
  #relistWanted = false;

  constructor(source: ListerWatcher<T>, store: ReflectorStore<Entry<T>>, options: ReflectorOptions<T> = {}) {
    const {
      clock = systemClock,
      random = systemRandom,
      meter = noopMeter,
      staleAfterMs = 10_000,
      maxInternalErrorRetryMs = 60_000,
    } = options;
    this.#source = source;
    this.#store = store;
    this.#options = options;
    this.#clock = clock;
    this.name = options.name ?? describeKind(options.expected);
    this.#resyncMs = options.resyncMs ?? 0;
    this.#backoff =
      options.backoff ?? new Backoff({ baseMs: 800, factor: 2, capMs: 30_000, jitter: 1, steps: 38, resetAfterMs: 120_000, clock, random });
    this.#sharing = options.sharing ?? new ReflectorSharing({ clock });
    this.#metrics = new ReflectorMetrics(meter, this.name);
    this.#contact = new Contact({ clock, staleAfterMs, onChange: (stale) => this.#staleChanged(stale) });
    this.#misfortunes = new Misfortunes(clock);
    this.#internal = new RetryWithDeadline({ maxMs: maxInternalErrorRetryMs, isRetryable: (error) => judge(error) === "internal", clock });
  }

  get state(): ReflectorState {
    return this.#state;
  }

  /** The version up to which the store has everything; empty before the first list. */
  get lastSyncResourceVersion(): string {
    return this.#version;
  }

  /** How long ago the server was last heard of, in milliseconds. */
  get lastContactAgeMs(): number {
    return this.#contact.ageMs;
  }

  /** Whether the server was not heard of for longer than is normal: what the store has may be old. */
  get isStale(): boolean {
    return this.#contact.isStale;
  }

  /** Lists and watches until stopped. Settles when it has stopped; never rejects. A second call joins the first. */
  run({ signal }: { readonly signal?: AbortSignal } = {}): Promise<void> {
    this.#running ??= this.#run(signal);
    return this.#running;
  }

  /** Stops for good, and settles when nothing is under way any more. */
  async stop(): Promise<void> {
    this.#stopper.abort(new ClientError("Closed", `${this.name}: the reflector was stopped`));
    if (this.#running === undefined) this.#enter("stopped");
    await this.#running;
  }

  /** Something does not add up: asks the server for its most recent state, once, soon. */
  relist(reason: Oddity): void {
    this.#metrics.odd(reason);
    this.#options.logger?.warn("the cache does not agree with the server: listing again", { reflector: this.name, reason });
    this.#versionUnavailable = true;
    this.#end("relist");
  }

  /** Counts what no server should send. */
  noteOddity(what: Oddity): void {
    this.#metrics.odd(what);
  }

  /** Changes how often the store is told to resync; 0 is never. */
  setResyncMs(resyncMs: number): void {
    this.#resyncMs = resyncMs;
    if (this.#running !== undefined && !this.#stopper.signal.aborted) this.#armResync();
  }

  async #run(outer: AbortSignal | undefined): Promise<void> {
    const { signal, release } = combineSignals(outer, this.#stopper.signal);
    try {
      if (signal.aborted) return;
      this.#contact.start();
      this.#armResync();
      for (let next: Next = { to: "list", pause: "free" }; !signal.aborted; ) next = await this.#step(next, signal);
    } finally {
      release();
      this.#resyncTimer?.cancel();
      this.#contact.stop();
      this.#enter("stopped");
    }
  }

  /** One list or one watch. Whatever goes wrong in it, even in ourselves, there is a next one. */
  async #step(next: Next, signal: AbortSignal): Promise<Next> {
    try {
      await this.#pause(next, signal);
      return next.to === "list" || this.#relistWanted ? await this.#list(signal) : await this.#watch(signal);
    } catch (error) {
      if (!signal.aborted) this.#unexpected(error, "the loop of");
      return { to: "list", pause: "backoff" };
    }
  }

  async #pause({ pause, minMs = 0 }: Next, signal: AbortSignal): Promise<void> {
    if (pause === "free") return;
    if (pause === "backoff") {
      this.#enter("waiting");
      await sleep(Math.max(this.#backoff.next(), minMs), { clock: this.#clock, signal });
    }
    await this.#sharing.retry(signal);
  }

  async #list(signal: AbortSignal): Promise<Next> {
    const release = await this.#sharing.beginList(signal);
    try {
      const streaming =
        !this.#classicNext && this.#options.streaming !== false && this.#source.supportsWatchList !== false && this.#sharing.mayStream;
      this.#classicNext = false;
      this.#relistWanted = false;
      return streaming ? await this.#watch(signal, new Snapshot<T>(), release) : await this.#listClassic(signal);
    } finally {
      release();
    }
  }

  // ── Lists ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────

  async #listClassic(signal: AbortSignal): Promise<Next> {
    this.#enter("listing");
    for (;;) {
      const asked = this.#versionUnavailable ? "" : this.#version === "" ? "0" : this.#version;
      const snapshot = new Snapshot<T>();
      const startedAt = this.#clock.monotonic();
      this.#metrics.listBegins();
      try {
        const listed = await listAll(
          this.#source,
          {
            resourceVersion: asked,
            pageSize: this.#pageSize(asked),
            expected: this.#options.expected,
            signal,
            known: this.#known,
            onPage: () => this.#contact.heard(),
          },
          snapshot,
        );
        if (asked === "0" && listed.paged) this.#serverPages = true;
        this.#metrics.listEnds(this.#clock.monotonic() - startedAt, snapshot.size);
        if (!this.#accept(snapshot, listed.resourceVersion, asked)) return { to: "list", pause: "backoff" };
        return { to: "watch", pause: "free" };
      } catch (error) {
        if (signal.aborted) throw error;
        this.#report("list", error);
        const verdict = judge(error);
        const minMs = (suggestsClientDelay(error) ?? 0) * 1000;
        // A version that the server is only behind is worth a short wait, when the server says how long.
        const wait = verdict === "ahead" && minMs > 0 && ++this.#misfortunes.aheadTries < patience.tries;
        if ((verdict === "expired" || verdict === "ahead") && asked !== "" && !wait) {
          this.#versionUnavailable = true;
          continue;
        }
        this.#misfortunes.failures++;
        return { to: "list", pause: "backoff", minMs };
      }
    }
  }

  /** A relist at a version can be answered from the server's cache, but only when no page size is asked for. */
  #pageSize(asked: string): number {
    if (this.#options.pageSize !== undefined) return this.#options.pageSize;
    if (this.#atOnce) return 0;
    return asked === "" || asked === "0" || this.#serverPages ? patience.pageSize : 0;
  }

  /** Puts a complete list into the store, unless it is older than what the store has. */
  #accept(snapshot: Snapshot<T>, version: string, asked: string): boolean {
    if (compareResourceVersion(version, this.#version) === -1 && ++this.#misfortunes.olderLists <= patience.tries) {
      this.#metrics.odd("older-list");
      this.#report("list", new ProtocolError(`${this.name}: the server's list (${version}) is older than what we have (${this.#version})`));
      if (asked !== "" && this.#misfortunes.olderLists === patience.tries) this.#versionUnavailable = true;
      return false;
    }
    this.#metrics.odd("twin-in-list", snapshot.twins);
    this.#store.replace(snapshot.entries(), version);
    this.#version = version;
    this.#versionUnavailable = false;
    this.#misfortunes.listed();
    this.#internal.reset();
    this.#heardVersion(version);
    this.#metrics.version(version);
    return true;
  }

  // ── Streams ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────

  async #watch(signal: AbortSignal, snapshot?: Snapshot<T>, listDone?: () => void): Promise<Next> {
    const askedFor = snapshot !== undefined && this.#versionUnavailable ? "" : this.#version;
    const timeoutSeconds = this.#timeoutSeconds();
    const limitMs = timeoutSeconds * 1000 + patience.marginMs;
    const initial = snapshot !== undefined;
    const watchdog = new Watchdog({
      clock: this.#clock,
      limitMs,
      initial,
      onOverdue: (why) => this.#end(why),
      onSlow: (silentForMs) =>
        this.#options.logger?.warn("still waiting for the end of the initial events", {
          reflector: this.name,
          silentForMs: Math.round(silentForMs),
        }),
    });
    const session: Session<T> = {
      snapshot,
      initial,
      askedFor,
      events: 0,
      ending: undefined,
      abort: new AbortController(),
      watchdog,
      limitMs,
    };
    const options: WatchOptions = {
      allowWatchBookmarks: true,
      timeoutSeconds,
      ...(askedFor !== "" && { resourceVersion: askedFor }),
      ...(snapshot !== undefined && { sendInitialEvents: true, resourceVersionMatch: "NotOlderThan" }),
    };
    this.#enter(snapshot === undefined ? "watching" : "streaming");
    if (snapshot !== undefined) this.#metrics.listBegins();
    this.#metrics.watchBegins();
    const both = combineSignals(signal, session.abort.signal);
    this.#session = session;
    let error: unknown;
    try {
      await watchOnce(
        this.#source,
        options,
        {
          onOpen: () => this.#contact.connected(session.limitMs),
          onEvent: (type, entry) => this.#onEvent(session, type, entry),
          onBookmark: (version, initialEventsEnd) => this.#onBookmark(session, version, initialEventsEnd, listDone),
          onUnknown: (type) => {
            throw new UnknownEventError(String(type));
          },
          // Of use only for what we may have already; a change is new.
          known: (key) => (session.snapshot === undefined ? undefined : this.#known(key)),
        },
        { signal: both.signal, clock: this.#clock },
      );
    } catch (failure) {
      error = failure;
    } finally {
      this.#session = undefined;
      watchdog.stop();
      // However it ended, the source may let go of what it holds.
      session.abort.abort(new ClientError("Closed", `${this.name}: the watch is over`));
      both.release();
      this.#contact.disconnected();
      this.#metrics.version(this.#version);
    }
    if (signal.aborted) throw signal.reason;
    const next = session.snapshot === undefined ? this.#afterWatch(session, error) : this.#afterInitial(session, error);
    if (next.pause === "backoff") this.#misfortunes.failures++;
    return next;
  }

  #onEvent(session: Session<T>, type: "ADDED" | "MODIFIED" | "DELETED", entry: Entry<T>): void | Promise<void> {
    const now = this.#clock.monotonic();
    this.#contact.heard(now);
    session.watchdog.heard(now);
    const refused = whyRefused(entry, this.#options.expected, true);
    if (refused !== undefined) {
      this.#refuse(refused);
      return;
    }
    session.events++;
    if (session.snapshot !== undefined) {
      session.snapshot.changed(type, entry);
      return;
    }
    try {
      if (type === "MODIFIED") this.#store.update(entry);
      else if (type === "ADDED") this.#store.add(entry);
      else this.#store.delete(entry);
    } catch (error) {
      // What the store did not take is not behind us: only a list can put that right.
      this.#unexpected(error, `storing ${entry.key} in`);
      this.#end("relist");
      return;
    }
    this.#heardVersion(entry.resourceVersion);
    return this.#store.holdBack?.();
  }

  #onBookmark(session: Session<T>, version: string, initialEventsEnd: boolean, listDone?: () => void): void {
    this.#contact.heard();
    if (session.snapshot !== undefined) {
      session.watchdog.heard();
      if (!initialEventsEnd) return;
      this.#metrics.listEnds(session.watchdog.ageMs, session.snapshot.size);
      if (!this.#accept(session.snapshot, version, session.askedFor)) {
        this.#end("older-list");
        return;
      }
      this.#checkConsistency(session.snapshot, version);
      session.snapshot = undefined;
      session.events = 0;
      session.watchdog.initialDone();
      listDone?.();
      this.#enter("watching");
      return;
    }
    if (session.watchdog.bookmark()) this.#contact.connected(patience.bookmarkSilenceMs);
    this.#store.bookmark?.(version);
    this.#heardVersion(version);
    this.#metrics.version(version);
  }

  #checkConsistency(snapshot: Snapshot<T>, version: string): void {
    if (!(this.#options.checkConsistency ?? wantsConsistencyCheck())) return;
    const { signal } = this.#stopper;
    checkConsistency(this.#source, snapshot, version, { signal, clock: this.#clock }).catch((error) => {
      if (!signal.aborted) this.#unexpected(error, "the consistency check of");
    });
  }

  /** Moves on, never back: a version that is behind us says nothing. */
  #heardVersion(version: string): void {
    if (compareResourceVersion(version, this.#version) !== -1) this.#version = version;
    this.#store.updateResourceVersion?.(version);
  }

  #refuse(error: ProtocolError): void {
    this.#metrics.odd("refused-object");
    this.#report("watch", error);
    if (++this.#misfortunes.refusedObjects < patience.tries) return;
    this.#misfortunes.refusedObjects = 0;
    this.#report("watch", new ProtocolError(`${this.name}: the server keeps sending objects that cannot be stored`, { cause: error }));
    this.#end("relist");
  }

  #afterInitial(session: Session<T>, error: unknown): Next {
    const again: Next = { to: "list", pause: "backoff" };
    if (session.ending === "no-initial-end" || lacksStreaming(error)) {
      if (session.ending === undefined) this.#report("watch", error);
      this.#options.logger?.info("the server does not give streaming lists: asking for plain ones", { reflector: this.name });
      this.#sharing.doNotStream(patience.noStreamingMs);
      return { to: "list", pause: "none" };
    }
    if (session.ending === "older-list") return again;
    if (error !== undefined && session.ending === undefined) {
      this.#report("watch", error);
      const verdict = judge(error);
      const minMs = (suggestsClientDelay(error) ?? 0) * 1000;
      if (verdict === "busy" || verdict === "away") return { ...again, minMs };
      if (verdict === "expired" || verdict === "ahead") {
        const first = !this.#versionUnavailable;
        this.#versionUnavailable = true;
        return first ? { to: "list", pause: "none" } : again;
      }
      if (verdict !== "garbage") {
        this.#classicNext = true;
        return this.#misfortunes.failures === 0 ? { to: "list", pause: "none" } : again;
      }
    }
    if (++this.#misfortunes.cutStreams >= patience.tries) {
      this.#misfortunes.cutStreams = 0;
      this.#classicNext = true;
    }
    return again;
  }

  #afterWatch(session: Session<T>, error: unknown): Next {
    this.#misfortunes.watched();
    if (session.events > 0) this.#misfortunes.failures = 0;
    const resume: Next = { to: "watch", pause: "backoff" };
    const relist: Next = { to: "list", pause: "backoff" };
    switch (session.ending) {
      case "limit":
      case "silence":
        return { to: "watch", pause: "none" };
      case "relist":
      case "resync":
      case "older-list":
        return this.#forcedRelist();
      case "no-initial-end":
      case undefined:
    }
    if (error === undefined) {
      this.#internal.reset();
      if (session.initial || this.#sawSomething(session) || session.watchdog.ageMs >= patience.shortWatchMs) {
        return { to: "watch", pause: "none" };
      }
      this.#metrics.shortWatch();
      this.#report("watch", new VeryShortWatchError(this.name));
      return this.#misfortunes.cameToNothing(this.#version) ? relist : resume;
    }
    this.#report("watch", error);
    const minMs = (suggestsClientDelay(error) ?? 0) * 1000;
    switch (judge(error)) {
      case "expired":
        if (this.#misfortunes.expired(this.#sawSomething(session))) this.#listOtherwise();
        // The server is there and wants us to list: after an outage, one more wait would only make what we hold older.
        return minMs > 0 ? { ...relist, minMs } : this.#forcedRelist();
      case "ahead":
        if (!this.#misfortunes.cameToNothing(this.#version)) return { ...resume, minMs };
        this.#versionUnavailable = true;
        return relist;
      case "busy":
      case "away":
        return { ...resume, minMs };
      case "internal":
        return this.#internal.shouldRetry(error) ? { ...resume, minMs } : relist;
      case "garbage":
        if (error instanceof UnknownEventError) {
          this.#metrics.odd("unknown-event");
          return this.#forcedRelist();
        }
        return this.#misfortunes.cameToNothing(this.#version) ? relist : resume;
      case "oversized":
      case "refused":
        return relist;
    }
  }

  /** At once the first time, then only as often as failures are answered. */
  #forcedRelist(): Next {
    return { to: "list", pause: this.#misfortunes.forcedList() ? "backoff" : "none" };
  }

  #sawSomething({ events, watchdog }: Session<T>): boolean {
    return events > 0 || watchdog.bookmarks > 0;
  }

  #listOtherwise(): void {
    this.#atOnce = true;
    this.#classicNext = true;
    this.#options.logger?.warn("lists take longer than the server's history: asking for all objects at once", { reflector: this.name });
    this.#report("list", new ProtocolError(`${this.name}: lists take longer than the server's history`));
  }

  // ── Time ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────

  #timeoutSeconds(): number {
    const least = Math.max(this.#options.minWatchTimeoutMs ?? 0, patience.minWatchTimeoutMs) / 1000;
    return Math.floor(least * (1 + (this.#options.random ?? systemRandom)()));
  }

  #end(ending: Ending): void {
    const session = this.#session;
    if (session === undefined) this.#relistWanted ||= ending === "relist";
    if (session === undefined || session.ending !== undefined) return;
    session.ending = ending;
    session.abort.abort(new ClientError("Aborted", `${this.name}: the watch was ended: ${ending}`));
  }

  #armResync(): void {
    this.#resyncTimer?.cancel();
    if (!(this.#resyncMs > 0)) return;
    this.#resyncTimer = this.#clock.setTimer(this.#resyncMs, () => {
      this.#armResync();
      try {
        if (this.#options.shouldResync?.() ?? true) this.#store.resync?.();
      } catch (error) {
        this.#unexpected(error, "the resync of");
        this.#end("resync");
      }
    });
  }

  // ── Reports ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────

  readonly #known = (key: string): Entry<T> | undefined => this.#options.known?.(key);

  #enter(state: ReflectorState): void {
    if (this.#state === state) return;
    this.#state = state;
    this.#guarded("onState of", () => this.#options.onState?.(state));
  }

  #staleChanged(stale: boolean): void {
    this.#metrics.stale(stale);
    const fields = { reflector: this.name, lastContactAgeMs: Math.round(this.#contact.ageMs) };
    if (stale) this.#options.logger?.warn("the cache is stale: the server was not heard of for too long", fields);
    else this.#options.logger?.info("the cache is fresh again", fields);
    this.#guarded("onStale of", () => this.#options.onStale?.(stale));
  }

  #report(during: "list" | "watch", error: unknown): void {
    const expired = judge(error) === "expired";
    const { onWatchError, logger = noopLogger } = this.#options;
    if (onWatchError !== undefined) {
      this.#guarded("onWatchError of", () => onWatchError({ name: this.name, during, error, expired }));
    } else if (expired) logger.debug(`${during} ended: the version is too old`, { reflector: this.name });
    else logger.error(`${during} failed`, { reflector: this.name, error });
  }

  #guarded(what: string, run: () => void): void {
    try {
      run();
    } catch (error) {
      this.#unexpected(error, what);
    }
  }

  #unexpected(error: unknown, what: string): void {
    (this.#options.onUnexpectedError ?? reportUnexpectedError)(error, `${what} reflector ${this.name}`);
  }
}
