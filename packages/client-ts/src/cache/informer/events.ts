import { type Entry, objectAfter } from "../../codec/index.ts";
import type { DeepReadonly, ObjectMeta, ObjectName } from "../../meta/index.ts";

/**
 * An object as an event shows it: its names and versions cost nothing, `object` is decoded on first read. Not to be
 * changed.
 */
export interface ObjectView<T> {
  /** `namespace/name`, or `name`. */
  readonly key: string;
  readonly name: string;
  /** Empty for a cluster-scoped object. */
  readonly namespace: string;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly meta: DeepReadonly<ObjectMeta>;
  readonly object: DeepReadonly<T>;
}

abstract class EventBase<T> implements ObjectView<T> {
  readonly #entry: Entry<T>;

  constructor(entry: Entry<T>) {
    this.#entry = entry;
  }

  get key(): string {
    return this.#entry.key;
  }

  get name(): string {
    return this.#entry.name;
  }

  get namespace(): string {
    return this.#entry.namespace;
  }

  get uid(): string {
    return this.#entry.uid;
  }

  get resourceVersion(): string {
    return this.#entry.resourceVersion;
  }

  get meta(): DeepReadonly<ObjectMeta> {
    return this.#entry.meta as DeepReadonly<ObjectMeta>;
  }

  get object(): DeepReadonly<T> {
    return this.#entry.object as DeepReadonly<T>;
  }

  /** The cache's own view of the object. */
  get entry(): Entry<T> {
    return this.#entry;
  }
}

/** An object was added. */
export class AddEvent<T> extends EventBase<T> {
  readonly type = "add" as const;
  /** Whether it belongs to the first list, or to the objects that existed when the handler was added. */
  readonly isInInitialList: boolean;

  constructor(entry: Entry<T>, isInInitialList: boolean) {
    super(entry);
    this.isInInitialList = isInInitialList;
  }
}

/** An object has changed, or is shown again. */
export class UpdateEvent<T> extends EventBase<T> {
  readonly type = "update" as const;
  /** The object as it was before; not decoded until its `object` is read. */
  readonly old: ObjectView<T>;
  /** Nothing has changed: the handler asked to see everything again from time to time. */
  readonly resync: boolean;

  constructor(entry: Entry<T>, old: Entry<T>, resync: boolean) {
    super(entry);
    this.old = old as ObjectView<T>;
    this.resync = resync;
  }

  override get object(): DeepReadonly<T> {
    return objectAfter(this.entry, this.old as Entry<T>) as DeepReadonly<T>;
  }

  /** The object as it was before. */
  get oldObject(): DeepReadonly<T> {
    return this.old.object;
  }
}

/** An object was deleted. */
export class DeleteEvent<T> {
  readonly type = "delete" as const;
  /** Whether its deletion was missed: then `object` is the last known state, which may not be the final one. */
  readonly finalStateUnknown: boolean;
  readonly key: string;
  readonly #entry: Entry<T> | undefined;

  constructor(key: string, entry: Entry<T> | undefined, finalStateUnknown: boolean) {
    this.key = key;
    this.#entry = entry;
    this.finalStateUnknown = finalStateUnknown;
  }

  get name(): string {
    return this.#entry?.name ?? this.key.slice(this.key.indexOf("/") + 1);
  }

  get namespace(): string {
    return this.#entry?.namespace ?? this.key.slice(0, Math.max(0, this.key.indexOf("/")));
  }

  /** Namespace and name. */
  get objectName(): ObjectName {
    return { namespace: this.namespace, name: this.name };
  }

  get uid(): string {
    return this.#entry?.uid ?? "";
  }

  get resourceVersion(): string {
    return this.#entry?.resourceVersion ?? "";
  }

  get meta(): DeepReadonly<ObjectMeta> {
    return (this.#entry?.meta ?? {}) as DeepReadonly<ObjectMeta>;
  }

  /** The last known state; `undefined` when there is none. */
  get object(): DeepReadonly<T> | undefined {
    return this.#entry?.object as DeepReadonly<T> | undefined;
  }

  /** The cache's own view of the last known state. */
  get entry(): Entry<T> | undefined {
    return this.#entry;
  }
}

/** What a handler receives. */
export type InformerEvent<T> = AddEvent<T> | UpdateEvent<T> | DeleteEvent<T>;
