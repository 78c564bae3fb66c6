/**
 * Keeps a key from running while the caches do not show what its last run wrote. The key waits here and not in a
 * worker: it is released as soon as the caches have caught up, and after ten seconds in any case, with a warning. One
 * key whose write is slow to appear delays no other.
 */

import type { ObservedWrite } from "../client/index.ts";
import type { Resource } from "../meta/index.ts";
import type { Clock, Logger, Timer } from "../util/index.ts";
import type { KindCache } from "./kind-cache.ts";
import { type PendingWrite, WrittenVersions } from "./written-versions.ts";

/** What a {@link WriteGate} needs. */
export interface WriteGateOptions {
  readonly clock: Clock;
  readonly log: Logger;
  readonly cacheOf: (resource: Resource) => KindCache | undefined;
  /** Lets a key run. */
  readonly release: (key: string, priority: number) => void;
  /** A key has waited for a second. */
  readonly onStale: () => void;
}

interface WaitingKey {
  readonly since: number;
  /** The highest priority with which the key was to run meanwhile. */
  priority: number;
  readonly timer: Timer;
  readonly ending: AbortController;
}

/** After this time a key runs although its writes are still not visible. */
const limitMs = 10_000;
/** How long a key waits before its delay is counted and its writes are looked at again. */
const stepMs = 1_000;

/** See the head of this file. */
export class WriteGate {
  readonly #options: WriteGateOptions;
  readonly #writes: WrittenVersions;
  readonly #waiting = new Map<string, WaitingKey>();

  constructor(options: WriteGateOptions) {
    this.#options = options;
    this.#writes = new WrittenVersions({ cacheOf: options.cacheOf, now: () => options.clock.monotonic() });
  }

  /** How many keys wait. */
  get size(): number {
    return this.#waiting.size;
  }

  /** A run of the key has written something. */
  record(key: string, write: ObservedWrite): void {
    this.#writes.record(key, write);
  }

  /** Whether the key may not run yet; it is then released later. */
  holds(key: string, priority: number): boolean {
    const unseen = this.#writes.unseen(key);
    const waiting = this.#waiting.get(key);
    if (unseen.length === 0) {
      if (waiting !== undefined) this.#remove(key, waiting);
      return false;
    }
    const now = this.#options.clock.monotonic();
    const since = waiting?.since ?? now;
    if (now - since >= limitMs) {
      const kinds = [...new Set(unseen.map(({ cache }) => cache.name))].join(", ");
      this.#options.log.warn("the cache does not show the last writes of a key, which is reconciled nevertheless", {
        key,
        kinds,
      });
      this.#writes.forget(key);
      if (waiting !== undefined) this.#remove(key, waiting);
      return false;
    }
    // A key that already waits goes on waiting: the event that came is not what it waits for.
    if (waiting === undefined) this.#wait(key, priority, unseen, since);
    else waiting.priority = Math.max(waiting.priority, priority);
    return true;
  }

  /** Releases no key any more. */
  close(): void {
    for (const [key, waiting] of this.#waiting) this.#remove(key, waiting);
  }

  #wait(key: string, priority: number, unseen: readonly PendingWrite[], since: number): void {
    const { clock, onStale } = this.#options;
    const ending = new AbortController();
    const timer = clock.setTimer(
      stepMs,
      () => {
        if (this.#waiting.get(key) !== waiting) return;
        ending.abort();
        onStale();
        const left = this.#writes.unseen(key);
        if (left.length > 0 && clock.monotonic() - since < limitMs) this.#wait(key, waiting.priority, left, since);
        else this.#options.release(key, waiting.priority);
      },
      { ref: false },
    );
    const waiting: WaitingKey = { since, priority, timer, ending };
    this.#waiting.set(key, waiting);
    // Deletions, and writes whose answer was lost, become visible with an event of the key or with the timer.
    if (unseen.some(({ version }) => version === undefined)) return;
    void Promise.all(
      unseen.map(({ cache, version }) => cache.informer.atLeast(version as string, { signal: ending.signal })),
    ).then(
      () => {
        if (this.#waiting.get(key) !== waiting) return;
        this.#remove(key, waiting);
        this.#writes.forget(key);
        this.#options.release(key, waiting.priority);
      },
      () => {},
    );
  }

  #remove(key: string, { timer, ending }: WaitingKey): void {
    this.#waiting.delete(key);
    timer.cancel();
    ending.abort();
  }
}
