import type { Client } from "client-ts";
import type { Manager } from "client-ts/controller";
import { sleep, entriesOf } from "client-ts/internal";
import type { KubeObject, Resource } from "client-ts/meta";
import type { Clock } from "client-ts/util";
import { cachedKinds } from "./website.ts";

/** Objects of one kind by key, as versions. */
export type Versions = ReadonlyMap<string, string>;

/** How the caches and the server compare. */
export interface CacheComparison {
  readonly objects: number;
  /** One line for each object that differs. Empty: they agree. */
  readonly differences: readonly string[];
}

/** What {@link compareUntilEqual} needs. */
export interface CompareOptions {
  readonly client: Client;
  readonly namespace: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** How long the caches may take to catch up. */
  readonly timeoutMs: number;
}

/**
 * Compares the caches of a manager with fresh lists, object by object and version by version. What is under way may
 * still arrive, and a cluster's own controllers may be at work: it compares again until all is equal, or time is up.
 */
export async function compareUntilEqual(manager: Manager, options: CompareOptions): Promise<CacheComparison> {
  const { clock, signal, timeoutMs } = options;
  for (const deadline = clock.monotonic() + timeoutMs; ; ) {
    const comparison = await compareOnce(manager, options);
    if (comparison.differences.length === 0 || clock.monotonic() > deadline) return comparison;
    await sleep(100, { clock, signal });
  }
}

async function compareOnce(manager: Manager, { client, namespace, signal }: CompareOptions): Promise<CacheComparison> {
  let objects = 0;
  const differences: string[] = [];
  for (const cachedKind of cachedKinds) {
    const resource = cachedKind as Resource<KubeObject, { scope: "Namespaced"; plural: string }>;
    const list = await client.resource(resource, { namespace }).list({ signal });
    const stored = new Map(
      list.items.map(({ metadata }) => [`${namespace}/${metadata.name}`, metadata.resourceVersion]),
    );
    const cached = new Map<string, string>();
    for (const { key, resourceVersion } of entriesOf(manager.cache.informer(cachedKind)).entries())
      cached.set(key, resourceVersion);
    objects += stored.size;
    differences.push(...differencesOf(resource.kind, stored, cached));
  }
  return { objects, differences };
}

/** Each object whose version in the cache is not the one of the server, and each that only one of the two has. */
export function differencesOf(kind: string, stored: Versions, cached: Versions): string[] {
  const keys = [...new Set([...stored.keys(), ...cached.keys()])].sort();
  return keys
    .filter((key) => stored.get(key) !== cached.get(key))
    .map(
      (key) =>
        `${kind} ${key}: version ${stored.get(key) ?? "none"} on the server, ${cached.get(key) ?? "none"} in the cache`,
    );
}
