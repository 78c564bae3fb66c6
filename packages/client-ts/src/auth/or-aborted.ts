import { abortedError } from "../errors/index.ts";
import { abortable } from "../util/index.ts";

/** The promise, or an AbortedError as soon as the signal fires; what is under way goes on for the others. */
export async function orAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  try {
    return await abortable(promise, signal);
  } catch (error) {
    throw signal?.aborted ? abortedError(signal) : error;
  }
}
