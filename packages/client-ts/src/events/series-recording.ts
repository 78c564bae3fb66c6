/**
 * Writes events of `events.k8s.io/v1`. Events that agree in all but their time and note are isomorphic and become one
 * event with a series:
 *
 * - The first is created. The second adds a series with the count 2. Later ones are counted in memory.
 * - Every 30 minutes all series are written, so that the server does not let them expire.
 * - A series without a new event for 6 minutes is written a last time and forgotten; a single event is forgotten.
 * - At the end, and when too many are remembered, a series is written whose count the server does not know.
 *
 * Eight writes run at the same time, never two of one event, and each sends the count of its moment.
 */
import type { Event, EventSeries } from "../api/events/v1.ts";
import { isAlreadyExists, isNotFound } from "../errors/index.ts";
import { AsyncQueue, LruMap, until } from "../util/index.ts";
import { parallelizeUntil } from "../workqueue/index.ts";
import { type EventRecord, microTimeOf, newEventOf } from "./event-record.ts";
import type { EventSink } from "./event-sink.ts";
import { type RecordingAttempt, mayRetry, type Recording, type RecordingContext, tryRepeatedly } from "./recording.ts";

const finishMs = 6 * 60_000;
const refreshMs = 30 * 60_000;
const workers = 8;
const queueSize = 1_000;
const api = "events.k8s.io/v1";

/** One event, with its series when there is one, and what the server knows of it. */
interface Tracked {
  readonly event: Event;
  /** On the monotonic clock. */
  lastSeenAtMs: number;
  /** The count that the server has; 0 before it was created. */
  writtenCount: number;
  /** Something is to be written. */
  dirty: boolean;
  /** It waits for a worker or is with one. */
  scheduled: boolean;
}

/** See the top of this file. */
export class SeriesRecording implements Recording {
  readonly #sink: EventSink<Event>;
  readonly #context: RecordingContext;
  readonly #tracked: LruMap<Tracked>;
  readonly #queue = new AsyncQueue<Tracked>({ capacity: queueSize });
  readonly #workers: readonly Promise<void>[];
  readonly #loops: readonly Promise<void>[];
  readonly #finished = new AbortController();

  constructor(sink: EventSink<Event>, lruCacheSize: number, context: RecordingContext) {
    this.#sink = sink;
    this.#context = context;
    this.#tracked = new LruMap(lruCacheSize);
    this.#workers = Array.from({ length: workers }, () => this.#work());
    const loop = { clock: context.clock, signal: this.#finished.signal, ref: false, delayFirst: true };
    this.#loops = [
      until(() => this.#finishSeries(), finishMs, { ...loop, name: "finishing series of events" }),
      until(() => this.#refreshSeries(), refreshMs, { ...loop, name: "refreshing series of events" }),
    ];
  }

  async record(record: EventRecord): Promise<void> {
    const { clock } = this.#context;
    const event = newEventOf(record);
    const key = isomorphicKey(event);
    const known = this.#tracked.get(key);
    if (known === undefined) {
      const tracked: Tracked = {
        event,
        lastSeenAtMs: clock.monotonic(),
        writtenCount: 0,
        dirty: false,
        scheduled: false,
      };
      const evicted = this.#tracked.set(key, tracked);
      if (evicted !== undefined && hasUnwrittenCount(evicted)) await this.#schedule(evicted);
      await this.#schedule(tracked);
      return;
    }
    known.lastSeenAtMs = clock.monotonic();
    const { series } = known.event;
    known.event.series = { count: (series?.count ?? 1) + 1, lastObservedTime: microTimeOf(clock.now()) };
    if (series === undefined) await this.#schedule(known);
  }

  async finish(): Promise<void> {
    this.#finished.abort();
    this.#queue.close();
    await Promise.all([...this.#workers, ...this.#loops]);
    const open = this.#tracked.entries().flatMap(([, tracked]) => (hasUnwrittenCount(tracked) ? [tracked] : []));
    await parallelizeUntil(open.length, (at) => this.#writeOnce(open[at] as Tracked), { workers });
  }

  async #schedule(tracked: Tracked): Promise<void> {
    tracked.dirty = true;
    if (tracked.scheduled) return;
    tracked.scheduled = true;
    await this.#queue.push(tracked);
  }

  async #work(): Promise<void> {
    for (;;) {
      const next = await this.#queue.take();
      if (next.done) return;
      await this.#writeRepeatedly(next.value);
    }
  }

  async #writeRepeatedly(tracked: Tracked): Promise<void> {
    const { retryMs, random, drop } = this.#context;
    const name = nameOf(tracked);
    const delayMs = (): number => retryMs * (1 + random() / 4);
    while (tracked.dirty) {
      const lost = await tryRepeatedly(() => this.#attempt(tracked), name, this.#context, delayMs);
      if (lost !== undefined) drop(lost.reason, name, lost.error);
    }
    tracked.scheduled = false;
  }

  /** One try, for an event that no worker has. Returns whether it can be forgotten. */
  async #writeOnce(tracked: Tracked): Promise<boolean> {
    tracked.scheduled = true;
    const outcome = await this.#attempt(tracked);
    tracked.scheduled = false;
    if (!outcome.done && this.#context.draining.aborted)
      this.#context.drop("shut_down", nameOf(tracked), outcome.error);
    else if (!outcome.done) this.#context.failed(nameOf(tracked), outcome.error);
    if (tracked.dirty && !this.#queue.closed) await this.#schedule(tracked);
    return outcome.done;
  }

  async #refreshSeries(): Promise<void> {
    for (const [, tracked] of this.#tracked.entries()) {
      if (tracked.event.series !== undefined && !tracked.scheduled) await this.#writeOnce(tracked);
    }
  }

  async #finishSeries(): Promise<void> {
    const { clock } = this.#context;
    for (const [key, tracked] of this.#tracked.entries()) {
      const { lastSeenAtMs } = tracked;
      if (tracked.scheduled || clock.monotonic() - lastSeenAtMs <= finishMs) continue;
      if (tracked.event.series !== undefined && !(await this.#writeOnce(tracked))) continue;
      // Unless the event was seen again while it was written.
      if (tracked.lastSeenAtMs === lastSeenAtMs) this.#tracked.delete(key);
    }
  }

  async #attempt(tracked: Tracked): Promise<RecordingAttempt> {
    const { drop } = this.#context;
    const { series } = tracked.event;
    // This try has all that was counted up to now.
    tracked.dirty = false;
    try {
      await this.#write(tracked, series);
      tracked.writtenCount = series?.count ?? 1;
      return { done: true };
    } catch (error) {
      if (mayRetry(error)) return { done: false, error };
      drop("rejected", nameOf(tracked), error);
      return { done: true };
    }
  }

  async #write({ event, writtenCount }: Tracked, series: EventSeries | undefined): Promise<void> {
    const { ended: signal, metrics } = this.#context;
    if (series !== undefined && writtenCount > 0) {
      try {
        await this.#sink.patch(event, { series }, { signal });
        metrics.written(api, "patch");
        return;
      } catch (error) {
        // Events expire on the server after an hour.
        if (!isNotFound(error)) throw error;
      }
    }
    try {
      await this.#sink.create({ ...event }, { signal });
      metrics.written(api, "create");
    } catch (error) {
      // An event that is there already was created by an earlier try, whose answer was lost.
      if (!isAlreadyExists(error)) throw error;
      if (series === undefined) return;
      await this.#sink.patch(event, { series }, { signal });
      metrics.written(api, "patch");
    }
  }
}

function nameOf({ event }: Tracked): string {
  return event.metadata?.name ?? "";
}

function hasUnwrittenCount({ event, writtenCount }: Tracked): boolean {
  return event.series !== undefined && event.series.count > writtenCount;
}

/**
 * The version of the object is not part of the key, unlike in client-go: an object that changes with every event would
 * have no series.
 */
function isomorphicKey(event: Event): string {
  const { type, action, reason, reportingController, reportingInstance, regarding, related } = event;
  const references = [regarding, related].map((reference = {}) => {
    const { apiVersion, kind, namespace, name, uid, fieldPath } = reference;
    return [apiVersion, kind, namespace, name, uid, fieldPath];
  });
  return JSON.stringify([type, action, reason, reportingController, reportingInstance, references]);
}
