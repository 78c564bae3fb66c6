import { findStatusError } from "../../errors/index.ts";
import type { Clock, Timer } from "../../util/index.ts";
import { reflectorDefaults } from "./defaults.ts";

/** Options of {@link Contact}. */
export interface ContactOptions {
  readonly clock: Clock;
  /** Without an open watch, the cache is stale when its last update is older than this. */
  readonly staleAfterMs: number;
  readonly onChange: (stale: boolean) => void;
  /** Called when the server was in contact, at most once in `contactPeriodMs`. */
  readonly onContact: () => void;
}

/** What the end of a watch says about the cache. */
export type WatchLiveness = "live" | "fruitless" | "unknown";

/**
 * What the end of a watch says. `wasOpen` is false for a watch that never opened, and for one that we ended ourselves.
 */
export function livenessOf(watch: {
  readonly wasOpen: boolean;
  readonly openMs: number;
  readonly events: number;
  readonly error: unknown;
}): WatchLiveness {
  const { wasOpen, openMs, events, error } = watch;
  if (!wasOpen) return "unknown";
  if (error !== undefined && openMs < reflectorDefaults.shortWatchMs && events === 0) return "fruitless";
  // A connection that broke may have been dead for some time before that was noticed.
  return error === undefined || findStatusError(error) !== undefined ? "live" : "unknown";
}

/**
 * Knows when the server was last in contact, and when the cache was last brought up to date. The two differ while a
 * list is being read: its pages are contact, but only the complete list is an update. The cache is stale when the last
 * update is too long ago. While a watch is open, silence is normal for up to `silenceMs`; without one, only for a short
 * time.
 */
export class Contact {
  readonly #clock: Clock;
  readonly #staleAfterMs: number;
  readonly #onChange: (stale: boolean) => void;
  readonly #onContact: () => void;
  #nextOnContact = Number.NEGATIVE_INFINITY;
  #contactAt: number;
  #updatedAt: number;
  /** The last update before the watch was opened. */
  #updatedBeforeOpen: number | undefined;
  /** How old the last update may be: with an open watch, or without one. */
  #boundMs: number;
  #reported = false;
  #timer: Timer | undefined;

  constructor({ clock, staleAfterMs, onChange, onContact }: ContactOptions) {
    this.#clock = clock;
    this.#staleAfterMs = staleAfterMs;
    this.#onChange = onChange;
    this.#onContact = onContact;
    this.#contactAt = clock.monotonic();
    this.#updatedAt = this.#contactAt;
    this.#boundMs = staleAfterMs;
  }

  /** How long ago the server was in contact. */
  get ageMs(): number {
    return this.#clock.monotonic() - this.#contactAt;
  }

  /** How long ago the cache was brought up to date. */
  get updateAgeMs(): number {
    return this.#clock.monotonic() - this.#updatedAt;
  }

  get isStale(): boolean {
    return this.updateAgeMs > this.#boundMs;
  }

  /** Starts to check the time. */
  start(): void {
    this.#updatedAt = this.#contactAt = this.#clock.monotonic();
    this.#arm();
  }

  stop(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  /** The server was in contact. */
  received(now: number = this.#clock.monotonic()): void {
    this.#contactAt = now;
    if (now < this.#nextOnContact) return;
    this.#nextOnContact = now + reflectorDefaults.contactPeriodMs;
    this.#onContact();
  }

  /** The server was in contact, and the cache is up to date. */
  updated(now: number = this.#clock.monotonic()): void {
    this.received(now);
    this.#updatedAt = now;
    this.#updatedBeforeOpen = undefined;
    if (this.#reported) this.#report();
  }

  /** A watch from the version of the cache is open, on which silence of this length is normal. */
  connected(silenceMs: number): void {
    const before = this.#updatedAt;
    this.#boundMs = silenceMs;
    this.updated();
    this.#updatedBeforeOpen = before;
    if (this.#timer !== undefined) this.#arm();
  }

  /**
   * No watch is open. `live`: the server ended it, so that the cache was up to date until now. `fruitless`: it ended
   * with an error as soon as it was open, and was no update. `unknown`: only what was received counts.
   */
  disconnected(end: WatchLiveness): void {
    if (end === "live") this.updated();
    if (end === "fruitless" && this.#updatedBeforeOpen !== undefined) this.#updatedAt = this.#updatedBeforeOpen;
    this.#updatedBeforeOpen = undefined;
    this.#boundMs = this.#staleAfterMs;
    if (this.#timer !== undefined) this.#arm();
  }

  #arm(): void {
    this.#timer?.cancel();
    if (this.isStale !== this.#reported) this.#report();
    // One millisecond more: at the bound itself nothing is stale.
    const inMs = this.#updatedAt + this.#boundMs + 1 - this.#clock.monotonic();
    this.#timer = this.#clock.setTimer(inMs > 0 ? inMs : this.#boundMs, () => this.#arm(), { ref: false });
  }

  #report(): void {
    this.#reported = this.isStale;
    this.#onChange(this.#reported);
  }
}
