import { getEventListeners } from "node:events";
import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { AbortedError, InvalidArgumentError, StatusError, TransportError } from "../errors/index.ts";
import type { KubeList, KubeObject, ListOptions, WatchEvent, WatchOptions } from "../meta/index.ts";
import { defined, FakeClock, nextTurn } from "../util/index.ts";
import { newListPager } from "./list-pager.ts";
import { newRetryWatcher, type WatchOpener } from "./retry-watcher.ts";
import { scripted } from "./test-support/scripted.ts";
import { WatchStream } from "./watch-stream.ts";
import { watchUntilWithRetry, watchUntilWithoutRetry } from "./watch-until.ts";

type Event = WatchEvent<KubeObject>;
const turns = async (): Promise<void> => {
  for (let n = 0; n < 5; n++) await new Promise((resolve) => setImmediate(resolve));
};
const added = (version: string): Event => ({ type: "ADDED", object: { metadata: { resourceVersion: version } } });
async function* events(...given: readonly Event[]): AsyncGenerator<Event> {
  yield* given;
}
/** Waits until the signal fires, as a watch without events does. */
async function* silence(signal: AbortSignal | undefined): AsyncGenerator<Event> {
  await new Promise((resolve) => signal?.addEventListener("abort", resolve));
}

describe("a watch that is started again", () => {
  const problem = (version: string): string =>
    `a watch that can be resumed must start at a real resourceVersion, not at ${JSON.stringify(version)}`;

  it("begins at a version that servers count with", () => {
    for (const version of ["1", "0010", "18446744073709551615"])
      expect(newRetryWatcher(version, () => events()).resourceVersion).toBe(version);
    for (const version of ["", "0", "000", "1a", "a1", " 1", "-1", "1.5"])
      expect(() => newRetryWatcher(version, () => events())).toThrow(
        expect.objectContaining({ kind: "InvalidArgument", message: problem(version) }),
      );
  });

  /** Reads one watcher over sources by script; the last one is silent. */
  async function reading(...scripts: readonly (() => AsyncGenerator<Event>)[]) {
    const clock = new FakeClock();
    const asked: WatchOptions[] = [];
    const lines: unknown[] = [];
    const debug = (message: string, fields?: object): void => void lines.push([message, fields]);
    const source: WatchOpener<KubeObject> = (options, { signal }) => {
      const script = scripts[asked.length];
      asked.push(options);
      return script === undefined ? silence(signal) : script();
    };
    const watcher = newRetryWatcher("5", source, { clock, logger: { debug, info() {}, warn() {}, error() {} } });
    const seen: Event[] = [];
    const ended = (async () => {
      for await (const event of watcher) seen.push(event);
    })().then(
      () => "ended",
      (error: unknown) => error,
    );
    return { clock, asked, lines, watcher, seen, ended };
  }
  const failing = (error: unknown) =>
    async function* (): AsyncGenerator<Event> {
      yield* events();
      throw error;
    };

  it("is not started again once it is closed, however long it lasted, and logs nothing then", async () => {
    const { clock, asked, lines, watcher, ended } = await reading();
    await clock.advance(5_000);
    watcher.close();
    expect(await ended).toBe("ended");
    expect([asked.length, lines]).toEqual([1, []]);
    const broken = newRetryWatcher(
      "5",
      (_, { signal }) =>
        (async function* (): AsyncGenerator<Event> {
          await new Promise((resolve) => signal?.addEventListener("abort", resolve));
          throw new TransportError("cut", { code: "reset" });
        })(),
      { clock, logger: { debug: (message) => void lines.push(message), info() {}, warn() {}, error() {} } },
    );
    const next = broken[Symbol.asyncIterator]().next();
    await turns();
    broken.close();
    expect([await next, lines]).toEqual([{ done: true, value: undefined }, []]);
  });

  it("waits a second, or as long as the server asks for, counted from the failure", async () => {
    const late = new StatusError({ code: 429, reason: "TooManyRequests", details: { retryAfterSeconds: 7 } });
    const { clock, asked, watcher, ended, lines } = await reading(failing(late), failing(undefined), failing(null));
    await clock.advance(6_999);
    expect(asked).toHaveLength(1);
    await clock.advance(1);
    expect(asked).toHaveLength(2);
    await clock.advance(2_000);
    expect(asked).toHaveLength(4);
    watcher.close();
    expect(await ended).toBe("ended");
    expect(lines.slice(1)).toEqual([
      ["the watch ended and is started again", { resourceVersion: "5", reason: "undefined" }],
      ["the watch ended and is started again", { resourceVersion: "5", reason: "null" }],
    ]);
  });

  it.each([
    new TypeError("x"),
    new RangeError("x"),
    new ReferenceError("x"),
    new SyntaxError("x"),
    new InvalidArgumentError("x"),
  ])("ends at a mistake of the program: %s", async (error) => {
    const { clock, asked, ended } = await reading(failing(error));
    await clock.advance(5_000);
    expect([await ended, asked.length]).toEqual([error, 1]);
  });

  it("ends at an object without a version, also at one without metadata", async () => {
    for (const object of [{}, { metadata: {} }, { metadata: { resourceVersion: "" } }]) {
      const { clock, seen, ended } = await reading(() => events(added("6"), { type: "MODIFIED", object }));
      await clock.advance(5_000);
      expect(await ended).toMatchObject({
        kind: "Protocol",
        message: "the watch sent an object without a resourceVersion; it cannot be resumed",
      });
      expect(seen).toEqual([added("6")]);
    }
  });

  it("is done only when its reader is gone or holds an event", async () => {
    const { clock, watcher, ended } = await reading();
    let done = false;
    void watcher.done.then(() => {
      done = true;
    });
    await clock.advance(0);
    expect(done).toBe(false);
    watcher.close();
    await ended;
    await turns();
    expect(done).toBe(true);
  });
});

describe("one watch", () => {
  function streaming(body = new PassThrough()) {
    let closing: AbortSignal | undefined;
    const stream = new WatchStream<KubeObject>({
      open: async (signal) => {
        closing = signal;
        return { status: 200, headers: {}, body, protocol: "h2" };
      },
      facts: () => ({ method: "GET", path: "/api", resource: "pods" }),
      eventBytes: 1_000,
    });
    return { body, stream, closing: () => closing };
  }

  it("gives its bookmarks, with the end of the first events where the server marks it", async () => {
    const { body, stream } = streaming();
    const bookmark = (annotations?: object) =>
      `${JSON.stringify({ type: "BOOKMARK", object: { kind: "Pod", metadata: { resourceVersion: "7", annotations } } })}\n`;
    body.end(bookmark() + bookmark({ "k8s.io/initial-events-end": "true" }));
    const seen: Event[] = [];
    for await (const event of stream) seen.push(event);
    expect(seen).toStrictEqual([
      { type: "BOOKMARK", resourceVersion: "7" },
      { type: "BOOKMARK", resourceVersion: "7", initialEventsEnd: true },
    ]);
  });

  it("closes its body and not its opening once it is open, and is read once", async () => {
    const { body, stream, closing } = streaming();
    await stream.open();
    stream.close();
    await turns();
    expect([closing()?.aborted, body.destroyed]).toEqual([false, true]);
    // A body that lasts beyond its end has no listener of Node's own left on it.
    const read = streaming(new PassThrough({ autoDestroy: false }));
    read.body.end();
    for await (const _ of read.stream) expect.unreachable("there is no event");
    expect(await read.stream[Symbol.asyncIterator]().next()).toEqual({ done: true, value: undefined });
    expect(read.body.emit("error", new Error("late"))).toBe(true);
  });

  it("ends without an error when it is closed, and with the error of a signal of its caller", async () => {
    const closed = streaming();
    const waiting = closed.stream[Symbol.asyncIterator]().next();
    await turns();
    closed.stream.close();
    expect(await waiting).toEqual({ done: true, value: undefined });
    for (const close of [true, false]) {
      const { body, stream } = streaming();
      const next = stream[Symbol.asyncIterator]().next();
      await turns();
      body.destroy(new AbortedError("enough"));
      if (close) stream.close();
      await expect(next).rejects.toThrow(expect.objectContaining({ kind: "Aborted", message: "enough" }));
    }
    const broken = streaming();
    const next = broken.stream[Symbol.asyncIterator]().next();
    await turns();
    broken.body.destroy(new Error("cut"));
    await expect(next).rejects.toThrow("cut");
  });
});

describe("a wait for conditions", () => {
  const isVersion = (version: string) => (event: Event) =>
    event.type === "ADDED" && event.object.metadata?.resourceVersion === version;

  it("is over at once without conditions, and takes one or several", async () => {
    expect(await watchUntilWithoutRetry(events(added("1")), [])).toBeUndefined();
    expect(await watchUntilWithoutRetry(events(added("1"), added("2")), isVersion("2"))).toEqual(added("2"));
    expect(await watchUntilWithoutRetry(events(added("1"), added("2")), [isVersion("1"), isVersion("2")])).toEqual(
      added("2"),
    );
  });

  it("says that the watch has ended, or how long it waited", async () => {
    await expect(watchUntilWithoutRetry(events(), () => true)).rejects.toThrow(
      expect.objectContaining({
        name: "WatchClosedError",
        kind: "Closed",
        message: "the watch ended before the conditions were met",
      }),
    );
    const clock = new FakeClock();
    const stopper = new AbortController();
    const { signal } = stopper;
    const late = expect(
      watchUntilWithoutRetry(silence(signal), () => true, { clock, timeoutMs: 2_500, signal }),
    ).rejects.toThrow(
      expect.objectContaining({
        kind: "Timeout",
        message: "the conditions of watchUntil were not met within 2500 ms",
      }),
    );
    await clock.advance(2_500);
    await late;
    // One listener is the watch's own.
    expect([getEventListeners(signal, "abort").length, clock.pending]).toEqual([1, 0]);
    stopper.abort();
  });

  it("rejects with the signal's error, with and without a limit, but not in place of a condition's own", async () => {
    for (const timeoutMs of [undefined, 60_000]) {
      const clock = new FakeClock();
      const stopper = new AbortController();
      const { signal } = stopper;
      const ended = watchUntilWithoutRetry(silence(signal), () => true, { clock, timeoutMs, signal });
      stopper.abort(new Error("enough"));
      await expect(ended).rejects.toMatchObject({ kind: "Aborted", cause: { message: "enough" } });
      expect(clock.pending).toBe(0);
      const own = new AbortController();
      const failing = watchUntilWithoutRetry(
        events(added("1")),
        () => {
          own.abort();
          throw new Error("mine");
        },
        { clock, timeoutMs, signal: own.signal },
      );
      await expect(failing).rejects.toThrow(/^mine$/);
    }
  });

  it("closes its watch, also when the iterator of that cannot be ended", async () => {
    const ended: string[] = [];
    const next = async (): Promise<IteratorResult<Event>> => ({ done: false, value: added("1") });
    const iterators: AsyncIterator<Event>[] = [
      { next },
      { next, return: () => Promise.reject(new Error("it cannot be ended")) },
      { next, return: async () => ({ done: true, value: void ended.push("returned") }) },
    ];
    for (const iterator of iterators) {
      const watch = { [Symbol.asyncIterator]: () => iterator, close: () => void ended.push("closed") };
      expect(await watchUntilWithoutRetry(watch, () => true)).toEqual(added("1"));
      await turns();
    }
    expect(ended).toEqual(["closed", "closed", "closed", "returned"]);
  });

  it("survives disconnects with the options of such a watch", async () => {
    const clock = new FakeClock();
    const asked: [WatchOptions, number][] = [];
    const source: WatchOpener<KubeObject> = (options) => {
      asked.push([options, clock.monotonic()]);
      return events(added(String(asked.length + 5)));
    };
    const found = watchUntilWithRetry("5", source, isVersion("7"), {
      clock,
      minRestartMs: 3_000,
      watchOptions: { labelSelector: "a=b" },
    });
    await clock.advance(3_000);
    expect(await found).toEqual(added("7"));
    const options = { labelSelector: "a=b", allowWatchBookmarks: true };
    expect(asked).toEqual([
      [{ ...options, resourceVersion: "5" }, 0],
      [{ ...options, resourceVersion: "6" }, 3_000],
    ]);
  });
});

describe("a list that is read by pages", () => {
  /** Pages with one item each; `fail` makes the page with that number fail. */
  function paged(pages: number, { fail = 0 } = {}) {
    const asked: ListOptions[] = [];
    const signals: (AbortSignal | undefined)[] = [];
    const fetch = async (options: ListOptions, { signal }: { readonly signal?: AbortSignal | undefined }) => {
      asked.push(options);
      signals.push(signal);
      const page = Number(options.continue ?? 0) + 1;
      if (page === fail) throw new Error(`page ${page}`);
      const list: KubeList<number> = {
        metadata: { resourceVersion: "7", ...defined({ continue: page < pages ? String(page) : undefined }) },
        items: [page],
      };
      return list;
    };
    return { asked, signals, fetch };
  }

  it("asks for pages of the default size also where the limit is zero, first and later", async () => {
    const { asked, fetch } = paged(2);
    expect(await newListPager(fetch).list({ limit: 0, fieldSelector: "a=b" })).toEqual({
      list: { metadata: { resourceVersion: "7" }, items: [1, 2] },
      paged: true,
    });
    expect(asked).toEqual([
      { limit: 500, fieldSelector: "a=b" },
      { limit: 500, fieldSelector: "a=b", continue: "1" },
    ]);
  });

  it.each([
    [0, 1],
    [1, 3],
    [3, 5],
  ])(
    "is fetched %i pages ahead: %i requests while the first page is read, then one for each",
    async (pageBuffer, requests) => {
      const { asked, fetch } = paged(20);
      const pages = newListPager(fetch, { pageBuffer }).pages();
      expect((await pages.next()).value).toMatchObject({ items: [1] });
      await turns();
      expect(asked).toHaveLength(requests);
      expect((await pages.next()).value).toMatchObject({ items: [2] });
      await turns();
      expect(asked).toHaveLength(requests + 1);
      await pages.return();
    },
  );

  it("does not fetch further when its reader leaves, and a failure ahead then harms nothing", async () => {
    const { signals, asked, fetch } = paged(20, { fail: 3 });
    const { signal } = new AbortController();
    for await (const page of newListPager(fetch).pages({}, { signal })) {
      expect(page.items).toEqual([1]);
      await turns();
      expect(getEventListeners(signal, "abort")).toHaveLength(1);
      break;
    }
    await turns();
    expect([asked.length, signals.every((one) => one?.aborted), signal.aborted]).toEqual([3, true, false]);
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
  });

  it("gives the pages before a failure, then the failure, and asks no more", async () => {
    const { asked, fetch } = paged(20, { fail: 3 });
    const items: number[] = [];
    const read = async (): Promise<void> => {
      for await (const item of newListPager(fetch).each()) items.push(item);
    };
    await expect(read()).rejects.toThrow(/^page 3$/);
    expect([items, asked.length]).toEqual([[1, 2], 3]);
  });

  it("hands the reason of the caller's signal to the request that is under way", async () => {
    const stopper = new AbortController();
    let seen: AbortSignal | undefined;
    const pages = newListPager<number>((_options, { signal }) => {
      seen = signal;
      return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason as Error)));
    }).pages({}, { signal: stopper.signal });
    const next = expect(pages.next()).rejects.toThrow(/^enough$/);
    await turns();
    stopper.abort(new Error("enough"));
    await next;
    expect(seen?.reason).toMatchObject({ message: "enough" });
  });

  it("has no end when a token comes twice, and says so", async () => {
    const fetch = async (): Promise<KubeList<number>> => ({ metadata: { continue: "same" }, items: [1] });
    const message = "the server sent the same continue token twice: the list has no end";
    await expect(newListPager(fetch).list()).rejects.toThrow(expect.objectContaining({ kind: "Protocol", message }));
    const read = async (): Promise<void> => {
      for await (const _ of newListPager(fetch).each());
    };
    await expect(read()).rejects.toThrow(message);
  });
});

it("a watch whose body broke before it was read leaves nothing on its signal", async () => {
  const { client } = scripted([{ body: "" }], {
    interceptors: [
      (next) => async (request) => {
        const response = await next(request);
        response.body.destroy();
        await nextTurn();
        return response;
      },
    ],
  });
  const { signal } = new AbortController();
  const watch = client.get().resource("pods").watch({ signal });
  await watch.open();
  expect(getEventListeners(signal, "abort")).toHaveLength(0);
});
