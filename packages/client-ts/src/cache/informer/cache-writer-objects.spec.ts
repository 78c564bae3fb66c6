import { describe, expect, it } from "vitest";
import { bodyOf } from "../../codec/test-support/bodies.ts";
import { type Entry, plainEntry, readList } from "../../codec/index.ts";
import { LazyStore } from "../store/index.ts";
import { type Thing, thing } from "../test-support/scripted-source.ts";
import type { CacheWriter, CacheWriterOptions, ListenerSink } from "./cache-writer.ts";
import { writerOn } from "../test-support/writer-on.ts";

const entry = (name: string, version: string): Entry<Thing> => plainEntry(thing(name, version, { namespace: "shop" }));

/** A writer on a store of its own, the events that it delivers, and what it reports. */
function writing(options: Partial<CacheWriterOptions<Thing>> = {}) {
  const store = new LazyStore<Thing>();
  const events: string[] = [];
  const reports: string[] = [];
  const sink: ListenerSink<Thing> = {
    deliver: (event) =>
      events.push(`${event.type} ${event.key}${event.type === "add" && event.isInInitialList ? " (initial)" : ""}`),
    deliverUnchanged: ({ key }) => events.push(`unchanged ${key}`),
    deliverAdded: (entries, initial) => events.push(`added ${entries.length}${initial ? " (initial)" : ""}`),
    present: () => sink,
  };
  const writer = writerOn(store, sink, {
    onDisagreement: (what) => reports.push(what),
    onError: (error) => reports.push((error as Error).message),
    onAnomaly: (what) => reports.push(what),
    ...options,
  });
  return { writer, store, events, reports };
}

describe("a transform", () => {
  it("may change the object that it gets, also one that is frozen, and not its identity", () => {
    const frozen = plainEntry(thing("a", "5", { value: 1 }), { freeze: "always" });
    expect(Object.isFrozen(frozen.object)).toBe(true);
    const { writer, store, reports } = writing({
      transform: (object) => {
        object.spec = { value: 2 };
        return object;
      },
    });
    writer.apply({ type: "Added", object: frozen }, false);
    expect(reports).toEqual([]);
    expect(store.getByKey("a")?.spec?.value).toBe(2);
    expect((frozen.object as Thing).spec?.value).toBe(1);
  });

  it.each([
    ["name", { name: "other" }],
    ["namespace", { namespace: "other" }],
    ["uid", { uid: "other" }],
    ["resourceVersion", { resourceVersion: "6" }],
  ])("that changes the %s keeps the object out, and is counted and reported", (_what, metadata) => {
    const { writer, store, reports } = writing({
      transform: (object) => ({ ...object, metadata: { ...object.metadata, ...metadata } }),
    });
    writer.apply({ type: "Added", object: entry("a", "5") }, false);
    expect(store.listKeys()).toEqual([]);
    expect(reports).toEqual([
      "failed-transform",
      "the transform changed name, namespace, uid or resourceVersion of shop/a",
    ]);
  });

  it("gives objects that are frozen as the cache's other objects are, with the managed fields that it kept", () => {
    const managedFields = [{ manager: "kubectl" }];
    for (const freeze of ["always", "never"] as const) {
      const { writer, store } = writing({
        freeze,
        transform: (object) => ({ ...object, metadata: { ...object.metadata, managedFields } }),
      });
      writer.apply({ type: "Added", object: entry("a", "5") }, false);
      const stored = store.getByKey("shop/a");
      expect(Object.isFrozen(stored)).toBe(freeze === "always");
      expect(stored?.metadata?.managedFields).toEqual(managedFields);
    }
  });
});

describe("a deletion", () => {
  it("shows the last state transformed, and the one that is stored when that cannot be transformed", () => {
    const deleted: unknown[] = [];
    const sink: ListenerSink<Thing> = {
      deliver: (event) => event.type === "delete" && deleted.push([event.object?.spec?.value, event.resourceVersion]),
      deliverUnchanged: () => {},
      deliverAdded: () => {},
      present: () => sink,
    };
    const { writer, reports } = writing({
      listeners: sink,
      transform: (object) => {
        if (object.spec?.value === "bad") throw new Error("cannot");
        return { ...object, spec: { value: "hidden" } };
      },
    });
    const state = (version: string, value: string): Entry<Thing> => plainEntry(thing("a", version, { value }));
    writer.apply({ type: "Added", object: state("5", "secret") }, false);
    writer.apply({ type: "Deleted", object: state("6", "secret") }, false);
    writer.apply({ type: "Added", object: state("7", "secret") }, false);
    writer.apply({ type: "Deleted", object: state("8", "bad") }, false);
    expect(deleted).toEqual([
      ["hidden", "6"],
      ["hidden", "7"],
    ]);
    expect(reports).toEqual(["failed-transform", "cannot"]);
  });
});

describe("what a first list adds", () => {
  it("is marked as initial, also when there were objects before", () => {
    const { writer, events } = writing();
    writer.apply({ type: "Added", object: entry("a", "5") }, false);
    writer.apply(
      { type: "ReplacedAll", objects: [entry("new", "4"), entry("a", "6"), entry("b", "7")], resourceVersion: "10" },
      true,
    );
    writer.apply({ type: "Replaced", object: entry("c", "8") }, true);
    expect(events).toEqual([
      "add shop/a",
      "added 1 (initial)",
      "update shop/a",
      "add shop/b (initial)",
      "add shop/c (initial)",
    ]);
  });
});

describe("the objects that a list adds", () => {
  const names = ["a", "b", "c", "d"];
  const cases: [string, Partial<CacheWriterOptions<Thing>>, known: string[], added: string[], others: string[]][] = [
    ["all of it", {}, [], ["a", "b", "c", "d"], []],
    ["without those that a transform takes out", { transform: without("b") }, [], ["a", "c", "d"], []],
    ["without the last, that a transform takes out", { transform: without("d") }, [], ["a", "b", "c"], []],
    ["without the first, that a transform takes out", { transform: without("a") }, [], ["b", "c", "d"], []],
    ["up to the first that is known", {}, ["c"], ["a", "b"], ["update shop/c", "add shop/d"]],
    ["none before the first that is known", {}, ["a"], [], ["update shop/a", "add shop/b", "add shop/c", "add shop/d"]],
    ["up to the known one at the end", {}, ["d"], ["a", "b", "c"], ["update shop/d"]],
  ];

  /** A transform that fails for one object, which keeps it out. */
  function without(name: string) {
    return (object: Thing): Thing => {
      if (object.metadata?.name === name) throw new Error("no");
      return object;
    };
  }

  it.each(cases)("are delivered together: %s", (_what, options, known, added, others) => {
    const seen: { added: string[]; others: string[] } = { added: [], others: [] };
    const sink: ListenerSink<Thing> = {
      deliver: ({ type, key }) => seen.others.push(`${type} ${key}`),
      deliverUnchanged: () => {},
      deliverAdded: (entries) => seen.added.push(...entries.map(({ name }) => name)),
      present: () => sink,
    };
    const { writer } = writing({ listeners: sink, ...options });
    for (const name of known) writer.apply({ type: "Added", object: entry(name, "1") }, false);
    seen.others.length = 0;
    const objects = names.map((name) => entry(name, "5"));
    writer.apply({ type: "ReplacedAll", objects, resourceVersion: "10" }, false);
    expect(seen).toEqual({ added, others });
    expect(objects.map(({ name }) => name)).toEqual(names);
  });
});

describe("an object of a list", () => {
  const listed = (writer: CacheWriter<Thing>, version: string, ...objects: Entry<Thing>[]) =>
    writer.apply({ type: "ReplacedAll", objects, resourceVersion: version }, false);

  it("without a version is taken as it is each time, because nothing says that it is the same", () => {
    const { writer, store, events } = writing();
    listed(writer, "10", plainEntry(thing("a", "", { value: 1 })));
    listed(writer, "20", plainEntry(thing("a", "", { value: 2 })));
    expect(store.getByKey("a")?.spec?.value).toBe(2);
    expect(events).toEqual(["added 1", "update a"]);
  });

  it("with another uid is another object, whatever its version", () => {
    const { writer, events } = writing();
    listed(writer, "10", plainEntry(thing("a", "5")));
    listed(writer, "20", plainEntry(thing("a", "5", { uid: "second" })));
    writer.apply({ type: "Updated", object: plainEntry(thing("a", "5", { uid: "third" })) }, false);
    expect(events).toEqual(["added 1", "delete a", "add a", "delete a", "add a"]);
  });

  it("of a namespace that begins as the source's own is refused", () => {
    const store = new LazyStore<Thing>({ namespaces: ["a", "ab"] });
    const { writer, reports } = writing({ store, namespace: "a" });
    const foreign = plainEntry(thing("x", "5", { namespace: "ab" }));
    listed(writer, "10", foreign);
    writer.apply({ type: "Added", object: foreign }, false);
    writer.apply({ type: "Deleted", object: foreign }, false);
    expect(reports).toEqual(Array.from({ length: 3 }, () => "the source of namespace a gave ab/x"));
    expect(store.listKeys()).toEqual([]);
  });

  it("replaces one of the same version that was damaged on its way, and is dropped when it is as damaged", async () => {
    const read = async (value: string): Promise<Entry<Thing>> => {
      const entries: Entry<Thing>[] = [];
      const metadata = `{"name":"a","uid":"u","resourceVersion":"5"}`;
      const item = `{"apiVersion":"example.com/v1","kind":"Thing","metadata":${metadata},"spec":{"value":${value}}}`;
      const text = `{"kind":"ThingList","apiVersion":"example.com/v1","metadata":{"resourceVersion":"9"},"items":[${item}]}`;
      await readList<Thing>(bodyOf(text), { onItem: (one) => void entries.push(one) });
      return entries[0] as Entry<Thing>;
    };
    for (const form of ["list", "change"] as const) {
      const { writer, store, events, reports } = writing();
      const take = (one: Entry<Thing>): void => {
        if (form === "list") void listed(writer, "10", one);
        else writer.apply({ type: "Updated", object: one }, false);
      };
      void listed(writer, "10", await read("tru"));
      expect(() => store.getByKey("a")).toThrow("a");
      take(await read("tru"));
      expect(events).toEqual(["added 1", ...(form === "list" ? ["unchanged a"] : [])]);
      expect(reports).toEqual(form === "list" ? [] : ["duplicate-event"]);
      take(await read("1"));
      expect(store.getByKey("a")?.spec?.value).toBe(1);
      expect(events.at(-1)).toBe("update a");
    }
  });
});

describe("versions without an order", () => {
  it("are learned from the list that follows a refused object, not from a later one", () => {
    const { writer, store, reports } = writing();
    writer.settled("10");
    writer.apply({ type: "Added", object: entry("b", "3") }, false);
    writer.apply({ type: "Replaced", object: entry("b", "12") }, false);
    writer.apply({ type: "Replaced", object: entry("b", "3") }, false);
    writer.apply({ type: "Added", object: entry("c", "2") }, false);
    expect([reports, store.listKeys()]).toEqual([["older-state", "older-state"], ["shop/b"]]);
  });

  it("of a server that went back to an earlier state do not keep objects out that were deleted before", () => {
    const { writer, store } = writing({ inOrder: false });
    writer.settled("8");
    writer.apply({ type: "Deleted", object: entry("b", "9") }, false);
    writer.settled("4");
    writer.apply({ type: "Added", object: entry("b", "5") }, false);
    expect(store.listKeys()).toEqual(["shop/b"]);
  });

  it("do not keep an object out whose deletion had a higher version", () => {
    const { writer, store, reports } = writing({ inOrder: false });
    writer.settled("10");
    writer.apply({ type: "Added", object: entry("b", "3") }, false);
    expect(reports).toEqual(["older-state"]);
    writer.apply({ type: "Replaced", object: entry("b", "3") }, false);
    writer.apply({ type: "Deleted", object: entry("b", "9") }, false);
    writer.apply({ type: "Added", object: entry("b", "4") }, false);
    expect([reports, store.listKeys()]).toEqual([["older-state"], ["shop/b"]]);
  });
});
