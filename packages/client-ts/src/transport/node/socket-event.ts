import type { Duplex } from "node:stream";
import { abortedError } from "../../errors/index.ts";
import type { Clock } from "../../util/index.ts";

/** Options of {@link socketEvent}. */
export interface SocketEventOptions<S> {
  readonly timeoutMs: number;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
  /** The error when the event does not come in time. */
  readonly timedOut: () => Error;
  /** The error for one of the socket's own. */
  readonly failed: (cause: Error) => Error;
  /** The error when the socket closes without one of its own. */
  readonly closed?: (() => Error) | undefined;
  /** Called in the moment of the event. What it returns is the result. */
  readonly onEvent: () => S | Promise<S>;
}

/**
 * Waits for one event of a socket, such as the end of a handshake. When it fails, is aborted or takes too long, the
 * socket is destroyed. No listener and no timer stays behind, except for a listener for later errors of a destroyed
 * socket.
 */
export function socketEvent<S>(socket: Duplex, event: string, options: SocketEventOptions<S>): Promise<S> {
  const { timeoutMs, clock, signal, timedOut, failed, closed, onEvent } = options;
  return new Promise<S>((resolve, reject) => {
    const timer = clock.setTimer(timeoutMs, () => fail(timedOut()));
    const settle = (): void => {
      timer.cancel();
      signal?.removeEventListener("abort", onAbort);
      socket.off("error", onError).off("close", onClose).off(event, onDone);
    };
    const fail = (error: Error): void => {
      settle();
      socket.on("error", () => {});
      // Only this one: destroying a socket below it too, while TLS still works on that, crashes Node 20.
      socket.destroy();
      reject(error);
    };
    const onAbort = (): void => fail(abortedError(signal as AbortSignal));
    const onError = (error: Error): void => fail(failed(error));
    const onClose = (): void => {
      if (closed !== undefined) fail(closed());
    };
    const onDone = (): void => {
      settle();
      resolve(onEvent());
    };
    if (signal?.aborted) return onAbort();
    signal?.addEventListener("abort", onAbort, { once: true });
    socket.once("error", onError).once("close", onClose).once(event, onDone);
  });
}
