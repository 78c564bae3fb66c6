import { describe, expect, it } from "vitest";
import { defined } from "../../util/index.ts";
import { PartitionedStore } from "./partitioned-store.ts";

interface Thing {
  readonly value: string;
  readonly metadata?: { readonly resourceVersion?: string };
}

const thing = (value: string, resourceVersion?: string): Thing => ({
  value,
  ...defined({ metadata: resourceVersion === undefined ? undefined : { resourceVersion } }),
});

function store(versions: string[] = []): PartitionedStore<Thing> {
  const made = new PartitionedStore<Thing>(["a", "ab"], { versionChanged: (version) => void versions.push(version) });
  made.addIndexers(new Map([["value", { values: ({ value }) => [value] }]]));
  return made;
}

describe("a store in parts", () => {
  it("reads like one store", () => {
    const parts = store();
    parts.add("ab/x", thing("red"));
    parts.add("a/x", thing("red"));
    parts.add("a/y", thing("blue"));
    expect([parts.size, parts.listKeys(), parts.get("ab/x")?.value]).toEqual([3, ["a/x", "a/y", "ab/x"], "red"]);
    expect([...parts.values()].map(({ value }) => value)).toEqual(["red", "blue", "red"]);
    expect(parts.indexKeys("value", "red")).toEqual(["a/x", "ab/x"]);
    expect(parts.byIndex("value", "red")).toHaveLength(2);
    expect(parts.index("value", thing("red"))).toHaveLength(2);
    expect(parts.listIndexFuncValues("value")).toEqual(["red", "blue"]);
    expect([parts.delete("a/x")?.value, parts.delete("a/x"), parts.size]).toEqual(["red", undefined, 2]);
  });

  it("replaces one part and leaves alone what happens in the others meanwhile", () => {
    const parts = store();
    parts.add("a/x", thing("red"));
    parts.add("ab/x", thing("red"));
    const replacement = parts.part("a").beginReplace();
    replacement.add("a/z", thing("green"));
    parts.add("ab/x", thing("blue"));
    parts.add("ab/y", thing("blue"));
    expect(parts.listKeys()).toEqual(["a/x", "ab/x", "ab/y"]);
    replacement.commit("7");
    expect(parts.listKeys()).toEqual(["a/z", "ab/x", "ab/y"]);
    expect(parts.indexKeys("value", "blue")).toEqual(["ab/x", "ab/y"]);
    expect(parts.indexKeys("value", "red")).toEqual([]);
  });

  it("replaces all parts at once when it is asked to", () => {
    const parts = store();
    parts.add("a/x", thing("red"));
    const replacement = parts.beginReplace();
    replacement.add("ab/x", thing("blue"));
    expect([replacement.size, replacement.get("ab/x")?.value, parts.listKeys()]).toEqual([1, "blue", ["a/x"]]);
    expect(() => replacement.add("c/x", thing("red"))).toThrow("no part");
    replacement.commit("7");
    expect([parts.listKeys(), parts.lastStoreSyncResourceVersion]).toEqual([["ab/x"], "7"]);
    const given = parts.beginReplace();
    given.add("a/x", thing("red"));
    given.abandon();
    expect(parts.listKeys()).toEqual(["ab/x"]);
  });

  it("has the version of the part that is furthest behind, and reports when that changes", () => {
    const versions: string[] = [];
    const parts = store(versions);
    parts.part("a").bookmark("9");
    expect(parts.lastStoreSyncResourceVersion).toBe("");
    parts.add("ab/x", thing("red", "10"));
    expect(parts.lastStoreSyncResourceVersion).toBe("9");
    parts.part("a").bookmark("12");
    expect(parts.lastStoreSyncResourceVersion).toBe("10");
    parts.bookmark("20");
    expect(parts.lastStoreSyncResourceVersion).toBe("20");
    expect(versions).toEqual(["", "9", "10", "10", "20"]);
  });

  it("refuses what belongs to no part, and knows nothing of it", () => {
    const parts = store();
    for (const key of ["c/x", "abc/x", "x"]) {
      expect(() => parts.add(key, thing("red"))).toThrow("no part");
      expect([parts.get(key), parts.delete(key)]).toEqual([undefined, undefined]);
    }
    expect(() =>
      parts.transaction(
        { type: "Add", key: "a/x", object: thing("red") },
        { type: "Add", key: "c/x", object: thing("red") },
        { type: "Delete", key: "ab/x" },
      ),
    ).toThrow("1 of 3 steps");
    expect(parts.listKeys()).toEqual(["a/x"]);
  });

  it("adds an index to every part or to none", () => {
    const parts = store();
    parts.add("a/x", thing("red"));
    parts.add("ab/x", thing("blue"));
    const picky = (refused: string) => ({
      values: ({ value }: Thing) => {
        if (value === refused) throw new Error("no");
        return [value.toUpperCase()];
      },
    });
    expect(() => parts.addIndexers(new Map([["upper", picky("blue")]]))).toThrow('index "upper"');
    parts.addIndexers(new Map([["upper", picky("green")]]));
    expect([parts.indexKeys("upper", "RED"), parts.indexKeys("upper", "BLUE")]).toEqual([["a/x"], ["ab/x"]]);
  });
});
