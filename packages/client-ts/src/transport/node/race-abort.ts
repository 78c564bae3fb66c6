import type { Duplex } from "node:stream";
import { abortedError } from "../../errors/index.ts";

/** The promise's outcome, or an AbortedError as soon as the signal fires. What is under way goes on for the others. */
export function raceAbort<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  return new Promise<T>((resolve, reject) => {
    const onAbort = (): void => reject(abortedError(signal));
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}

/**
 * A connection that is being made, or an AbortedError as soon as the signal fires; one that comes later is destroyed.
 */
export async function orDestroy<T extends Duplex>(connecting: Promise<T>, signal: AbortSignal): Promise<T> {
  const end = (socket: T): void => {
    socket.on("error", () => {});
    socket.destroy();
  };
  let socket: T;
  try {
    socket = await raceAbort(connecting, signal);
  } catch (error) {
    connecting.then(end, () => {});
    throw error;
  }
  if (!signal.aborted) return socket;
  end(socket);
  throw abortedError(signal);
}
