/**
 * A broadcaster takes the events of its recorders and gives each of them to every watcher: sinks that write to the API,
 * loggers, and functions of the user. Each watcher has a queue of 1000 events and takes them one at a time, in order. A
 * watcher that falls behind loses events (`dropIfChannelFull`, the default) or makes the recorders' promises wait
 * (`waitIfChannelFull`); the other watchers are not affected.
 */
import type { Event } from "../api/core/v1.ts";
import type { Client } from "../client/index.ts";
import { ClosedError, InvalidArgumentError } from "../errors/index.ts";
import {
  checkNumber,
  type Clock,
  defaultLogger,
  escapeForPrint,
  guardLogger,
  guardMeter,
  hostName,
  type Logger,
  type Meter,
  newLimitedLogger,
  onAbort,
  type Random,
  systemClock,
  systemRandom,
} from "../util/index.ts";
import { ClientRecording, type EventsApi } from "./client-recording.ts";
import { CoreRecording } from "./core-recording.ts";
import { type CorrelatorOptions, EventCorrelator } from "./event-correlator.ts";
import { EventNames } from "./event-names.ts";
import { coreEventOf, type EventRecord } from "./event-record.ts";
import { type EventSink, isEventSink } from "./event-sink.ts";
import { type EventDrainOptions, EventWatcher, type FullQueueBehavior } from "./event-watcher.ts";
import { type DropReason, EventMetrics } from "./event-metrics.ts";
import { BroadcastRecorder, type EventRecorder, type EventReporter } from "./broadcast-recorder.ts";
import type { Recording, RecordingContext } from "./recording.ts";

/** Options of {@link newBroadcaster}. */
export interface BroadcasterOptions {
  /**
   * What happens to an event when the queue of a watcher is full. Default `"dropIfChannelFull"`. With
   * `"waitIfChannelFull"` await the promises of the recorders: events of callers that do not wait gather in memory.
   */
  readonly whenFull?: FullQueueBehavior | undefined;
  /** How many events can wait for each watcher. Default 1000. */
  readonly queueSize?: number | undefined;
  /** How events of the core API are combined, counted and limited. */
  readonly correlator?: CorrelatorOptions | undefined;
  /** The time between two tries of a write. Default 10,000. */
  readonly retryMs?: number | undefined;
  /** Shuts the broadcaster down. */
  readonly signal?: AbortSignal | undefined;
  /** Gets what is dropped and why, at most one line a minute for each reason. Default: standard error. */
  readonly logger?: Logger | false | undefined;
  readonly meter?: Meter | undefined;
  readonly clock?: Clock | undefined;
  readonly random?: Random | undefined;
}

/** Options of {@link EventBroadcaster.startRecordingToSink}. */
export interface RecordingOptions {
  /** The API to write to. Default: `events.k8s.io/v1` if the server has it, else `v1`. */
  readonly api?: EventsApi | undefined;
}

/** A watcher that was started. */
export interface EventWatch {
  /** Takes no more events. Settles when those that wait were handled. */
  close(): Promise<void>;
  /** As {@link close}. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** Takes events from its recorders and gives them to its watchers; see {@link newBroadcaster}. */
export class EventBroadcaster {
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #logger: Logger;
  readonly #loggers = new Map<string, Logger>();
  readonly #metrics: EventMetrics;
  readonly #names: EventNames;
  readonly #whenFull: FullQueueBehavior;
  readonly #queueSize: number;
  readonly #retryMs: number;
  readonly #correlator: CorrelatorOptions;
  readonly #watchers = new Set<EventWatcher>();
  readonly #stopListening: () => void;
  #shutDown: Promise<void> | undefined;

  constructor(options: BroadcasterOptions) {
    const { whenFull = "dropIfChannelFull", queueSize = 1_000, retryMs = 10_000, correlator = {} } = options;
    if (whenFull !== "dropIfChannelFull" && whenFull !== "waitIfChannelFull")
      throw new InvalidArgumentError('whenFull must be "dropIfChannelFull" or "waitIfChannelFull"');
    this.#queueSize = checkNumber("queueSize", queueSize, { least: 1, whole: true, error: InvalidArgumentError });
    this.#retryMs = checkNumber("retryMs", retryMs, { least: 0, error: InvalidArgumentError });
    this.#clock = options.clock ?? systemClock;
    this.#random = options.random ?? systemRandom;
    this.#logger = guardLogger(options.logger, defaultLogger);
    this.#metrics = new EventMetrics(guardMeter(options.meter));
    this.#names = new EventNames(this.#clock, this.#random);
    this.#whenFull = whenFull;
    this.#correlator = correlator;
    // Refuses bad options now and not with the first event.
    new EventCorrelator(correlator, { clock: this.#clock, nameFor: () => "", timestamp: () => "" });
    this.#stopListening = onAbort(options.signal, () => void this.shutDown());
  }

  /** A recorder for a component. A broadcaster can have any number of them. */
  newRecorder(reporter: EventReporter): EventRecorder {
    return new BroadcastRecorder(reporter, {
      clock: this.#clock,
      hostName,
      nameFor: (objectName) => this.#names.next(objectName),
      send: (record) => this.#send(record),
      drop: (reason, event, error) => this.#drop(reason, event, error),
      withoutRelated: (event, error) => this.#logger.debug("an event has no related object", { event, error }),
    });
  }

  /**
   * Writes the events to the API, or to a sink of your own. Each call has counters of its own. The client is not closed
   * with the broadcaster.
   */
  startRecordingToSink(target: Client | EventSink, { api }: RecordingOptions = {}): EventWatch {
    if (api !== undefined && api !== "v1" && api !== "events.k8s.io/v1")
      throw new InvalidArgumentError('the API for events must be "v1" or "events.k8s.io/v1"');
    const options = this.#correlator;
    return this.#start((context) =>
      isEventSink(target)
        ? new CoreRecording(target, options, context)
        : new ClientRecording(target, { api, correlator: options }, context),
    );
  }

  /** Calls a function with each event. What it throws is reported, and the next event comes. */
  startEventWatcher(handler: (event: Event) => unknown): EventWatch {
    return this.#start(() => ({
      record: async (record) => {
        try {
          await handler(coreEventOf(record));
        } catch (error) {
          this.#logger.error("a watcher of events failed", { event: record.name, error });
        }
      },
      finish: async () => {},
    }));
  }

  /** Writes one line for each event: `broadcaster.startLogging(console)`. */
  startLogging(logger: Pick<Logger, "info">): EventWatch {
    return this.startEventWatcher(({ involvedObject, type, reason, message }) => {
      const { apiVersion = "", kind = "" } = involvedObject;
      const line = `event of ${apiVersion} ${kind} ${nameOf(involvedObject)}: type=${type} reason=${reason} ${message}`;
      logger.info(escapeForPrint(line, { singleLine: true }));
    });
  }

  /** Writes each event as a message with fields. */
  startStructuredLogging(logger: Pick<Logger, "info">): EventWatch {
    return this.startEventWatcher(({ involvedObject, type, reason, message }) => {
      const { apiVersion, kind, fieldPath } = involvedObject;
      logger.info("an event occurred", {
        object: nameOf(involvedObject),
        fieldPath,
        kind,
        apiVersion,
        type,
        reason,
        message,
      });
    });
  }

  /**
   * Takes no more events and gives those that wait to their watchers; each write has one more try. Settles when all
   * watchers have ended, after 10 s unless `timeoutMs` says otherwise; what is left then is dropped and counted.
   */
  shutDown(options: EventDrainOptions = {}): Promise<void> {
    this.#stopListening?.();
    this.#shutDown ??= Promise.all([...this.#watchers].map((watcher) => watcher.close(options))).then(() => {});
    return this.#shutDown;
  }

  /** As {@link shutDown}. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.shutDown();
  }

  async #send(record: EventRecord): Promise<void> {
    if (this.#shutDown !== undefined) {
      this.#drop("shut_down", record.name);
      return;
    }
    this.#metrics.recorded();
    await Promise.all([...this.#watchers].map((watcher) => watcher.give(record)));
  }

  #start(consumer: (context: RecordingContext) => Recording): EventWatch {
    if (this.#shutDown !== undefined)
      throw new ClosedError("the event broadcaster was shut down: make a new one to watch events");
    const drop = (reason: DropReason, event: string, error?: unknown): void => this.#drop(reason, event, error);
    const watcher = new EventWatcher({
      clock: this.#clock,
      queueSize: this.#queueSize,
      whenFull: this.#whenFull,
      consumer: (signals) =>
        consumer({
          clock: this.#clock,
          random: this.#random,
          metrics: this.#metrics,
          retryMs: this.#retryMs,
          ...signals,
          nameFor: (objectName) => this.#names.next(objectName),
          drop,
          failed: (event, error) =>
            this.#limited("failed").warn("an event could not be written, trying again", { event, error }),
        }),
      drop,
    });
    this.#watchers.add(watcher);
    const close = async (): Promise<void> => {
      this.#watchers.delete(watcher);
      await watcher.close();
    };
    return { close, [Symbol.asyncDispose]: close };
  }

  #drop(reason: DropReason, event: string, error?: unknown): void {
    this.#metrics.dropped(reason);
    // Expected: the spam filter drops events on purpose.
    if (reason === "spam") this.#logger.debug(`an event was dropped: ${explanations[reason]}`, { event });
    else this.#limited(reason).warn(`an event was dropped: ${explanations[reason]}`, { event, error });
  }

  #limited(about: string): Logger {
    let logger = this.#loggers.get(about);
    if (logger === undefined) {
      logger = newLimitedLogger(this.#logger, { clock: this.#clock, periodMs: 60_000 });
      this.#loggers.set(about, logger);
    }
    return logger;
  }
}

/**
 * A broadcaster of events. Start watchers before you record: an event without a watcher is lost.
 *
 * ```ts
 * const broadcaster = newBroadcaster();
 * broadcaster.startRecordingToSink(client);
 * const recorder = broadcaster.newRecorder({ component: "shop" });
 * recorder.eventf(pod, "Warning", "Failed", "exit code %d", 7);
 * await broadcaster.shutDown();
 * ```
 */
export function newBroadcaster(options: BroadcasterOptions = {}): EventBroadcaster {
  return new EventBroadcaster(options);
}

const explanations: Readonly<Record<DropReason, string>> = {
  unsupported_type: "its type is not supported",
  no_reference: "its object has no reference",
  invalid: "it is not valid",
  queue_full: "too many events wait; slow the recorders down or make queueSize larger",
  spam: "its object has too many events",
  rejected: "the server refused it",
  retries_exhausted: "the server could not be reached",
  shut_down: "the broadcaster was shut down",
};

function nameOf({
  namespace,
  name = "",
}: {
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
}): string {
  return namespace === undefined ? name : `${namespace}/${name}`;
}
