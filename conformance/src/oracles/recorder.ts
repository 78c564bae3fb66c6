import type { AddEvent, DeleteEvent, ResourceEventHandler, UpdateEvent } from "client-ts/cache";
import { isUndecodable } from "client-ts/errors";
import type { KubeObject } from "client-ts/meta";
import { hashOf } from "client-ts-testing/workspace";
import { defined } from "client-ts/internal";
import type { Delivery } from "./history.ts";

/** The journal's hash of an object that was decoded: its bytes as the server's watch sends them. */
export function contentHash(object: object): string {
  const { kind, apiVersion, ...rest } = object as KubeObject;
  return hashOf(JSON.stringify({ kind, apiVersion, ...rest }));
}

/** Instead of a hash: the object was damaged on its way and cannot be decoded. */
export const damagedHash = "damaged";

function hashOfEvent(event: { readonly object: unknown }, hash: (object: object) => string): string {
  try {
    return event.object === undefined ? "" : hash(event.object as object);
  } catch (error) {
    if (isUndecodable(error)) return damagedHash;
    throw error;
  }
}

/** A handler that records what it receives, then does what its user does: nothing, wait, or throw. */
export function recordingHandler<T extends KubeObject>(
  record: (delivery: Delivery) => void,
  then: () => void | Promise<void>,
  hash: (object: object) => string = contentHash,
): ResourceEventHandler<T> {
  const view = (
    event: AddEvent<T> | UpdateEvent<T> | DeleteEvent<T>,
  ): Pick<Delivery, "key" | "uid" | "rv" | "hash"> => ({
    key: event.key,
    uid: event.uid ?? "",
    rv: event.resourceVersion ?? "",
    hash: hashOfEvent(event, hash),
  });
  return {
    onAdd(event) {
      record({ type: "add", ...view(event), isInInitialList: event.isInInitialList });
      return then();
    },
    onUpdate(event) {
      record({ type: "update", ...view(event), oldRv: event.old.resourceVersion, resync: event.resync });
      return then();
    },
    onDelete(event) {
      record({
        type: "delete",
        ...view(event),
        ...defined({ finalStateUnknown: event.finalStateUnknown || undefined }),
      });
      return then();
    },
  };
}
