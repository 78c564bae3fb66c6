import type { Lease } from "../api/coordination/v1.ts";
import type { Client } from "../client/index.ts";
import { ClosedError, InvalidArgumentError, isConflict, TimeoutError } from "../errors/index.ts";
import type { Stored } from "../meta/index.ts";
import {
  type Clock,
  combineSignals,
  guardLogger,
  guardReporter,
  type Logger,
  type Random,
  runGuarded,
  sleep,
} from "../util/index.ts";
import { boundClient } from "./bound-client.ts";
import { type ElectionRecord, recordOf, releasedRecord, renewedRecord, takenRecord } from "./election-record.ts";
import { isIdentityConflict } from "./identity-conflict-error.ts";
import { LeaderWork } from "./leader-work.ts";
import { LeadershipLostError } from "./leadership-lost-error.ts";
import { Leadership, momentOf } from "./leadership.ts";
import { runLeaseCandidate } from "./lease-candidate.ts";
import { LeaseConnection } from "./lease-connection.ts";
import { LeaseLock } from "./lease-lock.ts";
import { LeaseSession } from "./lease-session.ts";
import { type KnownLease, LeaseView } from "./lease-view.ts";
import { type LeaseWatch, watchLease } from "./lease-watch.ts";
import { type ElectionMetrics, electionMetrics } from "./metrics.ts";
import { type ElectionSettings, electionSettings, jitterFactor, type LeaderElectorOptions } from "./settings.ts";
import { Wake } from "./wake.ts";

/** What an elector shares with others of the same process. */
export interface ElectorParts {
  /** The session to use; its owner closes it. Default: one of its own. */
  readonly session?: LeaseSession | undefined;
  /**
   * The Lease as it was seen before the election began, and since when it has not changed, by the monotonic clock of
   * this process. Without it, a candidate waits for a whole lease duration after it has first read a held Lease.
   */
  readonly known?: (() => KnownLease | undefined) | undefined;
  /**
   * Called before `onStartedLeading`, with a signal that fires when the lease is not held any more. That of
   * `onStartedLeading` fires earlier when the work is asked to stop while the lease is held.
   */
  readonly onHeld?: ((held: AbortSignal) => void) | undefined;
}

/**
 * One candidate of an election.
 *
 * It is a candidate, a leader, or stopped. A candidate reads the Lease every retry period with jitter, follows it with
 * a watch where that is allowed, and wakes when the record that it sees has not changed for the recorded duration. It
 * takes the Lease by a write that names the version it has read. A leader renews every retry period by a write without
 * a read, and reads first after a failure. It leads until {@link Leadership} says that its time is over, until it sees
 * a record that it did not write, until `onStartedLeading` fails, or until it is stopped.
 *
 * It guarantees that no write through {@link client} begins after the deadline, that a Lease that is held by another
 * candidate is not written, and that the lease is released only after the work has settled. It does not guarantee that
 * a write that was begun in time also reaches the server in time: bytes on their way cannot be stopped.
 */
export class LeaderElector {
  readonly #settings: ElectionSettings;
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #logger: Logger;
  readonly #metrics: ElectionMetrics;
  /** client-go's limit for one request. */
  readonly #requestTimeoutMs: number;
  readonly #parts: ElectorParts;
  readonly #session: LeaseSession;
  readonly #connection: LeaseConnection;
  readonly #lock: LeaseLock;
  readonly #bound: Client;
  readonly #view: LeaseView;
  readonly #report = guardReporter();
  #leadership: Leadership | undefined;
  /** The leadership that writes to the Lease are for: the present one, or the one that is being taken. */
  #taking: Leadership | undefined;
  #running: { readonly stop: AbortController; readonly ended: Promise<void> } | undefined;
  /** The work of the last leadership. */
  #work: LeaderWork | undefined;
  #reportedLeader: string | undefined;
  #watchEnded: Promise<void> | undefined;

  /** Made by {@link newLeaderElector}. */
  constructor(client: Client, options: LeaderElectorOptions, parts: ElectorParts = {}) {
    const { clock, random, namespace } = client.context;
    const settings = electionSettings(options, { namespace, random });
    this.#settings = settings;
    this.#clock = clock;
    this.#random = random;
    this.#logger = guardLogger(client.logger);
    this.#metrics = electionMetrics(client.meter, settings.name);
    this.#requestTimeoutMs = Math.max(1_000, settings.renewDeadlineMs / 2);
    this.#parts = parts;
    this.#session = parts.session ?? new LeaseSession(client, this.#requestTimeoutMs);
    this.#connection = new LeaseConnection(this.#session, {
      namespace: settings.namespace,
      lease: `${settings.namespace}/${settings.name}`,
      leadership: () => this.#taking,
    });
    this.#lock = new LeaseLock({ ...settings, leases: this.#connection.leases });
    this.#view = new LeaseView({
      lock: this.#lock,
      clock,
      identity: settings.identity,
      leaseDurationMs: settings.leaseDurationMs,
      // In a coordinated election the control plane writes our identity.
      checksIdentity: settings.coordinated === undefined,
      onHolder: (identity) => this.#reportLeader(identity),
    });
    this.#bound = boundClient(client, {
      lease: this.#lock.description,
      leadership: () => this.#leadership,
    });
  }

  /** The identity of this candidate. */
  get identity(): string {
    return this.#settings.identity;
  }

  /** The Lease as `namespace/name`. */
  get lease(): string {
    return this.#lock.description;
  }

  /** Whether this candidate leads now. Looks at both clocks each time, so it is right also after a pause. */
  get isLeader(): boolean {
    return this.#leadership?.isHeld === true;
  }

  /** The leader that was last seen, perhaps this one. Empty when there is none, or none was seen yet. */
  get leader(): string {
    return this.#view.holder;
  }

  /**
   * The client that writes only while this candidate leads; at any other time a write rejects with a
   * LeadershipLostError before anything is sent. It has the connections of the client that the elector was made with.
   */
  get client(): Client {
    return this.#bound;
  }

  /**
   * Throws when this candidate leads, or its work has not stopped, although its lease was over more than `toleranceMs`
   * ago: the process should be restarted.
   */
  check(toleranceMs: number): void {
    const leadership = this.#leadership;
    if (leadership === undefined || (this.#work?.isSettled !== false && !leadership.isHeld)) return;
    const { leaseDurationMs } = this.#settings;
    const overdueMs = this.#clock.monotonic() - leadership.renewedAtMs - leaseDurationMs;
    if (overdueMs <= toleranceMs) return;
    throw new LeadershipLostError(
      `the lease ${this.lease} expired ${Math.round(overdueMs)} ms ago and the work of its leader has not stopped`,
      { lease: this.lease },
    );
  }

  /**
   * Takes part in the election until the signal fires: waits for the lease, leads, and stops. Resolves when the signal
   * has fired, the work has settled and the lease is released. Rejects with a {@link LeadershipLostError} when the
   * lease was lost, with the error of `onStartedLeading`, or with a ConfigError when another candidate has our
   * identity. A process that lost its lease should exit; it may also call `run` again.
   */
  async run(options: { readonly signal?: AbortSignal | undefined } = {}): Promise<void> {
    if (this.#running !== undefined)
      throw new InvalidArgumentError(`the election for the lease ${this.lease} is running already`);
    const stop = new AbortController();
    const both = combineSignals(options.signal, stop.signal);
    const ended = this.#run(both.signal).finally(() => {
      both.release();
      this.#running = undefined;
    });
    this.#running = { stop, ended: ended.catch(() => {}) };
    await ended;
  }

  /** Stops the election; settles when the lease is released and nothing runs any more. */
  async close(): Promise<void> {
    this.#running?.stop.abort(new ClosedError(`the election for the lease ${this.lease} was closed`));
    await this.#running?.ended;
  }

  /** As {@link close}. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #run(stop: AbortSignal): Promise<void> {
    const { coordinated, onStoppedLeading } = this.#settings;
    const over = new AbortController();
    const ending = combineSignals(stop, over.signal);
    this.#metrics.leading(false);
    this.#view.reset(this.#parts.known?.());
    let stopped = false;
    const stoppedLeading = (): void => {
      if (stopped) return;
      stopped = true;
      if (onStoppedLeading !== undefined)
        runGuarded(onStoppedLeading, (error) => this.#report(error, "onStoppedLeading"));
    };
    const candidate = coordinated === undefined ? undefined : this.#candidate(coordinated, ending.signal);
    try {
      const leadership = await this.#acquire(stop);
      if (leadership !== undefined) await this.#lead(leadership, stop, stoppedLeading);
    } finally {
      over.abort();
      stoppedLeading();
      await candidate;
      await this.#watchEnded;
      ending.release();
      if (this.#parts.session === undefined) await this.#session.close();
    }
  }

  #candidate(coordinated: NonNullable<LeaderElectorOptions["coordinated"]>, signal: AbortSignal): Promise<void> {
    return runLeaseCandidate({
      candidates: this.#connection.candidates,
      name: this.identity,
      leaseName: this.#settings.name,
      coordinated,
      retryPeriodMs: this.#settings.retryPeriodMs,
      clock: this.#clock,
      random: this.#random,
      logger: this.#logger,
      signal,
    });
  }

  /** Tries until the lease is ours. `undefined` when the signal fired first. */
  async #acquire(stop: AbortSignal): Promise<Leadership | undefined> {
    const { retryPeriodMs, coordinated } = this.#settings;
    const wake = new Wake();
    let watch: LeaseWatch | undefined;
    let conflict: unknown;
    const onLease = (lease: Stored<Lease>): void => {
      try {
        this.#view.observe(lease);
      } catch (error) {
        conflict = error;
      }
      wake.now();
    };
    try {
      while (!stop.aborted) {
        const leadership = await (coordinated === undefined ? this.#tryAcquire(stop) : this.#tryAssigned(stop));
        if (leadership !== undefined) return leadership;
        watch ??= this.#watch(onLease);
        const triedAt = this.#clock.monotonic();
        const dueAt = triedAt + retryPeriodMs * (1 + jitterFactor * this.#random());
        const tried = this.#view.revision;
        // A change of the Lease wakes the candidate, and a record that does not change does so when it expires.
        const nextTryAt = (): number => {
          const worthAt = coordinated === undefined ? this.#view.freeAtMs : this.#assignedAt();
          return this.#view.revision === tried && worthAt <= triedAt ? dueAt : Math.min(dueAt, worthAt);
        };
        while (!stop.aborted && conflict === undefined && this.#clock.monotonic() < nextTryAt())
          // Timers may fire a fraction of a millisecond early: without a least pause the loop would spin until then.
          await wake.wait(Math.max(1, nextTryAt() - this.#clock.monotonic()), this.#clock, stop);
        if (conflict !== undefined) throw conflict;
      }
      return undefined;
    } finally {
      // A leader does not wait for that; `run` does.
      this.#watchEnded = watch?.close();
    }
  }

  #watch(onLease: (lease: Stored<Lease>) => void): LeaseWatch {
    const { name, retryPeriodMs } = this.#settings;
    return watchLease(name, {
      leases: this.#connection.leases,
      retryPeriodMs,
      headersTimeoutMs: this.#requestTimeoutMs,
      clock: this.#clock,
      random: this.#random,
      logger: this.#logger,
      onLease,
    });
  }

  /** One try to take the lease. */
  async #tryAcquire(stop: AbortSignal): Promise<Leadership | undefined> {
    try {
      const found = await this.#view.read(stop);
      // A Lease that was deleted while its holder may be active counts as held until it would have expired.
      if (!this.#view.isFree) return undefined;
      const record = takenRecord(found === undefined ? undefined : recordOf(found.spec), this.#view.facts());
      return await this.#take(record, found === undefined ? "create" : "update", stop);
    } catch (error) {
      return this.#afterFailedTry(error, stop);
    }
  }

  /** One try to lead in a coordinated election: the control plane has written our identity, or it has not. */
  async #tryAssigned(stop: AbortSignal): Promise<Leadership | undefined> {
    try {
      const found = await this.#view.read(stop);
      const record = recordOf(found?.spec);
      if (record.holderIdentity !== this.identity || this.#view.isFree || record.preferredHolder) return undefined;
      return await this.#take(renewedRecord(record, this.#view.facts()), "update", stop);
    } catch (error) {
      return this.#afterFailedTry(error, stop);
    }
  }

  /** Writes the record with which this candidate begins to lead. */
  async #take(record: ElectionRecord, how: "create" | "update", stop: AbortSignal): Promise<Leadership | undefined> {
    const began = momentOf(this.#clock);
    const leadership = new Leadership({
      clock: this.#clock,
      renewDeadlineMs: this.#settings.renewDeadlineMs,
      began,
      expired: () => this.#lost(`it was not renewed within ${this.#settings.renewDeadlineMs} ms`),
    });
    this.#taking = leadership;
    const ending = combineSignals(stop, leadership.held);
    try {
      await this.#view.write(record, how, ending.signal);
      if (leadership.isHeld) return leadership;
      this.#logger.warn("the lease was taken too late to lead", { lease: this.lease });
      return undefined;
    } catch (error) {
      // A write that the signal cut off may have reached the server: the lease would be held for its whole duration.
      if (stop.aborted && this.#settings.releaseOnCancel) await this.#release(leadership);
      leadership.end(error);
      throw error;
    } finally {
      ending.release();
    }
  }

  #afterFailedTry(error: unknown, stop: AbortSignal): undefined {
    if (isIdentityConflict(error)) throw error;
    if (stop.aborted) return undefined;
    this.#session.noteFailure(error);
    const level = isConflict(error) ? "debug" : "warn";
    this.#logger[level]("the lease could not be acquired, trying again", { lease: this.lease, error });
    return undefined;
  }

  /** Leads until the lease is lost, the work fails, or the signal fires; then stops gracefully. */
  async #lead(leadership: Leadership, stop: AbortSignal, stoppedLeading: () => void): Promise<void> {
    this.#leadership = leadership;
    this.#metrics.leading(true);
    this.#logger.info("this process became the leader", { lease: this.lease, identity: this.identity });
    this.#event("became leader");
    if (stop.aborted) leadership.stopWork(stop.reason);
    this.#parts.onHeld?.(leadership.held);
    const work = new LeaderWork(leadership, this.#settings.onStartedLeading);
    this.#work = work;
    const stopRenewing = new AbortController();
    const renewing = this.#renew(leadership, stopRenewing.signal);
    const end = await work.firstEnd(stop);
    leadership.stopWork(end.reason);
    if (!leadership.isHeld) {
      this.#metrics.leading(false);
      stoppedLeading();
    }
    // Meanwhile a lease that is still held is renewed: it is released when the work no longer needs it.
    const settled = await work.settled(this.#settings.stopTimeoutMs, this.#clock);
    const lost = !leadership.isHeld;
    stopRenewing.abort();
    await renewing;
    if (!lost && settled && this.#settings.releaseOnCancel) await this.#release(leadership);
    leadership.end(new LeadershipLostError(`the lease ${this.lease} was given up`, { lease: this.lease }));
    this.#metrics.leading(false);
    this.#logger.info("this process stopped leading", { lease: this.lease, identity: this.identity, lost });
    this.#event("stopped leading");
    stoppedLeading();
    if (end.why === "failed") throw end.reason;
    if (lost) throw leadership.held.reason;
    if (end.why === "over") throw end.reason;
    if (work.error !== undefined) throw work.error;
    if (!settled)
      throw new TimeoutError(
        `the work of the leader of the lease ${this.lease} did not stop within ${this.#settings.stopTimeoutMs} ms; ` +
          "the lease was not released and expires by itself",
      );
  }

  /** Renews every retry period until the leadership ends or the signal fires. */
  async #renew(leadership: Leadership, stop: AbortSignal): Promise<void> {
    const ending = combineSignals(stop, leadership.held);
    try {
      while (!ending.signal.aborted) {
        await sleep(this.#settings.retryPeriodMs, { clock: this.#clock, signal: ending.signal });
        if (leadership.isHeld) await this.#tryRenew(leadership, ending.signal);
      }
    } catch (error) {
      if (!ending.signal.aborted) leadership.end(this.#lost("its renewal failed unexpectedly", error));
    } finally {
      ending.release();
    }
  }

  /** One renewal: a write without a read, and after a failure a read and a write. */
  async #tryRenew(leadership: Leadership, signal: AbortSignal): Promise<void> {
    try {
      const { coordinated } = this.#settings;
      if (coordinated === undefined && (await this.#tryFastPath(leadership, signal))) return;
      if (!leadership.isHeld) return;
      const found = await this.#view.read(signal);
      if (found === undefined) {
        const record = renewedRecord(this.#lock.record, this.#view.facts());
        // In a coordinated election only the control plane creates the Lease.
        if (coordinated === undefined) await this.#renewWith(leadership, record, "create", signal);
        return;
      }
      const record = recordOf(found.spec);
      if (!this.#view.isOwn(record)) {
        leadership.end(this.#lost(`${JSON.stringify(record.holderIdentity ?? "")} holds it now`));
        return;
      }
      if (coordinated !== undefined && record.preferredHolder) {
        leadership.stopWork(this.#lost(`the control plane prefers ${JSON.stringify(record.preferredHolder)}`));
        return;
      }
      await this.#renewWith(leadership, renewedRecord(record, this.#view.facts()), "update", signal);
    } catch (error) {
      if (isIdentityConflict(error)) leadership.end(error);
      if (signal.aborted) return;
      this.#session.noteFailure(error);
      const { remainingMs } = leadership;
      this.#logger.warn("the lease could not be renewed, trying again", { lease: this.lease, remainingMs, error });
    }
  }

  async #tryFastPath(leadership: Leadership, signal: AbortSignal): Promise<boolean> {
    try {
      await this.#renewWith(leadership, renewedRecord(this.#lock.record, this.#view.facts()), "update", signal);
      return true;
    } catch (error) {
      if (signal.aborted) throw error;
      this.#session.noteFailure(error);
      this.#metrics.slowPath();
      this.#logger.debug("the lease has to be read before it is renewed", { lease: this.lease, error });
      return false;
    }
  }

  async #renewWith(leadership: Leadership, record: ElectionRecord, how: "create" | "update", signal: AbortSignal) {
    const began = momentOf(this.#clock);
    await this.#view.write(record, how, signal);
    leadership.renewed(began);
  }

  /**
   * Releases the lease, if it is still what we wrote: reads it, and writes an empty holder over the version that was
   * read. It ends with our deadline, because after that the lease may be another's.
   */
  async #release(leadership: Leadership): Promise<void> {
    const { held } = leadership;
    while (!held.aborted) {
      try {
        const found = await this.#view.read(held);
        if (found === undefined || !this.#view.isOwn(recordOf(found.spec))) return;
        await this.#view.write(releasedRecord(recordOf(found.spec), this.#view.nextMicros()), "update", held);
        return;
      } catch (error) {
        if (isIdentityConflict(error)) return;
        if (isConflict(error)) continue;
        this.#session.noteFailure(error);
        this.#logger.debug("the lease could not be released", { lease: this.lease, error });
        await sleep(Math.min(1_000, this.#settings.retryPeriodMs), { clock: this.#clock, signal: held }).catch(
          () => {},
        );
      }
    }
    this.#logger.warn("the lease was not released and expires by itself", { lease: this.lease });
  }

  /** When it is worth trying in a coordinated election: when the control plane has chosen us. */
  #assignedAt(): number {
    const isOurs = this.leader === this.identity && !this.#view.isFree;
    return isOurs ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  }

  #reportLeader(identity: string): void {
    if (identity === (this.#reportedLeader ?? "")) return;
    this.#reportedLeader = identity;
    const { onNewLeader } = this.#settings;
    if (onNewLeader === undefined) return;
    queueMicrotask(() =>
      runGuarded(
        () => onNewLeader(identity),
        (error) => this.#report(error, "onNewLeader"),
      ),
    );
  }

  #event(what: string): void {
    runGuarded(
      () => this.#lock.recordEvent(what),
      (error) => this.#report(error, "the recorder of the leader election"),
    );
  }

  #lost(why: string, cause?: unknown): LeadershipLostError {
    return new LeadershipLostError(`the lease ${this.lease} was lost: ${why}`, { lease: this.lease, cause });
  }
}

/** A candidate of an election on a Lease. Nothing is sent before `run`. */
export function newLeaderElector(client: Client, options: LeaderElectorOptions): LeaderElector {
  return new LeaderElector(client, options);
}
