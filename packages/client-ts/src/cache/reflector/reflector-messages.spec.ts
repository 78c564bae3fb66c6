import { describe, expect, it } from "vitest";
import { plainEntry, type Entry } from "../../codec/index.ts";
import type { KubeList } from "../../meta/index.ts";
import { FakeClock, type Logger } from "../../util/index.ts";
import type { ListerWatcher } from "../lister-watcher.ts";
import type { ReflectorStore } from "../queue.ts";
import { expired, reflecting, refusedConnection } from "../test-support/reflecting.ts";
import { RecordingMeter } from "../../util/test-support/recording-meter.ts";
import { listOf, ScriptedSource, settled, type Thing, thing } from "../test-support/scripted-source.ts";
import { endedReflectors, startReflecting, startWatching } from "../test-support/watching.ts";
import { type ListPlan, listIntoSnapshot } from "./list-into-snapshot.ts";
import { Reflector } from "./reflector.ts";
import { ListSnapshot } from "./list-snapshot.ts";

const running = endedReflectors();

describe("what a reflector reports as unexpected", () => {
  /** Collects errors with the place that is named for them. */
  function reporting() {
    const reports: string[] = [];
    const onUnexpectedError = (error: unknown, where: string): void =>
      void reports.push(`${where}: ${(error as Error).message}`);
    return { reports, onUnexpectedError };
  }

  it("names the object that the store refused, and the resync that failed", async () => {
    const { reports, onUnexpectedError } = reporting();
    const { watch, store, source, clock } = await startWatching(running, { onUnexpectedError, resyncMs: 10_000 });
    store.failNext = true;
    await watch.added(thing("b", "11"));
    expect(reports.splice(0)).toEqual(["storing b in reflector things: the store is full"]);
    await (await source.nextList()).answer(listOf("12", []));
    await (await source.nextWatch()).open();
    store.failNext = true;
    await clock.advance(10_000);
    expect(reports).toEqual(["the resync of reflector things: resync failed"]);
  });

  it("names its own loop when a step fails, and goes on", async () => {
    const { reports, onUnexpectedError } = reporting();
    let failures = 0;
    const random = (): number => {
      if (failures++ < 1) throw new Error("no luck");
      return 0.5;
    };
    const backoff = { next: () => 1_000 };
    const { source, clock } = startReflecting(running, { onUnexpectedError, random, backoff });
    await (await source.nextList()).answer(listOf("10", []));
    expect(reports).toEqual(["the loop of reflector things: no luck"]);
    await clock.advance(1_000);
    expect(source.lists.length + source.watches.length).toBe(2);
  });

  it("names the consistency check", async () => {
    const { reports, onUnexpectedError } = reporting();
    const options = { onUnexpectedError, streamingSource: true, checkConsistency: true };
    const { source } = startReflecting(running, options);
    await (await source.nextWatch()).bookmark("5", true);
    await (await source.nextList()).answer(listOf("5", [thing("a", "1")]));
    expect(reports).toEqual([
      "the consistency check of reflector things: " +
        "the streaming list at 5 differs from a plain list of that version in 1 objects: a",
    ]);
  });
});

/** A logger that keeps its lines: level, message and fields. */
function logging() {
  const lines: unknown[] = [];
  const line =
    (level: string) =>
    (...args: unknown[]): void =>
      void lines.push([level, ...args]);
  const logger: Logger = { debug: line("debug"), info: line("info"), warn: line("warn"), error: line("error") };
  return { lines, logger };
}

describe("what a reflector logs", () => {
  it("says how old the cache is when it stays stale, and when it is fresh again", async () => {
    const { lines, logger } = logging();
    const { source, clock } = startReflecting(running, { logger, backoff: { next: () => 20_000 } });
    await (await source.nextList()).fail(refusedConnection());
    await clock.advance(15_000);
    expect(lines).toEqual([]);
    await clock.advance(1);
    const ages = (ms: number) => ({ reflector: "things", lastContactAgeMs: ms, lastUpdateAgeMs: ms });
    const stale = "the cache is stale: it has not been updated for longer than expected";
    expect(lines.splice(0)).toEqual([["warn", stale, ages(15_001)]]);
    await clock.advance(4_999);
    await (await source.nextList()).answer(listOf("10", []));
    expect(lines).toEqual([["info", "the cache is fresh again", ages(0)]]);
  });

  it("says for how long a streaming list has been silent", async () => {
    const { lines, logger } = logging();
    const { source, clock } = startReflecting(running, { logger, streamingSource: true });
    await (await source.nextWatch()).added(thing("a", "1"));
    await clock.advance(10_000);
    await settled();
    expect(lines).toContainEqual([
      "warn",
      "the reflector still waits for the end of the initial events",
      { reflector: "things", silentForMs: 10_000 },
    ]);
  });

  it("is one line for each failure that no callback takes, and less for a version that is too old", async () => {
    const { lines, logger } = logging();
    const { source, backoff, reflector } = startReflecting(running, { onWatchError: undefined, logger });
    const error = refusedConnection();
    await (await source.nextList()).fail(error);
    expect(lines.splice(0)).toEqual([["error", "list of things failed, trying again", { error }]]);
    expect(reflector.lastFailure).toEqual({ name: "things", during: "list", error, expired: false });
    await backoff();
    await (await source.nextList()).answer(listOf("10", []));
    expect(reflector.lastFailure).toBeUndefined();
    await (await source.nextWatch()).fail(expired());
    expect(lines).toEqual([["debug", "watch of things ended: the version is too old", undefined]]);
    expect(reflector.lastFailure).toBeUndefined();
  });
});

describe("what a source learns from the signal of its requests", () => {
  /** A source whose lists are answered with `list`, and whose watches stay open until their signal fires. */
  function listening(list: KubeList<Thing>) {
    const reasons: string[] = [];
    const note = ({ reason }: AbortSignal): void => void reasons.push((reason as Error).message);
    const source: ListerWatcher<Thing> = {
      supportsWatchList: false,
      list: async () => list,
      watch: ({ signal }) =>
        new Promise((_, reject) =>
          signal?.addEventListener("abort", () => {
            note(signal);
            reject(signal.reason);
          }),
        ),
    };
    return { source, reasons };
  }

  it("is why the reflector ended them", async () => {
    const { source, reasons } = listening(listOf("10", []));
    const clock = new FakeClock();
    const calls: string[] = [];
    // A store with nothing but what every store has.
    const store: ReflectorStore<Entry<Thing>> = {
      add: () => {},
      update: () => {},
      delete: () => {},
      replace: (entries, version) => void calls.push(`${entries.length} at ${version}`),
    };
    const reflector = new Reflector<Thing>(source, store, { name: "things", clock, resyncMs: 5_000, logger: false });
    void reflector.run();
    await settled();
    await clock.advance(5_000);
    reflector.reselect();
    await settled();
    await clock.advance(60_000);
    await reflector.close();
    expect(reasons).toEqual(["things: the watch was ended: reselected", "things: the reflector was closed"]);
    expect(calls).toEqual(["0 at 10", "0 at 10"]);
    expect(clock.pending).toBe(0);
  });

  it("is that a watch is over when the source ended it itself", async () => {
    let signalOfWatch: AbortSignal | undefined;
    const { source } = listening(listOf("10", []));
    const ending: ListerWatcher<Thing> = {
      ...source,
      watch: async ({ signal }) => {
        signalOfWatch = signal;
        return (async function* () {})();
      },
    };
    const made = reflecting();
    const reflector = new Reflector<Thing>(ending, made.store, {
      name: "things",
      clock: made.clock,
      onWatchError: () => {},
    });
    void reflector.run();
    await settled();
    expect(signalOfWatch?.reason).toMatchObject({ message: "things: the watch is over" });
    await reflector.close();
  });
});

describe("a reflector", () => {
  it("has the name of its kind when it has none of its own", () => {
    const named = (expected?: { group: string; version: string; kind: string }): string =>
      new Reflector<Thing>(new ScriptedSource(), reflecting().store, { expected }).name;
    expect([named(), named({ group: "apps", version: "v1", kind: "Deployment" })]).toEqual([
      "any kind",
      "apps/v1 Deployment",
    ]);
  });

  it("rejects one round when its list is not accepted, with the failure or with what to do", async () => {
    const { source, reflector } = reflecting();
    const older = async (): Promise<void> => {
      const first = reflector.listAndWatch();
      await (await source.nextList()).answer(listOf("10", []));
      await (await source.nextWatch()).fail(expired());
      await first;
      const second = reflector.listAndWatch();
      second.catch(() => {});
      await (await source.nextList()).answer(listOf("5", []));
      await second;
    };
    await expect(older()).rejects.toThrow("things: the server's list (5) is older than what the cache has (10)");
    const { source: forgetful, reflector: other } = reflecting();
    const round = other.listAndWatch();
    round.catch(() => {});
    for (let n = 0; n < 2; n++) await (await forgetful.nextList()).fail(expired());
    await expect(round).rejects.toThrow("things: the list was not accepted; list again");
    await Promise.all([reflector.close(), other.close()]);
  });
});

describe("the resync of a reflector", () => {
  it("is left out when the program says so, and asked for again each time", async () => {
    let wanted = false;
    const shouldResync = (): boolean => wanted;
    const { store, clock } = await startWatching(running, { resyncMs: 10_000, shouldResync });
    await clock.advance(10_000);
    expect(store.log).not.toContain("resync");
    wanted = true;
    await clock.advance(10_000);
    expect(store.log.filter((what) => what === "resync")).toHaveLength(1);
  });
});

describe("the measurements of a reflector", () => {
  it("follow its lists, watches, bookmarks and anomalies", async () => {
    const meter = new RecordingMeter();
    const made = startReflecting(running, { meter });
    const { source, clock, reflector } = made;
    const list = await source.nextList();
    await clock.advance(1_500);
    await list.answer(listOf("10", [thing("a", "5"), thing("b", "6")]));
    const watch = await source.nextWatch();
    await watch.bookmark("12");
    reflector.noteAnomaly("duplicate-event");
    await reflector.close();
    const values = (metric: string): unknown[] =>
      meter.measured
        .filter(([name]) => name === `client_ts_reflector_${metric}`)
        .map(([, value, labels]) => (labels?.["what"] === undefined ? value : [value, labels["what"]]));
    expect({
      lists: values("lists_total"),
      seconds: values("list_duration_seconds"),
      items: values("items_per_list"),
      watches: values("watches_total"),
      versions: values("last_resource_version"),
      stale: values("stale"),
      anomalies: values("anomalies_total"),
    }).toEqual({
      lists: [1],
      seconds: [1.5],
      items: [2],
      watches: [1],
      versions: [10, 12, 12, "ended"],
      stale: [0, "ended"],
      anomalies: [[1, "duplicate-event"]],
    });
  });
});

describe("a list that cannot be used", () => {
  const plan = (more: Partial<ListPlan<Thing>> = {}): ListPlan<Thing> => ({
    resourceVersion: "0",
    pageSize: 500,
    expected: undefined,
    signal: new AbortController().signal,
    known: () => undefined,
    onPage: () => {},
    ...more,
  });

  /** Why a list is refused whose n-th page is what `page` gives for n. */
  async function refusal(page: (n: number) => unknown, more?: Partial<ListPlan<Thing>>): Promise<unknown> {
    let n = 0;
    const source: ListerWatcher<Thing> = {
      list: async () => page(n++) as KubeList<Thing>,
      watch: () => Promise.reject(refusedConnection()),
    };
    return listIntoSnapshot(source, plan(more), new ListSnapshot<Thing>()).then(
      (listed) => listed,
      (error: Error) => `${error.name}: ${error.message}`,
    );
  }
  const metadata = { resourceVersion: "5" };
  const kind = "ThingList";

  it.each([
    ["null", null, "expected a list, but the server sent something else, such as a login page"],
    ["an array of items alone", [], "expected a list, but the server sent something else, such as a login page"],
    ["text", "items", "expected a list, but the server sent something else, such as a login page"],
    ["a Table", { kind: "Table", apiVersion: "meta.k8s.io/v1", metadata, items: [] }, "expected a list, got a Table"],
    ["one without metadata", { kind, items: [] }, "a list without metadata cannot be used"],
    ["one with metadata that are null", { kind, metadata: null, items: [] }, "a list without metadata cannot be used"],
    ["one without items and kind", { metadata }, "a list without items cannot be used"],
    ["one without items and of no list kind", { kind: "Thing", metadata }, "a list without items cannot be used"],
    ["one with items that are text", { kind, metadata, items: "none" }, "a list without items cannot be used"],
    ["one with an item that is null", { kind, metadata, items: [null] }, "the list has an item that is not an object"],
    [
      "one with an item that is an array",
      { kind, metadata, items: [[]] },
      "the list has an item that is not an object",
    ],
    ["one with an item that is text", { kind, metadata, items: ["a"] }, "the list has an item that is not an object"],
    ["one without a version", { metadata: {}, items: [] }, "a list without metadata.resourceVersion cannot be used"],
    [
      "one with an empty version",
      { metadata: { resourceVersion: "" }, items: [] },
      "a list without metadata.resourceVersion cannot be used",
    ],
    [
      "one with a version that is a number",
      { metadata: { resourceVersion: 5 }, items: [] },
      "a list without metadata.resourceVersion cannot be used",
    ],
  ])("is %s", async (_title, list, message) => {
    expect(await refusal(() => list)).toBe(`ProtocolError: ${message}`);
  });

  it("is one whose pages do not end", async () => {
    expect(await refusal((n) => listOf("5", [thing(`a${n}`, "1")], "same"))).toBe(
      "ProtocolError: the server sent the same continue token twice: the list has no end",
    );
    let pages = 0;
    const empty = await refusal((n) => {
      pages++;
      return listOf("5", n === 1 ? [thing("a", "1")] : [], `token-${n}`);
    });
    expect([empty, pages]).toEqual([
      "ProtocolError: the server sent 100 pages in a row without a new object: the list has no end",
      102,
    ]);
    expect(await refusal((n) => listOf(String(n), [], `token-${n}`))).toBe(
      "ProtocolError: the server sent pages although the list was requested without a limit",
    );
  });

  it("is not one without items that says that it is a list", async () => {
    for (const items of [null, undefined])
      expect(await refusal(() => ({ kind, metadata, items }))).toEqual({ resourceVersion: "5", paged: false });
  });

  it("is the failure that the server sent in its place", async () => {
    const failure = {
      kind: "Status",
      apiVersion: "v1",
      status: "Failure",
      reason: "Forbidden",
      code: 403,
      message: "no",
    };
    expect(await refusal(() => failure)).toMatch(/^StatusError: .*no/);
  });

  it("is one with an object of another kind, decoded or not, of which the first is named", async () => {
    const expected = { group: "example.com", version: "v1", kind: "Thing" };
    const items = [thing("a", "1"), { ...thing("b", "2"), kind: "Other" }, { ...thing("c", "3"), kind: "Third" }];
    expect(await refusal(() => listOf("5", items), { expected })).toBe(
      "ProtocolError: expected example.com/v1 Thing, got example.com/v1 Other",
    );
    const raw: ListerWatcher<Thing> = {
      list: () => Promise.reject(refusedConnection()),
      watch: () => Promise.reject(refusedConnection()),
      raw: {
        list: async (_options, { onItem }) => {
          for (const item of items) onItem(plainEntry(item));
          return metadata;
        },
        watch: () => Promise.reject(refusedConnection()),
      },
    };
    await expect(listIntoSnapshot(raw, plan({ expected }), new ListSnapshot<Thing>())).rejects.toThrow(
      "expected example.com/v1 Thing, got example.com/v1 Other",
    );
  });
});
