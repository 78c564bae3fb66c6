import { InvalidArgumentError } from "../errors/index.ts";
import { isThenable } from "../util/index.ts";
import { FIFOClosedError, type RequeueError } from "./delta.ts";
import type { Process } from "./queue.ts";

/** One item on its way to `process`. */
export interface PoppedItem<D> {
  readonly item: D;
  readonly isInInitialList: boolean;
  /** Called when `process` has settled, whether it failed or not. */
  readonly finished?: (() => unknown) | undefined;
}

/**
 * What every queue does for its consumers: they wait in line, first come, first served, and all of them end when the
 * queue closes.
 */
export abstract class PopLine<D> {
  readonly #waiting: (() => void)[] = [];
  #closed = false;
  #onReady: (() => void) | undefined;

  /** Takes the next item out, or says that nothing waits. */
  protected abstract take(): PoppedItem<D> | undefined;

  /** Puts an item back unless something newer waits for its key; also after a {@link RequeueError}. */
  abstract addIfNotPresent(item: D): void;

  get closed(): boolean {
    return this.#closed;
  }

  /** Calls `onReady` after the waiting consumers, when something is there. Gives a function that ends that. */
  consume(onReady: () => void): () => void {
    if (this.#onReady !== undefined)
      throw new InvalidArgumentError("the queue has a controller already: make a queue for each controller");
    this.#onReady = onReady;
    return () => {
      if (this.#onReady === onReady) this.#onReady = undefined;
    };
  }

  /** Something is there: lets one consumer try. */
  protected wake(): void {
    const next = this.#waiting.shift();
    if (next !== undefined) next();
    else this.#onReady?.();
  }

  /** Several items may be there: lets every consumer try. */
  protected wakeAll(): void {
    for (const next of this.#waiting.splice(0)) next();
    this.#onReady?.();
  }

  close(): void {
    this.#closed = true;
    for (const next of this.#waiting.splice(0)) next();
  }

  /** As {@link close}. */
  [Symbol.dispose](): void {
    this.close();
  }

  async pop(process: Process<D>): Promise<D> {
    for (;;) {
      const taken = this.#closed ? undefined : this.take();
      if (taken !== undefined) {
        await this.#run(taken, process);
        return taken.item;
      }
      if (this.#closed) throw new FIFOClosedError();
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  tryPop(process: Process<D>): boolean | Promise<void> {
    const taken = this.#closed ? undefined : this.take();
    if (taken === undefined) return false;
    return this.#run(taken, process) ?? true;
  }

  #run(taken: PoppedItem<D>, process: Process<D>): Promise<void> | undefined {
    let promise: Promise<unknown> | undefined;
    try {
      const result: unknown = process(taken.item, taken.isInInitialList);
      if (isThenable(result)) promise = Promise.resolve(result);
    } catch (error) {
      taken.finished?.();
      throw this.#failed(taken, error);
    }
    if (promise === undefined) {
      taken.finished?.();
      return undefined;
    }
    return promise.then(
      () => void taken.finished?.(),
      (error) => {
        taken.finished?.();
        throw this.#failed(taken, error);
      },
    );
  }

  #failed(taken: PoppedItem<D>, error: unknown): unknown {
    // By its name: it may come from another copy of this package.
    if ((error as Partial<Error> | undefined)?.name !== "RequeueError") return error;
    this.addIfNotPresent(taken.item);
    return (error as RequeueError).cause ?? error;
  }
}
