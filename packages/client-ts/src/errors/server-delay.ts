/** The longest delay that a server can ask a client for. */
const maxServerDelayMs = 300_000;

/**
 * A delay that a server asked for, in milliseconds, limited to between zero and five minutes. Every such delay passes
 * here, whether it came in a `Retry-After` header or in a Status: no server can stop a client for longer.
 */
export function clampServerDelayMs(delayMs: unknown): number {
  const ms = Number(delayMs);
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, 0), maxServerDelayMs);
}
