import type { Event } from "../api/core/v1.ts";
import { isAlreadyExists, isNotFound } from "../errors/index.ts";
import { formatTime } from "../meta/index.ts";
import { type Correlation, type CorrelatorOptions, EventCorrelator } from "./event-correlator.ts";
import { coreEventOf, type EventRecord } from "./event-record.ts";
import type { EventSink } from "./event-sink.ts";
import { type RecordingAttempt, mayRetry, type Recording, type RecordingContext, tryRepeatedly } from "./recording.ts";

/**
 * Writes events of the core API: one at a time, in order, reduced by a correlator. While the server cannot be reached,
 * the event at hand is tried again and those behind it wait.
 */
export class CoreRecording implements Recording {
  readonly #sink: EventSink;
  readonly #context: RecordingContext;
  readonly #correlator: EventCorrelator;

  constructor(sink: EventSink, options: CorrelatorOptions, context: RecordingContext) {
    this.#sink = sink;
    this.#context = context;
    const { clock, nameFor } = context;
    this.#correlator = new EventCorrelator(options, { clock, nameFor, timestamp: () => formatTime(clock.now()) });
  }

  async record(record: EventRecord): Promise<void> {
    const { drop, random, retryMs } = this.#context;
    let decision: Correlation;
    try {
      decision = this.#correlator.correlate(coreEventOf(record));
    } catch (error) {
      drop("invalid", record.name, error);
      return;
    }
    if (decision.action === "skip") {
      drop("spam", record.name);
      return;
    }
    const write = decision;
    // The first wait is random, so that many processes do not come back at the same moment after an outage.
    const delayMs = (failures: number): number => (failures === 1 ? retryMs * random() : retryMs);
    const lost = await tryRepeatedly(() => this.#attempt(write), record.name, this.#context, delayMs);
    if (lost !== undefined) drop(lost.reason, record.name, lost.error);
  }

  async finish(): Promise<void> {}

  async #attempt(write: Exclude<Correlation, { action: "skip" }>): Promise<RecordingAttempt> {
    const { drop, ended: signal } = this.#context;
    try {
      const stored = await this.#write(write, signal);
      this.#correlator.remember({ ...write.event, ...stored });
      return { done: true };
    } catch (error) {
      if (mayRetry(error)) return { done: false, error };
      // The answer to an earlier try may have been lost: then the event is there.
      if (!isAlreadyExists(error)) drop("rejected", write.event.metadata.name ?? "", error);
      return { done: true };
    }
  }

  async #write(write: Exclude<Correlation, { action: "skip" }>, signal: AbortSignal): Promise<Event> {
    const { metrics } = this.#context;
    if (write.action === "patch") {
      try {
        const patched = await this.#sink.patch(write.event, write.patch, { signal });
        metrics.written("v1", "patch");
        return patched;
      } catch (error) {
        // Events expire on the server after an hour.
        if (!isNotFound(error)) throw error;
      }
    }
    const { resourceVersion: _, ...metadata } = write.event.metadata;
    const created = await this.#sink.create({ ...write.event, metadata }, { signal });
    metrics.written("v1", "create");
    return created;
  }
}
