import {
  type CreateInformer,
  type InformerClient,
  InformerFactory,
  type InformerFactoryOptions,
  type KindInformer,
  type SharedIndexInformer,
  type SyncResult,
} from "../cache/index.ts";
import {
  checkExtension,
  defineGroups,
  type FreeNames,
  type GroupModules,
  type GroupVersionModules,
  groupVersionModules,
  lazyProperty,
} from "../clientset/index.ts";
import { InvalidArgumentError } from "../errors/index.ts";
import {
  type AccessorOf,
  apiVersionOf,
  type GroupVersionResource,
  type KubeObject,
  type Resource,
  type ResourceTraits,
} from "../meta/index.ts";

/** The name of a kind that can be listed and watched; others have no informer. */
type InformerAccessor<D> =
  D extends Resource<infer _T extends KubeObject, infer R extends ResourceTraits>
    ? R extends { verbs: infer V }
      ? ["list" | "watch"] extends [V]
        ? AccessorOf<R>
        : never
      : AccessorOf<R>
    : never;

/** The informers of one group version, by name in camelCase. */
export type GroupVersionInformers<M> = {
  readonly [K in keyof M as InformerAccessor<M[K]>]: M[K] extends Resource<
    infer T extends KubeObject,
    infer R extends ResourceTraits
  >
    ? KindInformer<T, R["scope"]>
    : never;
};

/**
 * The informers of all built-in kinds, and of the groups `M` that were added, by group, version and name in camelCase.
 */
export type InformersByGroup<M = unknown> = {
  readonly [G in keyof (GroupVersionModules & M)]: {
    readonly [V in keyof (GroupVersionModules & M)[G]]: GroupVersionInformers<(GroupVersionModules & M)[G][V]>;
  };
};

/** What a {@link SharedInformerFactory} has in addition to the informers by group. */
interface FactoryMethods<M> extends InformerFactory {
  /**
   * The informer and lister of a built-in kind by its names. Throws for a kind that is not built in, or that cannot be
   * listed and watched.
   */
  forResource(resource: GroupVersionResource): KindInformer<KubeObject>;
  /**
   * A factory like this one with more groups, each under a name of your choice:
   * `factory.extend({ shop: { v1: shopV1 } })` gives `.shop.v1.websites`, where `shopV1` is a module that exports
   * descriptors. Informers, `start` and `close` are shared with this one. Throws an InvalidArgumentError for a name
   * that is in use.
   */
  extend<E extends GroupModules>(
    groups: E & FreeNames<E, keyof SharedInformerFactory<M>>,
  ): SharedInformerFactory<M & E>;
}

/**
 * Informers for all built-in kinds over one client, and by {@link InformerFactory.forKind} for any other. There is one
 * informer for each kind: all callers share its cache and its watch. Reading a property such as `core.v1.pods` makes no
 * informer; `informer()` and `lister()` do.
 *
 * ```ts
 * const factory = newSharedInformerFactory(client, { namespace: "shop" });
 * const pods = factory.core.v1.pods.lister();
 * factory.start({ signal });
 * await factory.waitForCacheSync({ signal });
 * pods.namespace("shop").list({ labelSelector: "app=web" });
 * ```
 */
export type SharedInformerFactory<M = unknown> = FactoryMethods<M> & InformersByGroup<M>;

/** The calls of {@link InformerFactory}, by group. Several of them can share the informers of one factory. */
class GroupedInformerFactory implements Pick<InformerFactory, keyof InformerFactory> {
  readonly #informers: InformerFactory;
  readonly #groups: GroupModules;

  constructor(informers: InformerFactory, groups: GroupModules) {
    this.#informers = informers;
    this.#groups = groups;
    defineGroups(this, groups, (kinds) => this.#informersOf(kinds));
  }

  extend(groups: GroupModules): GroupedInformerFactory {
    checkExtension(this, groups);
    return new GroupedInformerFactory(this.#informers, { ...this.#groups, ...groups });
  }

  forResource({ group, version, resource }: GroupVersionResource): KindInformer<KubeObject> {
    const descriptor = builtInResources().get(`${apiVersionOf({ group, version })}/${resource}`);
    if (descriptor === undefined) {
      throw new InvalidArgumentError(
        `${resource} of ${apiVersionOf({ group, version })} is not a built-in kind: use forKind, or the dynamic factory`,
      );
    }
    return this.forKind(descriptor);
  }

  forKind<T extends KubeObject, R extends ResourceTraits = ResourceTraits>(
    resource: Resource<T, R>,
  ): KindInformer<T, R["scope"]> {
    return this.#informers.forKind(resource);
  }

  informerFor<T extends KubeObject>(resource: Resource<T>, create: CreateInformer<T>): SharedIndexInformer<T> {
    return this.#informers.informerFor(resource, create);
  }

  start(options: { readonly signal?: AbortSignal | undefined } = {}): void {
    this.#informers.start(options);
  }

  waitForCacheSync(options: { readonly signal?: AbortSignal | undefined } = {}): Promise<SyncResult> {
    return this.#informers.waitForCacheSync(options);
  }

  syncResult(): SyncResult {
    return this.#informers.syncResult();
  }

  close(): Promise<void> {
    return this.#informers.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#informers.close();
  }

  #informersOf(resources: readonly Resource[]): object {
    const informers = {};
    for (const resource of resources)
      if (canBeWatched(resource))
        lazyProperty(informers, resource.accessor ?? resource.plural, () => this.forKind(resource));
    return informers;
  }
}

/** Makes a {@link SharedInformerFactory}. Nothing is requested before `start`. */
export function newSharedInformerFactory(
  client: InformerClient,
  options: InformerFactoryOptions = {},
): SharedInformerFactory {
  const informers = new InformerFactory(client, options);
  const groups = groupVersionModules as unknown as GroupModules;
  return new GroupedInformerFactory(informers, groups) as unknown as SharedInformerFactory;
}

let resourcesByName: ReadonlyMap<string, Resource> | undefined;

function builtInResources(): ReadonlyMap<string, Resource> {
  resourcesByName ??= new Map(
    Object.values(groupVersionModules)
      .flatMap((versions) => Object.values(versions as Record<string, object>))
      .flatMap((module) => Object.values(module) as Resource[])
      .map((resource) => [`${apiVersionOf(resource)}/${resource.plural}`, resource]),
  );
  return resourcesByName;
}

function canBeWatched({ verbs }: Resource): boolean {
  return verbs === undefined || (verbs.includes("list") && verbs.includes("watch"));
}
