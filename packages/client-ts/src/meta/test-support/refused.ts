import { isClientError } from "../../errors/index.ts";

/** Whether a call refuses its argument. */
export function refused(run: () => unknown): boolean {
  try {
    run();
    return false;
  } catch (error) {
    return isClientError(error, "InvalidArgument");
  }
}
