import type { Client } from "../client/index.ts";

/** The part of a controller's work that this replica may do: all of it, or that of one shard. */
export interface WorkShare {
  /** The client of the manager's cluster for this part: it refuses writes when the part is not ours any more. */
  readonly client: Client;
  /** Fires when runs must end. */
  readonly signal: AbortSignal;
  /** Fires when no further run begins. */
  readonly shutdown: AbortSignal;
  /** A run begins; call the function that it returns when the run has ended. */
  begin(): () => void;
}

/** Which part of the work belongs to this replica. */
export interface WorkShares {
  /**
   * The part to which an object belongs, by its uid, or a key without an object, by its text. `undefined` when another
   * replica works on it, or none.
   */
  shareOf(id: string): WorkShare | undefined;
}
