import type { InformerEvent } from "../cache/index.ts";
import type { DeepReadonly, KubeObject, ObjectMeta } from "../meta/index.ts";

/**
 * What happened to an object, as predicates and map functions see it. The key and the metadata cost nothing; `object`
 * and `old` are decoded on first read and are not to be changed.
 */
export interface ChangeEvent<T extends KubeObject = KubeObject> {
  readonly type: "create" | "update" | "delete" | "generic";
  /** `namespace/name`, or `name`. */
  readonly key: string;
  readonly name: string;
  /** Empty for a cluster-scoped object. */
  readonly namespace: string;
  readonly meta: DeepReadonly<ObjectMeta>;
  /** The metadata as it was before an update. */
  readonly oldMeta: DeepReadonly<ObjectMeta> | undefined;
  /** The object; the last known state of one that was deleted. */
  readonly object: DeepReadonly<T>;
  /** The object as it was before an update. */
  readonly old: DeepReadonly<T> | undefined;
  /** Whether the object existed when the controller began. */
  readonly initial: boolean;
  /** Whether nothing has changed: the informer only shows the object again. */
  readonly resync: boolean;
}

/** The facts of an object that every cached object has. */
interface View<T> {
  readonly key: string;
  readonly name: string;
  readonly namespace: string;
  readonly meta: DeepReadonly<ObjectMeta>;
  readonly object: DeepReadonly<T> | undefined;
}

class Change<T extends KubeObject> implements ChangeEvent<T> {
  readonly type: ChangeEvent["type"];
  readonly initial: boolean;
  readonly resync: boolean;
  readonly #view: View<T>;
  readonly #before: View<T> | undefined;

  constructor(type: ChangeEvent["type"], view: View<T>, before?: View<T>, { initial = false, resync = false } = {}) {
    this.type = type;
    this.initial = initial;
    this.resync = resync;
    this.#view = view;
    this.#before = before;
  }

  get key(): string {
    return this.#view.key;
  }

  get name(): string {
    return this.#view.name;
  }

  get namespace(): string {
    return this.#view.namespace;
  }

  get meta(): DeepReadonly<ObjectMeta> {
    return this.#view.meta;
  }

  get oldMeta(): DeepReadonly<ObjectMeta> | undefined {
    return this.#before?.meta;
  }

  get object(): DeepReadonly<T> {
    return this.#view.object as DeepReadonly<T>;
  }

  get old(): DeepReadonly<T> | undefined {
    return this.#before?.object;
  }
}

/** The change that an informer's event reports. */
export function changeOf<T extends KubeObject>(event: InformerEvent<T>): ChangeEvent<T> {
  switch (event.type) {
    case "add":
      return new Change("create", event, undefined, { initial: event.isInInitialList });
    case "update":
      return new Change("update", event, event.old, { resync: event.resync });
    case "delete":
      return new Change("delete", event);
  }
}

/** The change that shows an object that was there when a controller began. */
export function initialChange<T extends KubeObject>(view: View<T>): ChangeEvent<T> {
  return new Change("create", view, undefined, { initial: true });
}
