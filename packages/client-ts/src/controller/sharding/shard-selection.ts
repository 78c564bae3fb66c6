import type { ListerWatcher, SharedIndexInformer } from "../../cache/index.ts";
import type { KubeObject } from "../../meta/index.ts";
import { type Clock, onAbort, type Timer } from "../../util/index.ts";
import { SelectedSource } from "./selected-source.ts";

/** A cache that holds the objects of the chosen shards, where the server can choose. */
interface SelectedCache {
  readonly sources: SelectedSource<KubeObject>[];
  informer: SharedIndexInformer<KubeObject> | undefined;
  /** Another part of the manager needs every object. */
  whole: boolean;
}

/** Shards are gained one by one: a list waits this long for others. */
const gainDelayMs = 100;
/** Objects that are not ours any more are harmless, and a list is not free. */
const lossDelayMs = 5_000;

/**
 * The shards whose objects the caches of a manager hold where the server can choose. When a shard is added, each cache
 * lists once more; the promise of `add` settles when all of them have its objects. When one is removed, the next list
 * leaves its objects out.
 */
export class ShardSelection {
  readonly #shards: number;
  readonly #clock: Clock;
  /** How often each shard was added: one that is ours again may be added before its last work has ended. */
  readonly #chosen = new Map<number, number>();
  readonly #caches = new Set<SelectedCache>();
  readonly #waiting = new Set<() => void>();
  #timer: { readonly timer: Timer; readonly dueAt: number } | undefined;
  #closed = false;

  constructor(shards: number, clock: Clock) {
    this.#shards = shards;
    this.#clock = clock;
  }

  /** A cache whose objects are chosen by shard: wrap each of its sources, then hand over its informer. */
  newCache(): {
    wrap<T extends KubeObject>(source: ListerWatcher<T>): ListerWatcher<T>;
    attach(informer: SharedIndexInformer<KubeObject>): void;
    /** Every object is needed from now on. */
    widen(): void;
    remove(): void;
  } {
    const cache: SelectedCache = { sources: [], informer: undefined, whole: false };
    const all = Array.from({ length: this.#shards }, (_, shard) => shard);
    this.#caches.add(cache);
    return {
      wrap: (source) => {
        const selected = new SelectedSource(source, {
          shards: this.#shards,
          chosen: () => (cache.whole ? all : [...this.#chosen.keys()]),
          onHeld: () => this.#wake(),
        });
        cache.sources.push(selected as unknown as SelectedSource<KubeObject>);
        return selected.listerWatcher;
      },
      attach: (informer) => {
        cache.informer = informer;
      },
      widen: () => {
        if (cache.whole) return;
        cache.whole = true;
        relist(cache);
      },
      remove: () => {
        this.#caches.delete(cache);
        this.#wake();
      },
    };
  }

  /** Settles when every cache has the objects of the shard, or when the signal fires. */
  async add(shard: number, signal: AbortSignal): Promise<void> {
    this.#chosen.set(shard, (this.#chosen.get(shard) ?? 0) + 1);
    if (signal.aborted || this.#isHeld(shard)) return;
    this.#relistWithin(gainDelayMs);
    await new Promise<void>((resolve) => {
      const check = (): void => {
        if (!signal.aborted && !this.#isHeld(shard)) return;
        this.#waiting.delete(check);
        remove();
        resolve();
      };
      this.#waiting.add(check);
      const remove = onAbort(signal, check);
    });
  }

  remove(shard: number): void {
    const left = (this.#chosen.get(shard) ?? 1) - 1;
    if (left > 0) {
      this.#chosen.set(shard, left);
      return;
    }
    this.#chosen.delete(shard);
    this.#relistWithin(lossDelayMs);
  }

  /** No cache lists on behalf of this selection any more. */
  close(): void {
    this.#closed = true;
    this.#timer?.timer.cancel();
  }

  #isHeld(shard: number): boolean {
    for (const { sources } of this.#caches) if (sources.some((source) => !source.holds(shard))) return false;
    return true;
  }

  #wake(): void {
    for (const check of [...this.#waiting]) check();
  }

  #relistWithin(delayMs: number): void {
    if (this.#closed) return;
    const dueAt = this.#clock.monotonic() + delayMs;
    if (this.#timer !== undefined && this.#timer.dueAt <= dueAt) return;
    this.#timer?.timer.cancel();
    const timer = this.#clock.setTimer(
      delayMs,
      () => {
        this.#timer = undefined;
        for (const cache of this.#caches) if (!cache.whole) relist(cache);
      },
      { ref: false },
    );
    this.#timer = { timer, dueAt };
  }
}

function relist({ sources, informer }: SelectedCache): void {
  if (sources.some(({ byServer }) => byServer === true)) informer?.relist();
}
