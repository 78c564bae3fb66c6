import type { LogStream } from "../streaming/index.ts";
import { combineSignals, onReturn } from "../util/index.ts";

/**
 * A log whose module is loaded when it is first read. Each reading has a signal of its own, which fires with any of
 * `signals` and when the reader leaves, also while it waits for a line.
 */
export function lazyLogs(
  open: (signal: AbortSignal) => Promise<LogStream>,
  signals: readonly (AbortSignal | undefined)[],
): LogStream {
  function read<T>(contentOf: (log: LogStream) => AsyncIterable<T>): AsyncGenerator<T> {
    const leaving = new AbortController();
    return onReturn(untilLeft(contentOf, leaving), () => leaving.abort());
  }
  async function* untilLeft<T>(
    contentOf: (log: LogStream) => AsyncIterable<T>,
    leaving: AbortController,
  ): AsyncGenerator<T> {
    const { signal, release } = combineSignals(...signals, leaving.signal);
    try {
      yield* contentOf(await open(signal));
    } catch (error) {
      if (!leaving.signal.aborted) throw error;
    } finally {
      release();
    }
  }
  return {
    [Symbol.asyncIterator]: () => read((log) => log),
    bytes: () => read((log) => log.bytes()),
  };
}
