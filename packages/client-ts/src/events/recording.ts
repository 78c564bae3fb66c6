import { findStatusError, isClientError } from "../errors/index.ts";
import { type Clock, type Random, sleep } from "../util/index.ts";
import type { EventRecord } from "./event-record.ts";
import type { DropReason, EventMetrics } from "./event-metrics.ts";

/** Turns records into writes; one for each sink. Neither method rejects. */
export interface Recording {
  /** Settles when the record was written, counted or dropped, or when it waits in a queue of its own. */
  record(record: EventRecord): Promise<void>;
  /** Writes what is left; no more records come. */
  finish(): Promise<void>;
}

/** What recordings get from their broadcaster. */
export interface RecordingContext {
  readonly clock: Clock;
  readonly random: Random;
  readonly metrics: EventMetrics;
  /** The time between two tries of a write. */
  readonly retryMs: number;
  /** Fires when the broadcaster shuts down: each write has one more try. */
  readonly draining: AbortSignal;
  /** Fires when the time to drain is over: writes end at once. */
  readonly ended: AbortSignal;
  /** The name of an event about an object. */
  nameFor(objectName: string): string;
  /** Counts and reports an event that is lost. */
  drop(reason: DropReason, event: string, error?: unknown): void;
  /** Reports a failure after which the write is tried again. */
  failed(event: string, error: unknown): void;
}

/** How one try of a write ended. */
export type RecordingAttempt = { readonly done: true } | { readonly done: false; readonly error: unknown };

/** How often a write is tried, as in client-go. */
const maxTries = 12;

/**
 * Calls `attempt` until it is done, at most twelve times. While the broadcaster shuts down there is one last try,
 * without waiting. Returns why the event is lost, or `undefined` when it was written.
 */
export async function tryRepeatedly(
  attempt: () => Promise<RecordingAttempt>,
  event: string,
  { clock, metrics, draining, failed }: RecordingContext,
  delayMs: (failures: number) => number,
): Promise<{ readonly reason: DropReason; readonly error: unknown } | undefined> {
  for (let tries = 1; ; tries++) {
    const outcome = await attempt();
    if (outcome.done) return undefined;
    const { error } = outcome;
    if (draining.aborted) return { reason: "shut_down", error };
    if (tries >= maxTries) return { reason: "retries_exhausted", error };
    failed(event, error);
    metrics.retried();
    try {
      await sleep(delayMs(tries), { clock, signal: draining, ref: false });
    } catch {
      // The broadcaster shuts down: the next try is the last.
    }
  }
}

/**
 * Whether a failed write can succeed when it is made again. The answer of a server will not change, nor will the error
 * of a request that cannot be sent; a lost connection may come back.
 */
export function mayRetry(error: unknown): boolean {
  if (findStatusError(error) !== undefined) return false;
  if (isClientError(error, "InvalidArgument") || isClientError(error, "Config")) return false;
  return !isClientError(error, "Closed") && !(isClientError(error, "Transport") && error.code === "closed");
}
