import { describe, expect, it, onTestFinished } from "vitest";
import { metaNamespaceKeyFunc } from "../meta/index.ts";
import { type Deltas, newest } from "./delta.ts";
import { newDeltaFIFO } from "./delta-fifo.ts";
import { newFIFO } from "./fifo.ts";
import { newReflector } from "./new-reflector.ts";
import { newOrderedFIFO } from "./ordered-fifo.ts";
import type { ReflectorStore } from "./queue.ts";
import {
  newExpirationStore,
  newIndexer,
  newStore,
  newThreadSafeStore,
  newTTLStore,
  newUndeltaStore,
  ttlPolicy,
  type ThreadSafeStore,
} from "./store/index.ts";
import { ThingKind } from "./test-support/informing.ts";
import { listOf, ScriptedSource, type Thing, thing } from "./test-support/scripted-source.ts";

const versionOf = (object: unknown): string => {
  const { metadata } = object as Thing;
  return `${metadata?.name}@${metadata?.resourceVersion}`;
};

/** Lists a and b, then adds c, changes a and deletes b. */
async function reflect(store: ReflectorStore<Thing> | ThreadSafeStore<Thing>): Promise<void> {
  const source = new ScriptedSource();
  const unexpected: unknown[] = [];
  const reflector = newReflector(source, ThingKind, store, {
    onUnexpectedError: (error) => void unexpected.push(error),
  });
  onTestFinished(() => reflector.close());
  void reflector.run();
  await (await source.nextList()).answer(listOf("5", [thing("a", "1"), thing("b", "2")]));
  const watch = await source.nextWatch();
  await watch.added(thing("c", "6"));
  await watch.modified(thing("a", "7"));
  await watch.deleted(thing("b", "8"));
  await watch.bookmark("9");
  expect(unexpected).toEqual([]);
  expect(reflector.lastSyncResourceVersion).toBe("9");
}

describe("newReflector", () => {
  const stores = {
    newStore: () => newStore<Thing>(metaNamespaceKeyFunc),
    newIndexer: () => newIndexer<Thing>(metaNamespaceKeyFunc, { name: "metadata.name" }),
    newThreadSafeStore: () => newThreadSafeStore<Thing>(),
    newTTLStore: () => newTTLStore<Thing>(metaNamespaceKeyFunc, 60_000),
    newExpirationStore: () => newExpirationStore<Thing>(metaNamespaceKeyFunc, ttlPolicy(60_000)),
    newUndeltaStore: () => newUndeltaStore<Thing>(() => {}, metaNamespaceKeyFunc),
  };
  for (const [name, make] of Object.entries(stores)) {
    it(`fills the store that ${name} makes`, async () => {
      const store = make();
      await reflect(store);
      expect(store.list().map(versionOf)).toEqual(["a@7", "c@6"]);
      expect(store.lastStoreSyncResourceVersion).toBe("9");
    });
  }

  it("keeps objects of another kind out of the store, unless its resource has no kind", async () => {
    for (const kind of [ThingKind.kind, ""]) {
      const source = new ScriptedSource();
      const store = newStore<Thing>(metaNamespaceKeyFunc);
      const reflector = newReflector(source, { ...ThingKind, kind }, store, { onWatchError: () => {} });
      onTestFinished(() => reflector.close());
      void reflector.run();
      await (await source.nextList()).answer(listOf("5", []));
      const watch = await source.nextWatch();
      await watch.added({ ...thing("other", "6"), kind: "Other" }, thing("a", "7"));
      expect(store.listKeys()).toEqual(kind === "" ? ["other", "a"] : ["a"]);
    }
  });

  it("fills a DeltaFIFO, a FIFO and an OrderedFIFO of objects", async () => {
    const deltas = newDeltaFIFO<Thing>({ keyOf: metaNamespaceKeyFunc });
    await reflect(deltas);
    const byKey: string[] = [];
    while (deltas.length > 0)
      await deltas.pop((item: Deltas<Thing>) => {
        byKey.push(`${item.map(({ type }) => type).join(" ")} ${versionOf(newest(item)!.object)}`);
      });
    expect(byKey).toEqual(["Replaced Updated a@7", "Replaced Deleted b@8", "Added c@6"]);
    const newestOnly = newFIFO<Thing>({ keyOf: metaNamespaceKeyFunc });
    await reflect(newestOnly);
    expect(newestOnly.list().map(versionOf)).toEqual(["a@7", "c@6"]);
    const ordered = newOrderedFIFO<Thing>({ keyOf: metaNamespaceKeyFunc });
    await reflect(ordered);
    const types: string[] = [];
    while (ordered.length > 0) await ordered.pop(({ type }) => void types.push(type));
    expect(types).toEqual(["ReplacedAll", "Added", "Updated", "Deleted", "Bookmark"]);
  });
});
