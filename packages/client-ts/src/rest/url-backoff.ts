import { type Clock, systemClock } from "../util/index.ts";

/** Holds requests back after failures of a server. */
export interface BackoffManager {
  /** How long to wait before the next request to this URL. */
  delayMs(url: string): number;
  /** Learns how a request to this URL ended: a status, or 0 when there was no answer. */
  update(url: string, status: number): void;
}

/** Never waits. The default. */
export const noBackoff: BackoffManager = { delayMs: () => 0, update: () => {} };

/** Options of {@link urlBackoff}. */
export interface UrlBackoffOptions {
  /** The first wait. */
  readonly baseMs: number;
  /** The longest wait. */
  readonly maxMs: number;
  readonly clock?: Clock | undefined;
}

/** Waits per host: twice as long after each 429 or 5xx, up to a limit, and not at all after any other answer. */
export function urlBackoff({ baseMs, maxMs, clock = systemClock }: UrlBackoffOptions): BackoffManager {
  const hosts = new Map<string, { delayMs: number; sinceMs: number }>();
  return {
    delayMs(url) {
      const entry = hosts.get(hostOf(url));
      if (entry === undefined) return 0;
      // Failures of long ago are forgotten.
      if (clock.monotonic() - entry.sinceMs > 2 * maxMs) return 0;
      return entry.delayMs;
    },
    update(url, status) {
      const host = hostOf(url);
      if (status !== 429 && status <= 499) {
        hosts.delete(host);
        return;
      }
      const delayMs = Math.min(Math.max(this.delayMs(url) * 2, baseMs), maxMs);
      hosts.set(host, { delayMs, sinceMs: clock.monotonic() });
    },
  };
}

/**
 * The backoff that the environment asks for: `KUBE_CLIENT_BACKOFF_BASE` and `KUBE_CLIENT_BACKOFF_DURATION`, both whole
 * seconds. None when one of them is missing or not a whole number.
 */
export function backoffFromEnv(env: Readonly<Record<string, string | undefined>>, clock?: Clock): BackoffManager {
  const base = wholeSeconds(env["KUBE_CLIENT_BACKOFF_BASE"]);
  const max = wholeSeconds(env["KUBE_CLIENT_BACKOFF_DURATION"]);
  if (base === undefined || max === undefined) return noBackoff;
  return urlBackoff({ baseMs: base * 1_000, maxMs: max * 1_000, clock });
}

function wholeSeconds(text: string | undefined): number | undefined {
  return text !== undefined && /^[+-]?\d{1,9}$/.test(text) ? Number(text) : undefined;
}

function hostOf(url: string): string {
  try {
    return new URL(url).host;
  } catch {
    return url;
  }
}
