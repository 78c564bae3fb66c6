import { describe, expect, it } from "vitest";
import { FakeClock } from "../util/index.ts";
import { ReconcileQueue } from "./reconcile-queue.ts";

describe("the queue of a controller", () => {
  it("gives a key its priority when its time has come, and one that has none comes behind", async () => {
    const clock = new FakeClock();
    const queue = new ReconcileQueue({ clock, ref: false });
    queue.requeueAfter("low", 1_000, -100);
    queue.retryAt("high", 1_000, { failures: 2, priority: 5 });
    queue.requeueAfter("usual", 1_000, 0);
    expect(queue.delayed).toBe(3);
    await clock.advance(1_000);
    const order: string[] = [];
    for (let n = 0; n < 3; n++) {
      const taken = await queue.get();
      if (!taken.shutDown) order.push(`${taken.key} ${queue.priorityOf(taken.key)}`);
    }
    expect(order).toEqual(["high 5", "usual 0", "low -100"]);
    queue.shutDown();
  });

  it("returns what was planned when a run begins, once, and forgets failures after a success", async () => {
    const clock = new FakeClock();
    const queue = new ReconcileQueue({ clock, ref: false });
    queue.retryAt("a", 5_000, { failures: 3, priority: 0 });
    expect(queue.begin("a")).toEqual({ failures: 3, retryAt: 5_000 });
    expect([queue.begin("a"), queue.delayed]).toEqual([{ failures: 3, retryAt: undefined }, 0]);
    queue.succeeded("a");
    queue.requeueAfter("a", 1_000, 0);
    // A time that the reconciler asked for is not a retry.
    expect(queue.begin("a")).toEqual({ failures: 0, retryAt: undefined });
    queue.requeueAfter("b", 1_000, 0);
    queue.shutDown();
    expect([queue.delayed, clock.pending]).toEqual([0, 0]);
    queue.requeueAfter("c", 1_000, 0);
    expect(queue.delayed).toBe(0);
  });
});
