import { getEventListeners } from "node:events";
import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { StatusError, TransportError } from "../errors/index.ts";
import type { KubeList, KubeObject, ListOptions, WatchEvent, WatchOptions } from "../meta/index.ts";
import { defined, FakeClock } from "../util/index.ts";
import { ListPager } from "./list-pager.ts";
import { newRetryWatcher } from "./retry-watcher.ts";
import { WatchStream } from "./watch-stream.ts";
import { watchUntilWithRetry, watchUntilWithoutRetry } from "./watch-until.ts";

const turns = async (): Promise<void> => {
  for (let n = 0; n < 5; n++) await new Promise((resolve) => setImmediate(resolve));
};
const status = (code: number, reason: "Unauthorized" | "Expired"): StatusError =>
  new StatusError({ kind: "Status", apiVersion: "v1", status: "Failure", code, reason, message: reason });
const reset = new TransportError("read ECONNRESET", { code: "reset" });
const added = (name: string, resourceVersion: string): WatchEvent<KubeObject> => ({
  type: "ADDED",
  object: { metadata: { name, resourceVersion } },
});

/** A source of watches by script: each is events, then an end or an error; one that waits lasts this many ms. */
type Script = {
  readonly events?: readonly WatchEvent<KubeObject>[];
  readonly error?: Error;
  readonly lastsMs?: number;
};

function watching(scripts: readonly Script[], { withOpen = false } = {}) {
  const clock = new FakeClock();
  const asked: string[] = [];
  const signals: (AbortSignal | undefined)[] = [];
  const source = (options: WatchOptions, { signal }: { readonly signal?: AbortSignal | undefined }) => {
    const script = scripts[asked.length];
    asked.push(`${options.resourceVersion} at ${clock.monotonic()}`);
    signals.push(signal);
    async function* events(): AsyncGenerator<WatchEvent<KubeObject>> {
      // A watch without a script stays open until it is stopped.
      if (script === undefined) await new Promise((resolve) => signal?.addEventListener("abort", resolve));
      yield* script?.events ?? [];
      if (script?.lastsMs) await new Promise<void>((resolve) => clock.setTimer(script.lastsMs ?? 0, resolve));
      if (script?.error) throw script.error;
    }
    return Object.assign(events(), defined({ open: withOpen ? async () => {} : undefined }));
  };
  const watcher = newRetryWatcher("5", source, { clock });
  const seen: string[] = [];
  const read = async (): Promise<string> => {
    try {
      for await (const event of watcher)
        seen.push(event.type === "BOOKMARK" ? "bookmark" : (event.object.metadata?.name ?? ""));
      return "ended";
    } catch (error) {
      return (error as Error).message;
    }
  };
  return { clock, asked, signals, watcher, seen, read };
}

describe("a watch that is restarted", () => {
  it("begins again a second after its last start: at once when it lasted longer", async () => {
    const { clock, asked, watcher, read } = watching([{ lastsMs: 10_000 }, {}]);
    const ended = read();
    await clock.advance(12_000);
    expect(asked).toEqual(["5 at 0", "5 at 10000", "5 at 11000"]);
    watcher.close();
    expect(await ended).toBe("ended");
  });

  it("goes on after a connection that broke behind an event", async () => {
    const { clock, asked, seen, watcher, read } = watching([
      { events: [added("a", "6")], error: reset },
      { events: [added("b", "7")] },
    ]);
    const ended = read();
    await clock.advance(2_000);
    expect([asked, seen]).toEqual([
      ["5 at 0", "6 at 1000", "7 at 2000"],
      ["a", "b"],
    ]);
    watcher.close();
    await ended;
  });

  it("ends when it is refused at its start, and goes on when it is refused later", async () => {
    const refused = status(401, "Unauthorized");
    expect(await watching([{ error: refused }]).read()).toBe(refused.message);
    for (const { script, withOpen } of [
      { script: { events: [added("a", "6")], error: refused }, withOpen: false },
      { script: { error: refused }, withOpen: true },
    ]) {
      const { clock, asked, watcher, read } = watching([script], { withOpen });
      const ended = read();
      await clock.advance(1_000);
      expect(asked).toHaveLength(2);
      watcher.close();
      await ended;
    }
  });

  it("stops its source when the loop is left, and throws what its reader throws", async () => {
    const left = watching([{ events: [added("a", "6")] }]);
    for await (const _ of left.watcher) break;
    expect(left.signals[0]?.aborted).toBe(true);
    await left.watcher.done;
    const thrown = watching([{ events: [added("a", "6"), added("b", "7")] }]);
    const events = thrown.watcher[Symbol.asyncIterator]();
    await events.next();
    await expect(events.throw(new Error("the reader's own"))).rejects.toThrow("the reader's own");
    await thrown.clock.advance(5_000);
    expect(thrown.asked).toHaveLength(1);
  });
});

describe("the end of a watch that is restarted", () => {
  it("keeps the time between two starts that the option says", async () => {
    const clock = new FakeClock();
    const at: number[] = [];
    const source = () => {
      at.push(clock.monotonic());
      return (async function* (): AsyncGenerator<WatchEvent<KubeObject>> {})();
    };
    const watcher = newRetryWatcher("5", source, { clock, minRestartMs: 3_000 });
    const next = watcher[Symbol.asyncIterator]().next();
    await clock.advance(6_000);
    expect(at).toEqual([0, 3_000, 6_000]);
    watcher.close();
    await next;
  });

  it("comes at once in the pause before a start, and leaves no timer", async () => {
    const { clock, asked, watcher, read } = watching([{}]);
    const ended = read();
    await clock.advance(500);
    watcher.close();
    expect(await ended).toBe("ended");
    await watcher.done;
    expect([asked.length, clock.pending]).toEqual([1, 0]);
  });

  it("is done when the source has ended, and not before", async () => {
    let release = (): void => {};
    let running = true;
    const source = () =>
      (async function* (): AsyncGenerator<WatchEvent<KubeObject>> {
        try {
          await new Promise<void>((resolve) => {
            release = resolve;
          });
        } finally {
          running = false;
        }
      })();
    const watcher = newRetryWatcher("5", source, { clock: new FakeClock() });
    const next = watcher[Symbol.asyncIterator]().next();
    await turns();
    let wasRunning: boolean | undefined;
    const done = watcher.done.then(() => {
      wasRunning = running;
    });
    watcher.close();
    await turns();
    expect(wasRunning).toBeUndefined();
    release();
    await done;
    expect([wasRunning, (await next).done]).toEqual([false, true]);
  });

  it("is logged with the version and the reason when it is only a restart", async () => {
    const clock = new FakeClock();
    const lines: unknown[] = [];
    const debug = (message: string, fields?: object): void => void lines.push([message, fields]);
    let opened = 0;
    const source = () =>
      (async function* (): AsyncGenerator<WatchEvent<KubeObject>> {
        if (++opened === 1) {
          yield added("a", "6");
          throw reset;
        }
        yield added("b", "7");
      })();
    const watcher = newRetryWatcher("5", source, { clock, logger: { debug, info() {}, warn() {}, error() {} } });
    const events = watcher[Symbol.asyncIterator]();
    await events.next();
    const second = events.next();
    await clock.advance(1_000);
    await second;
    expect(lines).toEqual([
      ["the watch ended and is started again", { resourceVersion: "6", reason: "TransportError: read ECONNRESET" }],
    ]);
    await events.return(undefined);
  });
});

describe("the events of one watch", () => {
  function streaming() {
    const body = new PassThrough();
    let opened = 0;
    const stream = new WatchStream<KubeObject>({
      open: async () => {
        opened++;
        return { status: 200, headers: {}, body, protocol: "h2" };
      },
      facts: () => ({ method: "GET", path: "/api" }),
      eventBytes: 1_000,
    });
    return { body, stream, opened: () => opened };
  }

  it("are opened once, and their connection is given up when the loop is left", async () => {
    const { body, stream, opened } = streaming();
    await stream.open();
    body.write(`${JSON.stringify(added("a", "6"))}\n`);
    for await (const event of stream) {
      expect(event).toMatchObject({ type: "ADDED" });
      break;
    }
    expect([opened(), body.destroyed]).toEqual([1, true]);
  });

  it("are not asked for when the watch was closed before", async () => {
    const { stream, opened } = streaming();
    stream.close();
    for await (const _ of stream) expect.unreachable("it is closed");
    expect(opened()).toBe(0);
  });

  it("end when the watch is disposed of", async () => {
    const { body, stream } = streaming();
    await stream.open();
    stream[Symbol.dispose]();
    await turns();
    expect(body.destroyed).toBe(true);
  });

  it("end for a reader that waits for the opening, and the opening ends too", async () => {
    let closing: AbortSignal | undefined;
    const stream = new WatchStream<KubeObject>({
      open: (signal) => {
        closing = signal;
        return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error)));
      },
      facts: () => ({}),
      eventBytes: 1_000,
    });
    const next = stream[Symbol.asyncIterator]().next();
    await turns();
    stream.close();
    expect([await next, closing?.aborted]).toEqual([{ done: true, value: undefined }, true]);
  });

  it("are given up with an answer that comes after the watch was closed", async () => {
    const body = new PassThrough();
    let answer = (): void => {};
    const stream = new WatchStream<KubeObject>({
      open: () =>
        new Promise((resolve) => {
          answer = () => resolve({ status: 200, headers: {}, body, protocol: "h2" });
        }),
      facts: () => ({}),
      eventBytes: 1_000,
    });
    const next = stream[Symbol.asyncIterator]().next();
    await turns();
    stream.close();
    answer();
    expect([await next, body.destroyed]).toEqual([{ done: true, value: undefined }, true]);
  });

  it("end with the error of the opening when the watch was not closed", async () => {
    const stream = new WatchStream<KubeObject>({
      open: () => Promise.reject(reset),
      facts: () => ({}),
      eventBytes: 1_000,
    });
    await expect(stream[Symbol.asyncIterator]().next()).rejects.toBe(reset);
  });
});

describe("waiting for a condition", () => {
  it("shows the last event to the next condition and waits for its answer, and leaves no timer", async () => {
    const clock = new FakeClock();
    async function* events(): AsyncGenerator<WatchEvent<KubeObject>> {
      yield added("a", "6");
      yield added("b", "7");
    }
    const shown: string[] = [];
    const last = await watchUntilWithoutRetry(
      events(),
      [
        () => true,
        async (event) => {
          const name = event.type === "BOOKMARK" ? "" : (event.object.metadata?.name ?? "");
          shown.push(name);
          return name === "b";
        },
      ],
      { clock, timeoutMs: 1_000 },
    );
    expect([shown, last]).toEqual([["a", "b"], added("b", "7")]);
    expect(clock.pending).toBe(0);
  });

  const open = () => {
    const watch = { closed: 0, started: 0 };
    const stream = {
      async *[Symbol.asyncIterator](): AsyncGenerator<WatchEvent<KubeObject>> {
        watch.started++;
        yield added("a", "6");
      },
      close: () => void watch.closed++,
    };
    return { watch, stream };
  };

  it("takes an answer that is not a boolean by its truth, as programs in JavaScript give it", async () => {
    const answers: unknown[] = [undefined, 0, "yes"];
    async function* events(): AsyncGenerator<WatchEvent<KubeObject>> {
      for (const version of ["6", "7", "8"]) yield added("a", version);
    }
    const last = await watchUntilWithoutRetry(events(), () => answers.shift() as boolean, { timeoutMs: 60_000 });
    expect(last).toEqual(added("a", "8"));
  });

  it("rejects a version that no watch can be resumed from, as it rejects everything", async () => {
    const { stream } = open();
    const refused = watchUntilWithRetry(
      "0",
      () => stream,
      () => true,
    );
    await expect(refused).rejects.toMatchObject({ kind: "InvalidArgument" });
  });

  it("reads nothing when the signal has fired already, and closes the watch that it was given", async () => {
    const { watch, stream } = open();
    await expect(watchUntilWithoutRetry(stream, () => true, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      kind: "Aborted",
    });
    expect(watch).toEqual({ closed: 1, started: 0 });
  });

  it("ends with the limit and with the signal although a condition never answers", async () => {
    const clock = new FakeClock();
    const silent = (): Promise<boolean> => new Promise(() => {});
    const limited = open();
    const late = expect(
      watchUntilWithoutRetry(limited.stream, silent, { clock, timeoutMs: 1_000 }),
    ).rejects.toMatchObject({ kind: "Timeout" });
    await clock.advance(1_000);
    await late;
    const stopper = new AbortController();
    const stopped = open();
    const ended = expect(
      watchUntilWithoutRetry(stopped.stream, silent, { signal: stopper.signal }),
    ).rejects.toMatchObject({ kind: "Aborted" });
    await turns();
    stopper.abort();
    await ended;
    expect([limited.watch.closed, stopped.watch.closed]).toEqual([1, 1]);
  });
});

describe("a list by pages", () => {
  function paging(pages: number, options: { readonly pageBuffer?: number | undefined } = {}) {
    const requests: ListOptions[] = [];
    const signals: (AbortSignal | undefined)[] = [];
    let expired = -1;
    const pager = new ListPager<string>(async (options, { signal }): Promise<KubeList<string>> => {
      requests.push(options);
      signals.push(signal);
      if (requests.length - 1 === expired) throw status(410, "Expired");
      const more = options.limit !== undefined && requests.length < pages;
      return {
        metadata: { resourceVersion: "9", ...defined({ continue: more ? `t${requests.length}` : undefined }) },
        items: [`i${requests.length}`],
      };
    }, options);
    return { pager, requests, signals, expireAt: (at: number) => (expired = at) };
  }

  it("is not read on when it was aborted between two pages", async () => {
    const stopper = new AbortController();
    const { pager, requests } = paging(5);
    const list = pager.list({}, { signal: stopper.signal });
    stopper.abort();
    await expect(list).rejects.toMatchObject({ kind: "Aborted" });
    expect(requests).toHaveLength(1);
  });

  it("fails when its first page has expired: there is nothing older to fall back on", async () => {
    const { pager, requests, expireAt } = paging(5);
    expireAt(0);
    await expect(pager.list()).rejects.toMatchObject({ reason: "Expired" });
    expect(requests).toHaveLength(1);
  });

  it("hands the caller's signal to every request, the one for the whole list included", async () => {
    const { signal } = new AbortController();
    const { pager, signals, expireAt } = paging(5);
    expireAt(2);
    await pager.list({}, { signal });
    expect(signals).toEqual([signal, signal, signal, signal]);
  });

  it("ends the request for a page that is under way when the signal fires", async () => {
    const stopper = new AbortController();
    let page: AbortSignal | undefined;
    const pager = new ListPager<string>((_, { signal }) => {
      page = signal;
      return new Promise((_resolve, reject) =>
        signal?.addEventListener("abort", () => reject(signal.reason as Error), { once: true }),
      );
    });
    const first = pager.pages({}, { signal: stopper.signal }).next();
    await turns();
    stopper.abort(new Error("enough"));
    await expect(first).rejects.toThrow("enough");
    expect(page?.aborted).toBe(true);
  });

  it("is asked for in one piece when a page has expired, without limit and token", async () => {
    const { pager, requests, expireAt } = paging(5);
    expireAt(1);
    const { list, paged } = await pager.list({ limit: 7, labelSelector: "app=web" });
    expect([list.items, paged]).toEqual([["i3"], true]);
    expect(requests[2]).toEqual({ labelSelector: "app=web" });
  });

  it("is fetched ahead by ten pages, or as many as are asked for, and not after the loop is left", async () => {
    for (const [pageBuffer, ahead] of [
      [undefined, 11],
      [2, 3],
      [0, 1],
    ] as const) {
      const { pager, requests, signals } = paging(100, { pageBuffer });
      const { signal } = new AbortController();
      for await (const _ of pager.pages({}, { signal })) {
        await turns();
        // One is with the reader.
        expect(requests).toHaveLength(pageBuffer === 0 ? 1 : ahead + 1);
        break;
      }
      expect(signals.every((one) => one?.aborted)).toBe(true);
      expect(getEventListeners(signal, "abort")).toHaveLength(0);
    }
  });
});
