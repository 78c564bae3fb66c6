import { describe, expect, it } from "vitest";
import { type Memoised, ObjectMemo } from "./object-memo.ts";

class Item implements Memoised {
  memoAt = -1;
  recent = false;
  evicted = 0;
  readonly weight: number;

  constructor(weight: number) {
    this.weight = weight;
  }

  evict(): void {
    this.evicted++;
  }
}

describe("the memo of decoded objects", () => {
  it("never holds more bytes than it may, and calls back for each object that it drops", () => {
    let evictions = 0;
    const memo = new ObjectMemo(100, () => void evictions++);
    const items = Array.from({ length: 50 }, (_, i) => new Item(1 + (i % 30)));
    for (const item of items) {
      memo.admit(item);
      expect(memo.bytes).toBeLessThanOrEqual(100);
    }
    expect(items.filter(({ evicted }) => evicted > 0)).toHaveLength(evictions);
    expect(memo.size).toBe(50 - evictions);
    expect(items.reduce((sum, item) => sum + (item.memoAt >= 0 ? item.weight : 0), 0)).toBe(memo.bytes);
  });

  it("holds 64 MiB by default", () => {
    const memo = new ObjectMemo();
    const [first, second] = [new Item((64 << 20) - 1), new Item(1)];
    memo.admit(first);
    memo.admit(second);
    expect([memo.bytes, memo.size]).toEqual([64 << 20, 2]);
    memo.admit(new Item(1));
    expect(memo.bytes).toBeLessThanOrEqual(64 << 20);
    expect(memo.size).toBe(2);
  });

  it("drops at once an object that is larger than its limit", () => {
    const memo = new ObjectMemo(10);
    const heavy = new Item(11);
    memo.admit(heavy);
    expect([heavy.evicted, memo.size, memo.bytes]).toEqual([1, 0, 0]);
  });

  it("forgets without evicting, and takes a thing once", () => {
    const memo = new ObjectMemo(100);
    const [a, b] = [new Item(10), new Item(20)];
    memo.admit(a);
    memo.admit(a);
    memo.admit(b);
    memo.remove(a);
    memo.remove(a);
    expect([a.evicted, a.memoAt, b.memoAt, memo.bytes, memo.size]).toEqual([0, -1, 0, 20, 1]);
  });

  it("keeps what has just come when everything else was read lately, wherever the hand stands", () => {
    const memo = new ObjectMemo(30);
    const items = [new Item(10), new Item(10), new Item(10)];
    for (const item of items) memo.admit(item);
    for (let n = 0; n < 20; n++) {
      for (const item of items) item.recent = true;
      const fresh = new Item(10);
      memo.admit(fresh);
      expect([fresh.evicted, memo.size], `round ${n}`).toEqual([0, 3]);
      items.splice(0, items.length, ...[...items, fresh].filter(({ memoAt }) => memoAt >= 0));
    }
  });

  it("leaves alone what belongs to another memo, and the place of the others when one goes", () => {
    const [memo, other] = [new ObjectMemo(100), new ObjectMemo(100)];
    const [a, b, c] = [new Item(1), new Item(2), new Item(4)];
    for (const item of [a, b, c]) memo.admit(item);
    const foreign = new Item(8);
    other.admit(foreign);
    memo.remove(foreign);
    memo.remove(new Item(16));
    expect([memo.size, memo.bytes, other.size, other.bytes, foreign.memoAt]).toEqual([3, 7, 1, 8, 0]);
    memo.remove(c);
    expect([a.memoAt, b.memoAt, c.memoAt, memo.size, memo.bytes]).toEqual([0, 1, -1, 2, 3]);
    memo.remove(a);
    expect([a.memoAt, b.memoAt, memo.size, memo.bytes]).toEqual([-1, 0, 1, 2]);
    memo.admit(a);
    expect([a.memoAt, a.recent, memo.size]).toEqual([1, true, 2]);
  });

  it("takes exactly as much as it may, and nothing when that is less than nothing", () => {
    const full = new ObjectMemo(10);
    full.admit(new Item(10));
    expect([full.size, full.bytes]).toEqual([1, 10]);
    const none = new ObjectMemo(-1);
    const item = new Item(5);
    none.admit(item);
    expect([none.size, none.bytes, item.evicted, item.memoAt]).toEqual([0, 0, 1, -1]);
  });

  it("drops objects in the order of its clock hand, which goes on from its last position", () => {
    const dropped: number[] = [];
    const memo = new ObjectMemo(4);
    const items = Array.from({ length: 9 }, () => new Item(1));
    for (const item of items) {
      memo.admit(item);
      for (const [number, each] of items.entries())
        if (each.evicted === 1 && !dropped.includes(number)) dropped.push(number);
    }
    // The fifth stands in the place of the first, and was not read since the hand passed it.
    expect(dropped).toEqual([0, 4, 1, 2, 3]);
    expect(items.map(({ evicted }) => evicted)).toEqual([1, 1, 1, 1, 1, 0, 0, 0, 0]);
  });
});
