import { describe, expect, it } from "vitest";
import { type Deltas, FIFOClosedError, isDeletedFinalStateUnknown, newest, RequeueError, tombstone } from "./delta.ts";
import { withResolvers } from "../util/index.ts";
import { DeltaFIFO } from "./delta-fifo.ts";
import { type Named, named } from "./test-support/objects.ts";

const known = (...objects: Named[]) => ({
  listKeys: () => objects.map(({ key }) => key),
  getByKey: (key: string) => objects.find((object) => object.key === key),
});

/** What waits, in short: `Added:1 Deleted:?2`; a question mark is a tombstone. */
const text = (deltas: Deltas<Named> | undefined): string =>
  (deltas ?? [])
    .map(({ type, object }) =>
      isDeletedFinalStateUnknown<Named>(object) ? `${type}:?${object.object?.value}` : `${type}:${object.value}`,
    )
    .join(" ");

async function popText(queue: DeltaFIFO<Named>): Promise<string> {
  let flag = false;
  const deltas = await queue.pop((_, isInInitialList) => {
    flag = isInInitialList;
  });
  return `${queue.keyOf(deltas)} ${text(deltas)}${flag ? " initial" : ""}`;
}

async function drain(queue: DeltaFIFO<Named>): Promise<string[]> {
  const all: string[] = [];
  while (queue.length > 0) all.push(await popText(queue));
  return all;
}

describe("DeltaFIFO", () => {
  it("hands each producer's changes out in that producer's order, none lost (B1)", async () => {
    const queue = new DeltaFIFO<Named>();
    const producers = Array.from({ length: 10 }, async (_, producer) => {
      for (let n = 0; n < 100; n++) {
        queue.add(named(`${producer}/${n}`, n));
        if (n % 7 === 0) await null;
      }
    });
    const seen = new Map<string, number[]>();
    for (let n = 0; n < 1000; n++) {
      const deltas = await queue.pop(() => {});
      const [producer, number] = queue.keyOf(deltas).split("/");
      seen.set(producer!, [...(seen.get(producer!) ?? []), Number(number)]);
    }
    await Promise.all(producers);
    expect(seen.size).toBe(10);
    for (const numbers of seen.values()) expect(numbers).toEqual(Array.from({ length: 100 }, (_, n) => n));
  });

  it("puts a fresh Replaced behind a deletion that still waits (B2)", async () => {
    const queue = new DeltaFIFO<Named>({ knownObjects: known(named("foo", 1), named("bar", 1)) });
    queue.delete(named("foo", 1));
    queue.replace([named("foo", 2)], "1");
    expect(await popText(queue)).toBe("foo Deleted:1 Replaced:2");
    expect(await popText(queue)).toBe("bar Deleted:?1");
  });

  for (const [how, options] of [
    ["with", { knownObjects: known() }],
    ["without", {}],
  ] as const) {
    const make = () => new DeltaFIFO<Named>(options);
    it(`makes a tombstone for what only the queue knew, ${how} known objects (B3)`, async () => {
      const queue = make();
      queue.add(named("a", 1));
      queue.replace([], "1");
      expect(await drain(queue)).toEqual(["a Added:1 Deleted:?1"]);
    });

    it(`deletes once what the next list does not have, ${how} known objects (B4)`, async () => {
      const queue = make();
      queue.replace([named("a", 1)], "1");
      queue.replace([], "2");
      expect(await drain(queue)).toEqual(["a Replaced:1 Deleted:?1 initial"]);
    });

    it(`makes no second deletion for what waits to be deleted, ${how} known objects (B5)`, async () => {
      const queue = make();
      queue.add(named("a", 1));
      queue.delete(named("a", 2));
      queue.replace([], "1");
      expect(await drain(queue)).toEqual(["a Added:1 Deleted:2"]);
    });

    it(`makes one tombstone for several lists that had the object, ${how} known objects (B6)`, async () => {
      const queue = make();
      queue.replace([named("a", 1)], "1");
      queue.replace([named("a", 1)], "1");
      queue.replace([], "2");
      expect(await drain(queue)).toEqual(["a Replaced:1 Replaced:1 Deleted:?1 initial"]);
    });

    it(`does not double the tombstone in two empty lists, ${how} known objects (B7)`, async () => {
      const queue = make();
      queue.add(named("a", 1));
      queue.replace([], "1");
      queue.replace([], "2");
      expect(await drain(queue)).toEqual(["a Added:1 Deleted:?1"]);
    });

    it(`keeps the newest state that waits in the tombstone, ${how} known objects (B8)`, async () => {
      const queue = make();
      queue.add(named("a", 1));
      queue.delete(named("a", 1));
      queue.add(named("a", 2));
      queue.replace([], "1");
      expect(await drain(queue)).toEqual(["a Added:1 Deleted:1 Added:2 Deleted:?2"]);
    });
  }

  it("gives add, update and delete of one key as one unit that ends in the delete (B9)", async () => {
    const queue = new DeltaFIFO<Named>();
    queue.add(named("foo", 10));
    queue.update(named("foo", 15));
    queue.delete(named("foo", 15));
    const deltas = await queue.pop(() => {});
    expect(deltas[0]).toEqual({ type: "Added", object: named("foo", 10) });
    expect(newest(deltas)).toEqual({ type: "Deleted", object: named("foo", 15) });
    expect(queue.tryPop(() => {})).toBe(false);
  });

  it("transforms each object once, and no tombstone (B10)", async () => {
    const queue = new DeltaFIFO<Named>({ transform: ({ key, value }) => named(key, `${value}!`) });
    queue.add(named("foo", 1));
    queue.update(named("foo", 2));
    queue.delete(tombstone("foo", named("foo", 2)));
    queue.replace([named("bar", 3)], "1");
    expect(await drain(queue)).toEqual(["foo Added:1! Updated:2! Deleted:?2", "bar Replaced:3!"]);
  });

  it("queues no deletion of an unknown key (B11)", async () => {
    const queue = new DeltaFIFO<Named>();
    queue.add(named("foo", 10));
    queue.update(named("bar", 15));
    queue.delete(named("baz", 10));
    expect(await drain(queue)).toEqual(["foo Added:10", "bar Updated:15"]);
  });

  it("queues the deletion of a key that only the store knows (B12)", async () => {
    const queue = new DeltaFIFO<Named>({ knownObjects: known(named("baz", 5)) });
    queue.add(named("foo", 10));
    queue.delete(named("baz", 10));
    expect(await drain(queue)).toEqual(["foo Added:10", "baz Deleted:10"]);
  });

  it("gives an add and a list of the same key once, with the newest state last (B13)", async () => {
    const queue = new DeltaFIFO<Named>();
    queue.add(named("foo", 10));
    queue.replace([named("foo", 15)], "0");
    expect(await drain(queue)).toEqual(["foo Added:10 Replaced:15"]);
    expect(queue.getByKey("foo")).toBeUndefined();
  });

  it("makes no Sync for a key whose deletion waits, nor for one that left the indexer (B14)", async () => {
    const queue = new DeltaFIFO<Named>({
      knownObjects: {
        listKeys: () => ["foo", "left"],
        getByKey: (key) => (key === "foo" ? named("foo", 5) : undefined),
      },
    });
    queue.delete(named("foo", 10));
    queue.resync();
    expect(await drain(queue)).toEqual(["foo Deleted:10"]);
  });

  it("makes exactly one Sync for a known key that does not wait (B15)", async () => {
    const queue = new DeltaFIFO<Named>({ knownObjects: known(named("foo", 5)) });
    queue.resync();
    queue.resync();
    expect(await drain(queue)).toEqual(["foo Sync:5"]);
  });

  it("keeps the deletion of what only waited: the consumer may have seen it (B16)", async () => {
    const queue = new DeltaFIFO<Named>();
    queue.add(named("foo", 1));
    queue.delete(named("foo", 2));
    expect(await drain(queue)).toEqual(["foo Added:1 Deleted:2"]);
  });

  it("makes tombstones with the last known or the newest waiting state (B17)", async () => {
    const objects = known(named("foo", 5), named("bar", 6), named("baz", 7));
    const queue = new DeltaFIFO<Named>({ knownObjects: objects, replaceType: "Sync" });
    queue.delete(named("baz", 10));
    queue.replace([named("foo", 5)], "0");
    expect(await drain(queue)).toEqual(["baz Deleted:10", "foo Sync:5", "bar Deleted:?6"]);
    const second = new DeltaFIFO<Named>({ knownObjects: objects, replaceType: "Sync" });
    second.add(named("baz", 10));
    second.replace([named("foo", 5)], "0");
    expect(await drain(second)).toEqual(["baz Added:10 Deleted:?10", "foo Sync:5", "bar Deleted:?6"]);
  });

  it("labels what a list has Replaced when that is asked for (B18)", async () => {
    const queue = new DeltaFIFO<Named>({
      knownObjects: known(named("foo", 5), named("bar", 6)),
      replaceType: "Replaced",
    });
    queue.delete(named("bar", 10));
    queue.replace([named("foo", 5)], "0");
    expect(await drain(queue)).toEqual(["bar Deleted:10", "foo Replaced:5"]);
  });

  it("lets an option decide between Sync and Replaced (B19)", () => {
    for (const replaceType of ["Sync", "Replaced"] as const) {
      const queue = new DeltaFIFO<Named>({ replaceType });
      queue.replace([named("foo", 5)], "0");
      expect(text(queue.getByKey("foo"))).toBe(`${replaceType}:5`);
    }
  });

  it("puts no Sync behind an update that waits (B20)", async () => {
    const queue = new DeltaFIFO<Named>({ knownObjects: known(named("foo", 5)) });
    queue.update(named("foo", 6));
    queue.resync();
    expect(await drain(queue)).toEqual(["foo Updated:6"]);
  });

  it("counts tombstones of the first list towards hasSynced (B21)", async () => {
    const queue = new DeltaFIFO<Named>({ knownObjects: known(named("foo", 5), named("bar", 6)) });
    queue.replace([named("foo", 5)], "0");
    expect(await popText(queue)).toBe("foo Replaced:5 initial");
    expect(queue.hasSynced()).toBe(false);
    expect(await popText(queue)).toBe("bar Deleted:?6 initial");
    expect(queue.hasSynced()).toBe(true);
  });

  it("never moves a waiting key ahead of others when it is added again (B22)", async () => {
    const queue = new DeltaFIFO<Named>();
    queue.add(named("foo", 10));
    queue.add(named("bar", 1));
    queue.add(named("foo", 11));
    queue.add(named("foo", 13));
    queue.add(named("zab", 30));
    expect(await popText(queue)).toBe("foo Added:10 Added:11 Added:13");
    queue.add(named("foo", 14));
    expect(await drain(queue)).toEqual(["bar Added:1", "zab Added:30", "foo Added:14"]);
  });

  it("gives the key of an object, a tombstone, a delta and a list of deltas (B23)", () => {
    const queue = new DeltaFIFO<Named>();
    const object = named("A", "a");
    expect(queue.keyOf(object)).toBe("A");
    expect(queue.keyOf(tombstone<Named>("D", undefined))).toBe("D");
    expect(queue.keyOf({ type: "Deleted", object })).toBe("A");
    expect(queue.keyOf([{ type: "Added", object }])).toBe("A");
    expect(queue.keyOf([{ type: "Deleted", object: tombstone("D", object) }])).toBe("D");
    expect(() => queue.keyOf([])).toThrow("no key");
    const objects = new DeltaFIFO<{ metadata: { name: string; namespace: string } }>();
    expect(objects.keyOf({ metadata: { name: "web", namespace: "shop" } })).toBe("shop/web");
  });

  it("has synced after a lone change, an empty list, or the last pop of a list (B24)", async () => {
    const queue = () => new DeltaFIFO<Named>();
    expect(queue().hasSynced()).toBe(false);
    const lone = queue();
    lone.add(named("a", 1));
    expect(lone.hasSynced()).toBe(true);
    const empty = queue();
    empty.replace([], "0");
    expect(empty.hasSynced()).toBe(true);
    const full = queue();
    full.replace([named("a", 1), named("b", 2)], "0");
    expect(full.hasSynced()).toBe(false);
    await full.pop(() => {});
    expect(full.hasSynced()).toBe(false);
    await full.pop(async () => {
      await null;
      expect(full.hasSynced()).toBe(false);
    });
    expect(full.hasSynced()).toBe(true);
  });

  it("ends every waiting pop when it is closed (B25)", async () => {
    const queue = new DeltaFIFO<Named>();
    const pops = Array.from({ length: 10 }, () => queue.pop(() => {}));
    const ends = Promise.allSettled(pops);
    queue.close();
    for (const end of await ends)
      expect(end).toMatchObject({ status: "rejected", reason: expect.any(FIFOClosedError) });
    expect(queue.closed).toBe(true);
  });

  it("takes an item back when its processing asks for that, unless newer deltas wait", async () => {
    const queue = new DeltaFIFO<Named>();
    queue.add(named("a", 1));
    await expect(
      queue.pop(() => {
        throw new RequeueError("later", { cause: new Error("busy") });
      }),
    ).rejects.toThrow("busy");
    expect(await popText(queue)).toBe("a Added:1");
    queue.add(named("a", 2));
    await expect(
      queue.pop(() => {
        queue.update(named("a", 3));
        throw new RequeueError();
      }),
    ).rejects.toThrow("process again");
    expect(await drain(queue)).toEqual(["a Updated:3"]);
    queue.add(named("a", 4));
    await expect(
      queue.pop(() => {
        throw new Error("plain");
      }),
    ).rejects.toThrow("plain");
    expect(queue.length).toBe(0);
  });

  it("lets a real final object win over a tombstone, whichever comes first", async () => {
    for (const order of ["real first", "tombstone first"]) {
      const queue = new DeltaFIFO<Named>({ knownObjects: known(named("a", 1)) });
      if (order === "real first") queue.delete(named("a", 2));
      queue.delete(tombstone("a", named("a", 1)));
      if (order === "tombstone first") queue.delete(named("a", 2));
      expect(await drain(queue), order).toEqual(["a Deleted:2"]);
    }
    const later = new DeltaFIFO<Named>({ knownObjects: known(named("a", 1)) });
    later.delete(tombstone("a", named("a", 1)));
    later.delete(tombstone("a", named("a", 2)));
    expect(await drain(later)).toEqual(["a Deleted:?2"]);
  });

  it("finds the deletion of what is being processed, of which the store does not know yet", async () => {
    const store = new Map<string, Named>();
    const { promise: gate, resolve: open } = withResolvers();
    const gone = new DeltaFIFO<Named>({
      knownObjects: { listKeys: () => [...store.keys()], getByKey: (key) => store.get(key) },
    });
    gone.add(named("watched", 1));
    gone.add(named("listed", 1));
    gone.add(named("deleted", 1));
    gone.delete(named("deleted", 2));
    const slow = [1, 2, 3].map(() =>
      gone.pop(async (deltas) => {
        await gate;
        if (gone.keyOf(deltas) !== "deleted") store.set(gone.keyOf(deltas), deltas[0]?.object as Named);
      }),
    );
    gone.delete(named("watched", 2));
    gone.delete(named("deleted", 2));
    expect(gone.listKeys()).toEqual(["watched"]);
    gone.replace([], "9");
    expect(gone.listKeys()).toEqual(["watched", "listed"]);
    open();
    await Promise.all(slow);
    expect(await drain(gone)).toEqual(["watched Deleted:2", "listed Deleted:?1"]);
    gone.delete(named("never", 1));
    gone.delete(named("deleted", 3));
    expect(gone.length).toBe(0);
  });

  it("makes no Sync for what is being processed: it may be on its way out", async () => {
    const queue = new DeltaFIFO<Named>({ knownObjects: known(named("a", 1), named("b", 1)) });
    queue.delete(named("a", 2));
    const { promise: gate, resolve: open } = withResolvers();
    const slow = queue.pop(() => gate);
    queue.resync();
    expect(queue.listKeys()).toEqual(["b"]);
    open();
    await slow;
    queue.resync();
    expect(queue.listKeys()).toEqual(["b", "a"]);
  });

  it("has synced when the processing of the last object of the first list is over, also when it failed", async () => {
    const queue = new DeltaFIFO<Named>();
    queue.replace([named("a", 1), named("b", 1)], "1");
    const { promise: gate, resolve: open } = withResolvers();
    const slow = queue.pop(() => gate);
    await expect(queue.pop(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(queue.hasSynced()).toBe(false);
    open();
    await slow;
    expect(queue.hasSynced()).toBe(true);
  });

  it("keeps the list's order, and of two objects with one key the later", async () => {
    const queue = new DeltaFIFO<Named>();
    queue.replace([named("b", 1), named("a", 1), named("b", 2)], "1");
    expect(await drain(queue)).toEqual(["b Replaced:2 initial", "a Replaced:1 initial"]);
  });

  it("knows of a key's second processing while the first ends", async () => {
    const queue = new DeltaFIFO<Named>({ knownObjects: known() });
    const gates = [withResolvers(), withResolvers()];
    const slow = gates.map(({ promise }, n) => {
      queue.add(named("a", n));
      return queue.pop(() => promise);
    });
    gates[0]?.resolve();
    await slow[0];
    queue.delete(named("a", 2));
    expect(queue.listKeys()).toEqual(["a"]);
    gates[1]?.resolve();
    await slow[1];
    await drain(queue);
    queue.delete(named("a", 3));
    expect(queue.listKeys()).toEqual([]);
  });

  it("hands out and takes back lists of deltas that no other code changes", async () => {
    const queue = new DeltaFIFO<Named>();
    queue.add(named("a", 1));
    (queue.getByKey("a") as unknown[]).pop();
    expect(text(queue.getByKey("a"))).toBe("Added:1");
    const taken = await queue.pop(() => {});
    queue.addIfNotPresent(taken);
    queue.update(named("a", 2));
    expect(text(taken)).toBe("Added:1");
    expect(await drain(queue)).toEqual(["a Added:1 Updated:2"]);
  });

  it("gives the newest state of what is gone, when one is being processed and a newer one waits", async () => {
    const queue = new DeltaFIFO<Named>({ knownObjects: known() });
    queue.add(named("a", 1));
    const gate = withResolvers();
    const slow = queue.pop(() => gate.promise);
    queue.update(named("a", 2));
    queue.replace([], "9");
    gate.resolve();
    await slow;
    expect(await drain(queue)).toEqual(["a Updated:2 Deleted:?2"]);
  });

  it("serves all waiting callers when a list comes", async () => {
    const queue = new DeltaFIFO<Named>();
    const pops = [popText(queue), popText(queue)];
    queue.replace([named("a", 1), named("b", 2)], "9");
    expect(await Promise.all(pops)).toEqual(["a Replaced:1 initial", "b Replaced:2 initial"]);
  });

  it("is a store of what waits", () => {
    const queue = new DeltaFIFO<Named>();
    queue.add(named("a", 1));
    queue.add(named("b", 2));
    queue.update(named("a", 3));
    expect(queue.listKeys()).toEqual(["a", "b"]);
    expect(queue.list()).toEqual([named("a", 3), named("b", 2)]);
    expect(text(queue.get(named("a", 0)))).toBe("Added:1 Updated:3");
  });
});
