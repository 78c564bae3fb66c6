import type { Client } from "../client/index.ts";
import { InvalidArgumentError } from "../errors/index.ts";
import { apiVersionOf, type Resource } from "../meta/index.ts";
import { NotCachedError } from "./not-cached-error.ts";
import { type CacheSelection, type CacheSettings, KindCache } from "./kind-cache.ts";
import type { ShardSelection } from "./sharding/index.ts";

/** Which form of a kind a user of a cache needs. */
export type CacheForm =
  /** Whole objects. */
  | "full"
  /** Metadata, or whole objects where these are cached anyway. */
  | "metadata";

/**
 * The caches of a manager, one for each kind, form and cluster: every controller that uses a kind shares its watch. An
 * informer is made when a controller, a watch or the manager's options declare a kind, and never by a read.
 */
export class Caches {
  readonly #caches = new Map<Client, Map<string, KindCache>>();
  readonly #declared = new Map<Client, Map<string, CacheSelection>>();
  readonly #settings: CacheSettings;
  /** Kinds of which the objects of some shards are enough. */
  readonly #sharded = new Map<Client, Map<string, ShardSelection>>();
  #started = false;

  constructor(settings: CacheSettings) {
    this.#settings = settings;
  }

  /** All caches that exist. */
  get all(): readonly KindCache[] {
    return [...this.#caches.values()].flatMap((byKind) => [...byKind.values()]);
  }

  /** Says that whole objects of a kind are needed, before the caches are made. */
  declare(client: Client, resource: Resource, selection: CacheSelection = {}): void {
    const declared = mapOf(this.#declared, client);
    const id = idOf(resource);
    const before = declared.get(id);
    if (before !== undefined && !isEmpty(selection) && !isEmpty(before) && before !== selection)
      throw new InvalidArgumentError(
        `${resource.kind} is cached with two different selections: declare it once in \`cache\` of the manager`,
      );
    declared.set(id, before === undefined || isEmpty(before) ? selection : before);
  }

  /**
   * Says that the objects of some shards of a kind are enough for {@link useShards}. A kind that is used in another way
   * too is cached in full.
   */
  shard(client: Client, resource: Resource, shards: ShardSelection): void {
    mapOf(this.#sharded, client).set(idOf(resource), shards);
  }

  /** The whole cache of a kind that only its controllers need, or the objects of the shards of this replica. */
  useShards(client: Client, resource: Resource, selection: CacheSelection): KindCache {
    return this.#use(client, resource, "full", selection);
  }

  /** The cache of a kind, made if needed, for one more user. It runs at once when the caches have been started. */
  use(client: Client, resource: Resource, form: CacheForm, selection: CacheSelection = {}): KindCache {
    mapOf(this.#sharded, client).delete(idOf(resource));
    const cache = this.#use(client, resource, form, selection);
    cache.needWhole();
    return cache;
  }

  #use(client: Client, resource: Resource, form: CacheForm, selection: CacheSelection): KindCache {
    const existing = this.find(client, resource);
    const isFull = form === "full" || mapOf(this.#declared, client).has(idOf(resource));
    if (existing !== undefined && !(isFull && existing.metadataOnly)) {
      existing.retain();
      return existing;
    }
    const id = isFull ? idOf(resource) : `${idOf(resource)} metadata`;
    const caches = mapOf(this.#caches, client);
    const cache = new KindCache(client, resource, {
      metadataOnly: !isFull,
      selection: isFull ? (mapOf(this.#declared, client).get(idOf(resource)) ?? selection) : selection,
      settings: this.#settings,
      shards: mapOf(this.#sharded, client).get(idOf(resource)),
      onUnused: () => caches.delete(id),
    });
    cache.retain();
    caches.set(id, cache);
    if (this.#started) cache.start();
    return cache;
  }

  /** The cache of a kind: the one of whole objects where there is one; `undefined` when it was not declared. */
  find(client: Client, resource: Resource): KindCache | undefined {
    const caches = this.#caches.get(client);
    return caches?.get(idOf(resource)) ?? caches?.get(`${idOf(resource)} metadata`);
  }

  /** As {@link find}. Throws a NotCachedError when the kind, or in the form that is needed, is not cached. */
  get(client: Client, resource: Resource, form: CacheForm): KindCache {
    const cache = this.find(client, resource);
    if (cache === undefined) throw new NotCachedError(resource);
    if (form === "full" && cache.metadataOnly) throw new NotCachedError(resource, { metadataOnly: true });
    return cache;
  }

  /** Runs every cache that exists, and each one made later as soon as it is made. */
  start(): void {
    this.#started = true;
    for (const cache of this.all) cache.start();
  }

  /** Stops every cache. */
  async close(): Promise<void> {
    await Promise.all(this.all.map((cache) => cache.close()));
  }
}

function idOf(resource: Resource): string {
  return `${apiVersionOf(resource)}/${resource.plural}`;
}

function isEmpty(selection: CacheSelection): boolean {
  return Object.values(selection).every((value) => value === undefined);
}

function mapOf<K, V>(maps: Map<Client, Map<K, V>>, client: Client): Map<K, V> {
  let map = maps.get(client);
  if (map === undefined) {
    map = new Map<K, V>();
    maps.set(client, map);
  }
  return map;
}
