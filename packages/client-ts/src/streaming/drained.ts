import type { Writable } from "node:stream";

/** Settles when a stream can take more, or has ended. */
export function drained(stream: Writable): Promise<void> {
  return new Promise((resolve) => {
    const settle = (): void => {
      stream.off("drain", settle);
      stream.off("close", settle);
      resolve();
    };
    if (stream.destroyed || !stream.writableNeedDrain) {
      resolve();
      return;
    }
    stream.on("drain", settle);
    stream.on("close", settle);
  });
}
