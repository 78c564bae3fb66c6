import { describe, expect, it } from "vitest";
import { RingBuffer } from "./ring-buffer.ts";

describe("a ring buffer", () => {
  it("keeps its order when it grows, wherever its front stands", () => {
    for (let front = 0; front < 20; front++) {
      const ring = new RingBuffer<number>();
      for (let i = 0; i < front; i++) {
        ring.push(-1);
        ring.shift();
      }
      for (let i = 0; i < 100; i++) {
        ring.push(i);
        expect(ring.length).toBe(i + 1);
      }
      for (let i = 0; i < 100; i++) expect(ring.shift()).toBe(i);
      expect([ring.length, ring.shift(), ring.length]).toEqual([0, undefined, 0]);
    }
  });

  it("shows its front, and starts small again after it was long and is empty", () => {
    const ring = new RingBuffer<number>();
    expect(ring.first).toBeUndefined();
    for (const length of [3, 5_000, 20, 5_000]) {
      for (let i = 0; i < length; i++) ring.push(i);
      for (let i = 0; i < length; i++) expect([ring.first, ring.shift()]).toEqual([i, i]);
      expect([ring.first, ring.length]).toEqual([undefined, 0]);
    }
  });

  it("needs memory for the values that wait, not for those that have passed", () => {
    const ring = new RingBuffer<number>();
    for (let i = 0; i < 10; i++) ring.push(i);
    for (let i = 10; i < 20_000; i++) {
      ring.push(i);
      if (ring.shift() !== i - 10) expect.unreachable();
    }
    expect(ring.length).toBe(10);
  });
});
