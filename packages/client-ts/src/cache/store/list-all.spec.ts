import { describe, expect, it } from "vitest";
import type { Entry } from "../../codec/index.ts";
import { everything, metaNamespaceKeyFunc, nothing, parseSelector } from "../../meta/index.ts";
import { damagedEntries } from "../test-support/damaged.ts";
import { type Thing, thing } from "../test-support/scripted-source.ts";
import { lazyList } from "./lazy-list.ts";
import { LazyStore } from "./lazy-store.ts";
import { listAll, listAllByNamespace } from "./list-all.ts";
import { newIndexer } from "./object-store.ts";
import { type Indexer, metaNamespaceIndexFunc, namespaceIndex } from "./store.ts";

const things = [
  thing("a", "1", { namespace: "shop", labels: { app: "web" } }),
  thing("b", "2", { namespace: "shop", labels: { app: "db" } }),
  thing("c", "3", { namespace: "other", labels: { app: "web" } }),
];

function filled<S extends Indexer<Thing>>(store: S): S {
  for (const one of things) store.add(one);
  return store;
}

const stores: readonly (readonly [string, () => Indexer<Thing>])[] = [
  ["entries", () => filled(new LazyStore<Thing>({ indexers: { [namespaceIndex]: metaNamespaceIndexFunc } }))],
  ["entries, without the index", () => filled(new LazyStore<Thing>())],
  ["objects", () => filled(newIndexer<Thing>(metaNamespaceKeyFunc, { [namespaceIndex]: metaNamespaceIndexFunc }))],
  ["objects, without the index", () => filled(newIndexer<Thing>(metaNamespaceKeyFunc, {}))],
];

const names = (
  objects: readonly { readonly metadata?: { readonly name?: string | undefined } | undefined }[],
): string => objects.map(({ metadata }) => metadata?.name).join();

describe.each(stores)("a list from a store of %s", (_title, make) => {
  const web = parseSelector("app=web");

  it("has what a selector chooses, in one namespace or in all", () => {
    const store = make();
    expect(names(listAll(store, everything()))).toBe("a,b,c");
    expect(names(listAll(store, web))).toBe("a,c");
    expect(names(listAllByNamespace(store, "shop", everything()))).toBe("a,b");
    expect(names(listAllByNamespace(store, "shop", web))).toBe("a");
    expect(names(listAllByNamespace(store, "", web))).toBe("a,c");
    expect(names(listAllByNamespace(store, "", everything()))).toBe("a,b,c");
    expect(names(listAllByNamespace(store, "missing", everything()))).toBe("");
  });

  it("is empty for a selector that chooses nothing", () => {
    const store = make();
    expect(listAll(store, nothing())).toEqual([]);
    expect(listAllByNamespace(store, "shop", nothing())).toEqual([]);
  });
});

describe("an object that cannot be decoded", () => {
  it.each([5, 32, 33, 100])("is left out of a list of %i, and the others keep their order", async (count) => {
    const entries = await damagedEntries(count, "n2");
    const list = lazyList<Thing>([...entries]);
    const read = [...list];
    expect(read).toHaveLength(count - 1);
    expect(names(read)).toBe(
      Array.from({ length: count }, (_, n) => `n${n}`)
        .filter((name) => name !== "n2")
        .join(),
    );
    expect(lazyList<Thing>([...entries])).toHaveLength(count - 1);
  });

  it("is reported once, however often it is read and taken in", async () => {
    const reported: string[] = [];
    const store = new LazyStore<Thing>({ onUndecodable: ({ key }) => void reported.push(key) });
    const [good, bad] = (await damagedEntries(2, "n1")) as [Entry<Thing>, Entry<Thing>];
    for (let again = 0; again < 3; again++) {
      store.replace([good, bad], "9");
      expect(() => bad.field(["spec", "value"])).toThrow("cannot be decoded");
      expect(() => store.getByKey("shop/n1")).toThrow("cannot be decoded");
      store.delete(bad);
      store.add(bad);
    }
    expect(reported).toEqual(["shop/n1"]);
  });

  it("is left out of what a selector chooses", async () => {
    const store = new LazyStore<Thing>({ indexers: { [namespaceIndex]: metaNamespaceIndexFunc } });
    for (const entry of await damagedEntries(5, "n2")) store.add(entry);
    const without = parseSelector("!app");
    expect(names(listAll<Thing>(store, without))).toBe("n0,n1,n3,n4");
    expect(names(listAllByNamespace<Thing>(store, "shop", without))).toBe("n0,n1,n3,n4");
  });
});
