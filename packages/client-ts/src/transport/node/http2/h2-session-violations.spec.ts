import { describe, expect, it } from "vitest";
import { exchange, type OpenSession, sessionsPerTest } from "../../test-support/h2-sessions.ts";
import {
  frameOf,
  frameTypes,
  header,
  type RawConnection,
  settingsOf,
  status,
  uint32,
} from "../../test-support/raw-h2.ts";
import { eventually } from "../../../util/test-support/eventually.ts";

const { open } = sessionsPerTest();

const { data, headers, rst, settings, push, ping, goaway, window, continuation } = frameTypes;
/** Flags of frames. */
const [endStream, endHeaders, padded, withPriority] = [1, 4, 8, 32];

/** The payloads of the frames of one type that the server received. */
function received({ frames }: OpenSession, type: number): Buffer[] {
  return frames.filter((frame) => frame.type === type).map(({ payload }) => payload);
}

type Violation = [what: string, send: (c: RawConnection) => void, code: number];

const answerHead = (c: RawConnection): void => c.frame(headers, endHeaders, 1, status(200));
const head =
  (...fields: readonly Buffer[]) =>
  (c: RawConnection) =>
    c.frame(headers, endHeaders, 1, Buffer.concat(fields));
const block = (...bytes: readonly number[]) => head(status(200), Buffer.from(bytes));

describe("a server that breaks a rule of the connection", () => {
  /** What the message says more than that it is not allowed. */
  const messages = new Map([
    ["a frame that is too long", /a frame of 16385 bytes/],
    ["the header with the index 0", /the index 0/],
    ["a header with an index beyond the table", /the index 62/],
    ["headers without an end", /larger than 64 KiB/],
  ]);
  const violations: Violation[] = [
    ["a frame that is too long", (c) => c.frame(data, 0, 1, Buffer.alloc(16_385)), 6],
    ["a long frame of another type", (c) => c.frame(0xfa, 0, 0, Buffer.alloc(16_385)), 6],
    ["a PUSH_PROMISE frame", (c) => c.frame(push, endHeaders, 1, Buffer.concat([uint32(2), status(200)])), 1],
    ["data of a stream that was not opened", (c) => c.frame(data, 0, 3, Buffer.from("a")), 1],
    ["data of a stream with an even number", (c) => c.frame(data, 0, 2, Buffer.from("a")), 1],
    ["data of stream 0", (c) => c.frame(data, 0, 0, Buffer.from("a")), 1],
    ["padded data of stream 0", (c) => c.frame(data, padded, 0, Buffer.alloc(2)), 1],
    ["headers of a stream that was not opened", (c) => c.frame(headers, endHeaders, 3, status(200)), 1],
    ["headers of stream 0", (c) => c.frame(headers, endHeaders, 0, status(200)), 1],
    ["the end of a stream that was not opened", (c) => c.frame(rst, 0, 3, uint32(8)), 1],
    ["the end of stream 0", (c) => c.frame(rst, 0, 0, uint32(8)), 1],
    ["the end of a stream in five bytes", (c) => c.frame(rst, 0, 1, Buffer.alloc(5)), 6],
    ["a window in three bytes", (c) => c.frame(window, 0, 1, Buffer.alloc(3)), 6],
    ["a window of a stream that was not opened", (c) => c.frame(window, 0, 3, uint32(1)), 1],
    ["a window of the connection that grows by nothing", (c) => c.frame(window, 0, 0, uint32(0)), 1],
    ["a window of the connection that is too large", (c) => c.frame(window, 0, 0, uint32(2 ** 31 - 65_535)), 3],
    ["a SETTINGS frame on a stream", (c) => c.frame(settings, 0, 1), 1],
    ["settings of five bytes", (c) => c.frame(settings, 0, 0, Buffer.alloc(5)), 6],
    ["an answer to settings that has settings", (c) => c.frame(settings, 1, 0, settingsOf([3, 1])), 6],
    ["a setting of the window that is too large", (c) => c.settings([4, 2 ** 31]), 3],
    [
      "a setting that makes the window of a stream too large",
      (c) => {
        c.frame(window, 0, 1, uint32(2 ** 31 - 1 - 65_535));
        c.settings([4, 65_536]);
      },
      3,
    ],
    ["a setting of frames that are too short", (c) => c.settings([5, 16_383]), 1],
    ["a setting of frames that are too long", (c) => c.settings([5, 2 ** 24]), 1],
    ["a setting that allows pushed answers", (c) => c.settings([2, 1]), 1],
    ["a ping of seven bytes", (c) => c.frame(ping, 0, 0, Buffer.alloc(7)), 6],
    ["a PING frame on a stream", (c) => c.frame(ping, 0, 1, Buffer.alloc(8)), 1],
    ["a GOAWAY of seven bytes", (c) => c.frame(goaway, 0, 0, Buffer.alloc(7)), 6],
    ["a GOAWAY frame on a stream", (c) => c.frame(goaway, 0, 1, Buffer.alloc(8)), 1],
    ["a continuation of nothing", (c) => c.frame(continuation, endHeaders, 1, status(200)), 1],
    [
      "a continuation after the end of the headers",
      (c) => {
        answerHead(c);
        c.frame(continuation, endHeaders, 1, header("x-a", "b"));
      },
      1,
    ],
    [
      "a ping within headers",
      (c) => {
        c.frame(headers, 0, 1, status(200));
        c.frame(ping, 0, 0, Buffer.alloc(8));
      },
      1,
    ],
    [
      "data within headers",
      (c) => {
        c.frame(headers, 0, 1, status(200));
        c.frame(data, 0, 1, Buffer.alloc(8));
      },
      1,
    ],
    [
      "the continuation of another stream",
      (c) => {
        c.frame(headers, 0, 1, status(200));
        c.frame(continuation, endHeaders, 3, Buffer.alloc(0));
      },
      1,
    ],
    ["more padding than data", (c) => c.frame(data, padded, 1, Buffer.from([2, 0])), 1],
    ["data without the length of its padding", (c) => c.frame(data, padded, 1), 1],
    ["more padding than headers", (c) => c.frame(headers, endHeaders | padded, 1, Buffer.from([6, ...status(200)])), 1],
    ["headers without the length of their padding", (c) => c.frame(headers, endHeaders | padded, 1), 1],
    ["half a priority", (c) => c.frame(headers, endHeaders | withPriority, 1, Buffer.alloc(4)), 1],
    ["the header with the index 0", block(0x80), 9],
    ["a header with an index beyond the table", block(0xbe), 9],
    ["a name with an index beyond the table", block(0x7f, 0x00, 1, 0x61), 9],
    ["a header that is cut off in a string", block(0x00, 5, 0x61), 9],
    ["a header that is cut off in an integer", block(0xff, 0x80), 9],
    ["an integer without an end", block(0xff, ...Array.from({ length: 12 }, () => 0xff), 0), 9],
    ["Huffman code that is padded with zeros", block(0x00, 1, 0x61, 0x81, 0b00011_000), 9],
    ["Huffman code with eight bits of padding", block(0x00, 1, 0x61, 0x82, 0b00011_111, 0xff), 9],
    ["Huffman code with the end of the string", block(0x00, 1, 0x61, 0x84, 0xff, 0xff, 0xff, 0xff), 9],
    ["a table that is larger than allowed", head(Buffer.from([0x3f, 0xe2, 0x1f]), status(200)), 9],
    ["a table that changes within headers", block(0x20), 9],
    [
      "headers without an end",
      (c) => {
        c.frame(headers, 0, 1, status(200));
        for (let n = 0; n < 2_000; n++) c.frame(continuation, 0, 1);
      },
      11,
    ],
  ];

  it.each(violations)("(%s) is left with the code that says why, and every request fails", async (what, send, code) => {
    const made = await open({ onRequest: (c, id) => id === 1 && send(c) });
    const one = exchange(made.session);
    const { failure } = await one.outcome;
    expect(failure).toMatchObject({ sent: true, error: { kind: "Transport" } });
    expect(failure?.resetCode).toBeUndefined();
    expect(failure?.error?.message).toMatch(messages.get(what) ?? /^the server sent .*, which HTTP\/2 does not allow$/);
    expect([one.calls.at(-1), one.calls.filter((call) => call === "failure")]).toEqual([
      one.status === 0 ? "close" : "body failure",
      ["failure"],
    ]);
    await made.end;
    expect([made.session.isOver, made.closed.count]).toEqual([true, 1]);
    await eventually(() => received(made, goaway).length === 1, "the server receives GOAWAY");
    expect(received(made, goaway)[0]?.readUInt32BE(4)).toBe(code);
    expect(() => exchange(made.session)).toThrow("no more requests");
  });

  const firsts: [string, Buffer][] = [
    ["a ping", frameOf(ping, 0, 0, Buffer.alloc(8))],
    ["headers", frameOf(headers, endHeaders, 1, status(200))],
    ["data", frameOf(data, 0, 1, Buffer.from("a"))],
    ["a window", frameOf(window, 0, 0, uint32(1))],
    ["an answer to our settings", frameOf(settings, 1, 0)],
    ["an unknown frame", frameOf(0xfa, 0, 0)],
    ["HTTP/1.1", Buffer.from("HTTP/1.1 400 Bad Request\r\n\r\n")],
  ];

  it.each(firsts)("(it begins with %s) is left", async (_what, bytes) => {
    const made = await open({ onConnection: (c) => void c.socket.write(bytes) });
    await made.end;
    expect([made.session.maxStreams, made.closed.count]).toEqual([undefined, 1]);
  });
});

describe("a server that breaks a rule of one stream", () => {
  const ends: Violation[] = [
    ["data before the headers", (c) => c.frame(data, 0, 1, Buffer.from("a")), 1],
    ["padded data before the headers", (c) => c.frame(data, padded, 1, Buffer.alloc(3)), 1],
    ["a window that grows by nothing", (c) => c.frame(window, 0, 1, uint32(0)), 1],
    ["a window that is too large", (c) => c.frame(window, 0, 1, uint32(2 ** 31 - 65_535)), 3],
    ["no status", head(header("x-a", "b")), 1],
    ["no headers at all", head(), 1],
    ["two statuses", head(status(200), status(200)), 1],
    ["a status after a header", head(header("x-a", "b"), status(200)), 1],
    ["a status of two digits", head(header(":status", "20")), 1],
    ["the status 101", head(status(101)), 1],
    ["the status 099", head(header(":status", "099")), 1],
    ["a name in upper case", head(status(200), header("X-A", "b")), 1],
    ["an empty name", head(status(200), header("", "b")), 1],
    ["another header with a colon", head(status(200), header(":path", "/")), 1],
    ["the header connection", head(status(200), header("connection", "close")), 1],
    ["the header transfer-encoding", head(status(200), header("transfer-encoding", "chunked")), 1],
    ["a line break in a value", head(status(200), header("x-a", "b\r\nx-b: c")), 1],
    ["two lengths", head(status(200), header("content-length", "1"), header("content-length", "1")), 1],
    ["a length that is not a number", head(status(200), header("content-length", "-1")), 1],
    ["an interim answer that ends the stream", (c) => c.frame(headers, endHeaders | endStream, 1, status(103)), 1],
    [
      "headers that are too large",
      head(status(200), ...Array.from({ length: 140 }, () => header("x", "a".repeat(99)))),
      11,
    ],
    ["too many headers", head(status(200), ...Array.from({ length: 600 }, () => header("x", ""))), 11],
    [
      "trailers that do not end the stream",
      (c) => {
        answerHead(c);
        c.frame(headers, endHeaders, 1, header("x-a", "b"));
      },
      1,
    ],
    [
      "trailers with a status",
      (c) => {
        answerHead(c);
        c.frame(headers, endHeaders | endStream, 1, status(200));
      },
      1,
    ],
    [
      "more data than the window takes",
      (c) => {
        answerHead(c);
        for (let n = 0; n <= 1024; n++) c.frame(data, 0, 1, Buffer.alloc(16_384));
      },
      3,
    ],
    [
      "more padding than the window takes",
      (c) => {
        answerHead(c);
        for (let n = 0; n < 1024; n++) c.frame(data, 0, 1, Buffer.alloc(16_384));
        c.frame(data, padded, 1, Buffer.from([0]));
      },
      3,
    ],
    [
      "a body where the status has none",
      (c) => {
        c.frame(headers, endHeaders, 1, status(204));
        c.frame(data, 0, 1, Buffer.from("a"));
      },
      1,
    ],
    [
      "a body of an answer that was not modified",
      (c) => {
        c.frame(headers, endHeaders, 1, status(304));
        c.frame(data, 0, 1, Buffer.from("a"));
      },
      1,
    ],
  ];

  it.each(ends)("(%s) loses that stream; the others go on", async (_what, send, code) => {
    const made = await open({ onRequest: (c, id) => (id === 1 ? send(c) : c.answer(id, "next")) });
    const one = exchange(made.session, { isPaused: true });
    const { failure } = await one.outcome;
    expect(failure).toMatchObject({ sent: true, resetCode: code, error: { message: /./ } });
    expect(one.calls.filter((call) => call === "failure" || call === "close")).toEqual(["failure", "close"]);
    expect((await exchange(made.session).outcome).body.toString()).toBe("next");
    expect(received(made, rst)).toEqual([uint32(code)]);
    expect([received(made, goaway), made.closed.count]).toEqual([[], 0]);
  });

  it("(a body of an answer to HEAD) loses that stream, an empty frame does not", async () => {
    const { session } = await open({ onRequest: (c, id) => c.answer(id, id === 1 ? "a" : "") });
    expect((await exchange(session, { method: "HEAD" }).outcome).failure).toMatchObject({ resetCode: 1 });
    expect((await exchange(session, { method: "HEAD" }).outcome).failure).toBeUndefined();
  });

  it("still keeps the table of headers that the others need", async () => {
    // Added to the table at index 62 by an answer whose stream is over.
    const added = Buffer.from([0x40, 3, ...Buffer.from("x-a"), 1, 0x62]);
    const { session } = await open({
      onRequest: (c, id) => {
        if (id === 3) c.frame(headers, endHeaders, 1, Buffer.concat([status(200), added]));
        if (id === 3) c.frame(headers, endHeaders | endStream, 3, Buffer.concat([status(200), Buffer.from([0xbe])]));
      },
    });
    const cancelled = exchange(session);
    cancelled.stream.cancel();
    const one = exchange(session);
    await one.outcome;
    expect([one.headers["x-a"], cancelled.calls]).toEqual(["b", ["close"]]);
  });
});

describe("a server that floods", () => {
  it("with pings whose answers it does not read is left", async () => {
    const made = await open({
      onRequest: (c) => {
        c.socket.pause();
        const flood = Buffer.concat(Array.from({ length: 4_000 }, () => frameOf(ping, 0, 0, Buffer.alloc(8))));
        const more = (): void => {
          while (c.socket.writable && c.socket.write(flood));
        };
        c.socket.on("drain", more);
        more();
      },
    });
    const { failure } = await exchange(made.session).outcome;
    expect(failure?.error).toMatchObject({
      code: "limit",
      message: expect.stringContaining("more PING and SETTINGS frames") as string,
    });
  });

  it("with endless headers on a stream that is over costs nothing", async () => {
    const { session } = await open({
      onRequest: (c, id) => {
        if (id === 1) return;
        for (let n = 0; n < 5_000; n++) c.frame(headers, endHeaders, 1, Buffer.concat([status(200), header("x", "a")]));
        c.answer(id, "done");
      },
    });
    exchange(session).stream.cancel();
    expect((await exchange(session).outcome).body.toString()).toBe("done");
  });
});
