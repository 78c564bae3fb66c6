import type { Pod } from "../api/core/v1.ts";
import { InvalidArgumentError, newStatus, StatusError } from "../errors/index.ts";
import type { LabelSelectorLike } from "../meta/index.ts";
import { AsyncQueue, combineSignals, onReturn } from "../util/index.ts";
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

/**
 * The logs of several containers as one, in the order in which lines arrive. The Pods are those that exist at the
 * beginning. An error of one log ends all; leaving the loop closes all connections, and waits for that. A reader that
 * waits for a line may call `return`, too, which ends the wait.
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
  const readOne = async (source: LogContainer): Promise<void> => {
    try {
      const log = pods.logs(source.pod, { ...each, signal, container: source.container });
      for await (const text of log) await lines.push({ ...source, text });
    } catch (error) {
      lines.fail(error);
    }
  };
  let reading: Promise<void> | undefined;
  try {
    const sources = await containersToRead(pods, options, signal);
    reading = Promise.all(sources.map(readOne)).then(() => lines.close());
    yield* lines;
  } catch (error) {
    if (!leaving.signal.aborted) throw error;
  } finally {
    leaving.abort();
    lines.close();
    release();
    await reading;
  }
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
