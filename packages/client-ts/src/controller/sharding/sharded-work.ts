/**
 * The work of a sharded manager. For each shard that this replica owns there is a {@link WorkShare}; keys of other
 * shards have none and are not reconciled here.
 *
 *     Lease taken ──▶ caches have the objects ──▶ work ──▶ asked to stop ──▶ runs have ended ──▶ Lease released
 *                                                  └─────▶ Lease lost: signals of runs fire at once, writes are refused
 *
 * A shard that moves to another replica is given the grace period of the manager: no further run begins, those under
 * way may finish, and after that time their signals fire. The Lease is renewed meanwhile, and released when they have
 * ended. Runs that do not end even then keep it: it expires, and their writes are refused from then on.
 */

import type { Client } from "../../client/index.ts";
import { TimeoutError } from "../../errors/index.ts";
import { allowManyListeners, type Clock, type Logger, onAbort, whenAborted, withResolvers } from "../../util/index.ts";
import { settlesWithin } from "../runnable-group.ts";
import type { WorkShare, WorkShares } from "../work-share.ts";
import { ShardFleet, type ShardFleetOptions, type ShardSignals } from "./shard-fleet.ts";
import { shardOf } from "./shard-hash.ts";
import { ShardSelection } from "./shard-selection.ts";

/** Options of {@link ShardedWork}. */
export interface ShardedWorkOptions extends Omit<ShardFleetOptions, "onShard" | "stopTimeoutMs"> {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly gracePeriodMs: number;
  /** How long runs may take to end once their signals have fired. */
  readonly hardStopMs: number;
  /** Makes the signals of all runs fire. */
  readonly hard: AbortSignal;
  /** A shard can be worked on from now on. */
  readonly onGained: (includes: (id: string) => boolean) => void;
}

/** The longest time for which a timer can be set. */
const longestMs = 2 ** 31 - 1;

/** See the head of this file. */
export class ShardedWork implements WorkShares {
  readonly fleet: ShardFleet;
  /** Which objects the caches hold where the server can choose. */
  readonly selection: ShardSelection;
  readonly #options: ShardedWorkOptions;
  readonly #owned = new Map<number, OwnedShard>();

  constructor(client: Client, options: ShardedWorkOptions) {
    const { name, namespace, identity, shards, leaseDurationMs, renewDeadlineMs, retryPeriodMs } = options;
    const { gracePeriodMs, hardStopMs } = options;
    this.#options = options;
    this.fleet = new ShardFleet(client, {
      name,
      namespace,
      identity,
      shards,
      leaseDurationMs,
      renewDeadlineMs,
      retryPeriodMs,
      stopTimeoutMs: Math.min(gracePeriodMs + hardStopMs, longestMs),
      onShard: (shard, signals) => this.#own(shard, signals),
    });
    this.selection = new ShardSelection(shards, client.context.clock);
  }

  shareOf(id: string): WorkShare | undefined {
    const share = this.#owned.get(shardOf(id, this.#options.shards));
    // The signal looks at both clocks: a process that was stopped for a while has lost its shards already.
    return share === undefined || share.owned.aborted ? undefined : share;
  }

  /** Takes part until the signal fires. Settles when all shards are released. */
  async run(signal: AbortSignal): Promise<void> {
    try {
      await this.fleet.run({ signal });
    } finally {
      this.selection.close();
    }
  }

  async #own(shard: number, { owned, held }: ShardSignals): Promise<void> {
    const { logger, shards, clock, gracePeriodMs, onGained } = this.#options;
    const client = this.fleet.clientOf(shard);
    if (client === undefined) return;
    try {
      await this.selection.add(shard, owned);
      if (owned.aborted) return;
      const share = new OwnedShard(client, owned);
      const removers = [
        onAbort(held, (reason) => share.abort(reason)),
        onAbort(this.#options.hard, (reason) => share.abort(reason)),
      ];
      this.#owned.set(shard, share);
      logger.info("a shard was taken over", { shard, shards });
      onGained((id) => shardOf(id, shards) === shard);
      await whenAborted(owned);
      this.#owned.delete(shard);
      if (!(await settlesWithin(share.ended(), gracePeriodMs, clock)))
        share.abort(new TimeoutError(`a shard moved, and the run did not end within ${gracePeriodMs} ms`));
      await share.ended();
      for (const remove of removers) remove();
      logger.info("a shard is being released", { shard, shards });
    } finally {
      this.selection.remove(shard);
    }
  }
}

/** A shard that this replica owns, and the runs of its keys. */
class OwnedShard implements WorkShare {
  readonly client: Client;
  /** Fires when the work on the shard must stop. */
  readonly owned: AbortSignal;
  readonly #hard = new AbortController();
  #runs = 0;
  #idle = withResolvers<void>();

  constructor(client: Client, owned: AbortSignal) {
    this.client = client;
    this.owned = owned;
    this.#idle.resolve();
    allowManyListeners(owned);
    allowManyListeners(this.#hard.signal);
  }

  get signal(): AbortSignal {
    return this.#hard.signal;
  }

  get shutdown(): AbortSignal {
    return this.owned;
  }

  begin(): () => void {
    if (this.#runs++ === 0) this.#idle = withResolvers<void>();
    return () => {
      if (--this.#runs === 0) this.#idle.resolve();
    };
  }

  abort(reason: unknown): void {
    this.#hard.abort(reason);
  }

  /** Settles when no run is under way. No further run begins once the signal `owned` has fired. */
  ended(): Promise<void> {
    return this.#idle.promise;
  }
}
