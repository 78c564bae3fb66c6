import { describe, expect, it } from "vitest";
import { ProtocolError, TransportError, UnexpectedObjectError } from "../../errors/index.ts";
import { defined, nextTurn } from "../../util/index.ts";
import { expired, reflecting, refusedConnection, reset, status } from "../test-support/reflecting.ts";
import { listOf, settled, thing } from "../test-support/scripted-source.ts";
import { StridedClock } from "../test-support/strided-clock.ts";
import { endedReflectors, startWatching } from "../test-support/watching.ts";

const running = endedReflectors();
const watching = (options: Parameters<typeof reflecting>[0] = {}) => startWatching(running, options);

describe("a watch that breaks", () => {
  it("is resumed from the last applied version, without list, after reset or end (F-A1, F-A2)", async () => {
    const { watch, source, store, clock } = await watching();
    await watch.added(thing("b", "11"));
    await watch.fail(reset());
    await clock.advance(500);
    expect(source.watches).toHaveLength(1);
    await clock.advance(1_200);
    const second = await source.nextWatch();
    expect(second.options.resourceVersion).toBe("11");
    await second.added(thing("c", "12"));
    await second.end();
    expect((await source.nextWatch()).options.resourceVersion).toBe("12");
    expect(source.lists).toHaveLength(1);
    expect(store.state).toBe("a@1 b@11 c@12");
  });

  it("is ended at its limit when nothing comes, and stale when it cannot be reopened (F-A3, F-A4)", async () => {
    const stale: boolean[] = [];
    const { watch, source, clock, reflector } = await watching({ onStale: (now) => void stale.push(now) });
    watch.open();
    await settled();
    await clock.advance(459_000);
    expect(watch.stops).toBe(0);
    expect(reflector.isStale).toBe(false);
    await clock.advance(2_000);
    expect(watch.stops).toBe(1);
    const second = await source.nextWatch();
    expect(second.options.resourceVersion).toBe("10");
    expect(reflector.isStale).toBe(true);
    expect(stale).toEqual([true]);
    second.open();
    await settled();
    expect(stale).toEqual([true, false]);
    expect(reflector.lastContactAgeMs).toBe(0);
  });

  it("is ended when a server that sends bookmarks falls silent (F-A4)", async () => {
    const { watch, source, clock } = await watching();
    await watch.bookmark("11");
    await clock.advance(60_000);
    await watch.bookmark("12");
    await clock.advance(149_000);
    expect(watch.stops).toBe(0);
    await clock.advance(2_000);
    expect(watch.stops).toBe(1);
    expect((await source.nextWatch()).options.resourceVersion).toBe("12");
  });

  it("is ended at its limit when no answer comes at all, which does not count as a failure (F-A5)", async () => {
    const { source, clock, failures } = await watching();
    await clock.advance(461_000);
    expect(source.watches).toHaveLength(2);
    expect(failures).toEqual([]);
    expect(source.lists).toHaveLength(1);
  });

  it("leads to a list when it ends at once three times at one version (F-A6)", async () => {
    const { watch, source, backoff } = await watching();
    await watch.end();
    await backoff();
    await (await source.nextWatch()).end();
    await backoff();
    expect(source.lists).toHaveLength(1);
    await (await source.nextWatch()).end();
    await backoff();
    expect(source.lists).toHaveLength(2);
    expect(source.watches).toHaveLength(3);
  });

  it("leads to a list at the last version when the version is gone, as event or as answer (F-A7, F-A9)", async () => {
    for (const open of [true, false]) {
      const { watch, source, failures } = await watching();
      if (open) watch.open();
      await settled();
      await watch.fail(status("Gone", 410));
      const list = await source.nextList();
      expect(list.options).toEqual({ resourceVersion: "10", resourceVersionMatch: "NotOlderThan" });
      await list.answer(listOf("20", []));
      expect((await source.nextWatch()).options.resourceVersion).toBe("20");
      expect(failures).toMatchObject([{ expired: true }]);
    }
  });

  it("leads to a list at once, and to a delayed one when it expires again within a minute (F-A7)", async () => {
    const { watch, source, backoff, clock } = await watching();
    let current = watch;
    for (let n = 0; n < 6; n++) {
      await current.fail(refusedConnection());
      await backoff();
      current = await source.nextWatch();
    }
    const back = clock.monotonic();
    await current.fail(expired());
    await (await source.nextList()).answer(listOf("20", []));
    expect(clock.monotonic()).toBe(back);
    await (await source.nextWatch()).fail(expired());
    await settled();
    expect(source.lists).toHaveLength(2);
    await backoff();
    expect(source.lists).toHaveLength(3);
    expect(clock.monotonic()).toBeGreaterThan(back + 500);
  });

  it("keeps what 500 events said when the version expires after them (F-A8)", async () => {
    const { watch, source, store } = await watching();
    await watch.added(...Array.from({ length: 500 }, (_, n) => thing(`n${n}`, `${100 + n}`)));
    await watch.fail(expired());
    expect(store.objects.size).toBe(501);
    const list = await source.nextList();
    expect(list.options.resourceVersion).toBe("599");
    await list.answer(listOf("700", [thing("a", "1")]));
    expect(store.log.at(-1)).toBe("replace@700 a@1");
  });

  it("is retried for a minute after InternalError or an ERROR that is not a Status (F-A10, F-A13)", async () => {
    for (const error of [status("InternalError", 500), new UnexpectedObjectError({ odd: true })]) {
      const { watch, source, clock } = await watching();
      await watch.fail(error);
      const begin = clock.monotonic();
      while (source.lists.length === 1) {
        const watches = source.watches.length;
        while (source.watches.length === watches && source.lists.length === 1) await clock.advance(200);
        if (source.lists.length === 1) await (await source.nextWatch()).fail(error);
      }
      expect(clock.monotonic() - begin).toBeGreaterThan(60_000);
      expect(source.watches.length).toBeGreaterThan(4);
    }
  });

  it("waits at least as long as 429 asks for, at the same version (F-A11)", async () => {
    const { watch, source, clock } = await watching();
    await watch.open().fail(status("TooManyRequests", 429, { retryAfterSeconds: 120 }));
    await clock.advance(119_000);
    expect(source.watches).toHaveLength(1);
    await clock.advance(1_000);
    expect((await source.nextWatch()).options.resourceVersion).toBe("10");
    expect(source.lists).toHaveLength(1);
  });

  it("keeps the cache and says that it is stale while the server refuses us (F-A12)", async () => {
    const { watch, source, clock, reflector, failures, store } = await watching();
    await watch.open().fail(status("Unauthorized", 401));
    await clock.advance(1_300);
    await (await source.nextWatch()).fail(status("Forbidden", 403));
    await clock.advance(2_500);
    expect(failures).toHaveLength(2);
    await (await source.nextWatch()).fail(status("Forbidden", 403));
    await clock.advance(10_000);
    expect(reflector.isStale).toBe(true);
    expect(store.state).toBe("a@1");
    expect(source.lists).toHaveLength(1);
    const again = (await source.nextWatch()).open();
    await settled();
    expect(again.options.resourceVersion).toBe("10");
    expect(reflector.isStale).toBe(false);
  });

  it("follows bookmarks for hours without touching an object (F-A14, O7)", async () => {
    const { watch, source, store, clock } = await watching();
    let current = watch;
    let version = 10;
    for (let hour = 0; hour < 6; hour++) {
      for (let minute = 0; minute < 60; minute++) {
        await clock.advance(60_000);
        if (source.watches.at(-1) !== current) {
          expect(source.watches.at(-1)?.options.resourceVersion).toBe(String(version));
          current = source.watches.at(-1)!;
        }
        await current.bookmark(String(++version));
      }
    }
    expect(source.lists).toHaveLength(1);
    expect(store.log.filter((line) => !line.startsWith("bookmark"))).toEqual(["replace@10 a@1"]);
  });

  it("works with a server that never sends a bookmark (F-A15)", async () => {
    const { watch, source, clock, store } = await watching();
    await watch.added(thing("b", "11"));
    await clock.advance(461_000);
    const second = await source.nextWatch();
    expect(second.options.resourceVersion).toBe("11");
    await second.added(thing("c", "12"));
    expect(store.state).toBe("a@1 b@11 c@12");
  });

  it("is listed again, once a minute at most, after an event of unknown type (F-A25)", async () => {
    const { watch, source, clock } = await watching();
    await watch.send({ type: "RENAMED", object: thing("x", "11") } as never);
    const list = await source.nextList();
    await list.answer(listOf("12", [thing("a", "1")]));
    const second = await source.nextWatch();
    await second.send({ type: "RENAMED", object: thing("x", "13") } as never);
    expect(source.lists).toHaveLength(2);
    await clock.advance(1_300);
    expect(source.lists).toHaveLength(3);
  });

  it("does not store other kinds, and lists after the third (F-A26)", async () => {
    const { watch, source, store, failures } = await watching({
      expected: { group: "example.com", version: "v1", kind: "Thing" },
    });
    const other = {
      apiVersion: "meta.k8s.io/v1",
      kind: "PartialObjectMetadata",
      metadata: { name: "x", resourceVersion: "11" },
    };
    await watch.added(other, other);
    expect(source.lists).toHaveLength(1);
    await watch.added(other);
    expect(failures).toHaveLength(4);
    expect(failures.every(({ error }) => error instanceof ProtocolError)).toBe(true);
    expect(source.lists).toHaveLength(2);
    expect(store.state).toBe("a@1");
  });

  it("does not store an object without name or version, and does not move on because of it (F-A27)", async () => {
    const { watch, store, reflector, failures } = await watching();
    await watch.added({ apiVersion: "v1", kind: "X", metadata: { resourceVersion: "99" } });
    await watch.added({ apiVersion: "v1", kind: "X", metadata: { name: "x" } });
    expect(store.state).toBe("a@1");
    expect(reflector.lastSyncResourceVersion).toBe("10");
    expect(failures).toHaveLength(2);
  });

  it("is closed by garbage and resumed; three times at one version lead to a list (F-A28)", async () => {
    const { watch, source, backoff } = await watching();
    const garbage = () => new ProtocolError("the watch sent something that is not a JSON object");
    await watch.open().fail(garbage());
    await backoff();
    const second = await source.nextWatch();
    expect(second.options.resourceVersion).toBe("10");
    await second.fail(garbage());
    await backoff();
    expect(source.lists).toHaveLength(1);
    await (await source.nextWatch()).fail(garbage());
    await backoff();
    expect(source.lists).toHaveLength(2);
  });

  it("leads to a list when a line is larger than the limit, and says so each time (F-A29)", async () => {
    const { watch, source, backoff, failures } = await watching();
    const large = () => new TransportError("a frame of the watch is larger than the limit", { code: "limit" });
    await watch.open().fail(large());
    await backoff();
    await (await source.nextList()).fail(large());
    await backoff();
    await (await source.nextList()).answer(listOf("11", []));
    expect(failures.map(({ during }) => during)).toEqual(["watch", "list"]);
  });

  it("is ended by us when the server ignores the time that it was given (F-A33)", async () => {
    const { watch, source, clock } = await watching();
    let version = 10;
    for (let second = 0; second < 460 && source.watches.length === 1; second += 10) {
      await watch.added(thing("busy", String(++version)));
      await clock.advance(10_000);
    }
    expect(watch.stops).toBe(1);
    expect(Number((await source.nextWatch()).options.resourceVersion)).toBe(version);
  });

  it("takes in a burst of 20,000 events and lets others have their turn (F-A34)", async () => {
    const { watch, store } = await watching({ clock: new StridedClock() });
    void watch.added(...Array.from({ length: 20_000 }, (_, n) => thing(`n${n}`, `${100 + n}`)));
    let most = 0;
    for (let before = store.objects.size; before < 20_001; before = store.objects.size) {
      await nextTurn();
      most = Math.max(most, store.objects.size - before);
    }
    expect(most).toBeLessThanOrEqual(10);
    expect(store.log.length).toBe(20_001);
  });

  it("keeps the cache when the resource is gone, until a list says that it is empty (F-A35)", async () => {
    const { watch, source, store, backoff, failures } = await watching();
    await watch.open().fail(status("NotFound", 404));
    await backoff();
    await (await source.nextList()).fail(status("NotFound", 404));
    await backoff();
    expect(store.state).toBe("a@1");
    expect(failures).toHaveLength(2);
    await (await source.nextList()).answer(listOf("30", []));
    expect(store.state).toBe("");
  });

  it("waits longer each time without a server: at most 0.04 requests a second after two minutes (F-C17)", async () => {
    const { watch, source, clock } = await watching();
    let taken = watch;
    const failAll = async (forMs: number) => {
      const end = clock.monotonic() + forMs;
      let requests = 0;
      while (clock.monotonic() < end) {
        await taken.fail(refusedConnection());
        const before = source.watches.length;
        while (source.watches.length === before && clock.monotonic() < end) await clock.advance(500);
        if (source.watches.length > before) {
          taken = source.watches.at(-1)!;
          requests++;
        }
      }
      return requests;
    };
    await failAll(120_000);
    expect((await failAll(600_000)) / 600).toBeLessThanOrEqual(0.04);
    expect(source.lists).toHaveLength(1);
  });
});

describe("a store that refuses an event", () => {
  it("leads to a list, because what it did not take is not behind us", async () => {
    const { watch, source, store, unexpected, reflector } = await watching();
    store.failNext = true;
    await watch.added(thing("b", "11"));
    expect(unexpected).toEqual([new Error("the store is full")]);
    expect(reflector.lastSyncResourceVersion).toBe("10");
    await (await source.nextList()).answer(listOf("12", [thing("a", "1"), thing("b", "11")]));
    expect(store.state).toBe("a@1 b@11");
  });
});

describe("a server that is healthy between cuts", () => {
  let resets = 0;

  it("is reconnected to after a short wait, however often connections are cut (F-A2)", async () => {
    const { watch, source, clock } = await watching();
    let current = watch;
    const gaps: number[] = [];
    for (let n = 0; n < 30; n++) {
      current.open();
      await clock.advance(18_000);
      const before = clock.monotonic();
      await current.fail(reset());
      while (source.watches.length === n + 1) await clock.advance(100);
      gaps.push(clock.monotonic() - before);
      current = await source.nextWatch();
    }
    expect(Math.max(...gaps)).toBeLessThanOrEqual(1_600);
    expect(source.lists).toHaveLength(1);
  });

  it("does not make the cache stale by ending a quiet watch, but by not being there for ten seconds", async () => {
    for (const end of [undefined, () => status("Unauthorized", 401)]) {
      const stale: boolean[] = [];
      const { watch, source, clock } = await watching({ onStale: (now) => void stale.push(now) });
      watch.open();
      await clock.advance(60_000);
      await (end === undefined ? watch.end() : watch.fail(end()));
      if (source.watches.length === 1) await clock.advance(1_600);
      expect(stale).toEqual([]);
      (await source.nextWatch()).open();
      await clock.advance(60_000);
      await source.watches[1]?.fail(status("Unauthorized", 401));
      await clock.advance(10_000);
      expect(stale).toEqual([]);
      await clock.advance(1);
      expect(stale).toEqual([true]);
    }
  });

  it("may have been away before a connection broke: the time before does not count as contact (O16)", async () => {
    const { watch, clock, reflector } = await watching();
    watch.open();
    await clock.advance(60_000);
    await watch.fail(reset());
    expect(reflector.isStale).toBe(true);
  });

  it("makes a backoff of one's own start again, and one that cannot start again does not matter", async () => {
    for (const reset of [undefined, () => void resets++]) {
      const { watch, clock } = await watching({ backoff: { next: () => 1_000, ...defined({ reset }) } });
      watch.open();
      await clock.advance(5_000);
      await watch.fail(refusedConnection());
    }
    expect(resets).toBe(1);
  });

  it("is given more and more time when watches are cut as soon as they are open", async () => {
    const { watch, source, clock } = await watching();
    let current = watch;
    for (let n = 0; n < 5; n++) {
      current.open();
      await clock.advance(500);
      await current.fail(reset());
      while (source.watches.length === n + 1) await clock.advance(100);
      current = await source.nextWatch();
    }
    const before = clock.monotonic();
    await current.fail(reset());
    while (source.watches.length === 6) await clock.advance(100);
    expect(clock.monotonic() - before).toBeGreaterThan(30_000);
  });
});

describe("a server that ends every watch immediately", () => {
  it("after a bookmark or an event is asked less and less often, without a list", async () => {
    for (const send of ["bookmark", "added"] as const) {
      const { watch, source, clock } = await watching();
      let current = watch;
      let version = 10;
      const end = clock.monotonic() + 60_000;
      while (clock.monotonic() < end) {
        version++;
        if (send === "bookmark") await current.bookmark(String(version));
        else await current.added(thing("b", String(version)));
        const before = source.watches.length;
        await current.end();
        while (source.watches.length === before && clock.monotonic() < end) await clock.advance(50);
        current = source.watches.at(-1) ?? current;
      }
      expect(source.watches.length).toBeLessThan(12);
      expect(source.lists).toHaveLength(1);
    }
  });

  it("with an error does not make the cache look fresh (O16)", async () => {
    const { watch, source, clock, reflector } = await watching();
    let current = watch;
    for (let n = 0; n < 4; n++) {
      current.open();
      await settled();
      await current.fail(status("InternalError", 500));
      while (source.watches.length === n + 1) await clock.advance(100);
      current = await source.nextWatch();
    }
    expect(clock.monotonic()).toBeGreaterThan(10_000);
    expect(reflector.isStale).toBe(true);
  });
});

describe("a delay that a server asks for", () => {
  it("is not longer than five minutes, in a Status as in a header (F-C1)", async () => {
    const { watch, source, clock } = await watching();
    await watch.open().fail(status("TooManyRequests", 429, { retryAfterSeconds: 1_000_000_000 }));
    await clock.advance(299_000);
    expect(source.watches).toHaveLength(1);
    await clock.advance(1_000);
    expect(source.watches).toHaveLength(2);
  });

  it("is kept by every kind of failure of a streaming list and of a watch (F-A11)", async () => {
    for (const [reason, code] of [
      ["InternalError", 500],
      ["Invalid", 422],
      ["Expired", 410],
      ["NotFound", 404],
      ["ServiceUnavailable", 503],
    ] as const) {
      const refused = () => status(reason, code, { retryAfterSeconds: 100 });
      const streaming = reflecting({ streamingSource: true });
      running.push(streaming);
      void streaming.reflector.run();
      await (await streaming.source.nextWatch()).fail(refused());
      await streaming.clock.advance(99_000);
      expect([reason, streaming.source.lists.length, streaming.source.watches.length]).toEqual([reason, 0, 1]);
      await streaming.clock.advance(1_000);
      expect(streaming.source.lists.length + streaming.source.watches.length).toBe(2);

      const { watch, source, clock } = await watching({ maxInternalErrorRetryMs: 0 });
      await watch.fail(refused());
      await clock.advance(99_000);
      expect([reason, source.lists.length, source.watches.length]).toEqual([reason, 1, 1]);
      await clock.advance(1_000);
      expect(source.lists.length + source.watches.length).toBe(3);
    }
  });
});
