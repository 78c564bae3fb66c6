import { type Clock, combineSignals, sleep } from "../util/index.ts";

/** A pause that can be ended from outside. */
export class Wake {
  #controller = new AbortController();

  /** Ends the pause; when there is none, the next one ends at once. */
  now(): void {
    this.#controller.abort();
  }

  /** Settles after the time, on {@link now}, or when the signal fires. */
  async wait(delayMs: number, clock: Clock, signal: AbortSignal): Promise<void> {
    const either = combineSignals(signal, this.#controller.signal);
    try {
      await sleep(delayMs, { clock, signal: either.signal });
    } catch {
      // Woken, or the signal fired: the caller looks at both.
    } finally {
      either.release();
      if (this.#controller.signal.aborted) this.#controller = new AbortController();
    }
  }
}
