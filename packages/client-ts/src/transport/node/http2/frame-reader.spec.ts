import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { frameOf } from "../../test-support/raw-h2.ts";
import { FrameReader } from "./frame-reader.ts";

/** All that a reader says about these pieces; data that follows in one frame counts as one. */
function eventsOf(pieces: readonly Buffer[], most = 16_384): unknown[] {
  const events: unknown[] = [];
  let open: { stream: number; data: string; isLast: boolean } | undefined;
  const reader = new FrameReader(most, {
    onFrame(type, flags, stream, payload) {
      open = undefined;
      events.push({ type, flags, stream, payload: payload.toString("hex") });
    },
    onData(stream, chunk, isLast) {
      if (open?.stream !== stream || open.isLast) {
        open = { stream, data: "", isLast: false };
        events.push(open);
      }
      open.data += chunk.toString("hex");
      open.isLast = isLast;
    },
    onTooLong: (bytes) => void events.push({ bytes }),
  });
  for (const piece of pieces) reader.push(piece);
  return events;
}

/** The bytes cut at these places. */
function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const at = [0, ...places.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return at.slice(1).map((end, index) => bytes.subarray(at[index], end));
}

const frames = fc.array(
  fc.record({
    type: fc.oneof(fc.constant(0), fc.nat({ max: 10 }), fc.nat({ max: 255 })),
    flags: fc.oneof(fc.constant(0), fc.constant(1), fc.nat({ max: 255 })),
    stream: fc.oneof(fc.nat({ max: 5 }), fc.nat({ max: 0xffffffff })),
    payload: fc.uint8Array({ maxLength: 40, size: "max" }),
  }),
  { maxLength: 12, size: "max" },
);

describe("frames", () => {
  it("are the same however their bytes are cut into pieces", () => {
    const places = fc.array(fc.nat({ max: 2_000 }), { maxLength: 60, size: "max" });
    fc.assert(
      fc.property(frames, places, (given, where) => {
        const bytes = Buffer.concat(
          given.map(({ type, flags, stream, payload }) => frameOf(type, flags, stream, payload)),
        );
        const whole = eventsOf([bytes], 30);
        expect(eventsOf(cut(bytes, where), 30)).toEqual(whole);
        expect(eventsOf(cut(bytes, Array.from(bytes.keys())), 30)).toEqual(whole);
      }),
      { numRuns: 300 },
    );
  });

  it("have a type, flags, a stream of 31 bits, and their payload", () => {
    expect(eventsOf([frameOf(9, 0xff, 0xffffffff, Buffer.from([1, 2]))])).toEqual([
      { type: 9, flags: 0xff, stream: 0x7fffffff, payload: "0102" },
    ]);
    expect(eventsOf([frameOf(4, 1, 0)])).toEqual([{ type: 4, flags: 1, stream: 0, payload: "" }]);
  });

  it("of data are passed on as they come; those with padding are whole frames", () => {
    const bytes = frameOf(0, 1, 3, Buffer.from("abcd"));
    const chunks: [string, boolean][] = [];
    const reader = new FrameReader(100, {
      onFrame: () => expect.unreachable(),
      onData: (_stream, chunk, isLast) => void chunks.push([chunk.toString(), isLast]),
      onTooLong: () => expect.unreachable(),
    });
    reader.push(bytes.subarray(0, 11));
    reader.push(bytes.subarray(11));
    expect(chunks).toEqual([
      ["ab", false],
      ["cd", true],
    ]);
    const padding = Buffer.from([1, 0x61, 0]);
    expect(eventsOf([frameOf(0, 9, 3, padding)])).toEqual([{ type: 0, flags: 9, stream: 3, payload: "016100" }]);
  });

  it("of data that is empty say whether the stream ends", () => {
    expect(eventsOf([frameOf(0, 1, 3)])).toEqual([{ stream: 3, data: "", isLast: true }]);
    expect(eventsOf([frameOf(0, 0, 3)])).toEqual([{ stream: 3, data: "", isLast: false }]);
  });

  it("may be as long as is allowed; a longer one ends the reading at its head", () => {
    const next = frameOf(6, 0, 0, Buffer.alloc(8));
    expect(eventsOf([frameOf(0, 0, 1, Buffer.alloc(10)), next], 10)).toHaveLength(2);
    expect(eventsOf([frameOf(0, 0, 1, Buffer.alloc(11)).subarray(0, 9), next], 10)).toEqual([{ bytes: 11 }]);
    expect(eventsOf([frameOf(4, 0, 0, Buffer.alloc(11)), next], 10)).toEqual([{ bytes: 11 }]);
  });

  it("after a stop are not read, those of the same bytes neither", () => {
    let seen = 0;
    const reader = new FrameReader(100, {
      onFrame() {
        seen++;
        reader.stop();
      },
      onData: () => expect.unreachable(),
      onTooLong: () => expect.unreachable(),
    });
    reader.push(Buffer.concat([frameOf(4, 0, 0), frameOf(4, 0, 0), frameOf(0, 0, 1, Buffer.from("a"))]));
    reader.push(frameOf(4, 0, 0));
    expect(seen).toBe(1);
  });
});
