import { randomBytes } from "node:crypto";
import { getEventListeners } from "node:events";
import { PassThrough, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { borrowedData, FakeClock } from "../../util/index.ts";
import { type BodySink, type BodySource, sourceOf } from "./body-source.ts";
import { ResponseBody, type ResponseBodyOptions } from "./response-body.ts";

/** A body over a source that the test writes into. */
function bodyOver(source: PassThrough, options: Partial<ResponseBodyOptions> = {}): ResponseBody {
  return new ResponseBody({
    source: sourceOf(source, () => true),
    method: "GET",
    path: "/api/v1/pods",
    clock: new FakeClock(),
    explain: (error) => error ?? new Error("cut off"),
    cancel: () => source.destroy(),
    ...options,
  });
}

/** A source that only lends its pieces: they are overwritten after each call. */
function lending(stream: PassThrough): BodySource {
  const source = sourceOf(stream, () => true);
  return {
    ...source,
    start: (sink) =>
      source.start({
        ...sink,
        onData(chunk) {
          const lent = Buffer.from(chunk);
          sink.onData(lent, true);
          lent.fill("!");
        },
      }),
  };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Every way of reading a stream; each gives all of the text. */
const readers: Record<string, (body: ResponseBody, pauses: readonly boolean[]) => Promise<string>> = {
  "by data events whose pieces are kept": async (body) => {
    const chunks: Buffer[] = [];
    body.on("data", (chunk: Buffer) => chunks.push(chunk));
    await new Promise((resolve, reject) => body.on("end", resolve).on("error", reject));
    return Buffer.concat(chunks).toString("latin1");
  },
  "by a reader that borrows, with pauses": async (body, pauses) => {
    let [text, at] = ["", 0];
    const onData = (chunk: Buffer): void => {
      text += chunk.toString("latin1");
      if (pauses.length > 0 && pauses[at++ % pauses.length]) {
        body.pause();
        setImmediate(() => body.resume());
      }
    };
    body.on(borrowedData, onData).on("data", onData);
    await new Promise((resolve, reject) => body.on("end", resolve).on("error", reject));
    return text;
  },
  "by one reader that borrows and one that keeps": async (body) => {
    let text = "";
    const kept: Buffer[] = [];
    const onData = (chunk: Buffer): void => {
      text += chunk.toString("latin1");
    };
    body.on(borrowedData, onData).on("data", onData);
    body.on("data", (chunk: Buffer) => kept.push(chunk));
    await new Promise((resolve, reject) => body.on("end", resolve).on("error", reject));
    expect(Buffer.concat(kept).toString("latin1")).toBe(text);
    return text;
  },
  "by data events, with pauses": async (body, pauses) => {
    let [text, at] = ["", 0];
    body.on("data", (chunk: Buffer) => {
      text += chunk.toString("latin1");
      if (pauses.length > 0 && pauses[at++ % pauses.length]) {
        body.pause();
        setImmediate(() => body.resume());
      }
    });
    await new Promise((resolve, reject) => body.on("end", resolve).on("error", reject));
    return text;
  },
  "by iteration": async (body) => {
    let text = "";
    for await (const chunk of body) text += (chunk as Buffer).toString("latin1");
    return text;
  },
  "through a slow pipe": async (body, pauses) => {
    let [text, at] = ["", 0];
    const slow = new Writable({
      highWaterMark: 8,
      write: (chunk: Buffer, _, done) => {
        text += chunk.toString("latin1");
        if (pauses.length > 0 && pauses[at++ % pauses.length]) setImmediate(done);
        else done();
      },
    });
    await pipeline(body, slow);
    return text;
  },
  "as text": async (body) => {
    let text = "";
    body.setEncoding("latin1");
    body.on("data", (piece: string) => {
      expect(typeof piece).toBe("string");
      text += piece;
    });
    await new Promise((resolve, reject) => body.on("end", resolve).on("error", reject));
    return text;
  },
};

describe("a response's body", () => {
  for (const [how, read] of Object.entries(readers)) {
    it(`gives every byte once and in order, read ${how}`, async () => {
      const pieces = fc.array(
        fc.record({
          text: fc.string({ minLength: 1, maxLength: 40, size: "max", unit: "binary-ascii" }),
          wait: fc.boolean(),
        }),
        {
          maxLength: 30,
          size: "max",
        },
      );
      await fc.assert(
        fc.asyncProperty(
          pieces,
          fc.array(fc.boolean(), { maxLength: 5 }),
          fc.boolean(),
          async (written, pauses, lends) => {
            const source = new PassThrough();
            const reading = read(bodyOver(source, lends ? { source: lending(source) } : {}), pauses);
            for (const { text, wait } of written) {
              source.write(Buffer.from(text, "latin1"));
              if (wait) await turn();
            }
            source.end();
            expect(await reading).toBe(written.map(({ text }) => text).join(""));
          },
        ),
        { numRuns: 60 },
      );
    });
  }

  it("hands the bytes to a borrowing reader without a copy, and a copy to all other readers", async () => {
    const seen: [event: string, isCopy: boolean][] = [];
    const lent = Buffer.from("lent");
    const read = async (listen: (body: ResponseBody) => void): Promise<void> => {
      const body = bodyOver(new PassThrough(), {
        source: { start: (sink) => setImmediate(() => sink.onData(lent, true)), resume() {}, pause() {} },
      });
      listen(body);
      await turn();
      await turn();
      body.destroy();
    };
    const note = (event: string) => (chunk: Buffer) => seen.push([event, chunk !== lent]);
    await read((body) => body.on("data", note("data")).on(borrowedData, note("borrowed")));
    await read((body) => body.on("data", note("alone")));
    await read((body) => body.on("data", note("data")).on("data", note("data")).on(borrowedData, note("borrowed")));
    expect(seen).toEqual([
      ["borrowed", false],
      ["alone", true],
      ["data", true],
      ["data", true],
    ]);
  });

  it("does not read ahead for a reader that has paused", async () => {
    const calls: string[] = [];
    let give = (_chunk: Buffer): void => {};
    const body = bodyOver(new PassThrough(), {
      source: {
        start: (sink) => {
          give = (chunk) => sink.onData(chunk, true);
        },
        resume: () => calls.push("resume"),
        pause: () => calls.push("pause"),
      },
    });
    let text = "";
    body.on("data", (chunk: Buffer) => {
      text += chunk.toString();
    });
    await turn();
    body.pause();
    give(Buffer.from("a"));
    expect(calls).toEqual(["resume", "pause"]);
    body.resume();
    await turn();
    expect([text, calls]).toEqual(["a", ["resume", "pause", "resume"]]);
    give(Buffer.from("b"));
    expect([text, calls.length]).toEqual(["ab", 3]);
    body.destroy();
  });

  it("reads ahead for a reader that iterates", async () => {
    const calls: string[] = [];
    let sink: BodySink | undefined;
    const body = bodyOver(new PassThrough(), {
      source: {
        start: (given) => {
          sink = given;
        },
        resume: () => calls.push("resume"),
        pause: () => calls.push("pause"),
      },
    });
    const iterator = body[Symbol.asyncIterator]();
    const first = iterator.next();
    await turn();
    sink?.onData(Buffer.from("a"), true);
    expect(String((await first).value)).toBe("a");
    sink?.onData(Buffer.from("b"), true);
    expect(calls).not.toContain("pause");
    await iterator.return?.();
  });

  it("does not count silence while its reader has paused within a piece", async () => {
    const clock = new FakeClock();
    const source = new PassThrough();
    const body = bodyOver(source, { clock, idleTimeoutMs: 1_000 });
    const failures: Error[] = [];
    body.on("error", (error) => failures.push(error));
    body.on("data", () => body.pause());
    await turn();
    source.write("a");
    await turn();
    for (let i = 0; i < 5; i++) {
      clock.advance(900);
      await turn();
    }
    expect(failures).toEqual([]);
    body.resume();
    for (let i = 0; i < 5; i++) {
      clock.advance(900);
      await turn();
    }
    expect(failures).toMatchObject([{ code: "timeout" }]);
  });

  it("reads compressed bytes that are only lent", async () => {
    const text = randomBytes(60_000).toString("hex");
    const source = new PassThrough();
    const body = bodyOver(source, { source: lending(source), encoding: "gzip" });
    const zipped = gzipSync(text);
    for (let at = 0; at < zipped.length; at += 1000) source.write(zipped.subarray(at, at + 1000));
    source.end();
    let got = "";
    for await (const chunk of body) got += String(chunk);
    expect(got === text).toBe(true);
  });

  it("does not let a piece overtake those that wait for a reader who has just come back", async () => {
    const source = new PassThrough();
    const body = bodyOver(source);
    let text = "";
    body.on("data", (chunk: Buffer) => {
      text += chunk.toString();
    });
    await turn();
    body.pause();
    source.write("first ");
    await turn();
    expect(body.readableLength).toBe(6);
    body.resume();
    source.write("second");
    await turn();
    expect(text).toBe("first second");
    body.destroy();
  });

  it("counts what it hands straight to a reader", async () => {
    const source = new PassThrough();
    const body = bodyOver(source, { maxBytes: 10 });
    const failed = new Promise<Error>((resolve) => body.on("error", resolve));
    const seen: string[] = [];
    body.on("data", (chunk: Buffer) => seen.push(chunk.toString()));
    source.write("12345");
    await turn();
    source.write("67890x");
    expect(await failed).toMatchObject({ code: "limit", message: expect.stringContaining("larger than 10 bytes") });
    expect(seen).toEqual(["12345"]);
  });

  it("holds the source back while its reader pauses, and goes on where it was", async () => {
    const source = new PassThrough({ highWaterMark: 1 << 20 });
    const body = bodyOver(source);
    let bytes = 0;
    body.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
    });
    source.write(Buffer.alloc(1000));
    await turn();
    expect(bytes).toBe(1000);
    body.pause();
    for (let i = 0; i < 20; i++) {
      source.write(Buffer.alloc(50_000));
      await turn();
    }
    expect(bytes).toBe(1000);
    // One buffer of its own, the rest waits below.
    expect(body.readableLength).toBeLessThanOrEqual(350_000);
    expect(source.readableLength).toBeGreaterThan(500_000);
    source.end();
    const ended = new Promise((resolve) => body.on("end", resolve));
    body.resume();
    await ended;
    expect(bytes).toBe(1_001_000);
  });
});

describe("the limit of silence", () => {
  it("counts only while a reader waits, and starts again after each piece", async () => {
    const clock = new FakeClock();
    const source = new PassThrough();
    const body = bodyOver(source, { clock, idleTimeoutMs: 1_000 });
    await clock.advance(10_000);
    let failed: unknown;
    body.on("error", (error) => {
      failed = error;
    });
    body.on("data", () => {});
    await turn();
    for (let i = 0; i < 5; i++) {
      await clock.advance(900);
      source.write("x");
      await turn();
    }
    expect(failed).toBeUndefined();
    await clock.advance(1_000);
    await turn();
    await turn();
    expect(failed).toMatchObject({ code: "timeout" });
    expect(clock.pending).toBe(0);
  });

  it("does not count while the reader holds back", async () => {
    const clock = new FakeClock();
    const source = new PassThrough({ highWaterMark: 1 << 22 });
    const body = bodyOver(source, { clock, idleTimeoutMs: 1_000 });
    const first = new Promise((resolve) => body.once("data", resolve));
    await turn();
    source.write(Buffer.alloc(1_000));
    await first;
    body.pause();
    for (let i = 0; i < 5; i++) source.write(Buffer.alloc(300_000));
    for (let i = 0; i < 5; i++) await turn();
    await clock.advance(60_000);
    await turn();
    expect(body.errored).toBeNull();
    body.destroy();
  });

  it("decides after one turn of reading: bytes that wait in the socket count", async () => {
    let now = 0;
    const timers: (() => void)[] = [];
    const clock = {
      now: () => now,
      monotonic: () => now,
      setTimer: (_delayMs: number, run: () => void) => {
        timers.push(run);
        return { cancel() {} };
      },
    };
    const source = new PassThrough();
    const body = bodyOver(source, { clock, idleTimeoutMs: 1_000 });
    body.on("data", () => {});
    await turn();
    // The loop was busy: timers fire before the bytes are read.
    now = 5_000;
    timers.shift()?.();
    source.write("late");
    await turn();
    expect(body.errored).toBeNull();
    now = 6_000;
    timers.shift()?.();
    await turn();
    expect(body.errored).toMatchObject({ code: "timeout" });
  });
});

describe("a body that is over", () => {
  it("has taken its listener off the signal and its timer off the clock, and cancels nothing", async () => {
    const clock = new FakeClock();
    const { signal } = new AbortController();
    let cancelled = 0;
    for (const end of ["read", "destroyed"] as const) {
      const source = new PassThrough();
      const body = bodyOver(source, { clock, signal, idleTimeoutMs: 1_000, cancel: () => void cancelled++ });
      expect(getEventListeners(signal, "abort")).toHaveLength(1);
      if (end === "read") {
        source.end("x");
        for await (const chunk of body) expect(String(chunk)).toBe("x");
        expect(cancelled).toBe(0);
      } else {
        body.destroy();
        await turn();
        expect(cancelled).toBe(1);
      }
      expect(getEventListeners(signal, "abort")).toHaveLength(0);
      expect(clock.pending).toBe(0);
    }
  });

  it.each([4, 6])("is an error when it has five bytes and %i were announced", async (contentLength) => {
    const source = new PassThrough();
    const body = bodyOver(source, { contentLength });
    source.end("12345");
    const message = `5 bytes where ${contentLength} were announced`;
    await expect(body.toArray()).rejects.toMatchObject({
      code: "reset",
      message: expect.stringContaining(message) as string,
    });
  });

  it("is empty where a compressed one has no bytes at all", async () => {
    const source = new PassThrough();
    const body = bodyOver(source, { encoding: "gzip" });
    source.end();
    for await (const chunk of body) expect.unreachable(String(chunk));
  });
});

describe("a compressed body", () => {
  it("holds the source back while it has no reader, and goes on when it has", async () => {
    const plain = randomBytes(4 << 20);
    const packed = gzipSync(plain);
    const source = new PassThrough({ highWaterMark: 8 << 20 });
    const body = bodyOver(source, { encoding: "gzip" });
    for (let at = 0; at < packed.length; at += 64 << 10) source.write(packed.subarray(at, at + (64 << 10)));
    source.end();
    await turn();
    expect(source.isPaused()).toBe(true);
    const chunks: Buffer[] = [];
    for await (const chunk of body) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks).equals(plain)).toBe(true);
  });
});

describe("a body whose source is gone", () => {
  it("fails when the source closes without an end and without an error", async () => {
    const source = new PassThrough();
    const body = bodyOver(source);
    const failed = new Promise<unknown>((resolve) => body.on("error", resolve).resume());
    source.write("first");
    await turn();
    source.destroy();
    expect(await failed).toMatchObject({ message: "cut off" });
  });

  it("fails at once, and gives the request up, when its signal has fired before", async () => {
    const source = new PassThrough();
    let cancelled = 0;
    const body = bodyOver(source, { signal: AbortSignal.abort(new Error("too late")), cancel: () => cancelled++ });
    expect([body.destroyed, cancelled]).toEqual([true, 1]);
    expect(body.errored).toMatchObject({ kind: "Aborted" });
  });
});
