import { entriesOf } from "../cache/index.ts";
/**
 * Read your own writes: what a run of a key has written, until the caches show it. A key whose writes are not visible
 * yet does not run again; it would decide on a state that it has itself replaced, and make a child twice, say.
 */

import type { ObservedWrite } from "../client/index.ts";
import { asStatus } from "../errors/index.ts";
import { formatObjectName, metaNamespaceKeyFunc, type Resource } from "../meta/index.ts";
import type { KindCache } from "./kind-cache.ts";

/** One write that a cache has to show. */
export interface PendingWrite {
  readonly cache: KindCache;
  /** `undefined` when the answer of the server was lost: then time alone makes it visible. */
  readonly object: { readonly key: string; readonly uid: string } | undefined;
  /** The version that was written; `undefined` for a deletion. */
  readonly version: string | undefined;
  readonly at: number;
}

/** How long a write whose answer was lost keeps its key from running. */
const unknownOutcomeMs = 1_000;
/** With fewer keys than this, it is not worth looking for those whose writes are visible. */
const fewKeys = 1_000;

/** The writes of all keys of a controller that the caches do not show yet. */
export class WrittenVersions {
  readonly #byKey = new Map<string, Map<string, PendingWrite>>();
  readonly #cacheOf: (resource: Resource) => KindCache | undefined;
  readonly #now: () => number;
  /** When there are this many keys, all of them are looked at. */
  #sweepAt = fewKeys;

  constructor(options: { cacheOf: (resource: Resource) => KindCache | undefined; now: () => number }) {
    this.#cacheOf = options.cacheOf;
    this.#now = options.now;
  }

  /** How many keys have writes that are remembered. */
  get size(): number {
    return this.#byKey.size;
  }

  /** Remembers a write that a run of the key made. Kinds that are not cached are not waited for. */
  record(key: string, write: ObservedWrite): void {
    const cache = this.#cacheOf(write.resource);
    if (cache === undefined) return;
    const at = this.#now();
    if (write.outcome === "unknown") {
      this.#put(key, `${cache.name} unknown`, { cache, object: undefined, version: undefined, at });
      return;
    }
    const { answer } = write;
    const status = asStatus(answer);
    if (status !== undefined) {
      const { uid, name } = status.details ?? {};
      if (!uid || !name) return;
      const deleted = formatObjectName({ namespace: write.namespace ?? "", name });
      this.#put(key, `${cache.name} ${deleted}`, { cache, object: { key: deleted, uid }, version: undefined, at });
      return;
    }
    const { uid, resourceVersion, name } = answer.metadata ?? {};
    if (!uid || !resourceVersion || !name) return;
    const written = metaNamespaceKeyFunc(answer);
    const object = { key: written, uid };
    this.#put(key, `${cache.name} ${written}`, { cache, object, version: resourceVersion, at });
  }

  /** The writes of a key that are not visible yet. Those that are visible are forgotten. */
  unseen(key: string): readonly PendingWrite[] {
    const writes = this.#byKey.get(key);
    if (writes === undefined) return [];
    for (const [id, write] of writes) if (this.#isVisible(write)) writes.delete(id);
    if (writes.size === 0) this.#byKey.delete(key);
    return [...writes.values()];
  }

  /** Waits for no write of the key any more. */
  forget(key: string): void {
    this.#byKey.delete(key);
  }

  #put(key: string, id: string, write: PendingWrite): void {
    const writes = this.#byKey.get(key);
    if (writes === undefined) this.#byKey.set(key, new Map([[id, write]]));
    else writes.set(id, write);
    if (this.#byKey.size >= this.#sweepAt) this.#sweep();
  }

  /** Forgets what is visible, also of keys that never run again: those of objects that are gone. */
  #sweep(): void {
    for (const key of [...this.#byKey.keys()]) this.unseen(key);
    this.#sweepAt = Math.max(fewKeys, 2 * this.#byKey.size);
  }

  #isVisible({ cache, object, version, at }: PendingWrite): boolean {
    if (cache.informer.isStopped) return true;
    if (object === undefined) return this.#now() - at >= unknownOutcomeMs;
    if (version !== undefined) return cache.shows(object.key, object.uid, version);
    return entriesOf(cache.informer).entry(object.key)?.uid !== object.uid;
  }
}
