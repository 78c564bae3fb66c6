import { onAbort } from "./abort.ts";
import { type Deferred, withResolvers } from "./deferred.ts";

/** Options of {@link newTaskGroup}. */
export interface TaskGroupOptions {
  /** Closes the group when it fires. */
  readonly signal?: AbortSignal | undefined;
}

/** A new {@link TaskGroup}. */
export function newTaskGroup(options?: TaskGroupOptions): TaskGroup {
  return new TaskGroup(options);
}

/**
 * A group of background tasks with one owner (client-go's wait.Group). The first task that fails stops the others
 * through the group's signal; `wait` and `close` settle when every task has really ended, and reject with that first
 * failure. An error that a task throws after the group was closed is ignored.
 */
export class TaskGroup implements AsyncDisposable {
  readonly #controller = new AbortController();
  readonly #release: () => void;
  #running = 0;
  #failure: { readonly error: unknown } | undefined;
  #idle: Deferred<void> | undefined;

  constructor({ signal }: TaskGroupOptions = {}) {
    this.#release = onAbort(signal, (reason) => this.#controller.abort(reason));
  }

  /** Fires when the tasks must end. Each task gets it. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** How many tasks have not ended. */
  get size(): number {
    return this.#running;
  }

  /** Starts a task. It begins at once, up to its first `await`; after `close` it is not started. */
  run(task: (signal: AbortSignal) => unknown): void {
    if (this.signal.aborted) return;
    this.#running++;
    void this.#follow(task);
  }

  /** Settles when no task runs. Rejects with the first failure. */
  async wait(): Promise<void> {
    while (this.#running > 0) {
      this.#idle ??= withResolvers();
      await this.#idle.promise;
    }
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  /** Asks every task to end, and settles when all have ended. */
  close(reason?: unknown): Promise<void> {
    this.#release();
    this.#controller.abort(reason);
    return this.wait();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #follow(task: (signal: AbortSignal) => unknown): Promise<void> {
    try {
      await task(this.signal);
    } catch (error) {
      if (!this.signal.aborted) {
        this.#failure = { error };
        this.#release();
        this.#controller.abort(error);
      }
    } finally {
      this.#running--;
      if (this.#running === 0) {
        this.#idle?.resolve();
        this.#idle = undefined;
      }
    }
  }
}
