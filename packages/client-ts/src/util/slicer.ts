/**
 * The one place that decides how long the library may hold the event loop. Work that could take longer is cut into
 * slices of a few milliseconds; between them sockets, timers and all other work have a turn. A slice belongs to
 * everything that uses one {@link Slicer}: twenty lists that are read at once share it, as one list has it alone.
 */

import type { Clock } from "./clock.ts";
import { RingBuffer } from "./ring-buffer.ts";
import { afterTurn } from "./sleep.ts";
import { reportUnexpectedError } from "./unexpected.ts";

/** How long one slice of work lasts. */
export const sliceMs = 4;

/**
 * How many of those that wait go on in one turn at most. A slice is rarely enough for more, and each costs a callback
 * in every turn in which it waits.
 */
const mostResumed = 32;

/** Something that works a little at a time. */
export interface SlicedTask {
  /**
   * Works until done or until the deadline (on the monotonic clock) has passed; says whether there is more to do now.
   * It should not throw.
   */
  work(deadlineMs: number): boolean;
}

/**
 * One slice in each turn of the event loop, for many workers. It begins with the first of them (`begin`); when it is
 * over (`isOver`), each of them goes on in a later turn: as a callback (`afterTurn`), a promise (`nextTurn`), or a task
 * that the slicer calls by itself (`schedule`).
 */
export class Slicer {
  readonly #clock: Pick<Clock, "monotonic">;
  readonly #ready = new RingBuffer<SlicedTask>();
  /** What goes on in the next turn, longest wait first. */
  readonly #waiting = new RingBuffer<() => void>();
  /** How many callbacks of turns are under way: one for each that waits, up to `mostResumed`. */
  #awaited = 0;
  /** Whether the next turn will begin with a slice for those that wait. */
  #isTurnAwaited = false;
  /** Whether `#work` runs or will run. */
  #isWorking = false;
  /** The number of the slice that began last. */
  #slice = 0;
  /** `undefined` when nothing has begun in this turn. */
  #deadlineMs: number | undefined;

  constructor(clock: Pick<Clock, "monotonic">) {
    this.#clock = clock;
  }

  /** Work begins; nothing changes when work has begun in this turn already. Gives the end of the slice. */
  begin(): number {
    if (this.#deadlineMs === undefined) {
      this.#deadlineMs = this.#clock.monotonic() + sliceMs;
      const slice = ++this.#slice;
      afterTurn(() => this.#end(slice));
    }
    return this.#deadlineMs;
  }

  /** Whether the slice of this turn is used up. */
  get isOver(): boolean {
    return this.#deadlineMs !== undefined && this.#clock.monotonic() >= this.#deadlineMs;
  }

  /** The number of the slice that began last. */
  get slice(): number {
    return this.#slice;
  }

  /** Calls a function in the next turn of the event loop; later when others use up the slices until then. */
  afterTurn(run: () => void): void {
    this.#waiting.push(run);
    this.#awaitTurn();
  }

  /** As {@link afterTurn}, as a promise. */
  nextTurn(): Promise<void> {
    return new Promise((resolve) => this.afterTurn(resolve));
  }

  /** Puts a task in line: all of them work in turn. The caller must not add a task that is in line already. */
  schedule(task: SlicedTask): void {
    this.#ready.push(task);
    if (this.#isWorking) return;
    this.#isWorking = true;
    queueMicrotask(this.#work);
  }

  readonly #work = (): void => {
    const deadlineMs = this.begin();
    while (this.#ready.length > 0) {
      if (this.isOver) {
        this.afterTurn(this.#work);
        return;
      }
      const task = this.#ready.shift() as SlicedTask;
      if (hasMore(task, deadlineMs)) this.#ready.push(task);
    }
    this.#isWorking = false;
  };

  #end(slice: number): void {
    if (slice === this.#slice) this.#deadlineMs = undefined;
  }

  /**
   * Each that waits goes on in a callback of its own. What it does as promises is done before the next of these
   * callbacks, so that this one finds out how much of the slice was used.
   */
  #awaitTurn(): void {
    if (this.#awaited >= Math.min(this.#waiting.length, mostResumed)) return;
    this.#awaited++;
    const isFirst = !this.#isTurnAwaited;
    this.#isTurnAwaited = true;
    afterTurn(isFirst ? this.#onTurn : this.#onNext);
  }

  /** The first of those that waited goes on. */
  readonly #onTurn = (): void => {
    this.#isTurnAwaited = false;
    // Those that waited have a slice of their own, whatever was done in this turn before: else they could find it used
    // up in every turn.
    this.#deadlineMs = undefined;
    this.#resumeOne();
  };

  /** Another one goes on in the same turn, or in a later one when the slice is over. */
  readonly #onNext = (): void => {
    if (!this.isOver) this.#resumeOne();
    else {
      this.#awaited--;
      this.#awaitTurn();
    }
  };

  #resumeOne(): void {
    this.#awaited--;
    this.begin();
    resume(this.#waiting.shift() as () => void);
    this.#awaitTurn();
  }
}

function resume(run: () => void): void {
  try {
    run();
  } catch (error) {
    reportUnexpectedError(error, "work that goes on after a turn of the event loop");
  }
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

/** The slicers of everything that uses one clock. Each has a slice of its own, so that neither waits for the other. */
export interface Slicers {
  /** For reading: what comes from the network, until it is in a cache or with its caller. */
  readonly reading: Slicer;
  /** For delivering: handlers, the functions of controllers, and the workers of queues. */
  readonly delivering: Slicer;
}

const shared = new WeakMap<object, Slicers>();

/** The slicers of everything that uses this clock. */
export function slicersFor(clock: Pick<Clock, "monotonic">): Slicers {
  let slicers = shared.get(clock);
  if (slicers === undefined) {
    slicers = { reading: new Slicer(clock), delivering: new Slicer(clock) };
    shared.set(clock, slicers);
  }
  return slicers;
}

/**
 * Runs a job that yields now and then. A short job is done at once, and then there is no promise; a longer one goes on
 * in later turns of the event loop, and has at least one step in each slice that it is given.
 */
export function runSliced(job: Iterator<void, void>, slicer: Slicer): void | Promise<void> {
  const isDone = (): boolean => {
    slicer.begin();
    for (;;) {
      if (job.next().done) return true;
      if (slicer.isOver) return false;
    }
  };
  if (isDone()) return undefined;
  return new Promise<void>((resolve, reject) => {
    const turn = (): void => {
      try {
        if (isDone()) resolve();
        else slicer.afterTurn(turn);
      } catch (error) {
        reject(error);
      }
    };
    slicer.afterTurn(turn);
  });
}
