import type { KubeList, KubeObject, ListOptions, WatchEvent, WatchOptions } from "../../meta/index.ts";
import { type Deferred, defined, nextTurn, withResolvers } from "../../util/index.ts";
import type { ListerWatcher, SourceCall } from "../lister-watcher.ts";

/** A Pod-like object for specs. */
export interface Thing extends KubeObject {
  spec?: { value?: unknown };
}

/** An object with the given version; the uid defaults to its name. */
export function thing(
  name: string,
  resourceVersion: string,
  extra: {
    uid?: string | undefined;
    namespace?: string | undefined;
    value?: unknown;
    labels?: Record<string, string> | undefined;
  } = {},
): Thing {
  const { uid = `uid-${name}`, namespace, value, labels } = extra;
  return {
    apiVersion: "example.com/v1",
    kind: "Thing",
    metadata: {
      name,
      uid,
      resourceVersion,
      ...defined({ namespace, labels }),
    },
    ...defined({ spec: value === undefined ? undefined : { value } }),
  };
}

/** A complete list. */
export function listOf(resourceVersion: string, items: Thing[], token?: string): KubeList<Thing> {
  return {
    apiVersion: "example.com/v1",
    kind: "ThingList",
    metadata: { resourceVersion, ...defined({ continue: token }) },
    items,
  };
}

/** A list that was requested, to be answered by the spec. */
export interface ScriptedList {
  readonly options: ListOptions;
  answer(list: KubeList<Thing>): Promise<void>;
  fail(error: unknown): Promise<void>;
}

/** A watch that was requested, to be led by the spec. */
export class ScriptedWatch implements AsyncIterable<WatchEvent<Thing>> {
  readonly options: WatchOptions;
  readonly opening: Deferred<AsyncIterable<WatchEvent<Thing>>> = withResolvers();
  /** How often it was stopped. */
  stops = 0;
  readonly #events: WatchEvent<Thing>[] = [];
  #end: { error?: unknown } | undefined;
  #waiting: (() => void) | undefined;

  constructor(options: WatchOptions) {
    this.options = options;
  }

  /** The server accepts the watch. */
  open(): this {
    this.opening.resolve(this);
    return this;
  }

  async send(...events: WatchEvent<Thing>[]): Promise<void> {
    this.open();
    this.#events.push(...events);
    this.#waiting?.();
    await settled();
  }

  added(...objects: Thing[]): Promise<void> {
    return this.send(...objects.map((object) => ({ type: "ADDED" as const, object })));
  }

  modified(...objects: Thing[]): Promise<void> {
    return this.send(...objects.map((object) => ({ type: "MODIFIED" as const, object })));
  }

  deleted(...objects: Thing[]): Promise<void> {
    return this.send(...objects.map((object) => ({ type: "DELETED" as const, object })));
  }

  bookmark(resourceVersion: string, initialEventsEnd = false): Promise<void> {
    return this.send({
      type: "BOOKMARK",
      resourceVersion,
      ...defined({ initialEventsEnd: initialEventsEnd || undefined }),
    });
  }

  /** The server ends the stream. */
  async end(): Promise<void> {
    this.open();
    this.#end = {};
    this.#waiting?.();
    await settled();
  }

  /** The stream fails, or the watch is refused when it was not opened yet. */
  async fail(error: unknown): Promise<void> {
    this.opening.reject(error);
    this.#end = { error };
    this.#waiting?.();
    await settled();
  }

  async *#read(): AsyncGenerator<WatchEvent<Thing>> {
    for (;;) {
      const next = this.#events.shift();
      if (next !== undefined) yield next;
      else if (this.#end !== undefined) {
        if ("error" in this.#end) throw this.#end.error;
        return;
      } else {
        await new Promise<void>((resolve) => {
          this.#waiting = resolve;
        });
      }
    }
  }

  [Symbol.asyncIterator](): AsyncIterator<WatchEvent<Thing>> {
    const events = this.#read();
    return {
      next: () => events.next(),
      return: async () => {
        this.stops++;
        return { done: true, value: undefined };
      },
    };
  }
}

/** A source whose every answer is given by the spec. */
export class ScriptedSource implements ListerWatcher<Thing> {
  readonly lists: ScriptedList[] = [];
  readonly watches: ScriptedWatch[] = [];
  readonly supportsWatchList: boolean;
  #takenLists = 0;
  #takenWatches = 0;

  constructor({ streaming = false }: { readonly streaming?: boolean | undefined } = {}) {
    this.supportsWatchList = streaming;
  }

  list({ signal: _, ...options }: ListOptions & SourceCall): Promise<KubeList<Thing>> {
    const { promise, resolve, reject } = withResolvers<KubeList<Thing>>();
    this.lists.push({
      options,
      answer: (list) => {
        resolve(list);
        return settled();
      },
      fail: (error) => {
        reject(error);
        return settled();
      },
    });
    return promise;
  }

  watch({ signal: _, ...options }: WatchOptions & SourceCall): Promise<AsyncIterable<WatchEvent<Thing>>> {
    const watch = new ScriptedWatch(options);
    watch.opening.promise.catch(() => {});
    this.watches.push(watch);
    return watch.opening.promise;
  }

  /** The next list that was asked for and not yet looked at. */
  async nextList(): Promise<ScriptedList> {
    await settled();
    const list = this.lists[this.#takenLists];
    if (list === undefined) throw new Error(`no list was asked for; ${this.watches.length} watches were`);
    this.#takenLists++;
    return list;
  }

  /** The next watch that was asked for and not yet looked at. */
  async nextWatch(): Promise<ScriptedWatch> {
    await settled();
    const watch = this.watches[this.#takenWatches];
    if (watch === undefined) throw new Error(`no watch was asked for; ${this.lists.length} lists were`);
    this.#takenWatches++;
    return watch;
  }
}

/** Lets everything that can happen without time happen. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 4; turn++) await nextTurn();
}
