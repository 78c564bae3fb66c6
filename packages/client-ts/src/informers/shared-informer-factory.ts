import {
  type InformerClient,
  InformerFactory,
  type InformerFactoryOptions,
  type KindInformer,
} from "../cache/index.ts";
import { type GroupVersionModules, groupVersionModules } from "../clientset/index.ts";
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
    infer _R extends ResourceTraits
  >
    ? KindInformer<T>
    : never;
};

/** The informers of all built-in kinds, by group, version and name in camelCase. */
export type InformersByGroup = {
  readonly [G in keyof GroupVersionModules]: {
    readonly [V in keyof GroupVersionModules[G]]: GroupVersionInformers<GroupVersionModules[G][V]>;
  };
};

/** What a {@link SharedInformerFactory} can beside the informers by group. */
interface FactoryMethods extends InformerFactory {
  /**
   * Informer and lister of a built-in kind by its names. Throws for a kind that is not built in, or that cannot be
   * listed and watched.
   */
  forResource(resource: GroupVersionResource): KindInformer<KubeObject>;
}

/**
 * Informers for all built-in kinds over one client, and by {@link InformerFactory.forKind} for any other. One informer
 * for each kind: everybody who asks for it shares its cache and its watch. Reaching a property makes nothing;
 * `informer()` and `lister()` do.
 *
 * ```ts
 * const factory = newSharedInformerFactory(client, { namespace: "shop" });
 * const pods = factory.core.v1.pods.lister();
 * factory.start({ signal });
 * await factory.waitForCacheSync({ signal });
 * pods.namespace("shop").list({ labelSelector: "app=web" });
 * ```
 */
export type SharedInformerFactory = FactoryMethods & InformersByGroup;

class GroupedInformerFactory extends InformerFactory {
  constructor(client: InformerClient, options: InformerFactoryOptions = {}) {
    super(client, options);
    for (const [group, versions] of Object.entries(groupVersionModules)) {
      lazily(this, group, () => {
        const byVersion = {};
        for (const [version, module] of Object.entries(versions as Record<string, object>)) {
          lazily(byVersion, version, () => this.#informersOf(Object.values(module) as Resource[]));
        }
        return byVersion;
      });
    }
  }

  forResource({ group, version, resource }: GroupVersionResource): KindInformer<KubeObject> {
    const kind = builtInKinds().get(`${apiVersionOf({ group, version })}/${resource}`);
    if (kind === undefined) {
      throw new InvalidArgumentError(
        `${resource} of ${apiVersionOf({ group, version })} is not a built-in kind: use forKind, or the dynamic factory`,
      );
    }
    return this.forKind(kind);
  }

  #informersOf(kinds: readonly Resource[]): object {
    const informers = {};
    for (const kind of kinds)
      if (canBeWatched(kind)) lazily(informers, kind.accessor ?? kind.plural, () => this.forKind(kind));
    return informers;
  }
}

/** Makes a {@link SharedInformerFactory}. Nothing is requested before `start`. */
export function newSharedInformerFactory(
  client: InformerClient,
  options: InformerFactoryOptions = {},
): SharedInformerFactory {
  return new GroupedInformerFactory(client, options) as unknown as SharedInformerFactory;
}

let kindsByName: ReadonlyMap<string, Resource> | undefined;

function builtInKinds(): ReadonlyMap<string, Resource> {
  kindsByName ??= new Map(
    Object.values(groupVersionModules)
      .flatMap((versions) => Object.values(versions as Record<string, object>))
      .flatMap((module) => Object.values(module) as Resource[])
      .map((kind) => [`${apiVersionOf(kind)}/${kind.plural}`, kind]),
  );
  return kindsByName;
}

function canBeWatched({ verbs }: Resource): boolean {
  return verbs === undefined || (verbs.includes("list") && verbs.includes("watch"));
}

/** A property that is made when it is first read. */
function lazily(object: object, name: string, make: () => unknown): void {
  Object.defineProperty(object, name, {
    enumerable: true,
    configurable: true,
    get() {
      const value = make();
      Object.defineProperty(object, name, { value, enumerable: true });
      return value;
    },
  });
}
