import type { Pod } from "../api/core/v1.ts";
import { InvalidArgumentError, newStatus, StatusError } from "../errors/index.ts";
import type { LabelSelectorLike } from "../meta/index.ts";
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
 * beginning. An error of one log ends all; leaving the loop closes all connections.
 *
 * ```ts
 * for await (const { pod, text } of mergeLogs(pods, { labelSelector: "app=web", follow: true })) {
 *   console.log(pod, text);
 * }
 * ```
 */
export async function* mergeLogs(pods: LogReader, options: MergeLogsOptions = {}): AsyncGenerator<LogLine> {
  const { labelSelector, pods: names, containers, maxStreams = 100, ...each } = options;
  if (labelSelector !== undefined && names !== undefined)
    throw new InvalidArgumentError("give the Pods of mergeLogs by labelSelector or by name, not both");
  const { items } = await pods.list({ labelSelector, signal: options.signal });
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
  // A log that waits for a line does not notice that its reader has left: only a signal ends it.
  const leaving = new AbortController();
  const signal = options.signal === undefined ? leaving.signal : AbortSignal.any([options.signal, leaving.signal]);
  const readers = sources.map((source) => {
    const lines = pods.logs(source.pod, { ...each, signal, container: source.container })[Symbol.asyncIterator]();
    return { source, lines };
  });
  const next = async (reader: (typeof readers)[number]) => ({ reader, result: await reader.lines.next() });
  const waiting = new Map(readers.map((reader) => [reader, next(reader)]));
  try {
    while (waiting.size > 0) {
      const { reader, result } = await Promise.race(waiting.values());
      if (result.done === true) {
        waiting.delete(reader);
        continue;
      }
      waiting.set(reader, next(reader));
      yield { ...reader.source, text: result.value };
    }
  } finally {
    // Reads that still wait for a line fail when their connections close; no reader needs these errors.
    for (const promise of waiting.values()) promise.catch(() => {});
    leaving.abort();
    await Promise.all([...waiting.keys()].map(async ({ lines }) => void lines.return?.()));
  }
}

function containersOf(pod: Pod): string[] {
  const { initContainers = [], containers = [], ephemeralContainers = [] } = pod.spec ?? { containers: [] };
  return [...initContainers, ...containers, ...ephemeralContainers].map(({ name }) => name);
}
