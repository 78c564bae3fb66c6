import { createServer, type ServerHttp2Session } from "node:http2";
import type { AddressInfo } from "node:net";
import { Duplex } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { exchange, type OpenSession, sessionsPerTest } from "../../test-support/h2-sessions.ts";
import {
  frameOf,
  frameTypes,
  header,
  type RawBehaviour,
  type RawConnection,
  settingsOf,
  status,
  uint32,
} from "../../test-support/raw-h2.ts";
import { eventually } from "../../../util/test-support/eventually.ts";
import { H2Session } from "./h2-session.ts";

const { open, connectTo, cleanups } = sessionsPerTest();

const { data, headers, priority, rst, settings, ping, goaway, window, continuation } = frameTypes;
/** Flags of frames. */
const [endStream, endHeaders, padded, withPriority] = [1, 4, 8, 32];

/** The payloads of the frames of one type that the server received. */
function received({ frames }: OpenSession, type: number): Buffer[] {
  return frames.filter((frame) => frame.type === type).map(({ payload }) => payload);
}

describe("an answer", () => {
  const hello = Buffer.from("hello");
  const dictionary = Buffer.concat([status(200), header("x-a", "1"), header("set-cookie", "a"), header("x-a", "2")]);
  const answers: [string, (c: RawConnection, stream: number) => void, string[], string][] = [
    ["in one piece", (c, id) => c.answer(id, "hello"), ["response", "data", "close", "end"], "hello"],
    [
      "without a body",
      (c, id) => c.frame(headers, endHeaders | endStream, id, status(204)),
      ["response", "close", "end"],
      "",
    ],
    [
      "whose body ends with an empty frame",
      (c, id) => {
        c.frame(headers, endHeaders, id, status(200));
        c.frame(data, 0, id, hello);
        c.frame(data, endStream, id);
      },
      ["response", "data", "close", "end"],
      "hello",
    ],
    [
      "with padding",
      (c, id) => {
        c.frame(headers, endHeaders | padded, id, Buffer.concat([Buffer.from([3]), status(200), Buffer.alloc(3)]));
        c.frame(data, padded, id, Buffer.from("\u0002hel\0\0", "latin1"));
        c.frame(data, padded, id, Buffer.from("\u0002\0\0", "latin1"));
        c.frame(data, padded | endStream, id, Buffer.from("\0lo", "latin1"));
      },
      ["response", "data", "close", "end"],
      "hello",
    ],
    [
      "with a priority",
      (c, id) => {
        c.frame(priority, 0, id, Buffer.alloc(5));
        c.frame(headers, endHeaders | withPriority, id, Buffer.concat([Buffer.alloc(5), status(200)]));
        c.frame(data, endStream, id, hello);
      },
      ["response", "data", "close", "end"],
      "hello",
    ],
    [
      "with padding and a priority, in three parts",
      (c, id) => {
        const head = Buffer.concat([Buffer.from([1]), Buffer.alloc(5), dictionary.subarray(0, 3), Buffer.alloc(1)]);
        c.frame(headers, withPriority | padded, id, head);
        c.frame(continuation, 0, id, dictionary.subarray(3, 4));
        c.frame(continuation, endHeaders, id, dictionary.subarray(4));
        c.frame(data, endStream, id, hello);
      },
      ["response", "data", "close", "end"],
      "hello",
    ],
    [
      "with trailers",
      (c, id) => {
        c.frame(headers, endHeaders, id, status(200));
        c.frame(data, 0, id, hello);
        c.frame(headers, endHeaders | endStream, id, header("grpc-status", "0"));
      },
      ["response", "data", "close", "end"],
      "hello",
    ],
    [
      "with trailers in parts and no body",
      (c, id) => {
        c.frame(headers, endHeaders, id, status(200));
        c.frame(headers, endStream, id, header("x-a", "0"));
        c.frame(continuation, endHeaders, id, header("x-b", "0"));
      },
      ["response", "close", "end"],
      "",
    ],
    [
      "after interim answers",
      (c, id) => {
        c.frame(headers, endHeaders, id, status(100));
        c.frame(headers, endHeaders, id, Buffer.concat([status(103), header("link", "</a>")]));
        c.answer(id, "hello");
      },
      ["interim", "interim", "response", "data", "close", "end"],
      "hello",
    ],
    [
      "between frames that mean nothing to us",
      (c, id) => {
        c.frame(0xfa, 0xff, id, hello);
        c.frame(0xfb, 0xff, 0, hello);
        c.frame(priority, 0, 99, Buffer.alloc(5));
        c.frame(settings, 0, 0, settingsOf([0xfff, 1]));
        c.answer(id, "hello");
        c.frame(window, 0, id, uint32(5));
        c.frame(rst, 0, id, uint32(0));
      },
      ["response", "data", "close", "end"],
      "hello",
    ],
  ];

  it.each(answers)("%s is complete, and each call comes once", async (_what, onRequest, calls, body) => {
    const { session } = await open({ onRequest });
    const one = exchange(session);
    expect(await one.outcome).toMatchObject({ failure: undefined });
    expect([one.calls, Buffer.concat(one.chunks).toString()]).toEqual([calls, body]);
    const next = exchange(session);
    expect((await next.outcome).body.toString()).toBe(body);
  });

  it("has the headers that came, those that came several times joined", async () => {
    const { session } = await open({ onRequest: (c, id) => c.frame(headers, endHeaders | endStream, id, dictionary) });
    const one = exchange(session);
    expect(await one.outcome).toMatchObject({ status: 200 });
    expect({ ...one.headers }).toEqual({ "x-a": "1, 2", "set-cookie": "a" });
  });

  it("may come byte by byte", async () => {
    const { session } = await open({
      onRequest: async (c, id) => {
        const bytes = [frameOf(headers, endHeaders, id, status(200)), frameOf(data, endStream, id, hello)];
        for (const byte of Buffer.concat(bytes)) {
          c.socket.write(Buffer.from([byte]));
          await nextTurn();
        }
      },
    });
    const one = exchange(session);
    expect((await one.outcome).body.toString()).toBe("hello");
  });

  it("that is complete before the request's body frees its stream, and the rest of the body is not sent", async () => {
    const made = await open({
      onConnection: (c) => c.settings([4, 10]),
      onRequest: (c, id) => c.answer(id, "no"),
    });
    const one = exchange(made.session, { method: "POST", body: "a".repeat(100) });
    expect(await one.outcome).toMatchObject({ status: 200, failure: undefined });
    made.peer.frame(window, 0, 1, uint32(1_000));
    await eventually(() => received(made, rst).length === 1, "the stream is reset");
    await exchange(made.session).outcome;
    expect(received(made, data).map(({ length }) => length)).toEqual([10]);
    expect(received(made, rst)).toEqual([uint32(8)]);
  });

  it("whose reader finds it too short is not reset: it was complete", async () => {
    const made = await open({ onRequest: (c, id) => c.answer(id, "") });
    // As the reader of a body does when fewer bytes came than were announced.
    const one = made.session.request(
      { method: "GET", scheme: "http", authority: "a", path: "/", headers: {} },
      undefined,
      {
        onInterim() {},
        onResponse() {
          one.start({ onData() {}, onEnd: () => one.cancel(), onFailure() {} });
          one.resume();
        },
        onFailure() {},
        onClose() {},
      },
    );
    await exchange(made.session).outcome;
    // A second round trip: a reset would have left before it.
    await exchange(made.session).outcome;
    expect(received(made, rst)).toEqual([]);
  });
});

/** What the server sends for stream 1, and the code that it receives. */
describe("the end of a connection", () => {
  /** The frame that says which streams the server began with. */
  const goawayOf = (last: number, code = 0): Buffer => Buffer.concat([uint32(last), uint32(code)]);

  it("by GOAWAY refuses the streams that the server did not begin with; the others finish", async () => {
    const made = await open({
      onRequest: (c, id) => {
        if (id !== 5) return;
        c.frame(goaway, 0, 0, goawayOf(1));
        c.answer(1, "first");
      },
    });
    const [first, ...others] = Array.from({ length: 3 }, () => exchange(made.session));
    for (const other of others)
      expect((await other.outcome).failure).toEqual({ resetCode: 7, sent: false, error: undefined });
    expect((await first?.outcome)?.body.toString()).toBe("first");
    expect([made.goaways, made.closed.count, made.session.isOver]).toEqual([[0], 0, true]);
    expect(() => exchange(made.session)).toThrow("no more requests");
  });

  it("by GOAWAY in two steps, the first for no stream in particular, refuses what came too late", async () => {
    const made = await open({
      onRequest: (c, id) => {
        if (id === 1) c.frame(goaway, 0, 0, goawayOf(2 ** 31 - 1));
        if (id !== 3) return;
        c.frame(goaway, 0, 0, goawayOf(1, 11));
        c.answer(1, "first");
        c.answer(3, "never asked for");
      },
    });
    const [first, second] = [exchange(made.session), exchange(made.session)];
    expect((await first.outcome).body.toString()).toBe("first");
    expect((await second.outcome).failure).toMatchObject({ resetCode: 7, sent: false });
    expect(made.goaways).toEqual([0, 11]);
  });

  it.each([
    [7, false],
    [8, true],
    [0, true],
    [2, true],
  ])("of one stream with the code %i says whether the server can have begun", async (resetCode, sent) => {
    const { session } = await open({
      onRequest: (c, id) => (id === 1 ? c.frame(rst, 0, id, uint32(resetCode)) : c.answer(id)),
    });
    const one = exchange(session);
    expect((await one.outcome).failure).toEqual({ resetCode, sent });
    expect(one.calls).toEqual(["failure", "close"]);
    expect((await exchange(session).outcome).status).toBe(200);
  });

  it("before the request could leave says that it was not sent", async () => {
    const { session } = await open();
    const one = exchange(session, { method: "POST", body: "a" });
    session.destroy();
    expect((await one.outcome).failure).toEqual({ sent: false });
    expect(one.calls).toEqual(["failure", "close"]);
  });

  it("after the request left says that it may have been sent", async () => {
    const error = new Error("broken");
    const made = await open({ onRequest: () => made.session.destroy(error) });
    const early = exchange(made.session);
    const { failure } = await early.outcome;
    expect(failure).toEqual({ sent: true, error });
  });

  const cuts: [string, (c: RawConnection, id: number) => void][] = [
    ["reset before the answer", (c) => void c.socket.resetAndDestroy()],
    ["ended before the answer", (c) => void c.socket.end()],
    [
      "reset within a frame",
      (c, id) => {
        c.frame(headers, endHeaders, id, status(200));
        c.socket.write(frameOf(data, endStream, id, Buffer.alloc(100)).subarray(0, 50), () =>
          c.socket.resetAndDestroy(),
        );
      },
    ],
    [
      "ended within a frame",
      (c, id) => {
        c.frame(headers, endHeaders, id, status(200));
        c.socket.end(frameOf(data, endStream, id, Buffer.alloc(100)).subarray(0, 50));
      },
    ],
    ["ended within headers", (c, id) => void c.socket.end(frameOf(headers, 0, id, status(200)))],
  ];

  it.each(cuts)("%s fails what is under way, once", async (_how, onRequest) => {
    const made = await open({ onRequest: (c, id) => id === 3 && onRequest(c, 1) });
    const [one, upload] = [
      exchange(made.session),
      exchange(made.session, { method: "POST", body: "a".repeat(99_999) }),
    ];
    for (const { outcome, calls } of [one, upload]) {
      expect((await outcome).failure).toMatchObject({ sent: true });
      expect(calls.filter((call) => call === "failure" || call === "close")).toEqual(["failure", "close"]);
    }
    await made.end;
    expect(made.closed.count).toBe(1);
  });

  it("that the server announces and never finishes fails what is under way", async () => {
    const wire = new Duplex({
      allowHalfOpen: true,
      autoDestroy: false,
      read() {},
      write: (_chunk, _how, done) => done(),
    });
    const session = new H2Session(wire, { onSettings() {}, onGoaway() {}, onClose() {} });
    const one = exchange(session);
    wire.push(frameOf(settings, 0, 0));
    wire.push(null);
    expect((await one.outcome).failure).toEqual({ sent: true });
    expect(wire.destroyed).toBe(true);
  });

  it("before the server's settings is reported once", async () => {
    const made = await open({ onConnection: (c) => void c.socket.destroy() });
    await made.end;
    expect([made.closed.count, made.session.isOver, made.session.maxStreams]).toEqual([1, true, undefined]);
  });

  it("leaves a complete answer to a reader who comes later", async () => {
    const made = await open({ onRequest: (c, id) => c.answer(id, "kept") });
    const one = exchange(made.session, { isPaused: true });
    await eventually(() => one.calls.includes("close"), "the answer is complete");
    made.session.destroy();
    await made.end;
    one.stream.resume();
    expect(await one.outcome).toMatchObject({ failure: undefined, body: Buffer.from("kept") });
  });

  it("on our side sends GOAWAY, and waits for the server to close", async () => {
    const made = await open();
    made.session.end();
    made.session.end();
    await made.end;
    expect(received(made, goaway).map((payload) => payload.readUInt32BE(4))).toEqual([0]);
    expect(() => exchange(made.session)).toThrow("no more requests");
  });
});

describe("a head that is longer than a frame", () => {
  it("is one frame of headers and as many continuations as it needs; the last one ends it", async () => {
    const made = await open({
      onFrame: (c, { type, flags, stream }) => {
        if (type === continuation && (flags & endHeaders) !== 0) c.answer(stream);
      },
    });
    await exchange(made.session, { headers: { "x-a": "a".repeat(40_000) } }).outcome;
    const shapes = made.frames.map(({ type, flags, payload }) => [type, flags, payload.length]);
    expect(shapes).toEqual([
      [headers, endStream, 16_384],
      [continuation, 0, 16_384],
      [continuation, endHeaders, expect.any(Number)],
    ]);
    made.frames.length = 0;
    await exchange(made.session, { method: "POST", headers: { "x-a": "a".repeat(20_000) }, body: "b" }).outcome;
    expect(made.frames.map(({ type, flags }) => [type, flags])).toEqual([
      [headers, 0],
      [continuation, endHeaders],
      [data, endStream],
    ]);
  });

  it("ends with the frame that it fills exactly", async () => {
    const made = await open({
      onFrame: (c, { type, flags, stream }) => {
        if (type === continuation && (flags & endHeaders) !== 0) c.answer(stream);
      },
    });
    // All but the value takes 18 bytes.
    await exchange(made.session, { headers: { "x-a": "a".repeat(2 * 16_384 - 18) } }).outcome;
    expect(made.frames.map(({ type, flags, payload }) => [type, flags, payload.length])).toEqual([
      [headers, endStream, 16_384],
      [continuation, endHeaders, 16_384],
    ]);
  });
});

describe("a callback of a request", () => {
  const onRequest: RawBehaviour["onRequest"] = (c, id) => {
    c.socket.cork();
    c.frame(headers, endHeaders, id, status(200));
    for (const text of ["a", "b", "c"]) c.frame(data, 0, id, Buffer.from(text));
    c.frame(data, endStream, id, Buffer.from("d"));
    c.socket.uncork();
  };

  it("may cancel when the answer begins", async () => {
    const made = await open({ onRequest });
    const one = exchange(made.session, { onResponse: ({ stream }) => stream.cancel() });
    await eventually(() => received(made, rst).length > 0, "the stream is reset");
    await exchange(made.session).outcome;
    expect(one.calls).toEqual(["response", "close"]);
    expect(received(made, rst)).toEqual([uint32(8)]);
  });

  it("may cancel when data comes, twice", async () => {
    const made = await open({ onRequest });
    const one = exchange(made.session, {
      onData: ({ stream }) => {
        stream.cancel();
        stream.cancel();
      },
    });
    await eventually(() => received(made, rst).length > 0, "the stream is reset");
    await exchange(made.session).outcome;
    expect([one.calls, Buffer.concat(one.chunks).toString()]).toEqual([["response", "data", "close"], "a"]);
    expect(received(made, rst)).toEqual([uint32(8)]);
  });

  it("may pause after each piece; nothing comes until the reader resumes", async () => {
    const { session } = await open({ onRequest });
    const one = exchange(session, { onData: ({ stream }) => stream.pause() });
    await eventually(() => one.calls.includes("close"), "the answer is complete");
    expect(one.chunks).toEqual([Buffer.from("a")]);
    for (let pieces = 1; Buffer.concat(one.chunks).toString() !== "abcd"; pieces++) {
      expect([one.chunks.length, one.calls.includes("end")]).toEqual([pieces, false]);
      one.stream.resume();
    }
    expect(one.calls.includes("end")).toBe(false);
    one.stream.resume();
    expect(one.calls.filter((call) => call === "end")).toEqual(["end"]);
  });

  it("may pause and resume within one piece; each comes once and in order", async () => {
    const { session } = await open({ onRequest });
    const one = exchange(session, {
      onData: ({ stream }) => {
        stream.pause();
        stream.resume();
        stream.resume();
      },
    });
    expect((await one.outcome).body.toString()).toBe("abcd");
    expect(one.calls).toEqual(["response", "data", "close", "end"]);
  });

  it.each(["onResponse", "onData"] as const)("may destroy the session (%s)", async (hook) => {
    const made = await open({ onRequest });
    const one = exchange(made.session, { [hook]: () => made.session.destroy() });
    const other = exchange(made.session);
    expect((await one.outcome).failure).toEqual({ sent: true });
    expect((await other.outcome).failure).toEqual({ sent: true });
    await made.end;
    expect(made.closed.count).toBe(1);
    expect(one.calls.filter((call) => call !== "data")).toEqual(["response", "failure", "close", "body failure"]);
  });

  it("may send the next request when one fails", async () => {
    const made = await open({
      onRequest: (c, id) => (id === 1 ? c.frame(rst, 0, id, uint32(8)) : c.answer(id, "second")),
    });
    let second: ReturnType<typeof exchange> | undefined;
    const one = exchange(made.session, {
      onFailure: () => {
        second = exchange(made.session);
      },
    });
    await one.outcome;
    expect((await second?.outcome)?.body.toString()).toBe("second");
  });

  it("may send the next request when the session ends: it is refused at once", async () => {
    const made = await open();
    let error: unknown;
    const one = exchange(made.session, {
      onFailure: () => {
        try {
          exchange(made.session);
        } catch (thrown) {
          error = thrown;
        }
      },
    });
    made.session.destroy();
    await one.outcome;
    expect(error).toMatchObject({ message: "the connection takes no more requests" });
  });
});

describe("a request that cannot be written", () => {
  it("throws, leaves no stream behind, and does not disturb the others", async () => {
    const made = await open({ onRequest: (c, id) => c.answer(id, "fine") });
    const bad = { "x-a": undefined as unknown as string };
    expect(() => exchange(made.session, { headers: bad })).toThrow();
    expect(() => exchange(made.session, { body: {} as unknown as string })).toThrow();
    expect((await exchange(made.session).outcome).body.toString()).toBe("fine");
    const under = exchange(made.session, { headers: { "x-a": [5 as unknown as string] } });
    expect((await under.outcome).failure).toBeUndefined();
    made.session.destroy();
    await made.end;
    expect(made.closed.count).toBe(1);
  });
});

describe("a ping", () => {
  it("is answered with what it holds", async () => {
    const payload = Buffer.from("12345678");
    const made = await open();
    made.peer.frame(ping, 0, 0, payload);
    await eventually(() => received(made, ping).length === 1, "the answer comes");
    expect(made.frames.find(({ type }) => type === ping)).toMatchObject({ flags: 1, stream: 0, payload });
  });

  it("of ours calls back once, for its own answer", async () => {
    const made = await open();
    const answered: number[] = [];
    for (const number of [1, 2, 3]) made.session.ping(() => answered.push(number));
    await eventually(() => answered.length === 3, "all are answered");
    made.peer.frame(ping, 1, 0, received(made, ping)[0]);
    made.peer.frame(ping, 1, 0, Buffer.alloc(8));
    made.peer.frame(ping, 0, 0, Buffer.alloc(8));
    await eventually(() => received(made, ping).length === 4, "the later ping is answered");
    expect(answered).toEqual([1, 2, 3]);
  });
});

describe("Node's own server", () => {
  it("takes heads of 20 and 40 KiB, and answers with headers of 15 KiB", async () => {
    const sessions = new Set<ServerHttp2Session>();
    const server = createServer({ settings: { maxHeaderListSize: 2 ** 20 } }, (request, response) => {
      const { "x-a": a = "", "x-b": b = "" } = request.headers;
      const lengths = `${a.length} ${b.length}`;
      response.writeHead(200, { "x-long": "é".repeat(15_000) }).end(lengths);
    });
    server.on("session", (session) => sessions.add(session));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    cleanups.push(
      () =>
        new Promise((resolve) => {
          server.close(resolve);
          for (const session of sessions) session.destroy();
        }),
    );
    const { session, ready } = await connectTo((server.address() as AddressInfo).port);
    await ready;
    for (const [a, b] of [
      [16_000, 380],
      [20_000, 20_000],
      [40_000, 1],
      [1, 16_384],
    ] as const) {
      const one = exchange(session, { headers: { "x-a": "a".repeat(a), "x-b": "é".repeat(b) } });
      expect((await one.outcome).body.toString()).toBe(`${a} ${b}`);
      expect(one.headers["x-long"]).toBe("é".repeat(15_000));
    }
  });
});

describe("a process", () => {
  it("is kept alive by a session only between ref and unref", async () => {
    const made = await open();
    const isHeld = (): boolean => (made.socket as unknown as { _handle: { hasRef(): boolean } })._handle.hasRef();
    made.session.unref();
    expect(isHeld()).toBe(false);
    made.session.ref();
    expect(isHeld()).toBe(true);
  });
});
