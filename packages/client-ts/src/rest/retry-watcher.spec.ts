import { describe, expect, it } from "vitest";
import {
  errorFromObject,
  InvalidArgumentError,
  ProtocolError,
  type StatusError,
  TransportError,
} from "../errors/index.ts";
import type { KubeObject, WatchEvent, WatchOptions } from "../meta/index.ts";
import { FakeClock } from "../util/index.ts";
import { newRetryWatcher, type RetryWatcher, type WatchOpener } from "./retry-watcher.ts";
import { watchUntilWithRetry, watchUntilWithoutRetry, WatchClosedError } from "./watch-until.ts";

type Event = WatchEvent<KubeObject>;
type Step = { startError?: unknown; events?: readonly number[]; fails?: unknown; hang?: boolean; bookmark?: number };

const pod = (version: number): KubeObject => ({
  metadata: { name: `pod-${version}`, resourceVersion: String(version) },
});
const added = (version: number): Event => ({ type: "ADDED", object: pod(version) });
const status = (code: number, reason = "", more: object = {}): StatusError =>
  errorFromObject({ kind: "Status", apiVersion: "v1", status: "Failure", code, reason, ...more }) as StatusError;

/** A server that goes through these steps, one for each watch that is opened; then it hangs. */
function script(steps: readonly Step[]) {
  const opened: { version: string | undefined; options: WatchOptions }[] = [];
  const state = { open: 0 };
  const source: WatchOpener<KubeObject> = (options, { signal }) => {
    const step = steps[opened.length] ?? { hang: true };
    opened.push({ version: options.resourceVersion, options });
    return {
      open: async () => {
        if (step.startError !== undefined) throw step.startError;
      },
      async *[Symbol.asyncIterator](): AsyncGenerator<Event> {
        state.open++;
        try {
          for (const version of step.events ?? []) yield added(version);
          if (step.bookmark !== undefined) yield { type: "BOOKMARK", resourceVersion: String(step.bookmark) };
          if (step.fails !== undefined) throw step.fails;
          if (step.hang)
            await new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
        } finally {
          state.open--;
        }
      },
    };
  };
  return { opened, source, state };
}

/** Reads this many events, moving the clock when nothing comes; then stops. */
async function read(
  watcher: RetryWatcher,
  clock: FakeClock,
  count: number,
): Promise<{ versions: string[]; error?: unknown }> {
  const versions: string[] = [];
  let error: unknown;
  let over = false;
  const reading = (async () => {
    try {
      for await (const event of watcher) {
        if (event.type !== "BOOKMARK") versions.push(String(event.object.metadata?.resourceVersion));
        if (versions.length === count) break;
      }
    } catch (thrown) {
      error = thrown;
    }
    over = true;
  })();
  for (let i = 0; i < 500 && !over; i++) {
    await clock.advance(0);
    if (!over && !(await clock.advanceToNext())) break;
  }
  watcher.close();
  await reading;
  await watcher.done;
  return { versions, error };
}

describe("a watch that survives", () => {
  it("starts at a real version only (B470)", () => {
    for (const bad of ["", "0", "00", "abc", "-1", "1.5"])
      expect(() => newRetryWatcher(bad, script([]).source)).toThrow("real resourceVersion");
    newRetryWatcher("1", script([]).source);
  });

  it("tries again when the watch cannot be started, also with 410 (B471, B472)", async () => {
    const clock = new FakeClock();
    const { opened, source } = script([
      { startError: new TransportError("x", { code: "reset" }) },
      { startError: new Error("nothing came") },
      { startError: status(410, "Expired") },
      { events: [2] },
    ]);
    expect(await read(newRetryWatcher("1", source, { clock }), clock, 1)).toEqual({ versions: ["2"] });
    expect(opened.map(({ version }) => version)).toEqual(["1", "1", "1", "1"]);
    expect(clock.monotonic()).toBe(3_000);
  });

  it("ends when the server says 410 in the stream, after what came before (B473)", async () => {
    const clock = new FakeClock();
    const { opened, source } = script([{ events: [2, 3], fails: status(410, "Expired") }]);
    expect(await read(newRetryWatcher("1", source, { clock }), clock, 9)).toMatchObject({
      versions: ["2", "3"],
      error: { code: 410 },
    });
    expect(opened).toHaveLength(1);
  });

  it("ends when the program has a mistake, not when `fetch` says that the network failed", async () => {
    for (const error of [new TypeError("x is not a function"), new InvalidArgumentError("a bad label selector")]) {
      const clock = new FakeClock();
      for (const step of [{ startError: error }, { fails: error }])
        expect(await read(newRetryWatcher("1", script([step]).source, { clock }), clock, 1)).toEqual({
          versions: [],
          error,
        });
    }
    const clock = new FakeClock();
    const { source } = script([
      { fails: new TypeError("fetch failed", { cause: new Error("reset") }) },
      { events: [2] },
    ]);
    expect(await read(newRetryWatcher("1", source, { clock }), clock, 1)).toEqual({ versions: ["2"] });
  });

  it("ends when it may not watch (B474)", async () => {
    for (const error of [status(403, "Forbidden"), status(401, "Unauthorized")]) {
      const clock = new FakeClock();
      expect(
        (await read(newRetryWatcher("1", script([{ startError: error }]).source, { clock }), clock, 1)).error,
      ).toBe(error);
      // A source that cannot be opened beforehand shows the same error at its first read.
      const { source } = script([{ fails: error }]);
      const plain: WatchOpener<KubeObject> = (options, stream) => ({
        [Symbol.asyncIterator]: () => source(options, stream)[Symbol.asyncIterator](),
      });
      expect((await read(newRetryWatcher("1", plain, { clock }), clock, 1)).error).toBe(error);
    }
  });

  it("connects again after 504, 500, an unknown code and an unknown type, when allowed (B475)", async () => {
    const clock = new FakeClock();
    const errors = [
      status(504, "Timeout"),
      status(500, "InternalError", { details: { retryAfterSeconds: 30 } }),
      status(999),
      errorFromObject({ kind: "Pod" }),
      new ProtocolError("garbage"),
    ];
    const { opened, source } = script([...errors.map((fails) => ({ fails })), { events: [2] }]);
    expect(await read(newRetryWatcher("1", source, { clock }), clock, 1)).toEqual({ versions: ["2"] });
    expect(opened).toHaveLength(6);
    expect(clock.monotonic()).toBe(34_000);
  });

  it("asks from its version on, and follows bookmarks without showing them (B476)", async () => {
    const clock = new FakeClock();
    const { opened, source } = script([{ events: [6, 7], bookmark: 20 }, { events: [21] }]);
    const watcher = newRetryWatcher("5", source, { clock, watchOptions: { labelSelector: "a=b" } });
    expect(await read(watcher, clock, 3)).toEqual({ versions: ["6", "7", "21"] });
    expect(opened.map(({ options }) => options)).toEqual([
      { labelSelector: "a=b", resourceVersion: "5", allowWatchBookmarks: true },
      { labelSelector: "a=b", resourceVersion: "20", allowWatchBookmarks: true },
    ]);
    expect(watcher.resourceVersion).toBe("20");
  });

  it.each([1, 2, 4])(
    "has no gap and no repeat over %i closed watches, at most one start a second (B477)",
    async (closings) => {
      const clock = new FakeClock();
      const history = [2, 3, 10, 11, 50, 51, 52, 400, 401, 5_000];
      // A server that closes after two events, and on the last watch sends the rest.
      let watches = 0;
      const source: WatchOpener<KubeObject> = (options) => {
        const after = history.filter((version) => version > Number(options.resourceVersion));
        const part = watches++ < closings ? after.slice(0, 2) : after;
        return {
          open: async () => {},
          async *[Symbol.asyncIterator](): AsyncGenerator<Event> {
            for (const version of part) yield added(version);
          },
        };
      };
      expect(await read(newRetryWatcher("1", source, { clock }), clock, history.length)).toEqual({
        versions: history.map(String),
      });
      expect(watches).toBe(closings + 1);
      expect(clock.monotonic()).toBe(closings * 1_000);
    },
  );

  it("can be closed twice while it is not being read; then it is done (B478)", async () => {
    const never = newRetryWatcher("1", script([]).source);
    never.close();
    never.close();
    await never.done;
    for await (const _event of never) throw new Error("nothing may come");

    const { source, state } = script([{ events: [2, 3, 4] }]);
    const held = newRetryWatcher("1", source);
    const events = held[Symbol.asyncIterator]();
    expect((await events.next()).done).toBe(false);
    held[Symbol.dispose]();
    await held.done;
    held[Symbol.dispose]();
    await events.return?.(undefined);
    expect(state.open).toBe(0);

    const waiting = script([{ hang: true }]);
    const idle = newRetryWatcher("1", waiting.source);
    const next = idle[Symbol.asyncIterator]().next();
    await new Promise((resolve) => setImmediate(resolve));
    idle.close();
    expect(await next).toEqual({ done: true, value: undefined });
    await idle.done;
  });

  it("is done when its source is closed, and no sooner, although its reader has left", async () => {
    const order: string[] = [];
    let close = (): void => {};
    const closing = new Promise<void>((resolve) => {
      close = resolve;
    });
    const watcher = newRetryWatcher("1", async function* (_options, { signal }) {
      yield added(2);
      await new Promise((resolve) => signal?.addEventListener("abort", resolve));
      await closing;
      order.push("closed");
    });
    const events = watcher[Symbol.asyncIterator]();
    await events.next();
    const waiting = events.next();
    void watcher.done.then(() => order.push("done"));
    const left = events.return(undefined);
    await new Promise((resolve) => setImmediate(resolve));
    expect(order).toEqual([]);
    close();
    await Promise.all([left, waiting, watcher.done]);
    expect(order).toEqual(["closed", "done"]);
  });

  it("ends at an object without a version, which could not be resumed after", async () => {
    const clock = new FakeClock();
    const source: WatchOpener<KubeObject> = () => ({
      async *[Symbol.asyncIterator](): AsyncGenerator<Event> {
        yield { type: "ADDED", object: { metadata: { name: "a" } } };
      },
    });
    expect(await read(newRetryWatcher("1", source, { clock }), clock, 1)).toMatchObject({
      error: { kind: "Protocol" },
    });
  });

  it("keeps its version and waits while the server cannot be reached (F-C16, F-C17, F-C18)", async () => {
    const clock = new FakeClock();
    const away = (["dns", "dns", "refused", "unreachable", "unreachable", "other"] as const).map((code) => ({
      startError: new TransportError(code, { code, sent: false }),
    }));
    const { opened, source } = script([{ events: [2] }, ...away, { events: [3] }]);
    expect(await read(newRetryWatcher("1", source, { clock }), clock, 2)).toEqual({ versions: ["2", "3"] });
    expect(opened.map(({ version }) => version)).toEqual(["1", ...Array(7).fill("2")]);
    expect(clock.monotonic()).toBe(7_000);
  });
});

describe("waiting for events", () => {
  const at = (version: number) => (event: Event) =>
    event.type !== "BOOKMARK" && event.object.metadata?.resourceVersion === String(version);
  const watch = (versions: readonly number[], hang = false) => {
    const { source, state } = script([{ events: versions, hang }]);
    const abort = new AbortController();
    return { stream: Object.assign(source({}, { signal: abort.signal }), { close: () => abort.abort() }), state };
  };

  it("checks the conditions in order, each also with the event that met the one before (B479)", async () => {
    const { stream, state } = watch([1, 2, 3, 4], true);
    expect(await watchUntilWithoutRetry(stream, [at(2), at(2), at(3)])).toEqual(added(3));
    expect(state.open).toBe(0);
    await expect(watchUntilWithoutRetry(watch([1, 2]).stream, [at(2), at(1)])).rejects.toBeInstanceOf(WatchClosedError);
    await expect(watchUntilWithoutRetry(watch([]).stream, at(1))).rejects.toMatchObject({ kind: "Closed" });
  });

  it("ends with the condition's error, the limit, or the signal (B479)", async () => {
    const { stream, state } = watch([1], true);
    await expect(
      watchUntilWithoutRetry(stream, () => {
        throw new Error("mine");
      }),
    ).rejects.toThrow("mine");
    await new Promise((resolve) => setImmediate(resolve));
    expect(state.open).toBe(0);

    const clock = new FakeClock();
    const limited = watch([1], true);
    const waiting = watchUntilWithoutRetry(limited.stream, at(9), { timeoutMs: 5_000, clock });
    waiting.catch(() => {});
    await clock.advance(5_000);
    await expect(waiting).rejects.toMatchObject({ kind: "Timeout" });
    expect(clock.pending).toBe(0);
    await new Promise((resolve) => setImmediate(resolve));
    expect(limited.state.open).toBe(0);

    const abort = new AbortController();
    const signalled = watchUntilWithoutRetry(watch([1], true).stream, at(9), { signal: abort.signal });
    signalled.catch(() => {});
    abort.abort();
    await expect(signalled).rejects.toMatchObject({ name: "AbortError" });
  });

  it("goes on over disconnects, and not over a 410 (B479)", async () => {
    const clock = new FakeClock();
    const { source } = script([{ events: [2] }, { events: [3] }]);
    const found = watchUntilWithRetry("1", source, at(3), { clock });
    await clock.advance(1_000);
    expect(await found).toEqual(added(3));
    await expect(
      watchUntilWithRetry("1", script([{ fails: status(410, "Expired") }]).source, at(3)),
    ).rejects.toMatchObject({
      code: 410,
    });
  });
});
