import { abortable, AsyncQueue, type Clock, nextTurn, onAbort, timeoutSignal } from "../util/index.ts";
import type { EventRecord } from "./event-record.ts";
import type { DropReason } from "./event-metrics.ts";
import type { Recording } from "./recording.ts";

/** What a broadcaster does with an event when the queue of a watcher is full. */
export type FullQueueBehavior = "dropIfChannelFull" | "waitIfChannelFull";

/** How long a watcher may take to end. */
export interface EventDrainOptions {
  /** What is left after this time is dropped and counted. Default 10,000. */
  readonly timeoutMs?: number | undefined;
  /** Ends the wait: what is left is dropped and counted. */
  readonly signal?: AbortSignal | undefined;
}

/** What {@link EventWatcher} needs. */
export interface EventWatcherOptions {
  readonly clock: Clock;
  readonly queueSize: number;
  readonly whenFull: FullQueueBehavior;
  /** Makes the consumer of the events. `draining` fires when the watcher closes, `ended` when its time is over. */
  readonly consumer: (signals: { readonly draining: AbortSignal; readonly ended: AbortSignal }) => Recording;
  readonly drop: (reason: DropReason, event: string) => void;
}

/**
 * One consumer of a broadcaster's events, with a queue of its own, so that a slow one delays no other. It gets the
 * events one at a time and in order. `close` takes no more events and lets the consumer have those that wait.
 */
export class EventWatcher {
  readonly #options: EventWatcherOptions;
  readonly #queue: AsyncQueue<EventRecord>;
  readonly #waiting = new Set<Promise<void>>();
  readonly #draining = new AbortController();
  readonly #ended = new AbortController();
  readonly #consumed: Promise<void>;
  #closing: Promise<void> | undefined;

  constructor(options: EventWatcherOptions) {
    this.#options = options;
    this.#queue = new AsyncQueue({ capacity: options.queueSize });
    const signals = { draining: this.#draining.signal, ended: this.#ended.signal };
    this.#consumed = this.#consume(options.consumer(signals));
  }

  /** Hands an event over. Settles when the queue took it, or when it was dropped; never rejects. */
  async give(record: EventRecord): Promise<void> {
    const { whenFull, drop } = this.#options;
    if (this.#closing !== undefined || this.#queue.offer(record)) return;
    if (whenFull === "dropIfChannelFull") {
      drop("queue_full", record.name);
      return;
    }
    const waiting = this.#queue.push(record).catch(() => drop("shut_down", record.name));
    this.#waiting.add(waiting);
    await waiting;
    this.#waiting.delete(waiting);
  }

  /** Takes no more events. Settles when those that wait were consumed, or dropped because the time was over. */
  close(options: EventDrainOptions = {}): Promise<void> {
    this.#closing ??= this.#close(options);
    return this.#closing;
  }

  async #close({ timeoutMs = 10_000, signal }: EventDrainOptions): Promise<void> {
    this.#draining.abort();
    const limit = timeoutSignal(timeoutMs, { clock: this.#options.clock, signal });
    const remove = onAbort(limit.signal, () => this.#giveUp());
    try {
      await abortable(this.#drain(), limit.signal);
    } catch {
      // The time was over. What runs was aborted and ends within a turn, unless it is a handler that never settles.
      await nextTurn();
    } finally {
      remove();
      limit.release();
    }
  }

  async #drain(): Promise<void> {
    await Promise.all(this.#waiting);
    this.#queue.close();
    await this.#consumed;
  }

  #giveUp(): void {
    this.#ended.abort();
    this.#queue.close();
    for (let next = this.#queue.tryTake(); next !== undefined; next = this.#queue.tryTake())
      this.#options.drop("shut_down", next.value.name);
  }

  async #consume(consumer: Recording): Promise<void> {
    for (;;) {
      const next = await this.#queue.take();
      if (next.done) break;
      try {
        await consumer.record(next.value);
      } catch {
        // Consumers do not reject; if one does, the watcher must not end with it.
        this.#options.drop("invalid", next.value.name);
      }
    }
    await consumer.finish();
  }
}
