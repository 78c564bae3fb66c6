import { ClosedError, isClientError } from "../errors/index.ts";

/**
 * This process does not hold the lease, or holds it no longer. It is what a write through `elector.client` rejects
 * with, what `elector.run()` rejects with when the lease was lost, and then the reason of the signal that
 * `onStartedLeading` got. Ask with {@link isLeadershipLost}.
 */
export class LeadershipLostError extends ClosedError {
  /** The lease as `namespace/name`. */
  readonly lease: string;

  constructor(message: string, options: ErrorOptions & { readonly lease: string }) {
    super(message, options);
    this.name = "LeadershipLostError";
    this.lease = options.lease;
  }
}

/** Whether an error, or one of its causes, is a {@link LeadershipLostError} of any copy of this package. */
export function isLeadershipLost(error: unknown): boolean {
  for (let one: unknown = error, depth = 0; one instanceof Error && depth < 10; one = one.cause, depth++)
    if (isClientError(one, "Closed") && one.name === "LeadershipLostError") return true;
  return false;
}
