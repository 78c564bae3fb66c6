import type { Entry } from "../codec/index.ts";
import { ClosedError } from "../errors/index.ts";
import { compareResourceVersion, type GroupVersionKind, type KubeObject } from "../meta/index.ts";
import {
  combineSignals,
  type Deferred,
  guardReporter,
  isThenable,
  type Slicer,
  slicersFor,
  systemClock,
  withResolvers,
} from "../util/index.ts";
import { RequeueError } from "./delta.ts";
import { storeOfElements } from "./element-store.ts";
import type { ListerWatcher } from "./lister-watcher.ts";
import type { Process, Queue } from "./queue.ts";
import { reflectorDefaults } from "./reflector/defaults.ts";
import type { ReflectorOptions, ReflectorState } from "./reflector/options.ts";
import { Reflector } from "./reflector/reflector.ts";
import { UndecodableReports } from "./undecodable-reports.ts";

/** Options of {@link newController}. `E` is what the queue holds: objects by default. */
export interface ControllerOptions<T extends KubeObject, E, D>
  extends Omit<ReflectorOptions<T>, "resyncMs" | "expected"> {
  /** The queue between the reflector and `process`. */
  readonly queue: Queue<E, D>;
  readonly listerWatcher: ListerWatcher<T>;
  /** Called with each item that is taken out of the queue. */
  readonly process: Process<D>;
  /** The kind that the source gives. */
  readonly resource?: GroupVersionKind | undefined;
  /** How often the queue resyncs. Default: `resyncMs` of {@link reflectorDefaults}, which is never. */
  readonly fullResyncMs?: number | undefined;
  /**
   * Put an item back into the queue when `process` fails. Default `false`: the error is reported and the item is
   * dropped.
   */
  readonly retryOnError?: boolean | undefined;
  /** Let `run` reject with the first error of `process`, and stop. Default `false`. */
  readonly failFast?: boolean | undefined;
  /** What goes into the queue for an entry. Default: its object. */
  readonly elementOf?: ((entry: Entry<T>) => E) | undefined;
}

/** Runs a reflector, a queue and a process function together. */
export interface Controller {
  /** Runs until stopped. Settles when reflector and process have stopped. A second call joins the first. */
  run(options?: { readonly signal?: AbortSignal | undefined }): Promise<void>;
  /** Stops permanently; settles as `run` does, after the `process` that is at work, which must not await it. */
  close(): Promise<void>;
  /** As `close`. */
  [Symbol.asyncDispose](): Promise<void>;
  /** Whether everything of the first list was processed. */
  hasSynced(): boolean;
  /** The resourceVersion that the reflector has reached. */
  readonly lastSyncResourceVersion: string;
  readonly state: ReflectorState;
  /** How long ago the server was last in contact. */
  readonly lastContactAgeMs: number;
  /** Whether there was no contact with the server for longer than expected. */
  readonly isStale: boolean;
}

/**
 * Makes a controller: all changes of the source go through the queue to `process`, one item at a time. Most programs
 * use `newSharedInformerFactory`, or `newManager` for a controller that reconciles objects.
 */
export function newController<T extends KubeObject, E = T, D = unknown>(
  options: ControllerOptions<T, E, D>,
): Controller {
  return new QueueController(options);
}

/** What an informer wants to know of its controller. */
export interface ControllerObserver {
  /** An item was processed, or a list came that put no item into the queue: the queue may have synced. */
  processed(): void;
  /** Everything up to a version was processed, for queues that do not carry versions themselves. */
  settled?(resourceVersion: string): void;
}

/** The controller behind {@link newController}, with what an informer needs in addition. */
export class QueueController<T extends KubeObject, E, D> implements Controller {
  readonly reflector: Reflector<T>;
  readonly #options: ControllerOptions<T, E, D>;
  readonly #queue: Queue<E, D>;
  readonly #slicer: Slicer;
  readonly #stopper = new AbortController();
  #running: Promise<void> | undefined;
  /** The process is at work, or will go on by itself. */
  #busy = false;
  /** The last item whose `process` gave a promise; settles with it and never rejects. */
  #inProcess: Promise<void> | undefined;
  /** Settles when the queue is empty. */
  #drained: Deferred<void> | undefined;
  #failure: { readonly error: unknown } | undefined;
  readonly #observer: ControllerObserver | undefined;
  /** The newest version that was put into the queue. */
  #version = "";
  /** Whether it was reported as settled. */
  #settled = true;

  constructor(options: ControllerOptions<T, E, D>, observer?: ControllerObserver) {
    const { queue, listerWatcher, resource, fullResyncMs = reflectorDefaults.resyncMs, clock = systemClock } = options;
    const report = guardReporter(options.onUnexpectedError);
    const reports = new UndecodableReports((error) => report(error, `decoding ${error.key} of ${this.reflector.name}`));
    this.#options = options;
    this.#observer = observer;
    this.#queue = queue;
    this.#slicer = slicersFor(clock).delivering;
    const store = storeOfElements<T, E>(queue, options.elementOf ?? objectOf, reports);
    this.reflector = new Reflector<T>(
      listerWatcher,
      {
        add: (entry) => store.add(entry),
        update: (entry) => store.update(entry),
        delete: (entry) => store.delete(entry),
        resync: () => store.resync?.(),
        bookmark: (version) => store.bookmark?.(version),
        replace: (entries, version) => {
          store.replace(entries, version);
          // A list counts as it is: the server may have gone back.
          this.#reached(version);
        },
        holdBack: () => this.#holdBack(),
        updateResourceVersion: (version) => {
          queue.updateResourceVersion?.(version);
          if (compareResourceVersion(version, this.#version) !== -1) this.#reached(version);
          if (!this.#busy) this.#settle();
        },
      },
      {
        ...options,
        resyncMs: fullResyncMs,
        expected: resource,
      },
    );
  }

  get lastSyncResourceVersion(): string {
    return this.reflector.lastSyncResourceVersion;
  }

  get state(): ReflectorState {
    return this.reflector.state;
  }

  get lastContactAgeMs(): number {
    return this.reflector.lastContactAgeMs;
  }

  get isStale(): boolean {
    return this.reflector.isStale;
  }

  hasSynced(): boolean {
    return this.#queue.hasSynced();
  }

  run({ signal }: { readonly signal?: AbortSignal | undefined } = {}): Promise<void> {
    this.#running ??= this.#run(signal);
    return this.#running;
  }

  async close(): Promise<void> {
    this.#stopper.abort(new ClosedError("the controller was closed"));
    this.#queue.close();
    await Promise.all([this.reflector.close(), this.#running]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #run(outer: AbortSignal | undefined): Promise<void> {
    const { signal, release } = combineSignals(outer, this.#stopper.signal);
    let endConsuming = (): void => {};
    try {
      endConsuming = this.#queue.consume(this.#wake);
      await this.reflector.run({ signal });
      this.#queue.close();
    } finally {
      release();
      endConsuming();
      await this.#inProcess;
    }
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  /** Something was put in; after an empty list it is nothing, and no item will be processed. */
  readonly #wake = (): void => {
    if (!this.#busy && this.#queue.length === 0) this.#observer?.processed();
    this.#pump();
  };

  /** Empties the queue: at once, as long as `process` gives no promise. */
  readonly #pump = (): void => {
    if (this.#busy) return;
    this.#busy = true;
    this.#slicer.begin();
    for (;;) {
      let result: boolean | Promise<void>;
      try {
        result = this.#queue.tryPop(this.#process);
      } catch (error) {
        this.#failed(error);
        // Not at once: what is put back would come again and again.
        this.#slicer.afterTurn(this.#resume);
        return;
      }
      if (result === false) break;
      if (result !== true) {
        this.#inProcess = result.then(this.#resumeInTime, this.#resumeAfter);
        return;
      }
      this.#observer?.processed();
      if (this.#queue.length > 0 && this.#slicer.isOver) {
        this.#slicer.afterTurn(this.#resume);
        return;
      }
    }
    this.#busy = false;
    this.#drained?.resolve();
    this.#drained = undefined;
    this.#settle();
  };

  #reached(version: string): void {
    this.#version = version;
    this.#settled = false;
  }

  #settle(): void {
    if (this.#settled || this.#queue.length > 0) return;
    this.#settled = true;
    this.#observer?.settled?.(this.#version);
  }

  readonly #resume = (): void => {
    this.#observer?.processed();
    this.#busy = false;
    this.#pump();
  };

  /** After a promise. Promises that are settled at once would otherwise block the event loop. */
  readonly #resumeInTime = (): void => {
    if (this.#queue.length > 0 && this.#slicer.isOver) this.#slicer.afterTurn(this.#resume);
    else this.#resume();
  };

  readonly #resumeAfter = (error: unknown): void => {
    this.#failed(error);
    this.#slicer.afterTurn(this.#resume);
  };

  /** While too many items wait, the source is asked to hold back. */
  #holdBack(): Promise<void> | undefined {
    if (this.#queue.length < reflectorDefaults.maxWaiting) return undefined;
    this.#drained ??= withResolvers();
    return this.#drained.promise;
  }

  readonly #process: Process<D> = (item, isInInitialList) => {
    const { process, retryOnError = false } = this.#options;
    if (!retryOnError) return process(item, isInInitialList);
    try {
      const result = process(item, isInInitialList);
      return isThenable(result) ? Promise.resolve(result).catch(again) : result;
    } catch (error) {
      return again(error);
    }
  };

  #failed(error: unknown): void {
    const { failFast = false, onUnexpectedError } = this.#options;
    if (failFast) {
      this.#failure ??= { error };
      this.#stopper.abort(error);
      this.#queue.close();
    } else guardReporter(onUnexpectedError)(error, `the process of ${this.reflector.name}`);
  }
}

function objectOf<T, E>(entry: Entry<T>): E {
  return entry.object as unknown as E;
}

function again(error: unknown): never {
  throw new RequeueError("the process failed", { cause: error });
}
