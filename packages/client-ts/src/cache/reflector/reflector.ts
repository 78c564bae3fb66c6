/**
 * A Reflector keeps a store equal to what a server has. It lists (by streaming where the server supports it), then
 * watches, and starts again after any end or failure until it is stopped. This class is the loop and the requests; what
 * follows each result is decided in `decide.ts`. Its guarantees:
 *
 * - No partial lists: a list is used when it is complete. Until then, and after a failure, the store stays as it is.
 * - Correct versions: a watch begins only at a version that came with a list, a stored event or a bookmark; never at
 *   one that the server has refused. A list older than the store is not accepted.
 * - No silent end: every stream has a time limit, and a stream that exceeds it is ended by the reflector. The age of
 *   the last contact with the server can be read, and is reported when it becomes too high.
 * - No overload: after a failure the reflector waits, longer each time and with jitter.
 * - A failure is reported and never ends the reflector.
 */

import type { Entry } from "../../codec/index.ts";
import { AbortedError, ClosedError, InvalidArgumentError } from "../../errors/index.ts";
import { compareResourceVersion, type KubeObject } from "../../meta/index.ts";
import {
  Backoff,
  type Clock,
  combineSignals,
  defaultLogger,
  guardLogger,
  type LogFields,
  newLimitedLogger,
  sleep,
  systemClock,
  systemRandom,
  type Timer,
  withResolvers,
} from "../../util/index.ts";
import type { ListerWatcher } from "../lister-watcher.ts";
import type { ReflectorStore } from "../queue.ts";
import { wantsConsistencyCheck } from "../node/environment.ts";
import { checkConsistency } from "./consistency-check.ts";
import { Contact } from "./contact.ts";
import {
  type Decision,
  type DecideSettings,
  decide,
  type FailureReport,
  type ListRead,
  type Outcome,
  type Report,
  type RequestOutcome,
  type RequestStep,
  reflectorFailure,
  roundWith,
} from "./decide.ts";
import { reflectorDefaults } from "./defaults.ts";
import { describeKind } from "./expected-kind.ts";
import { type GuardedOptions, guardHooks } from "./guard-hooks.ts";
import { listIntoSnapshot } from "./list-into-snapshot.ts";
import type { ReflectorFailure, ReflectorOptions, ReflectorState } from "./options.ts";
import { isListStreamed, planList, planWatch } from "./plan-requests.ts";
import { initialMemory, type ReflectorMemory } from "./reflector-memory.ts";
import { type Anomaly, ReflectorMetrics } from "./reflector-metrics.ts";
import { ReflectorSharing } from "./reflector-sharing.ts";
import { ListSnapshot } from "./list-snapshot.ts";
import { StaleWarning } from "./stale-warning.ts";
import { type SessionHost, WatchSession } from "./watch-session.ts";

/** Lists and watches a source, and writes the result into a store of entries. */
export class Reflector<T extends KubeObject> {
  readonly name: string;
  readonly #source: ListerWatcher<T>;
  readonly #store: ReflectorStore<Entry<T>>;
  readonly #options: GuardedOptions<T>;
  readonly #settings: DecideSettings;
  readonly #clock: Clock;
  readonly #backoff: NonNullable<ReflectorOptions<KubeObject>["backoff"]>;
  readonly #sharing: ReflectorSharing;
  readonly #metrics: ReflectorMetrics;
  readonly #contact: Contact;
  readonly #host: SessionHost<T>;
  readonly #stopper = new AbortController();
  #memory: ReflectorMemory = initialMemory;
  #running: Promise<void> | undefined;
  /** Whether what is running is one round of `listAndWatch`. */
  #isInRound = false;
  #state: ReflectorState = "idle";
  #session: WatchSession<T> | undefined;
  #resyncMs: number;
  #resyncTimer: Timer | undefined;
  /** The version that the store has reached; empty before the first list. */
  #version = "";
  readonly #staleWarning: StaleWarning;

  constructor(source: ListerWatcher<T>, store: ReflectorStore<Entry<T>>, options: ReflectorOptions<T> = {}) {
    const { clock = systemClock, random = systemRandom } = options;
    const { logger = source.logger, meter = source.meter } = options;
    const { staleAfterMs = reflectorDefaults.staleAfterMs } = options;
    const { maxInternalErrorRetryMs = reflectorDefaults.maxInternalErrorRetryMs } = options;
    this.#source = source;
    this.#store = store;
    this.#clock = clock;
    this.name = options.name ?? describeKind(options.expected);
    const { logPeriodMs } = reflectorDefaults;
    const fallback = newLimitedLogger(defaultLogger, { clock, periodMs: logPeriodMs });
    this.#options = guardHooks({ ...options, logger, meter }, this.name, fallback);
    const staleLogger = guardLogger(logger, defaultLogger);
    this.#staleWarning = new StaleWarning({ clock, logger: staleLogger, fields: () => this.#ages() });
    this.#settings = { name: this.name, maxInternalErrorRetryMs };
    this.#resyncMs = options.resyncMs ?? reflectorDefaults.resyncMs;
    this.#backoff = this.#options.backoff ?? new Backoff({ ...reflectorDefaults.backoff, clock, random });
    this.#sharing = options.sharing ?? new ReflectorSharing({ clock });
    this.#metrics = new ReflectorMetrics(this.#options.meter, this.name);
    this.#contact = new Contact({
      clock,
      staleAfterMs,
      onChange: (stale) => this.#staleChanged(stale),
      onContact: () => this.#metrics.contact(clock.now()),
    });
    this.#host = {
      name: this.name,
      source,
      store,
      clock,
      logger: this.#options.logger,
      expected: options.expected,
      freeze: options.freeze,
      contact: this.#contact,
      metrics: this.#metrics,
      known: this.#known,
      version: () => this.#version,
      advance: (version) => this.#advance(version),
      decide: (outcome) => void this.#decide(outcome),
      take: (snapshot, list) => this.#take(snapshot, list).accepted === true,
    };
  }

  get state(): ReflectorState {
    return this.#state;
  }

  /** The version up to which the store has everything; empty before the first list. */
  get lastSyncResourceVersion(): string {
    return this.#version;
  }

  /** How long ago the server was last in contact, in milliseconds. */
  get lastContactAgeMs(): number {
    return this.#contact.ageMs;
  }

  /**
   * Whether the store may be out of date: it was not brought up to date for longer than expected. An open watch and a
   * complete list bring it up to date; pages of a list that is not complete do not.
   */
  get isStale(): boolean {
    return this.#contact.isStale;
  }

  /** Why the last list or watch failed; `undefined` while they work, and before the first. */
  get lastFailure(): ReflectorFailure | undefined {
    return this.#memory.lastFailure;
  }

  /**
   * Lists and watches until stopped. Settles when it has stopped. A second call joins the first. Rejects only with an
   * InvalidArgumentError, while {@link listAndWatch} is running.
   */
  run({ signal }: { readonly signal?: AbortSignal | undefined } = {}): Promise<void> {
    if (this.#isInRound)
      return Promise.reject(
        new InvalidArgumentError(`${this.name}: listAndWatch is running; wait until it has settled, then call run`),
      );
    this.#running ??= this.#run(signal, "until closed");
    return this.#running;
  }

  /**
   * Lists once and watches until another list is needed: one round of what {@link run} repeats, for programs with
   * their own loop. Settles when the round is over, or when the reflector is closed; rejects when the list fails, and
   * with an InvalidArgumentError while the reflector runs. It can be repeated; the reflector remembers the version that
   * it has reached.
   */
  async listAndWatch({ signal }: { readonly signal?: AbortSignal | undefined } = {}): Promise<void> {
    if (this.#running !== undefined)
      throw new InvalidArgumentError(`${this.name}: the reflector is running; listAndWatch is for one that is not`);
    const { promise, resolve } = withResolvers<void>();
    this.#running = promise;
    this.#isInRound = true;
    try {
      await this.#run(signal, "one list");
    } finally {
      this.#running = undefined;
      this.#isInRound = false;
      resolve();
    }
  }

  /** Stops permanently, and settles when no request is in progress any more. */
  async close(): Promise<void> {
    this.#stop();
    if (this.#running === undefined) this.#enter("stopped");
    await this.#running;
  }

  /** As {@link close}. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** The cache disagrees with the server: requests one list of the most recent state, as soon as possible. */
  relist(reason: Anomaly): void {
    this.#decide({ type: "relist-requested", reason });
  }

  /** The source chooses other objects from now on: requests a list of the most recent state. */
  reselect(): void {
    this.#decide({ type: "reselected" });
  }

  /** Counts an anomaly. */
  noteAnomaly(what: Anomaly): void {
    this.#metrics.anomaly(what);
  }

  /** Changes how often the store resyncs; 0 is never. */
  setResyncMs(resyncMs: number): void {
    this.#resyncMs = resyncMs;
    if (this.#running !== undefined && !this.#stopper.signal.aborted) this.#armResync();
  }

  async #run(outer: AbortSignal | undefined, rounds: "one list" | "until closed"): Promise<void> {
    const { signal, release } = combineSignals(outer, this.#stopper.signal);
    try {
      if (signal.aborted) return;
      this.#metrics.stale(false);
      this.#contact.start();
      this.#armResync();
      this.#decide({ type: "started" });
      for (let step: RequestStep = { to: "list", pause: "free" }; !signal.aborted; ) {
        step = await this.#perform(step, signal);
        if (rounds === "until closed" || signal.aborted) continue;
        const round = roundWith(step, this.#memory.listed);
        if (round === "is over") return;
        if (round === "has failed") throw this.#memory.lastFailure?.error ?? this.#notListed();
      }
    } finally {
      release();
      this.#resyncTimer?.cancel();
      this.#contact.stop();
      this.#staleWarning.stop();
      this.#metrics.end();
      // It cannot run again: a consistency check that is still under way ends, too.
      if (rounds === "until closed") this.#stop();
      this.#enter(rounds === "one list" && !this.#stopper.signal.aborted ? "idle" : "stopped");
    }
  }

  #stop(): void {
    this.#stopper.abort(new ClosedError(`${this.name}: the reflector was closed`));
  }

  #notListed(): AbortedError {
    return new AbortedError(`${this.name}: the list was not accepted; list again`);
  }

  /** One list or one watch. Whatever fails in it, even in the reflector itself, another step follows. */
  async #perform(step: RequestStep, signal: AbortSignal): Promise<RequestStep> {
    try {
      await this.#pause(step, signal);
      const { to } = this.#decide({ type: "pause-over", next: step.to }).next;
      return to === "list" ? await this.#list(signal) : await this.#watch(signal);
    } catch (error) {
      return signal.aborted ? step : this.#decide({ type: "step-failed", error }).next;
    }
  }

  async #pause({ pause, minMs = 0 }: RequestStep, signal: AbortSignal): Promise<void> {
    if (pause === "free") return;
    if (pause === "backoff") {
      this.#enter("waiting");
      await sleep(Math.max(this.#backoff.next(), minMs), { clock: this.#clock, signal });
    }
    await this.#sharing.retry(signal);
  }

  /** Takes a decision, remembers what it says, sends its reports, and ends the open stream if it says so. */
  #decide(outcome: RequestOutcome): Decision<RequestStep>;
  #decide(outcome: Outcome): Decision;
  #decide(outcome: Outcome): Decision {
    const decision = decide(this.#memory, outcome, this.#settings);
    this.#memory = decision.memory;
    if (decision.resetBackoff) this.#backoff.reset?.();
    if (decision.streamingUnavailable) this.#sharing.doNotStream(reflectorDefaults.noStreamingMs);
    for (const report of decision.reports) this.#send(report);
    if (decision.end !== undefined) this.#session?.end(decision.end);
    return decision;
  }

  // ── Lists ──────────────────────────────────────────────────

  async #list(signal: AbortSignal): Promise<RequestStep> {
    const release = await this.#sharing.beginList(signal);
    try {
      const streaming = isListStreamed(this.#memory, {
        isAllowed: this.#options.streaming !== false,
        supportsWatchList: this.#source.supportsWatchList !== false,
        mayStream: this.#sharing.mayStream,
      });
      this.#decide({ type: "list-begins" });
      return streaming ? await this.#watch(signal, release) : await this.#plainList(signal);
    } finally {
      release();
    }
  }

  async #plainList(signal: AbortSignal): Promise<RequestStep> {
    this.#enter("listing");
    const plan = planList(this.#memory, { version: this.#version, pageSize: this.#options.pageSize });
    const requested = plan.resourceVersion;
    const snapshot = new ListSnapshot<T>();
    const startedAt = this.#clock.monotonic();
    this.#metrics.listBegins();
    try {
      const { resourceVersion, paged } = await listIntoSnapshot(
        this.#source,
        {
          ...plan,
          expected: this.#options.expected,
          signal,
          freeze: this.#options.freeze,
          clock: this.#clock,
          known: this.#known,
          onPage: () => this.#contact.received(),
        },
        snapshot,
      );
      this.#metrics.listEnds(this.#clock.monotonic() - startedAt, snapshot.size);
      return this.#take(snapshot, { requested, resourceVersion, paged }).next;
    } catch (error) {
      if (signal.aborted) throw error;
      return this.#decide({ type: "list-failed", requested, error }).next;
    }
  }

  /**
   * Puts a complete list into the store if the decision is to accept it. Nothing is remembered when the store throws.
   */
  #take(
    snapshot: ListSnapshot<T>,
    list: Pick<ListRead, "requested" | "resourceVersion" | "paged">,
  ): Decision<RequestStep> {
    const { resourceVersion } = list;
    const outcome: ListRead = { type: "list-read", ...list, held: this.#version, duplicates: snapshot.duplicates };
    if (decide(this.#memory, outcome, this.#settings).accepted) {
      this.#store.replace(snapshot.entries(), resourceVersion);
      this.#contact.updated();
      this.#version = resourceVersion;
      this.#advance(resourceVersion);
      this.#metrics.version(resourceVersion);
    }
    // Decided again, with what is remembered now: what takes the list in can request another one meanwhile.
    return this.#decide(outcome);
  }

  // ── Streams ──────────────────────────────────────────────────

  /** With `listDone` it begins as a streaming list. */
  async #watch(signal: AbortSignal, listDone?: () => void): Promise<RequestStep> {
    const initial = listDone !== undefined;
    const { requested, limitMs, options } = planWatch(this.#memory, {
      version: this.#version,
      isInitial: initial,
      minTimeoutMs: this.#options.minWatchTimeoutMs,
      random: (this.#options.random ?? systemRandom)(),
    });
    const session = new WatchSession<T>(this.#host, {
      requested,
      limitMs,
      initial,
      onListed: (listed, version) => {
        this.#checkConsistency(listed, version);
        listDone?.();
        this.#enter("watching");
      },
    });
    this.#session = session;
    try {
      // A callback of the state may ask for another list, which ends this watch.
      this.#enter(initial ? "streaming" : "watching");
      return this.#decide(await session.run(options, signal)).next;
    } finally {
      this.#session = undefined;
    }
  }

  #checkConsistency(snapshot: ListSnapshot<T>, version: string): void {
    if (!(this.#options.checkConsistency ?? wantsConsistencyCheck())) return;
    const { signal } = this.#stopper;
    checkConsistency(this.#source, snapshot, version, { signal, clock: this.#clock }).catch((error) => {
      if (!signal.aborted) this.#unexpected(error, "the consistency check of");
    });
  }

  /** Moves the version forward, never back. */
  #advance(version: string): void {
    if (compareResourceVersion(version, this.#version) !== -1) this.#version = version;
    if (this.#memory.lastFailure !== undefined) this.#decide({ type: "advanced" });
    this.#store.updateResourceVersion?.(version);
  }

  // ── Time ──────────────────────────────────────────────────

  #armResync(): void {
    this.#resyncTimer?.cancel();
    if (!(this.#resyncMs > 0)) return;
    this.#resyncTimer = this.#clock.setTimer(this.#resyncMs, () => {
      this.#armResync();
      try {
        if (this.#options.shouldResync?.() ?? true) this.#store.resync?.();
      } catch (error) {
        this.#decide({ type: "resync-failed", error });
      }
    });
  }

  // ── Reports ──────────────────────────────────────────────────

  readonly #known = (key: string): Entry<T> | undefined => this.#options.known?.(key);

  #enter(state: ReflectorState): void {
    if (this.#state === state) return;
    this.#state = state;
    this.#options.onState?.(state);
  }

  #staleChanged(stale: boolean): void {
    this.#metrics.stale(stale);
    this.#staleWarning.changed(stale);
    this.#options.onStale?.(stale);
  }

  #ages(): LogFields {
    const { ageMs, updateAgeMs } = this.#contact;
    return {
      reflector: this.name,
      lastContactAgeMs: Math.round(ageMs),
      lastUpdateAgeMs: Math.round(updateAgeMs),
    };
  }

  #send(report: Report): void {
    switch (report.type) {
      case "failure":
        this.#sendFailure(report);
        break;
      case "unexpected":
        this.#unexpected(report.error, report.where);
        break;
      case "log": {
        const { level, message, reason } = report;
        this.#options.logger[level](message, { reflector: this.name, reason });
        break;
      }
      case "anomaly":
        this.#metrics.anomaly(report.what, report.count);
        break;
      case "short-watch":
        this.#metrics.shortWatch();
    }
  }

  #sendFailure(report: FailureReport): void {
    const { onWatchError, logger } = this.#options;
    const { during, error, expired } = report;
    if (onWatchError !== undefined) onWatchError(reflectorFailure(report, this.#settings));
    else if (expired) logger.debug(`${during} of ${this.name} ended: the version is too old`);
    else logger.error(`${during} of ${this.name} failed, trying again`, { error });
  }

  #unexpected(error: unknown, where: string): void {
    this.#options.onUnexpectedError(error, `${where} reflector ${this.name}`);
  }
}
