import type { Throttle } from "../util/index.ts";

/** Decides when a request may go out: a `TokenBucket`, or anything of that shape. */
export type RateLimiter = Throttle;
