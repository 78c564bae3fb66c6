import type { ControllerHandle, Manager } from "client-ts/controller";
import type { InformerEvent } from "client-ts/cache";
import { messageOf, entriesOf } from "client-ts/internal";
import type { KubeObject, Resource } from "client-ts/meta";
import type { Clock } from "client-ts/util";
import { ContactLoss, type Recovery } from "./contact-loss.ts";
import { GaugeHistory, historyPeriodMs, RateHistory } from "./history.ts";
import type { Load } from "./load.ts";
import type { OperatorHooks, ReconcileRun } from "./operator.ts";
import type { EndedRun, PipelineState } from "./pipeline.ts";
import type { TotalsMeter } from "./totals-meter.ts";
import { cachedKinds, Website } from "./website.ts";
import { WriteLatency } from "./write-latency.ts";

/** The part of the view's state that is measured. */
export type Measured = Omit<PipelineState, "where" | "phase" | "durationMs" | "fault" | "messages" | "keys">;

/** What is measured, and what with. */
export interface MeasurementOptions {
  readonly clock: Clock;
  readonly meter: TotalsMeter;
  /** Called when everything that was missed without contact has been delivered. */
  readonly onRecovered: (recovery: Recovery) => void;
  /** Whether an injected fault is in force. */
  readonly isFaulty: () => boolean;
}

interface Pipeline {
  readonly manager: Manager;
  readonly controller: ControllerHandle;
  readonly load: Load;
}

/** The sliding time of the latency's percentiles. */
const latencyWindowMs = 10_000;
const keptRuns = 40;

/**
 * Measures a running operator through what every program can use: the metrics of a meter, the state of the informers
 * and of the controller, and a handler on each informer. Runs of the operator and writes of the load report to it.
 */
export class Measurements {
  readonly #options: MeasurementOptions;
  readonly #beganAt: number;
  readonly #loss = new ContactLoss();
  readonly #latency = new WriteLatency(latencyWindowMs);
  readonly #kinds = cachedKinds.map((resource) => ({ resource, events: 0, history: new RateHistory() }));
  readonly #rates = {
    writes: new RateHistory(),
    events: new RateHistory(),
    runs: new RateHistory(),
    retries: new RateHistory(),
  };
  readonly #depths = new GaugeHistory();
  readonly #p99 = new GaugeHistory();
  readonly #beginnings = new Map<string, number>();
  #runs: EndedRun[] = [];
  #pipeline: Pipeline | undefined;

  constructor(options: MeasurementOptions) {
    this.#options = options;
    this.#beganAt = options.clock.monotonic();
  }

  /** Milliseconds since the beginning. */
  get elapsedMs(): number {
    return this.#options.clock.monotonic() - this.#beganAt;
  }

  /** Whether contact with the server is lost, or the caches have not caught up since. */
  get isCatchingUp(): boolean {
    return this.#loss.isOpen;
  }

  /** Changes that handlers have received. */
  get events(): number {
    return this.#kinds.reduce((sum, { events }) => sum + events, 0);
  }

  /** Begins to measure; the caches of the manager must have been made. */
  attach(pipeline: Pipeline): void {
    this.#pipeline = pipeline;
    for (const kind of this.#kinds) {
      const take = (event: InformerEvent<KubeObject>): void => {
        kind.events++;
        this.#loss.delivered({ kind: kind.resource.kind, type: event.type, version: event.resourceVersion });
      };
      pipeline.manager.cache
        .informer(kind.resource)
        .addEventHandler({ onAdd: take, onUpdate: take, onDelete: take }, { name: "demo" });
    }
  }

  /** A Website was written. */
  written(name: string, version: string, sentAt: number): void {
    this.#latency.written(name, version, sentAt);
  }

  /** A Website was deleted. */
  deleted(name: string): void {
    this.#latency.forget(name);
  }

  /** Hooks for the operator that report its runs. */
  hooks(next: OperatorHooks): OperatorHooks {
    const { clock } = this.#options;
    return {
      begins: (run) => {
        this.#latency.reconciled(run.name, run.resourceVersion, clock.monotonic());
        this.#beginnings.set(run.name, clock.monotonic());
        next.begins(run);
      },
      ended: (run, error) => {
        this.#ended(run, error);
        next.ended(run, error);
      },
    };
  }

  /** Looks at the contact with the server; to be called often. */
  sample(): void {
    const { clock, meter, isFaulty, onRecovered } = this.#options;
    if (this.#pipeline === undefined) return;
    const { manager, load } = this.#pipeline;
    const now = clock.monotonic();
    const recovery = this.#loss.sample({
      now,
      faulty: isFaulty(),
      reflectors: this.#kinds.map(({ resource }) => {
        const { state, lastContactAgeMs } = manager.cache.informer(resource);
        return { kind: resource.kind, isWatching: state === "watching", lastContactAt: now - lastContactAgeMs };
      }),
      lists: meter.total("client_ts_reflector_lists_total"),
      watches: meter.total("client_ts_reflector_watches_total"),
      writtenVersion: load.writtenVersion,
      cachedVersion: manager.cache.informer(Website).lastSyncResourceVersion,
    });
    if (recovery !== undefined) onRecovered(recovery);
  }

  /** Takes one value for each sparkline; to be called every half second. */
  tick(): void {
    const { meter, clock } = this.#options;
    for (const { events, history } of this.#kinds) history.push(events);
    this.#rates.writes.push(this.#pipeline?.load.writes ?? 0);
    this.#rates.events.push(this.events);
    this.#rates.runs.push(meter.total("controller_runtime_reconcile_total"));
    this.#rates.retries.push(meter.total("workqueue_retries_total"));
    this.#depths.push(this.#pipeline?.controller.waiting ?? 0);
    this.#p99.push(this.#latency.percentiles(clock.monotonic(), historyPeriodMs).p99Ms ?? 0);
  }

  /** What the view shows now. */
  state(): Measured {
    const { meter, clock } = this.#options;
    const { controller, load } = this.#pipeline ?? {};
    return {
      elapsedMs: this.elapsedMs,
      isCatchingUp: this.isCatchingUp,
      writes: this.#rates.writes.series(load?.writes ?? 0),
      kinds: this.#kinds.map((kind) => this.#kindState(kind)),
      events: this.#rates.events.series(this.events),
      handlers: {
        count: meter.seriesCount("client_ts_informer_handler_pending"),
        waiting: meter.total("client_ts_informer_handler_pending"),
      },
      queue: {
        depth: controller?.waiting ?? 0,
        oldestMs: controller?.oldestWaitingMs ?? 0,
        delayed: controller?.delayed ?? 0,
        history: this.#depths.values,
      },
      reconciles: {
        ...this.#rates.runs.series(meter.total("controller_runtime_reconcile_total")),
        running: controller?.running.length ?? 0,
      },
      retries: this.#rates.retries.series(meter.total("workqueue_retries_total")),
      latency: { ...this.#latency.percentiles(clock.monotonic()), history: this.#p99.values },
      runs: this.#runs,
    };
  }

  #kindState({ resource, events, history }: { resource: Resource; events: number; history: RateHistory }) {
    const informer = this.#pipeline?.manager.cache.informer(resource);
    const entries = informer && entriesOf(informer);
    return {
      kind: resource.kind,
      state: informer?.state ?? "idle",
      resourceVersion: informer?.lastSyncResourceVersion ?? "",
      contactAgeMs: informer?.lastContactAgeMs ?? 0,
      objects: entries?.size ?? 0,
      bytes: entries?.heldBytes() ?? 0,
      events: history.series(events),
    } as const;
  }

  #ended({ name, trigger, attempt }: ReconcileRun, error: unknown): void {
    const tookMs = this.#options.clock.monotonic() - (this.#beginnings.get(name) ?? 0);
    this.#beginnings.delete(name);
    const message = error === undefined ? undefined : messageOf(error);
    this.#runs = [{ atMs: this.elapsedMs, name, trigger, attempt, tookMs, error: message }, ...this.#runs].slice(
      0,
      keptRuns,
    );
  }
}
