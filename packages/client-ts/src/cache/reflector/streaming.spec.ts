import { describe, expect, it } from "vitest";
import {
  expired,
  type Reflecting,
  refusedConnection,
  reset,
  reflecting,
  startReflecting,
  status,
} from "../test-support/reflecting.ts";
import { listOf, thing } from "../test-support/scripted-source.ts";
import { ReflectorSharing } from "./reflector-sharing.ts";

function start(options: Parameters<typeof startReflecting>[0] = {}): Reflecting {
  return startReflecting({ streamingSource: true, ...options });
}

describe("a streaming list", () => {
  it("warns only after ten seconds without any event (B102)", async () => {
    const { source, clock, lines } = start();
    const warnings = () => lines.filter((line) => line.includes("initial events"));
    const watch = await source.nextWatch();
    await clock.advance(5_000);
    await watch.added(thing("a", "1"));
    await clock.advance(9_000);
    expect(warnings()).toEqual([]);
    await clock.advance(1_100);
    expect(warnings()).toEqual(["warn: the reflector still waits for the end of the initial events"]);
    await watch.bookmark("5", true);
    await clock.advance(60_000);
    expect(warnings()).toHaveLength(1);
  });

  it("leaves the version empty until its end says one (B103)", async () => {
    const { source, reflector } = start();
    const watch = await source.nextWatch();
    await watch.added(thing("a", "3"), thing("b", "1"));
    expect(reflector.lastSyncResourceVersion).toBe("");
    await watch.bookmark("7", true);
    expect(reflector.lastSyncResourceVersion).toBe("7");
  });

  it("leaves the store alone until it is complete (B104)", async () => {
    const { source, store, reflector } = start();
    await (await source.nextWatch()).added(thing("a", "1"), thing("b", "2"));
    expect(store.log).toEqual([]);
    expect(reflector.state).toBe("streaming");
  });

  it("is not asked for when it is switched off (B105)", async () => {
    const { source } = start({ streaming: false });
    await (await source.nextList()).answer(listOf("1", []));
    expect((await source.nextWatch()).options.sendInitialEvents).toBeUndefined();
  });

  it("gives way to a plain list when the server refuses it or fails (B106, F-A18)", async () => {
    for (const error of [
      status("Invalid", 422),
      status("BadRequest", 400),
      new Error("anything"),
      status("InternalError", 500),
    ]) {
      const { source, store } = start();
      await (await source.nextWatch()).fail(error);
      const list = await source.nextList();
      expect(list.options).toEqual({ resourceVersion: "0", limit: 500 });
      await list.answer(listOf("3", [thing("a", "1")]));
      expect((await source.nextWatch()).options).toMatchObject({ resourceVersion: "3" });
      expect(store.state).toBe("a@1");
    }
  });

  it("is remembered as missing by all reflectors of the server, for a while (F-A18)", async () => {
    const first = reflecting();
    const sharing = new ReflectorSharing({ clock: first.clock });
    const one = start({ sharing, clock: first.clock });
    await (await one.source.nextWatch()).fail(status("Invalid", 422));
    await (await one.source.nextList()).answer(listOf("3", []));
    const two = start({ sharing, clock: first.clock });
    await (await two.source.nextList()).answer(listOf("3", []));
    await first.clock.advance(600_000);
    const three = start({ sharing, clock: first.clock });
    expect((await three.source.nextWatch()).options.sendInitialEvents).toBe(true);
    for (const { reflector } of [one, two, three]) await reflector.close();
    expect(first.clock.pending).toBe(0);
  });

  it("replaces the store at its end, and its stream goes on as the watch (B107)", async () => {
    const { source, store } = start();
    const watch = await source.nextWatch();
    await watch.added(thing("a", "1"));
    await watch.bookmark("2", true);
    await watch.modified(thing("a", "3"));
    expect(store.log).toEqual(["replace@2 a@1", "update a@3"]);
    expect(source.watches).toHaveLength(1);
  });

  it("folds in what changes before its end (B108)", async () => {
    const { source, store } = start();
    const watch = await source.nextWatch();
    await watch.added(thing("a", "1"), thing("b", "2"), thing("c", "3"));
    await watch.modified(thing("a", "4"));
    await watch.deleted(thing("b", "5"));
    await watch.bookmark("6", true);
    expect(store.log).toEqual(["replace@6 a@4 c@3"]);
  });

  it("is asked for again after 429 and refused connections, with no plain list (B109)", async () => {
    const { source, store, backoff } = start();
    await (await source.nextWatch()).fail(status("TooManyRequests", 429));
    await backoff();
    await (await source.nextWatch()).fail(refusedConnection());
    await backoff();
    const third = await source.nextWatch();
    expect(third.options.sendInitialEvents).toBe(true);
    await third.bookmark("2", true);
    expect(store.log).toEqual(["replace@2 "]);
    expect(source.lists).toHaveLength(0);
  });

  it("is asked for again when it ends before its end (B110, F-A17)", async () => {
    const { source, store, backoff } = start();
    const first = await source.nextWatch();
    await first.added(thing("a", "1"));
    await first.end();
    await backoff();
    const second = await source.nextWatch();
    expect(second.options.sendInitialEvents).toBe(true);
    await second.fail(reset());
    await backoff();
    const third = await source.nextWatch();
    await third.added(thing("b", "2"));
    await third.bookmark("3", true);
    expect(store.log).toEqual(["replace@3 b@2"]);
  });

  it("gives way to a plain list when it is cut three times (F-A17)", async () => {
    const { source, backoff } = start();
    for (let n = 0; n < 3; n++) {
      const watch = await source.nextWatch();
      await watch.added(thing("a", "1"));
      await watch.end();
      await backoff();
    }
    expect(source.lists).toHaveLength(1);
  });

  it("is followed by a plain watch from the last version when its stream ends later (B111)", async () => {
    const { source } = start();
    const watch = await source.nextWatch();
    await watch.bookmark("2", true);
    await watch.end();
    expect((await source.nextWatch()).options).toEqual({
      resourceVersion: "2",
      allowWatchBookmarks: true,
      timeoutSeconds: 450,
    });
  });

  it("is done again when a later watch finds the version expired (B112)", async () => {
    const { source, failures, backoff } = start();
    const watch = await source.nextWatch();
    await watch.bookmark("2", true);
    await watch.end();
    await (await source.nextWatch()).fail(expired());
    expect(failures).toMatchObject([{ during: "watch", expired: true }]);
    await backoff();
    expect((await source.nextWatch()).options).toMatchObject({ sendInitialEvents: true, resourceVersion: "2" });
  });

  it("is not ended by a bookmark that does not say so (B113)", async () => {
    const { source, store } = start();
    const watch = await source.nextWatch();
    await watch.added(thing("a", "1"));
    await watch.bookmark("2");
    expect(store.log).toEqual([]);
    await watch.bookmark("3", true);
    expect(store.log).toEqual(["replace@3 a@1"]);
  });

  it("asks for the most recent state when its version has expired or is too large (B112)", async () => {
    const { source } = start();
    const watch = await source.nextWatch();
    await watch.bookmark("2", true);
    await watch.fail(expired());
    await (await source.nextWatch()).fail(expired());
    const again = await source.nextWatch();
    expect(again.options).toMatchObject({ sendInitialEvents: true });
    expect(again.options.resourceVersion).toBeUndefined();
  });

  it("is replaced by a plain list when its end never comes, and nothing partial is used (F-A16)", async () => {
    const { source, store, clock } = start();
    const watch = await source.nextWatch();
    await watch.added(thing("a", "1"), thing("b", "2"));
    await clock.advance(29_000);
    expect(watch.stops).toBe(0);
    await clock.advance(2_000);
    expect(watch.stops).toBe(1);
    expect(store.log).toEqual([]);
    await (await source.nextList()).answer(listOf("5", [thing("a", "1"), thing("b", "2"), thing("c", "3")]));
    expect(store.log).toEqual(["replace@5 a@1 b@2 c@3"]);
  });

  it("is replaced by a plain list after the third whose version expired before any event (F-B4)", async () => {
    const { source, lines, backoff } = start();
    for (let n = 0; n < 3; n++) {
      expect(lines.join()).not.toContain("history");
      const watch = source.watches.at(-1) ?? (await source.nextWatch());
      await watch.added(thing("a", "1"));
      await watch.bookmark(String(10 + n), true);
      const requests = source.watches.length + source.lists.length;
      await watch.fail(expired());
      if (source.watches.length + source.lists.length === requests) await backoff();
    }
    expect(lines.join()).toContain("history");
    expect(source.lists).toHaveLength(1);
  });

  it("with an object that cannot be stored is not used, as a plain list with one is not", async () => {
    for (const streamingSource of [true, false]) {
      const { source, store, failures, backoff, lines } = start({ streamingSource });
      const objects = [thing("a", "1"), thing("", "2"), thing("c", "3")];
      if (streamingSource) {
        const watch = await source.nextWatch();
        await watch.added(...objects);
        await watch.bookmark("5", true);
        expect(watch.stops).toBe(1);
      } else await (await source.nextList()).answer(listOf("5", objects));
      expect(store.log).toEqual([]);
      expect(failures.map(({ during, error }) => `${during}: ${error}`)).toEqual([
        expect.stringMatching(/^list: .*an object without a name cannot be stored$/),
      ]);
      await backoff();
      expect([source.watches.length, source.lists.length]).toEqual(streamingSource ? [2, 0] : [0, 2]);
      expect(lines).toEqual([]);
    }
  });

  it("takes an object without a version, as a plain list does", async () => {
    for (const streamingSource of [true, false]) {
      const { source, store } = start({ streamingSource });
      if (streamingSource) {
        const watch = await source.nextWatch();
        await watch.added(thing("a", ""));
        await watch.bookmark("5", true);
      } else await (await source.nextList()).answer(listOf("5", [thing("a", "")]));
      expect(store.log).toEqual(["replace@5 a@"]);
    }
  });

  it("begins again at once when a list is requested meanwhile, which is no failure", async () => {
    const { source, store, reflector, failures, clock } = start();
    const begin = clock.monotonic();
    for (let n = 0; n < 4; n++) {
      const watch = await source.nextWatch();
      await watch.added(thing("a", "1"));
      reflector.relist("older-state");
      await watch.bookmark("2", true);
      expect(watch.stops).toBe(1);
    }
    const last = await source.nextWatch();
    expect(last.options).toMatchObject({ sendInitialEvents: true });
    await last.bookmark("5", true);
    expect(clock.monotonic()).toBe(begin);
    expect([store.log, failures, source.lists]).toEqual([["replace@5 "], [], []]);
  });
});
