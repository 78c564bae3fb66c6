import type { Client } from "../client/index.ts";
import type { Condition, DeepReadonly, KubeObject, ObjectName, ResourceTraits, Stored } from "../meta/index.ts";
import type { EventRecorder } from "../events/index.ts";
import type { Clock, Logger } from "../util/index.ts";
import type { CacheReader } from "./cache-reader.ts";

/** What a reconciler works with. It belongs to one run of one key. */
export interface ReconcileContext<T extends KubeObject = KubeObject, R extends ResourceTraits = ResourceTraits> {
  readonly key: ObjectName;
  /**
   * Writes to the server, and reads from it past the caches. Its calls end with `signal`. The key runs again when the
   * caches show what was written with it.
   */
  readonly client: Client;
  /** Reads from the caches of the manager. */
  readonly cache: CacheReader;
  /** Adds the controller, the object and the id of the run to each line. */
  readonly log: Logger;
  /** Records events about objects. */
  readonly events: EventRecorder;
  /** Fires when the run must end: its time limit, lost leadership, or the end of the grace period of a shutdown. */
  readonly signal: AbortSignal;
  /** Fires when the manager is asked to stop. A run may finish; one that takes minutes should end early. */
  readonly shutdown: AbortSignal;
  /** How many runs of the key have failed in a row before this one. */
  readonly attempt: number;
  /** What brought the key here first since its last run, for logs: `"update of Website"`. Nothing depends on it. */
  readonly trigger: string;
  /** Different for each run; in every line of `log`. */
  readonly reconcileId: string;
  readonly clock: Clock;
  /**
   * Patches the status of a reconciled object with what `change` makes of a copy; sends nothing when that is no
   * difference. Gives the object as it is then. Where this run has written the object since it was read, the copy is
   * one of what was written. Several calls, of this and of `setCondition`, take effect one after the other, so that
   * `change` must not wait for another one.
   */
  patchStatus(
    object: DeepReadonly<Stored<T, R["scope"]>>,
    change: (draft: Stored<T, R["scope"]>) => unknown,
  ): Promise<DeepReadonly<Stored<T, R["scope"]>>>;
  /**
   * Sets one of `status.conditions` of a reconciled object, with `observedGeneration` and, when its status changes,
   * `lastTransitionTime`. Sends nothing when the condition is there already. Begins, as `patchStatus` does, with what
   * this run has written.
   */
  setCondition(
    object: DeepReadonly<Stored<T, R["scope"]>>,
    condition: Pick<Condition, "type" | "status" | "reason" | "message">,
  ): Promise<DeepReadonly<Stored<T, R["scope"]>>>;
}
