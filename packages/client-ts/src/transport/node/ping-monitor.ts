import { afterTurn, type Clock, type Timer } from "../../util/index.ts";

/** What a {@link PingMonitor} needs to see and do. */
export interface PingTarget {
  /** How many bytes came from the peer so far. */
  bytesRead(): number;
  /** Sends a ping; calls back when the answer is there. */
  ping(answered: () => void): void;
  /** The peer is dead. */
  onDead(): void;
  /** Called about twice a second, for housekeeping. */
  onTick(): void;
}

/** Options of {@link PingMonitor}. */
export interface PingMonitorOptions {
  readonly clock: Clock;
  /** Silence before a ping is sent. */
  readonly pingAfterMs: number;
  /** Time the peer has to answer. */
  readonly pingTimeoutMs: number;
}

/** A timer that fires this much late shows that our own event loop was busy. */
const lateMs = 200;
/** The additional time for a peer when our own event loop was busy while the peer had time to answer. */
const graceMs = 1_000;

/**
 * Finds out whether a silent peer is still there. After `pingAfterMs` without a byte it pings; any byte within
 * `pingTimeoutMs` shows that the peer is there.
 *
 * An event loop that was blocked fires its timers before it reads its sockets, so a late deadline does not count yet:
 * first one poll phase (bytes that wait in the kernel are read), then, when the deadline itself was late, one more
 * second. So a blocked loop is never taken for a dead peer.
 *
 * After a long sleep it pings at once: the last bytes may have come just before it, and it is unknown what
 * happened since.
 */
export class PingMonitor {
  readonly #target: PingTarget;
  readonly #options: PingMonitorOptions;
  #timer: Timer | undefined;
  #bytes: number;
  #lastByteMs: number;
  #waiting = false;
  #stopped = false;

  constructor(target: PingTarget, options: PingMonitorOptions) {
    this.#target = target;
    this.#options = options;
    this.#bytes = target.bytesRead();
    this.#lastByteMs = options.clock.monotonic();
    this.#armTick();
  }

  /** Whether a ping is on its way and no byte has come since. */
  get waiting(): boolean {
    return this.#waiting;
  }

  /** Stops watching the peer. */
  stop(): void {
    this.#stopped = true;
    this.#timer?.cancel();
  }

  #armTick(): void {
    const { clock, pingAfterMs } = this.#options;
    this.#waiting = false;
    const due = clock.monotonic() + pingAfterMs / 16;
    this.#timer = clock.setTimer(pingAfterMs / 16, () => this.#tick(clock.monotonic() - due), { ref: false });
  }

  #tick(lateBy: number): void {
    if (this.#stopped) return;
    this.#target.onTick();
    if (this.#stopped) return;
    const { clock, pingAfterMs, pingTimeoutMs } = this.#options;
    const hasRecentBytes = this.#sawBytes() || clock.monotonic() - this.#lastByteMs < pingAfterMs;
    if (hasRecentBytes && lateBy < pingTimeoutMs) {
      this.#armTick();
      return;
    }
    this.#waiting = true;
    // First the deadline: the answer may come before `ping` returns.
    this.#armDeadline(pingTimeoutMs, true);
    this.#target.ping(() => this.#onAnswer());
  }

  #armDeadline(afterMs: number, mayBeLate: boolean): void {
    const { clock } = this.#options;
    const due = clock.monotonic() + afterMs;
    this.#timer = clock.setTimer(
      afterMs,
      () => {
        const late = mayBeLate && clock.monotonic() - due > lateMs;
        afterTurn(() => {
          if (this.#stopped || !this.#waiting) return;
          if (this.#sawBytes()) return this.#armTick();
          if (late) return this.#armDeadline(graceMs, false);
          this.stop();
          this.#target.onDead();
        });
      },
      { ref: false },
    );
  }

  #onAnswer(): void {
    if (this.#stopped || !this.#waiting) return;
    this.#sawBytes();
    this.#timer?.cancel();
    this.#lastByteMs = this.#options.clock.monotonic();
    this.#armTick();
  }

  #sawBytes(): boolean {
    const bytes = this.#target.bytesRead();
    if (bytes === this.#bytes) return false;
    this.#bytes = bytes;
    this.#lastByteMs = this.#options.clock.monotonic();
    return true;
  }
}
