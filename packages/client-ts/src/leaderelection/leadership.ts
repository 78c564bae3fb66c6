import type { Clock, Timer } from "../util/index.ts";

/** A moment by both clocks. */
export interface Moment {
  readonly monotonicMs: number;
  readonly wallMs: number;
}

/** Now, by both clocks. */
export function momentOf(clock: Pick<Clock, "now" | "monotonic">): Moment {
  return { monotonicMs: clock.monotonic(), wallMs: clock.now() };
}

/** Options of {@link Leadership}. */
export interface LeadershipOptions {
  readonly clock: Clock;
  readonly renewDeadlineMs: number;
  /** When the write that took the lease was begun. */
  readonly began: Moment;
  /** The reason of the signals when the deadline has passed. */
  readonly expired: () => Error;
}

/**
 * The time during which this process holds the lease, and the only place that decides whether it still does.
 *
 * The deadline is `renewDeadlineMs` after the last successful write to the Lease was *begun*, by the monotonic and by
 * the wall clock, whichever comes first. The monotonic clock does not jump; the wall clock counts while the machine is
 * suspended. Other candidates wait for the longer lease duration after that write, so the time ends before another
 * begins, as long as no clock runs faster than another by the quotient of the two durations.
 *
 * A timer ends the leadership at the deadline. A process that was stopped, or whose event loop was blocked, may run
 * other code before that timer. Therefore {@link isHeld}, and the property `aborted` of both signals, look at the
 * clocks each time they are read, and end the leadership at once when its time is over.
 */
export class Leadership {
  /** For the work: fires when it has to stop, while the lease may still be held, and when the lease is lost. */
  readonly leading: AbortSignal;
  /** Fires when the lease is not ours any more. */
  readonly held: AbortSignal;
  readonly #leading = new AbortController();
  readonly #held = new AbortController();
  readonly #options: LeadershipOptions;
  #renewed: Moment;
  #monotonicDeadline = 0;
  #wallDeadline = 0;
  #timer: Timer | undefined;
  #ended = false;

  constructor(options: LeadershipOptions) {
    this.#options = options;
    this.#renewed = options.began;
    this.leading = checkedSignal(this.#leading.signal, () => this.#check());
    this.held = checkedSignal(this.#held.signal, () => this.#check());
    this.renewed(options.began);
  }

  /** Whether the lease is ours now, by both clocks. */
  get isHeld(): boolean {
    return !this.held.aborted;
  }

  /** When the last successful write to the Lease was begun, by the monotonic clock. */
  get renewedAtMs(): number {
    return this.#renewed.monotonicMs;
  }

  /** Milliseconds until the deadline by the monotonic clock. */
  get remainingMs(): number {
    return this.#monotonicDeadline - this.#options.clock.monotonic();
  }

  /**
   * A write to the Lease that was begun at this moment has succeeded. It counts only while the lease is still ours: an
   * answer that comes after the deadline extends nothing.
   */
  renewed(began: Moment): void {
    const { renewDeadlineMs, clock } = this.#options;
    if (this.#timer !== undefined && !this.isHeld) return;
    this.#renewed = began;
    this.#monotonicDeadline = began.monotonicMs + renewDeadlineMs;
    this.#wallDeadline = began.wallMs + renewDeadlineMs;
    this.#timer?.cancel();
    this.#timer = clock.setTimer(this.remainingMs, () => this.#check());
    this.#check();
  }

  /** Asks the work to stop. The lease stays ours. */
  stopWork(reason: unknown): void {
    this.#leading.abort(reason);
  }

  /** Ends the leadership. Harmless when it has ended. */
  end(reason: unknown): void {
    this.#ended = true;
    this.#timer?.cancel();
    // The lease first: what listens to the other signal must see that it is gone.
    this.#held.abort(reason);
    this.#leading.abort(reason);
  }

  #check(): void {
    if (this.#ended) return;
    const { clock, expired } = this.#options;
    const remaining = this.#monotonicDeadline - clock.monotonic();
    const wallMs = clock.now();
    if (remaining <= 0 || wallMs >= this.#wallDeadline) {
      this.end(expired());
      return;
    }
    // A wall clock that was set back must not extend the time: the monotonic clock never overstates what is left.
    this.#wallDeadline = Math.min(this.#wallDeadline, wallMs + remaining);
  }
}

/**
 * The signal, with a property `aborted` that calls `check` first. Without that, a signal says what was true when the
 * event loop last ran a timer.
 */
export function checkedSignal(signal: AbortSignal, check: () => void): AbortSignal {
  const isAborted = Object.getOwnPropertyDescriptor(AbortSignal.prototype, "aborted")?.get as () => boolean;
  Object.defineProperties(signal, {
    aborted: {
      get: () => {
        if (!isAborted.call(signal)) check();
        return isAborted.call(signal);
      },
    },
    throwIfAborted: {
      value: () => {
        if (signal.aborted) throw signal.reason;
      },
    },
  });
  return signal;
}
