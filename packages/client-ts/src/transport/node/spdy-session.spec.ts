import { once } from "node:events";
import { Duplex } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import { afterEach, describe, expect, it } from "vitest";
import { FakeClock } from "../../util/index.ts";
import { socketPair } from "../test-support/socket-pair.ts";
import { dataHead, ping, windowUpdate } from "./spdy-frames.ts";
import { SpdySession, type SpdySessionOptions, type SpdyStream } from "./spdy-session.ts";

const open: (() => unknown)[] = [];
afterEach(() => {
  for (const close of open.splice(0).reverse()) close();
});

const sockets = (): ReturnType<typeof socketPair> => socketPair((close) => open.push(close));

/** A client and a server that does with each stream what the test says. */
async function pair(onStream: (stream: SpdyStream) => void, options: SpdySessionOptions = {}) {
  const [ours, theirs] = await sockets();
  const server = new SpdySession(theirs, { side: "server", pings: false, onStream });
  return { client: new SpdySession(ours, options), server };
}

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
