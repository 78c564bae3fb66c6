import type { LogStream } from "../streaming/index.ts";

/** The signal of a call. Where it was made from two, `release` removes it from both. */
export interface CallSignal {
  readonly signal?: AbortSignal | undefined;
  release?(): void;
}

/** A log whose module is loaded when it is first read. Each reading has a signal, released when the reading ends. */
export function lazyLogs(
  open: (signal: AbortSignal | undefined) => Promise<LogStream>,
  newSignal: () => CallSignal,
): LogStream {
  async function* read<T>(contentOf: (log: LogStream) => AsyncIterable<T>): AsyncGenerator<T> {
    const { signal, release } = newSignal();
    try {
      yield* contentOf(await open(signal));
    } finally {
      release?.();
    }
  }
  return {
    [Symbol.asyncIterator]: () => read((log) => log),
    bytes: () => read((log) => log.bytes()),
  };
}
