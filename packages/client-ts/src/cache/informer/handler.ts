import type { Entry } from "../../codec/index.ts";
import { isUndecodable } from "../../errors/index.ts";
import { type MethodLike, synchronous } from "../../util/index.ts";
import { AddEvent, DeleteEvent, type ObjectView, type UpdateEvent } from "./events.ts";

/**
 * Callbacks for the changes of a cache, each optional. A promise is awaited before the next event, so that a
 * handler sees one event at a time and in order; a callback that throws or rejects loses that event, is reported, and
 * gets the next after a second. An event of an object that cannot be decoded comes with its key and `meta`; reading
 * `object` throws an UndecodableObjectError, which loses that event, without the pause.
 */
export interface ResourceEventHandler<T> {
  readonly onAdd?: MethodLike<[event: AddEvent<T>]> | undefined;
  readonly onUpdate?: MethodLike<[event: UpdateEvent<T>]> | undefined;
  readonly onDelete?: MethodLike<[event: DeleteEvent<T>]> | undefined;
}

/**
 * A handler that sees only objects that a filter accepts. For it, an object that begins to pass is added, and one that
 * ceases to pass is deleted. The filter gets key and metadata at no cost; reading `object` decodes it. An object that
 * cannot be decoded does not pass a filter that reads it. Only its deletion is delivered, so that no deletion is lost.
 */
export function filteringHandler<T>(
  filter: (object: ObjectView<T>) => boolean,
  handler: ResourceEventHandler<T>,
): ResourceEventHandler<T> {
  const passes = (object: ObjectView<T>, whenUndecodable = false): boolean => {
    try {
      return synchronous(filter(object), "the result of a filter");
    } catch (error) {
      if (isUndecodable(error)) return whenUndecodable;
      throw error;
    }
  };
  return {
    onAdd: (event) => (passes(event) ? handler.onAdd?.(event) : undefined),
    onUpdate: (event) => {
      const [before, now] = [passes(event.old), passes(event)];
      if (before && now) return handler.onUpdate?.(event);
      if (now) return handler.onAdd?.(new AddEvent(event.entry, false));
      if (before) return handler.onDelete?.(new DeleteEvent(event.key, event.old as Entry<T>, false));
      return undefined;
    },
    onDelete: (event) =>
      event.entry !== undefined && passes(event as ObjectView<T>, true) ? handler.onDelete?.(event) : undefined,
  };
}

/** A name for a handler in logs: its class, or the names of its callbacks. */
export function nameForHandler(handler: ResourceEventHandler<never>): string {
  const own = handler.constructor?.name;
  if (own !== undefined && own !== "" && own !== "Object") return own;
  const names = [handler.onAdd, handler.onUpdate, handler.onDelete]
    .map((callback) => callback?.name)
    .filter((name) => name);
  return names.length > 0 ? `handler(${[...new Set(names)].join(", ")})` : "handler";
}
