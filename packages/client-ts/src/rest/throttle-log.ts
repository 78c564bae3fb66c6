import type { Clock, Logger } from "../util/index.ts";

/** Called for every request that waited for the client's own rate limiter. */
export type ThrottleLog = (waitedMs: number, where: string) => void;

/**
 * Says that requests wait for the client's own rate limiter: every wait at debug; waits beyond a second at info once a
 * second and at warn once in ten.
 */
export function throttleLog(logger: Logger, clock: Clock): ThrottleLog {
  const levels = [
    { everyMs: 10_000, lastMs: Number.NEGATIVE_INFINITY, write: logger.warn.bind(logger) },
    { everyMs: 1_000, lastMs: Number.NEGATIVE_INFINITY, write: logger.info.bind(logger) },
  ];
  return (waitedMs, where) => {
    const fields = { waitedMs: Math.round(waitedMs), request: where };
    const message = "waited because of the client's own rate limit, not the server's";
    const level = waitedMs > 1_000 ? levels.find((one) => clock.monotonic() - one.lastMs >= one.everyMs) : undefined;
    if (level === undefined) return logger.debug(message, fields);
    level.lastMs = clock.monotonic();
    level.write(message, fields);
  };
}
