import { describe, expect, it } from "vitest";
import { type Entry, EntryContext, encodeEntry, plainEntry, SlabArena } from "../../codec/index.ts";
import { tombstone } from "../delta.ts";
import { LazyStore } from "../store/index.ts";
import { type Thing, thing } from "../test-support/scripted-source.ts";
import { StridedClock } from "../test-support/strided-clock.ts";
import type { CacheWriterOptions, ListenerSink } from "./cache-writer.ts";
import { writerOn } from "../test-support/writer-on.ts";
import type { InformerEvent } from "./events.ts";

const entry = (name: string, version: string): Entry<Thing> => plainEntry(thing(name, version));
const things = (count: number, version: string): Entry<Thing>[] =>
  Array.from({ length: count }, (_, n) => entry(`t${n}`, version));

/** A writer on a store of its own, and what it calls, in order. */
function writing(options: Partial<CacheWriterOptions<Thing>> = {}) {
  const store = new LazyStore<Thing>();
  const calls: string[] = [];
  const state = (): string =>
    [...store.entries()].map(({ key, resourceVersion }) => `${key}@${resourceVersion}`).join();
  const sink: ListenerSink<Thing> = {
    deliver: (event: InformerEvent<Thing>) => calls.push(`${event.constructor.name} ${event.key}`),
    deliverUnchanged: ({ key }) => calls.push(`unchanged ${key}`),
    deliverAdded: (entries) => calls.push(`added ${entries.length}`),
    present: () => sink,
  };
  const writer = writerOn(store, sink, {
    deliverAgain: (entries, key) => void calls.push(`again ${entries.length}${key === undefined ? "" : ` of ${key}`}`),
    onVersion: (version) => calls.push(`version ${version}: ${state()}`),
    onDisagreement: (what) => calls.push(what),
    onError: (error) => calls.push(String(error)),
    onAnomaly: (what) => calls.push(what),
    ...options,
  });
  return { writer, store, calls, state };
}

describe("the order of a cache's steps", () => {
  it("publishes a list's version when the store already shows the list, and calls handlers after that", () => {
    const { writer, calls } = writing();
    writer.apply({ type: "ReplacedAll", objects: [entry("a", "5")], resourceVersion: "10" }, true);
    writer.apply({ type: "ReplacedAll", objects: [entry("b", "15")], resourceVersion: "20" }, false);
    expect(calls).toEqual(["version 10: a@5", "added 1", "version 20: b@15", "DeleteEvent a", "added 1"]);
  });

  it("publishes the version of a change when the store already shows the change", () => {
    const { writer, calls } = writing();
    writer.apply({ type: "Added", object: entry("a", "5") }, false);
    writer.apply({ type: "Updated", object: entry("a", "6") }, false);
    writer.apply({ type: "Deleted", object: entry("a", "7") }, false);
    expect(calls).toEqual([
      "AddEvent a",
      "version 5: a@5",
      "UpdateEvent a",
      "version 6: a@6",
      "DeleteEvent a",
      "version 7: ",
    ]);
  });

  it("shows every change in the store before handlers are called, a tombstone's deletion too", () => {
    const shown: string[] = [];
    const { writer, store, state } = writing({
      listeners: {
        deliver: ({ type }) => shown.push(`${type}: ${state()}`),
        deliverUnchanged: () => {},
        deliverAdded: (entries) => shown.push(`added ${entries.length}: ${state()}`),
        present() {
          return this;
        },
      },
    });
    writer.apply({ type: "ReplacedAll", objects: [entry("a", "5"), entry("b", "6")], resourceVersion: "10" }, true);
    writer.apply({ type: "Added", object: entry("c", "11") }, false);
    writer.apply({ type: "Updated", object: entry("a", "12") }, false);
    writer.apply({ type: "Deleted", object: entry("a", "13") }, false);
    writer.apply({ type: "Deleted", object: tombstone("b", entry("b", "6")) }, false);
    writer.apply({ type: "ReplacedAll", objects: [], resourceVersion: "20" }, false);
    expect(shown).toEqual([
      "added 2: a@5,b@6",
      "add: a@5,b@6,c@11",
      "update: a@12,b@6,c@11",
      "delete: b@6,c@11",
      "delete: c@11",
      "delete: ",
    ]);
    expect(store.lastStoreSyncResourceVersion).toBe("20");
  });

  it("shows what has not changed to the handlers that are due for a resync, after a list of either form", () => {
    const { writer, calls } = writing();
    const a = entry("a", "5");
    writer.apply({ type: "ReplacedAll", objects: [a], resourceVersion: "10" }, true);
    calls.length = 0;
    writer.apply({ type: "ReplacedAll", objects: [a], resourceVersion: "20" }, false);
    writer.apply({ type: "Replaced", object: a }, false);
    expect(calls).toEqual(["version 20: a@5", "unchanged a", "unchanged a"]);
  });

  it("takes a deletion at the version that it has, and ignores the tombstone of what it does not have", () => {
    const { writer, calls, state } = writing();
    writer.apply({ type: "Added", object: entry("a", "5") }, false);
    calls.length = 0;
    writer.apply({ type: "Deleted", object: entry("a", "5") }, false);
    writer.apply({ type: "Deleted", object: tombstone<Entry<Thing>>("a", undefined) }, false);
    expect([calls, state()]).toEqual([["DeleteEvent a", "version 5: "], ""]);
  });

  it("stays at its version when an older state is refused, also where versions have no order", () => {
    const { writer, calls } = writing();
    writer.apply({ type: "ReplacedAll", objects: [entry("a", "9")], resourceVersion: "10" }, true);
    // Refused because it lies behind the list; a list with the same object shows that versions have no order.
    writer.apply({ type: "Added", object: entry("b", "3") }, false);
    writer.apply({ type: "ReplacedAll", objects: [entry("a", "9"), entry("b", "3")], resourceVersion: "4" }, false);
    calls.length = 0;
    writer.apply({ type: "Updated", object: entry("a", "8") }, false);
    expect(calls).toEqual(["older-state"]);
  });

  it("gives back what a list held that could not be taken in", () => {
    const { writer, store } = writing({
      transform: undefined,
      onError: () => {
        throw new Error("the reporter fails");
      },
      namespace: undefined,
    });
    const arena = new SlabArena();
    const context = new EntryContext({ freeze: "never" });
    const raw = (name: string, version: string): Entry<Thing> =>
      encodeEntry<Thing>(thing(name, version), context, arena);
    writer.apply({ type: "ReplacedAll", objects: [raw("a", "5")], resourceVersion: "10" }, true);
    const held = store.heldBytes();
    store.addIndexers({
      fails: ({ metadata }) => {
        if (metadata?.name === "c") throw new Error("no index");
        return [];
      },
    });
    expect(() =>
      writer.apply({ type: "ReplacedAll", objects: [raw("b", "15"), raw("c", "16")], resourceVersion: "20" }, false),
    ).toThrow("the reporter fails");
    expect(writer.isIncomplete).toBe(true);
    expect(store.heldBytes()).toBe(held);
    store.addIndexers({ later: () => ["x"] });
    expect(store.indexKeys("later", "x")).toEqual(["a"]);
  });

  it("does not bring back an older state of what a tombstone deleted, until the store is complete again (O3)", () => {
    const { writer, calls, state } = writing({ inOrder: false });
    writer.apply({ type: "Added", object: entry("a", "7") }, false);
    writer.apply({ type: "Deleted", object: tombstone("a", entry("a", "7")) }, false);
    writer.apply({ type: "Updated", object: entry("a", "6") }, false);
    expect([calls, state()]).toEqual([["AddEvent a", "DeleteEvent a", "older-state"], ""]);
    writer.settled("7");
    writer.apply({ type: "Added", object: entry("a", "8") }, false);
    expect(state()).toBe("a@8");
  });

  // The list is cut into pieces; the writer is closed after each possible number of them.
  for (const before of [0, 3_000]) {
    it(`takes nothing of a long list when closed within it, ${before} objects in the store before`, async () => {
      let closedWithin = 0;
      for (let turns = 0; turns < 400; turns++) {
        const { writer, calls, state } = writing({ clock: new StridedClock() });
        if (before > 0)
          await writer.apply({ type: "ReplacedAll", objects: things(before, "5"), resourceVersion: "10" }, true);
        calls.length = 0;
        const was = state();
        const done = writer.apply({ type: "ReplacedAll", objects: things(1_000, "15"), resourceVersion: "20" }, false);
        for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
        if (calls.length > 0) break;
        writer.close();
        closedWithin++;
        await done;
        expect([calls, state() === was]).toEqual([[], true]);
      }
      expect(closedWithin).toBeGreaterThan(0);
    });
  }
});
