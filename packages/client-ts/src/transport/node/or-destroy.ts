import type { Duplex } from "node:stream";
import { abortedError, orAborted } from "../../errors/index.ts";

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
    socket = await orAborted(connecting, signal);
  } catch (error) {
    connecting.then(end, () => {});
    throw error;
  }
  if (!signal.aborted) return socket;
  end(socket);
  throw abortedError(signal);
}
