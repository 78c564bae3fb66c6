import { describe, expect, it } from "vitest";
import { ProtocolError } from "../../errors/index.ts";
import { FakeClock } from "../../util/index.ts";
import { expired, type reflecting, refusedConnection, reset, status } from "../test-support/reflecting.ts";
import { listOf, type ScriptedWatch, settled, thing } from "../test-support/scripted-source.ts";
import { endedReflectors, startReflecting, startWatching } from "../test-support/watching.ts";
import { ReflectorSharing } from "./reflector-sharing.ts";

const running = endedReflectors();
const start = (options: Parameters<typeof reflecting>[0] = {}) => startReflecting(running, options);
const watching = (options: Parameters<typeof reflecting>[0] = {}) => startWatching(running, options);

describe("after a success", () => {
  it("internal errors have their whole time again, after a list as after a watch", async () => {
    for (const success of ["list", "watch"] as const) {
      const { watch, source, clock } = await watching({ backoff: { next: () => 1_000 } });
      let current = watch;
      const failFor = async (seconds: number): Promise<void> => {
        for (let n = 0; n < seconds; n++) {
          await current.fail(status("InternalError", 500));
          await clock.advance(1_000);
          current = source.watches.at(-1)!;
        }
      };
      await failFor(50);
      if (success === "list") {
        await current.fail(expired());
        await (await source.nextList()).answer(listOf("20", []));
        current = await source.nextWatch();
      } else {
        current.open();
        await clock.advance(2_000);
        await current.end();
        current = source.watches.at(-1)!;
      }
      const lists = source.lists.length;
      await failFor(59);
      expect(source.lists).toHaveLength(lists);
    }
  });

  it("older lists are refused three times again", async () => {
    const { watch, source, backoff } = await watching();
    let current = watch;
    for (const [older, good] of [
      ["5", "20"],
      ["15", "30"],
    ] as const) {
      const held = source.lists.length === 1 ? "10" : "20";
      await current.fail(expired());
      for (let n = 0; n < 2; n++) {
        await backoff();
        const list = await source.nextList();
        expect(list.options.resourceVersion).toBe(held);
        await list.answer(listOf(older, []));
      }
      await backoff();
      const list = await source.nextList();
      expect(list.options.resourceVersion).toBe(held);
      await list.answer(listOf(good, []));
      current = await source.nextWatch();
    }
  });

  it("a list asks for the version of the cache again, when the one before had to do without", async () => {
    const { watch, source, backoff } = await watching();
    await watch.fail(expired());
    await (await source.nextList()).fail(expired());
    const recent = await source.nextList();
    expect(recent.options.resourceVersion).toBeUndefined();
    await recent.answer(listOf("20", []));
    await (await source.nextWatch()).fail(expired());
    await backoff();
    expect((await source.nextList()).options.resourceVersion).toBe("20");
  });

  it("a streaming list is requested again, when a plain one had to be used once", async () => {
    const { source } = start({ streamingSource: true });
    await (await source.nextWatch()).fail(status("InternalError", 500));
    await (await source.nextList()).answer(listOf("10", []));
    await (await source.nextWatch()).fail(expired());
    expect((await source.nextWatch()).options.sendInitialEvents).toBe(true);
    expect(source.lists).toHaveLength(1);
  });

  it("cut streams and objects that cannot be stored are counted from the beginning", async () => {
    const { source, backoff, failures } = start({ streamingSource: true });
    for (const version of ["10", "20"]) {
      for (let n = 0; n < 2; n++) {
        await (await source.nextWatch()).end();
        await backoff();
      }
      const whole = await source.nextWatch();
      expect(whole.options.sendInitialEvents).toBe(true);
      await whole.bookmark(version, true);
      const before = failures.length;
      const nameless = { apiVersion: "v1", kind: "X", metadata: { resourceVersion: "99" } };
      await whole.added(nameless, nameless);
      expect(failures).toHaveLength(before + 2);
      await whole.fail(expired());
    }
    expect(source.lists).toHaveLength(0);
  });

  it("the wait starts at its base when two minutes passed without another", async () => {
    const { watch, source, clock, backoff } = await watching();
    let current = watch;
    for (let n = 0; n < 5; n++) {
      await current.fail(refusedConnection());
      await backoff();
      current = await source.nextWatch();
    }
    // This watch is never answered and ended at its limit: not a healthy one, but also no failure.
    await clock.advance(461_000);
    current = source.watches.at(-1)!;
    const watches = source.watches.length;
    const before = clock.monotonic();
    await current.fail(refusedConnection());
    while (source.watches.length === watches) await clock.advance(100);
    expect(clock.monotonic() - before).toBe(1_200);
  });

  it("the delay before a list starts at its base after two minutes of a healthy watch without another", async () => {
    const waits: number[] = [];
    for (const healthyMs of [30_000, 121_000]) {
      const { watch, source, clock } = await watching();
      let current = watch;
      for (let n = 0; n < 4; n++) {
        const lists = source.lists.length;
        await current.fail(status("NotFound", 404));
        while (source.lists.length === lists) await clock.advance(100);
        await source.lists.at(-1)!.answer(listOf(String(20 + n), []));
        current = source.watches.at(-1)!;
      }
      current.open();
      await clock.advance(healthyMs);
      const before = clock.monotonic();
      await current.fail(status("NotFound", 404));
      while (source.lists.length === 5) await clock.advance(100);
      waits.push(clock.monotonic() - before);
    }
    expect(waits).toEqual([19_200, 1_200]);
  });

  it("watches that bring nothing are counted from the beginning when one between them was healthy", async () => {
    const { watch, source, clock, backoff } = await watching();
    let current = watch;
    for (let round = 0; round < 3; round++) {
      for (let n = 0; n < 2; n++) {
        await current.end();
        await backoff();
        current = source.watches.at(-1)!;
      }
      current.open();
      await clock.advance(60_000);
      await current.end();
      current = source.watches.at(-1)!;
    }
    expect(source.lists).toHaveLength(1);
  });
});

describe("a watch", () => {
  it("goes on from versions that are not numbers, of events as of bookmarks", async () => {
    const { source, reflector } = start();
    await (await source.nextList()).answer(listOf("v-z", [thing("a", "v-q")]));
    const first = await source.nextWatch();
    expect(first.options.resourceVersion).toBe("v-z");
    await first.modified(thing("a", "v-b"));
    expect(reflector.lastSyncResourceVersion).toBe("v-b");
    await first.end();
    const second = await source.nextWatch();
    expect(second.options.resourceVersion).toBe("v-b");
    await second.bookmark("v-a");
    await second.fail(expired());
    expect((await source.nextList()).options).toMatchObject({
      resourceVersion: "v-a",
      resourceVersionMatch: "NotOlderThan",
    });
  });

  it("that makes progress never leads to a list, however it ends", async () => {
    const malformed = () => new ProtocolError("not JSON");
    for (const end of [undefined, malformed, reset, () => status("InternalError", 500)]) {
      const { watch, source, backoff } = await watching();
      let current = watch;
      for (let n = 0; n < 10; n++) {
        const watches = source.watches.length;
        await current.added(thing("b", String(11 + n)));
        await (end === undefined ? current.end() : current.fail(end()));
        if (source.watches.length === watches) await backoff();
        current = source.watches.at(-1)!;
        expect(current.options.resourceVersion).toBe(String(11 + n));
      }
      expect(source.lists).toHaveLength(1);
    }
  });
});

describe("a list that was requested from outside", () => {
  it("takes the place of the next watch when no watch was open", async () => {
    const { watch, source, reflector, backoff } = await watching();
    await watch.fail(refusedConnection());
    reflector.relist("older-state");
    await backoff();
    expect(source.watches).toHaveLength(1);
    const list = await source.nextList();
    expect(list.options.resourceVersion).toBeUndefined();
    reflector.relist("older-state");
    await list.answer(listOf("20", []));
    await (await source.nextList()).answer(listOf("21", []));
    expect(source.watches).toHaveLength(2);
    expect(source.lists).toHaveLength(3);
  });
});

describe("a list in pages", () => {
  it("is not used before its last page, nor after its last page failed", async () => {
    const { source, store, backoff } = start({ pageSize: 1 });
    await (await source.nextList()).answer(listOf("10", [thing("a", "1")], "C1"));
    await (await source.nextList()).answer(listOf("10", [thing("b", "1")], "C2"));
    expect(store.log).toEqual([]);
    expect(source.watches).toHaveLength(0);
    await (await source.nextList()).fail(reset());
    expect(store.log).toEqual([]);
    await backoff();
    await (await source.nextList()).answer(listOf("11", [thing("a", "1")], "C1"));
    await (await source.nextList()).answer(listOf("11", [thing("b", "1")]));
    expect(store.log).toEqual(["replace@11 a@1 b@1"]);
  });
});

describe("streaming lists of one client", () => {
  it("are at most 25 at the same time, each until its initial events are complete (F-E14)", async () => {
    const clock = new FakeClock();
    const sharing = new ReflectorSharing({ clock });
    const all = Array.from({ length: 60 }, () => start({ streamingSource: true, clock, sharing }));
    const begun = (): ScriptedWatch[] => all.flatMap(({ source }) => source.watches);
    await settled();
    expect(begun()).toHaveLength(25);
    for (const watch of begun()) await watch.added(thing("a", "1"));
    expect(begun()).toHaveLength(25);
    const [first, second, third] = begun();
    await first?.bookmark("5", true);
    expect(begun()).toHaveLength(26);
    await second?.bookmark("5", true);
    await third?.bookmark("5", true);
    expect(begun()).toHaveLength(28);
    for (let done = 0; done < 60; done = begun().length) for (const watch of begun()) await watch.bookmark("6", true);
    for (const { source } of all) expect(source.watches).toHaveLength(1);
  });
});
