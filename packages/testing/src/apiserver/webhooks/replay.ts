import { NotReady } from "./not-ready.ts";

/** A write that meets another object at every attempt is given up. */
const maxAttempts = 100;

/**
 * Runs a synchronous step until it has every answer that it needs. A write stays atomic this way: it is stored in the
 * turn of the loop in which each answer fits what the step asked, and begins again when something changed meanwhile.
 */
export async function replay<T>(run: () => T): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return run();
    } catch (error) {
      if (!(error instanceof NotReady) || attempt === maxAttempts) throw error;
      await error.prepare();
    }
  }
}
