import { type SharedIndexInformer, entriesOf } from "../cache/index.ts";
import type { Client } from "../client/index.ts";
import {
  type DeepReadonly,
  formatObjectName,
  type KubeObject,
  type LabelSelectorLike,
  type ObjectMeta,
  type ReadonlyObject,
  type Resource,
  type ResourceTraits,
  selectorOf,
  type Stored,
} from "../meta/index.ts";
import type { Caches } from "./caches.ts";

/** Names one object: `{ namespace, name }`, `{ name }` for a cluster-scoped kind, or the key of either. */
export type ObjectKey = string | { readonly namespace?: string | undefined; readonly name: string };

/** Options of {@link CacheReader.list}. Objects must match all options that are given. */
export interface CacheListOptions {
  readonly namespace?: string | undefined;
  readonly labelSelector?: LabelSelectorLike | undefined;
  /** Only objects with an owner reference to this object, by uid. */
  readonly ownedBy?: ReadonlyObject | undefined;
}

/** Options of {@link CacheReader.atLeast}. */
export interface CacheAtLeastOptions {
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads from the caches of a manager: at once, without a request. Objects from a cache are shared and must not be
 * changed; `deepClone` of `client-ts/meta` makes a copy. A kind that was not declared is a {@link NotCachedError}.
 */
export class CacheReader {
  readonly #caches: Caches;
  readonly #client: Client;

  constructor(caches: Caches, client: Client) {
    this.#caches = caches;
    this.#client = client;
  }

  /** The object, or `undefined` when the cache has none of that name. */
  get<T extends KubeObject, R extends ResourceTraits>(
    resource: Resource<T, R>,
    key: ObjectKey,
  ): DeepReadonly<Stored<T, R["scope"]>> | undefined {
    const { informer } = this.#caches.get(this.#client, resource, "full");
    return informer.indexer.getByKey(keyText(key)) as DeepReadonly<Stored<T, R["scope"]>> | undefined;
  }

  /** The objects; all of them without options. An object that cannot be decoded is left out. */
  list<T extends KubeObject, R extends ResourceTraits>(
    resource: Resource<T, R>,
    { namespace, labelSelector, ownedBy }: CacheListOptions = {},
  ): readonly DeepReadonly<Stored<T, R["scope"]>>[] {
    const cache = this.#caches.get(this.#client, resource, "full");
    const { indexer } = cache.informer;
    const owner = ownedBy?.metadata?.uid;
    const found =
      owner !== undefined
        ? cache.ownedKeys(owner).map((key) => indexer.getByKey(key))
        : namespace !== undefined
          ? indexer.byIndex("namespace", namespace)
          : indexer.list();
    const selector = labelSelector === undefined ? undefined : selectorOf(labelSelector);
    return found.filter(
      (object) =>
        object !== undefined &&
        (namespace === undefined || object.metadata?.namespace === namespace) &&
        (selector === undefined || selector.matches(object.metadata?.labels ?? {})),
    ) as DeepReadonly<Stored<T, R["scope"]>>[];
  }

  /** The metadata of an object, also of a kind of which only the metadata is cached; `undefined` when there is none. */
  metadata(resource: Resource, key: ObjectKey): DeepReadonly<ObjectMeta> | undefined {
    return entriesOf(this.#caches.get(this.#client, resource, "metadata").informer).entry(keyText(key))?.meta;
  }

  /**
   * The informer of a kind that is cached: its state, its size, and handlers of your own. The manager starts and stops
   * it. It is there once the manager runs; before that it is a {@link NotCachedError}.
   */
  informer(resource: Resource): SharedIndexInformer<KubeObject> {
    return this.#caches.get(this.#client, resource, "metadata").informer;
  }

  /**
   * Settles when the cache of a kind shows everything up to a version, such as that of a write that another part of the
   * program made. Before a key runs again its own writes are waited for anyway.
   */
  async atLeast(resource: Resource, resourceVersion: string, options: CacheAtLeastOptions = {}): Promise<void> {
    await this.#caches.get(this.#client, resource, "metadata").informer.atLeast(resourceVersion, options);
  }

  /** The caches of another cluster that the manager watches, by its client. */
  in(client: Client): CacheReader {
    return new CacheReader(this.#caches, client);
  }
}

/** The key of a cache and of a work queue. */
export function keyText(key: ObjectKey): string {
  return typeof key === "string" ? key : formatObjectName({ namespace: key.namespace ?? "", name: key.name });
}
