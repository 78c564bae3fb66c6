import { type Clock, RingBuffer } from "../../util/index.ts";

/** Something that works a little at a time. */
export interface SlicedTask {
  /** Works until done or until the deadline (on the monotonic clock) has passed; says whether there is more to do now. */
  work(deadlineMs: number): boolean;
}

/** How long the event loop is held, all tasks together. */
const sliceMs = 4;

/** Lets many tasks share the event loop: in turn, for a few milliseconds, then everybody else gets theirs. */
export class Slicer {
  readonly #clock: Pick<Clock, "monotonic">;
  readonly #ready = new RingBuffer<SlicedTask>();
  #scheduled = false;

  constructor(clock: Pick<Clock, "monotonic">) {
    this.#clock = clock;
  }

  /** Puts a task in line. A task sees to it that it stands there once. */
  schedule(task: SlicedTask): void {
    this.#ready.push(task);
    if (this.#scheduled) return;
    this.#scheduled = true;
    queueMicrotask(this.#run);
  }

  readonly #run = (): void => {
    const deadlineMs = this.#clock.monotonic() + sliceMs;
    for (let task = this.#ready.shift(); task !== undefined; task = this.#ready.shift()) {
      if (task.work(deadlineMs)) this.#ready.push(task);
      if (this.#clock.monotonic() < deadlineMs) continue;
      if (this.#ready.length > 0) {
        setImmediate(this.#run);
        return;
      }
    }
    this.#scheduled = false;
  };
}

const shared = new WeakMap<object, Slicer>();

/** The one slicer of all who live by this clock. */
export function slicerFor(clock: Pick<Clock, "monotonic">): Slicer {
  let slicer = shared.get(clock);
  if (slicer === undefined) {
    slicer = new Slicer(clock);
    shared.set(clock, slicer);
  }
  return slicer;
}

/**
 * Runs a job that yields now and then. It is done at once when it is short, and then there is no promise; a longer one goes on a few milliseconds
 * per turn of the event loop.
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
        else setImmediate(turn);
      } catch (error) {
        reject(error);
      }
    };
    setImmediate(turn);
  });
}
