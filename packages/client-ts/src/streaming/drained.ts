import type { Writable } from "node:stream";

/** Settles when a stream can take more, or has ended. */
export function drained(stream: Writable): Promise<void> {
  return new Promise((resolve) => {
    const settle = (): void => {
      stream.off("drain", settle);
      stream.off("close", settle);
      resolve();
    };
    // A stream of streamx, such as an entry of tar-stream, does not say whether it needs a drain; it has the event.
    if (stream.destroyed || stream.writableNeedDrain === false) {
      resolve();
      return;
    }
    stream.on("drain", settle);
    stream.on("close", settle);
  });
}
