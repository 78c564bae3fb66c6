import { describe, expect, it } from "vitest";
import { ProtocolError } from "../../errors/index.ts";
import { expired, reflecting, refusedConnection, reset, status } from "../test-support/reflecting.ts";
import { listOf, thing } from "../test-support/scripted-source.ts";
import { endedReflectors, startWatching } from "../test-support/watching.ts";

const running = endedReflectors();
const watching = (options: Parameters<typeof reflecting>[0] = {}) => startWatching(running, options);

describe("a server that is down from the start", () => {
  it("is asked at most 0.04 times a second after two minutes, whatever it answers (F-C2)", async () => {
    for (const error of [
      refusedConnection(),
      status("InternalError", 500),
      status("ServiceUnavailable", 503),
      status("NotFound", 404),
    ]) {
      const made = reflecting({ streamingSource: true });
      running.push(made);
      const { source, clock, reflector } = made;
      void reflector.run();
      let requests = 0;
      const run = async (forMs: number) => {
        const end = clock.monotonic() + forMs;
        const before = requests;
        let [lists, watches] = [0, 0];
        while (clock.monotonic() < end) {
          for (; lists < source.lists.length; lists++) await source.lists[lists]?.fail(error);
          for (; watches < source.watches.length; watches++) await source.watches[watches]?.fail(error);
          await clock.advance(500);
        }
        requests = source.lists.length + source.watches.length;
        return requests - before;
      };
      await run(120_000);
      expect((await run(600_000)) / 600).toBeLessThanOrEqual(0.04);
    }
  });
});

describe("a list that cannot be correct", () => {
  it("is not applied when it is cut (F-B5)", async () => {
    const { watch, source, store, backoff } = await watching();
    await watch.fail(expired());
    await backoff();
    await (await source.nextList()).fail(reset());
    expect(store.state).toBe("a@1");
    await backoff();
    await (await source.nextList()).answer(listOf("11", [thing("b", "11")]));
    expect(store.state).toBe("b@11");
  });

  it("is refused when it is older than the store; a third one leads to the newest state (F-B6)", async () => {
    const { watch, source, store, backoff, failures } = await watching();
    await watch.added(thing("b", "15"));
    await watch.fail(expired());
    for (let n = 0; n < 3; n++) {
      await backoff();
      const list = await source.nextList();
      expect(list.options).toMatchObject({ resourceVersion: "15", resourceVersionMatch: "NotOlderThan" });
      await list.answer(listOf("12", [thing("a", "1")]));
      expect(store.state).toBe("a@1 b@15");
    }
    await backoff();
    const recent = await source.nextList();
    expect(recent.options.resourceVersion).toBeUndefined();
    await recent.answer(listOf("16", [thing("b", "15")]));
    expect(store.state).toBe("b@15");
    expect(failures).toHaveLength(4);
  });

  it("gives the higher version when a key comes twice (F-B7)", async () => {
    const { watch, source, store, backoff } = await watching();
    await watch.fail(expired());
    await backoff();
    await (await source.nextList()).answer(
      listOf("20", [thing("a", "12"), thing("a", "9"), thing("b", "3"), thing("b", "14")]),
    );
    expect(store.state).toBe("a@12 b@14");
  });

  it("may have null for no items (F-B9)", async () => {
    const { watch, source, store, backoff } = await watching();
    await watch.fail(expired());
    await backoff();
    await (await source.nextList()).answer({ ...listOf("20", []), items: null as never });
    expect(store.log.at(-1)).toBe("replace@20 ");
  });

  it("leaves the cache untouched when it is not a list at all (F-B10)", async () => {
    const { watch, source, store, backoff, failures } = await watching();
    await watch.fail(expired());
    const answers = [
      {},
      [],
      null,
      "<html>",
      "",
      { kind: "Status", status: "Failure", reason: "InternalError", code: 500 },
      { kind: "ThingList" },
    ];
    for (const answer of answers) {
      await backoff();
      await (await source.nextList()).answer(answer as never);
      expect(store.log).toEqual(["replace@10 a@1"]);
    }
    expect(failures).toHaveLength(1 + answers.length);
  });

  it("without a version cannot begin a watch (F-B11)", async () => {
    const { watch, source, store, backoff } = await watching();
    await watch.fail(expired());
    await backoff();
    await (await source.nextList()).answer({ ...listOf("x", []), metadata: {} });
    expect(store.state).toBe("a@1");
    expect(source.watches).toHaveLength(1);
  });

  it("is requested without pages after three that took longer than the server keeps its history (F-B4)", async () => {
    const { watch, source, backoff, failures, lines } = await watching({ pageSize: undefined as never });
    let current = watch;
    for (let n = 0; n < 2; n++) {
      await current.fail(expired());
      await backoff();
      await (await source.nextList()).answer(listOf(String(20 + n), []));
      current = await source.nextWatch();
    }
    expect(lines.join()).not.toContain("history");
    await current.fail(expired());
    expect(lines.join()).toContain("all objects at once");
    expect(String(failures.at(-1)?.error)).toContain("longer than the server keeps its history");
    await backoff();
    expect((await source.nextList()).options.limit).toBeUndefined();
  });

  it("is not disabled by three restarts of the server that each forgot the version of a working watch", async () => {
    const { watch, source, backoff, lines } = await watching();
    let current = watch;
    for (let n = 0; n < 4; n++) {
      await current.fail(reset());
      await backoff();
      await (await source.nextWatch()).fail(expired());
      await backoff();
      await (await source.nextList()).answer(listOf(String(20 + n), []));
      current = await source.nextWatch();
    }
    expect(lines.join()).not.toContain("history");
  });
});

describe("a list that never ends", () => {
  /** A reflector whose cache has `a@1`, and that has to list again in pages. */
  async function relisting(options: Parameters<typeof reflecting>[0] = {}) {
    const made = await watching({ pageSize: 1, ...options });
    await made.watch.fail(expired());
    return made;
  }

  it("is refused when a continue token comes again, reported, and requested again with backoff", async () => {
    const { source, store, failures, clock, backoff } = await relisting();
    for (const token of ["C1", "C2", "C1"])
      await (await source.nextList()).answer(listOf("20", [thing(token, "3")], token));
    expect(String(failures.at(-1)?.error)).toContain("continue token");
    expect(failures.at(-1)?.error).toBeInstanceOf(ProtocolError);
    const lists = source.lists.length;
    await clock.advance(500);
    expect(source.lists).toHaveLength(lists);
    expect(store.state).toBe("a@1");
    await backoff();
    expect((await source.nextList()).options.continue).toBeUndefined();
  });

  it("is refused after a hundred pages without a new object", async () => {
    const { source, failures } = await relisting();
    await (await source.nextList()).answer(listOf("20", [thing("a", "1")], "C0"));
    for (let n = 1; n < 100; n++) await (await source.nextList()).answer(listOf("20", [], `C${n}`));
    expect(failures).toHaveLength(1);
    await (await source.nextList()).answer(listOf("20", [], "C100"));
    expect(failures).toHaveLength(2);
    expect(String(failures[1]?.error)).toContain("100 pages in a row");
  });

  it("is not confused with one that has a hundred empty pages among others", async () => {
    const { source, store, failures } = await relisting();
    for (let n = 0; n < 150; n++) {
      const items = n % 60 === 0 ? [thing(`t${n}`, "1")] : [];
      await (await source.nextList()).answer(listOf("20", items, `C${n}`));
    }
    await (await source.nextList()).answer(listOf("20", []));
    expect(failures).toHaveLength(1);
    expect(store.state).toBe("t0@1 t60@1 t120@1");
  });

  it("makes the cache stale: pages alone do not bring it up to date (O16)", async () => {
    const stale: boolean[] = [];
    const { source, clock, reflector } = await relisting({ onStale: (now) => void stale.push(now) });
    for (let n = 0; n < 12; n++) {
      await (await source.nextList()).answer(listOf("20", [thing(`t${n}`, "1")], `C${n}`));
      await clock.advance(1_000);
    }
    expect(reflector.isStale).toBe(true);
    expect(reflector.lastContactAgeMs).toBeLessThanOrEqual(1_000);
    expect(stale).toEqual([true]);
    await (await source.nextList()).answer(listOf("20", []));
    expect(reflector.isStale).toBe(false);
    expect(stale).toEqual([true, false]);
  });

  it("makes the cache stale when it is a streaming one (O16)", async () => {
    const made = reflecting({ streamingSource: true });
    running.push(made);
    void made.reflector.run();
    const watch = await made.source.nextWatch();
    for (let n = 0; n < 12; n++) {
      await watch.added(thing(`t${n}`, String(n + 1)));
      await made.clock.advance(1_000);
    }
    expect(made.reflector.isStale).toBe(true);
    await watch.bookmark("20", true);
    expect(made.reflector.isStale).toBe(false);
    await made.clock.advance(60_000);
    expect(made.reflector.isStale).toBe(false);
  });
});
