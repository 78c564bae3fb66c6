import { describe, expect, it } from "vitest";
import { LruMap } from "./lru-map.ts";

describe("a map with a limit", () => {
  it("gives up the entry that was used least recently, by reading or by writing", () => {
    const map = new LruMap<number>(2);
    expect([map.set("a", 1), map.set("b", 2), map.get("a"), map.set("c", 3)]).toEqual([undefined, undefined, 1, 2]);
    expect([map.set("a", 4), map.set("d", 5)]).toEqual([undefined, 3]);
    expect([map.get("b"), map.get("c"), map.size]).toEqual([undefined, undefined, 2]);
    expect(map.entries()).toEqual([
      ["a", 4],
      ["d", 5],
    ]);
  });

  it("has space again for what was deleted", () => {
    const map = new LruMap<number>(2);
    map.set("a", 1);
    map.set("b", 2);
    map.delete("a");
    expect([map.set("c", 3), map.get("b"), map.size]).toEqual([undefined, 2, 2]);
  });
});
