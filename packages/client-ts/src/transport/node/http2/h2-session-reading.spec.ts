import { Duplex } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { exchange, sessionsPerTest } from "../../test-support/h2-sessions.ts";
import { eventually } from "../../../util/test-support/eventually.ts";
import { frameOf, frameTypes, type RawConnection, status } from "../../test-support/raw-h2.ts";
import { H2Session } from "./h2-session.ts";

const { open, cleanups } = sessionsPerTest();
const { data, headers, settings, window } = frameTypes;
/** Flags of frames. */
const [endStream, endHeaders, padded] = [1, 4, 8];
const mebibyte = 1024 * 1024;

const answerHead = (c: RawConnection): void => c.frame(headers, endHeaders, 1, status(200));

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
    // The slice of the last frames is over; the next one begins with the next frame.
    await nextTurn();
    await nextTurn();
    wire.push(frame);
    expect([framesRead(session), wire.isPaused()]).toEqual([11, false]);
  });

  it("is read no further in this turn when the first bytes took the whole slice", async () => {
    const wire = new Duplex({ read() {}, write: (_chunk, _how, done) => done() });
    let now = 0;
    const onSettings = (): void => {
      now += 10;
    };
    const events = { onSettings, onGoaway() {}, onClose() {} };
    const session = new H2Session(wire, events, { monotonic: () => now });
    cleanups.push(() => session.destroy());
    await nextTurn();
    wire.push(frame);
    expect(wire.isPaused()).toBe(true);
    await nextTurn();
    expect(wire.isPaused()).toBe(false);
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

describe("a slow reader", () => {
  it("stops the server after 16 MiB on its stream while other streams flow, and gets every byte", async () => {
    const frame = Buffer.alloc(16_384, "a");
    const total = 40 * mebibyte;
    const limits = { stream: 65_535, connection: 65_535 };
    let sent = 0;
    let peer: RawConnection | undefined;
    const more = (): void => {
      while (peer !== undefined && sent < total && Math.min(limits.stream, limits.connection) >= frame.length) {
        sent += frame.length;
        limits.stream -= frame.length;
        limits.connection -= frame.length;
        peer.frame(data, sent === total ? endStream : 0, 1, frame);
      }
    };
    const { session } = await open({
      onFrame: (_c, { type, flags, stream, payload }) => {
        if (type === settings && flags === 0) limits.stream = payload.readUInt32BE(8);
        if (type !== window) return;
        if (stream === 0) limits.connection += payload.readUInt32BE(0);
        if (stream === 1) limits.stream += payload.readUInt32BE(0);
        more();
      },
      onRequest: (c, id) => {
        peer = c;
        if (id !== 1) return c.answer(id, "flows");
        c.frame(headers, endHeaders, 1, status(200));
        more();
      },
    });
    const slow = exchange(session, { isPaused: true });
    await eventually(() => session.bytesRead > 16 * mebibyte, "the window is full");
    for (let n = 0; n < 20; n++) expect((await exchange(session).outcome).body.toString()).toBe("flows");
    expect(sent).toBe(16 * mebibyte);
    slow.stream.resume();
    const { body, failure } = await slow.outcome;
    expect([body.length, failure, sent]).toEqual([total, undefined, total]);
  });

  it("is granted padding again, on the stream and on the connection", async () => {
    const frame = frameOf(data, padded, 1, Buffer.concat([Buffer.from([255]), Buffer.from("x"), Buffer.alloc(255)]));
    const part = Buffer.concat(Array.from({ length: 1_000 }, () => frame));
    const made = await open({
      onRequest: (c) => {
        answerHead(c);
        for (let n = 0; n < 70; n++) c.socket.write(part);
        c.frame(data, endStream, 1);
      },
    });
    const { body, failure } = await exchange(made.session).outcome;
    expect([body.length, failure]).toEqual([70_000, undefined]);
    const granted = (id: number): number =>
      made.frames
        .filter(({ type, stream }) => type === window && stream === id)
        .reduce((bytes, { payload }) => bytes + payload.readUInt32BE(0), 0);
    await eventually(() => granted(0) >= 16 * mebibyte && granted(1) >= 16 * mebibyte, "the windows are open again");
  });

  it("that takes data in pieces of one byte does not make the server's frames cost more than their bytes", async () => {
    const small = Buffer.concat(Array.from({ length: 50_000 }, () => frameOf(data, 0, 1, Buffer.from("x"))));
    const { session } = await open({
      onRequest: (c) => {
        answerHead(c);
        c.socket.write(small);
        c.frame(data, endStream, 1, Buffer.from("end"));
      },
    });
    const one = exchange(session, { isPaused: true });
    await eventually(() => one.calls.includes("close"), "the answer is complete");
    one.stream.resume();
    expect((await one.outcome).body.toString()).toBe(`${"x".repeat(50_000)}end`);
    // What waits is joined: a piece for each byte would take a hundred times the memory.
    expect(one.chunks.length).toBeLessThan(50);
  });
});
