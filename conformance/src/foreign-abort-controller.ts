/**
 * An AbortController of another implementation, as jsdom or a polyfill has one: its signal is not an AbortSignal of
 * Node, and Node's own functions refuse it with ERR_INVALID_ARG_TYPE.
 */
export class ForeignAbortController {
  readonly #signal = new ForeignSignal();

  get signal(): AbortSignal {
    return this.#signal as unknown as AbortSignal;
  }

  /** How many listeners the signal has. */
  get listeners(): number {
    return this.#signal.listeners.size;
  }

  abort(reason: unknown): void {
    this.#signal.fire(reason);
  }
}

/** The members of a signal that a program may use, and no others. */
class ForeignSignal {
  aborted = false;
  reason: unknown;
  readonly listeners = new Set<() => void>();

  addEventListener(_type: "abort", listener: () => void): void {
    this.listeners.add(listener);
  }

  removeEventListener(_type: "abort", listener: () => void): void {
    this.listeners.delete(listener);
  }

  throwIfAborted(): void {
    if (this.aborted) throw this.reason;
  }

  fire(reason: unknown): void {
    this.aborted = true;
    this.reason = reason;
    for (const listener of this.listeners) listener();
    this.listeners.clear();
  }
}
