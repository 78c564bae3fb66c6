import { InvalidArgumentError } from "../errors/index.ts";

/** Knows whether everything of an initial list was processed, when the work on its keys overlaps. */
export class AsyncTracker<K> {
  readonly #upstreamHasSynced: () => boolean;
  readonly #waiting = new Set<K>();

  /** `upstreamHasSynced` says whether the source has handed out all of its initial list. */
  constructor(upstreamHasSynced: () => boolean) {
    this.#upstreamHasSynced = upstreamHasSynced;
  }

  /** Work on a key of the initial list begins; called before the source can report that it has synced. */
  start(key: K): void {
    this.#waiting.add(key);
  }

  /** Work on a key is over. Harmless for a key that was never begun. */
  finished(key: K): void {
    this.#waiting.delete(key);
  }

  hasSynced(): boolean {
    // The source is asked first: a key that it hands out in between would otherwise be missed.
    return this.#upstreamHasSynced() && this.#waiting.size === 0;
  }
}

/** As {@link AsyncTracker}, for work that is done one object at a time; it only counts. */
export class SingleFileTracker {
  readonly #upstreamHasSynced: () => boolean;
  #count = 0;

  /** `upstreamHasSynced` says whether the source has handed out all of its initial list. */
  constructor(upstreamHasSynced: () => boolean) {
    this.#upstreamHasSynced = upstreamHasSynced;
  }

  /** Work on one more object of the initial list begins. */
  start(): void {
    this.#count++;
  }

  /**
   * Work on one object is over. Throws when more was finished than begun: then no answer of this object is reliable.
   */
  finished(): void {
    if (this.#count === 0) throw new InvalidArgumentError("finished() was called more often than start()");
    this.#count--;
  }

  hasSynced(): boolean {
    return this.#upstreamHasSynced() && this.#count === 0;
  }
}

/** A value computed when it is requested, and again only after `notify` said that it may have changed. */
export class Lazy<T> {
  readonly #evaluate: () => T | Promise<T>;
  #value: Promise<T> | undefined;

  /** `evaluate` computes the value; a failure is not remembered. */
  constructor(evaluate: () => T | Promise<T>) {
    this.#evaluate = evaluate;
  }

  /** The value as of the last `notify` or later. Callers that ask at the same time share one evaluation. */
  get(): Promise<T> {
    if (this.#value !== undefined) return this.#value;
    const value = (async () => this.#evaluate())();
    this.#value = value;
    value.catch(() => {
      if (this.#value === value) this.#value = undefined;
    });
    return value;
  }

  /**
   * What the value is made of has changed. An evaluation that is under way still answers the callers that wait for it,
   * and no later caller.
   */
  notify(): void {
    this.#value = undefined;
  }
}
