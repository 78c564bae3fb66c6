import { type Clock, nextTurn, type Timer } from "../../util/index.ts";
import { patience } from "./options.ts";

/** Why a stream should end: it lasted too long, it fell silent, or its initial events never end. */
export type Overdue = "limit" | "silence" | "no-initial-end";

/** Options of {@link Watchdog}. */
export interface WatchdogOptions {
  readonly clock: Clock;
  /** How long the stream may last. */
  readonly limitMs: number;
  /** Whether the stream begins with the present objects. */
  readonly initial: boolean;
  readonly onOverdue: (why: Overdue) => void;
  /** The initial events have paused for a while. */
  readonly onSlow: (silentForMs: number) => void;
}

/** Sees to it that every stream has an end. */
export class Watchdog {
  readonly startedAt: number;
  readonly #options: WatchdogOptions;
  #initial: boolean;
  #heardAt: number;
  #bookmarks = 0;
  #timer: Timer | undefined;

  constructor(options: WatchdogOptions) {
    this.#options = options;
    this.#initial = options.initial;
    this.startedAt = options.clock.monotonic();
    this.#heardAt = this.startedAt;
    this.#arm();
  }

  /** Bookmarks that came after the initial events. */
  get bookmarks(): number {
    return this.#bookmarks;
  }

  get ageMs(): number {
    return this.#options.clock.monotonic() - this.startedAt;
  }

  /** Something came. */
  heard(now: number = this.#options.clock.monotonic()): void {
    this.#heardAt = now;
  }

  /** The initial events are complete. */
  initialDone(): void {
    this.#initial = false;
  }

  /** A bookmark came. After the second we know that this server sends them, and silence says something: then this says `true`, once. */
  bookmark(): boolean {
    this.heard();
    if (++this.#bookmarks !== 2) return false;
    this.#arm();
    return true;
  }

  stop(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  #arm(): void {
    const { clock, limitMs } = this.#options;
    this.#timer?.cancel();
    const now = clock.monotonic();
    const silentFor = now - this.#heardAt;
    let dueMs = this.startedAt + limitMs - now;
    if (this.#initial) {
      dueMs = Math.min(dueMs, (silentFor < patience.initialWarnMs ? patience.initialWarnMs : patience.initialLimitMs) - silentFor);
    } else if (this.#bookmarks >= 2) dueMs = Math.min(dueMs, patience.bookmarkSilenceMs - silentFor);
    const timer = clock.setTimer(Math.max(dueMs, 1), () => {
      // A late timer first lets the socket speak: what looks like silence may be our own sleep.
      void nextTurn().then(() => {
        if (this.#timer === timer) this.#check();
      });
    });
    this.#timer = timer;
  }

  #check(): void {
    const { onOverdue, onSlow, clock } = this.#options;
    const why = this.#overdue();
    if (why !== undefined) {
      onOverdue(why);
      return;
    }
    const silentFor = clock.monotonic() - this.#heardAt;
    if (this.#initial && silentFor >= patience.initialWarnMs) onSlow(silentFor);
    this.#arm();
  }

  #overdue(): Overdue | undefined {
    const silentFor = this.#options.clock.monotonic() - this.#heardAt;
    if (this.ageMs >= this.#options.limitMs) return "limit";
    if (this.#initial) return silentFor >= patience.initialLimitMs ? "no-initial-end" : undefined;
    return this.#bookmarks >= 2 && silentFor >= patience.bookmarkSilenceMs ? "silence" : undefined;
  }
}
