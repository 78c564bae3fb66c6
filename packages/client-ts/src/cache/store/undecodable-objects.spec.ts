import { afterEach, describe, expect, it, vi } from "vitest";
import { type Entry, plainEntry } from "../../codec/index.ts";
import { UndecodableObjectError } from "../../errors/index.ts";
import { metaNamespaceKeyFunc } from "../../meta/index.ts";
import { damagedEntries } from "../test-support/damaged.ts";
import { type Thing, thing } from "../test-support/scripted-source.ts";
import { heldBytesOf, LazyStore, pathValues } from "./lazy-store.ts";
import type { MutationDetector } from "./mutation-detector.ts";
import { newIndexer } from "./object-store.ts";
import { type Indexers, metaNamespaceIndexFunc, namespaceIndex } from "./store.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

/** An object that is nested too deep to be read. */
function tooDeep(name: string): Thing {
  let value: unknown = 1;
  for (let depth = 0; depth < 1_100; depth++) value = [value];
  return thing(name, "1", { namespace: "shop", value });
}

const indexers: Indexers<Thing> = {
  [namespaceIndex]: metaNamespaceIndexFunc,
  path: "spec.value",
  function: ({ spec }) => [String(spec?.value)],
  entry: { entry: (entry) => [String(entry.field(["spec", "value"]))] },
};

describe("an object that cannot be decoded, in a store", () => {
  it("has its key and namespace, and no value in an index that reads it", async () => {
    const store = new LazyStore<Thing>({ indexers });
    for (const entry of await damagedEntries(2, "n1")) store.add(entry);
    expect(store.listKeys()).toEqual(["shop/n0", "shop/n1"]);
    expect(store.indexKeys(namespaceIndex, "shop")).toEqual(["shop/n0", "shop/n1"]);
    for (const name of ["path", "function", "entry"])
      expect([store.listIndexFuncValues(name), store.indexKeys(name, "1")]).toEqual([["1"], ["shop/n0"]]);
    expect(store.list().map(({ metadata }) => metadata?.name)).toEqual(["n0"]);
    expect(() => store.getByKey("shop/n1")).toThrow(UndecodableObjectError);
  });

  it("has no value either when it is the cause of the failure, and any other failure refuses the object", async () => {
    const [entry] = (await damagedEntries(1, "n0")) as [Entry<Thing>];
    const failing = (cause: (entry: Entry<Thing>) => unknown): LazyStore<Thing> =>
      new LazyStore<Thing>({
        indexers: {
          failing: {
            entry: (each) => {
              throw new Error("this index failed", { cause: cause(each) });
            },
          },
        },
      });
    const { key, uid, resourceVersion } = entry;
    const store = failing(() => new UndecodableObjectError({ key, uid, resourceVersion, reason: "it is damaged" }));
    store.add(entry);
    expect([store.size, store.listIndexFuncValues("failing")]).toEqual([1, []]);
    expect(() => failing(() => undefined).add(entry)).toThrow('index "failing" failed on "shop/n0"');
  });

  it("is reported once when it is put in as an object, and watched by no detector", () => {
    const reported: string[] = [];
    const watched: string[] = [];
    const mutationDetector: MutationDetector = {
      add: (key) => void watched.push(key),
      compare: () => {},
      start: () => ({ close: () => {} }),
    };
    const store = new LazyStore<Thing>({ mutationDetector, onUndecodable: ({ key }) => void reported.push(key) });
    store.add(tooDeep("deep"));
    store.add(thing("flat", "2", { namespace: "shop" }));
    expect([reported, watched, store.size]).toEqual([["shop/deep"], ["shop/flat"], 2]);
  });

  it("does no harm when it is not reported, or when its report fails", async () => {
    const printed = vi.spyOn(console, "error").mockImplementation(() => {});
    const failing = new LazyStore<Thing>({
      onUndecodable: () => {
        throw new Error("no reports today");
      },
    });
    for (const store of [new LazyStore<Thing>(), failing]) {
      store.add(tooDeep("deep"));
      expect(store.listKeys()).toEqual(["shop/deep"]);
    }
    expect(printed).toHaveBeenCalledOnce();
    expect(printed.mock.calls[0]?.[0]).toMatch(
      /^client-ts: unexpected error in the onUndecodable of a store: Error: no reports today/,
    );
  });

  it("that a detector fails on is a failure of the detector", () => {
    const mutationDetector: MutationDetector = {
      add: () => {
        throw new Error("the detector is full");
      },
      compare: () => {},
      start: () => ({ close: () => {} }),
    };
    expect(() => new LazyStore<Thing>({ mutationDetector }).add(thing("a", "1"))).toThrow("the detector is full");
  });
});

describe("the values of an index by path", () => {
  it.each([
    [undefined, []],
    [null, []],
    ["red", ["red"]],
    ["", [""]],
    [0, ["0"]],
    [1.5, ["1.5"]],
    [true, ["true"]],
    [false, ["false"]],
    [[], []],
    [
      ["red", 2, null, false],
      ["red", "2", "false"],
    ],
  ] as const)("of %j are %j, in every kind of store", (value, values) => {
    expect(pathValues(value, "spec.value")).toEqual(values);
    const object = thing("a", "1", { value });
    const stores = [
      new LazyStore<Thing>({ indexers: { value: "spec.value" } }),
      newIndexer<Thing>(metaNamespaceKeyFunc, { value: "spec.value" }),
    ];
    for (const store of stores) {
      store.add(object);
      expect(store.listIndexFuncValues("value")).toEqual(values);
    }
  });

  it("cannot be objects, nor lists in lists", () => {
    for (const value of [{ a: 1 }, [{ a: 1 }]])
      expect(() => pathValues(value, "spec.value")).toThrow("spec.value is an object, which cannot be an index value");
    const store = new LazyStore<Thing>({ indexers: { value: "spec.value" } });
    expect(() => store.add(thing("a", "1", { value: [["red"]] }))).toThrow('index "value"');
  });
});

describe("the bytes of an entry", () => {
  it("are those of its source and 256, and 256 alone when it came decoded", async () => {
    const [raw] = (await damagedEntries(1, "")) as [Entry<Thing>];
    const text = JSON.stringify(raw.object).length;
    expect(heldBytesOf(plainEntry(thing("a", "1")))).toBe(256);
    expect(heldBytesOf(raw)).toBeGreaterThan(256 + 80);
    expect(heldBytesOf(raw)).toBeLessThan(256 + 2 * text);
  });
});
