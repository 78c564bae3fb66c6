import { describe, expect, it } from "vitest";
import type { KubeObject } from "../../meta/index.ts";
import { FakeClock } from "../../util/index.ts";
import type { ListerWatcher } from "../lister-watcher.ts";
import { expired, refusedConnection, reflecting, startReflecting, status } from "../test-support/reflecting.ts";
import { listOf, settled, thing } from "../test-support/scripted-source.ts";
import { decide } from "./decide.ts";
import { describeKind, isTable } from "./expected-kind.ts";
import { Reflector } from "./reflector.ts";
import { initialMemory } from "./reflector-memory.ts";
import { isVeryShortWatch } from "./very-short-watch-error.ts";

describe("a Reflector", () => {
  it("ends the watch after an ERROR event (B70)", async () => {
    const { source } = startReflecting();
    await (await source.nextList()).answer(listOf("1", []));
    const watch = await source.nextWatch();
    await watch.added(thing("a", "2"));
    await watch.fail(status("Invalid", 422));
    expect(source.watches).toHaveLength(1);
    expect(watch.stops).toBe(1);
  });

  it("listAndWatch lists once, watches, and settles when another list is needed", async () => {
    const { source, store, reflector } = reflecting();
    const round = reflector.listAndWatch();
    await expect(reflector.listAndWatch()).rejects.toThrow("the reflector is running");
    await (await source.nextList()).answer(listOf("1", [thing("a", "1")]));
    const first = await source.nextWatch();
    await first.added(thing("b", "2"));
    await first.fail(expired());
    await round;
    expect([source.lists.length, source.watches.length, reflector.state]).toEqual([1, 1, "idle"]);
    expect([...store.objects.keys()]).toEqual(["a", "b"]);
    const second = expect(reflector.listAndWatch()).rejects.toThrow("Forbidden");
    await (await source.nextList()).fail(status("Forbidden", 403));
    await second;
    const third = reflector.listAndWatch();
    await (await source.nextList()).answer(listOf("5", []));
    (await source.nextWatch()).open();
    await reflector.close();
    await third;
    expect(reflector.state).toBe("stopped");
  });

  it("stops the watch that is under way when it is stopped (B71)", async () => {
    const { source, reflector } = startReflecting();
    await (await source.nextList()).answer(listOf("1", []));
    const watch = (await source.nextWatch()).open();
    await settled();
    await reflector.close();
    expect(watch.stops).toBe(1);
    expect(reflector.state).toBe("stopped");
  });

  it("resyncs in the asked period, or never with 0 (B72)", async () => {
    const { source, store, clock } = startReflecting({ resyncMs: 10_000 });
    await (await source.nextList()).answer(listOf("1", []));
    await clock.advance(9_999);
    expect(store.log).toEqual(["replace@1 "]);
    await clock.advance(1);
    await clock.advance(20_000);
    expect(store.log).toEqual(["replace@1 ", "resync", "resync", "resync"]);
    const never = startReflecting({ resyncMs: 0 });
    await (await never.source.nextList()).answer(listOf("1", []));
    await never.clock.advance(299_000);
    expect(never.store.log).toEqual(["replace@1 "]);
  });

  it("neither lists nor watches when it was stopped before (B73)", async () => {
    const { reflector, source } = reflecting();
    await reflector.run({ signal: AbortSignal.abort() });
    expect(source.lists).toHaveLength(0);
    const second = reflecting();
    await second.reflector.close();
    await second.reflector.run();
    expect(second.source.lists).toHaveLength(0);
    expect(second.clock.pending).toBe(0);
  });

  it("returns cleanly when it is stopped during a watch, even one that opens later (B74)", async () => {
    const { source, reflector, failures } = startReflecting();
    await (await source.nextList()).answer(listOf("1", []));
    const watch = await source.nextWatch();
    await reflector.close();
    watch.open();
    await settled();
    expect(watch.stops).toBe(1);
    expect(failures).toEqual([]);
  });

  it("stops a watch exactly once, however often it is asked to (B75)", async () => {
    const { source, reflector } = startReflecting();
    await (await source.nextList()).answer(listOf("1", []));
    const watch = await source.nextWatch();
    await watch.added(thing("a", "2"));
    await Promise.all([reflector.close(), reflector.close(), reflector.run()]);
    expect(watch.stops).toBe(1);
  });

  it("calls a stream that ends at once and without events a very short watch (B76)", async () => {
    const { source, failures, clock } = startReflecting();
    await (await source.nextList()).answer(listOf("1", []));
    await (await source.nextWatch()).end();
    expect(failures.map(({ error }) => isVeryShortWatch(error))).toEqual([true]);
    await clock.advance(2_000);
    const second = await source.nextWatch();
    second.open();
    await clock.advance(1_500);
    await second.end();
    expect(failures).toHaveLength(1);
  });

  it("applies adds, changes and deletes, ignores other kinds, and follows the last event's version (B77)", async () => {
    const { source, store, reflector, failures } = startReflecting({
      expected: { group: "example.com", version: "v1", kind: "Thing" },
    });
    await (await source.nextList()).answer(listOf("10", [thing("foo", "5"), thing("bar", "6")]));
    const watch = await source.nextWatch();
    await watch.added(thing("rejected", "31"), {
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: "pod", resourceVersion: "99" },
    });
    await watch.deleted(thing("foo", "30"));
    await watch.modified(thing("bar", "55"));
    await watch.added(thing("baz", "32"));
    expect(store.state).toBe("bar@55 rejected@31 baz@32");
    expect(reflector.lastSyncResourceVersion).toBe("55");
    expect(failures.map(({ error }) => String(error))).toEqual([expect.stringContaining("got v1 Pod")]);
  });

  it("begins with one streaming watch and goes on with it (B78)", async () => {
    const { source, store } = startReflecting({ streamingSource: true });
    const watch = await source.nextWatch();
    expect(watch.options).toEqual({
      sendInitialEvents: true,
      resourceVersionMatch: "NotOlderThan",
      allowWatchBookmarks: true,
      timeoutSeconds: 450,
    });
    await watch.added(thing("a", "1"), thing("b", "2"));
    await watch.bookmark("5", true);
    await watch.added(thing("c", "6"));
    expect(store.log).toEqual(["replace@5 a@1 b@2", "add c@6"]);
    expect(source.watches).toHaveLength(1);
    expect(source.lists).toHaveLength(0);
  });

  it("lists at version 0 by pages of 500, then watches from the list's version with bookmarks (B79)", async () => {
    const { source } = startReflecting();
    const list = await source.nextList();
    expect(list.options).toEqual({ resourceVersion: "0", limit: 500 });
    await list.answer(listOf("7", []));
    expect((await source.nextWatch()).options).toEqual({
      resourceVersion: "7",
      allowWatchBookmarks: true,
      timeoutSeconds: 450,
    });
  });

  it("reports a failed list or watch and works the next time (B80)", async () => {
    const { source, store, failures, backoff } = startReflecting();
    await (await source.nextList()).fail(new Error("no list"));
    expect(failures.map(({ during }) => during)).toEqual(["list"]);
    await backoff();
    await (await source.nextList()).answer(listOf("1", [thing("a", "1")]));
    await (await source.nextWatch()).fail(new Error("no watch"));
    expect(failures.map(({ during }) => during)).toEqual(["list", "watch"]);
    await backoff();
    await (await source.nextList()).answer(listOf("2", [thing("a", "2")]));
    await (await source.nextWatch()).added(thing("b", "3"));
    expect(store.state).toBe("a@2 b@3");
  });

  it("tries a refused connection again with growing, capped delay and without a list (B81)", async () => {
    const { source, clock } = startReflecting();
    await (await source.nextList()).answer(listOf("1", []));
    const waits: number[] = [];
    for (let n = 0; n < 9; n++) {
      const watch = await source.nextWatch();
      expect(watch.options.resourceVersion).toBe("1");
      const before = clock.monotonic();
      await watch.fail(refusedConnection());
      while (source.watches.length === n + 1) await clock.advance(100);
      waits.push(clock.monotonic() - before);
    }
    expect(waits).toEqual([1200, 2400, 4800, 9600, 19200, 38400, 45000, 45000, 45000]);
    expect(source.lists).toHaveLength(1);
  });

  it("waits as a backoff of one's own says (B82)", async () => {
    let delay = 5;
    const asked: number[] = [];
    const { source, clock } = startReflecting({
      backoff: {
        next: () => {
          delay = Math.min(delay * 2, 100);
          asked.push(delay);
          return delay;
        },
      },
    });
    await (await source.nextList()).answer(listOf("1", []));
    for (let n = 0; n < 5; n++) {
      await (await source.nextWatch()).fail(refusedConnection());
      await clock.advance(delay - 1);
      expect(source.watches).toHaveLength(n + 1);
      await clock.advance(1);
      expect(source.watches).toHaveLength(n + 2);
    }
    expect(asked).toEqual([10, 20, 40, 80, 100]);
  });

  it("backs off from 429, as the watch's answer and as an ERROR event (B83)", async () => {
    const { source, clock } = startReflecting();
    await (await source.nextList()).answer(listOf("1", []));
    await (await source.nextWatch()).fail(status("TooManyRequests", 429));
    expect(source.watches).toHaveLength(1);
    await clock.advance(1_300);
    const second = await source.nextWatch();
    await second.added(thing("a", "2"));
    await second.fail(status("TooManyRequests", 429));
    expect(source.watches).toHaveLength(2);
    await clock.advance(3_000);
    expect((await source.nextWatch()).options.resourceVersion).toBe("2");
  });

  it("does not list again because of 429 (B84)", async () => {
    const { source, backoff } = startReflecting();
    await (await source.nextList()).answer(listOf("1", []));
    for (let n = 0; n < 6; n++) {
      await (await source.nextWatch()).fail(status("TooManyRequests", 429));
      await backoff();
    }
    expect(source.lists).toHaveLength(1);
    expect(source.watches).toHaveLength(7);
  });

  it("watches again after InternalError within a window, and lists after it (B85)", async () => {
    const none = startReflecting({ maxInternalErrorRetryMs: 0, backoff: { next: () => 1000 } });
    await (await none.source.nextList()).answer(listOf("1", []));
    await (await none.source.nextWatch()).fail(status("InternalError", 500));
    await none.clock.advance(1000);
    expect([none.source.lists.length, none.source.watches.length]).toEqual([2, 1]);

    const some = startReflecting({ maxInternalErrorRetryMs: 30_000, backoff: { next: () => 1000 } });
    await (await some.source.nextList()).answer(listOf("1", []));
    const failFor = async (seconds: number) => {
      for (let n = 0; n < seconds; n++) {
        await (await some.source.nextWatch()).fail(status("InternalError", 500));
        await some.clock.advance(1000);
      }
    };
    await failFor(20);
    const good = await some.source.nextWatch();
    await good.added(thing("a", "2"));
    await good.end();
    await failFor(30);
    expect(some.source.lists).toHaveLength(1);
    await failFor(1);
    expect(some.source.lists).toHaveLength(2);
  });

  it("ends the cycle when a resync fails, and says so only in a report (B86)", async () => {
    const { source, store, clock, unexpected, failures } = startReflecting({ resyncMs: 5_000 });
    await (await source.nextList()).answer(listOf("1", []));
    const watch = (await source.nextWatch()).open();
    store.failNext = true;
    await clock.advance(5_000);
    expect(unexpected).toEqual([new Error("resync failed")]);
    expect(failures).toEqual([]);
    expect(watch.stops).toBe(1);
    store.failNext = false;
    await (await source.nextList()).answer(listOf("2", []));
    await clock.advance(5_000);
    expect(store.log).toContain("resync");
  });
});

describe("a Reflector's lists", () => {
  it("keep to the page size that was asked for, and put all pages into the store (B87)", async () => {
    const { source, store, backoff } = startReflecting({ pageSize: 4 });
    const page = (from: number) => [0, 1, 2, 3].map((n) => thing(`t${from + n}`, "1"));
    const first = await source.nextList();
    expect(first.options).toEqual({ resourceVersion: "0", limit: 4 });
    await first.answer(listOf("10", page(0), "C1"));
    const second = await source.nextList();
    expect(second.options).toEqual({ limit: 4, continue: "C1" });
    await second.answer(listOf("10", page(4), "C2"));
    await (await source.nextList()).answer(listOf("10", page(8).slice(0, 2)));
    expect(store.objects.size).toBe(10);
    await (await source.nextWatch()).fail(expired());
    await backoff();
    expect((await source.nextList()).options).toEqual({
      resourceVersion: "10",
      resourceVersionMatch: "NotOlderThan",
      limit: 4,
    });
  });

  it("do not page when they ask for a version, which the server's cache can answer (B88)", async () => {
    const { source, backoff } = startReflecting();
    await (await source.nextList()).answer(listOf("10", []));
    await (await source.nextWatch()).fail(expired());
    await backoff();
    expect((await source.nextList()).options).toEqual({ resourceVersion: "10", resourceVersionMatch: "NotOlderThan" });
  });

  it("go on paging when the first one came in pages although it need not (B89)", async () => {
    const { source, backoff } = startReflecting();
    await (await source.nextList()).answer(listOf("10", [thing("a", "1")], "C1"));
    await (await source.nextList()).answer(listOf("10", [thing("b", "1")]));
    await (await source.nextWatch()).fail(expired());
    await backoff();
    expect((await source.nextList()).options).toEqual({
      resourceVersion: "10",
      resourceVersionMatch: "NotOlderThan",
      limit: 500,
    });
  });

  it("ask first for 0, then for the last version that was seen (B90)", async () => {
    const { source, backoff } = startReflecting();
    await (await source.nextList()).answer(listOf("10", []));
    const watch = await source.nextWatch();
    await watch.added(thing("a", "12"));
    await watch.fail(expired());
    await backoff();
    expect(source.lists.map(({ options }) => options.resourceVersion)).toEqual(["0", "12"]);
  });

  it("ask at once for the most recent state when the version has expired (B91, F-B2)", async () => {
    const { source, store, backoff } = startReflecting();
    await (await source.nextList()).answer(listOf("10", []));
    await (await source.nextWatch()).fail(expired());
    await backoff();
    await (await source.nextList()).fail(expired());
    const third = await source.nextList();
    expect(source.lists.map(({ options }) => options.resourceVersion ?? "")).toEqual(["0", "10", ""]);
    await third.answer(listOf("11", [thing("a", "11")]));
    expect(store.state).toBe("a@11");
    expect((await source.nextWatch()).options.resourceVersion).toBe("11");
  });

  it("are asked for in one piece when a page has expired, and no pages are mixed (B92, F-B1)", async () => {
    const { source, store, backoff } = startReflecting({ pageSize: 4 });
    await (await source.nextList()).answer(listOf("10", []));
    await (await source.nextWatch()).fail(expired());
    await backoff();
    await (await source.nextList()).answer(listOf("10", [thing("old", "3")], "C1"));
    await (await source.nextList()).fail(expired());
    const whole = await source.nextList();
    expect(whole.options).toEqual({ resourceVersion: "10", resourceVersionMatch: "NotOlderThan" });
    await whole.answer(listOf("11", [thing("new", "11")]));
    expect(store.state).toBe("new@11");
  });

  it("are asked for in one piece when a page is of another state than the first (F-B1)", async () => {
    const { source, store } = startReflecting({ pageSize: 1 });
    await (await source.nextList()).answer(listOf("10", [thing("a", "3")], "C1"));
    await (await source.nextList()).answer(listOf("12", [thing("b", "11")]));
    const whole = await source.nextList();
    expect(whole.options).toEqual({});
    await whole.answer(listOf("12", [thing("b", "11")]));
    expect(store.log).toEqual(["replace@12 b@11"]);
  });

  it("request the newest state when the server says in any form that the version is too large (B93)", async () => {
    for (const error of [
      status("Timeout", 504, { cause: "ResourceVersionTooLarge" }),
      status("Timeout", 504, { message: "Too large resource version: 40, current: 10" }),
      status("", 504, { cause: "other", message: "Too large resource version" }),
    ]) {
      const { source, backoff } = startReflecting();
      await (await source.nextList()).answer(listOf("20", []));
      await (await source.nextWatch()).fail(expired());
      await backoff();
      await (await source.nextList()).fail(error);
      await (await source.nextList()).answer(listOf("21", []));
      expect(source.lists.map(({ options }) => options.resourceVersion ?? "")).toEqual(["0", "20", ""]);
    }
  });

  it("ask again up to three times when the server is only behind and says how long to wait (F-B3)", async () => {
    const { source, clock, backoff } = startReflecting();
    await (await source.nextList()).answer(listOf("20", []));
    await (await source.nextWatch()).fail(expired());
    await backoff();
    const behind = () => status("Timeout", 504, { cause: "ResourceVersionTooLarge", retryAfterSeconds: 100 });
    await (await source.nextList()).fail(behind());
    await clock.advance(99_000);
    expect(source.lists).toHaveLength(2);
    await clock.advance(1_000);
    await (await source.nextList()).fail(behind());
    await clock.advance(100_000);
    await (await source.nextList()).fail(behind());
    expect(source.lists.map(({ options }) => options.resourceVersion ?? "")).toEqual(["0", "20", "20", "20", ""]);
  });

  it("are not kept in memory, only their objects are (B97)", async () => {
    // Entries hold their object alone: the list object itself can go.
    const { source, store } = startReflecting();
    const list = listOf("1", [thing("a", "1")]);
    const reference = new WeakRef(list);
    await (await source.nextList()).answer(list);
    expect(store.objects.get("a")?.object).toBe(list.items[0]);
    expect(Object.values(store.objects.get("a") ?? {})).not.toContain(reference.deref());
  });
});

describe("a Reflector's watches", () => {
  it("last between five and ten minutes, or between a longer wish and twice that (B94)", async () => {
    const seconds = async (minWatchTimeoutMs: number | undefined, random: number) => {
      const { source } = startReflecting({ random: () => random, minWatchTimeoutMs });
      await (await source.nextList()).answer(listOf("1", []));
      return (await source.nextWatch()).options.timeoutSeconds;
    };
    expect([await seconds(undefined, 0), await seconds(undefined, 0.9999)]).toEqual([300, 599]);
    expect([await seconds(1000, 0), await seconds(1000, 0.9999)]).toEqual([300, 599]);
    expect([await seconds(1_800_000, 0), await seconds(1_800_000, 0.9999)]).toEqual([1800, 3599]);
  });

  it("tell the store the version of every event, bookmarks included (B95)", async () => {
    const { source, store } = startReflecting();
    await (await source.nextList()).answer(listOf("10", []));
    const watch = await source.nextWatch();
    await watch.added(thing("a", "11"));
    await watch.bookmark("15");
    await watch.deleted(thing("a", "16"));
    expect(store.versions).toEqual(["10", "11", "15", "16"]);
    expect(store.log).toContain("bookmark@15");
  });

  it("lead to a list that removes an object which the server cannot read any more (B96)", async () => {
    const { source, store, backoff } = startReflecting();
    await (await source.nextList()).answer(listOf("10", [thing("a", "1"), thing("corrupt", "2")]));
    await (await source.nextWatch()).fail(status("StoreReadError", 500));
    await backoff();
    await (await source.nextList()).answer(listOf("12", [thing("a", "1")]));
    expect(store.state).toBe("a@1");
  });

  it("name what they expect by the descriptor (B99)", () => {
    expect(describeKind({ group: "", version: "v1", kind: "Pod" })).toBe("v1 Pod");
    expect(describeKind({ group: "apps", version: "v1", kind: "Deployment" })).toBe("apps/v1 Deployment");
    expect(describeKind(undefined)).toBe("any kind");
    const { reflector } = reflecting({
      name: undefined as unknown as string,
      expected: { group: "", version: "v1", kind: "Pod" },
    });
    expect(reflector.name).toBe("v1 Pod");
  });

  it("refuse Tables, but not a kind of that name in another group (B100)", async () => {
    expect(isTable({ apiVersion: "meta.k8s.io/v1", kind: "Table" })).toBe(true);
    expect(isTable({ apiVersion: "meta.k8s.io/v1beta1", kind: "Table" })).toBe(true);
    expect(isTable({ apiVersion: "furniture.example.com/v1", kind: "Table" })).toBe(false);
    const { source, store, failures } = startReflecting();
    await (await source.nextList()).answer(listOf("10", []));
    const watch = await source.nextWatch();
    await watch.added({ apiVersion: "meta.k8s.io/v1", kind: "Table", metadata: { name: "t", resourceVersion: "11" } });
    await watch.added({
      apiVersion: "furniture.example.com/v1",
      kind: "Table",
      metadata: { name: "t", resourceVersion: "12" },
    });
    expect(store.state).toBe("t@12");
    expect(failures).toHaveLength(1);
    const list = startReflecting();
    await (await list.source.nextList()).answer({ ...listOf("1", []), apiVersion: "meta.k8s.io/v1", kind: "Table" });
    expect(list.failures).toHaveLength(1);
    expect(list.store.log).toEqual([]);
  });

  it("are retried after InternalError only within a period that begins with the first one (B114)", () => {
    const settings = { name: "things", maxInternalErrorRetryMs: 60_000 };
    const ended = {
      type: "watch-ended",
      ending: undefined,
      openMs: 0,
      version: "1",
      events: 0,
      bookmarks: 0,
      initial: false,
    } as const;
    const internal = status("InternalError", 500);
    let memory = initialMemory;
    const next = (at: number, error: unknown, maxInternalErrorRetryMs = 60_000): string => {
      const decision = decide(memory, { ...ended, at, error }, { ...settings, maxInternalErrorRetryMs });
      memory = decision.memory;
      return decision.next.to;
    };
    expect(next(0, internal, 0)).toBe("list");
    memory = initialMemory;
    expect([next(0, new Error("other")), next(0, internal)]).toEqual(["list", "watch"]);
    expect([next(59_000, new Error("other")), next(59_000, internal)]).toEqual(["list", "watch"]);
    expect(next(60_000, internal)).toBe("list");
    expect(next(120_000, internal)).toBe("watch");
    expect(next(179_999, undefined)).toBe("watch");
    expect([next(180_000, internal), next(239_999, internal), next(240_000, internal)]).toEqual([
      "watch",
      "watch",
      "list",
    ]);
  });
});

describe("a Reflector's source", () => {
  it("is asked for streaming unless it or the option says no (B101)", async () => {
    for (const [streaming, supportsWatchList, expected] of [
      [undefined, undefined, true],
      [undefined, true, true],
      [undefined, false, false],
      [false, true, false],
    ] as const) {
      let watched = false;
      const source: ListerWatcher<KubeObject> = {
        list: () => new Promise(() => {}),
        watch: () => {
          watched = true;
          return new Promise(() => {});
        },
        supportsWatchList,
      };
      const { store } = reflecting();
      const reflector = new Reflector<KubeObject>(source, store as never, {
        clock: new FakeClock(),
        streaming,
      });
      void reflector.run();
      await settled();
      expect(watched).toBe(expected);
      await reflector.close();
    }
  });
});
