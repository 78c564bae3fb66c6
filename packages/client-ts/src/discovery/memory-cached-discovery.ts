/**
 * Discovery that is asked once and remembered in memory.
 *
 * Filled by the first call; calls that come meanwhile share its requests, which are cancelled when the last of them is
 * aborted. It never expires: {@link MemoryCachedDiscovery.invalidate} clears it and the cache below. A group version
 * that failed is remembered with its error. When that error is one that passes (the server is overloaded, starting or
 * out of reach, or the caller gave up), the next reading of that group version asks for it again; other errors stay. A
 * group version that the server did not list is not asked for.
 */
import type { APIGroupList, APIResourceList } from "../api/meta/v1.ts";
import { abortedError, findStatusError, isAborted, isClientError, throwIfAborted } from "../errors/index.ts";
import { onAbort } from "../util/index.ts";
import { DiscoveryCache } from "./discovery-cache.ts";
import { EmptyGroupVersionError, GroupVersionNotCachedError } from "./errors.ts";
import type { Discovery, DiscoveryCall, GroupsMaybeResources } from "./types.ts";

type Entry = { readonly list: APIResourceList } | { readonly error: Error };

interface Known {
  readonly groups: APIGroupList;
  readonly entries: Map<string, Entry>;
  /** Whether it came from the aggregated document. */
  readonly aggregated: boolean;
}

interface Load {
  readonly known: Promise<Known>;
  readonly controller: AbortController;
  waiting: number;
}

/** Discovery that is asked once and remembered until it is invalidated. */
export class MemoryCachedDiscovery extends DiscoveryCache {
  #known: Known | undefined;
  #load: Load | undefined;

  override get fresh(): boolean {
    return this.#known !== undefined;
  }

  override invalidate(): void {
    this.#known = undefined;
    this.#load = undefined;
    super.invalidate();
  }

  override async serverGroups(options: DiscoveryCall = {}): Promise<APIGroupList> {
    return (await this.#ready(options)).groups;
  }

  async groupsAndMaybeResources(options: DiscoveryCall = {}): Promise<GroupsMaybeResources> {
    const { groups, entries, aggregated } = await this.#ready(options);
    if (!aggregated || entries.size === 0) return { groups, failed: new Map() };
    const resources = new Map<string, APIResourceList>();
    const failed = new Map<string, Error>();
    for (const [groupVersion, entry] of entries) {
      if ("error" in entry) failed.set(groupVersion, entry.error);
      else resources.set(groupVersion, entry.list);
    }
    return { groups, resources, failed };
  }

  override async serverResourcesForGroupVersion(
    groupVersion: string,
    options: DiscoveryCall = {},
  ): Promise<APIResourceList> {
    const known = await this.#ready(options);
    let entry = known.entries.get(groupVersion);
    if (entry === undefined) throw new GroupVersionNotCachedError(groupVersion);
    if ("error" in entry && isTransient(entry.error)) {
      entry = await this.#ask(groupVersion, options);
      known.entries.set(groupVersion, entry);
    }
    if ("error" in entry) throw entry.error;
    return entry.list;
  }

  async #ready({ signal }: DiscoveryCall): Promise<Known> {
    throwIfAborted(signal);
    if (this.#known !== undefined) return this.#known;
    this.#load ??= this.#start();
    return this.#join(this.#load, signal);
  }

  #start(): Load {
    const controller = new AbortController();
    const load: Load = { controller, waiting: 0, known: this.#fill(controller.signal) };
    load.known.then(
      (known) => {
        // An invalidation in between has made it old.
        if (this.#load === load) this.#known = known;
      },
      () => {
        if (this.#load === load) this.#load = undefined;
      },
    );
    return load;
  }

  #join(load: Load, signal: AbortSignal | undefined): Promise<Known> {
    load.waiting++;
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        off();
        if (--load.waiting === 0 && this.#known === undefined) {
          if (this.#load === load) this.#load = undefined;
          load.controller.abort();
        }
      };
      const off = onAbort(signal, () => {
        reject(abortedError(signal as AbortSignal));
        queueMicrotask(leave);
      });
      load.known.then(resolve, reject).finally(off);
    });
  }

  async #fill(signal: AbortSignal): Promise<Known> {
    const answer: GroupsMaybeResources = this.source.groupsAndMaybeResources
      ? await this.source.groupsAndMaybeResources({ signal })
      : { groups: await this.source.serverGroups({ signal }), failed: new Map() };
    const { groups, resources, failed } = answer;
    const entries = new Map<string, Entry>();
    if (resources !== undefined) {
      for (const [groupVersion, list] of resources) entries.set(groupVersion, { list });
    } else {
      const versions = groups.groups.flatMap((group) => (group.versions ?? []).map(({ groupVersion }) => groupVersion));
      await Promise.all(
        versions.map(async (groupVersion) => entries.set(groupVersion, await this.#ask(groupVersion, { signal }))),
      );
    }
    for (const [groupVersion, error] of failed) entries.set(groupVersion, { error });
    throwIfAborted(signal);
    return { groups, entries, aggregated: resources !== undefined };
  }

  async #ask(groupVersion: string, options: DiscoveryCall): Promise<Entry> {
    try {
      const list = await this.source.serverResourcesForGroupVersion(groupVersion, options);
      return list.resources.length === 0 ? { error: new EmptyGroupVersionError(groupVersion) } : { list };
    } catch (error) {
      return { error: error as Error };
    }
  }
}

/** Keeps what `source` answers in memory until `invalidate` is called. */
export function newMemoryCachedDiscovery(source: Discovery): MemoryCachedDiscovery {
  return new MemoryCachedDiscovery(source);
}

/** Whether asking again later may well help. */
function isTransient(error: unknown): boolean {
  const code = findStatusError(error)?.code ?? 0;
  if (code >= 500 || code === 429 || isAborted(error) || isClientError(error, "Timeout")) return true;
  return isClientError(error, "Transport") && error.code !== "tls" && error.code !== "closed";
}
