import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PriorityOrder } from "./priority-order.ts";

interface Waiting {
  readonly key: number;
  priority: number;
  readonly since: number;
  order: number;
}

/** The same order, from a list that is sorted for each key. */
class Model {
  readonly held = new Map<number, { priority: number; again: number | undefined }>();
  waiting: Waiting[] = [];
  #order = 0;
  #turn = 0;

  add(key: number, priority: number, now: number): void {
    const held = this.held.get(key);
    const waits = this.waiting.find((one) => one.key === key);
    if (held !== undefined) held.again = Math.max(priority, held.again ?? priority);
    else if (waits === undefined) this.waiting.push({ key, priority, since: now, order: this.#order++ });
    else if (priority > waits.priority) Object.assign(waits, { priority, order: this.#order++ });
  }

  pop(now: number): number {
    this.#turn = (this.#turn + 1) % 3;
    const oldest = this.waiting.toSorted((a, b) => a.since - b.since || this.#born(a) - this.#born(b))[0] as Waiting;
    const first = this.waiting.toSorted((a, b) => b.priority - a.priority || a.order - b.order)[0] as Waiting;
    const next = this.#turn === 0 && now - oldest.since >= 10 ? oldest : first;
    this.waiting = this.waiting.filter((one) => one !== next);
    this.held.set(next.key, { priority: next.priority, again: undefined });
    return next.key;
  }

  done(key: number, now: number): void {
    const again = this.held.get(key)?.again;
    this.held.delete(key);
    if (again !== undefined) this.add(key, again, now);
  }

  #born(one: Waiting): number {
    return this.waiting.indexOf(one);
  }
}

describe("the order of a priority queue", () => {
  it("is by priority, then by time, with every third turn for what has waited longest", () => {
    const step = fc.oneof(
      fc.record({ type: fc.constant("add" as const), key: fc.nat(12), priority: fc.integer({ min: -3, max: 3 }) }),
      fc.record({ type: fc.constant("pop" as const) }),
      fc.record({ type: fc.constant("done" as const), key: fc.nat(12) }),
      fc.record({ type: fc.constant("pass" as const), ms: fc.nat(8) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 300, size: "max" }), (steps) => {
        let now = 0;
        const order = new PriorityOrder<number>({ now: () => now, ageAfterMs: 10, agedTurn: 3 });
        const model = new Model();
        for (const one of steps) {
          if (one.type === "pass") now += one.ms;
          else if (one.type === "add") {
            const isNew = order.priorityOf(one.key) === undefined;
            order.want(one.key, one.priority);
            if (isNew) order.push(one.key);
            model.add(one.key, one.priority, now);
          } else if (one.type === "pop" && model.waiting.length > 0) {
            expect(order.pop()).toBe(model.pop(now));
          } else if (one.type === "done" && model.held.has(one.key)) {
            order.release(one.key);
            if (order.priorityOf(one.key) !== undefined) order.push(one.key);
            model.done(one.key, now);
          }
          expect(order.len()).toBe(model.waiting.length);
          const { low, normal, high } = order.counts;
          expect(low + normal + high).toBe(model.waiting.length);
          const first = Math.min(...model.waiting.map(({ since }) => since));
          expect(order.oldestMs).toBe(model.waiting.length === 0 ? 0 : now - first);
          for (const { key, priority } of model.waiting) expect(order.priorityOf(key)).toBe(priority);
          for (const [key, { priority }] of model.held) expect(order.heldWith(key)).toBe(priority);
        }
      }),
    );
  });

  it("costs the same per key whether ten or a hundred thousand wait, also with a priority for each", () => {
    let now = 0;
    const order = new PriorityOrder<number>({ now: () => now, ageAfterMs: 1_000, agedTurn: 10 });
    const keys = 100_000;
    for (let key = 0; key < keys; key++) {
      now++;
      order.want(key, key % 2 === 0 ? key : -100);
      order.push(key);
    }
    const popped = Array.from({ length: keys }, () => order.pop());
    expect([order.len(), order.oldestMs, new Set(popped).size]).toEqual([0, 0, keys]);
  });

  it("hands out a key that waits below others which rise past it", () => {
    const order = new PriorityOrder<number>({ now: () => 0, ageAfterMs: 10, agedTurn: 10 });
    order.want(-1, -100);
    order.push(-1);
    for (let key = 0; key < 10_000; key++) {
      order.want(key, -100);
      order.push(key);
      order.want(key, 0);
      expect(order.pop()).toBe(key);
      order.release(key);
    }
    expect([order.len(), order.priorityOf(-1)]).toEqual([1, -100]);
    expect(order.pop()).toBe(-1);
  });
});
