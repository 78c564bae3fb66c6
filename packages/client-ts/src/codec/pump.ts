import type { Readable } from "node:stream";
import { abortedError, TransportError } from "../errors/index.ts";
import { borrowedData, type Clock, slicersFor, systemClock } from "../util/index.ts";
import { pieceBytes } from "./scanner.ts";

/** How a body is read. */
export interface PumpOptions {
  /** Ends the reading: the body is destroyed and the promise rejects with an AbortedError. */
  readonly signal?: AbortSignal | undefined;
  /** Default: the machine's own. */
  readonly clock?: Clock | undefined;
}

/** The clock is read after this many bytes: half a dozen Pods. */
const clockBytes = 32 << 10;

/**
 * Gives a body to `push`, piece by piece, without blocking the event loop: after one slice of work in a turn the body
 * is paused until the next. A piece is valid during the call only. When `push` returns a promise, the body waits for
 * it. Settles when the body has ended and all of it was pushed; any failure destroys the body first.
 */
export function pump(
  body: Readable,
  push: (piece: Buffer) => Promise<void> | undefined,
  options: PumpOptions = {},
): Promise<void> {
  const { signal, clock = systemClock } = options;
  const slicer = slicersFor(clock).reading;
  return new Promise((resolve, reject) => {
    /** Reading as it comes; letting the event loop have its turn; waiting for a promise of `push`. */
    let state: "reading" | "yielding" | "waiting" = "reading";
    let pieces: Buffer[] = [];
    let [ended, settled] = [false, false];
    /** Bytes since the clock was read last. */
    let unclocked = 0;

    const settle = (error?: unknown): void => {
      if (settled) return;
      settled = true;
      pieces = [];
      body.off("data", onData).off(borrowedData, onBorrowed).off("end", onEnd).off("close", onClose);
      signal?.removeEventListener("abort", onAbort);
      if (error === undefined) {
        body.off("error", settle);
        resolve();
        return;
      }
      // The listener for errors stays: destroying may cause one more.
      body.destroy();
      reject(error);
    };
    const onAbort = (): void => settle(abortedError(signal!));
    const onData = (chunk: Buffer | string): void => {
      const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
      if (bytes.length <= pieceBytes) pieces.push(bytes);
      else for (let at = 0; at < bytes.length; at += pieceBytes) pieces.push(bytes.subarray(at, at + pieceBytes));
      if (state === "reading") work();
    };
    const onBorrowed = (chunk: Buffer): void => {
      onData(chunk);
      if (pieces.length > 0) pieces = pieces.map((piece) => Buffer.from(piece));
    };
    const onEnd = (): void => {
      ended = true;
      if (state === "reading") settle();
    };
    const onClose = (): void => {
      if (!ended) settle(cutOff());
    };
    const onTurn = (): void => {
      if (state === "yielding" && !settled) work();
    };
    const yieldTurn = (): void => {
      state = "yielding";
      slicer.afterTurn(onTurn);
    };
    /** Promises that are settled at once would otherwise block the event loop. */
    const onTaken = (): void => {
      if (settled) return;
      if (slicer.isOver) yieldTurn();
      else work();
    };
    const work = (): void => {
      state = "reading";
      slicer.begin();
      let done = 0;
      try {
        while (done < pieces.length && state === "reading") {
          const piece = pieces[done++]!;
          const later = push(piece);
          if (settled) return;
          unclocked += piece.length;
          if (later !== undefined) {
            state = "waiting";
            later.then(onTaken, settle);
          } else if (unclocked >= clockBytes) {
            unclocked = 0;
            if (slicer.isOver) yieldTurn();
          }
        }
      } catch (error) {
        settle(error);
        return;
      }
      if (done === pieces.length) pieces.length = 0;
      else pieces.splice(0, done);
      if (state !== "reading") body.pause();
      else if (ended) settle();
      else if (body.isPaused()) body.resume();
    };

    if (signal?.aborted) {
      body.on("error", () => {});
      body.destroy();
      reject(abortedError(signal));
      return;
    }
    // A body that broke before it was read, while an interceptor still used the answer, emits no event any more.
    if (body.destroyed) {
      body.on("error", () => {});
      reject(body.errored ?? cutOff());
      return;
    }
    signal?.addEventListener("abort", onAbort, { once: true });
    body.on("error", settle).on("end", onEnd).on("close", onClose);
    body.on(borrowedData, onBorrowed).on("data", onData);
    body.resume();
  });
}

function cutOff(): TransportError {
  return new TransportError("the body ended before it was complete", { code: "reset" });
}
