import type { ListerWatcher } from "../../cache/index.ts";
import type { KubeObject, WatchEvent } from "../../meta/index.ts";
import { shardOf, shardSelectorOf } from "./shard-hash.ts";

/** Servers refuse an empty selection: this is the smallest range. */
const nothing = "shardRange(object.metadata.uid, '0x0000000000000000', '0x0000000000000001')";

/** Options of {@link shardedSource}. */
export interface ShardedSourceOptions {
  /** The number of all shards. */
  readonly shards: number;
  /** The shards that are wanted. Without any, the server is asked for a range that practically no object has. */
  readonly chosen: readonly number[];
}

/**
 * The objects of a source that lie in some shards, by their own uid. Each request asks the server to select them. A
 * server that cannot do that ignores it and sends everything: its lists lack `shardInfo`, and what lies in other shards
 * is dropped here. An object never moves to another shard, so events of other shards can be dropped too. Watches and
 * undecoded lists say too late or not at all whether the server has selected, so they are always filtered.
 */
export function shardedSource<T extends KubeObject>(
  source: ListerWatcher<T>,
  { shards, chosen }: ShardedSourceOptions,
): ListerWatcher<T> {
  const shardSelector = chosen.length === 0 ? nothing : shardSelectorOf(chosen, shards);
  const wanted = new Set(chosen);
  const isOurs = (uid: string | undefined): boolean => wanted.has(shardOf(uid ?? "", shards));
  const { raw, supportsWatchList, logger, meter } = source;
  return {
    supportsWatchList,
    logger,
    meter,
    async list(options) {
      const list = await source.list({ ...options, shardSelector });
      if (list.metadata.shardInfo !== undefined) return list;
      return { ...list, items: list.items.filter(({ metadata }) => isOurs(metadata?.uid)) };
    },
    async watch(options) {
      return filtered(await source.watch({ ...options, shardSelector }), isOurs);
    },
    raw: raw && {
      list: (options, sink) =>
        raw.list(
          { ...options, shardSelector },
          {
            known: (key) => sink.known(key),
            onItem: (entry) => {
              if (isOurs(entry.uid)) sink.onItem(entry);
            },
          },
        ),
      watch: (options, sink) =>
        raw.watch(
          { ...options, shardSelector },
          {
            known: (key) => sink.known(key),
            onOpen: () => sink.onOpen(),
            onBookmark: (version, end) => sink.onBookmark(version, end),
            onEvent: (type, entry) => (isOurs(entry.uid) ? sink.onEvent(type, entry) : undefined),
          },
        ),
    },
  };
}

async function* filtered<T extends KubeObject>(
  events: AsyncIterable<WatchEvent<T>>,
  isOurs: (uid: string | undefined) => boolean,
): AsyncGenerator<WatchEvent<T>, void, undefined> {
  for await (const event of events) if (event.type === "BOOKMARK" || isOurs(event.object.metadata?.uid)) yield event;
}
