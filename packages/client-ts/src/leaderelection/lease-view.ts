import type { Lease } from "../api/coordination/v1.ts";
import { isNotFound } from "../errors/index.ts";
import { compareResourceVersion, type Stored } from "../meta/index.ts";
import type { Clock } from "../util/index.ts";
import { type ElectionRecord, holdTimeMs, isSameWrite, type RecordFacts, recordOf } from "./election-record.ts";
import { IdentityConflictError } from "./identity-conflict-error.ts";
import type { LeaseLock } from "./lease-lock.ts";

/** The Lease as it was seen before the election began, and since when it has not changed, by the monotonic clock. */
export interface KnownLease {
  readonly lease: Stored<Lease>;
  readonly sinceMs: number;
}

/** Options of {@link LeaseView}. */
export interface LeaseViewOptions {
  readonly lock: LeaseLock;
  readonly clock: Clock;
  readonly identity: string;
  readonly leaseDurationMs: number;
  /** Whether another record with our identity means that another candidate has it. */
  readonly checksIdentity: boolean;
  /** Called when a record with another holder was seen. */
  readonly onHolder: (identity: string) => void;
}

/**
 * What one candidate knows of the Lease: the record that it saw last, when that record may be replaced, and which
 * records it wrote itself. Every read and write of the Lease passes through it.
 *
 * The time that counts is when this process first saw a record: times written by others come from other clocks.
 */
export class LeaseView {
  readonly #options: LeaseViewOptions;
  #seen: ObservedRecord | undefined;
  /** Writes of ours that may be what the Lease holds: the last that succeeded and those with an unknown outcome. */
  #own: ElectionRecord[] = [];
  #lastMicros = 0n;

  constructor(options: LeaseViewOptions) {
    this.#options = options;
  }

  /** The holder that was seen last. Empty when there is none, or none was seen yet. */
  get holder(): string {
    return this.#seen?.record.holderIdentity ?? "";
  }

  /** Changes with every state of the Lease that was noted: to see whether there is a newer one. */
  get revision(): unknown {
    return this.#seen;
  }

  /** When the lease may be taken, by the monotonic clock; for a deleted Lease when it would have expired. */
  get freeAtMs(): number {
    return this.#seen?.freeAtMs ?? Number.NEGATIVE_INFINITY;
  }

  /** Whether the record that was seen last has not changed for as long as its holder may lead. */
  get isFree(): boolean {
    return this.freeAtMs <= this.#options.clock.monotonic();
  }

  /** Begins again, with what is known of the Lease before it is read for the first time. */
  reset(known: KnownLease | undefined): void {
    if (known === undefined) {
      this.#seen = undefined;
      return;
    }
    const { metadata, spec } = known.lease;
    const record = recordOf(spec);
    const freeAtMs = known.sinceMs + holdTimeMs(record, this.#options.leaseDurationMs);
    this.#seen = { record, uid: metadata.uid, resourceVersion: metadata.resourceVersion, freeAtMs };
  }

  /** Reads the Lease and takes note of it; `undefined` when there is none. */
  async read(signal: AbortSignal): Promise<Stored<Lease> | undefined> {
    try {
      const lease = await this.#options.lock.get({ signal });
      this.observe(lease);
      return lease;
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }

  /** Writes the record, and remembers that it is ours also when the answer does not arrive. */
  async write(record: ElectionRecord, how: "create" | "update", signal: AbortSignal): Promise<void> {
    this.#own = [...this.#own.slice(-mostUnknown), record];
    const lease = await this.#options.lock[how](record, { signal });
    this.#own = [record];
    this.observe(lease);
  }

  /** Whether this candidate wrote the record, or may have. */
  isOwn(record: ElectionRecord): boolean {
    return this.#own.some((own) => isSameWrite(own, record));
  }

  /**
   * Takes note of a state of the Lease. An older state than the one seen changes nothing. Throws an
   * {@link IdentityConflictError} when another candidate has our identity.
   */
  observe(lease: Stored<Lease>): void {
    const { clock, leaseDurationMs, onHolder } = this.#options;
    const { resourceVersion = "", uid } = lease.metadata;
    const record = recordOf(lease.spec);
    const seen = this.#seen;
    if (seen?.uid === uid && compareResourceVersion(resourceVersion, seen.resourceVersion) === -1) return;
    const changed = seen === undefined || seen.uid !== uid || !isSameWrite(seen.record, record);
    const freeAtMs = changed ? clock.monotonic() + holdTimeMs(record, leaseDurationMs) : seen.freeAtMs;
    this.#seen = { record, uid, resourceVersion, freeAtMs };
    if (changed) this.#checkIdentity(seen?.record, record);
    onHolder(record.holderIdentity ?? "");
  }

  /** The parts of a record that depend on its writer and on the time, for a record that is written now. */
  facts(): RecordFacts {
    const { identity, leaseDurationMs } = this.#options;
    return { identity, leaseDurationMs, nowMicros: this.nextMicros() };
  }

  /** The wall clock in microseconds, later than any we have written. */
  nextMicros(): bigint {
    const now = BigInt(Math.round(this.#options.clock.now() * 1_000));
    this.#lastMicros = now > this.#lastMicros ? now : this.#lastMicros + 1n;
    return this.#lastMicros;
  }

  /**
   * A record with our identity that we did not write is a predecessor's, unless it changes or replaces ours: then
   * another candidate has our identity.
   */
  #checkIdentity(before: ElectionRecord | undefined, record: ElectionRecord): void {
    const { identity, checksIdentity, lock } = this.#options;
    if (!checksIdentity || record.holderIdentity !== identity || this.isOwn(record)) return;
    if (before?.holderIdentity === identity) throw new IdentityConflictError(lock.description, identity);
  }
}

/** A record, and when it has not changed for long enough to take the lease, by the monotonic clock. */
interface ObservedRecord {
  readonly record: ElectionRecord;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly freeAtMs: number;
}

/** How many writes with an unknown outcome are remembered in addition to the last one. */
const mostUnknown = 20;
