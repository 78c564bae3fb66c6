/**
 * Shares work among the replicas of a program, with Leases and nothing else.
 *
 * The work is divided into shards; an object belongs to the shard of its uid. Each shard has a Lease, and only the
 * replica that holds it works on its objects. Each replica also keeps a Lease of its own, its member Lease, which says
 * that the replica is running. All replicas watch all of these Leases and compute from the member Leases that have not
 * expired, by rendezvous hashing, which replica should own which shard. The computation decides only which replica
 * tries to take a shard; the Lease of the shard decides which one owns it, so replicas with different views never own a
 * shard twice.
 *
 * A replica stops the work on a shard that should move, waits until it has settled, and then releases its Lease; the
 * next owner waits for that. The shards of a replica that crashed are taken when their Leases have expired: every
 * replica has seen their last renewal and does not have to wait once more. A replica that stops deletes its member
 * Lease first, so that the others wait for its shards while it finishes.
 *
 * All replicas must have the same number of shards, because another number puts objects into other shards. A replica
 * that sees members, or held shards, of another number takes no shard until they are gone.
 */

import { Lease } from "../../api/coordination/v1.ts";
import type { Client, ResourceClient } from "../../client/index.ts";
import { ClosedError, InvalidArgumentError, isConflict, isNotFound } from "../../errors/index.ts";
import {
  type ElectorParts,
  holdTimeMs,
  isLeadershipLost,
  isSameWrite,
  jitterFactor,
  LeaderElector,
  type LeaderElectorOptions,
  LeaseSession,
  recordOf,
} from "../../leaderelection/index.ts";
import { compareResourceVersion, formatMicroTime, type Stored } from "../../meta/index.ts";
import {
  checkNumber,
  type Clock,
  combineSignals,
  guardLogger,
  type Logger,
  type Random,
  type Timer,
  timeoutSignal,
  until,
} from "../../util/index.ts";
import { preferredMember, shardOf, shardSelectorOf } from "./shard-hash.ts";

/** Options of {@link ShardFleet}. */
export interface ShardFleetOptions
  extends Pick<
    LeaderElectorOptions,
    "identity" | "namespace" | "leaseDurationMs" | "renewDeadlineMs" | "retryPeriodMs" | "stopTimeoutMs"
  > {
  /** The beginning of the names of all Leases, the same in all replicas. At most 63 characters. */
  readonly name: string;
  /** The number of shards, the same in all replicas. Take several times as many as there will be replicas. */
  readonly shards: number;
  /** Called when a shard became ours. The Lease is released when the promise has settled. */
  readonly onShard: (shard: number, signals: ShardSignals) => unknown;
}

/** The signals for the work on a shard that is ours. */
export interface ShardSignals {
  /** Fires when the work must stop. */
  readonly owned: AbortSignal;
  /** Fires when the Lease is lost: another replica may work on the shard from then on. */
  readonly held: AbortSignal;
}

const fleetLabel = "client-ts/fleet";
const shardsLabel = "client-ts/shards";
/** The Lease of a member that is not renewed is deleted after this many lease durations. */
const deletedAfter = 10;

/** One of the replicas that share the work. */
export class ShardFleet {
  readonly #client: Client;
  readonly #options: ShardFleetOptions;
  readonly #namespace: string;
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #logger: Logger;
  readonly #leaseDurationMs: number;
  readonly #retryPeriodMs: number;
  readonly #session: LeaseSession;
  readonly #seen = new Map<string, ObservedLease>();
  readonly #shards = new Map<number, RunningShard>();
  readonly #identity: string;
  #running: { readonly stop: AbortController; readonly ended: Promise<void> } | undefined;
  /** Whether this replica has its member Lease. No shard is taken before that. */
  #announced = false;
  /** Whether this replica knows the Leases of the others. No shard is taken before that. */
  #listed = false;
  #stopping = false;
  #timer: Timer | undefined;
  #warned = false;

  constructor(client: Client, options: ShardFleetOptions) {
    const { name, shards, leaseDurationMs = 15_000, renewDeadlineMs = 10_000, retryPeriodMs = 2_000 } = options;
    checkNumber("shards", shards, { least: 1, most: 4_096, whole: true, error: InvalidArgumentError });
    if (!/^[a-z0-9]([-a-z0-9.]{0,61}[a-z0-9])?$/.test(name))
      throw new InvalidArgumentError(`the sharding name ${JSON.stringify(name)} is not a valid name of a Lease`);
    const { clock, random, namespace } = client.context;
    this.#client = client;
    this.#options = options;
    this.#namespace = options.namespace ?? namespace;
    this.#clock = clock;
    this.#random = random;
    this.#logger = guardLogger(client.logger);
    this.#leaseDurationMs = leaseDurationMs;
    this.#retryPeriodMs = retryPeriodMs;
    this.#session = new LeaseSession(client, Math.max(1_000, renewDeadlineMs / 2));
    // Checks the times, and gives the default identity.
    this.#identity = this.#elector(0, { onStartedLeading() {} }).identity;
  }

  /** The identity of this replica, which is the holder of its Leases. */
  get identity(): string {
    return this.#identity;
  }

  /** The replicas that are running, as far as this one knows. */
  get members(): readonly string[] {
    return this.#membersAt(this.#clock.monotonic()).sort();
  }

  /** The shards that this replica owns now. */
  get owned(): readonly number[] {
    return [...this.#shards.keys()].filter((shard) => this.#isOwned(shard)).sort((a, b) => a - b);
  }

  /** Whether the object with this uid is ours to work on now. Looks at both clocks each time. */
  owns(uid: string): boolean {
    return this.#isOwned(shardOf(uid, this.#options.shards));
  }

  /**
   * The client for writes about the object with this uid: it refuses them when the shard is not ours. `undefined` when
   * another replica owns it.
   */
  clientFor(uid: string): Client | undefined {
    const shard = shardOf(uid, this.#options.shards);
    return this.#isOwned(shard) ? this.clientOf(shard) : undefined;
  }

  /** The client for writes about the objects of a shard that was ours, also while its work ends. */
  clientOf(shard: number): Client | undefined {
    return this.#shards.get(shard)?.elector.client;
  }

  /** The list option `shardSelector` for the objects that are ours now. Empty when there are none. */
  get shardSelector(): string {
    return shardSelectorOf(this.owned, this.#options.shards);
  }

  /** Takes part until the signal fires. Settles when all shards are released. */
  async run(options: { readonly signal?: AbortSignal | undefined } = {}): Promise<void> {
    if (this.#running !== undefined)
      throw new InvalidArgumentError(`the sharding ${JSON.stringify(this.#options.name)} is already running`);
    const stop = new AbortController();
    const both = combineSignals(options.signal, stop.signal);
    const ended = this.#run(both.signal).finally(() => {
      both.release();
      this.#running = undefined;
    });
    this.#running = { stop, ended };
    await ended;
  }

  /** Stops; settles when all shards are released. */
  async close(): Promise<void> {
    this.#running?.stop.abort(new ClosedError(`the sharding ${JSON.stringify(this.#options.name)} was closed`));
    await this.#running?.ended;
  }

  /** As {@link close}. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #run(stop: AbortSignal): Promise<void> {
    this.#stopping = this.#announced = this.#listed = this.#warned = false;
    this.#seen.clear();
    const loop = { signal: stop, clock: this.#clock, random: this.#random };
    const failed =
      (what: string) =>
      (error: unknown): void => {
        this.#session.noteFailure(error);
        this.#logger.warn(`${what}, trying again`, { sharding: this.#options.name, error });
      };
    const announcing = until((signal) => this.#renewMember(signal), this.#retryPeriodMs, {
      ...loop,
      onError: failed("the Lease of this replica could not be renewed"),
    });
    const listing = until((signal) => this.#list(signal), this.#retryPeriodMs, {
      ...loop,
      jitter: jitterFactor,
      onError: failed("the Leases of the shards could not be listed"),
    });
    const watching = until((signal) => this.#watch(signal), this.#retryPeriodMs, {
      ...loop,
      jitter: jitterFactor,
      onError: (error) => this.#logger.debug("the Leases of the shards could not be watched", { error }),
    });
    await Promise.all([announcing, listing, watching]);
    this.#stopping = true;
    this.#timer?.cancel();
    // First, so that the others know who takes our shards and wait for them; then the shards are finished and released.
    await this.#deleteMember();
    for (const shard of this.#shards.values()) shard.stop.abort();
    await Promise.all([...this.#shards.values()].map(({ ended }) => ended));
    await this.#session.close();
  }

  get #memberName(): string {
    return `${this.#options.name}-member-${this.#identity}`;
  }

  #leaseName(shard: number): string {
    const { name, shards } = this.#options;
    return `${name}-shard-${shard}-of-${shards}`;
  }

  #leases(): ResourceClient<Lease, { scope: "Namespaced"; plural: "leases" }> {
    return this.#session.current().resource(Lease, { namespace: this.#namespace });
  }

  /** Creates or renews the Lease that says that this replica is running. */
  async #renewMember(signal: AbortSignal): Promise<void> {
    const { name, shards } = this.#options;
    const leases = this.#leases();
    const spec = {
      holderIdentity: this.#identity,
      leaseDurationSeconds: Math.ceil(this.#leaseDurationMs / 1_000),
      renewTime: formatMicroTime(BigInt(Math.round(this.#clock.now() * 1_000))),
    };
    const metadata = { name: this.#memberName, labels: { [fleetLabel]: name, [shardsLabel]: String(shards) } };
    const current = this.#seen.get(this.#memberName)?.lease;
    let lease: Stored<Lease>;
    try {
      lease =
        current === undefined
          ? await leases.create({ metadata, spec }, { signal })
          : await leases.update({ ...current, spec }, { signal });
    } catch (error) {
      // Deleted, or written by a request whose answer was lost: begin again from what is on the server.
      this.#seen.delete(this.#memberName);
      const found = await leases.get(this.#memberName, { signal }).catch((cause: unknown) => {
        if (isNotFound(cause)) return undefined;
        throw cause;
      });
      if (found === undefined) throw error;
      lease = await leases.update({ ...found, spec }, { signal });
    }
    this.#observe(lease);
    this.#announced = true;
    this.#rebalance();
  }

  /** Deletes the Lease that says that this replica is running. */
  async #deleteMember(): Promise<void> {
    const limit = timeoutSignal(this.#retryPeriodMs, { clock: this.#clock });
    try {
      await this.#leases().delete(this.#memberName, { signal: limit.signal });
    } catch (error) {
      this.#logger.debug("the Lease of this replica was not deleted and expires by itself", { error });
    } finally {
      limit.release();
    }
  }

  async #list(signal: AbortSignal): Promise<void> {
    const labelSelector = { matchLabels: { [fleetLabel]: this.#options.name } };
    const before = new Set(this.#seen.keys());
    const { items } = await this.#leases().list({ labelSelector, signal });
    for (const lease of items) {
      before.delete(lease.metadata.name);
      this.#observe(lease);
    }
    // A member without a Lease has stopped. A shard whose Lease was deleted counts as held until it would have expired.
    for (const name of before) if (this.#isMember(name)) this.#seen.delete(name);
    this.#listed = true;
    this.#rebalance();
    await this.#deleteExpiredMembers(signal);
  }

  async #watch(signal: AbortSignal): Promise<void> {
    const labelSelector = { matchLabels: { [fleetLabel]: this.#options.name } };
    for await (const event of this.#leases().watch({ labelSelector, signal })) {
      if (event.type === "BOOKMARK") continue;
      const { name } = event.object.metadata;
      if (event.type !== "DELETED") this.#observe(event.object);
      else if (this.#isMember(name)) this.#seen.delete(name);
      this.#rebalance();
    }
  }

  /** Deletes Leases of members that expired long ago; each start of a replica has a new identity and leaves one. */
  async #deleteExpiredMembers(signal: AbortSignal): Promise<void> {
    const now = this.#clock.monotonic();
    for (const [name, { lease, sinceMs }] of this.#seen) {
      if (!this.#isMember(name) || name === this.#memberName) continue;
      if (now < sinceMs + deletedAfter * this.#leaseDurationMs) continue;
      const { uid, resourceVersion } = lease.metadata;
      await this.#leases()
        .delete(name, { preconditions: { uid, resourceVersion }, signal })
        .catch((error: unknown) => {
          // Another replica was faster, or the member has come back.
          if (!isNotFound(error) && !isConflict(error)) throw error;
        });
      this.#seen.delete(name);
    }
  }

  #isMember(leaseName: string): boolean {
    return leaseName.startsWith(`${this.#options.name}-member-`);
  }

  /** Takes note of a Lease. What counts is when this process first saw a record. */
  #observe(lease: Stored<Lease>): void {
    const { name, uid, resourceVersion } = lease.metadata;
    const before = this.#seen.get(name);
    const isSame = before !== undefined && before.lease.metadata.uid === uid;
    if (isSame && compareResourceVersion(resourceVersion, before.lease.metadata.resourceVersion) === -1) return;
    const record = recordOf(lease.spec);
    const changed = !isSame || !isSameWrite(recordOf(before.lease.spec), record);
    const sinceMs = changed ? this.#clock.monotonic() : before.sinceMs;
    const holdMs = holdTimeMs(record, this.#leaseDurationMs);
    // A replica that crashed must no longer be a member when the first of its shards expires, and its member Lease may
    // have been renewed up to a retry period later than that of the shard.
    const freeAtMs = sinceMs + (this.#isMember(name) ? holdMs - this.#retryPeriodMs : holdMs);
    this.#seen.set(name, { lease, sinceMs, freeAtMs });
  }

  #membersAt(now: number): string[] {
    const members = new Set([this.#identity]);
    for (const [name, { lease, freeAtMs }] of this.#seen)
      if (this.#isMember(name) && freeAtMs > now && this.#hasOurNumber(lease))
        members.add(lease.spec?.holderIdentity ?? "");
    return [...members];
  }

  /** Whether a member, or the holder of a shard, has another number of shards. */
  #isMixed(now: number): boolean {
    for (const { lease, freeAtMs } of this.#seen.values())
      if (freeAtMs > now && !this.#hasOurNumber(lease)) return true;
    return false;
  }

  #hasOurNumber({ metadata }: Stored<Lease>): boolean {
    return metadata.labels?.[shardsLabel] === String(this.#options.shards);
  }

  /** Starts and stops shards so that those of which this replica is the preferred member are ours. */
  #rebalance(): void {
    if (!this.#announced || !this.#listed || this.#stopping) return;
    const now = this.#clock.monotonic();
    const members = this.#membersAt(now);
    const mixed = this.#isMixed(now);
    if (mixed && !this.#warned)
      this.#logger.warn("another replica has another number of shards: no shard is taken until it is gone", {
        sharding: this.#options.name,
        shards: this.#options.shards,
      });
    this.#warned = mixed;
    for (let shard = 0; shard < this.#options.shards; shard++) {
      const isOurs = preferredMember(shard, members) === this.#identity;
      const running = this.#shards.get(shard);
      // One that is held is tried when it is seen to be released, or when it expires: the timer below fires then.
      const isFree = (this.#seen.get(this.#leaseName(shard))?.freeAtMs ?? now) <= now;
      if (isOurs && !mixed && isFree && running === undefined) this.#start(shard);
      if (!isOurs) running?.stop.abort();
    }
    this.#timer?.cancel();
    const next = [...this.#seen.values()].map(({ freeAtMs }) => freeAtMs).filter((freeAtMs) => freeAtMs > now);
    if (next.length > 0)
      this.#timer = this.#clock.setTimer(Math.max(1, Math.min(...next) - now), () => this.#rebalance(), { ref: false });
  }

  #start(shard: number): void {
    const stop = new AbortController();
    let current: AbortSignal | undefined;
    let held: AbortSignal | undefined;
    const elector = this.#elector(shard, {
      onHeld: (signal) => {
        held = signal;
      },
      onStartedLeading: (owned) => {
        current = owned;
        return this.#options.onShard(shard, { owned, held: held ?? owned });
      },
    });
    const ended = elector
      .run({ signal: stop.signal })
      .catch((error: unknown) => {
        const level = isLeadershipLost(error) ? "info" : "warn";
        this.#logger[level]("a shard was lost", { sharding: this.#options.name, shard, error });
      })
      .then(() => {
        this.#shards.delete(shard);
        this.#rebalance();
      });
    this.#shards.set(shard, { elector, stop, ended, isOwned: () => current !== undefined && !current.aborted });
  }

  #isOwned(shard: number): boolean {
    return this.#shards.get(shard)?.isOwned() === true;
  }

  #elector(
    shard: number,
    { onStartedLeading, onHeld }: Pick<LeaderElectorOptions, "onStartedLeading"> & Pick<ElectorParts, "onHeld">,
  ): LeaderElector {
    const { name, shards, leaseDurationMs, renewDeadlineMs, retryPeriodMs, stopTimeoutMs } = this.#options;
    const leaseName = this.#leaseName(shard);
    return new LeaderElector(
      this.#client,
      {
        name: leaseName,
        namespace: this.#namespace,
        identity: this.#identity ?? this.#options.identity,
        leaseDurationMs,
        renewDeadlineMs,
        retryPeriodMs,
        stopTimeoutMs,
        labels: { [fleetLabel]: name, [shardsLabel]: String(shards) },
        onStartedLeading,
      },
      { session: this.#session, known: () => this.#seen.get(leaseName), onHeld },
    );
  }
}

/** A Lease, and since when it has not changed, by the monotonic clock. */
interface ObservedLease {
  readonly lease: Stored<Lease>;
  readonly sinceMs: number;
  readonly freeAtMs: number;
}

interface RunningShard {
  readonly elector: LeaderElector;
  readonly stop: AbortController;
  readonly ended: Promise<void>;
  readonly isOwned: () => boolean;
}
