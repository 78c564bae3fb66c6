import { getEventListeners, once } from "node:events";
import { PassThrough, Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { pump } from "./pump.ts";

describe("a body that broke before its reader came", () => {
  it("rejects with the error that it broke with", async () => {
    const body = new Readable({ read() {} });
    const failed = once(body, "error");
    body.destroy(new Error("the network is gone"));
    await failed;
    await expect(pump(body, () => undefined)).rejects.toThrow("the network is gone");
  });

  it("rejects as cut off when it says nothing, and without an error that no listener takes", async () => {
    const closed = new Readable({ read() {} }).destroy();
    await once(closed, "close");
    await expect(pump(closed, () => undefined)).rejects.toMatchObject({ code: "reset" });
    const closing = new Readable({ read() {} });
    closing.destroy(new Error("at the same time"));
    await expect(pump(closing, () => undefined)).rejects.toThrow("at the same time");
  });
});

describe("a body that is read", () => {
  it("may be text", async () => {
    const pieces: string[] = [];
    await pump(Readable.from(["grü", "ße"]), (piece) => void pieces.push(piece.toString()));
    expect(pieces).toEqual(["grü", "ße"]);
  });

  it("is given on in pieces of 64 KiB at most, in order", async () => {
    const bytes = Buffer.from(Array.from({ length: 150_000 }, (_, n) => n % 251));
    const pieces: Buffer[] = [];
    await pump(Readable.from([bytes]), (piece) => void pieces.push(Buffer.from(piece)));
    expect(pieces.map(({ length }) => length)).toEqual([65_536, 65_536, 18_928]);
    expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
  });

  it("is destroyed when its reader fails, and an error of that is no further failure", async () => {
    const body = new Readable({
      read() {
        this.push(Buffer.from("a"));
      },
      destroy(_error, done) {
        done(new Error("while it is destroyed"));
      },
    });
    const closed = new Promise((resolve) => body.on("close", resolve));
    await expect(
      pump(body, () => {
        throw new Error("not this");
      }),
    ).rejects.toThrow("not this");
    await closed;
    expect(body.destroyed).toBe(true);
  });

  it("is not given on after the signal fired, although the reader is ready again", async () => {
    const body = new PassThrough();
    const stop = new AbortController();
    let release = (): void => {};
    const pieces: string[] = [];
    const reading = pump(
      body,
      (piece) => {
        pieces.push(piece.toString());
        return new Promise((resolve) => {
          release = resolve;
        });
      },
      { signal: stop.signal },
    );
    body.write("first");
    await new Promise((resolve) => setImmediate(resolve));
    body.write("second");
    stop.abort(new Error("enough"));
    await expect(reading).rejects.toMatchObject({ kind: "Aborted" });
    release();
    await new Promise((resolve) => setImmediate(resolve));
    expect([pieces, body.destroyed]).toEqual([["first"], true]);
  });
});

describe("a body that was read", () => {
  it("leaves nothing on the signal of its reader, whether it ended or broke", async () => {
    const { signal } = new AbortController();
    await pump(Readable.from([Buffer.from("a")]), () => undefined, { signal });
    await expect(
      pump(
        Readable.from([Buffer.from("a")]),
        () => {
          throw new Error("not this");
        },
        { signal },
      ),
    ).rejects.toThrow("not this");
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });
});
