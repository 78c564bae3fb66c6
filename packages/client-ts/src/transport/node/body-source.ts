import type { Readable } from "node:stream";

/** Takes the bytes of a body from its {@link BodySource}. */
export interface BodySink {
  /**
   * The next bytes. Only between `resume` and `pause`.
   *
   * @param isBorrowed - The chunk is valid during the call only.
   */
  onData(chunk: Buffer, isBorrowed: boolean): void;
  /** The body is complete. Nothing follows. */
  onEnd(): void;
  /** The body broke off; without an error when nothing is known. Nothing follows. */
  onFailure(error: Error | undefined): void;
}

/** Where a body's bytes come from. It is paused at first. */
export interface BodySource {
  /** Names the one that takes the bytes; called once. */
  start(sink: BodySink): void;
  resume(): void;
  pause(): void;
}

/**
 * A Node stream as a source.
 *
 * @param isComplete - Asked when the stream ends: is that the end that the peer meant?
 */
export function sourceOf(stream: Readable, isComplete: () => boolean): BodySource {
  // One that is given up before it was started may fail, too.
  stream.on("error", () => {});
  return {
    start(sink) {
      let hasEnded = false;
      stream.on("data", (chunk: Buffer) => sink.onData(chunk, false));
      stream.on("end", () => {
        hasEnded = true;
        if (isComplete()) sink.onEnd();
        else sink.onFailure(undefined);
      });
      stream.on("error", (error: Error) => sink.onFailure(error));
      stream.on("close", () => {
        if (!hasEnded) sink.onFailure(undefined);
      });
      stream.pause();
    },
    resume: () => void stream.resume(),
    pause: () => void stream.pause(),
  };
}
