import { getEventListeners, once } from "node:events";
import { PassThrough, Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { borrowedData, FakeClock } from "../util/index.ts";
import { pump } from "./pump.ts";
import { bodyOf } from "./test-support/bodies.ts";

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
    await pump(Readable.from(["grü", "ße"]), (piece) => void pieces.push(piece.toString("hex")));
    expect(pieces).toEqual([Buffer.from("grü").toString("hex"), Buffer.from("ße").toString("hex")]);
  });

  it("is given on in pieces of 64 KiB at most, in order", async () => {
    const bytes = Buffer.from(Array.from({ length: 150_000 }, (_, n) => n % 251));
    const pieces: Buffer[] = [];
    await pump(Readable.from([bytes]), (piece) => void pieces.push(Buffer.from(piece)));
    expect(pieces.map(({ length }) => length)).toEqual([65_536, 65_536, 18_928]);
    expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
    const lengths: number[] = [];
    for (const size of [65_536, 65_537, 131_072])
      await pump(Readable.from([Buffer.alloc(size)]), (piece) => void lengths.push(piece.length));
    expect(lengths).toEqual([65_536, 65_536, 1, 65_536, 65_536]);
  });

  it("may overwrite a piece that was pushed, also one that waited for a promise or for the next turn", async () => {
    const bytes = Buffer.from(Array.from({ length: 500_000 }, (_, n) => n % 251));
    const clock = new FakeClock();
    const got: Buffer[] = [];
    let pieces = 0;
    const body = bodyOf(bytes, [40_000, 1, 170_000]);
    await pump(
      body,
      (piece) => {
        expect(body.listenerCount(borrowedData)).toBe(1);
        got.push(Buffer.from(piece));
        clock.advance(3);
        return ++pieces % 3 === 0 ? new Promise((resolve) => setImmediate(resolve)) : undefined;
      },
      { clock },
    );
    expect(Buffer.concat(got).equals(bytes)).toBe(true);
    expect(body.listenerCount(borrowedData)).toBe(0);
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

  it("has no listener of its reader left, but for errors when it broke", async () => {
    const listeners = (body: Readable): number[] =>
      ["data", "end", "close", "error"].map((event) => body.listenerCount(event));
    const ended = new PassThrough();
    const before = listeners(ended);
    ended.end("a");
    await pump(ended, () => undefined);
    expect(listeners(ended)).toEqual(before);
    const broken = new PassThrough();
    broken.write("a");
    const fail = (): undefined => {
      throw new Error("not this");
    };
    await expect(pump(broken, fail)).rejects.toThrow("not this");
    expect([listeners(broken)[0], listeners(broken)[1], broken.listenerCount("error") > 0]).toEqual([
      before[0],
      before[1],
      true,
    ]);
  });
});

describe("a reader that needs time", () => {
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  /** A clock that a test moves by hand. */
  const handClock = (): { at: number; now(): number; monotonic(): number; setTimer(): { cancel(): void } } => ({
    at: 0,
    now: () => 0,
    monotonic() {
      return this.at;
    },
    setTimer: () => ({ cancel() {} }),
  });
  const piece = Buffer.alloc(32 << 10);

  it("is given one piece after the other until its slice is over, and the rest after a pause", async () => {
    for (const [pieceMs, expected] of [
      [2, ["piece", "piece", "pause", "resume", "piece", "piece", "pause"]],
      [3, ["piece", "piece", "pause", "resume", "piece", "piece", "pause"]],
    ] as const) {
      const clock = handClock();
      const body = new PassThrough({ highWaterMark: 1 << 20 });
      const log: string[] = [];
      const reading = pump(
        body,
        () => {
          clock.at += pieceMs;
          log.push("piece");
          return undefined;
        },
        { clock },
      );
      await turn();
      body.on("pause", () => log.push("pause")).on("resume", () => log.push("resume"));
      for (let n = 0; n < 4; n++) body.write(piece);
      body.end();
      await reading;
      expect(log).toEqual(expected);
    }
  });

  it("leaves the event loop to others also when it takes each piece by a promise that is settled", async () => {
    const clock = handClock();
    const body = new PassThrough({ highWaterMark: 1 << 22 });
    const log: string[] = [];
    for (let n = 0; n < 9; n++) body.write(piece);
    body.end();
    const reading = pump(
      body,
      () => {
        clock.at += 2;
        log.push("piece");
        setImmediate(() => log.push("turn"));
        return Promise.resolve();
      },
      { clock },
    );
    await reading;
    // Two pieces of 2 ms fill a slice.
    expect(log.filter((what) => what === "piece")).toHaveLength(9);
    expect(log.join(" ")).not.toContain("piece piece piece");
  });

  it("shares the slice of a turn with other bodies that are read at the same time", async () => {
    const clock = handClock();
    let [inTurn, most] = [0, 0];
    const one = async (): Promise<void> => {
      const body = new PassThrough({ highWaterMark: 1 << 22 });
      for (let n = 0; n < 9; n++) body.write(Buffer.alloc(32 << 10));
      body.end();
      await pump(
        body,
        () => {
          clock.at += 2;
          most = Math.max(most, ++inTurn);
          setImmediate(() => {
            inTurn = 0;
          });
          return undefined;
        },
        { clock },
      );
    };
    await Promise.all([one(), one(), one()]);
    // Two pieces of 2 ms fill the slice; after that, each of the three bodies pushes one piece at most.
    expect(most).toBeLessThanOrEqual(5);
  });

  it("looks at the clock after 32 KiB, not at each piece", async () => {
    let looks = 0;
    const clock = {
      ...handClock(),
      monotonic: () => {
        looks++;
        return 0;
      },
    };
    const body = new PassThrough({ highWaterMark: 1 << 20 });
    const reading = pump(body, () => undefined, { clock });
    for (let n = 0; n < 64; n++) body.write(Buffer.alloc(1 << 10));
    await turn();
    const inOneTurn = looks;
    body.end();
    await reading;
    // Once when the turn begins, and once after each 32 KiB.
    expect(inOneTurn).toBe(3);
  });

  it("is given what arrived while it waited, in order, before the end", async () => {
    const body = new PassThrough();
    const seen: string[] = [];
    const releases: (() => void)[] = [];
    let isDone = false;
    const reading = pump(body, (bytes) => {
      seen.push(`${bytes.length}`);
      return new Promise((resolve) => releases.push(resolve));
    }).then(() => {
      isDone = true;
    });
    body.end(Buffer.alloc(150_000));
    await turn();
    for (const expected of [["65536"], ["65536", "65536"], ["65536", "65536", "18928"]]) {
      expect([seen, isDone, body.isPaused()]).toEqual([expected, false, true]);
      releases.shift()!();
      await turn();
    }
    await reading;
    expect([seen.length, isDone]).toEqual([3, true]);
  });

  it("ends the reading when it rejects, or when the body is closed too early", async () => {
    const body = new PassThrough();
    body.write("a");
    await expect(pump(body, () => Promise.reject(new Error("full")))).rejects.toThrow("full");
    expect(body.destroyed).toBe(true);
    const closed = new PassThrough();
    closed.write("a");
    const reading = pump(closed, () => undefined);
    await turn();
    closed.destroy();
    const error = await reading.catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ kind: "Transport", code: "reset", message: "the body ended before it was complete" });
  });

  it("is not given anything once its signal has fired, not even the rest of a piece", async () => {
    const stop = new AbortController();
    const body = new PassThrough();
    let pieces = 0;
    const reading = pump(
      body,
      () => {
        pieces++;
        stop.abort(new Error("enough"));
        return undefined;
      },
      { signal: stop.signal },
    );
    body.end(Buffer.alloc(200_000));
    const error = await reading.catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ kind: "Aborted", cause: { message: "enough" } });
    await turn();
    expect([pieces, body.destroyed]).toEqual([1, true]);
    const late = new PassThrough();
    await expect(pump(late, () => undefined, { signal: stop.signal })).rejects.toMatchObject({ kind: "Aborted" });
    expect([late.destroyed, getEventListeners(stop.signal, "abort")]).toEqual([true, []]);
  });
});
