import { type Clock, nextTurn, type Timer } from "../../util/index.ts";
import { checkStream, type Overdue, sendsBookmarks, type StreamCheck } from "./stream-check.ts";

/** Options of {@link Watchdog}. */
export interface WatchdogOptions {
  readonly clock: Clock;
  /** How long the stream may last. */
  readonly limitMs: number;
  /** Whether the stream begins with the existing objects. */
  readonly initial: boolean;
  readonly onOverdue: (why: Overdue) => void;
  /** The initial events have paused for a while. */
  readonly onSlow: (silentForMs: number) => void;
}

/**
 * Ends every stream that lasts too long or falls silent, as {@link checkStream} says. While its source is held back, no
 * time passes for the stream: what the server sends waits in the socket.
 */
export class Watchdog {
  readonly startedAt: number;
  readonly #options: WatchdogOptions;
  #initial: boolean;
  #lastEventAt: number;
  #bookmarks = 0;
  #timer: Timer | undefined;
  /** What the source waits for before it reads on. */
  readonly #holds = new Set<Promise<void>>();
  #heldSince = 0;
  /** For how long the source was held back. */
  #heldMs = 0;
  #stopped = false;

  constructor(options: WatchdogOptions) {
    this.#options = options;
    this.#initial = options.initial;
    this.startedAt = options.clock.monotonic();
    this.#lastEventAt = this.startedAt;
    this.#arm();
  }

  /** Bookmarks that came after the initial events. */
  get bookmarks(): number {
    return this.#bookmarks;
  }

  get ageMs(): number {
    return this.#options.clock.monotonic() - this.startedAt;
  }

  /** An event or a bookmark came. */
  seen(now: number = this.#options.clock.monotonic()): void {
    this.#lastEventAt = now;
  }

  /** The initial events are complete. */
  initialDone(): void {
    this.#initial = false;
  }

  /** A bookmark came. Returns `true` once: when enough have come to know that this server sends them. */
  bookmark(): boolean {
    this.seen();
    const isKnown = sendsBookmarks(this.#bookmarks++);
    if (isKnown || !sendsBookmarks(this.#bookmarks)) return false;
    this.#arm();
    return true;
  }

  /** The source is held back until this promise settles. */
  pauseUntil(settled: Promise<void>): void {
    if (this.#holds.has(settled)) return;
    if (this.#holds.size === 0) this.#heldSince = this.#options.clock.monotonic();
    this.#holds.add(settled);
    this.#disarm();
    const release = (): void => this.#release(settled);
    settled.then(release, release);
  }

  stop(): void {
    this.#stopped = true;
    this.#disarm();
  }

  #release(settled: Promise<void>): void {
    this.#holds.delete(settled);
    if (this.#holds.size > 0) return;
    const now = this.#options.clock.monotonic();
    this.#heldMs += now - this.#heldSince;
    this.#lastEventAt = now;
    this.#arm();
  }

  #disarm(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  #arm(): void {
    this.#disarm();
    if (this.#stopped || this.#holds.size > 0) return;
    const timer = this.#options.clock.setTimer(Math.max(this.#look().againInMs, 1), () => {
      // When the timer is late, data may wait in the socket: what looks like silence may be a pause of this process.
      void nextTurn().then(() => {
        if (this.#timer === timer) this.#check();
      });
    });
    this.#timer = timer;
  }

  #check(): void {
    const { onOverdue, onSlow } = this.#options;
    const { overdue, isSlow, silentForMs } = this.#look();
    if (overdue !== undefined) {
      onOverdue(overdue);
      return;
    }
    if (isSlow) onSlow(silentForMs);
    this.#arm();
  }

  #look(): StreamCheck {
    const { clock, limitMs } = this.#options;
    const state = {
      startedAt: this.startedAt,
      limitMs,
      heldMs: this.#heldMs,
      initial: this.#initial,
      lastEventAt: this.#lastEventAt,
      bookmarks: this.#bookmarks,
    };
    return checkStream(state, clock.monotonic());
  }
}
