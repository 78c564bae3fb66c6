import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { plainEntry } from "../../codec/index.ts";
import { InvalidArgumentError } from "../../errors/index.ts";
import { withResolvers } from "../../util/index.ts";
import type { ListerWatcher, RawListerWatcher, RawWatchSink } from "../lister-watcher.ts";
import { RecordingStore } from "../test-support/recording-store.ts";
import { expired, reflecting, refusedConnection, reset } from "../test-support/reflecting.ts";
import { listOf, settled, type Thing, thing } from "../test-support/scripted-source.ts";
import { endedReflectors, startReflecting, startWatching } from "../test-support/watching.ts";
import { Reflector } from "./reflector.ts";

const running = endedReflectors();
const start = (options: Parameters<typeof reflecting>[0] = {}) => startReflecting(running, options);
const watching = (options: Parameters<typeof reflecting>[0] = {}) => startWatching(running, options);

describe("a reflector that is closed", () => {
  it("reports nothing, whatever it was doing", async () => {
    const listing = start();
    await listing.source.nextList();
    const waiting = start();
    await (await waiting.source.nextList()).fail(refusedConnection());
    const { failures: before } = waiting;
    const count = before.length;
    const watched = await watching();
    const streaming = start({ streamingSource: true });
    (await streaming.source.nextWatch()).open();
    await settled();
    for (const made of [listing, waiting, watched, streaming]) {
      await made.reflector.close();
      expect(made.unexpected).toEqual([]);
      expect(made.failures).toHaveLength(made === waiting ? count : 0);
      expect(made.reflector.state).toBe("stopped");
      expect(made.clock.pending).toBe(0);
    }
  });

  it("leaves nothing on the signal that it was started with", async () => {
    const { source, reflector } = reflecting();
    const { signal } = new AbortController();
    const run = reflector.run({ signal });
    await (await source.nextList()).answer(listOf("10", []));
    expect(getEventListeners(signal, "abort")).not.toHaveLength(0);
    await reflector.close();
    await run;
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
  });

  it("sets no timer when its resync changes afterwards, nor before it runs", async () => {
    const { reflector, clock } = reflecting();
    reflector.setResyncMs(5_000);
    expect(clock.pending).toBe(0);
    await reflector.close();
    reflector.setResyncMs(1_000);
    expect(clock.pending).toBe(0);
  });

  it("by the signal of its run sets no timer either when its resync changes afterwards", async () => {
    const { source, reflector, clock } = reflecting();
    const stop = new AbortController();
    const run = reflector.run({ signal: stop.signal });
    await (await source.nextList()).answer(listOf("10", []));
    stop.abort();
    await run;
    reflector.setResyncMs(1_000);
    expect([clock.pending, reflector.state]).toEqual([0, "stopped"]);
  });
});

describe("a reflector that runs", () => {
  it("is joined by a second run", async () => {
    const { source, reflector } = start();
    const second = reflector.run();
    await settled();
    expect(source.lists).toHaveLength(1);
    await reflector.close();
    await second;
  });

  it("resyncs in the period that it was given last, and not any more after 0", async () => {
    const { store, clock, reflector } = await watching({ resyncMs: 60_000 });
    const resyncs = (): number => store.log.filter((line) => line === "resync").length;
    reflector.setResyncMs(10_000);
    await clock.advance(30_000);
    expect(resyncs()).toBe(3);
    reflector.setResyncMs(0);
    await clock.advance(30_000);
    expect(resyncs()).toBe(3);
  });

  it("announces a state once, however long it stays", async () => {
    const states: string[] = [];
    const { watch, source, clock } = await watching({ onState: (state) => void states.push(state) });
    watch.open();
    await clock.advance(60_000);
    await watch.end();
    (await source.nextWatch()).open();
    await settled();
    expect(states).toEqual(["listing", "watching"]);
  });

  it("ends the open watch at once when a list is requested from outside", async () => {
    const { watch, source, reflector } = await watching();
    await watch.bookmark("20");
    reflector.relist("older-state");
    await settled();
    expect(watch.stops).toBe(1);
    expect((await source.nextList()).options.resourceVersion).toBeUndefined();
  });

  it("has no last failure once a list, an event or a bookmark came, nor because a version expired", async () => {
    const { watch, source, reflector, backoff } = await watching();
    let current = watch;
    for (const good of ["event", "bookmark"] as const) {
      await current.fail(reset());
      expect(reflector.lastFailure?.error).toMatchObject({ code: "reset" });
      await backoff();
      current = await source.nextWatch();
      if (good === "event") await current.added(thing("b", "11"));
      else await current.bookmark("12");
      expect(reflector.lastFailure).toBeUndefined();
    }
    await current.fail(expired());
    expect(reflector.lastFailure).toBeUndefined();
    await (await source.nextList()).fail(refusedConnection());
    expect(reflector.lastFailure?.during).toBe("list");
    await backoff();
    await (await source.nextList()).answer(listOf("20", []));
    expect(reflector.lastFailure).toBeUndefined();
  });
});

describe("a watch that the store holds back", () => {
  it("is not ended for its silence, and goes on where it was", async () => {
    const { watch, source, store, clock } = await watching();
    await watch.bookmark("11");
    await watch.bookmark("12");
    const { promise, resolve } = withResolvers();
    Object.assign(store, { holdBack: () => promise });
    await watch.added(thing("b", "13"), thing("c", "14"));
    await clock.advance(1_000_000);
    expect([watch.stops, source.watches.length, store.state]).toEqual([0, 1, "a@1 b@13"]);
    resolve();
    await settled();
    expect(store.state).toBe("a@1 b@13 c@14");
    await clock.advance(149_000);
    expect(watch.stops).toBe(0);
    await clock.advance(1_000);
    expect(watch.stops).toBe(1);
    expect((await source.nextWatch()).options.resourceVersion).toBe("14");
  });
});

describe("listAndWatch", () => {
  it("and run refuse each other, and what was running goes on", async () => {
    const made = reflecting();
    running.push(made);
    const { source, reflector } = made;
    const round = reflector.listAndWatch();
    await (await source.nextList()).answer(listOf("10", []));
    const refused = await reflector.run().catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(InvalidArgumentError);
    expect(String(refused)).toContain("things: listAndWatch is running");
    await (await source.nextWatch()).fail(expired());
    await round;
    expect(source.lists).toHaveLength(1);
    void reflector.run();
    await (await source.nextList()).answer(listOf("20", []));
    await expect(reflector.listAndWatch()).rejects.toBeInstanceOf(InvalidArgumentError);
    expect(reflector.state).toBe("watching");
  });

  it("goes on when only the version of its list was the problem", async () => {
    const { source, reflector } = reflecting();
    const round = reflector.listAndWatch();
    await (await source.nextList()).fail(expired());
    await (await source.nextList()).answer(listOf("10", []));
    expect(reflector.state).toBe("watching");
    await (await source.nextWatch()).fail(expired());
    await round;
  });

  it("leaves nothing on its signal when the round is over", async () => {
    const { source, reflector } = reflecting();
    const { signal } = new AbortController();
    const round = reflector.listAndWatch({ signal });
    await (await source.nextList()).answer(listOf("10", []));
    await (await source.nextWatch()).fail(expired());
    await round;
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
  });

  it("fails again when its list fails again, although one succeeded in an earlier round", async () => {
    const { source, reflector } = reflecting();
    const first = reflector.listAndWatch();
    await (await source.nextList()).answer(listOf("10", []));
    await (await source.nextWatch()).fail(expired());
    await first;
    const second = reflector.listAndWatch();
    const failed = expect(second).rejects.toMatchObject({ code: "refused" });
    await (await source.nextList()).fail(refusedConnection());
    await failed;
  });
});

describe("the source of a reflector", () => {
  /** A source that remembers the signals of its watches, and logs. */
  function signalled(): { source: ListerWatcher<Thing>; signals: AbortSignal[]; lines: string[]; end: () => void } {
    const signals: AbortSignal[] = [];
    const lines: string[] = [];
    const ends: (() => void)[] = [];
    const line = (message: string): void => void lines.push(message);
    const source: ListerWatcher<Thing> = {
      supportsWatchList: false,
      logger: { debug: line, info: line, warn: line, error: line },
      list: async () => listOf("10", []),
      watch: async function* ({ signal }) {
        signals.push(signal as AbortSignal);
        await new Promise<void>((resolve) => ends.push(resolve));
        yield* [];
      },
    };
    return { source, signals, lines, end: () => ends.shift()?.() };
  }

  it("sees that a watch is over by its signal, also when the server ended it", async () => {
    const { source, signals, end } = signalled();
    const { clock } = reflecting();
    const reflector = new Reflector<Thing>(source, new RecordingStore<Thing>(), { clock });
    void reflector.run();
    await settled();
    await clock.advance(5_000);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    end();
    await settled();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    await reflector.close();
  });

  describe("of entries", () => {
    function rawSource() {
      const watches: { readonly sink: RawWatchSink<Thing>; readonly end: () => void }[] = [];
      const { source } = signalled();
      const raw: RawListerWatcher<Thing> = {
        list: async () => ({ resourceVersion: "10" }),
        watch: (_options, sink) => new Promise((end) => watches.push({ sink, end })),
      };
      const { clock } = reflecting();
      const store = new RecordingStore<Thing>();
      const stale: boolean[] = [];
      const onStale = (is: boolean): void => void stale.push(is);
      const reflector = new Reflector<Thing>({ ...source, raw }, store, { clock, logger: false, onStale });
      void reflector.run();
      return { watches, store, clock, reflector, stale };
    }

    /** Gives everything that a source can give, with its functions taken out of the sink as a source may do. */
    function giveLate({ onOpen, onEvent, onBookmark }: RawWatchSink<Thing>): void {
      onOpen();
      void onEvent("ADDED", plainEntry(thing("late", "12")));
      void onBookmark("13", false);
    }

    it("gives nothing any more to a reflector that was stopped, although it does not end", async () => {
      const { watches, store, reflector } = rawSource();
      await settled();
      const { sink } = watches[0]!;
      sink.onOpen();
      void sink.onEvent("ADDED", plainEntry(thing("a", "11")));
      await reflector.close();
      giveLate(sink);
      expect([store.state, reflector.lastSyncResourceVersion]).toEqual(["a@11", "11"]);
    });

    it("gives nothing any more for a watch that has ended", async () => {
      const { watches, store, clock, reflector, stale } = rawSource();
      await settled();
      const { sink, end } = watches[0]!;
      sink.onOpen();
      await clock.advance(5_000);
      end();
      await settled();
      expect(watches).toHaveLength(2);
      giveLate(sink);
      expect([store.state, reflector.lastSyncResourceVersion]).toEqual(["", "10"]);
      await clock.advance(10_001);
      expect(stale).toEqual([true]);
      await reflector.close();
    });
  });

  it("brings the logger where the reflector has none", async () => {
    const { source, lines } = signalled();
    const { clock } = reflecting();
    const failing: ListerWatcher<Thing> = { ...source, list: () => Promise.reject(refusedConnection()) };
    const reflector = new Reflector<Thing>(failing, new RecordingStore<Thing>(), { clock, name: "things" });
    void reflector.run();
    await settled();
    expect(lines).toEqual(["list of things failed, trying again"]);
    await reflector.close();
  });

  it("is held back while the store asks for it", async () => {
    const { watch, store } = await watching();
    let release = (): void => {};
    Object.assign(store, { holdBack: () => new Promise<void>((resolve) => (release = resolve)) });
    await watch.added(thing("b", "11"), thing("c", "12"));
    expect(store.state).toBe("a@1 b@11");
    release();
    await settled();
    expect(store.state).toBe("a@1 b@11 c@12");
  });
});

describe("a list that is older than the store", () => {
  it("is accepted the fourth time, and the watch begins at its version", async () => {
    const { watch, source, reflector, backoff } = await watching();
    await watch.fail(expired());
    for (let n = 0; n < 4; n++) {
      if (source.lists.length === n + 1) await backoff();
      await (await source.nextList()).answer(listOf("5", []));
    }
    expect((await source.nextWatch()).options.resourceVersion).toBe("5");
    expect(reflector.lastSyncResourceVersion).toBe("5");
  });

  it("ends its stream when it is a streaming one, and another is requested later", async () => {
    const { source, store, backoff } = start({ streamingSource: true });
    const first = await source.nextWatch();
    await first.added(thing("a", "1"));
    await first.bookmark("10", true);
    await first.fail(expired());
    const older = await source.nextWatch();
    await older.bookmark("5", true);
    expect(older.stops).toBe(1);
    expect(source.watches).toHaveLength(2);
    await backoff();
    await (await source.nextWatch()).bookmark("11", true);
    expect(store.log).toEqual(["replace@10 a@1", "replace@11 "]);
  });
});
