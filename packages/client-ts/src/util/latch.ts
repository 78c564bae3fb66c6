import { WaitLine } from "./wait-line.ts";
import { type Deferred, withResolvers } from "./deferred.ts";

type Outcome = { readonly failed: false } | { readonly failed: true; readonly error: unknown };

/**
 * Something that happens once, or never will, and that any number of callers wait for. A caller that gives up leaves
 * nothing behind; with a promise alone, every call that was aborted would stay attached to it for as long as it is
 * pending.
 */
export class Latch {
  readonly #waiting = new WaitLine<void>();
  /** Shared by all callers without a signal. */
  #forever: Deferred<void> | undefined;
  #outcome: Outcome | undefined;

  /** It has happened. Ignored when it was decided before. */
  open(): void {
    this.#decide({ failed: false });
  }

  /** It will never happen. Ignored when it was decided before. */
  fail(error: unknown): void {
    this.#decide({ failed: true, error });
  }

  /** Settles when it has happened. Rejects when it never will, or with the signal's reason. */
  wait(signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (this.#outcome !== undefined)
      return this.#outcome.failed ? Promise.reject(this.#outcome.error) : Promise.resolve();
    if (signal !== undefined) return this.#waiting.join(undefined, signal);
    this.#forever ??= withResolvers();
    return this.#forever.promise;
  }

  #decide(outcome: Outcome): void {
    if (this.#outcome !== undefined) return;
    this.#outcome = outcome;
    if (outcome.failed) this.#forever?.reject(outcome.error);
    else this.#forever?.resolve();
    for (let one = this.#waiting.next(); one !== undefined; one = this.#waiting.next()) {
      if (outcome.failed) one.reject(outcome.error);
      else one.resolve();
    }
  }
}
