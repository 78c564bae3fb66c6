import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { Latch } from "./latch.ts";

const listeners = (signal: AbortSignal): number => getEventListeners(signal, "abort").length;

describe("a latch", () => {
  it("lets all callers through: those that wait, with a signal and without, and those that come later", async () => {
    const latch = new Latch();
    const { signal } = new AbortController();
    const waiting = [latch.wait(), latch.wait(signal), latch.wait(), latch.wait(signal)];
    expect(listeners(signal)).toBe(2);
    latch.open();
    await Promise.all(waiting);
    await latch.wait();
    await latch.wait(signal);
    expect(listeners(signal)).toBe(0);
  });

  it("that fails rejects the callers that wait and those that come later, with the same error", async () => {
    const latch = new Latch();
    const { signal } = new AbortController();
    const waiting = [latch.wait(), latch.wait(signal)];
    latch.fail(new Error("stopped"));
    for (const one of [...waiting, latch.wait(), latch.wait(signal)]) await expect(one).rejects.toThrow("stopped");
    expect(listeners(signal)).toBe(0);
  });

  it("is decided once", async () => {
    const [opened, failed] = [new Latch(), new Latch()];
    opened.open();
    opened.fail(new Error("too late"));
    await opened.wait();
    failed.fail(new Error("first"));
    failed.fail(new Error("second"));
    failed.open();
    await expect(failed.wait()).rejects.toThrow("first");
  });

  it("lets a caller go with the reason of its signal, before and after it is decided, and no other", async () => {
    const latch = new Latch();
    const leaving = new AbortController();
    const [goes, stays] = [latch.wait(leaving.signal), latch.wait(new AbortController().signal)];
    leaving.abort(new Error("enough"));
    await expect(goes).rejects.toThrow("enough");
    latch.open();
    await stays;
    await expect(latch.wait(leaving.signal)).rejects.toThrow("enough");
  });
});
