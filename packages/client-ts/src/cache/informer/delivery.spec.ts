import { describe, expect, it } from "vitest";
import { plainEntry } from "../../codec/index.ts";
import { FakeClock, type MetricLabels, type Meter, noopMeter } from "../../util/index.ts";
import { InformerFactory } from "../informer-factory.ts";
import type { MutationDetector } from "../store/index.ts";
import { FakeControllerSource } from "../test-support/fake-controller-source.ts";
import { informing, Recorder, settled, ThingKind } from "../test-support/informing.ts";
import { PausedClock } from "../test-support/paused-clock.ts";
import { listOf, ScriptedSource, thing } from "../test-support/scripted-source.ts";
import { AddEvent, DeleteEvent } from "./events.ts";
import { Backlog, SyncMark } from "./listener.ts";
import { newSharedIndexInformer } from "./shared-index-informer.ts";

const entry = (name: string, version: string) => plainEntry(thing(name, version));

describe("the delivery to handlers", () => {
  it("puts the mark of the sync behind both notifications of an object that was deleted and added again", () => {
    const backlog = new Backlog({ maxPending: 1, onCoalesced: () => {} });
    backlog.push(new AddEvent(entry("first", "1"), true));
    backlog.push(new DeleteEvent("a", entry("a", "2"), false));
    backlog.push(new AddEvent(entry("a", "3"), true));
    backlog.push(new SyncMark(() => {}));
    const order = Array.from({ length: 4 }, () => backlog.shift()).map((item) =>
      item instanceof SyncMark ? "mark" : item?.type,
    );
    expect(order).toEqual(["add", "delete", "add", "mark"]);
  });

  it("lets each handler have 64 events before the next has its turn", async () => {
    const { source, informer } = informing();
    for (let n = 0; n < 200; n++) source.add(thing(`t${n}`, ""));
    const turns: string[] = [];
    for (const name of ["one", "two"]) informer.addEventHandler({ onAdd: () => void turns.push(name) });
    void informer.run();
    await settled();
    const runs = turns
      .join(" ")
      .match(/\b(\w+)(?: \1\b)*/g)
      ?.map((run) => `${run.split(" ")[0]} ${run.split(" ").length}`);
    expect(runs).toEqual(["one 64", "two 64", "one 64", "two 64", "one 64", "two 64", "one 8", "two 8"]);
    await informer.close();
  });

  it("measures the version of its store with the meter of the informer", async () => {
    const versions: [number, MetricLabels | undefined][] = [];
    const meter: Meter = {
      ...noopMeter,
      gauge: (name) => ({
        set: (value, labels) => {
          if (name === "informer_store_resource_version") versions.push([value, labels]);
        },
      }),
    };
    const { source, informer } = informing({ meter, name: "shop" });
    source.add(thing("a", ""));
    void informer.run();
    await settled();
    source.add(thing("b", ""));
    await settled();
    const { group, version, plural: resource } = ThingKind;
    const labels = { name: "shop", group, version, resource };
    expect(versions).toEqual([
      [1, labels],
      [2, labels],
    ]);
    await informer.close();
  });

  it("measures how many notifications wait for each handler, and none once they are delivered", async () => {
    const waiting: [number, MetricLabels | undefined][] = [];
    const meter: Meter = {
      ...noopMeter,
      gauge: (name) => ({
        set: (value, labels) => {
          if (name === "client_ts_informer_handler_pending") waiting.push([value, labels]);
        },
      }),
    };
    const { source, informer } = informing({ meter });
    for (const name of ["a", "b", "c"]) source.add(thing(name, ""));
    let finish = (): void => {};
    const registration = informer.addEventHandler(
      {
        onAdd: () =>
          new Promise<void>((resolve) => {
            finish = resolve;
          }),
      },
      { name: "slow" },
    );
    void informer.run();
    await settled();
    // One is with the handler; two objects and the mark of the sync wait.
    expect(waiting.at(-1)).toEqual([3, { name: "things.example.com", handler: "slow" }]);
    expect(registration.pending).toBe(3);
    for (let n = 0; n < 3; n++) {
      finish();
      await settled();
    }
    expect(waiting.at(-1)?.[0]).toBe(0);
    await informer.close();
  });

  it("keeps nothing for a handler that was removed in the middle of the first list", async () => {
    const { source, informer } = informing();
    for (const name of ["a", "b", "c"]) source.add(thing(name, ""));
    const registration = informer.addEventHandler({ onAdd: () => new Promise<void>(() => {}) });
    void informer.run();
    await settled();
    expect(registration.pending).toBe(3);
    informer.removeEventHandler(registration);
    expect(registration.pending).toBe(0);
    await informer.close();
  });

  it("ends the wait of a handler that is removed before the first list", async () => {
    const { informer } = informing({ source: new ScriptedSource() });
    const registration = informer.addEventHandler({});
    void informer.run();
    await settled();
    informer.removeEventHandler(registration);
    await expect(registration.waitForSync()).rejects.toThrow("the handler was removed");
    await informer.close();
  });

  it("stops the mutation detector with the informer", async () => {
    const calls: string[] = [];
    const mutationDetector: MutationDetector = {
      add() {},
      compare() {},
      start() {
        calls.push("start");
        return { close: () => void calls.push("stop") };
      },
    };
    const { informer } = informing({ mutationDetector });
    void informer.run();
    await settled();
    expect(calls).toEqual(["start"]);
    await informer.close();
    expect(calls).toEqual(["start", "stop"]);
  });

  it("shares no informer between kinds of two groups with the same plural", async () => {
    const factory = new InformerFactory({ listerWatcher: () => new FakeControllerSource() as never });
    const other: typeof ThingKind = { ...ThingKind, group: "other.example.com" };
    expect(factory.forKind(other).informer()).not.toBe(factory.forKind(ThingKind).informer());
    expect(factory.forKind({ ...other }).informer()).toBe(factory.forKind(other).informer());
  });

  it("makes up for no resync that was missed while nothing could run", async () => {
    const clock = new PausedClock();
    const source = new FakeControllerSource();
    const informer = newSharedIndexInformer(source, ThingKind, { clock, logger: false });
    source.add(thing("a", ""));
    const recorder = new Recorder();
    informer.addEventHandler(recorder, { resyncMs: 10_000 });
    void informer.run();
    await settled();
    recorder.take();
    await clock.advance(10_000);
    expect(recorder.take()).toEqual(["~a@1="]);
    // Late by two periods and a half: one resync, and the next a whole period after it.
    await clock.pause(25_000);
    expect(recorder.take()).toEqual(["~a@1="]);
    await clock.advance(9_999);
    expect(recorder.take()).toEqual([]);
    await clock.advance(1);
    expect(recorder.take()).toEqual(["~a@1="]);
    await informer.close();
  });

  it("has synced, and is at a version, when every namespace is", async () => {
    const [one, two] = [new ScriptedSource(), new ScriptedSource()];
    const informer = newSharedIndexInformer(
      [
        { namespace: "one", listerWatcher: one },
        { namespace: "two", listerWatcher: two },
      ],
      ThingKind,
      { clock: new FakeClock(), logger: false },
    );
    const registration = informer.addEventHandler({});
    void informer.run();
    let isAt = false;
    void informer.atLeast("5").then(() => {
      isAt = true;
    });
    await (await one.nextList()).answer(listOf("9", [thing("a", "1", { namespace: "one" })]));
    expect([informer.hasSynced(), registration.hasSynced(), isAt]).toEqual([false, false, false]);
    await (await two.nextList()).answer(listOf("4", []));
    expect([informer.hasSynced(), registration.hasSynced(), isAt]).toEqual([true, true, false]);
    await (await two.nextWatch()).bookmark("5");
    expect(isAt).toBe(true);
    await informer.close();
  });

  it("names the failure of whichever namespace fails", async () => {
    const failing = Object.assign(new FakeControllerSource(), { list: () => Promise.reject(new Error("planted")) });
    const informer = newSharedIndexInformer(
      [
        { namespace: "one", listerWatcher: new FakeControllerSource() },
        { namespace: "two", listerWatcher: failing },
      ],
      ThingKind,
      { clock: new FakeClock(), logger: false },
    );
    void informer.run();
    await settled();
    expect(informer.lastFailure).toMatchObject({
      name: "things.example.com in two",
      during: "list",
      error: new Error("planted"),
    });
    await informer.close();
  });
});
