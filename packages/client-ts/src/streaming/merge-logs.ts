import type { Pod } from "../api/core/v1.ts";
import { InvalidArgumentError, newStatus, StatusError } from "../errors/index.ts";
import type { LabelSelectorLike } from "../meta/index.ts";
import { AsyncQueue, combineSignals, onReturn, sleep } from "../util/index.ts";
import type { LogOptions, LogStream } from "./logs.ts";

/** One line of several logs. */
export interface LogLine {
  readonly pod: string;
  readonly container: string;
  readonly text: string;
}

/** Options of {@link mergeLogs}. */
export interface MergeLogsOptions extends Omit<LogOptions, "container"> {
  /** The Pods, by label. Default: all of the namespace. */
  readonly labelSelector?: LabelSelectorLike | undefined;
  /** The Pods, by name; one that does not exist is a StatusError, NotFound. Not with a selector. */
  readonly pods?: readonly string[] | undefined;
  /** The containers, by name; Pods without one of them are left out. Default: all, those that ended included. */
  readonly containers?: readonly string[] | undefined;
  /** The most logs that are read at once. Default 100; more is an error before any is read. */
  readonly maxStreams?: number | undefined;
}

/** What {@link mergeLogs} needs of a Pod's client: `client.resource(Pod, { namespace })` has it. */
export interface LogReader {
  list(options?: {
    readonly labelSelector?: LabelSelectorLike | undefined;
    readonly signal?: AbortSignal | undefined;
  }): PromiseLike<{ readonly items: readonly Pod[] }>;
  logs(name: string, options?: LogOptions): LogStream;
}

/** How long leaving waits for a log that waits for a line: one that ignores its signal may never end. */
const closeLimitMs = 1_000;

/**
 * The logs of several containers as one, in the order in which lines arrive. The Pods are those that exist at the
 * beginning. An error of one log ends all; leaving the loop closes all connections, and waits for that; at most a
 * second where a log ignores its signal and waits for a line. A reader that waits for a line may call `return`, too,
 * which ends the wait.
 *
 * ```ts
 * for await (const { pod, text } of mergeLogs(pods, { labelSelector: "app=web", follow: true })) {
 *   console.log(pod, text);
 * }
 * ```
 */
export function mergeLogs(pods: LogReader, options: MergeLogsOptions = {}): AsyncGenerator<LogLine> {
  const leaving = new AbortController();
  return onReturn(merged(pods, options, leaving), () => leaving.abort());
}

async function* merged(pods: LogReader, options: MergeLogsOptions, leaving: AbortController): AsyncGenerator<LogLine> {
  const { labelSelector, pods: names, containers, maxStreams, ...each } = options;
  const { signal, release } = combineSignals(options.signal, leaving.signal);
  // Each log is read one line ahead.
  const lines = new AsyncQueue<LogLine>({ capacity: 1 });
  const readings: LogReading[] = [];
  try {
    for (const source of await containersToRead(pods, options, signal)) {
      const log = pods.logs(source.pod, { ...each, signal, container: source.container });
      readings.push(readLog(log, (text) => lines.push({ ...source, text })));
    }
    Promise.all(readings.map(({ ended }) => ended)).then(
      () => lines.close(),
      (error) => lines.fail(error),
    );
    yield* lines;
  } catch (error) {
    if (!leaving.signal.aborted) throw error;
  } finally {
    leaving.abort();
    lines.close();
    release();
    const closed = new AbortController();
    const limit = sleep(closeLimitMs, { signal: closed.signal }).catch(() => {});
    await Promise.all(readings.map((reading) => reading.leave(limit)));
    closed.abort();
  }
}

/** A log that is being read. */
interface LogReading {
  /** Settles when the log has ended, and rejects with its error. */
  readonly ended: Promise<void>;
  /** Waits until the log is closed, but not beyond the limit while it waits for a line. */
  leave(limit: Promise<void>): Promise<void>;
}

/** Gives each line of a log to `take`, until it rejects. */
function readLog(log: LogStream, take: (text: string) => Promise<void>): LogReading {
  const lines = log[Symbol.asyncIterator]();
  let isWaiting = false;
  const close = async (): Promise<void> => {
    try {
      await lines.return?.();
    } catch {
      // The reader has left, or gets the error that ends all.
    }
  };
  const read = async (): Promise<void> => {
    for (;;) {
      isWaiting = true;
      const { done, value } = await lines.next();
      isWaiting = false;
      if (done) return;
      try {
        await take(value);
      } catch (error) {
        await close();
        throw error;
      }
    }
  };
  const ended = read();
  return {
    ended,
    async leave(limit) {
      const left = ended.catch(() => {});
      // A generator that waits ends its `return` after the wait; another iterator may end it at once.
      await (isWaiting ? Promise.race([left, close(), limit]) : left);
    },
  };
}

/** A container whose log is read. */
type LogContainer = Pick<LogLine, "pod" | "container">;

async function containersToRead(
  pods: LogReader,
  { labelSelector, pods: names, containers, maxStreams = 100 }: MergeLogsOptions,
  signal: AbortSignal,
): Promise<readonly LogContainer[]> {
  if (labelSelector !== undefined && names !== undefined)
    throw new InvalidArgumentError("give the Pods of mergeLogs by labelSelector or by name, not both");
  const { items } = await pods.list({ labelSelector, signal });
  const missing = names?.find((name) => !items.some(({ metadata }) => metadata?.name === name));
  if (missing !== undefined) throw new StatusError(newStatus("NotFound", { resource: "pods", name: missing }));
  const sources = items
    .filter((pod) => names === undefined || names.includes(pod.metadata?.name ?? ""))
    .flatMap((pod) => containersOf(pod).map((container) => ({ pod: pod.metadata?.name ?? "", container })))
    .filter(({ container }) => containers === undefined || containers.includes(container));
  if (sources.length > maxStreams)
    throw new InvalidArgumentError(
      `mergeLogs would read ${sources.length} logs at once, more than maxStreams (${maxStreams}): choose fewer`,
    );
  return sources;
}

function containersOf(pod: Pod): string[] {
  const { initContainers = [], containers = [], ephemeralContainers = [] } = pod.spec ?? { containers: [] };
  return [...initContainers, ...containers, ...ephemeralContainers].map(({ name }) => name);
}
