import { describe, expect, it } from "vitest";
import { AsyncTracker, Lazy, SingleFileTracker } from "./sync-track.ts";

describe("sync trackers", () => {
  it("have synced when the source has and every key that began is finished (B151)", () => {
    let upstream = false;
    const tracker = new AsyncTracker<string>(() => upstream);
    expect(tracker.hasSynced()).toBe(false);
    tracker.start("a");
    tracker.start("b");
    tracker.finished("a");
    upstream = true;
    expect(tracker.hasSynced()).toBe(false);
    tracker.finished("b");
    tracker.finished("never begun");
    expect(tracker.hasSynced()).toBe(true);
    upstream = false;
    expect(tracker.hasSynced()).toBe(false);
    // A key that the source hands out while it is being asked counts.
    const racing = new AsyncTracker<string>(() => {
      racing.start("late");
      return true;
    });
    expect(racing.hasSynced()).toBe(false);
  });

  it("count in one line, and refuse to finish more than began (B152)", () => {
    let upstream = false;
    const tracker = new SingleFileTracker(() => upstream);
    expect(tracker.hasSynced()).toBe(false);
    tracker.start();
    tracker.start();
    upstream = true;
    tracker.finished();
    expect(tracker.hasSynced()).toBe(false);
    tracker.finished();
    expect(tracker.hasSynced()).toBe(true);
    expect(() => tracker.finished()).toThrow("finished() was called more often than start()");
  });
});

describe("Lazy", () => {
  it("computes once after each notice, forgets failures, and again when notified meanwhile (B153)", async () => {
    let runs = 0;
    const lazy = new Lazy(() => ++runs);
    expect(await Promise.all([lazy.get(), lazy.get()])).toEqual([1, 1]);
    expect(await lazy.get()).toBe(1);
    lazy.notify();
    lazy.notify();
    expect(await lazy.get()).toBe(2);

    let fail = true;
    const failing = new Lazy(() => {
      if (fail) throw new Error("not yet");
      return "there";
    });
    await expect(failing.get()).rejects.toThrow("not yet");
    fail = false;
    expect(await failing.get()).toBe("there");

    const finish: ((value: string) => void)[] = [];
    const slow = new Lazy(() => new Promise<string>((resolve) => finish.push(resolve)));
    const first = slow.get();
    await null;
    slow.notify();
    const second = slow.get();
    await null;
    finish[0]?.("old");
    finish[1]?.("new");
    expect(await first).toBe("old");
    expect(await second).toBe("new");
    expect(await slow.get()).toBe("new");
    expect(finish).toHaveLength(2);

    const settle: { resolve(value: string): void; reject(error: Error): void }[] = [];
    const late = new Lazy(() => new Promise<string>((resolve, reject) => settle.push({ resolve, reject })));
    const lost = late.get();
    late.notify();
    const kept = late.get();
    await null;
    settle[1]?.resolve("kept");
    settle[0]?.reject(new Error("too late"));
    await expect(lost).rejects.toThrow("too late");
    // The failure of an evaluation that was outdated anyway does not forget the newer one.
    expect([await kept, await late.get(), settle.length]).toEqual(["kept", "kept", 2]);
  });
});
