import type { Lease } from "../api/coordination/v1.ts";
import { isForbidden, isMethodNotSupported, isNotFound } from "../errors/index.ts";
import { fieldSelectorFromMap, type Stored } from "../meta/index.ts";
import { type Clock, type Logger, type Random, until } from "../util/index.ts";
import type { LeaseCalls } from "./lease-lock.ts";
import { jitterFactor } from "./settings.ts";

/** Options of {@link watchLease}. */
export interface LeaseWatchOptions {
  readonly leases: () => LeaseCalls;
  readonly retryPeriodMs: number;
  /** Limit until the server accepts the watch. */
  readonly headersTimeoutMs: number;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly onLease: (lease: Stored<Lease>) => void;
}

/** A watch that was started. */
export interface LeaseWatch {
  /** Ends it; settles when it has ended. */
  close(): Promise<void>;
}

/**
 * Watches one Lease, so that a candidate sees each renewal when it happens. It is an improvement and never needed: it
 * ends where the program may not watch Leases, and the candidate then only reads.
 */
export function watchLease(name: string, options: LeaseWatchOptions): LeaseWatch {
  const { leases, headersTimeoutMs, clock, random, logger, onLease } = options;
  const ending = new AbortController();
  const { signal } = ending;
  const follow = async (): Promise<void> => {
    try {
      const fieldSelector = fieldSelectorFromMap({ "metadata.name": name });
      for await (const event of leases().watch({ fieldSelector, headersTimeoutMs, signal }))
        if (event.type === "ADDED" || event.type === "MODIFIED") onLease(event.object);
    } catch (error) {
      if (signal.aborted) return;
      const refused = isForbidden(error) || isNotFound(error) || isMethodNotSupported(error);
      if (refused) ending.abort();
      logger.debug(refused ? "the lease cannot be watched and is only read" : "the watch of the lease ended", {
        name,
        error,
      });
    }
  };
  const ended = until(follow, options.retryPeriodMs, { signal, clock, random, jitter: jitterFactor });
  return {
    async close() {
      ending.abort();
      await ended;
    },
  };
}
