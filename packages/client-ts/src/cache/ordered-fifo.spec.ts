import { describe, expect, it } from "vitest";
import { type Delta, FIFOClosedError, isDeletedFinalStateUnknown, RequeueError, tombstone } from "./delta.ts";
import { withResolvers } from "../util/index.ts";
import { OrderedFIFO, type OrderedFIFOOptions } from "./ordered-fifo.ts";
import { type Named, named } from "./test-support/objects.ts";

const known = (...objects: Named[]) => ({
  listKeys: () => objects.map(({ key }) => key),
  getByKey: (key: string) => objects.find((object) => object.key === key),
});
const apart = (options: OrderedFIFOOptions<Named> = {}) =>
  new OrderedFIFO<Named>({ knownObjects: known(), ...options });

function text(delta: Delta<Named>): string {
  switch (delta.type) {
    case "ReplacedAll":
      return `ReplacedAll@${delta.resourceVersion} [${delta.objects.map(keyAndValue).join(" ")}]`;
    case "SyncAll":
      return "SyncAll";
    case "Bookmark":
      return `Bookmark@${delta.resourceVersion}`;
    default: {
      const { object } = delta;
      return isDeletedFinalStateUnknown<Named>(object)
        ? `${delta.type} ${object.key}=?${object.object?.value}`
        : `${delta.type} ${object.key}=${object.value}`;
    }
  }
}

function keyAndValue({ key, value }: Named): string {
  return `${key}=${value}`;
}

async function drain(queue: OrderedFIFO<Named>): Promise<string[]> {
  const all: string[] = [];
  while (queue.length > 0)
    await queue.pop((delta, initial) => void all.push(text(delta) + (initial ? " initial" : "")));
  return all;
}

describe("OrderedFIFO", () => {
  it("keeps each producer's order (B26)", async () => {
    const queue = apart();
    const producers = Array.from({ length: 5 }, async (_, producer) => {
      for (let n = 0; n < 100; n++) {
        queue.update(named(`p${producer}`, n));
        if (n % 3 === 0) await null;
      }
    });
    const seen = new Map<string, unknown[]>();
    for (let n = 0; n < 500; n++) {
      await queue.pop((delta) => {
        const { key, value } = (delta as { object: Named }).object;
        seen.set(key, [...(seen.get(key) ?? []), value]);
      });
    }
    await Promise.all(producers);
    for (const values of seen.values()) expect(values).toEqual(Array.from({ length: 100 }, (_, n) => n));
  });

  it("gathers nothing: add, update and delete of one key are three pops (B27)", async () => {
    const queue = apart();
    queue.add(named("a", 1));
    queue.update(named("a", 2));
    queue.delete(named("a", 3));
    expect(await drain(queue)).toEqual(["Added a=1", "Updated a=2", "Deleted a=3"]);
  });

  it("transforms each object once and keeps the order of arrival (B28)", async () => {
    const queue = apart({ transform: ({ key, value }) => named(key, `${value}!`) });
    queue.add(named("a", 1));
    queue.delete(named("a", 1));
    queue.delete(tombstone("b", named("b", 2)));
    queue.replace([named("c", 3)], "1");
    expect(await drain(queue)).toEqual(["Added a=1!", "Deleted a=1!", "Deleted b=?2", "Replaced c=3!"]);
  });

  it("queues the deletion of an unknown key (B29)", async () => {
    const queue = new OrderedFIFO<Named>();
    queue.delete(named("x", 1));
    expect(await drain(queue)).toEqual(["Deleted x=1"]);
  });

  it("queues the deletion of a key that is known (B30)", async () => {
    const queue = apart({ knownObjects: known(named("x", 1)) });
    queue.delete(named("x", 1));
    queue.delete(named("y", 1));
    expect(await drain(queue)).toEqual(["Deleted x=1", "Deleted y=1"]);
  });

  it("puts the list's object behind its deletion that waits (B31)", async () => {
    const queue = apart({ knownObjects: known(named("foo", 1)) });
    queue.delete(named("foo", 1));
    queue.replace([named("foo", 2)], "1");
    expect(await drain(queue)).toEqual(["Deleted foo=1", "Replaced foo=2"]);
  });

  it("makes one tombstone, with the newest waiting state, for what only the queue knew (B32)", async () => {
    const queue = apart();
    queue.add(named("a", 1));
    queue.delete(named("a", 1));
    queue.add(named("a", 2));
    queue.replace([], "1");
    queue.replace([], "2");
    expect(await drain(queue)).toEqual(["Added a=1", "Deleted a=1", "Added a=2", "Deleted a=?2"]);
  });

  it("does not queue bookmarks when it is not atomic (B33)", () => {
    const queue = apart();
    queue.bookmark("7");
    expect(queue.length).toBe(0);
  });

  it("gives an add and the list's object of one key one after the other (B34)", async () => {
    const queue = apart();
    queue.add(named("a", 1));
    queue.replace([named("a", 2)], "1");
    expect(await drain(queue)).toEqual(["Added a=1", "Replaced a=2"]);
  });

  it("makes one Sync for each known key unless something of it waits (B35)", async () => {
    const queue = apart({ knownObjects: known(named("a", 1), named("b", 2), named("c", 3)) });
    queue.delete(named("a", 1));
    queue.update(named("b", 5));
    queue.resync();
    queue.resync();
    expect(await drain(queue)).toEqual(["Deleted a=1", "Updated b=5", "Sync c=3"]);
  });

  it("delivers the deletion after an add that was not processed (B36)", async () => {
    const queue = apart();
    queue.add(named("a", 1));
    queue.delete(named("a", 2));
    expect(await drain(queue)).toEqual(["Added a=1", "Deleted a=2"]);
  });

  it("queues tombstones before the objects of the list; the waiting state wins over the known one (B37)", async () => {
    const queue = apart({ knownObjects: known(named("foo", 5), named("bar", 6), named("baz", 7)) });
    queue.add(named("baz", 10));
    queue.replace([named("foo", 5)], "1");
    expect(await drain(queue)).toEqual(["Added baz=10", "Deleted baz=?10", "Deleted bar=?6", "Replaced foo=5"]);
  });

  it("makes no tombstone for a key that waits to be deleted, and one for a key that came back (B38)", async () => {
    const queue = apart({ knownObjects: known(named("foo", 5), named("bar", 6)) });
    queue.delete(named("bar", 10));
    queue.replace([named("foo", 5)], "1");
    expect(await drain(queue)).toEqual(["Deleted bar=10", "Replaced foo=5"]);
    queue.delete(named("bar", 10));
    queue.add(named("bar", 100));
    queue.replace([named("foo", 5)], "1");
    expect(await drain(queue)).toEqual(["Deleted bar=10", "Added bar=100", "Deleted bar=?100", "Replaced foo=5"]);
  });

  it("says of every pop of the first list, tombstones included, that it is initial (B39)", async () => {
    const queue = apart({ knownObjects: known(named("foo", 5), named("bar", 6)) });
    queue.replace([named("foo", 5)], "1");
    queue.add(named("new", 1));
    expect(await drain(queue)).toEqual(["Deleted bar=?6 initial", "Replaced foo=5 initial", "Added new=1"]);
    expect(queue.hasSynced()).toBe(true);
  });

  it("keeps strict order of arrival, duplicates in their own places (B40)", async () => {
    const queue = apart();
    for (const [key, value] of [
      ["foo", 10],
      ["bar", 1],
      ["foo", 11],
      ["foo", 13],
      ["zab", 30],
    ] as const)
      queue.add(named(key, value));
    expect(await drain(queue)).toEqual(["Added foo=10", "Added bar=1", "Added foo=11", "Added foo=13", "Added zab=30"]);
  });

  it("gives keys of objects, tombstones and deltas (B41)", () => {
    const queue = apart();
    expect(queue.keyOf(named("A", 1))).toBe("A");
    expect(queue.keyOf(tombstone<Named>("D", undefined))).toBe("D");
    expect(queue.keyOf([{ type: "Added", object: named("A", 1) }])).toBe("A");
  });

  it("has synced when every object of the first list is processed, duplicates too (B42)", async () => {
    const queue = apart();
    expect(queue.hasSynced()).toBe(false);
    queue.replace([named("a", 1), named("a", 2)], "1");
    await queue.pop(() => {});
    expect(queue.hasSynced()).toBe(false);
    await queue.pop(() => expect(queue.hasSynced()).toBe(false));
    expect(queue.hasSynced()).toBe(true);
    const empty = new OrderedFIFO<Named>();
    empty.replace([], "1");
    expect(empty.hasSynced()).toBe(false);
    await empty.pop(() => {});
    expect(empty.hasSynced()).toBe(true);
    const lone = new OrderedFIFO<Named>();
    lone.add(named("a", 1));
    expect(lone.hasSynced()).toBe(true);
  });

  it("ends every waiting pop when it is closed (B43)", async () => {
    const queue = apart();
    const ends = Promise.allSettled([queue.pop(() => {}), queue.pop(() => {})]);
    queue.close();
    for (const end of await ends)
      expect(end).toMatchObject({ status: "rejected", reason: expect.any(FIFOClosedError) });
  });

  it("queues an atomic list, a bookmark and what came before as deltas in order (B49)", async () => {
    const queue = new OrderedFIFO<Named>();
    queue.add(named("a", 1));
    queue.replace([named("a", 2), named("b", 1)], "5");
    queue.replace([], "6");
    queue.bookmark("7");
    expect(queue.length).toBe(4);
    expect(await drain(queue)).toEqual(["Added a=1", "ReplacedAll@5 [a=2 b=1]", "ReplacedAll@6 []", "Bookmark@7"]);
  });

  it("hands the complete list over in one pop (B50)", async () => {
    const queue = new OrderedFIFO<Named>();
    queue.replace([named("a", 1), named("b", 2)], "5");
    expect(queue.hasSynced()).toBe(false);
    expect(await drain(queue)).toEqual(["ReplacedAll@5 [a=1 b=2] initial"]);
    expect(queue.hasSynced()).toBe(true);
    queue.add(named("x", 1));
    queue.replace([named("a", 1)], "6");
    queue.add(named("y", 1));
    expect(await drain(queue)).toEqual(["Added x=1", "ReplacedAll@6 [a=1]", "Added y=1"]);
  });

  it("queues a resync as one delta when it is atomic (B51)", async () => {
    const queue = new OrderedFIFO<Named>();
    queue.resync();
    expect(await drain(queue)).toEqual(["SyncAll"]);
  });

  it("keeps a long queue in order while it is consumed", async () => {
    const queue = new OrderedFIFO<Named>();
    for (let n = 0; n < 5000; n++) queue.add(named("a", n));
    for (let n = 0; n < 3000; n++)
      await queue.pop((delta) => expect((delta as { object: Named }).object.value).toBe(n));
    for (let n = 5000; n < 6000; n++) queue.add(named("a", n));
    for (let n = 3000; n < 6000; n++)
      await queue.pop((delta) => expect((delta as { object: Named }).object.value).toBe(n));
    expect(queue.length).toBe(0);
  });

  it("makes a tombstone for what is being processed, of which the store does not know yet", async () => {
    const store = new Map<string, Named>();
    const queue = apart({ knownObjects: { listKeys: () => [...store.keys()], getByKey: (key) => store.get(key) } });
    queue.add(named("listed", 1));
    queue.delete(named("deleted", 1));
    queue.add(named("kept", 1));
    const { promise: gate, resolve: open } = withResolvers();
    const process = (): Promise<void> => gate;
    const slow = [1, 2, 3].map(() => queue.pop(process));
    store.set("listed", named("listed", 1));
    queue.resync();
    expect(queue.length).toBe(0);
    store.clear();
    queue.replace([named("kept", 2)], "9");
    open();
    await Promise.all(slow);
    expect(await drain(queue)).toEqual(["Deleted listed=?1", "Replaced kept=2"]);
    store.set("listed", named("listed", 1));
    queue.resync();
    expect(await drain(queue)).toEqual(["Sync listed=1"]);
    store.clear();
    queue.replace([], "10");
    expect(queue.length).toBe(0);
  });

  it("has synced when the processing of the last object of the first list is over, also when it failed", async () => {
    for (const queue of [new OrderedFIFO<Named>(), apart()]) {
      queue.replace([named("a", 1)], "1");
      const { promise: gate, resolve: open } = withResolvers();
      const slow = queue.pop(() => gate.then(() => Promise.reject(new Error("no"))));
      expect(queue.hasSynced()).toBe(false);
      open();
      await expect(slow).rejects.toThrow(/^no$/);
      expect(queue.hasSynced()).toBe(true);
    }
    const thrown = new OrderedFIFO<Named>();
    thrown.replace([named("a", 1)], "1");
    const process = () => {
      expect(thrown.hasSynced()).toBe(false);
      throw new Error("at once");
    };
    expect(() => thrown.tryPop(process)).toThrow("at once");
    expect(thrown.hasSynced()).toBe(true);
  });

  it("puts nothing back that a list which waits says more about", async () => {
    const requeue = (queue: OrderedFIFO<Named>, meanwhile: () => void): Promise<unknown> =>
      queue
        .pop(() => {
          meanwhile();
          throw new RequeueError();
        })
        .catch(() => {});
    const one = new OrderedFIFO<Named>();
    one.add(named("a", 1));
    await requeue(one, () => one.replace([named("b", 1)], "2"));
    expect(await drain(one)).toEqual(["ReplacedAll@2 [b=1]"]);
    const all = new OrderedFIFO<Named>();
    all.replace([named("a", 1)], "1");
    await requeue(all, () => all.replace([named("b", 1)], "2"));
    expect(await drain(all)).toEqual(["ReplacedAll@2 [b=1]"]);
    // A bookmark or a resync that could not be processed is not worth another try.
    all.bookmark("3");
    await requeue(all, () => {});
    all.resync();
    await requeue(all, () => {});
    expect(all.length).toBe(0);
  });

  it("has not synced because of a bookmark", async () => {
    const queue = new OrderedFIFO<Named>();
    queue.bookmark("3");
    await drain(queue);
    expect(queue.hasSynced()).toBe(false);
    queue.replace([], "4");
    await drain(queue);
    expect(queue.hasSynced()).toBe(true);
  });

  it("puts a delta back that asks to be processed again, unless newer ones wait", async () => {
    const queue = new OrderedFIFO<Named>();
    queue.add(named("a", 1));
    queue.add(named("b", 1));
    const again = () => {
      throw new RequeueError();
    };
    await expect(queue.pop(again)).rejects.toThrow();
    queue.update(named("b", 2));
    await expect(queue.pop(again)).rejects.toThrow();
    expect(await drain(queue)).toEqual(["Added a=1", "Updated b=2"]);
    queue.replace([named("a", 1)], "5");
    queue.bookmark("6");
    await expect(queue.pop(again)).rejects.toThrow();
    expect(await drain(queue)).toEqual(["ReplacedAll@5 [a=1]", "Bookmark@6"]);
  });

  it("puts neither a bookmark nor a resync back: the next one says the same", () => {
    const queue = new OrderedFIFO<Named>();
    queue.addIfNotPresent({ type: "SyncAll" });
    queue.addIfNotPresent({ type: "Bookmark", resourceVersion: "3" });
    expect(queue.length).toBe(0);
  });

  it("deletes what is being processed once, though it is known too", async () => {
    const queue = apart({ knownObjects: known(named("a", 0)) });
    queue.add(named("a", 1));
    const gate = withResolvers();
    const slow = queue.pop(() => gate.promise);
    queue.replace([], "5");
    gate.resolve();
    await slow;
    expect(await drain(queue)).toEqual(["Deleted a=?1"]);
  });

  it("remembers what is being processed until the last of it was processed", async () => {
    const queue = apart();
    const gates = [withResolvers(), withResolvers()];
    queue.add(named("a", 1));
    queue.update(named("a", 2));
    const pops = gates.map(({ promise }) => queue.pop(() => promise));
    gates[0]?.resolve();
    await pops[0];
    queue.replace([], "6");
    gates[1]?.resolve();
    await pops[1];
    expect(await drain(queue)).toEqual(["Deleted a=?2"]);
  });

  it("serves all waiting callers when a list comes", async () => {
    const queue = apart();
    const pops = [queue.pop(() => {}), queue.pop(() => {})];
    queue.replace([named("a", 1), named("b", 2)], "9");
    expect((await Promise.all(pops)).map(text)).toEqual(["Replaced a=1", "Replaced b=2"]);
  });

  it("hands nothing out any more once it is closed", () => {
    const queue = new OrderedFIFO<Named>();
    queue.add(named("a", 1));
    queue.close();
    expect(queue.tryPop(() => expect.unreachable("it is closed"))).toBe(false);
  });
});
