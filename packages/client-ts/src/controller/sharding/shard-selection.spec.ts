import { describe, expect, it } from "vitest";
import { ConfigMap } from "../../api/core/v1.ts";
import { newListWatch, newSharedIndexInformer, type SharedIndexInformer } from "../../cache/index.ts";
import { StatusError } from "../../errors/index.ts";
import type { KubeObject } from "../../meta/index.ts";
import { defined, FakeClock, onAbort, withResolvers } from "../../util/index.ts";
import { fnv1a64, shardOf, shardSelectorOf } from "./shard-hash.ts";
import { ShardSelection } from "./shard-selection.ts";

const shards = 4;
const objects = Array.from({ length: 40 }, (_, i) => ({
  metadata: { name: `m${i}`, namespace: "shop", uid: `uid-${i}`, resourceVersion: `${i + 1}` },
}));
const never = new AbortController().signal;

/** The names of the objects of some shards. */
const namesOf = (chosen: readonly number[]): string[] =>
  objects.filter(({ metadata }) => chosen.includes(shardOf(metadata.uid, shards))).map(({ metadata }) => metadata.name);

/** What a server that can choose does. */
function chosenBy(selector: string): typeof objects {
  const ranges = [...selector.matchAll(/'(0x[0-9a-f]+)', '(0x[0-9a-f]+)'/g)].map(([, from = "", to = ""]) => ({
    from,
    to,
  }));
  return objects.filter(({ metadata }) => {
    const hash = fnv1a64(metadata.uid);
    return ranges.some(({ from, to }) => hash >= BigInt(from) && hash < BigInt(to));
  });
}

type Kind = "chooses" | "ignores" | "refuses";

/** A cache on a server that chooses by shard, ignores that, or refuses it. */
function start(selection: ShardSelection, clock: FakeClock, kind: Kind) {
  const asked: string[] = [];
  let answering = Promise.resolve();
  const cache = selection.newCache();
  const source = newListWatch<ConfigMap>({
    supportsWatchList: false,
    list: async ({ shardSelector, limit, resourceVersion }) => {
      // A list of any version comes from the cache of a server, which ignores limits.
      if (limit === 1) expect(resourceVersion).toBeUndefined();
      if (kind === "refuses" && shardSelector !== undefined)
        throw new StatusError({ code: 400, reason: "BadRequest", message: "the feature is off", status: "Failure" });
      if (limit !== 1) asked.push(shardSelector ?? "everything");
      if (limit !== 1) await answering;
      const metadata = {
        resourceVersion: "100",
        ...defined({ shardInfo: kind === "chooses" ? { selector: "…" } : undefined }),
      };
      const items = kind === "chooses" ? chosenBy(shardSelector ?? "") : objects;
      return { metadata, items: limit === 1 ? [] : items };
    },
    watch: async ({ signal }) =>
      (async function* () {
        await new Promise<void>((resolve) => onAbort(signal, () => resolve()));
      })(),
  });
  const informer = newSharedIndexInformer(cache.wrap(source), ConfigMap, { clock });
  cache.attach(informer as unknown as SharedIndexInformer<KubeObject>);
  const running = informer.run();
  const names = (): string[] => informer.indexer.list().map(({ metadata }) => metadata?.name ?? "");
  /** Lists are not answered before the function that this returns is called. */
  const pause = (): (() => void) => {
    const { promise, resolve } = withResolvers<void>();
    answering = promise;
    return resolve;
  };
  return { cache, informer, running, asked, names, pause, close: () => informer.close().then(() => running) };
}

describe("the shards that a cache holds", () => {
  it("are listed again when one is added, and are complete when `add` settles", async ({ onTestFinished }) => {
    const clock = new FakeClock();
    const selection = new ShardSelection(shards, clock);
    const { informer, names, asked, close } = start(selection, clock, "chooses");
    onTestFinished(close);
    await informer.waitForSync();
    expect(names()).toEqual([]);
    const added = Promise.all([selection.add(1, never), selection.add(3, never)]);
    await clock.advance(99);
    expect(names()).toEqual([]);
    await clock.advance(1);
    await added;
    expect(names().toSorted()).toEqual(namesOf([1, 3]).toSorted());
    // Both with one list, and no other after the first.
    expect(asked).toHaveLength(2);
    expect(asked[1]).toBe(shardSelectorOf([1, 3], shards));
    // Ours again before the work of the first time has ended: that end removes nothing.
    await selection.add(1, never);
    selection.remove(1);
    await clock.advance(5_000);
    expect(names().toSorted()).toEqual(namesOf([1, 3]).toSorted());
    selection.remove(1);
    await clock.advance(5_000);
    await expect.poll(() => names().toSorted()).toEqual(namesOf([3]).toSorted());
    await selection.add(3, never);
    expect(asked).toHaveLength(3);
  });

  it.each(["ignores", "refuses"] as const)("are all of them on a server that %s the choice", async (kind) => {
    const clock = new FakeClock();
    const selection = new ShardSelection(shards, clock);
    const { informer, names, asked, close } = start(selection, clock, kind);
    await informer.waitForSync();
    await selection.add(1, never);
    await clock.advance(10_000);
    expect(names()).toHaveLength(objects.length);
    expect(asked).toEqual(["everything"]);
    await close();
  });

  it("are all of them as soon as another part needs every object", async ({ onTestFinished }) => {
    const clock = new FakeClock();
    const selection = new ShardSelection(shards, clock);
    const { cache, informer, names, close } = start(selection, clock, "chooses");
    onTestFinished(close);
    await informer.waitForSync();
    cache.widen();
    await expect.poll(names).toHaveLength(objects.length);
  });

  it("are not waited for when the shard is lost again, or the cache is removed", async ({ onTestFinished }) => {
    const clock = new FakeClock();
    const selection = new ShardSelection(shards, clock);
    const { cache, informer, close } = start(selection, clock, "chooses");
    onTestFinished(close);
    await informer.waitForSync();
    const lost = new AbortController();
    const adding = selection.add(0, lost.signal);
    lost.abort();
    await adding;
    const other = selection.add(2, never);
    cache.remove();
    await other;
    selection.close();
  });

  it("are listed once more when a shard comes back while a list without it is under way", async ({
    onTestFinished,
  }) => {
    const clock = new FakeClock();
    const selection = new ShardSelection(shards, clock);
    const { informer, names, asked, pause, close } = start(selection, clock, "chooses");
    onTestFinished(close);
    await informer.waitForSync();
    const adding = selection.add(1, never);
    await clock.advance(100);
    await adding;
    const answer = pause();
    selection.remove(1);
    await clock.advance(5_000);
    await expect.poll(() => asked.length).toBe(3);
    let settled = false;
    const again = selection.add(1, never).then(() => {
      settled = true;
    });
    await clock.advance(0);
    expect(settled).toBe(false);
    answer();
    await clock.advance(100);
    await again;
    expect(names().toSorted()).toEqual(namesOf([1]).toSorted());
  });

  it("are not waited for when the shard is lost already, and not listed after the end", async ({ onTestFinished }) => {
    const clock = new FakeClock();
    const selection = new ShardSelection(shards, clock);
    const { informer, asked, close } = start(selection, clock, "chooses");
    onTestFinished(close);
    await informer.waitForSync();
    await selection.add(0, AbortSignal.abort());
    selection.close();
    selection.remove(0);
    await clock.advance(10_000);
    expect(asked).toHaveLength(1);
  });
});
