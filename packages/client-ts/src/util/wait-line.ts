import { onAbort } from "./abort.ts";

/** A caller that waited in a {@link WaitLine} and is now served: call exactly one of the two functions. */
export interface Waiting<R, V> {
  /** What the waiter brought along. */
  readonly value: V;
  resolve(result: R): void;
  reject(error: unknown): void;
}

interface Place<R, V> extends Waiting<R, V> {
  before: Place<R, V> | undefined;
  after: Place<R, V> | undefined;
}

/**
 * A line of promises, served in the order in which they came. A caller that stops waiting leaves at once, so a line
 * that is not served does not grow.
 */
export class WaitLine<R, V = undefined> {
  #first: Place<R, V> | undefined;
  #last: Place<R, V> | undefined;
  #size = 0;

  /** How many wait. */
  get size(): number {
    return this.#size;
  }

  /** Waits to be served. The signal ends the wait: the promise rejects with its reason. */
  join(value: V, signal?: AbortSignal): Promise<R> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    return new Promise((resolve, reject) => {
      const remove = onAbort(signal, (reason) => {
        this.#unlink(place);
        reject(reason);
      });
      const place: Place<R, V> = {
        value,
        resolve(result) {
          remove();
          resolve(result);
        },
        reject(error) {
          remove();
          reject(error);
        },
        before: this.#last,
        after: undefined,
      };
      if (this.#last === undefined) this.#first = place;
      else this.#last.after = place;
      this.#last = place;
      this.#size++;
    });
  }

  /** Takes the caller that waits longest out of the line, to be served; `undefined` when no caller waits. */
  next(): Waiting<R, V> | undefined {
    const place = this.#first;
    if (place !== undefined) this.#unlink(place);
    return place;
  }

  #unlink(place: Place<R, V>): void {
    if (place.before === undefined) this.#first = place.after;
    else place.before.after = place.after;
    if (place.after === undefined) this.#last = place.before;
    else place.after.before = place.before;
    place.before = undefined;
    place.after = undefined;
    this.#size--;
  }
}
