import { createHash } from "node:crypto";
import { createServer } from "node:http2";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { exchange, type OpenSession, sessionsPerTest } from "../../test-support/h2-sessions.ts";
import { frameTypes, type RawBehaviour, type RawConnection, uint32 } from "../../test-support/raw-h2.ts";
import { eventually } from "../../../util/test-support/eventually.ts";

const { open, connectTo, cleanups } = sessionsPerTest();

const { data, rst, settings, ping, window } = frameTypes;
const endStream = 1;

/** Bytes that repeat nowhere, of this length. */
function bytesOf(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let at = 0, seed = 1; at < length; at++) {
    seed = (seed * 48_271) % 0x7fffffff;
    bytes[at] = seed;
  }
  return bytes;
}

/** A stream of pieces of different sizes, which come in different turns. */
function streamOf(bytes: Buffer): Readable {
  const pieces = async function* (): AsyncGenerator<Buffer> {
    for (let at = 0, size = 1; at < bytes.length; at += size, size = (size * 7) % 40_009) {
      if (size % 3 === 0) await nextTurn();
      yield bytes.subarray(at, at + size);
    }
  };
  return Readable.from(pieces(), { objectMode: false });
}

function hash(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** What a server received of one stream's body. */
interface Received {
  readonly parts: Buffer[];
  ends: number;
  /** What the client may still send. */
  window: number;
}

/**
 * A server that takes bodies, grants what `grants` says for each frame, and answers with the hash. It notes when the
 * client sends more than it may.
 */
function receiver(streamWindow: number, grants: () => number) {
  const streams = new Map<number, Received>();
  const wrong: string[] = [];
  let connection = 65_535;
  const of = (id: number): Received => {
    const one = streams.get(id) ?? { parts: [], ends: 0, window: streamWindow };
    streams.set(id, one);
    return one;
  };
  const behaviour: RawBehaviour = {
    onConnection: (c) => c.settings([4, streamWindow]),
    onFrame: (c, { type, flags, stream, payload }) => {
      if (type !== data) return;
      const one = of(stream);
      one.parts.push(Buffer.from(payload));
      one.window -= payload.length;
      connection -= payload.length;
      if (Math.min(one.window, connection) < 0 || payload.length > 16_384 || one.ends > 0)
        wrong.push(`${payload.length} bytes of stream ${stream} with windows of ${one.window} and ${connection}`);
      if ((flags & endStream) !== 0) {
        one.ends++;
        c.answer(stream, hash(Buffer.concat(one.parts)));
        return;
      }
      const more = grants();
      one.window += more;
      connection += payload.length;
      if (payload.length > 0) c.frame(window, 0, 0, uint32(payload.length));
      c.frame(window, 0, stream, uint32(more));
    },
  };
  return { behaviour, streams, wrong };
}

describe("the body of a request", () => {
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 48_271) % 0x7fffffff;
    return 1 + (seed % below);
  };
  const windows: [string, number, number, () => number][] = [
    ["one byte at a time", 300, 1, () => 1],
    ["windows of a few bytes", 3_000, 7, () => random(20)],
    ["no window at the beginning but a few bytes later", 5_000, 3, () => random(100)],
    ["windows of any size", 3_000_000, 1_000, () => random(60_000)],
    ["the usual windows", 3_000_000, 65_535, () => 16_384],
    ["large windows", 4_000_000, 2 ** 30, () => 65_536],
  ];

  it.each(windows)("arrives as it is through %s, as text, bytes and streams", async (_what, length, first, grants) => {
    const bytes = bytesOf(length);
    const text = bytes.toString("latin1");
    const { behaviour, wrong, streams } = receiver(first, grants);
    const { session } = await open(behaviour);
    const bodies: [string | Uint8Array | Readable, Uint8Array][] = [
      [text, Buffer.from(text)],
      [bytes, bytes],
      [new Uint8Array(bytes.buffer, bytes.byteOffset + 1, length - 1), bytes.subarray(1)],
      [streamOf(bytes), bytes],
      [Readable.from([text], { objectMode: true }), Buffer.from(text)],
    ];
    const sent = bodies.map(([body]) => exchange(session, { method: "POST", body }));
    for (const [index, { outcome }] of sent.entries())
      expect((await outcome).body.toString()).toBe(hash(bodies[index]?.[1] as Uint8Array));
    expect([wrong, [...streams.values()].map(({ ends }) => ends)]).toEqual([[], [1, 1, 1, 1, 1]]);
  });

  it("that fills the window exactly, or is empty, ends in one frame or with an empty one", async () => {
    const { behaviour, wrong, streams } = receiver(100, () => 1);
    const { session } = await open(behaviour);
    const bodies = () => [
      ...["a".repeat(100), "", Buffer.alloc(100), Buffer.alloc(0)],
      ...[Readable.from([Buffer.alloc(100)]), Readable.from([]), Readable.from([Buffer.alloc(0)])],
    ];
    for (const body of bodies()) expect((await exchange(session, { method: "PUT", body }).outcome).status).toBe(200);
    expect(wrong).toEqual([]);
    const lengths = [...streams.values()].map(({ parts }) => parts.map(({ length }) => length));
    expect(lengths).toEqual([[100], [0], [100], [0], [100, 0], [0], [0]]);
  });

  it("of several MB reaches Node's own server, with small windows and large", async () => {
    for (const initialWindowSize of [1_000, 65_535, 2 ** 20]) {
      const server = createServer({ settings: { initialWindowSize } });
      server.on("stream", (stream) => {
        const digest = createHash("sha256");
        stream.on("data", (chunk: Buffer) => digest.update(chunk));
        stream.on("end", () => {
          stream.respond({ ":status": 200 });
          stream.end(digest.digest("hex"));
        });
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      cleanups.push(() => new Promise((resolve) => server.close(resolve)));
      const { session, ready } = await connectTo((server.address() as AddressInfo).port);
      await ready;
      const bytes = bytesOf(initialWindowSize < 65_535 ? 200_000 : 3_000_000);
      for (const body of [bytes, streamOf(bytes)]) {
        const { outcome } = exchange(session, { method: "POST", body });
        expect((await outcome).body.toString()).toBe(hash(bytes));
      }
      session.destroy();
    }
  });

  it("waits for the socket when the server does not read, and the whole arrives when it does", async () => {
    const bytes = bytesOf(20_000_000);
    let connection: RawConnection | undefined;
    const digest = createHash("sha256");
    const made = await open({
      onConnection: (c) => {
        connection = c;
        c.settings([4, 2 ** 31 - 1]);
        c.frame(window, 0, 0, uint32(2 ** 31 - 1 - 65_535));
        c.socket.pause();
      },
      onFrame: (c, { type, flags, stream, payload }) => {
        if (type !== data) return;
        digest.update(payload);
        if ((flags & endStream) !== 0) c.answer(stream, digest.digest("hex"));
      },
    });
    const one = exchange(made.session, { method: "POST", body: bytes });
    await nextTurn();
    expect(made.socket.writableLength).toBeLessThan(2_000_000);
    connection?.socket.resume();
    expect((await one.outcome).body.toString()).toBe(hash(bytes));
  });

  it("does not make the session leave a server that reads slowly and pings meanwhile", async () => {
    let pongs = 0;
    const made = await open({
      onConnection: (c) => {
        c.settings([4, 2 ** 31 - 1], [5, 2 ** 20]);
        c.frame(window, 0, 0, uint32(2 ** 31 - 1 - 65_535));
      },
      onRequest: (c, stream) => stream === 1 && c.socket.pause(),
      onFrame: (c, { type, flags, stream }) => {
        if (type === ping) pongs++;
        if (type === data && (flags & endStream) !== 0) c.answer(stream);
      },
    });
    const sent = Array.from({ length: 12 }, () =>
      exchange(made.session, { method: "POST", body: "a".repeat(2 ** 20) }),
    );
    await eventually(() => made.peer.socket.isPaused(), "the server reads nothing");
    const before = made.session.bytesRead;
    for (let n = 0; n < 10; n++) made.peer.frame(ping, 0, 0, Buffer.alloc(8));
    await eventually(() => made.session.bytesRead > before, "the client has seen the pings");
    made.peer.socket.resume();
    for (const { outcome } of sent) expect((await outcome).failure).toBeUndefined();
    expect(pongs).toBe(10);
  });

  it("ends although settings made its window negative", async () => {
    let acknowledged = 0;
    const made = await open({
      onConnection: (c) => c.settings([4, 100]),
      onFrame: (c, { type, flags, stream }) => {
        if (type === settings && flags === 1) acknowledged++;
        if (type === data && (flags & endStream) !== 0) c.answer(stream);
      },
    });
    const body = new Readable({ read() {} });
    const other = new Readable({ read() {} });
    const [one, two] = [body, other].map((from) => exchange(made.session, { method: "POST", body: from }));
    body.push(Buffer.alloc(100));
    other.push(Buffer.alloc(100));
    await eventually(() => lengthsOf(made).length === 2, "both windows are used up");
    made.peer.settings([4, 10]);
    await eventually(() => acknowledged === 2, "the windows are negative");
    body.push(null);
    expect((await one?.outcome)?.failure).toBeUndefined();
    other.push("more");
    other.push(null);
    made.peer.frame(window, 0, 3, uint32(90));
    made.peer.frame(window, 0, 3, uint32(3));
    made.peer.frame(window, 0, 3, uint32(3));
    expect((await two?.outcome)?.failure).toBeUndefined();
    expect(lengthsOf(made).slice(0, 5)).toEqual([100, 100, 0, 3, 1]);
  });

  it("shares the window of the connection with the others, and uses no more than that", async () => {
    const made = await open({ onConnection: (c) => c.settings([4, 2 ** 20]) });
    const total = (): number => lengthsOf(made).reduce((sum, length) => sum + length, 0);
    const pongs = (): number => made.frames.filter(({ type }) => type === ping).length;
    const settled = async (): Promise<number> => {
      const before = pongs();
      made.peer.frame(ping, 0, 0, Buffer.alloc(8));
      await eventually(() => pongs() > before, "all that was granted before is used");
      return total();
    };
    for (const body of ["a".repeat(40_000), Buffer.alloc(40_000), "b"])
      exchange(made.session, { method: "POST", body });
    expect(await settled()).toBe(65_535);
    made.peer.frame(window, 0, 0, uint32(10));
    expect(await settled()).toBe(65_545);
    made.peer.frame(window, 0, 0, uint32(20_000));
    expect(await settled()).toBe(80_001);
  });

  it("is sent further when settings make the windows larger", async () => {
    const made = await open({
      onConnection: (c) => c.settings([4, 0]),
      onRequest: (c) => c.settings([4, 5]),
      onFrame: (c, { type, flags, stream, payload }) => {
        if (type === data && payload.length === 5) c.settings([4, 100]);
        if (type === data && (flags & endStream) !== 0) c.answer(stream);
      },
    });
    expect((await exchange(made.session, { method: "POST", body: "123456789" }).outcome).status).toBe(200);
    expect(lengthsOf(made)).toEqual([5, 4]);
  });
});

/** The lengths of the frames of data that the server received. */
function lengthsOf({ frames }: OpenSession): number[] {
  return frames.filter(({ type }) => type === data).map(({ payload }) => payload.length);
}

describe("a stream as a body", () => {
  const failing: [string, (body: Readable) => void, RegExp, string | undefined][] = [
    ["fails", (body) => void body.destroy(new Error("disk")), /could not be read/, "disk"],
    ["is closed", (body) => void body.destroy(), /closed before its end/, undefined],
    ["has objects", (body) => void body.push({ a: 1 }), /neither text nor bytes/, undefined],
  ];

  it.each(failing)(
    "that %s fails the request, and the server does not take it for the whole",
    async (_what, act, message, cause) => {
      const made = await open();
      const body = new Readable({ objectMode: true, read() {} });
      const one = exchange(made.session, { method: "POST", body });
      body.push("half");
      await eventually(() => lengthsOf(made).length === 1, "the first half is there");
      act(body);
      const { failure } = await one.outcome;
      expect(failure).toMatchObject({ sent: true, resetCode: 8, error: { message } });
      expect((failure?.error?.cause as Error | undefined)?.message).toBe(cause);
      expect([one.calls, body.destroyed]).toEqual([["failure", "close"], true]);
      await eventually(() => made.frames.some(({ type }) => type === rst), "the server receives the reset");
      expect(made.frames.filter(({ type, flags }) => type === data && flags === endStream)).toEqual([]);
    },
  );

  it("that fails after its end changes nothing: it was sent to its end", async () => {
    let answer = (): void => {};
    const made = await open({
      onFrame: (c, { type, flags, stream }) => {
        if (type === data && flags === endStream) answer = () => c.answer(stream, "fine");
      },
    });
    const body = new Readable({ autoDestroy: false, read() {} });
    body.push("all");
    body.push(null);
    const one = exchange(made.session, { method: "POST", body });
    await eventually(() => made.frames.some(({ type, flags }) => type === data && flags === endStream), "it is sent");
    body.destroy(new Error("late"));
    await nextTurn();
    answer();
    expect((await one.outcome).body.toString()).toBe("fine");
  });

  it("sends nothing after its request was given up, not even its end", async () => {
    const made = await open({ onRequest: (c, stream) => stream === 3 && c.answer(stream) });
    const body = new Readable({ read() {} });
    body.push("all");
    body.push(null);
    const one = exchange(made.session, { method: "POST", body });
    // After ours: the end of the body is on its way when the request is given up.
    body.on("data", () => one.stream.cancel());
    await one.outcome;
    await exchange(made.session).outcome;
    const ofOne = made.frames.filter(({ stream }) => stream === 1).map(({ type }) => type);
    expect(ofOne.lastIndexOf(data)).toBeLessThan(ofOne.indexOf(rst));
    expect(one.calls).toEqual(["close"]);
  });

  it("is destroyed with its request, whether that is answered, refused, given up or cut", async () => {
    const ends: ((made: OpenSession, one: ReturnType<typeof exchange>) => void)[] = [
      ({ peer }, { stream }) => peer.answer(stream.id),
      ({ peer }, { stream }) => peer.frame(rst, 0, stream.id, uint32(7)),
      (_made, { stream }) => stream.cancel(),
      ({ session }) => session.destroy(),
    ];
    for (const end of ends) {
      const made = await open();
      const body = new Readable({ read() {} });
      const one = exchange(made.session, { method: "POST", body });
      body.push("a");
      await eventually(() => lengthsOf(made).length === 1, "the body has begun");
      end(made, one);
      await one.outcome;
      expect(body.destroyed).toBe(true);
    }
  });
});

it("a connection goes on after a program's tests replaced ticks while a request was sent", async () => {
  const server = createServer((_request, response) => void response.end("ok"));
  server.listen(0, "127.0.0.1");
  cleanups.push(() => void server.close());
  await eventually(() => server.listening);
  const { session, ready } = await connectTo((server.address() as AddressInfo).port);
  await ready;
  expect((await exchange(session).outcome).status).toBe(200);
  const { nextTick } = process;
  process.nextTick = () => {};
  const during = exchange(session);
  process.nextTick = nextTick;
  expect((await during.outcome).status).toBe(200);
  expect((await exchange(session).outcome).status).toBe(200);
});
