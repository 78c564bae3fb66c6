import type { Client } from "../client/index.ts";
import { DiscoveryClient } from "../discovery/index.ts";
import { findStatusError } from "../errors/index.ts";
import { CoreRecording } from "./core-recording.ts";
import type { CorrelatorOptions } from "./event-correlator.ts";
import type { EventRecord } from "./event-record.ts";
import { coreSink, newEventsSink } from "./event-sink.ts";
import { type RecordingAttempt, type Recording, type RecordingContext, tryRepeatedly } from "./recording.ts";
import { SeriesRecording } from "./series-recording.ts";

/** An API that holds events. */
export type EventsApi = "v1" | "events.k8s.io/v1";

/** Options of {@link ClientRecording}. */
export interface ClientRecordingOptions {
  /** Default: asks the server. */
  readonly api: EventsApi | undefined;
  readonly correlator: CorrelatorOptions;
}

/**
 * Writes events through a client, to `events.k8s.io/v1` where the server has it. The server is asked when the first
 * event comes.
 */
export class ClientRecording implements Recording {
  readonly #client: Client;
  readonly #options: ClientRecordingOptions;
  readonly #context: RecordingContext;
  #chosen: Recording | undefined;

  constructor(client: Client, options: ClientRecordingOptions, context: RecordingContext) {
    this.#client = client;
    this.#options = options;
    this.#context = context;
  }

  async record(record: EventRecord): Promise<void> {
    const { random, retryMs, drop } = this.#context;
    if (this.#chosen === undefined) {
      const delayMs = (failures: number): number => (failures === 1 ? retryMs * random() : retryMs);
      const lost = await tryRepeatedly(() => this.#choose(), record.name, this.#context, delayMs);
      if (lost !== undefined) drop(lost.reason, record.name, lost.error);
    }
    await this.#chosen?.record(record);
  }

  async finish(): Promise<void> {
    await this.#chosen?.finish();
  }

  async #choose(): Promise<RecordingAttempt> {
    try {
      const api = this.#options.api ?? (await this.#served());
      const { correlator } = this.#options;
      this.#chosen =
        api === "v1"
          ? new CoreRecording(coreSink(this.#client), correlator, this.#context)
          : new SeriesRecording(newEventsSink(this.#client), correlator.lruCacheSize ?? 4096, this.#context);
      return { done: true };
    } catch (error) {
      return { done: false, error };
    }
  }

  async #served(): Promise<EventsApi> {
    try {
      const signal = this.#context.ended;
      await new DiscoveryClient(this.#client.rest).serverResourcesForGroupVersion("events.k8s.io/v1", { signal });
      return "events.k8s.io/v1";
    } catch (error) {
      // Every server has the core API; one that does not answer is asked again.
      if (findStatusError(error) !== undefined) return "v1";
      throw error;
    }
  }
}
