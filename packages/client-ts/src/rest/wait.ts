import { abortedError } from "../errors/index.ts";
import { type Clock, sleep } from "../util/index.ts";

/** Waits on a clock; rejects with an AbortedError when the signal fires first. */
export function wait(ms: number, clock: Clock, signal?: AbortSignal): Promise<void> {
  return orAborted(sleep(ms, { clock, signal }), signal);
}

/** The promise; when the signal ended it, the rejection is an AbortedError and not the signal's bare reason. */
export async function orAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  try {
    return await promise;
  } catch (error) {
    if (signal?.aborted && error === signal.reason) throw abortedError(signal);
    throw error;
  }
}
