import type { Resource } from "../meta/index.ts";
import type { ObjectKey } from "./cache-reader.ts";
import type { WatchSource } from "./watch-source.ts";

/** A watch that was added to a controller that runs. */
export interface AddedWatch {
  /** Ends the watch. Its informer stops when no other part of the manager uses it. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A controller of a manager, as its owner sees it. */
export interface ControllerHandle {
  readonly name: string;
  readonly resource: Resource;
  /** Keys that wait, without those that wait for their time. */
  readonly waiting: number;
  /** For how long the key that has waited longest has waited, in milliseconds; 0 when none waits. */
  readonly oldestWaitingMs: number;
  /** Keys that wait for their time: those that failed and are tried again, and those with `requeueAfterMs`. */
  readonly delayed: number;
  /** Keys that are reconciled now. */
  readonly running: readonly string[];
  /** Keys whose run has exceeded its time limit and has not ended. */
  readonly stuck: readonly string[];
  /** Reconciles an object soon, where it belongs to this replica. */
  enqueue(key: ObjectKey): void;
  /** Adds a watch, also while the controller runs. */
  watch(source: WatchSource): Promise<AddedWatch>;
}
