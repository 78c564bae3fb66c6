import type { Entry } from "../../codec/index.ts";
import type { KubeObject } from "../../meta/index.ts";
import { type DeletedFinalStateUnknown, isDeletedFinalStateUnknown } from "../delta.ts";
import { DeleteEvent } from "../informer/events.ts";

/** The event for a deletion as a queue has it: an entry, a tombstone with one, or a tombstone alone. */
export function deleteEventOf<T extends KubeObject>(
  deleted: Entry<T> | DeletedFinalStateUnknown<Entry<T>>,
): DeleteEvent<T> {
  if (isDeletedFinalStateUnknown<Entry<T>>(deleted)) return new DeleteEvent(deleted.key, deleted.object, true);
  return new DeleteEvent(deleted.key, deleted, false);
}
