import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AsyncQueue } from "./async-queue.ts";
import { RingBuffer } from "./ring-buffer.ts";
import { nextTurn } from "./sleep.ts";
import { WaitLine } from "./wait-line.ts";

describe("an async queue", () => {
  it("gives values in order to a loop, and ends it when closed", async () => {
    const queue = new AsyncQueue<number>();
    const seen: number[] = [];
    const reader = (async () => {
      for await (const value of queue) seen.push(value);
    })();
    queue.offer(1);
    await queue.push(2);
    await nextTurn();
    queue.offer(3);
    queue.close();
    await reader;
    expect(seen).toEqual([1, 2, 3]);
    expect(queue.offer(4)).toBe(false);
    await expect(queue.push(4)).rejects.toThrow("closed");
  });

  it("makes producers wait while it is full, and admits them in order", async () => {
    const queue = new AsyncQueue<number>({ capacity: 1 });
    expect(queue.offer(1)).toBe(true);
    expect(queue.offer(2)).toBe(false);
    const order: string[] = [];
    const second = queue.push(2).then(() => order.push("2"));
    const third = queue.push(3).then(() => order.push("3"));
    await nextTurn();
    expect(order).toEqual([]);
    expect(queue.tryTake()).toEqual({ value: 1 });
    expect(queue.offer(9)).toBe(false);
    await second;
    expect(await queue.take()).toEqual({ done: false, value: 2 });
    await third;
    expect(await queue.take()).toEqual({ done: false, value: 3 });
    expect(order).toEqual(["2", "3"]);
    expect(queue.tryTake()).toBeUndefined();
  });

  it("throws its failure after the last value, at every taker", async () => {
    const queue = new AsyncQueue<number>();
    queue.offer(1);
    queue.fail(new Error("broken"));
    queue.fail(new Error("later"));
    expect(await queue.take()).toEqual({ done: false, value: 1 });
    await expect(queue.take()).rejects.toThrow("broken");
    await expect(queue.take()).rejects.toThrow("broken");
    const waiting = new AsyncQueue<number>();
    const takers = [waiting.take(), waiting.take()];
    waiting.fail(new Error("broken"));
    for (const taker of takers) await expect(taker).rejects.toThrow("broken");
  });

  it("rejects waiting pushers with its failure, or with an error that says that it was closed", async () => {
    const [failed, closed] = [new AsyncQueue<number>({ capacity: 1 }), new AsyncQueue<number>({ capacity: 1 })];
    for (const queue of [failed, closed]) queue.offer(1);
    const [first, second] = [failed.push(2), closed.push(2)];
    failed.fail(new Error("broken"));
    closed.close();
    await expect(first).rejects.toThrow("broken");
    await expect(second).rejects.toThrow("the queue was closed while it was full");
    // What was accepted still comes, then the end or the failure.
    expect([await failed.take(), await closed.take()]).toEqual([
      { done: false, value: 1 },
      { done: false, value: 1 },
    ]);
    await expect(failed.take()).rejects.toThrow("broken");
    expect(await closed.take()).toEqual({ done: true, value: undefined });
  });

  it("closes and drops the rest when a loop is left, and rejects waiting pushers", async () => {
    const queue = new AsyncQueue<number>({ capacity: 1 });
    queue.offer(1);
    const pushing = queue.push(2);
    const refused = expect(queue.push(3)).rejects.toThrow("closed");
    for await (const value of queue) {
      expect(value).toBe(1);
      break;
    }
    await pushing;
    await refused;
    expect([queue.closed, queue.size]).toEqual([true, 0]);
    expect(await queue.take()).toEqual({ done: true, value: undefined });
  });

  it("loses no value when consumers and producers stop waiting", async () => {
    const queue = new AsyncQueue<number>({ capacity: 1 });
    const leaving = new AbortController();
    const gone = queue.take({ signal: leaving.signal });
    const stays = queue.take();
    leaving.abort(new Error("enough"));
    await expect(gone).rejects.toThrow("enough");
    queue.offer(1);
    expect(await stays).toEqual({ done: false, value: 1 });
    queue.offer(2);
    const controller = new AbortController();
    const pushed = queue.push(3, { signal: controller.signal });
    controller.abort(new Error("enough"));
    await expect(pushed).rejects.toThrow("enough");
    expect(queue.tryTake()).toEqual({ value: 2 });
    expect(queue.size).toBe(0);
    await expect(queue.take({ signal: controller.signal })).rejects.toThrow("enough");
    await expect(queue.push(1, { signal: controller.signal })).rejects.toThrow("enough");
    expect(() => new AsyncQueue({ capacity: 0 })).toThrow("capacity");
  });

  it("neither loses nor repeats a value, whatever the order of calls", async () => {
    const call = fc.constantFrom("offer" as const, "push" as const, "take" as const, "tryTake" as const);
    await fc.assert(
      fc.asyncProperty(
        fc.array(call, { maxLength: 60, size: "max" }),
        fc.integer({ min: 1, max: 4 }),
        async (calls, capacity) => {
          const queue = new AsyncQueue<number>({ capacity });
          let next = 0;
          const accepted: Promise<number | undefined>[] = [];
          const taken: Promise<number | undefined>[] = [];
          for (const step of calls) {
            const value = next++;
            if (step === "offer" && queue.offer(value)) accepted.push(Promise.resolve(value));
            if (step === "push")
              accepted.push(
                queue.push(value).then(
                  () => value,
                  () => undefined,
                ),
              );
            if (step === "take") taken.push(queue.take().then((result) => (result.done ? undefined : result.value)));
            if (step === "tryTake") taken.push(Promise.resolve(queue.tryTake()?.value));
          }
          queue.close();
          for (let rest = queue.tryTake(); rest !== undefined; rest = queue.tryTake())
            taken.push(Promise.resolve(rest.value));
          const given = (await Promise.all(accepted)).filter((v) => v !== undefined);
          const got = (await Promise.all(taken)).filter((v) => v !== undefined);
          expect(got.toSorted((a, b) => a - b)).toEqual(given.toSorted((a, b) => a - b));
        },
      ),
    );
  });
});

describe("a line", () => {
  it("serves the others in their order, whichever callers leave and in whatever order they do", async () => {
    const places = [0, 1, 2, 3];
    for (const first of places) {
      for (const second of places.filter((place) => place !== first)) {
        const line = new WaitLine<string, number>();
        const stops = places.map(() => new AbortController());
        const waits = places.map((place) => line.join(place, stops[place]?.signal));
        for (const leaving of [first, second]) {
          stops[leaving]?.abort(new Error("enough"));
          await expect(waits[leaving]).rejects.toThrow("enough");
        }
        const last = line.join(4);
        expect(line.size).toBe(3);
        const served: number[] = [];
        for (let next = line.next(); next !== undefined; next = line.next()) {
          served.push(next.value);
          next.resolve(`served ${next.value}`);
        }
        expect(served).toEqual([...places, 4].filter((place) => place !== first && place !== second));
        expect([await last, line.size]).toEqual(["served 4", 0]);
      }
    }
  });

  it("does not grow with callers that stopped waiting", async () => {
    const line = new WaitLine<number>();
    for (let i = 0; i < 1000; i++) {
      const leaving = new AbortController();
      const wait = line.join(undefined, leaving.signal);
      leaving.abort(new Error("enough"));
      await expect(wait).rejects.toThrow("enough");
    }
    expect(line.size).toBe(0);
    const [first, second, third] = [line.join(undefined), line.join(undefined), line.join(undefined)];
    line.next()?.resolve(1);
    line.next()?.resolve(2);
    line.next()?.reject(new Error("no"));
    expect([await first, await second]).toEqual([1, 2]);
    await expect(third).rejects.toThrow("no");
    expect(line.next()).toBeUndefined();
    await expect(line.join(undefined, AbortSignal.abort(new Error("late")))).rejects.toThrow("late");
  });
});

describe("a ring buffer", () => {
  it("keeps no reference to what was taken", async () => {
    setFlagsFromString("--expose-gc");
    const gc = runInNewContext("gc") as () => void;
    const ring = new RingBuffer<object>();
    const fill = (): WeakRef<object>[] => {
      const refs = Array.from({ length: 10 }, (_, i) => {
        const element = { i };
        ring.push(element);
        return new WeakRef(element);
      });
      while (ring.shift() !== undefined);
      return refs;
    };
    const refs = fill();
    for (let i = 0; i < 20 && refs.some((ref) => ref.deref() !== undefined); i++) {
      await nextTurn();
      gc();
    }
    expect(refs.filter((ref) => ref.deref() !== undefined)).toHaveLength(0);
    expect(ring.length).toBe(0);
  });

  it("is a list that grows at one end and shrinks at the other", () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 500, size: "max" }), (pushes) => {
        const ring = new RingBuffer<number>();
        const model: number[] = [];
        for (const [i, push] of pushes.entries()) {
          if (push) {
            ring.push(i);
            model.push(i);
          } else expect(ring.shift()).toBe(model.shift());
          expect(ring.length).toBe(model.length);
        }
      }),
    );
  });
});
