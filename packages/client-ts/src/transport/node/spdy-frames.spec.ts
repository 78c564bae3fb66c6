import { describe, expect, it } from "vitest";
import { dataHead, ping, rstStream, type SpdyFrame, SpdyFrameReader, windowUpdate } from "./spdy-frames.ts";

const payload = Buffer.from("0123456789");
const bytes = Buffer.concat([
  ping(7),
  dataHead(3, payload.length, false),
  payload,
  windowUpdate(3, 5),
  dataHead(5, payload.length, true),
  payload,
  dataHead(3, 0, true),
  rstStream(5, 1),
]);

/** The frames of bytes that come in pieces of this size, with the pieces of a payload put together again. */
function frames(size: number): SpdyFrame[] {
  const reader = new SpdyFrameReader();
  const all: SpdyFrame[] = [];
  const add = (frame: SpdyFrame): void => {
    const last = all.at(-1);
    if (frame.type === "data" && last?.type === "data" && last.stream === frame.stream && frame.payload.length > 0)
      all[all.length - 1] = { ...frame, payload: Buffer.concat([last.payload, frame.payload]) };
    else all.push(frame);
  };
  for (let at = 0; at < bytes.length; at += size) reader.read(bytes.subarray(at, at + size), add);
  return all;
}

describe("frames of SPDY", () => {
  it.each([1, 2, 3, 7, 8, 9, 17, 40, 200])("are the same in pieces of %i bytes", (size) => {
    expect(frames(size)).toEqual([
      { type: "ping", id: 7 },
      { type: "data", stream: 3, fin: false, payload },
      { type: "window-update", stream: 3, delta: 5 },
      { type: "data", stream: 5, fin: true, payload },
      { type: "data", stream: 3, fin: true, payload: Buffer.alloc(0) },
      { type: "rst-stream", stream: 5, code: 1 },
    ]);
  });

  it("hands on a payload without copying it", () => {
    const reader = new SpdyFrameReader();
    const chunk = Buffer.alloc(100_000);
    const got: Buffer[] = [];
    reader.read(dataHead(1, chunk.length, false), () => {});
    reader.read(chunk, (frame) => frame.type === "data" && got.push(frame.payload));
    expect(got).toHaveLength(1);
    expect(got[0]?.buffer).toBe(chunk.buffer);
  });
});
