import { entriesOf } from "../cache/index.ts";
/**
 * The controller of one kind. Events of its sources become keys, and workers reconcile keys.
 *
 *     connect ──▶ caches fill ──▶ activate ──▶ workers run ──▶ stop
 *     (standby: events only fill the caches)   (the leader: every object is enqueued, then every change)
 *
 * What it promises:
 *
 * - A key is with one worker at a time, whatever happens. A run that exceeds its time limit keeps the key locked until
 *   its promise has settled, and is named in the log and in `stuck`.
 * - No change is lost: a change during a run brings another run, a failed run is tried again with growing delays.
 * - A key runs again only when the caches show what its last run wrote, or after ten seconds, with a warning.
 * - A key that is gone is dropped without a call, except to `deleted`, or to a reconciler of keys.
 */

import type { Client } from "../client/index.ts";
import { ClosedError, InvalidArgumentError, isAborted, isConflict } from "../errors/index.ts";
import type { EventRecorder } from "../events/index.ts";
import { isLeadershipLost } from "../leaderelection/index.ts";
import type { DeepReadonly, KubeObject, Resource } from "../meta/index.ts";
import { allowManyListeners, type Clock, type Logger, type Meter, type Random } from "../util/index.ts";
import { lowPriority } from "../workqueue/index.ts";
import { CacheReader, keyText, type ObjectKey } from "./cache-reader.ts";
import { defaultCacheSyncTimeoutMs, waitForCache } from "./cache-sync.ts";
import type { Caches } from "./caches.ts";
import type { ChangeEvent } from "./change-event.ts";
import { checkOptions } from "./check-options.ts";
import type { AddedWatch, ControllerHandle } from "./controller-handle.ts";
import { checkFinalizer, defaultFinalizer } from "./finalizers.ts";
import { type ReconciledObject, reconcileWithFinalizer } from "./finalizing.ts";
import type { CacheSelection, KindCache } from "./kind-cache.ts";
import { ControllerMetrics } from "./controller-metrics.ts";
import type { ReconcilerOptions } from "./options.ts";
import { asError, checkResult, isTerminal, planRetry, type ReconcileResult } from "./outcome.ts";
import { connectPrimary } from "./primary-source.ts";
import type { ReconcileContext } from "./reconcile-context.ts";
import { ReconcileQueue, type RunPlan } from "./reconcile-queue.ts";
import { newRunContext, withFields } from "./run-context.ts";
import { limitRun, type RunLimit } from "./run-limit.ts";
import { SelfWakeDetector } from "./self-wake-detector.ts";
import type { ShardSelection } from "./sharding/index.ts";
import { connectKind, connectStream, isWork, type RunningSource, type SourceTarget } from "./source-runner.ts";
import { ownedKind, type WatchSource } from "./watch-source.ts";
import type { WorkShare, WorkShares } from "./work-share.ts";
import { WriteGate } from "./write-gate.ts";

/** What a controller gets from its manager. */
export interface ReconcilerEnvironment {
  readonly caches: Caches;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly meter: Meter;
  readonly events: EventRecorder;
  /** The client of what is elected: it writes only while this replica leads. */
  readonly writer: Client;
  newId(): string;
}

interface Run {
  readonly key: string;
  readonly since: number;
  stuck: boolean;
}

const nothing = (): void => {};

/** Conflicts in a row that are too common to be logged as errors. */
const quietConflicts = 3;

/** See the head of this file. */
export class Reconciler implements ControllerHandle {
  readonly name: string;
  readonly resource: Resource;
  readonly elected: boolean;
  readonly options: ReconcilerOptions<KubeObject>;
  readonly client: Client;
  readonly #environment: ReconcilerEnvironment;
  readonly #concurrency: number;
  readonly #finalizer: string | undefined;
  readonly #queue: ReconcileQueue;
  readonly #metrics: ControllerMetrics;
  readonly #log: Logger;
  readonly #cache: CacheReader;
  readonly #gate: WriteGate;
  readonly #selfWake: SelfWakeDetector;
  /** What each worker runs. Not a Map, which would be built again every few runs. */
  readonly #runs: (Run | undefined)[];
  #running = 0;
  readonly #triggers = new Map<string, string>();
  /** The last state of objects that are gone and whose `deleted` has not been called. */
  readonly #gone = new Map<string, { readonly uid: string; readonly last: DeepReadonly<KubeObject> | undefined }>();
  readonly #soft = new AbortController();
  readonly #hard = new AbortController();
  #primary: KindCache | undefined;
  #sources: RunningSource[] = [];
  #workers: Promise<unknown> | undefined;
  #active = false;
  /** All of the work, where it is not shared among replicas. */
  readonly #everything: WorkShare;
  #shares: WorkShares | undefined;

  constructor(
    client: Client,
    resource: Resource,
    options: ReconcilerOptions<KubeObject>,
    environment: ReconcilerEnvironment,
  ) {
    const { clock, logger, meter, caches } = environment;
    this.client = options.client ?? client;
    this.resource = resource;
    this.options = options;
    this.name = options.name ?? resource.kind.toLowerCase();
    this.elected = options.elected ?? true;
    this.#environment = environment;
    this.#concurrency = checkOptions(options, resource);
    this.#runs = new Array<Run | undefined>(this.#concurrency).fill(undefined);
    this.#finalizer =
      options.finalize === undefined
        ? undefined
        : checkFinalizer(options.finalizer ?? defaultFinalizer(resource, this.name), resource);
    this.#queue = new ReconcileQueue({ name: this.name, meter, clock, ref: false });
    this.#metrics = new ControllerMetrics(meter, this.name, this.#concurrency);
    this.#log = withFields(logger, { controller: this.name });
    this.#cache = new CacheReader(caches, this.client);
    const now = (): number => clock.monotonic();
    this.#gate = new WriteGate({
      clock,
      log: this.#log,
      cacheOf: (resource) => caches.find(this.client, resource),
      release: (key, priority) => this.#queue.add(key, { priority }),
      onStale: () => this.#metrics.stale(),
    });
    this.#selfWake = new SelfWakeDetector({
      now,
      warn: (key) =>
        this.#log.warn(
          "a controller wakes itself: each run changes the status, which brings the next run; " +
            "leave times and random values out of the status, or use `when: generationChanged`",
          { key },
        ),
    });
    this.#everything = {
      client: environment.writer,
      signal: this.#hard.signal,
      shutdown: this.#soft.signal,
      begin: () => nothing,
    };
    // Each run listens to these, and a program's calls to the signals of runs.
    allowManyListeners(this.#soft.signal);
    allowManyListeners(this.#hard.signal);
    caches.declare(this.client, resource, selectionOf(options));
  }

  get waiting(): number {
    return this.#queue.len;
  }

  get oldestWaitingMs(): number {
    return this.#queue.oldestWaitingMs;
  }

  get delayed(): number {
    return this.#queue.delayed;
  }

  get running(): readonly string[] {
    return this.#runs.flatMap((run) => run?.key ?? []);
  }

  get stuck(): readonly string[] {
    return this.#runs.flatMap((run) => (run?.stuck ? run.key : []));
  }

  /** Whether its caches and handlers have been made. */
  get isConnected(): boolean {
    return this.#primary !== undefined;
  }

  /** Whether nothing waits, runs or is about to. What waits for a time does not count, nor what waits for a cache. */
  get isIdle(): boolean {
    return this.#queue.len === 0 && this.#running === 0 && this.#sources.every((source) => source.isIdle);
  }

  /** Whether no key waits for a cache to show its writes. */
  get isCaughtUp(): boolean {
    return this.#gate.size === 0;
  }

  enqueue(key: ObjectKey): void {
    this.#enqueue(keyText(key), "the program", 0);
  }

  /** Says that the objects of some shards of its kind are enough, where the work is shared by their uid. */
  declareShards(selection: ShardSelection): void {
    if (this.isShardedByUid) this.#environment.caches.shard(this.client, this.resource, selection);
  }

  /** Declares the kinds whose whole objects its watches need, before any cache is made. */
  declareCaches(): void {
    for (const source of this.#declaredSources()) {
      if (source.type !== "kind" || source.resource === this.resource || !needsWholeObjects(source)) continue;
      const { options } = source;
      this.#environment.caches.declare(options.client ?? this.client, source.resource, selectionOf(options));
    }
  }

  /** Makes caches and handlers. Nothing is enqueued before {@link activate}. */
  connect(): void {
    const { caches } = this.#environment;
    const selection = selectionOf(this.options);
    this.#primary = this.isShardedByUid
      ? caches.useShards(this.client, this.resource, selection)
      : caches.use(this.client, this.resource, "full", selection);
    this.#sources.push(connectPrimary(this.#primary, `controller ${this.name}`, (event) => this.#takePrimary(event)));
    for (const source of this.#declaredSources()) if (source.type === "kind") this.#connectSource(source);
  }

  /** Settles when every source that is not optional has delivered its first list. */
  async waitForSync(signal: AbortSignal): Promise<void> {
    const { clock } = this.#environment;
    const { cacheSyncTimeoutMs: timeoutMs = defaultCacheSyncTimeoutMs } = this.options;
    const owner = `controller ${this.name}`;
    const needed = this.#sources.filter((source) => !source.optional);
    await Promise.all(
      needed.map((source) => {
        const failure = (): unknown => this.#failureOf(source.name);
        return waitForCache(source, { clock, timeoutMs, signal, owner, failure });
      }),
    );
  }

  /** Begins to work: every object that is there, then every change. */
  activate(): void {
    if (this.#active || this.#soft.signal.aborted) return;
    this.#active = true;
    for (const source of this.#declaredSources()) if (source.type === "stream") this.#connectSource(source);
    // A reconciler of objects finds every key in its own cache; one of keys also reconciles what does not exist.
    for (const source of this.options.reconcile === undefined ? [...this.#sources] : this.#sources.slice(0, 1))
      source.replay();
    this.#workers = Promise.all(Array.from(this.#runs, (_, worker) => this.#work(worker)));
  }

  /** Takes no further key. Settles when the runs that are under way have ended; {@link abort} hurries them. */
  async stop(reason: unknown): Promise<void> {
    this.#active = false;
    this.#soft.abort(reason);
    this.#gate.close();
    this.#queue.shutDown();
    await this.#workers;
    await Promise.all(this.#sources.splice(0).map((source) => source.close()));
  }

  /** Makes the signals of all runs fire. */
  abort(reason: unknown): void {
    this.#hard.abort(reason);
  }

  async watch(source: WatchSource): Promise<AddedWatch> {
    if (this.#soft.signal.aborted) throw new ClosedError(`controller ${this.name} was closed`);
    if (this.#primary === undefined)
      throw new InvalidArgumentError(`controller ${this.name} does not run yet: list the watch in its options`);
    const added = this.#connectSource(source);
    if (!added.optional) await added.waitForSync(this.#soft.signal);
    let closing: Promise<void> | undefined;
    const close = (): Promise<void> => {
      this.#sources = this.#sources.filter((one) => one !== added);
      // Once: a second release of its cache would stop the informer of other users.
      closing ??= added.close();
      return closing;
    };
    return { close, [Symbol.asyncDispose]: close };
  }

  /** The work is shared among replicas: only keys with a share are reconciled. Before {@link connect}. */
  shareWork(shares: WorkShares): void {
    this.#shares = shares;
  }

  /** Whether replicas share the objects by their uid. A reconciler of keys is shared by the text of its keys. */
  get isShardedByUid(): boolean {
    return this.#shares !== undefined && this.options.reconcileKey === undefined;
  }

  /** A share of the work is ours now: enqueues its keys, with the priority of a start. */
  gained(includes: (id: string) => boolean): void {
    if (!this.#active) return;
    const { initialPriority = lowPriority, reconcileKey } = this.options;
    for (const { key, uid } of this.#entries?.entries() ?? [])
      if (includes(reconcileKey === undefined ? uid : key))
        this.#enqueue(key, "a shard that was taken over", initialPriority);
    // Keys without an object come from the other sources, which do not know what they brought before.
    if (reconcileKey !== undefined) for (const source of this.#sources.slice(1)) source.replay();
  }

  #declaredSources(): readonly WatchSource[] {
    return [...(this.options.owns ?? []).map(ownedKind), ...(this.options.watches ?? [])];
  }

  #connectSource(source: WatchSource): RunningSource {
    const target = this.#target();
    const connected =
      source.type === "stream"
        ? connectStream(source.stream, source.options, target)
        : connectKind(
            this.#environment.caches.use(
              source.options.client ?? this.client,
              source.resource,
              needsWholeObjects(source) ? "full" : "metadata",
              selectionOf(source.options),
            ),
            source.options,
            target,
          );
    this.#sources.push(connected);
    return connected;
  }

  #target(): SourceTarget {
    const { clock, random } = this.#environment;
    const { initialPriority = lowPriority } = this.options;
    return {
      resource: this.resource,
      primary: this.#primary as KindCache,
      cache: this.#cache,
      clock,
      random,
      log: this.#log,
      isActive: () => this.#active,
      enqueue: (key, trigger, { low }) => this.#enqueue(key, trigger, low ? initialPriority : 0),
      enqueueAll: (trigger) => {
        for (const { key } of this.#entries?.entries() ?? []) this.#enqueue(key, trigger, initialPriority);
      },
    };
  }

  /** What the source of the reconciled kind itself brings. */
  #takePrimary(event: ChangeEvent): void {
    if (!this.#active) return;
    const { initialPriority = lowPriority, when, deleted, reconcileKey } = this.options;
    if (event.type === "delete") {
      this.#selfWake.forget(event.key);
      const uid = event.meta.uid ?? "";
      if (deleted !== undefined && this.#shareBy(reconcileKey === undefined ? uid : event.key) !== undefined)
        this.#gone.set(event.key, { uid, last: event.object });
      else if (reconcileKey === undefined) this.#queue.succeeded(event.key);
      if (deleted === undefined && reconcileKey === undefined) return;
    } else if (event.type === "update" && !event.resync) {
      this.#selfWake.changed(event.key, event.meta.resourceVersion ?? "");
    }
    if (!isWork(when, event, this.#log)) return;
    const trigger = `${event.type} of ${this.resource.kind}`;
    this.#enqueue(event.key, trigger, event.initial || event.resync ? initialPriority : 0);
  }

  #enqueue(key: string, trigger: string, priority: number): void {
    if (!this.#active || this.#shareOf(key) === undefined) return;
    if (!this.#triggers.has(key)) this.#triggers.set(key, trigger);
    this.#queue.add(key, { priority });
  }

  get #entries(): ReturnType<typeof entriesOf> | undefined {
    return this.#primary && entriesOf(this.#primary.informer);
  }

  /** The share to which a key belongs; `undefined` when it is not ours to reconcile. */
  #shareOf(key: string): WorkShare | undefined {
    if (this.#shares === undefined) return this.#everything;
    if (this.options.reconcileKey !== undefined) return this.#shareBy(key);
    const uid = this.#entries?.entry(key)?.uid ?? this.#gone.get(key)?.uid;
    return uid === undefined ? undefined : this.#shareBy(uid);
  }

  #shareBy(id: string): WorkShare | undefined {
    return this.#shares === undefined ? this.#everything : this.#shares.shareOf(id);
  }

  /** Another replica works on the key from now on. */
  #drop(key: string): void {
    this.#queue.begin(key);
    this.#queue.succeeded(key);
    this.#triggers.delete(key);
    this.#gone.delete(key);
  }

  async #work(worker: number): Promise<void> {
    for (let taken = await this.#queue.get(); !taken.shutDown; taken = await this.#queue.get()) {
      const { key } = taken;
      try {
        const share = this.#shareOf(key);
        if (share === undefined) this.#drop(key);
        else if (!this.#soft.signal.aborted && !this.#mustWait(key)) await this.#runKey(key, share, worker);
      } catch (error) {
        // Not a failure of the reconciler, which is an outcome: a mistake of ours must not end the worker.
        this.#log.error("a worker failed", { key, error });
      } finally {
        this.#queue.done(key);
      }
    }
  }

  /** Whether the caches do not show the last writes of the key yet. */
  #mustWait(key: string): boolean {
    return this.options.consistency !== "eventual" && this.#gate.holds(key, this.#queue.priorityOf(key) ?? 0);
  }

  async #runKey(key: string, share: WorkShare, worker: number): Promise<void> {
    const { clock } = this.#environment;
    const end = share.begin();
    const plan = this.#queue.begin(key);
    const priority = this.#queue.priorityOf(key) ?? 0;
    const began = clock.monotonic();
    const run: Run = { key, since: began, stuck: false };
    this.#runs[worker] = run;
    this.#metrics.active(++this.#running);
    const limit = this.#limitOf(run, share);
    // One signal serves all runs that cannot end on their own.
    const context = this.#contextOf(key, plan, share, limit?.signal ?? share.signal);
    try {
      const result = await this.#reconcile(key, context);
      const { requeueAfterMs = 0 } = result;
      this.#queue.succeeded(key);
      if (requeueAfterMs > 0) this.#queue.requeueAfter(key, requeueAfterMs, result.priority ?? priority);
      this.#metrics.ended(requeueAfterMs > 0 ? "requeue_after" : "success", (clock.monotonic() - began) / 1000);
    } catch (thrown) {
      this.#failed(key, thrown, { plan, priority, began, log: context.log, signal: share.signal });
    } finally {
      end();
      limit?.release();
      this.#runs[worker] = undefined;
      this.#metrics.active(--this.#running);
    }
  }

  /** The limit of a run; `undefined` where runs have none. */
  #limitOf(run: Run, { signal: stop }: WorkShare): RunLimit | undefined {
    const { clock } = this.#environment;
    const { timeoutMs } = this.options;
    if (timeoutMs === undefined) return undefined;
    return limitRun({ key: run.key, clock, stop, timeoutMs, onTimeout: () => this.#exceeded(run, timeoutMs) });
  }

  #exceeded(run: Run, timeoutMs: number): void {
    run.stuck = true;
    this.#metrics.timedOut();
    this.#log.warn("a reconcile exceeded its time limit; its key stays locked until it ends", {
      key: run.key,
      timeoutMs,
    });
  }

  #failed(
    key: string,
    thrown: unknown,
    {
      plan,
      priority,
      began,
      log,
      signal,
    }: {
      plan: RunPlan;
      priority: number;
      began: number;
      log: Logger;
      signal: AbortSignal;
    },
  ): void {
    const { clock, random } = this.#environment;
    const error = asError(thrown);
    // A run that was ended by the shutdown, or because a lease was lost, has not failed: the next owner runs the key.
    if ((signal.aborted && (isAborted(error) || error === signal.reason)) || isLeadershipLost(error)) return;
    if (error !== thrown) this.#metrics.panicked();
    this.#metrics.ended("error", (clock.monotonic() - began) / 1000);
    if (isTerminal(error)) {
      this.#metrics.terminal();
      this.#queue.succeeded(key);
      log.error("a reconcile failed and is not tried again before the object changes", { error });
      return;
    }
    const now = clock.monotonic();
    const { retryBaseMs = 5, retryMaxMs = 300_000 } = this.options;
    const policy = { baseMs: retryBaseMs, capMs: retryMaxMs, jitter: 0.1 };
    const { failures, dueAt } = planRetry({ now, ...plan, error }, policy, random);
    this.#queue.retryAt(key, dueAt, { failures, priority });
    const line = isConflict(error) && failures < quietConflicts ? "debug" : "error";
    log[line]("a reconcile failed, trying again", { error, attempt: failures, retryInMs: Math.round(dueAt - now) });
  }

  async #reconcile(key: string, ctx: ReconcileContext): Promise<ReconcileResult> {
    const { deleted } = this.options;
    const gone = this.#gone.get(key);
    // An object that has come back was not deleted: its shard was another replica's for a while.
    if (gone !== undefined && this.#entries?.entry(key)?.uid !== gone.uid) await deleted?.(ctx.key, gone.last, ctx);
    this.#gone.delete(key);
    if (this.options.reconcileKey !== undefined) return checkResult(await this.options.reconcileKey(ctx.key, ctx));
    const object = this.#primary?.informer.indexer.getByKey(key) as ReconciledObject | undefined;
    if (object === undefined) return {};
    if (this.#finalizer === undefined) return checkResult(await this.options.reconcile(object, ctx));
    const { resource, options } = this;
    return reconcileWithFinalizer(object, ctx, { resource, finalizer: this.#finalizer, reconciler: options as never });
  }

  #contextOf(key: string, { failures }: RunPlan, share: WorkShare, signal: AbortSignal): ReconcileContext {
    const { clock, events, newId } = this.#environment;
    // Writes to another cluster are not bound to a lease of this one.
    const client = this.elected && this.options.client === undefined ? share.client : this.client;
    const trigger = this.#triggers.get(key) ?? "a retry or a requeue";
    this.#triggers.delete(key);
    return newRunContext({
      key,
      controller: this.name,
      resource: this.resource,
      client,
      cache: this.#cache,
      log: this.#log,
      events,
      clock,
      signal,
      shutdown: share.shutdown,
      attempt: failures,
      trigger,
      reconcileId: newId(),
      onWrite: (write) => {
        this.#gate.record(key, write);
        if (write.outcome === "accepted" && write.resource.plural === this.resource.plural)
          this.#selfWake.wrote(key, write.answer);
      },
    });
  }

  #failureOf(name: string): unknown {
    return this.#environment.caches.all.find((cache) => cache.name === name)?.informer.lastFailure?.error;
  }
}

/** Whether the functions of a watch read more than metadata. */
function needsWholeObjects({ options }: Extract<WatchSource, { type: "kind" }>): boolean {
  return !(options.metadataOnly ?? (options.map === undefined && options.when === undefined));
}

function selectionOf({ namespaces, labelSelector, fieldSelector }: CacheSelection): CacheSelection {
  return { namespaces, labelSelector, fieldSelector };
}
