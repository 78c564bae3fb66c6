import { InvalidArgumentError, isAborted } from "../errors/index.ts";
import { type Clock, onAbort, timeoutSignal, whenAborted, withResolvers } from "../util/index.ts";
import { isLeadershipLost } from "./leadership-lost-error.ts";
import type { Leadership } from "./leadership.ts";

/** Why a leader stops: it was asked to, its work failed, or its time is over. */
export interface WorkEnd {
  readonly why: "stopped" | "failed" | "over";
  readonly reason: unknown;
}

/** The work that a candidate does while it leads: `onStartedLeading` of the user. */
export class LeaderWork {
  readonly #leadership: Leadership;
  readonly #failed = withResolvers<void>();
  readonly #done: Promise<void>;
  #error: unknown;
  #settled = false;

  /** Starts the work in a turn of its own, as client-go does. */
  constructor(leadership: Leadership, onStartedLeading: (signal: AbortSignal) => unknown) {
    this.#leadership = leadership;
    this.#done = this.#run(onStartedLeading);
  }

  /** What the work failed with, unless that was the answer to its signal. */
  get error(): unknown {
    return this.#error;
  }

  /** Whether the work has ended, in whatever way. */
  get isSettled(): boolean {
    return this.#settled;
  }

  /** Settles with the first reason for the leader to stop. */
  async firstEnd(stop: AbortSignal): Promise<WorkEnd> {
    const { promise, resolve } = withResolvers<WorkEnd>();
    const removers = [
      onAbort(stop, (reason) => resolve({ why: "stopped", reason })),
      onAbort(this.#leadership.leading, (reason) => resolve({ why: "over", reason })),
    ];
    void this.#failed.promise.then(() => resolve({ why: "failed", reason: this.#error }));
    const end = await promise;
    for (const remove of removers) remove();
    return end;
  }

  /** Waits until the work has ended; `false` when it has not within the time. */
  async settled(timeoutMs: number, clock: Clock): Promise<boolean> {
    const limit = timeoutSignal(timeoutMs, { clock });
    const tooLong = whenAborted(limit.signal).then(() => false);
    try {
      return await Promise.race([this.#done.then(() => true), tooLong]);
    } finally {
      limit.release();
    }
  }

  async #run(onStartedLeading: (signal: AbortSignal) => unknown): Promise<void> {
    const { leading } = this.#leadership;
    try {
      await null;
      if (!leading.aborted) await onStartedLeading(leading);
    } catch (error) {
      // An error that only says that the signal fired is the expected answer.
      if (leading.aborted && (error === leading.reason || isAborted(error) || isLeadershipLost(error))) return;
      this.#error =
        error ?? new InvalidArgumentError("onStartedLeading rejected without a reason: reject with an error");
      this.#failed.resolve();
    } finally {
      this.#settled = true;
    }
  }
}
