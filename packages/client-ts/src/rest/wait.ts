import { orAborted } from "../errors/index.ts";
import { type Clock, sleep } from "../util/index.ts";

/** Waits on a clock; rejects with an AbortedError when the signal fires first. */
export function wait(ms: number, clock: Clock, signal?: AbortSignal): Promise<void> {
  return orAborted(sleep(ms, { clock, signal }), signal);
}
