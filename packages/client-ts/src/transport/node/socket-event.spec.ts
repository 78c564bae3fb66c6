import { getEventListeners } from "node:events";
import { Duplex } from "node:stream";
import { describe, expect, it } from "vitest";
import { FakeClock } from "../../util/index.ts";
import { socketEvent } from "./socket-event.ts";

describe("waiting for a socket", () => {
  const outcomes: [string, (socket: Duplex, clock: FakeClock, stop: AbortController) => unknown, string][] = [
    ["the event", (socket) => socket.emit("connect"), "done"],
    ["an error", (socket) => socket.destroy(new Error("broken")), "failed: broken"],
    ["the end", (socket) => socket.destroy(), "closed"],
    ["the time limit", (_socket, clock) => clock.advance(1000), "timed out"],
    ["the signal", (_socket, _clock, stop) => stop.abort(), "aborted"],
  ];

  it.each(outcomes)("ends with %s, and leaves no timer or listener", async (_what, happen, result) => {
    const socket = new Duplex({ read() {} });
    const clock = new FakeClock();
    const stop = new AbortController();
    const waiting = socketEvent(socket, "connect", {
      timeoutMs: 1000,
      clock,
      signal: stop.signal,
      timedOut: () => new Error("timed out"),
      failed: (cause) => new Error(`failed: ${cause.message}`),
      closed: () => new Error("closed"),
      onEvent: () => "done",
    });
    happen(socket, clock, stop);
    const seen = await waiting.catch((error: Error) => (error.name === "AbortError" ? "aborted" : error.message));
    expect(seen).toBe(result);
    expect(socket.destroyed).toBe(result !== "done");
    expect(getEventListeners(stop.signal, "abort")).toEqual([]);
    expect([socket.listenerCount("connect"), socket.listenerCount("close"), clock.pending]).toEqual([0, 0, 0]);
  });

  it("does not begin when the signal has fired", async () => {
    const socket = new Duplex({ read() {} });
    const clock = new FakeClock();
    const unexpected = (): never => {
      throw new Error("not this");
    };
    const waiting = socketEvent(socket, "connect", {
      timeoutMs: 1000,
      clock,
      signal: AbortSignal.abort(),
      timedOut: unexpected,
      failed: unexpected,
      onEvent: unexpected,
    });
    await expect(waiting).rejects.toMatchObject({ kind: "Aborted" });
    expect([socket.destroyed, clock.pending]).toEqual([true, 0]);
  });
});
