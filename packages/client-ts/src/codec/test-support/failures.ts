/* For the specs of this module: what a function throws and what a promise rejects with. */

/** The error that a function throws. */
export function failure(run: () => unknown): Error {
  try {
    run();
  } catch (error) {
    return error as Error;
  }
  throw new Error("it did not fail");
}

/** The error that a promise rejects with. */
export async function rejection(work: Promise<unknown>): Promise<Error> {
  try {
    await work;
  } catch (error) {
    return error as Error;
  }
  throw new Error("it did not fail");
}
