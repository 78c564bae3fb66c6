import type { Client } from "../client/index.ts";
import type { Condition, DeepReadonly, KubeObject, ObjectName, ResourceTraits, Stored } from "../meta/index.ts";
import type { EventRecorder } from "../events/index.ts";
import type { Clock, Logger } from "../util/index.ts";
import type { CacheReader } from "./cache-reader.ts";

/** What a reconciler works with. It belongs to one run of one key. */
export interface ReconcileContext<T extends KubeObject = KubeObject, R extends ResourceTraits = ResourceTraits> {
  readonly key: ObjectName;
  /**
   * Writes to the server, and reads from the server and not from the caches. Its calls end with `signal`. The key runs
   * again only when the caches show what was written with this client.
   */
  readonly client: Client;
  /** Reads from the caches of the manager. */
  readonly cache: CacheReader;
  /** A logger that adds the controller, the object and the id of the run to each line. */
  readonly log: Logger;
  /** Records events about objects. */
  readonly events: EventRecorder;
  /** Fires when the run must end: its time limit, lost leadership, or the end of the grace period of a shutdown. */
  readonly signal: AbortSignal;
  /** Fires when the manager is asked to stop. A run may finish; one that takes minutes should end early. */
  readonly shutdown: AbortSignal;
  /** How many runs of the key have failed in a row before this one. */
  readonly attempt: number;
  /** What caused this run, for logs: the first event since the last run, such as `"update of Website"`. */
  readonly trigger: string;
  /** Different for each run; in every line of `log`. */
  readonly reconcileId: string;
  readonly clock: Clock;
  /**
   * Patches the status of a reconciled object with the changes that `change` makes to a copy; sends nothing when there
   * are none. Gives the object as it is then. When this run has already written the object, the copy has what was
   * written. Several calls of this and of `setCondition` take effect one after the other, so that `change` must not
   * wait for another one.
   */
  patchStatus(
    object: DeepReadonly<Stored<T, R["scope"]>>,
    change: (draft: Stored<T, R["scope"]>) => unknown,
  ): Promise<DeepReadonly<Stored<T, R["scope"]>>>;
  /**
   * Sets one of `status.conditions` of a reconciled object, with `observedGeneration` and, when its status changes,
   * `lastTransitionTime`. Sends nothing when the object has the condition already. Begins, as `patchStatus` does, with
   * what this run has written.
   */
  setCondition(
    object: DeepReadonly<Stored<T, R["scope"]>>,
    condition: Pick<Condition, "type" | "status" | "reason" | "message">,
  ): Promise<DeepReadonly<Stored<T, R["scope"]>>>;
}
