import { RingBuffer } from "./ring-buffer.ts";
import { WaitLine } from "./wait-line.ts";

/** Options of {@link AsyncQueue}. */
export interface AsyncQueueOptions {
  /** How many values can wait; `push` waits when there are as many. Default: no limit. */
  readonly capacity?: number | undefined;
}

/**
 * A queue between producers and consumers, in order. It promises:
 *
 * - Every value that was accepted is taken exactly once, in the order in which it was accepted.
 * - `close` lets what waits still come and then ends every taker; `fail` does the same and then throws its error, at
 *   every taker.
 * - Leaving a `for await` loop closes the queue and drops what waits, because no consumer is left. Pending calls of
 *   `push` reject.
 */
export class AsyncQueue<T> implements AsyncIterable<T> {
  readonly #values = new RingBuffer<T>();
  readonly #takers = new WaitLine<IteratorResult<T, undefined>>();
  readonly #pushers = new WaitLine<void, T>();
  readonly #capacity: number;
  #closed = false;
  #failure: { readonly error: unknown } | undefined;

  constructor({ capacity = Number.POSITIVE_INFINITY }: AsyncQueueOptions = {}) {
    if (!(capacity >= 1)) throw new RangeError(`a queue needs a capacity of one or more, not ${capacity}`);
    this.#capacity = capacity;
  }

  /** How many values wait to be taken. */
  get size(): number {
    return this.#values.length;
  }

  /** Whether no more values are accepted. */
  get closed(): boolean {
    return this.#closed;
  }

  /** Gives a value if the queue is open and not full; returns whether it was accepted. */
  offer(value: T): boolean {
    if (this.#closed) return false;
    const taker = this.#takers.next();
    if (taker !== undefined) {
      taker.resolve({ done: false, value });
      return true;
    }
    // Callers wait in `push` only while it is full, so none is overtaken here.
    if (this.#values.length >= this.#capacity) return false;
    this.#values.push(value);
    return true;
  }

  /** Gives a value and settles when it was accepted. Rejects when the queue is closed, or with the signal's reason. */
  push(value: T, { signal }: { readonly signal?: AbortSignal | undefined } = {}): Promise<void> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (this.#closed) return Promise.reject(new Error("the queue is closed"));
    return this.offer(value) ? Promise.resolve() : this.#pushers.join(value, signal);
  }

  /** Takes the next value, waiting until there is one; `done` when the queue is closed and empty. */
  take({ signal }: { readonly signal?: AbortSignal | undefined } = {}): Promise<IteratorResult<T, undefined>> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (this.#values.length > 0) return Promise.resolve({ done: false, value: this.#shift() });
    if (this.#failure !== undefined) return Promise.reject(this.#failure.error);
    if (this.#closed) return Promise.resolve({ done: true, value: undefined });
    return this.#takers.join(undefined, signal);
  }

  /** Takes the next value if one waits. Lets a reader empty a burst without a promise per value. */
  tryTake(): { readonly value: T } | undefined {
    return this.#values.length > 0 ? { value: this.#shift() } : undefined;
  }

  /** Accepts no more values. What waits still comes. */
  close(): void {
    this.#end(undefined);
  }

  /** As `close`; a consumer that takes after the last value gets the error. Ignored when the queue is closed. */
  fail(error: unknown): void {
    this.#end({ error });
  }

  [Symbol.asyncIterator](): AsyncIterator<T, undefined> {
    return {
      next: () => this.take(),
      return: async () => {
        this.close();
        while (this.#values.length > 0) this.#values.shift();
        return { done: true, value: undefined };
      },
    };
  }

  #end(failure: { readonly error: unknown } | undefined): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#failure = failure;
    for (let pusher = this.#pushers.next(); pusher !== undefined; pusher = this.#pushers.next()) {
      pusher.reject(failure?.error ?? new Error("the queue was closed while it was full"));
    }
    for (let taker = this.#takers.next(); taker !== undefined; taker = this.#takers.next()) {
      if (failure === undefined) taker.resolve({ done: true, value: undefined });
      else taker.reject(failure.error);
    }
  }

  /** Takes the first value and admits the first producer that waits. */
  #shift(): T {
    const value = this.#values.shift() as T;
    const pusher = this.#pushers.next();
    if (pusher !== undefined) {
      this.#values.push(pusher.value);
      pusher.resolve();
    }
    return value;
  }
}
