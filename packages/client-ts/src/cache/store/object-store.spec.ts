import { describe, expect, it } from "vitest";
import { isClientError } from "../../errors/index.ts";
import { type KubeObject, metaNamespaceKeyFunc, nothing, everything, parseSelector } from "../../meta/index.ts";
import { tombstone } from "../delta.ts";
import { KeyError } from "./key-error.ts";
import { LazyStore } from "./lazy-store.ts";
import { listAll, listAllByNamespace } from "./list-all.ts";
import { newIndexer, newStore } from "./object-store.ts";
import { type Indexer, metaNamespaceIndexFunc, namespaceIndex, type Store } from "./store.ts";
import { TransactionError } from "./thread-safe-store.ts";
import { newUndeltaStore } from "./undelta-store.ts";
import { newTTLStore } from "./expiring-store.ts";

interface Item {
  readonly id: string;
  readonly value: string;
}

function idOf({ id }: Item): string {
  if (id === "") throw new Error("no id");
  return id;
}

function pod(name: string, labels: Record<string, string> = {}, namespace = "shop"): KubeObject {
  return { apiVersion: "v1", kind: "Pod", metadata: { name, namespace, labels, resourceVersion: "1" } };
}

/** What every store must do. */
function contract(store: Store<Item>): void {
  store.add({ id: "foo", value: "bar" });
  expect(store.get({ id: "foo", value: "" })).toEqual({ id: "foo", value: "bar" });
  store.update({ id: "foo", value: "baz" });
  expect(store.getByKey("foo")).toEqual({ id: "foo", value: "baz" });
  store.delete({ id: "foo", value: "" });
  expect(store.get({ id: "foo", value: "" })).toBeUndefined();
  store.add({ id: "a", value: "b" });
  store.add({ id: "c", value: "d" });
  store.add({ id: "e", value: "f" });
  expect(store.list().map(({ value }) => value)).toEqual(["b", "d", "f"]);
  expect(store.listKeys()).toEqual(["a", "c", "e"]);
  store.replace(
    [
      { id: "foo", value: "foo" },
      { id: "bar", value: "bar" },
    ],
    "5",
  );
  expect(store.listKeys()).toEqual(["foo", "bar"]);
  store.resync();
  store.delete(tombstone<Item>("bar", undefined));
  expect(store.listKeys()).toEqual(["foo"]);
  expect(() => store.add({ id: "", value: "x" })).toThrow(KeyError);
}

describe("a store of plain objects", () => {
  it("adds, gets, updates, deletes, replaces and lists (B161)", () => {
    contract(newStore(idOf));
    contract(newIndexer(idOf, {}));
    contract(newUndeltaStore(() => {}, idOf));
    contract(newTTLStore(idOf, 60_000));
  });

  it("transforms objects on add, update and replace, and keeps out what cannot be transformed (B162)", () => {
    const store = newStore<Item>(idOf, {
      transform: (item) => {
        if (item.value === "bad") throw new Error("cannot");
        return { ...item, value: item.value.toUpperCase() };
      },
    });
    store.add({ id: "a", value: "x" });
    expect(store.getByKey("a")?.value).toBe("X");
    store.update({ id: "a", value: "y" });
    expect(store.getByKey("a")?.value).toBe("Y");
    store.replace([{ id: "b", value: "z" }], "1");
    expect(store.list()).toEqual([{ id: "b", value: "Z" }]);
    expect(() => store.add({ id: "c", value: "bad" })).toThrow("cannot");
    expect(store.listKeys()).toEqual(["b"]);
  });

  it("finds objects that share index values with another (B163)", () => {
    const store = newIndexer<Item>(idOf, { byValue: ({ value }) => [value] });
    store.add({ id: "a", value: "x" });
    store.add({ id: "b", value: "x" });
    store.add({ id: "c", value: "y" });
    expect(store.index("byValue", { id: "probe", value: "x" }).map(({ id }) => id)).toEqual(["a", "b"]);
    expect(store.index("byValue", { id: "probe", value: "none" })).toEqual([]);
    expect(store.byIndex("byValue", "y")).toEqual([{ id: "c", value: "y" }]);
  });

  it("wraps what a key function throws, with the object (B164)", () => {
    const store = newStore(idOf);
    const object = { id: "", value: "x" };
    let error: unknown;
    try {
      store.add(object);
    } catch (caught) {
      error = caught;
    }
    expect(error).toBeInstanceOf(KeyError);
    expect((error as KeyError).object).toBe(object);
    expect(((error as KeyError).cause as Error).message).toBe("no id");
    expect(isClientError(error, "InvalidArgument")).toBe(true);
  });

  it("does the good steps of a transaction and names them (B165)", () => {
    const store = newStore(idOf);
    const steps = ["a", "", "c"].map((id) => ({ type: "Add" as const, object: { id, value: "x" } }));
    let error: unknown;
    try {
      store.transaction(...steps);
    } catch (caught) {
      error = caught;
    }
    expect(error).toBeInstanceOf(TransactionError);
    expect((error as TransactionError).successfulIndices).toEqual([0, 2]);
    expect((error as TransactionError).errors[0]).toBeInstanceOf(KeyError);
    expect(store.listKeys()).toEqual(["a", "c"]);
  });

  it("transforms the objects of a transaction too, and deletes in it", () => {
    const store = newStore<Item>(idOf, {
      transform: (item) => {
        if (item.value === "bad") throw new Error("cannot");
        return { ...item, value: item.value.toUpperCase() };
      },
    });
    store.add({ id: "old", value: "x" });
    expect(() =>
      store.transaction(
        { type: "Add", object: { id: "a", value: "x" } },
        { type: "Update", object: { id: "a", value: "y" } },
        { type: "Add", object: { id: "b", value: "bad" } },
        { type: "Delete", object: { id: "old", value: "bad" } },
      ),
    ).toThrow("1 of 4 steps of the transaction failed");
    expect(store.list()).toEqual([{ id: "a", value: "Y" }]);
  });

  it("stays as it was when a list cannot be taken in, and takes indexes and lists after that", () => {
    const store = newIndexer<Item>(
      idOf,
      { value: "value" },
      {
        transform: (item) => {
          if (item.value === "bad") throw new Error("cannot");
          return item;
        },
      },
    );
    store.replace([{ id: "a", value: "x" }], "5");
    const list = [
      { id: "b", value: "y" },
      { id: "c", value: "bad" },
    ];
    expect(() => store.replace(list, "6")).toThrow("cannot");
    expect([store.listKeys(), store.indexKeys("value", "y"), store.lastStoreSyncResourceVersion]).toEqual([
      ["a"],
      [],
      "5",
    ]);
    store.addIndexers({ id: ({ id }) => [id] });
    store.replace(list.slice(0, 1), "7");
    expect([store.indexKeys("id", "b"), store.indexKeys("id", "a"), store.size]).toEqual([["b"], [], 1]);
  });

  it("indexes by a function of the entry, and leaves the object to its owner", () => {
    const object = pod("a", { app: "web" });
    const store = newIndexer<KubeObject>(metaNamespaceKeyFunc, {
      key: { entry: ({ key, meta }) => [`${key} ${meta.labels?.["app"]}`] },
    });
    store.add(object);
    expect(store.byIndex("key", "shop/a web")).toEqual([object]);
    expect(Object.isFrozen(object)).toBe(false);
  });

  it("lists each index value once (B167)", () => {
    const store = newIndexer<KubeObject>(metaNamespaceKeyFunc, { app: "metadata.labels.app" });
    store.add(pod("a", { app: "web" }));
    store.add(pod("b", { app: "web" }));
    store.add(pod("c", { app: "db" }));
    store.add(pod("d"));
    expect(store.listIndexFuncValues("app")).toEqual(["web", "db"]);
  });

  it("keeps an index of many values correct over add, delete and update, and refuses an unknown name (B168)", () => {
    const store = newIndexer<KubeObject>(metaNamespaceKeyFunc, {
      users: ({ metadata }) => metadata?.labels?.["users"]?.split("-") ?? [],
    });
    const keys = (user: string): string[] => store.indexKeys("users", user);
    store.add(pod("one", { users: "ernie-bert" }));
    store.add(pod("two", { users: "bert-oscar" }));
    store.add(pod("three", { users: "ernie-elmo" }));
    expect([keys("ernie"), keys("bert"), keys("elmo"), keys("oscar")]).toEqual([
      ["shop/one", "shop/three"],
      ["shop/one", "shop/two"],
      ["shop/three"],
      ["shop/two"],
    ]);
    store.delete(pod("three"));
    expect([keys("ernie"), keys("elmo")]).toEqual([["shop/one"], []]);
    store.update(pod("two", { users: "bert-ernie" }));
    expect([keys("ernie"), keys("oscar"), keys("bert")]).toEqual([
      ["shop/one", "shop/two"],
      [],
      ["shop/one", "shop/two"],
    ]);
    expect(() => store.indexKeys("missing", "x")).toThrow('no index named "missing"');
    expect(() => store.byIndex("missing", "x")).toThrow('no index named "missing"');
    expect(() => store.listIndexFuncValues("missing")).toThrow('no index named "missing"');
  });

  it("takes new indexes when objects are there, and refuses a name twice", () => {
    const store = newIndexer<KubeObject>(metaNamespaceKeyFunc, {});
    store.add(pod("a", { app: "web" }));
    store.addIndexers({ [namespaceIndex]: metaNamespaceIndexFunc, app: "metadata.labels.app" });
    expect(store.byIndex("namespace", "shop")).toHaveLength(1);
    expect(store.indexKeys("app", "web")).toEqual(["shop/a"]);
    expect(() => store.addIndexers({ app: "spec.x" })).toThrow('"app" exists already');
    expect(() =>
      store.addIndexers({
        fine: () => ["x"],
        broken: () => {
          throw new Error("no");
        },
      }),
    ).toThrow('index "broken"');
    expect(Object.keys(store.getIndexers())).toEqual(["namespace", "app"]);
  });

  it("lists what a selector chooses: some, all or nothing, of any kind of store (B176)", () => {
    const lazy = new LazyStore({ indexers: { [namespaceIndex]: metaNamespaceIndexFunc } });
    const bare = newIndexer<KubeObject>(metaNamespaceKeyFunc, {});
    for (const store of [lazy, bare] as readonly Indexer<KubeObject>[]) {
      store.add(pod("a", { app: "web" }));
      store.add(pod("b", { app: "db" }));
      store.add(pod("c", { app: "web" }, "other"));
      const names = (objects: readonly { readonly metadata?: { readonly name?: string } }[]): unknown =>
        objects.map(({ metadata }) => metadata?.name);
      expect(names(listAll(store, parseSelector("app=web")))).toEqual(["a", "c"]);
      expect(names(listAll(store, everything()))).toEqual(["a", "b", "c"]);
      expect(names(listAll(store, nothing()))).toEqual([]);
      expect(names(listAllByNamespace(store, "shop", parseSelector("app=web")))).toEqual(["a"]);
      expect(names(listAllByNamespace(store, "shop", everything()))).toEqual(["a", "b"]);
      expect(names(listAllByNamespace(store, "", everything()))).toEqual(["a", "b", "c"]);
      expect(names(listAllByNamespace(store, "shop", nothing()))).toEqual([]);
    }
  });
});

describe("a store that pushes its state", () => {
  it("pushes everything after each write and nothing on a read (B177)", () => {
    const pushed: string[][] = [];
    const store = newUndeltaStore<Item>((items) => void pushed.push(items.map(({ id }) => id)), idOf);
    store.add({ id: "a", value: "" });
    store.update({ id: "b", value: "" });
    store.delete({ id: "a", value: "" });
    store.replace([{ id: "x", value: "" }], "1");
    store.list();
    store.listKeys();
    store.get({ id: "x", value: "" });
    store.getByKey("x");
    expect(pushed).toEqual([["a"], ["a", "b"], ["b"], ["x"]]);
  });

  it("pushes everything after a transaction, also when a step of it failed", () => {
    const pushed: string[][] = [];
    const store = newUndeltaStore<Item>((items) => void pushed.push(items.map(({ id }) => id)), idOf);
    store.transaction({ type: "Add", object: { id: "a", value: "" } }, { type: "Add", object: { id: "b", value: "" } });
    expect(() =>
      store.transaction(
        { type: "Delete", object: { id: "a", value: "" } },
        { type: "Add", object: { id: "", value: "" } },
      ),
    ).toThrow(TransactionError);
    expect(pushed).toEqual([["a", "b"], ["b"]]);
  });
});
