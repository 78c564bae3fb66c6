import type { LogStream } from "../streaming/index.ts";

/** A log whose module is loaded when it is first read. */
export function lazyLogs(open: () => Promise<LogStream>): LogStream {
  return {
    async *[Symbol.asyncIterator]() {
      yield* await open();
    },
    async *bytes() {
      yield* (await open()).bytes();
    },
  };
}
