/**
 * A cache of one kind that keeps itself up to date, and tells any number of handlers what changes in it. One list and
 * watch serves them all.
 *
 *     source ─▶ reflector ─▶ queue ─▶ cache writer ─▶ store
 *                                          └────────▶ handlers, each with its own backlog
 *
 * From bytes to store and backlogs everything happens synchronously, without a promise and without decoding. Handlers
 * are called afterwards, a few milliseconds per turn of the event loop, each one event at a time. See the reflector for
 * what is promised about faults, the cache writer for what is promised about states, the backlog for slow handlers.
 */

import type { Entry } from "../../codec/index.ts";
import { ClosedError, InvalidArgumentError } from "../../errors/index.ts";
import { compareResourceVersion, type KubeObject, type Resource } from "../../meta/index.ts";
import {
  type Clock,
  defaultLogger,
  defined,
  guardLogger,
  guardMeter,
  guardReporter,
  Latch,
  type Logger,
  type Meter,
  onAbort,
  type OnUnexpectedError,
  slicersFor,
  systemClock,
  type Timer,
  withResolvers,
} from "../../util/index.ts";
import { type Controller, type ControllerObserver, QueueController } from "../controller.ts";
import { DeltaFIFO } from "../delta-fifo.ts";
import { entryItself } from "../element-store.ts";
import type { ListerWatcher } from "../lister-watcher.ts";
import { OrderedFIFO } from "../ordered-fifo.ts";
import type { Queue } from "../queue.ts";
import type { ReflectorFailure, ReflectorState } from "../reflector/options.ts";
import {
  type Indexer,
  type Indexers,
  LazyStore,
  metaNamespaceIndexFunc,
  namespaceIndex,
  newCacheMutationDetector,
  newStoreMetrics,
  type Store,
  type StoreMetrics,
} from "../store/index.ts";
import { withCacheLimit } from "../cache-limit.ts";
import { defaultCacheBytes } from "../node/memory.ts";
import { UndecodableReports } from "../undecodable-reports.ts";
import { Listeners } from "./listeners.ts";
import { JoinedController } from "./joined-controller.ts";
import { type InformerMetrics, informerMetrics } from "./metrics.ts";
import { tweaked } from "./tweaked.ts";
import { Resyncs } from "./resyncs.ts";
import { CacheWriter, type Transform } from "./cache-writer.ts";
import { nameForHandler, type ResourceEventHandler } from "./handler.ts";
import { type HandlerRegistration, Listener } from "./listener.ts";
import type { AddEventHandlerOptions, NamespacedSource, SharedIndexInformerOptions } from "./options.ts";

/** One source with its reflector, queue and writer. */
interface Branch<T extends KubeObject> {
  readonly controller: QueueController<T, Entry<T>, never>;
  readonly writer: CacheWriter<T>;
  readonly queue: Queue<Entry<T>, never>;
  readonly resyncs: Resyncs<Listener<T>>;
  /** The version up to which everything is in the store. */
  version: string;
}

interface VersionWaiter {
  readonly version: string;
  resolve(): void;
  reject(error: unknown): void;
}

const defaultMaxPending = 10_000;
const shortestResyncMs = 1_000;

/**
 * The objects of an informer as entries, for the parts of this package that read single fields without decoding. It is
 * no member of the informer, because the type of the store is not public. Do not write to it.
 */
export let entriesOf: <T extends KubeObject>(informer: SharedIndexInformer<T>) => LazyStore<T>;

/** The shared informer of one kind; made by {@link newSharedIndexInformer} or by a factory. */
export class SharedIndexInformer<T extends KubeObject> {
  static {
    entriesOf = (informer) => informer.#store;
  }

  /** What it caches. */
  readonly resource: Resource<T>;
  readonly name: string;
  readonly #options: SharedIndexInformerOptions<T>;
  readonly #clock: Clock;
  readonly #maxCacheBytes: number;
  readonly #store: LazyStore<T>;
  readonly #listeners: Listeners<T>;
  readonly #sources: readonly NamespacedSource<T>[];
  readonly #detector: ReturnType<typeof newCacheMutationDetector>;
  readonly #synced = new Latch();
  readonly #metrics: InformerMetrics;
  readonly #storeMetrics: StoreMetrics | undefined;
  readonly #logger: Logger;
  readonly #report: OnUnexpectedError;
  readonly #undecodable = new UndecodableReports((error) => {
    this.#metrics.undecodable();
    this.#unexpected(error, `decoding ${error.key}`);
  });
  #branches: readonly Branch<T>[] = [];
  #transform: Transform<T> | undefined;
  #onWatchError: ((failure: ReflectorFailure) => void) | undefined;
  #running: Promise<void> | undefined;
  #hasSynced = false;
  #stopped = false;
  #resyncTimer: Timer | undefined;
  readonly #versionWaiters = new Set<VersionWaiter>();
  #controller: Controller | undefined;

  constructor(
    source: ListerWatcher<T> | readonly NamespacedSource<T>[],
    resource: Resource<T>,
    given: SharedIndexInformerOptions<T> = {},
  ) {
    const sources = (Array.isArray as (value: unknown) => value is readonly NamespacedSource<T>[])(source)
      ? source
      : [{ namespace: given.namespace ?? "", listerWatcher: source }];
    // What was given to `connect` comes with the source.
    const { logger = sources[0]?.listerWatcher.logger, meter = sources[0]?.listerWatcher.meter } = given;
    const options = { ...given, logger, meter };
    const { clock = systemClock, indexers = {}, memoBytes, freeze, namespace = "", transform, onWatchError } = options;
    this.resource = resource;
    this.name = options.name ?? nameFor(resource, namespace);
    this.#options = options;
    this.#clock = clock;
    this.#maxCacheBytes = options.maxCacheBytes ?? defaultCacheBytes();
    if (!(this.#maxCacheBytes > 0)) throw new InvalidArgumentError(`${this.name}: maxCacheBytes must be more than 0`);
    this.#transform = transform;
    this.#onWatchError = onWatchError;
    this.#sources = sources;
    this.#detector = options.mutationDetector ?? newCacheMutationDetector(this.name, { clock });
    this.#storeMetrics = storeMetrics(this.name, resource, options.meter);
    this.#store = new LazyStore<T>({
      indexers: { [namespaceIndex]: metaNamespaceIndexFunc, ...indexers },
      memoBytes,
      freeze,
      mutationDetector: this.#detector,
      metrics: this.#storeMetrics,
      namespaces: this.#sources.length > 1 ? namespacesOf(this.#sources) : undefined,
      onUndecodable: (error) => void this.#undecodable.take(error),
    });
    this.#listeners = new Listeners(clock);
    this.#metrics = informerMetrics(guardMeter(options.meter), this.name);
    this.#logger = guardLogger(options.logger, defaultLogger);
    this.#report = guardReporter(options.onUnexpectedError);
  }

  /** The objects by key. Do not write to it. */
  get store(): Store<T> {
    return this.#store;
  }

  /** The objects by key and index. Do not write to it. */
  get indexer(): Indexer<T> {
    return this.#store;
  }

  /** The running part. Before `run` it is idle. */
  get controller(): Controller {
    this.#controller ??= new JoinedController(this, () => this.#branches.map(({ controller }) => controller));
    return this.#controller;
  }

  /** The resourceVersion that the reflector has reached; with several sources, that of the slowest. */
  get lastSyncResourceVersion(): string {
    return this.controller.lastSyncResourceVersion;
  }

  get state(): ReflectorState {
    return this.controller.state;
  }

  /** How long ago the server was last in contact, in milliseconds. */
  get lastContactAgeMs(): number {
    return this.controller.lastContactAgeMs;
  }

  /** Whether there was no contact with the server for longer than expected: the cache may be out of date. */
  get isStale(): boolean {
    return this.controller.isStale;
  }

  /** Why the last list or watch failed; `undefined` while they work, and before the first. */
  get lastFailure(): ReflectorFailure | undefined {
    for (const { controller } of this.#branches)
      if (controller.reflector.lastFailure !== undefined) return controller.reflector.lastFailure;
    return undefined;
  }

  /** Whether it was stopped; it cannot run again. */
  get isStopped(): boolean {
    return this.#stopped;
  }

  /** Whether it was started; stays true after the stop. */
  get isStarted(): boolean {
    return this.#running !== undefined;
  }

  /** The shortest time between two resyncs that some handler asks for; 0 when none does. */
  get resyncCheckMs(): number {
    let shortest = this.#options.resyncMs ?? 0;
    for (const { resyncMs } of this.#listeners.all)
      if (resyncMs > 0 && (shortest === 0 || resyncMs < shortest)) shortest = resyncMs;
    return shortest;
  }

  /** Lists and watches until stopped. Settles when it has stopped. A second call joins the first. */
  run({ signal }: { readonly signal?: AbortSignal | undefined } = {}): Promise<void> {
    this.#running ??= this.#stopped ? Promise.resolve() : this.#run(signal);
    return this.#running;
  }

  /** Stops permanently. Settles when nothing is in progress any more except callbacks that have not returned. */
  async close(): Promise<void> {
    this.#end();
    await Promise.all(this.#branches.map(({ controller }) => controller.close()));
    await this.#running;
  }

  /** As {@link close}. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** Whether the store has everything of the first list. */
  hasSynced(): boolean {
    return this.#hasSynced;
  }

  /**
   * Settles when {@link hasSynced} turns true. Rejects with the signal's reason, or with a ClosedError when the
   * informer is stopped before.
   */
  waitForSync({ signal }: { readonly signal?: AbortSignal | undefined } = {}): Promise<void> {
    return this.#synced.wait(signal);
  }

  /** Lists again as soon as possible: the source chooses other objects from now on. */
  relist(): void {
    for (const { controller } of this.#branches) controller.reflector.reselect();
  }

  /**
   * Settles when the store shows everything up to this version, such as that of one's own write. A version of an object
   * that the informer's selector leaves out is reached with the next event or bookmark.
   */
  atLeast(resourceVersion: string, { signal }: { readonly signal?: AbortSignal | undefined } = {}): Promise<void> {
    if (compareResourceVersion(resourceVersion, resourceVersion) === undefined) {
      return Promise.reject(
        new InvalidArgumentError(`${JSON.stringify(resourceVersion)} is not a version that can be waited for`),
      );
    }
    if (this.#isAt(resourceVersion)) return Promise.resolve();
    if (this.#stopped) return Promise.reject(this.#closedError());
    if (signal?.aborted) return Promise.reject(signal.reason);
    const { promise, resolve, reject } = withResolvers();
    const settle = (run: () => void): void => {
      this.#versionWaiters.delete(waiter);
      remove();
      run();
    };
    const waiter: VersionWaiter = {
      version: resourceVersion,
      resolve: () => settle(resolve),
      reject: (error) => settle(() => reject(error)),
    };
    const remove = onAbort(signal, waiter.reject);
    this.#versionWaiters.add(waiter);
    return promise;
  }

  /**
   * Delivers every change to a handler from now on, after the objects that exist already. The same handler may be added
   * twice. Throws a ClosedError when the informer has stopped.
   */
  addEventHandler(handler: ResourceEventHandler<T>, options: AddEventHandlerOptions = {}): HandlerRegistration {
    if (this.#stopped) throw this.#closedError();
    const name = this.#listeners.freeName(options.name ?? nameForHandler(handler as ResourceEventHandler<never>));
    const { resyncMs = this.#options.resyncMs ?? 0, overflow = "merge" } = options;
    const maxPending =
      overflow === "keep"
        ? Number.POSITIVE_INFINITY
        : (options.maxPending ?? this.#options.maxPending ?? defaultMaxPending);
    if (!(resyncMs >= 0) || !(maxPending >= 1))
      throw new InvalidArgumentError("resyncMs must not be negative, and maxPending at least 1");
    const metrics = this.#metrics.forHandler(name);
    const listener = new Listener<T>(handler, {
      name,
      resyncMs: resyncMs === 0 ? 0 : Math.max(shortestResyncMs, resyncMs),
      maxPending,
      clock: this.#clock,
      slicer: slicersFor(this.#clock).delivering,
      lastFailure: () => this.lastFailure,
      onError: (error) => {
        metrics.failed();
        if (!this.#undecodable.take(error)) this.#unexpected(error, `handler ${name}`);
      },
      onCoalesced: (count) => {
        if (listener.coalesced === count)
          this.#logger.warn("a handler is slow: its events are merged", { informer: this.name, handler: name });
        metrics.coalesced(count);
      },
      onPending: (pending) => metrics.pending(pending),
      onRemoved: () => metrics.end(),
    });
    if (this.#store.size > 0) listener.replay([...this.#store.entries()]);
    if (this.#hasSynced) listener.markSynced();
    this.#listeners.add(listener);
    this.#armResync();
    return listener;
  }

  /**
   * Removes a handler: no further callback begins. Settles when none is under way, so a handler must not await its own
   * removal. A registration that was removed before is not removed again, and one that belongs to another informer is
   * not removed.
   */
  async removeEventHandler(registration: HandlerRegistration): Promise<void> {
    if (this.#listeners.remove(registration))
      (registration as Listener<T>).remove(this.#closedError("the handler was removed"));
    this.#armResync();
    if (registration instanceof Listener) await registration.idle();
  }

  /**
   * Adds indexes; what is in the store is indexed at once. Throws when a name is taken, or when the informer has
   * stopped.
   */
  addIndexers(indexers: Indexers<T>): void {
    if (this.#stopped) throw this.#closedError();
    this.#store.addIndexers(indexers);
  }

  /** Sets what changes each object before it is stored. Only before `run`. */
  setTransform(transform: Transform<T>): void {
    this.#refuseStarted("transform");
    this.#transform = transform;
  }

  /** Sets the callback for each failed list or watch. Only before `run`. */
  setWatchErrorHandler(onWatchError: (failure: ReflectorFailure) => void): void {
    this.#refuseStarted("watch error handler");
    this.#onWatchError = onWatchError;
  }

  async #run(signal: AbortSignal | undefined): Promise<void> {
    if (signal?.aborted) {
      this.#end();
      return;
    }
    this.#branches = this.#sources.map((source) => this.#branch(source));
    this.#armResync();
    const detecting = this.#detector?.start();
    try {
      await Promise.all(this.#branches.map(({ controller }) => controller.run({ signal })));
    } finally {
      detecting?.close();
      this.#end();
    }
  }

  #end(): void {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#resyncTimer?.cancel();
    for (const { writer } of this.#branches) writer.close();
    for (const listener of this.#listeners.all) listener.remove(this.#closedError());
    this.#storeMetrics?.end();
    this.#synced.fail(this.#closedError());
    for (const waiter of this.#versionWaiters) waiter.reject(this.#closedError());
  }

  #branch({ namespace, listerWatcher }: NamespacedSource<T>): Branch<T> {
    const {
      queue: kindOfQueue = "ordered",
      freeze,
      tweakListOptions,
      expected = this.resource,
      ...options
    } = this.#options;
    /** Of several sources, the part of the store that is this one's. */
    const part = this.#sources.length > 1 ? namespace : undefined;
    const known = { listKeys: () => this.#store.listKeys(part), getByKey: (key: string) => this.#store.entry(key) };
    const delta = kindOfQueue === "delta" ? new DeltaFIFO<Entry<T>>({ knownObjects: known }) : undefined;
    const queue = (delta ?? new OrderedFIFO<Entry<T>>()) as unknown as Queue<Entry<T>, never>;
    // The queue of each source shows the objects of that source again, in order with their changes.
    const resyncs = new Resyncs<Listener<T>>(
      () => queue.resync?.(),
      delta && { known: known.listKeys, waiting: () => delta.listKeys() },
    );
    const writer = new CacheWriter<T>({
      store: this.#store,
      listeners: this.#listeners,
      transform: this.#transform,
      namespace: part,
      inOrder: kindOfQueue === "ordered",
      clock: this.#clock,
      freeze,
      deliverAgain: (entries, key) => this.#listeners.deliverAgain(resyncs.take(key), entries),
      onVersion: (version) => {
        branch.version = version;
        if (this.#versionWaiters.size > 0) this.#wakeVersionWaiters();
      },
      onDisagreement: (what) => branch.controller.reflector.relist(what),
      onAnomaly: (what) => branch.controller.reflector.noteAnomaly(what),
      onError: (error, key) => this.#unexpected(error, `storing ${key}`),
    });
    const observer: ControllerObserver = {
      processed: () => {
        if (!this.#hasSynced) this.#checkSynced();
      },
      ...defined({
        settled: kindOfQueue === "delta" ? (resourceVersion: string) => writer.settled(resourceVersion) : undefined,
      }),
    };
    const controller = new QueueController<T, Entry<T>, never>(
      {
        ...options,
        freeze,
        name: part === undefined ? this.name : `${this.name} in ${part}`,
        clock: this.#clock,
        queue,
        listerWatcher: this.#limited(
          tweakListOptions === undefined ? listerWatcher : tweaked(listerWatcher, tweakListOptions),
          part,
        ),
        resource: expected.kind === "" ? undefined : expected,
        process: writer.process,
        elementOf: entryItself,
        known: (key) => this.#store.entry(key),
        onWatchError: this.#onWatchError,
      },
      observer,
    );
    const branch: Branch<T> = { controller, writer, queue, resyncs, version: "" };
    return branch;
  }

  /** The same source, bounded by what the cache may hold. */
  #limited(source: ListerWatcher<T>, part: string | undefined): ListerWatcher<T> {
    return withCacheLimit(source, {
      resource: this.name,
      maxCacheBytes: this.#maxCacheBytes,
      heldBytes: () => this.#store.heldBytes(),
      othersBytes: () => (part === undefined ? 0 : this.#store.heldBytes() - this.#store.heldBytes(part)),
      entry: (key) => this.#store.entry(key),
    });
  }

  #checkSynced(): void {
    if (this.#stopped || !this.#branches.every(isFilled)) return;
    this.#hasSynced = true;
    this.#synced.open();
    for (const listener of this.#listeners.all) listener.markSynced();
  }

  /** Each handler has its own interval; one timer waits for the one that is due next. */
  #armResync(): void {
    this.#resyncTimer?.cancel();
    this.#resyncTimer = undefined;
    const next = this.#listeners.nextResync;
    if (this.#stopped || this.#branches.length === 0 || next === Number.POSITIVE_INFINITY) return;
    this.#resyncTimer = this.#clock.setTimer(
      Math.max(0, next - this.#clock.monotonic()),
      () => {
        const due = this.#listeners.beginResync();
        if (due.length > 0) for (const { resyncs } of this.#branches) resyncs.request(due);
        this.#armResync();
      },
      { ref: false },
    );
  }

  #isAt(version: string): boolean {
    return (
      this.#branches.length > 0 &&
      this.#branches.every((branch) => (compareResourceVersion(branch.version, version) ?? -1) >= 0)
    );
  }

  #wakeVersionWaiters(): void {
    for (const waiter of this.#versionWaiters) if (this.#isAt(waiter.version)) waiter.resolve();
  }

  #refuseStarted(what: string): void {
    if (this.#running !== undefined)
      throw new InvalidArgumentError(`${this.name}: the ${what} cannot be set after the informer has started`);
  }

  #closedError(what = "the informer was closed"): ClosedError {
    return new ClosedError(`${this.name}: ${what}`);
  }

  #unexpected(error: unknown, where: string): void {
    this.#report(error, `${where} of informer ${this.name}`);
  }
}

/**
 * Makes an informer of one kind on a source of your own. It is independent: nothing else is needed, and nothing runs
 * before `run`. Most programs use `newSharedInformerFactory`.
 */
export function newSharedIndexInformer<T extends KubeObject>(
  source: ListerWatcher<T> | readonly NamespacedSource<T>[],
  resource: Resource<T>,
  options: SharedIndexInformerOptions<T> = {},
): SharedIndexInformer<T> {
  return new SharedIndexInformer(source, resource, options);
}

/** Whether everything of the first list is in the store. */
function isFilled<T extends KubeObject>({ queue, writer }: Branch<T>): boolean {
  return queue.hasSynced() && !writer.isIncomplete;
}

/** `deployments.apps in shop`: the default name of an informer. */
function nameFor({ plural, group }: Resource, namespace: string): string {
  return `${plural}${group === "" ? "" : `.${group}`}${namespace === "" ? "" : ` in ${namespace}`}`;
}

/** The measurements of an informer's store; `undefined` without a meter. */
function storeMetrics(
  name: string,
  { group, version, plural: resource }: Resource,
  meter: Meter | undefined,
): StoreMetrics | undefined {
  return meter && newStoreMetrics({ name, group, version, resource }, guardMeter(meter));
}

/** The namespaces of several sources. Throws when two sources could write the same object. */
function namespacesOf(sources: readonly Pick<NamespacedSource<never>, "namespace">[]): readonly string[] {
  const namespaces = sources.map(({ namespace }) => namespace);
  if (namespaces.includes("") || new Set(namespaces).size < namespaces.length) {
    throw new InvalidArgumentError(
      `each source of an informer over several needs a namespace of its own, not ${JSON.stringify(namespaces)}`,
    );
  }
  return namespaces;
}
