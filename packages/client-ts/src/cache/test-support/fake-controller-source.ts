import { newStatus, StatusError } from "../../errors/index.ts";
import { deepClone, type KubeList, type ListOptions, type WatchEvent, type WatchOptions } from "../../meta/index.ts";
import { AsyncQueue, onAbort } from "../../util/index.ts";
import { elementKey } from "../delta.ts";
import type { ListerWatcher, SourceCall } from "../lister-watcher.ts";
import type { Thing } from "./scripted-source.ts";

type Change = { readonly type: "ADDED" | "MODIFIED" | "DELETED"; readonly object: Thing };

/** Options of {@link FakeControllerSource}. */
export interface FakeControllerSourceOptions {
  /** Whether it begins watches with the present objects. Default `false`. */
  readonly streaming?: boolean | undefined;
}

/** A server in miniature: objects with versions, a history that watches can begin in, and a way to lose it. */
export class FakeControllerSource implements ListerWatcher<Thing> {
  readonly supportsWatchList: boolean;
  readonly #objects = new Map<string, Thing>();
  #history: { readonly version: number; readonly change: Change }[] = [];
  #version = 0;
  /** Watches may begin here or later. */
  #oldest = 0;
  readonly #watches = new Set<AsyncQueue<WatchEvent<Thing>>>();
  lists = 0;
  watches = 0;

  constructor({ streaming = false }: FakeControllerSourceOptions = {}) {
    this.supportsWatchList = streaming;
  }

  get resourceVersion(): string {
    return String(this.#version);
  }

  get objects(): ReadonlyMap<string, Thing> {
    return this.#objects;
  }

  add(object: Thing): Thing {
    return this.#change("ADDED", object, true);
  }

  modify(object: Thing): Thing {
    return this.#change("MODIFIED", object, true);
  }

  delete(object: Thing): Thing {
    return this.#change("DELETED", object, true);
  }

  /** As `add` and the others, but no watch delivers it: the next list does. */
  dropped(type: Change["type"], object: Thing): Thing {
    return this.#change(type, object, false);
  }

  /** Closes every watch and forgets the history: a client that comes back must list. */
  resetWatch(): void {
    this.#version++;
    this.#oldest = this.#version;
    this.#history = [];
    this.closeWatches();
  }

  /** Closes every watch; the history stays. */
  closeWatches(): void {
    for (const watch of this.#watches) watch.close();
    this.#watches.clear();
  }

  async list(_options: ListOptions & SourceCall): Promise<KubeList<Thing>> {
    this.lists++;
    return {
      apiVersion: "example.com/v1",
      kind: "ThingList",
      metadata: { resourceVersion: this.resourceVersion },
      items: [...this.#objects.values()].map((object) => deepClone(object)),
    };
  }

  async watch({
    resourceVersion = "",
    sendInitialEvents = false,
    signal,
  }: WatchOptions & SourceCall): Promise<AsyncIterable<WatchEvent<Thing>>> {
    this.watches++;
    const events = new AsyncQueue<WatchEvent<Thing>>();
    if (sendInitialEvents) {
      for (const object of this.#objects.values()) events.offer({ type: "ADDED", object: deepClone(object) });
      events.offer({ type: "BOOKMARK", resourceVersion: this.resourceVersion, initialEventsEnd: true });
    } else {
      const since = Number(resourceVersion);
      if (since < this.#oldest) throw new StatusError(newStatus("Expired", { message: `too old: ${since}` }));
      for (const { version, change } of this.#history) if (version > since) events.offer(copyOf(change));
    }
    this.#watches.add(events);
    onAbort(signal, () => {
      this.#watches.delete(events);
      events.close();
    });
    return events;
  }

  /** How many watches are open. */
  get openWatches(): number {
    return this.#watches.size;
  }

  #change(type: Change["type"], given: Thing, told: boolean): Thing {
    const key = elementKey(given);
    this.#version++;
    const uid = given.metadata?.uid ?? `uid-${key}`;
    const object: Thing = {
      ...deepClone(given),
      metadata: { ...given.metadata, uid, resourceVersion: this.resourceVersion },
    };
    if (type === "DELETED") this.#objects.delete(key);
    else this.#objects.set(key, object);
    if (!told) return object;
    const change: Change = { type, object };
    this.#history.push({ version: this.#version, change });
    for (const watch of this.#watches) watch.offer(copyOf(change));
    return object;
  }
}

function copyOf({ type, object }: Change): WatchEvent<Thing> {
  return { type, object: deepClone(object) };
}
