import { describe, expect, it } from "vitest";
import type { Logger } from "../../util/index.ts";
import { Recorder, settled, ThingKind } from "../test-support/informing.ts";
import { RecordingMeter } from "../../util/test-support/recording-meter.ts";
import { refusedConnection } from "../test-support/reflecting.ts";
import { listOf, ScriptedSource, type Thing, thing } from "../test-support/scripted-source.ts";
import { stoppedInformers } from "../test-support/stopped-informers.ts";
import { nameForHandler } from "./handler.ts";
import { JoinedController } from "./joined-controller.ts";
import { newSharedIndexInformer } from "./shared-index-informer.ts";

const { make, start } = stoppedInformers();

/** What a rejected promise was rejected with. */
const failureOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => "nothing",
    (error: Error) => `${error.name}: ${error.message}`,
  );

describe("the name of an informer", () => {
  it("is its kind's plural, group and namespace, unless it has one of its own", () => {
    const named = (group: string, options: { name?: string; namespace?: string } = {}): string =>
      newSharedIndexInformer<Thing>(new ScriptedSource(), { ...ThingKind, group }, options).name;
    expect([
      named(""),
      named("apps"),
      named("", { namespace: "shop" }),
      named("apps", { namespace: "shop" }),
      named("apps", { name: "mine", namespace: "shop" }),
    ]).toEqual(["things", "things.apps", "things in shop", "things.apps in shop", "mine"]);
  });

  it("is followed by the namespace in the name of a reflector that is one of several", async () => {
    const meter = new RecordingMeter();
    const { clock } = make();
    const sources = ["a", "b"].map((namespace) => ({ namespace, listerWatcher: new ScriptedSource() }));
    const several = newSharedIndexInformer<Thing>(sources, ThingKind, { clock, meter, name: "things" });
    void several.run();
    await settled();
    await several.close();
    const names = meter.measured.filter(([name]) => name === "client_ts_reflector_lists_total");
    expect(names.map(([, , labels]) => labels)).toEqual([{ name: "things in a" }, { name: "things in b" }]);
  });
});

describe("an informer that refuses something", () => {
  const informer = (options: Parameters<typeof newSharedIndexInformer<Thing>>[2] = {}) =>
    newSharedIndexInformer<Thing>(new ScriptedSource(), ThingKind, { name: "things", ...options });

  it("says what, and what it takes instead", () => {
    for (const maxCacheBytes of [0, -1, Number.NaN])
      expect(() => informer({ maxCacheBytes })).toThrow("things: maxCacheBytes must be more than 0");
    expect(() => informer({ maxCacheBytes: 1 })).not.toThrow();
    for (const options of [{ resyncMs: -1 }, { resyncMs: Number.NaN }, { maxPending: 0 }])
      expect(() => informer().addEventHandler({}, options)).toThrow(
        "resyncMs must not be negative, and maxPending at least 1",
      );
    expect(informer().addEventHandler({}, { maxPending: 1 }).pending).toBe(0);
    expect(informer().addEventHandler({}, { maxPending: 0, overflow: "keep" }).pending).toBe(0);
    const over = (...namespaces: string[]) =>
      newSharedIndexInformer<Thing>(
        namespaces.map((namespace) => ({ namespace, listerWatcher: new ScriptedSource() })),
        ThingKind,
      );
    const message = "each source of an informer over several needs a namespace of its own, not ";
    expect(() => over("a", "a")).toThrow(`${message}["a","a"]`);
    expect(() => over("a", "")).toThrow(`${message}["a",""]`);
    expect(() => over("")).not.toThrow();
  });

  it("says that it has started, or that it was closed", async () => {
    const { informer: own } = make({ name: "things" });
    const late = own.addEventHandler({});
    const waiting = [own.waitForSync(), late.waitForSync(), own.atLeast("5"), own.atLeast("5x")].map(failureOf);
    const ran = await start(make({ name: "things" }));
    expect(() => ran.informer.setTransform((object) => object)).toThrow(
      "things: the transform cannot be set after the informer has started",
    );
    expect(() => ran.informer.setWatchErrorHandler(() => {})).toThrow(
      "things: the watch error handler cannot be set after the informer has started",
    );
    await own.close();
    const closed = "ClosedError: things: the informer was closed";
    expect(await Promise.all(waiting)).toEqual([
      closed,
      closed,
      closed,
      'InvalidArgumentError: "5x" is not a version that can be waited for',
    ]);
    expect(await failureOf(own.atLeast("5"))).toBe(closed);
    expect(() => own.addEventHandler({})).toThrow("things: the informer was closed");
    expect(() => own.addIndexers({})).toThrow("things: the informer was closed");
  });
});

describe("what an informer reports", () => {
  it("names the object that an index refused, or that a transform renamed", async () => {
    const reports: string[] = [];
    const onUnexpectedError = (error: unknown, where: string): void =>
      void reports.push(`${where}: ${(error as Error).message}`);
    const all = await start(
      make({
        source: new ScriptedSource(),
        name: "things",
        onUnexpectedError,
        indexers: {
          value: ({ spec }) => {
            if (spec?.value === "bad") throw new Error("no such value");
            return [];
          },
        },
        transform: (object) => (object.spec?.value === "renamed" ? thing("other", "1") : object),
      }),
    );
    await (await all.source.nextList()).answer(listOf("10", [thing("a", "5", { value: "bad" })]));
    const watch = await all.source.nextWatch();
    await watch.added(thing("b", "11", { value: "bad" }), thing("c", "12", { value: "renamed" }), thing("d", "13"));
    expect(reports).toEqual([
      'storing a of informer things: index "value" failed on "a"',
      'storing b of informer things: index "value" failed on "b"',
      "storing c of informer things: the transform changed name, namespace, uid or resourceVersion of c",
    ]);
    expect(all.informer.store.listKeys()).toEqual(["d"]);
  });

  it("names the namespace of the source that sent an object of another", async () => {
    const { clock } = make();
    const reports: string[] = [];
    const sources = { a: new ScriptedSource(), b: new ScriptedSource() };
    const informer = newSharedIndexInformer<Thing>(
      Object.entries(sources).map(([namespace, listerWatcher]) => ({ namespace, listerWatcher })),
      ThingKind,
      { clock, name: "things", onUnexpectedError: (error, where) => reports.push(`${where}: ${String(error)}`) },
    );
    void informer.run();
    const foreign = [thing("x", "5", { namespace: "ab" }), thing("y", "6", { namespace: "b" }), thing("z", "7")];
    await (await sources.a.nextList()).answer(listOf("10", foreign));
    expect(reports.map((report) => report.replace("InvalidArgumentError: ", ""))).toEqual([
      "storing ab/x of informer things: the source of namespace a gave ab/x",
      "storing b/y of informer things: the source of namespace a gave b/y",
      "storing z of informer things: the source of namespace a gave z",
    ]);
    await informer.close();
  });

  it("names the informer and the handler that is slow, once", async () => {
    const lines: unknown[] = [];
    const logger: Logger = {
      debug: () => {},
      info: () => {},
      warn: (message, fields) => void lines.push([message, fields]),
      error: () => {},
    };
    const all = await start(make({ source: new ScriptedSource(), name: "things", logger, maxPending: 1 }));
    await (await all.source.nextList()).answer(listOf("10", []));
    const watch = await all.source.nextWatch();
    all.informer.addEventHandler({ onAdd: () => new Promise<void>(() => {}) }, { name: "mail" });
    await settled();
    await watch.added(thing("a", "11"));
    for (let version = 12; version < 18; version++) await watch.modified(thing("a", String(version)));
    expect(lines).toEqual([["a handler is slow: its events are merged", { informer: "things", handler: "mail" }]]);
  });
});

describe("the controller of an informer", () => {
  it("is the informer, seen from another side", async () => {
    const calls: unknown[] = [];
    const failure = { during: "list" as const, error: refusedConnection() };
    const owner = {
      name: "things",
      lastFailure: failure,
      hasSynced: () => calls.length > 0,
      run: async (options?: object) => void calls.push(["run", options]),
      close: async () => void calls.push(["close"]),
      waitForSync: async (options?: object) => void calls.push(["waitForSync", options]),
    };
    const controller = new JoinedController(owner, () => []);
    const { signal } = new AbortController();
    expect([controller.name, controller.lastFailure, controller.hasSynced()]).toEqual(["things", failure, false]);
    await controller.run({ signal });
    await controller.waitForSync({ signal });
    await controller.close();
    await controller[Symbol.asyncDispose]();
    expect(controller.hasSynced()).toBe(true);
    expect(calls).toEqual([["run", { signal }], ["waitForSync", { signal }], ["close"], ["close"]]);
  });

  it("shows how its only source is, and why its last request failed", async () => {
    const failing = await start(make({ source: new ScriptedSource(), name: "things", onWatchError: () => {} }));
    const { informer, source, clock } = failing;
    expect([informer.state, informer.lastSyncResourceVersion, informer.lastFailure]).toEqual([
      "listing",
      "",
      undefined,
    ]);
    const error = refusedConnection();
    const late = informer.addEventHandler(new Recorder());
    await (await source.nextList()).fail(error);
    const failure = { name: "things", during: "list", error, expired: false };
    expect([informer.lastFailure, late.lastFailure, informer.state]).toEqual([failure, failure, "waiting"]);
    await clock.advance(10_001);
    expect(informer.isStale).toBe(true);
    expect(informer.lastContactAgeMs).toBeGreaterThan(10_000);
    await (await source.nextList()).answer(listOf("10", [thing("a", "5")]));
    (await source.nextWatch()).open();
    await settled();
    expect([informer.state, informer.lastSyncResourceVersion, informer.isStale, informer.lastContactAgeMs]).toEqual([
      "watching",
      "10",
      false,
      0,
    ]);
    expect(informer.lastFailure).toBeUndefined();
  });
});

describe("the name of a handler", () => {
  it("is that of its class, else those of its callbacks, each once", () => {
    class Mail {
      onAdd(): void {}
    }
    const send = (): void => {};
    const bare = Object.assign(Object.create(null) as object, { onDelete: send });
    expect([
      nameForHandler(new Mail()),
      nameForHandler({ onAdd: send, onUpdate: send, onDelete() {} }),
      nameForHandler(bare),
      nameForHandler({}),
      nameForHandler(new (class {})() as object),
      nameForHandler({ onAdd: (() => () => {})() }),
    ]).toEqual(["Mail", "handler(send, onDelete)", "handler(send)", "handler", "handler", "handler"]);
  });
});
