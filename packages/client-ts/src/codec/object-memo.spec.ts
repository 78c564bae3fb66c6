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
  it("never holds more bytes than it may, and says when it lets go", () => {
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

  it("holds 64 MiB unless told otherwise", () => {
    const memo = new ObjectMemo();
    const [first, second] = [new Item((64 << 20) - 1), new Item(1)];
    memo.admit(first);
    memo.admit(second);
    expect([memo.bytes, memo.size]).toEqual([64 << 20, 2]);
    memo.admit(new Item(1));
    expect(memo.bytes).toBeLessThanOrEqual(64 << 20);
    expect(memo.size).toBe(2);
  });

  it("lets go at once of what is heavier than all of it", () => {
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
});
