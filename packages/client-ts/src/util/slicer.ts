/**
 * The one place that decides how long the library may hold the event loop. Work that could take longer is cut into
 * slices: a few milliseconds, then one turn of the event loop for sockets, timers and all other work.
 */

import type { Clock } from "./clock.ts";
import { RingBuffer } from "./ring-buffer.ts";
import { afterTurn } from "./sleep.ts";
import { reportUnexpectedError } from "./unexpected.ts";

/** How long one slice of work lasts. */
export const sliceMs = 4;

/** Something that works a little at a time. */
export interface SlicedTask {
  /**
   * Works until done or until the deadline (on the monotonic clock) has passed; says whether there is more to do now.
   * It should not throw.
   */
  work(deadlineMs: number): boolean;
}

/** Lets many tasks share the event loop: in turn, for one slice all together, then all other work has a turn. */
export class Slicer {
  readonly #clock: Pick<Clock, "monotonic">;
  readonly #ready = new RingBuffer<SlicedTask>();
  #scheduled = false;

  constructor(clock: Pick<Clock, "monotonic">) {
    this.#clock = clock;
  }

  /** Puts a task in line. The caller must not add a task that is in line already. */
  schedule(task: SlicedTask): void {
    this.#ready.push(task);
    if (this.#scheduled) return;
    this.#scheduled = true;
    queueMicrotask(this.#run);
  }

  readonly #run = (): void => {
    const deadlineMs = this.#clock.monotonic() + sliceMs;
    for (let task = this.#ready.shift(); task !== undefined; task = this.#ready.shift()) {
      if (hasMore(task, deadlineMs)) this.#ready.push(task);
      if (this.#clock.monotonic() < deadlineMs) continue;
      if (this.#ready.length > 0) {
        afterTurn(this.#run);
        return;
      }
    }
    this.#scheduled = false;
  };
}

/** Whether a task has more to do. One that throws has a bug: it is reported and ends, and the others go on. */
function hasMore(task: SlicedTask, deadlineMs: number): boolean {
  try {
    return task.work(deadlineMs);
  } catch (error) {
    reportUnexpectedError(error, "a task that shares the event loop");
    return false;
  }
}

/**
 * The slice that one worker has in each turn of the event loop, however often it is called in that turn. A worker whose
 * slice is over goes on by `afterTurn`; the next slice has not begun then.
 */
export class TurnSlice {
  readonly #clock: Pick<Clock, "monotonic">;
  /** Negative when nothing has begun in this turn. */
  #startMs = -1;

  constructor(clock: Pick<Clock, "monotonic">) {
    this.#clock = clock;
  }

  /** Work begins; nothing changes when it has begun in this turn already. */
  begin(): void {
    if (this.#startMs >= 0) return;
    this.#startMs = this.#clock.monotonic();
    afterTurn(this.#end);
  }

  /** Whether the slice of this turn is used up. */
  get isOver(): boolean {
    return this.#startMs >= 0 && this.#clock.monotonic() - this.#startMs > sliceMs;
  }

  readonly #end = (): void => {
    this.#startMs = -1;
  };
}

const shared = new WeakMap<object, Slicer>();

/** The one slicer of everything that uses this clock. */
export function slicerFor(clock: Pick<Clock, "monotonic">): Slicer {
  let slicer = shared.get(clock);
  if (slicer === undefined) {
    slicer = new Slicer(clock);
    shared.set(clock, slicer);
  }
  return slicer;
}

/**
 * Runs a job that yields now and then. A short job is done at once, and then there is no promise; a longer one goes on
 * for one slice per turn of the event loop.
 */
export function runSliced(job: Iterator<void, void>, clock: Pick<Clock, "monotonic">): void | Promise<void> {
  const slice = (): boolean => {
    const deadlineMs = clock.monotonic() + sliceMs;
    for (;;) {
      if (job.next().done) return true;
      if (clock.monotonic() >= deadlineMs) return false;
    }
  };
  if (slice()) return undefined;
  return new Promise<void>((resolve, reject) => {
    const turn = (): void => {
      try {
        if (slice()) resolve();
        else afterTurn(turn);
      } catch (error) {
        reject(error);
      }
    };
    afterTurn(turn);
  });
}
