import { describe, expect, it } from "vitest";
import { KeyedLine } from "./keyed-line.ts";

const lineOf = (...keys: readonly string[]): KeyedLine<number> => {
  const line = new KeyedLine<number>();
  keys.forEach((key, index) => {
    line.set(key, index);
  });
  return line;
};

describe("a keyed line", () => {
  it("gives its keys in the order in which they came", () => {
    const line = lineOf("a", "b", "c");
    expect([...line]).toEqual([
      ["a", 0],
      ["b", 1],
      ["c", 2],
    ]);
    expect([line.shift(), line.shift(), line.shift(), line.shift()]).toEqual([["a", 0], ["b", 1], ["c", 2], undefined]);
    expect([line.size, ...line]).toEqual([0]);
  });

  it("keeps the place of a key whose value changes", () => {
    const line = lineOf("a", "b");
    line.set("a", 5);
    expect([line.get("a"), line.has("a"), line.shift()]).toEqual([5, true, ["a", 5]]);
    expect([line.get("a"), line.has("a"), line.size]).toEqual([undefined, false, 1]);
  });

  it.each(["a", "b", "c"])("goes on without a deleted key, which comes back at the end: %s", (key) => {
    const line = lineOf("a", "b", "c");
    expect([line.delete(key), line.delete(key)]).toEqual([true, false]);
    const rest = ["a", "b", "c"].filter((other) => other !== key);
    expect([...line.keys()]).toEqual(rest);
    line.set(key, 9);
    expect([...line.keys()]).toEqual([...rest, key]);
    const taken: string[] = [];
    for (let next = line.shift(); next !== undefined; next = line.shift()) taken.push(next[0]);
    expect(taken).toEqual([...rest, key]);
  });
});
