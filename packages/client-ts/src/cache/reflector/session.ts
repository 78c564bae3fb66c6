import type { Snapshot } from "./snapshot.ts";
import type { Overdue, Watchdog } from "./watchdog.ts";

/** What comes next, and after what pause: `free` at once, `none` when the shared budget allows, `backoff` after a wait. */
export interface Next {
  readonly to: "list" | "watch";
  readonly pause: "free" | "none" | "backoff";
  readonly minMs?: number;
}

/** Why we ended a stream ourselves. */
export type Ending = Overdue | "relist" | "resync" | "older-list";

/** One stream, from request to end. */
export interface Session<T> {
  /** Where the initial events gather; gone when they are complete. */
  snapshot: Snapshot<T> | undefined;
  /** Whether it began with the present objects. */
  readonly initial: boolean;
  readonly askedFor: string;
  events: number;
  ending: Ending | undefined;
  readonly abort: AbortController;
  readonly watchdog: Watchdog;
  readonly limitMs: number;
}
