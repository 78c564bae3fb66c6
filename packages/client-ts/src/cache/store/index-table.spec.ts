import { describe, expect, it } from "vitest";
import { IndexTable, maxIndexValues } from "./index-table.ts";

function table(
  values: (object: readonly string[]) => readonly string[] = (object) => object,
): IndexTable<readonly string[]> {
  const made = new IndexTable<readonly string[]>();
  made.add(new Map([["all", { values }]]), []);
  return made;
}

function put(
  indexes: IndexTable<readonly string[]>,
  key: string,
  object: readonly string[],
  before?: readonly string[],
): void {
  indexes.prepare(key, object);
  indexes.commit(key, before);
}

describe("the indexes of a store", () => {
  it("follow an object whose values grow, shrink, or change behind an equal beginning", () => {
    const indexes = table();
    const steps = [["a", "b"], ["a", "b", "c"], ["a", "b"], ["a", "x"], ["a"], ["a", "b"]];
    let before: readonly string[] | undefined;
    for (const step of steps) {
      put(indexes, "k", step, before);
      expect(indexes.values("all").sort()).toEqual([...step].sort());
      for (const value of step) expect([...indexes.keys("all", value)]).toEqual(["k"]);
      before = step;
    }
  });

  it("forget a value that several keys had when the last of them goes", () => {
    const indexes = table();
    for (const key of ["x", "y", "z"]) put(indexes, key, ["red"]);
    for (const key of ["x", "z"]) indexes.remove(key, ["red"]);
    expect([...indexes.keys("all", "red")]).toEqual(["y"]);
    indexes.remove("y", ["red"]);
    expect(indexes.values("all")).toEqual([]);
  });

  it("take as many values of one object as are allowed, and refuse one more", () => {
    const indexes = table();
    const most = Array.from({ length: maxIndexValues }, (_, i) => String(i));
    put(indexes, "k", most);
    expect(indexes.values("all")).toHaveLength(maxIndexValues);
    expect(() => indexes.prepare("k", [...most, "one more"])).toThrow(`${maxIndexValues + 1} values`);
  });

  it("give each value of an object once, and do not hold on to the list of the index function", () => {
    const list = ["a", "a", "b"];
    const indexes = table(() => list);
    put(indexes, "k", []);
    list.splice(0, 3, "c", "d");
    indexes.remove("k", []);
    expect(indexes.values("all")).toEqual([]);
    expect(table(() => ["a", "a", "b"]).valuesFor("all", [])).toEqual(["a", "b"]);
  });

  it("are not changed by a preparation that fails, nor by one that is not committed", () => {
    const indexes = table((object) => {
      if (object.includes("bad")) throw new Error("bad");
      return object;
    });
    put(indexes, "k", ["a"]);
    expect(() => indexes.prepare("k", ["bad"])).toThrow('index "all" failed on "k"');
    indexes.prepare("k", ["b"]);
    expect(indexes.values("all")).toEqual(["a"]);
  });

  it("are added all or none, and under names that are free", () => {
    const indexes = table();
    const fails = { values: () => [1] as unknown as string[] };
    const good = { values: () => ["x"] };
    expect(() =>
      indexes.add(
        new Map([
          ["good", good],
          ["fails", fails],
        ]),
        [["k", []]],
      ),
    ).toThrow("not a string");
    expect(() =>
      indexes.add(
        new Map([
          ["free", good],
          ["all", good],
        ]),
        [],
      ),
    ).toThrow("exists already");
    expect(indexes.names).toEqual(["all"]);
    expect(() => indexes.keys("good", "x")).toThrow("no index named");
  });

  it("keep what a lookup found until one of its objects changes, for 4,096 values", () => {
    const indexes = table();
    const count = 4_097;
    const most = Array.from({ length: count }, (_, i) => `v${i}`);
    for (const value of most) for (const key of ["a", "b"]) put(indexes, `${key} ${value}`, [value]);
    let asked = 0;
    const lookUp = (value: string): number => {
      const before = asked;
      const found = indexes.objects("all", value, (key) => {
        asked++;
        return [key];
      });
      expect(found).toEqual([[`a ${value}`], [`b ${value}`]]);
      return asked - before;
    };
    const [last, ...others] = most.toReversed() as [string, ...string[]];
    for (const value of others) expect(lookUp(value)).toBe(2);
    for (const value of others) expect(lookUp(value)).toBe(0);
    put(indexes, "a v0", ["v0"], ["v0"]);
    expect([lookUp("v0"), lookUp("v0"), lookUp("v1")]).toEqual([2, 0, 0]);
    // One more than are kept: all of them are forgotten.
    expect([lookUp(last), lookUp(last), lookUp("v0")]).toEqual([2, 0, 2]);
  });

  it("name no key when an object that is only asked about has no values", () => {
    const indexes = table((object) => {
      if (object.length === 0) throw new Error("no values");
      return object.slice(1);
    });
    expect(() => indexes.valuesFor("all", [])).toThrow('index "all" failed on ""');
    expect([indexes.valuesFor("all", ["a"]), indexes.valuesFor("all", ["a", "b"])]).toEqual([[], ["b"]]);
  });
});
