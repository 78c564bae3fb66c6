import { once } from "node:events";
import { Duplex } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import { describe, expect, it, onTestFinished } from "vitest";
import { FakeClock } from "../../util/index.ts";
import { socketPair } from "../test-support/socket-pair.ts";
import { dataHead, ping, rstStream, SpdyFrameReader, windowUpdate } from "./spdy-frames.ts";
import { SpdySession, type SpdySessionOptions, type SpdyStream } from "./spdy-session.ts";

const sockets = (): ReturnType<typeof socketPair> => socketPair(onTestFinished);

/** A client and a server that does with each stream what the test says. */
async function pair(onStream: (stream: SpdyStream) => void, options: SpdySessionOptions = {}) {
  const [ours, theirs] = await sockets();
  const server = new SpdySession(theirs, { side: "server", pings: false, onStream });
  return { client: new SpdySession(ours, options), server };
}

const concat = (...parts: readonly Buffer[]): Buffer => Buffer.concat(parts);

describe("a SPDY session", () => {
  it("carries many streams with their headers, each with its own end", async () => {
    const { client } = await pair((stream) => {
      stream.write(`${stream.headers["streamtype"]}:`);
      stream.pipe(stream);
    });
    const streams = Array.from({ length: 50 }, (_, i) => client.open({ streamtype: `s${i}` }));
    await Promise.all(streams.map((stream) => stream.accepted));
    for (const [i, stream] of streams.entries()) stream.end(`hello ${i}`);
    expect(await Promise.all(streams.map((stream) => text(stream)))).toEqual(
      Array.from({ length: 50 }, (_, i) => `s${i}:hello ${i}`),
    );
    expect(client.streamCount).toBe(0);
  });

  it("delivers what came before a reset, and then says that the stream was lost", async () => {
    const { client } = await pair((stream) => {
      stream.write("all of it");
      setImmediate(() => stream.destroy());
    });
    const stream = client.open({});
    await expect.poll(() => stream.lost).toBeDefined();
    expect(await text(stream)).toBe("all of it");
    expect(stream.lost).toMatchObject({ code: "reset" });
  });

  it("refuses streams that the peer opens without being asked", async () => {
    const { server } = await pair(() => {});
    await expect(server.open({}).accepted).rejects.toMatchObject({ code: "reset" });
  });

  it("waits for a slow reader, and for the window of a peer that has one (SEC-17)", async () => {
    const [ours, theirs] = await sockets();
    const client = new SpdySession(ours, { pings: false });
    const stream = client.open({});
    let received = 0;
    theirs.on("data", (chunk: Buffer) => {
      received += chunk.length;
    });
    // The answer to the ping shows that the window before it was read.
    theirs.write(Buffer.concat([windowUpdate(1, 1_000), ping(2)]));
    await expect.poll(() => received).toBeGreaterThan(0);
    stream.write(Buffer.alloc(200_000));
    await expect.poll(() => received).toBeGreaterThan(66_000);
    expect(received).toBeLessThan(68_000);
    theirs.write(windowUpdate(1, 200_000));
    await expect.poll(() => received).toBeGreaterThan(200_000);
  });

  it.each([
    ["it is destroyed", (stream: SpdyStream) => stream.destroy()],
    ["its peer resets it", (_stream: SpdyStream, theirs: Duplex) => theirs.write(rstStream(1, 5))],
  ])("fails a write of a stream that waits for the window when %s", async (_when, end) => {
    const [ours, theirs] = await sockets();
    const client = new SpdySession(ours, { pings: false });
    const stream = client.open({});
    await once(theirs, "data");
    // The answer to the ping shows that the window before it was read.
    theirs.write(Buffer.concat([windowUpdate(1, 1), ping(2)]));
    await once(theirs, "data");
    const written = new Promise((resolve) => stream.write(Buffer.alloc(200_000), resolve));
    await expect.poll(() => stream.writableLength).toBe(200_000);
    end(stream, theirs);
    expect(await written).toMatchObject({ kind: "Transport" });
  });

  const resets = (_ours: Duplex, theirs: Duplex) => theirs.write(rstStream(1, 5));
  const ends = (_ours: Duplex, theirs: Duplex) => theirs.write(concat(dataHead(1, 0, true), rstStream(1, 5)));
  const breaks = (ours: Duplex) => ours.destroy();
  it.each([
    ["its peer resets it while a write waits for the window", true, 200_000, resets],
    ["its peer resets it before a write", true, 0, resets],
    ["its peer ends and resets it", true, 0, ends],
    ["the connection breaks while a write waits for the socket", false, 50_000_000, breaks],
  ])("delivers the bytes that came before %s, and fails the write after them", async (...how) => {
    const [, hasWindows, length, end] = how;
    const [ours, theirs] = await sockets();
    const client = new SpdySession(ours, { pings: false });
    const stream = client.open({});
    await once(theirs, "data");
    // The answer to the ping shows that what is before it was read.
    const window = hasWindows ? windowUpdate(1, 1) : Buffer.alloc(0);
    theirs.write(concat(dataHead(1, 5, false), Buffer.from("bytes"), window, ping(2)));
    await once(theirs, "data");
    theirs.pause();
    const write = (content: Buffer) =>
      new Promise((resolve) => stream.write(content, (error) => resolve(error ?? undefined)));
    const writes = [write(Buffer.alloc(length))];
    end(ours, theirs);
    await expect.poll(() => stream.lost).toBeDefined();
    writes.push(write(Buffer.from("late")));
    expect(await text(stream)).toBe("bytes");
    const error = expect.objectContaining({ kind: "Transport" }) as Error;
    expect(await Promise.all(writes)).toEqual(length > 0 ? [error, expect.any(Error)] : [undefined, error]);
  });

  it("holds only a bounded part of what is not read (SEC-17)", async () => {
    const { client } = await pair((stream) => {
      const more = (): void => {
        if (stream.destroyed) return;
        if (stream.write(Buffer.alloc(64 * 1024))) setImmediate(more);
        else stream.once("drain", more);
      };
      more();
    });
    const stream = client.open({});
    await expect.poll(() => stream.readableLength).toBeGreaterThan(1024 * 1024);
    for (let turn = 0; turn < 200; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(stream.readableLength).toBeLessThan(2 * 1024 * 1024);
    stream.destroy();
  });

  it("goes on after a stream that was too much for its reader and has ended", async () => {
    const socket = new Duplex({ read: () => {}, write: (_chunk, _encoding, done) => done() });
    const session = new SpdySession(socket, { pings: false });
    const [large, other] = [session.open({}), session.open({})];
    const content = Buffer.alloc(2 * 1024 * 1024);
    // The end comes in the same piece as what is too much.
    socket.push(Buffer.concat([dataHead(1, content.length, false), content, dataHead(1, 0, true)]));
    await expect.poll(() => large.readableLength).toBeGreaterThan(1024 * 1024);
    // It is read to its end and stays open on our side.
    await once(large.resume(), "end");
    expect(large.destroyed).toBe(false);
    socket.push(Buffer.concat([dataHead(3, 5, true), Buffer.from("hello")]));
    expect(await text(other)).toBe("hello");
    session.close();
  });

  it("lets a peer with windows send on as its bytes are read, and no sooner (SEC-17)", async () => {
    const [ours, theirs] = await sockets();
    const client = new SpdySession(ours, { pings: false });
    const stream = client.open({});
    const granted: number[] = [];
    const frames = new SpdyFrameReader();
    theirs.on("data", (chunk: Buffer) =>
      frames.read(chunk, (frame) => {
        if (frame.type === "window-update") granted.push(frame.delta);
      }),
    );
    const send = (bytes: number): boolean =>
      theirs.write(Buffer.concat([dataHead(stream.id, bytes, false), Buffer.alloc(bytes)]));
    theirs.write(windowUpdate(stream.id, 1_000));
    send(32 * 1024 - 1);
    await expect.poll(() => stream.readableLength).toBe(32 * 1024 - 1);
    expect(granted).toEqual([]);
    send(1);
    await expect.poll(() => granted).toEqual([32 * 1024]);
    // A whole window is never used up silently: the peer would wait for an update.
    send(64 * 1024);
    await expect.poll(() => granted.reduce((sum, one) => sum + one, 0)).toBeGreaterThan(64 * 1024);
  });

  it("takes a window that the peer announces for streams that are open and for those to come", async () => {
    const [ours, theirs] = await sockets();
    const client = new SpdySession(ours, { pings: false });
    const sent = new Map<number, number>();
    let answered = false;
    const frames = new SpdyFrameReader();
    theirs.on("data", (chunk: Buffer) =>
      frames.read(chunk, (frame) => {
        if (frame.type === "ping") answered = true;
        if (frame.type === "data") sent.set(frame.stream, (sent.get(frame.stream) ?? 0) + frame.payload.length);
      }),
    );
    const early = client.open({});
    const settings = Buffer.from([0x80, 3, 0, 4, 0, 0, 0, 12, 0, 0, 0, 1, 0, 0, 0, 7, 0, 0, 0x27, 0x10]);
    theirs.write(Buffer.concat([settings, ping(2)]));
    await expect.poll(() => answered).toBe(true);
    const late = client.open({});
    for (const stream of [early, late]) stream.write(Buffer.alloc(50_000));
    await expect.poll(() => [sent.get(early.id), sent.get(late.id)]).toEqual([10_000, 10_000]);
    client.destroy(new Error("over"));
  });

  it("gives its streams odd numbers, its peer's even ones, and forgets streams that both sides ended", async () => {
    const seen: number[] = [];
    const { client, server } = await pair((stream) => {
      seen.push(stream.id);
      stream.resume().end();
    });
    const streams = [client.open({}), client.open({})];
    for (const stream of streams) stream.resume().end();
    await Promise.all(streams.map((stream) => once(stream, "close")));
    expect(seen).toEqual([1, 3]);
    expect(server.open({}).id).toBe(2);
    await expect.poll(() => [client.streamCount, server.streamCount]).toEqual([0, 0]);
  });

  it("does not take its own slow reader for a dead peer, and leaves no timer when it is over", async () => {
    const clock = new FakeClock();
    const { client } = await pair((stream) => void stream.write(Buffer.alloc(3 * 1024 * 1024)), { clock });
    const stream = client.open({});
    await expect.poll(() => stream.readableLength).toBeGreaterThan(1024 * 1024);
    for (let second = 0; second < 60; second++) await clock.advance(1_000);
    expect(stream.destroyed).toBe(false);
    client.close();
    await client.ended;
    expect(clock.pending).toBe(0);
    expect(() => client.open({})).toThrow(expect.objectContaining({ kind: "Closed" }) as Error);
  });

  it("ends without an error when we close it, and with the error when we destroy it", async () => {
    const closed = (await pair(() => {})).client;
    const stream = closed.open({});
    closed.close();
    expect(await closed.ended).toBeUndefined();
    expect(stream.lost).toMatchObject({ kind: "Closed" });
    const destroyed = (await pair(() => {})).client;
    const error = new Error("of the caller");
    destroyed.destroy(error);
    expect(await destroyed.ended).toBe(error);
    // A write after the end says why.
    const late = await new Promise((resolve) => stream.write("late", resolve));
    expect(late).toBeInstanceOf(Error);
  });

  it("resets a stream that is left before its end, and not one that the peer has reset", async () => {
    const reset: number[] = [];
    const [ours, theirs] = await sockets();
    const client = new SpdySession(ours, { pings: false });
    const frames = new SpdyFrameReader();
    theirs.on("data", (chunk: Buffer) =>
      frames.read(chunk, (frame) => {
        if (frame.type === "rst-stream") reset.push(frame.stream);
      }),
    );
    const [left, lost] = [client.open({}), client.open({})];
    theirs.write(rstStream(lost.id, 3));
    await expect(lost.accepted).rejects.toMatchObject({ message: "the peer ended the stream (SPDY code 3)" });
    left.destroy();
    await expect.poll(() => reset).toEqual([left.id]);
    await expect(left.accepted).rejects.toMatchObject({ code: "closed" });
  });

  it("answers pings, and finds a peer that does not within 20 s (F-H10)", async () => {
    const [ours, theirs] = await sockets();
    const clock = new FakeClock();
    const session = new SpdySession(ours, { clock });
    theirs.write(ping(2));
    const [answer] = (await once(theirs, "data")) as [Buffer];
    expect(answer.equals(ping(2))).toBe(true);
    const stream = session.open({});
    const failed = buffer(stream).catch((error: unknown) => error);
    let seconds = 0;
    let error: Error | undefined;
    void session.ended.then((reason) => {
      error = reason;
    });
    for (; seconds < 30 && error === undefined; seconds++) {
      await clock.advance(1_000);
      for (let turn = 0; turn < 4; turn++) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(seconds).toBeLessThanOrEqual(20);
    expect(error).toMatchObject({ code: "timeout" });
    expect(await failed).toMatchObject({ code: "timeout" });
  });

  it.each([
    ["another version", Buffer.from([0x80, 2, 0, 6, 0, 0, 0, 4, 0, 0, 0, 1])],
    ["a control frame that is too long", Buffer.from([0x80, 3, 0, 1, 0, 255, 255, 255])],
    ["a frame that is too short", Buffer.from([0x80, 3, 0, 3, 0, 0, 0, 4, 0, 0, 0, 1])],
    ["headers that cannot be read", Buffer.from([0x80, 3, 0, 2, 0, 0, 0, 8, 0, 0, 0, 1, 1, 2, 3, 4])],
  ])("ends with an error at %s (SEC-16)", async (_what, bytes) => {
    const [ours, theirs] = await sockets();
    const session = new SpdySession(ours, { pings: false });
    const stream = session.open({});
    theirs.write(bytes);
    expect(await session.ended).toMatchObject({ kind: "Protocol" });
    expect(stream.destroyed).toBe(true);
  });
});
