import type { ListerWatcher } from "../../cache/index.ts";
import { isBadRequest, isInvalid } from "../../errors/index.ts";
import type { KubeObject, WatchEvent } from "../../meta/index.ts";
import { shardedSource } from "./sharded-source.ts";

/**
 * The objects of a source that lie in the shards that are chosen at the time of each list, where the server can choose.
 * Where it cannot, everything: what another replica works on today may be ours tomorrow, and the cache has it then.
 *
 * The first request asks for the objects of no shard; a server that understood says so in `shardInfo`.
 */
export class SelectedSource<T extends KubeObject> {
  readonly listerWatcher: ListerWatcher<T>;
  readonly #source: ListerWatcher<T>;
  readonly #shards: number;
  readonly #chosen: () => readonly number[];
  readonly #onHeld: () => void;
  #byServer: boolean | undefined;
  /** The shards of the list that was begun last, and the source that asks for them. */
  #selected: { readonly chosen: readonly number[]; readonly source: ListerWatcher<T> };
  /** The shards whose objects the cache has. */
  #held: readonly number[] = [];

  constructor(
    source: ListerWatcher<T>,
    options: {
      readonly shards: number;
      /** The shards whose objects are wanted now. */
      readonly chosen: () => readonly number[];
      /** The cache has the objects of other shards than before. */
      readonly onHeld: () => void;
    },
  ) {
    this.#source = source;
    this.#shards = options.shards;
    this.#chosen = options.chosen;
    this.#onHeld = options.onHeld;
    this.#selected = this.#select([]);
    this.listerWatcher = this.#listerWatcher();
  }

  /** Whether the server chooses; `undefined` before the first answer. */
  get byServer(): boolean | undefined {
    return this.#byServer;
  }

  /** Whether the cache has the objects of a shard, and a list that is under way will not take them out. */
  holds(shard: number): boolean {
    return this.#byServer === false || (this.#held.includes(shard) && this.#selected.chosen.includes(shard));
  }

  #listerWatcher(): ListerWatcher<T> {
    const { raw, supportsWatchList, logger, meter } = this.#source;
    return {
      supportsWatchList,
      logger,
      meter,
      list: async (options) => (await this.#listing(options)).list(options),
      watch: async (options) => {
        const source = await this.#watching(options);
        const events = await source.watch(options);
        if (options.sendInitialEvents === true) return this.#holdAtInitialEnd(events);
        this.#hold();
        return events;
      },
      raw: raw && {
        list: async (options, sink) => {
          const source = await this.#listing(options);
          return (source.raw ?? raw).list(options, sink);
        },
        watch: async (options, sink) => {
          const source = await this.#watching(options);
          // The watch that follows a list begins when the cache has the list.
          if (options.sendInitialEvents !== true) this.#hold();
          return (source.raw ?? raw).watch(options, {
            known: (key) => sink.known(key),
            onOpen: () => sink.onOpen(),
            onEvent: (type, entry) => sink.onEvent(type, entry),
            onBookmark: (version, end) => {
              const taken = sink.onBookmark(version, end);
              if (end) this.#hold();
              return taken;
            },
          });
        },
      },
    };
  }

  /** The source for a list; further pages ask for the shards of the first. */
  async #listing(options: ListOrWatchOptions): Promise<ListerWatcher<T>> {
    if (!(await this.#isByServer(options))) return this.#source;
    if (options.continue === undefined || options.continue === "") this.#selected = this.#select(this.#chosen());
    return this.#selected.source;
  }

  /** The source for a watch: that of the list before it, or one for the initial events. */
  async #watching(options: ListOrWatchOptions): Promise<ListerWatcher<T>> {
    if (!(await this.#isByServer(options))) return this.#source;
    if (options.sendInitialEvents === true) this.#selected = this.#select(this.#chosen());
    return this.#selected.source;
  }

  #select(chosen: readonly number[]): { readonly chosen: readonly number[]; readonly source: ListerWatcher<T> } {
    return { chosen, source: shardedSource(this.#source, { shards: this.#shards, chosen }) };
  }

  /** The same events. A caller that asks for the one after the initial events has put these into the cache. */
  async *#holdAtInitialEnd(events: AsyncIterable<WatchEvent<T>>): AsyncGenerator<WatchEvent<T>, void, undefined> {
    for await (const event of events) {
      yield event;
      if (event.type === "BOOKMARK" && event.initialEventsEnd === true) this.#hold();
    }
  }

  #hold(): void {
    this.#held = this.#selected.chosen;
    this.#onHeld();
  }

  async #isByServer({ signal }: ListOrWatchOptions): Promise<boolean> {
    if (this.#byServer !== undefined) return this.#byServer;
    const { source } = this.#select([]);
    try {
      // Without a version: a server that answers from its cache would ignore the limit.
      const { metadata } = await source.list({ limit: 1, signal });
      this.#byServer = metadata.shardInfo !== undefined;
    } catch (error) {
      // A server that knows the option and has it turned off may refuse it.
      if (!isBadRequest(error) && !isInvalid(error)) throw error;
      this.#byServer = false;
    }
    return this.#byServer;
  }
}

/** The options of a list or watch that are read here. */
interface ListOrWatchOptions {
  readonly continue?: string | undefined;
  readonly sendInitialEvents?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}
