import type { Clock, Timer } from "../../util/index.ts";

/** Options of {@link Contact}. */
export interface ContactOptions {
  readonly clock: Clock;
  /** Without an open watch, the cache is stale when the last contact is older than this. */
  readonly staleAfterMs: number;
  readonly onChange: (stale: boolean) => void;
}

/**
 * Knows when the server was last in contact, and whether that is too long ago to rely on the cache. While a watch is
 * open, silence is normal for up to `silenceMs`; without one, only for a short time.
 */
export class Contact {
  readonly #clock: Clock;
  readonly #staleAfterMs: number;
  readonly #onChange: (stale: boolean) => void;
  #last: number;
  /** How old the last contact may be: with an open watch, or without one. */
  #boundMs: number;
  #reported = false;
  #timer: Timer | undefined;

  constructor({ clock, staleAfterMs, onChange }: ContactOptions) {
    this.#clock = clock;
    this.#staleAfterMs = staleAfterMs;
    this.#onChange = onChange;
    this.#last = clock.monotonic();
    this.#boundMs = staleAfterMs;
  }

  get ageMs(): number {
    return this.#clock.monotonic() - this.#last;
  }

  get isStale(): boolean {
    return this.ageMs > this.#boundMs;
  }

  /** Starts to check the time. */
  start(): void {
    this.#last = this.#clock.monotonic();
    this.#arm();
  }

  stop(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  /** The server was in contact. */
  heard(now: number = this.#clock.monotonic()): void {
    this.#last = now;
    if (this.#reported) this.#report();
  }

  /** A watch is open, on which silence of this length is normal. */
  connected(silenceMs: number): void {
    this.#boundMs = silenceMs;
    this.heard();
    if (this.#timer !== undefined) this.#arm();
  }

  /** No watch is open. */
  disconnected(): void {
    this.#boundMs = this.#staleAfterMs;
    if (this.#timer !== undefined) this.#arm();
  }

  #arm(): void {
    this.#timer?.cancel();
    if (this.isStale !== this.#reported) this.#report();
    // One millisecond more: at the bound itself nothing is stale.
    const inMs = this.#last + this.#boundMs + 1 - this.#clock.monotonic();
    this.#timer = this.#clock.setTimer(inMs > 0 ? inMs : this.#boundMs, () => this.#arm(), { ref: false });
  }

  #report(): void {
    this.#reported = this.isStale;
    this.#onChange(this.#reported);
  }
}
