import type { Client } from "../client/index.ts";
import { InvalidArgumentError } from "../errors/index.ts";
import type { DeepReadonly, KubeObject, Resource, ResourceTraits, Stored } from "../meta/index.ts";
import type { CacheReader, ObjectKey } from "./cache-reader.ts";
import type { ChangeEvent } from "./change-event.ts";
import type { CacheSelection } from "./kind-cache.ts";
import type { Predicate } from "./predicates.ts";

/** Which objects are to be reconciled: none, one or several. */
export type MappedKeys = Iterable<ObjectKey> | undefined;

/**
 * From a changed object to the keys of the objects to reconcile. It must depend on the object alone, since it is
 * called for the state before and after an update. One that throws or rejects is called again after a while.
 */
export type MapToKeys<T extends KubeObject> = (
  object: DeepReadonly<Stored<T>>,
  about: { readonly event: ChangeEvent; readonly cache: CacheReader },
) => MappedKeys | Promise<MappedKeys>;

/** How a watched kind leads to keys: exactly one of the fields. */
export interface Mapping<T extends KubeObject> {
  /** A function of the changed object. */
  readonly map?: MapToKeys<T> | undefined;
  /**
   * A path in the reconciled kind that names the changed object: `"spec.configMapName"`. A list at the path names
   * several. The object is looked for in the namespace of the reconciled one. An index makes this as cheap with a
   * million objects as with one.
   */
  readonly mapByIndex?: string | undefined;
  /** The owner references of the changed object: `"controller"` follows the one that controls, `"any"` all. */
  readonly owner?: "controller" | "any" | undefined;
  /** A change reconciles every object of the reconciled kind. */
  readonly everything?: true | undefined;
}

/** Options of {@link watch} for a kind. */
export interface KindWatchOptions<T extends KubeObject> extends Mapping<T>, CacheSelection {
  /** Which changes cause a reconcile. Default: all. */
  readonly when?: Predicate<T> | readonly Predicate<T>[] | undefined;
  /** Watch the metadata alone. Default: unless `map` or `when` is given, which read the object. */
  readonly metadataOnly?: boolean | undefined;
  /** The kind may not exist yet: the controller begins without it. Default `false`. */
  readonly optional?: boolean | undefined;
  /** The client of another cluster, which is watched. Default: the client of the controller. */
  readonly client?: Client | undefined;
}

/** Options of {@link watch} for a stream of the program's own. */
export interface StreamWatchOptions<E> {
  /** From an item to keys. Default: the item is a key. */
  readonly map?: ((item: E) => MappedKeys | Promise<MappedKeys>) | undefined;
  /** Every item reconciles every object of the reconciled kind. */
  readonly everything?: true | undefined;
}

/** Something that brings keys to a controller; made by {@link watch}. */
export type WatchSource =
  | { readonly type: "kind"; readonly resource: Resource; readonly options: KindWatchOptions<KubeObject> }
  | {
      readonly type: "stream";
      readonly stream: AsyncIterable<unknown>;
      readonly options: StreamWatchOptions<unknown>;
    };

/**
 * What a controller reacts to in addition to its own kind and the kinds it owns: another kind, or any async iterable.
 *
 * ```ts
 * watch(ConfigMap, { mapByIndex: "spec.configMapName" });
 * watch(Secret, { map: (secret) => [{ namespace: secret.metadata.namespace, name: "web" }] });
 * watch(configFileChanges, { everything: true });
 * ```
 */
export function watch<T extends KubeObject, R extends ResourceTraits>(
  resource: Resource<T, R>,
  options: KindWatchOptions<T>,
): WatchSource;
export function watch<E>(stream: AsyncIterable<E>, options?: StreamWatchOptions<E>): WatchSource;
export function watch(
  source: Resource | AsyncIterable<unknown>,
  options: KindWatchOptions<never> | StreamWatchOptions<never> = {},
): WatchSource {
  if (Symbol.asyncIterator in source)
    return { type: "stream", stream: source, options: options as StreamWatchOptions<unknown> };
  const given = options as KindWatchOptions<KubeObject>;
  const mappings = (["map", "mapByIndex", "owner", "everything"] as const).filter((name) => given[name] !== undefined);
  if (mappings.length !== 1)
    throw new InvalidArgumentError(
      `watch(${source.kind}) needs exactly one of map, mapByIndex, owner and everything` +
        `${mappings.length === 0 ? "" : `, not ${mappings.join(" and ")}`}`,
    );
  return { type: "kind", resource: source, options: given };
}

/** The watch of a kind that a controller owns. */
export function ownedKind(resource: Resource): WatchSource {
  return { type: "kind", resource, options: { owner: "controller" } };
}
