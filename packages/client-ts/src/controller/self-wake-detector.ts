import { formatObjectName, type KubeObject } from "../meta/index.ts";

/** How often a key may wake itself within a minute before that is a mistake. */
const limit = 10;
const periodMs = 60_000;

/**
 * Notices a controller that wakes itself: each run changes its own object, and that change alone brings the next run. A
 * status with a time of day or a random value in it is the usual cause.
 */
export class SelfWakeDetector {
  readonly #written = new Map<string, string>();
  /** The last version that no write of ours explains: another client's, or ours whose answer has not arrived yet. */
  readonly #unexplained = new Map<string, string>();
  readonly #counts = new Map<string, { since: number; runs: number }>();
  readonly #now: () => number;
  readonly #warn: (key: string) => void;
  #warned = false;

  constructor(options: { now: () => number; warn: (key: string) => void }) {
    this.#now = options.now;
    this.#warn = options.warn;
  }

  /** A run of the key has written an object of its kind. */
  wrote(key: string, { metadata }: KubeObject): void {
    if (this.#warned || !metadata?.resourceVersion) return;
    const { namespace = "", name = "", resourceVersion } = metadata;
    if (formatObjectName({ namespace, name }) !== key) return;
    const unexplained = this.#unexplained.get(key);
    this.#unexplained.delete(key);
    // The event of a write may be faster than its answer.
    if (unexplained === resourceVersion) this.#count(key);
    else {
      if (unexplained !== undefined) this.#counts.delete(key);
      this.#written.set(key, resourceVersion);
    }
  }

  /** The object of the key has changed. A change that another client made starts the count again. */
  changed(key: string, version: string): void {
    if (this.#warned) return;
    const written = this.#written.get(key);
    if (written === version) {
      this.#written.delete(key);
      this.#count(key);
    } else if (written !== undefined || this.#counts.has(key)) this.#unexplained.set(key, version);
  }

  /** The object is gone. */
  forget(key: string): void {
    this.#written.delete(key);
    this.#unexplained.delete(key);
    this.#counts.delete(key);
  }

  #count(key: string): void {
    const now = this.#now();
    const count = this.#counts.get(key);
    if (count === undefined || now - count.since > periodMs) {
      this.#counts.set(key, { since: now, runs: 1 });
    } else if (++count.runs >= limit) {
      this.#warned = true;
      this.#counts.clear();
      this.#written.clear();
      this.#unexplained.clear();
      this.#warn(key);
    }
  }
}
