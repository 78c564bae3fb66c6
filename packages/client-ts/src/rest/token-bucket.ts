import { InvalidArgumentError } from "../errors/index.ts";
import type { RateLimiter } from "../transport/index.ts";
import { type Clock, systemClock } from "../util/index.ts";
import { wait } from "./wait.ts";

/** Options of {@link tokenBucket}. */
export interface TokenBucketOptions {
  /** Requests per second in the long run. */
  readonly qps: number;
  /** How many may go at once after a pause. */
  readonly burst: number;
  readonly clock?: Clock;
}

/** Lets `burst` requests go at once and then `qps` a second, in the order in which they came. */
export function tokenBucket({ qps, burst, clock = systemClock }: TokenBucketOptions): RateLimiter {
  if (!(qps > 0) || !(burst >= 1))
    throw new InvalidArgumentError(`a rate limiter needs qps above 0 and burst of at least 1, not ${qps} and ${burst}`);
  const gapMs = 1_000 / qps;
  /** The moment at which the bucket is or was full, had nobody waited: tokens are what lies between it and now. */
  let emptyAtMs = Number.NEGATIVE_INFINITY;
  const earliest = (): number => Math.max(emptyAtMs, clock.monotonic() - burst * gapMs) + gapMs;
  return {
    qps,
    tryAccept() {
      const at = earliest();
      if (at > clock.monotonic()) return false;
      emptyAtMs = at;
      return true;
    },
    async wait({ signal } = {}) {
      const at = earliest();
      emptyAtMs = at;
      const delay = at - clock.monotonic();
      if (delay <= 0) return;
      try {
        await wait(delay, clock, signal);
      } catch (error) {
        // Who gave up gives its place back.
        emptyAtMs -= gapMs;
        throw error;
      }
    },
  };
}
