import { Duplex } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { exchange, sessionsPerTest } from "../../test-support/h2-sessions.ts";
import { frameOf, frameTypes, status } from "../../test-support/raw-h2.ts";
import { H2Session } from "./h2-session.ts";

const { open, cleanups } = sessionsPerTest();
const { data, headers, settings } = frameTypes;
/** Flags of frames. */
const [endStream, endHeaders] = [1, 4];

describe("a socket that has much to read", () => {
  const wireAndSession = async (stepMs: number) => {
    const wire = new Duplex({ read() {}, write: (_chunk, _how, done) => done() });
    let now = 0;
    const clock = { monotonic: () => (now += stepMs) };
    const session = new H2Session(wire, { onSettings() {}, onGoaway() {}, onClose() {} }, clock);
    cleanups.push(() => session.destroy());
    await nextTurn();
    return { wire, session };
  };
  const frame = frameOf(settings, 0, 0);
  const framesRead = (session: H2Session): number => session.bytesRead / frame.length;

  it("is read for one slice of each turn of the event loop", async () => {
    const { wire, session } = await wireAndSession(3);
    for (let i = 0; i < 10; i++) wire.push(frame);
    // The clock is looked at when the slice begins and after each frame.
    expect(framesRead(session)).toBe(2);
    const seen = [];
    while (framesRead(session) < 10) {
      await nextTurn();
      seen.push(framesRead(session));
    }
    expect(seen).toContain(4);
    // The next turn has a slice of its own.
    await nextTurn();
    wire.push(frame);
    expect([framesRead(session), wire.isPaused()]).toEqual([11, false]);
  });

  it("is read no further in this turn when more than 64 KiB wait for their reader", async () => {
    const { wire, session } = await wireAndSession(0);
    wire.push(frame);
    const one = exchange(session, { isPaused: true });
    wire.push(frameOf(headers, endHeaders, 1, status(200)));
    const piece = frameOf(data, 0, 1, Buffer.alloc(16 * 1024));
    for (let i = 0; i < 4; i++) wire.push(piece);
    expect(wire.isPaused()).toBe(false);
    wire.push(piece);
    expect(wire.isPaused()).toBe(true);
    wire.push(frameOf(data, endStream, 1, Buffer.alloc(9)));
    one.stream.resume();
    expect((await one.outcome).body.length).toBe(5 * 16 * 1024 + 9);
    // A reader that takes everything is not behind, however much has come.
    const two = exchange(session);
    wire.push(frameOf(headers, endHeaders, 3, status(200)));
    for (let i = 0; i < 10; i++) wire.push(frameOf(data, 0, 3, Buffer.alloc(16 * 1024)));
    expect([wire.isPaused(), Buffer.concat(two.chunks).length]).toEqual([false, 10 * 16 * 1024]);
    two.stream.pause();
    wire.push(frameOf(data, 0, 3, Buffer.alloc(9)));
    expect(wire.isPaused()).toBe(false);
  });

  it("is read on for the others while one reader takes nothing", async () => {
    const made = await open({
      onRequest: (c, id) => {
        c.frame(headers, endHeaders, id, status(200));
        for (let i = 0; i < 60; i++) c.frame(data, i === 59 ? endStream : 0, id, Buffer.alloc(16 * 1024, id));
      },
    });
    const slow = exchange(made.session, { isPaused: true });
    const others = [exchange(made.session), exchange(made.session)];
    for (const { outcome } of others) expect((await outcome).body.length).toBe(60 * 16 * 1024);
    slow.stream.resume();
    expect((await slow.outcome).body.equals(Buffer.alloc(60 * 16 * 1024, 1))).toBe(true);
  });

  it("is read to its end when that is quick", async () => {
    const { wire, session } = await wireAndSession(0.1);
    for (let i = 0; i < 30; i++) wire.push(frame);
    expect([framesRead(session), wire.isPaused()]).toEqual([30, false]);
  });
});
