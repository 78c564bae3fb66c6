import { newStatus, StatusError } from "../errors/index.ts";
import {
  type DeepReadonly,
  type KubeObject,
  type LabelSelectorLike,
  type Resource,
  type ResourceTraits,
  type Scope,
  selectorOf,
  type Stored,
} from "../meta/index.ts";
import { type Indexer, listAll, listAllByNamespace } from "./store/index.ts";

/** Which objects a lister lists. */
export interface ListerOptions {
  /** As text, `app=web,tier in (front, back)`; as an object's `spec.selector`; or parsed. */
  readonly labelSelector?: LabelSelectorLike | undefined;
}

/** Options of {@link GenericLister.atLeast}. */
export interface AtLeastOptions {
  readonly signal?: AbortSignal | undefined;
}

/** What a cache hands out: an object that a server returned, not to be changed. */
type Cached<T extends KubeObject, S extends Scope> = DeepReadonly<Stored<T, S>>;

/** Reads the objects of one namespace from a cache. What it gives is not to be changed. */
export interface NamespaceLister<T extends KubeObject, S extends Scope = Scope> {
  /** Objects whose labels match; all without a selector. An object that cannot be decoded is left out. */
  list(options?: ListerOptions): Cached<T, S>[];
  /**
   * The object of that name. Throws a StatusError for which `isNotFound` is true when there is none, and an
   * UndecodableObjectError, for which `isUndecodable` is true, when it cannot be decoded.
   */
  get(name: string): Cached<T, S>;
  /** The object of that name, or `undefined`. Throws an UndecodableObjectError when it cannot be decoded. */
  find(name: string): Cached<T, S> | undefined;
}

/** Reads from a cache, as one would from the server. What it gives is not to be changed. */
export class GenericLister<T extends KubeObject, S extends Scope = Scope> implements NamespaceLister<T, S> {
  readonly #indexer: Indexer<T>;
  readonly #resource: Resource<T>;
  readonly #waitFor: ((resourceVersion: string, options: AtLeastOptions) => Promise<void>) | undefined;

  constructor(
    indexer: Indexer<T>,
    resource: Resource<T>,
    waitFor?: (resourceVersion: string, options: AtLeastOptions) => Promise<void>,
  ) {
    this.#indexer = indexer;
    this.#resource = resource;
    this.#waitFor = waitFor;
  }

  /**
   * Objects of all namespaces whose labels match; all without a selector. An object that cannot be decoded is left out.
   */
  list({ labelSelector }: ListerOptions = {}): Cached<T, S>[] {
    return listAll(this.#indexer, selectorOf(labelSelector)) as Cached<T, S>[];
  }

  /**
   * The object with this key: its name, or `namespace/name`. Throws a StatusError for which `isNotFound` is true when
   * there is none, and an UndecodableObjectError, for which `isUndecodable` is true, when it cannot be decoded.
   */
  get(key: string): Cached<T, S> {
    return this.find(key) ?? this.#notFound(key);
  }

  /** The object with this key, or `undefined`. Throws an UndecodableObjectError when it cannot be decoded. */
  find(key: string): Cached<T, S> | undefined {
    return this.#indexer.getByKey(key) as Cached<T, S> | undefined;
  }

  /** A lister for one namespace; uses the index `namespace`. */
  namespace(namespace: string): NamespaceLister<T, S> {
    const find = (name: string): Cached<T, S> | undefined => this.find(`${namespace}/${name}`);
    return {
      list: ({ labelSelector } = {}) =>
        listAllByNamespace(this.#indexer, namespace, selectorOf(labelSelector)) as Cached<T, S>[],
      get: (name) => find(name) ?? this.#notFound(name, namespace),
      find,
    };
  }

  /** Objects that have this value of an index. Throws when there is no such index. */
  byIndex(name: string, value: string): Cached<T, S>[] {
    return this.#indexer.byIndex(name, value) as Cached<T, S>[];
  }

  /** Every value of an index, once. */
  indexValues(name: string): string[] {
    return this.#indexer.listIndexFuncValues(name);
  }

  /** Settles with this lister when the cache shows everything up to the version, such as that of one's own write. */
  async atLeast(resourceVersion: string, options: AtLeastOptions = {}): Promise<this> {
    await this.#waitFor?.(resourceVersion, options);
    return this;
  }

  #notFound(name: string, namespace?: string): never {
    const { group, plural: resource } = this.#resource;
    throw new StatusError(newStatus("NotFound", { resource, group, name }), {
      resource: group === "" ? resource : `${resource}.${group}`,
      name,
      namespace,
    });
  }
}

/** A lister on a cache of any kind. Most programs use `newSharedInformerFactory`, which has a lister for each kind. */
export function newGenericLister<T extends KubeObject, R extends ResourceTraits = ResourceTraits>(
  indexer: Indexer<T>,
  resource: Resource<T, R>,
): GenericLister<T, R["scope"]> {
  return new GenericLister<T, R["scope"]>(indexer, resource);
}
