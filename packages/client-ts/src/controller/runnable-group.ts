import { type Clock, withResolvers } from "../util/index.ts";

/** A function that runs as long as the manager does. It ends when the signal fires; a rejection stops the manager. */
export type Runnable =
  | ((options: { readonly signal: AbortSignal }) => unknown)
  | { run(options: { readonly signal: AbortSignal }): unknown };

/**
 * Runnables that start and stop together. Once the stop has begun nothing is started any more, also when the start of
 * the group was still under way.
 */
export class RunnableGroup {
  readonly #stopping = new AbortController();
  readonly #onFailure: (error: unknown) => void;
  readonly #waiting: Runnable[] = [];
  readonly #running = new Set<Promise<void>>();
  #started = false;

  constructor(onFailure: (error: unknown) => void) {
    this.#onFailure = onFailure;
  }

  /** Adds a runnable; it starts at once when the group has been started. */
  add(runnable: Runnable): void {
    if (this.#started) this.#start(runnable);
    else this.#waiting.push(runnable);
  }

  start(): void {
    if (this.#started || this.#stopping.signal.aborted) return;
    this.#started = true;
    for (const runnable of this.#waiting.splice(0)) this.#start(runnable);
  }

  /** Asks all to end; settles when they have ended. */
  async stop(reason: unknown): Promise<void> {
    this.#stopping.abort(reason);
    await Promise.all(this.#running);
  }

  #start(runnable: Runnable): void {
    const { signal } = this.#stopping;
    if (signal.aborted) return;
    const running = (async () => {
      try {
        await (typeof runnable === "function" ? runnable({ signal }) : runnable.run({ signal }));
      } catch (error) {
        // What a runnable throws because it was asked to end is not a failure.
        if (!signal.aborted) this.#onFailure(error);
      }
    })();
    this.#running.add(running);
    void running.then(() => this.#running.delete(running));
  }
}

/** Whether a promise settles within a time. */
export async function settlesWithin(promise: Promise<unknown>, limitMs: number, clock: Clock): Promise<boolean> {
  if (limitMs === Number.POSITIVE_INFINITY) {
    await promise;
    return true;
  }
  const over = withResolvers<boolean>();
  const timer = clock.setTimer(limitMs, () => over.resolve(false));
  try {
    return await Promise.race([promise.then(() => true), over.promise]);
  } finally {
    timer.cancel();
  }
}
