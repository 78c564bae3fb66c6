import type { Pod } from "../api/core/v1.ts";
import type { Readable } from "node:stream";
import {
  InvalidArgumentError,
  isAborted,
  isClientError,
  isNotFound,
  orAborted,
  throwIfAborted,
} from "../errors/index.ts";
import type { Request } from "../rest/index.ts";
import { Backoff, type Clock, checkNumber, type Random, sleep } from "../util/index.ts";
import { annotatedContainer, inContainer } from "./default-container.ts";
import { LineSplitter } from "./line-splitter.ts";
import { LogPosition, parseLogLine } from "./parse-log-line.ts";

/** Options of `logs`. */
export interface LogOptions {
  /**
   * The name of the container. Default: the Pod's only container, or the one that its annotation
   * `kubectl.kubernetes.io/default-container` names.
   */
  readonly container?: string | undefined;
  /** Go on with what the container writes after the call, until it ends. Default `false`. */
  readonly follow?: boolean | undefined;
  /** How many of the last lines to begin with. Default: all. */
  readonly tailLines?: number | undefined;
  /** Only lines that are younger than this many seconds. Default: all. */
  readonly sinceSeconds?: number | undefined;
  /** Only lines that were written at this time or later, to the second. RFC 3339. Default: all. */
  readonly sinceTime?: string | undefined;
  /** The log of the container's previous run. Default `false`. */
  readonly previous?: boolean | undefined;
  /** Each line begins with its time. Default `false`. */
  readonly timestamps?: boolean | undefined;
  /** End after this many bytes. Default: no limit. */
  readonly limitBytes?: number | undefined;
  /**
   * What happens when the connection breaks. `error` (the default): the reader gets the error, never a silent end.
   * `resume`: the log goes on where it was cut, without a gap or a repeated line, as often as needed. A server that
   * shuts down ends a followed log without an error, and only `resume` can tell that from the end of the container.
   */
  readonly whenCut?: "error" | "resume" | undefined;
  /** Ends the log with an AbortedError. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * The log of a container. It can be read once: as lines, by `for await`, or as {@link LogStream.bytes}. The iterator's
 * `return` ends it also while its reader waits.
 */
export interface LogStream extends AsyncIterable<string> {
  /** The log as the server sends it. Not with `whenCut: "resume"`. */
  bytes(): AsyncIterable<Buffer>;
}

/** What {@link readLogs} needs. */
export interface LogSource {
  /** The request for the log, without options. */
  request(): Request;
  /** The Pod: read when a followed log ends, to see whether it may write more, and when no container was named. */
  pod(signal: AbortSignal | undefined): Promise<Pod>;
  readonly clock: Clock;
  readonly random: Random;
}

/** The log of a container. Nothing is sent before it is read. Leaving the loop closes the connection. */
export function readLogs(source: LogSource, options: LogOptions = {}): LogStream {
  checkOptions(options);
  return {
    [Symbol.asyncIterator]: () =>
      (options.whenCut === "resume" ? resumedLines(source, options) : lines(source, options))[Symbol.asyncIterator](),
    bytes: () => {
      if (options.whenCut === "resume")
        throw new InvalidArgumentError('a log that is resumed is read by lines: leave out whenCut: "resume"');
      return bytes(source, options);
    },
  };
}

function checkOptions(options: LogOptions): void {
  for (const name of ["tailLines", "sinceSeconds", "limitBytes"] as const)
    if (options[name] !== undefined)
      checkNumber(name, options[name], { least: 0, whole: true, error: InvalidArgumentError });
  if (options.sinceSeconds !== undefined && options.sinceTime !== undefined)
    throw new InvalidArgumentError("give sinceSeconds or sinceTime, not both");
  if (options.sinceTime !== undefined && Number.isNaN(Date.parse(options.sinceTime)))
    throw new InvalidArgumentError(`sinceTime ${JSON.stringify(options.sinceTime)} is not a time`);
  if (options.whenCut === "resume" && options.limitBytes !== undefined)
    throw new InvalidArgumentError(
      "limitBytes cannot be counted over several connections: leave it out, or leave whenCut out",
    );
}

async function open(source: LogSource, options: LogOptions): Promise<Readable> {
  const { whenCut: _whenCut, signal, tailLines, ...params } = options;
  const readPod = (): Promise<Pod> => source.pod(signal);
  return inContainer(params, readPod, async (chosen) => {
    const request = source.request().versionedParams(chosen);
    // No lines at all is a valid request, and `versionedParams` leaves zero out.
    if (tailLines !== undefined) request.param("tailLines", String(tailLines));
    return (await request.stream({ signal })).body;
  });
}

async function* bytes(source: LogSource, options: LogOptions): AsyncGenerator<Buffer> {
  const body = await open(source, options);
  for await (const chunk of body) yield chunk as Buffer;
}

async function* lines(source: LogSource, options: LogOptions): AsyncGenerator<string> {
  const splitter = new LineSplitter();
  for await (const chunk of bytes(source, options)) yield* splitter.split(chunk);
  const rest = splitter.end();
  if (rest !== undefined) yield rest;
}

/**
 * Lines over as many connections as it takes. Asks for timestamps, which are removed again unless they are wanted. A
 * line that is cut off by the end of a connection is not given; it comes whole from the next one. A followed log that
 * ended because its container did, or the server in the same moment, is read once more for what was not sent.
 */
async function* resumedLines(source: LogSource, options: LogOptions): AsyncGenerator<string> {
  const { timestamps = false, follow = false, signal } = options;
  const position = new LogPosition();
  const { clock, random } = source;
  const backoff = new Backoff({ baseMs: 200, factor: 2, jitter: 0.5, capMs: 10_000, clock, random });
  let last: { readonly rest: string | undefined } | undefined;
  for (;;) {
    const { since } = position;
    const { sinceSeconds: _seconds, tailLines: _tail, ...others } = options;
    const asked = since === undefined ? options : { ...others, sinceTime: wholeSecond(since) };
    const splitter = new LineSplitter();
    let failed = false;
    try {
      for await (const chunk of bytes(source, { ...asked, follow: follow && last === undefined, timestamps: true })) {
        backoff.reset();
        for (const line of splitter.split(chunk)) {
          const parsed = parseLogLine(line);
          if (position.isNew(parsed?.timestamp)) yield timestamps ? line : (parsed?.text ?? line);
        }
      }
    } catch (error) {
      failed = isCut(error) && !isAborted(error);
      if (!failed && !(last !== undefined && isGone(error))) throw error;
    }
    throwIfAborted(signal);
    const state = failed ? "open" : last !== undefined || !follow ? "complete" : await stateOf(source, options);
    if (state === "complete") {
      // The last line of a container may have no end.
      const rest = splitter.end() ?? last?.rest;
      const parsed = rest === undefined ? undefined : parseLogLine(rest);
      if (rest !== undefined && position.isNew(parsed?.timestamp)) yield timestamps ? rest : (parsed?.text ?? rest);
      return;
    }
    position.resume();
    if (state === "ended") last = { rest: splitter.end() };
    else await orAborted(sleep(backoff.next(), { clock, signal }), signal);
  }
}

/**
 * Asked when a log has ended without an error: whether the container may write more (`open`), has ended, or is gone
 * with its Pod, so that there is nothing more to read (`complete`). Without an answer, the next connection shows it.
 */
async function stateOf(source: LogSource, { container, signal }: LogOptions): Promise<"open" | "ended" | "complete"> {
  try {
    const pod = await source.pod(signal);
    const phase = pod.status?.phase;
    const runs = phase === "Running" || phase === "Pending";
    return runs && !hasEnded(pod, container ?? annotatedContainer(pod)) ? "open" : "ended";
  } catch (error) {
    if (isNotFound(error)) return "complete";
    if (isCut(error)) return "open";
    throw error;
  }
}

/** Whether a container of a Pod that runs has ended for good: it is terminated, and is not started again. */
function hasEnded({ spec, status = {} }: Pod, name: string | undefined): boolean {
  const { containers = [], initContainers = [], restartPolicy = "Always" } = spec ?? {};
  const chosen = name ?? containers[0]?.name;
  const { containerStatuses = [], initContainerStatuses = [], ephemeralContainerStatuses = [] } = status;
  const all = [...containerStatuses, ...initContainerStatuses, ...ephemeralContainerStatuses];
  const ended = all.find((one) => one.name === chosen)?.state?.terminated;
  if (ended === undefined) return false;
  // Init containers run until they have succeeded, except sidecars; ephemeral containers run once.
  const setup = initContainers.find((one) => one.name === chosen);
  if (setup !== undefined)
    return setup.restartPolicy !== "Always" && (ended.exitCode === 0 || restartPolicy === "Never");
  if (containers.every((one) => one.name !== chosen)) return true;
  return restartPolicy === "Never" || (restartPolicy === "OnFailure" && ended.exitCode === 0);
}

/** Whether the log of an ended container is gone: with its Pod (404), or from a Pod that is still there (400). */
function isGone(error: unknown): boolean {
  return isClientError(error, "Status") && (error.code === 404 || error.code === 400);
}

/** Whether another connection may bring the rest: the connection broke, or the server is not ready yet. */
function isCut(error: unknown): boolean {
  if (isNotFound(error)) return false;
  if (isClientError(error, "Status")) return error.code >= 500 || error.code === 429;
  return isClientError(error, "Transport") && error.code !== "tls" && error.code !== "limit" && error.code !== "closed";
}

/** The API takes times to the second. */
function wholeSecond(timestamp: string): string {
  return timestamp.replace(/\.\d+/, "");
}
