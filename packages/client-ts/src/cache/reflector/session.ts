import type { Snapshot } from "./snapshot.ts";
import type { Overdue, Watchdog } from "./watchdog.ts";

/** Why the reflector ended a stream itself. */
export type Ending = Overdue | "relist" | "reselected" | "resync" | "older-list" | "refused-object";

/** One stream, from request to end. */
export interface Session<T> {
  /** Collects the initial events; `undefined` as soon as they are complete. */
  snapshot: Snapshot<T> | undefined;
  /** Whether it began as a streaming list. */
  readonly initial: boolean;
  /** The version that was requested. */
  readonly requested: string;
  /** When it was open as a watch: accepted by the server, and its initial events complete. */
  openAt: number | undefined;
  events: number;
  ending: Ending | undefined;
  readonly abort: AbortController;
  readonly watchdog: Watchdog;
  readonly limitMs: number;
}
