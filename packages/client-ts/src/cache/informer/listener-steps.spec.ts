import { describe, expect, it } from "vitest";
import { type Entry, plainEntry } from "../../codec/index.ts";
import { UndecodableObjectError } from "../../errors/index.ts";
import { FakeClock, type SlicedTask, Slicer } from "../../util/index.ts";
import { Recorder, settled } from "../test-support/informing.ts";
import { type Thing, thing } from "../test-support/scripted-source.ts";
import { AddEvent, DeleteEvent, UpdateEvent } from "./events.ts";
import { filteringHandler, type ResourceEventHandler } from "./handler.ts";
import { Backlog, handle, Listener, type ListenerOptions, Replay } from "./listener.ts";
import { Listeners } from "./listeners.ts";

const entry = (name: string, version = "1"): Entry<Thing> => plainEntry(thing(name, version));
const add = (name: string, version = "1"): AddEvent<Thing> => new AddEvent(entry(name, version), false);
const update = (name: string, from: string, to: string): UpdateEvent<Thing> =>
  new UpdateEvent(entry(name, to), entry(name, from), false);

/** A slicer that works only when `work` is called. */
class ManualSlicer extends Slicer {
  readonly line: SlicedTask[] = [];

  override schedule(task: SlicedTask): void {
    this.line.push(task);
  }

  /** Lets everything in line work once. */
  work(deadlineMs = Number.POSITIVE_INFINITY): void {
    for (const task of this.line.splice(0)) if (task.work(deadlineMs)) this.line.push(task);
  }
}

function listening(handler: ResourceEventHandler<Thing> = new Recorder(), options: Partial<ListenerOptions> = {}) {
  const clock = new FakeClock();
  const slicer = new ManualSlicer(clock);
  const calls: string[] = [];
  const listener = new Listener<Thing>(handler, {
    name: "test",
    resyncMs: 0,
    maxPending: 10,
    clock,
    slicer,
    lastFailure: () => undefined,
    onError: (error) => calls.push((error as Error).message),
    onCoalesced: (count) => calls.push(`coalesced ${count}`),
    onPending: (pending) => calls.push(`pending ${pending}`),
    onRemoved: () => calls.push("removed"),
    ...options,
  });
  return { listener, clock, slicer, calls };
}

describe("a backlog", () => {
  it("counts what is left of a replay, and forgets everything when it is cleared", () => {
    const backlog = new Backlog<Thing>({ maxPending: 2, onCoalesced: () => {} });
    const replay = (): Replay<Thing> =>
      new Replay([entry("a"), entry("b"), entry("c")], (one) => new AddEvent(one, true));
    const fill = (): void => {
      backlog.push(replay());
      backlog.shift();
      backlog.push(add("line"));
      backlog.push(add("line-2"));
      backlog.push(add("gathered"));
    };
    fill();
    expect(backlog.length).toBe(5);
    expect(backlog.isGathering).toBe(true);
    backlog.clear();
    expect([backlog.length, backlog.isGathering, backlog.shift()]).toEqual([0, false, undefined]);
    fill();
    expect((backlog.shift() as AddEvent<Thing>).key).toBe("b");
  });

  it("hands out both events of an object that was deleted and added before those of the next object", () => {
    const backlog = new Backlog<Thing>({ maxPending: 1, onCoalesced: () => {} });
    backlog.push(add("first"));
    backlog.push(new DeleteEvent("x", entry("x", "2"), false));
    backlog.push(update("y", "1", "2"));
    backlog.push(add("x", "3"));
    backlog.push(add("y", "4"));
    const types = [];
    for (let item = backlog.shift(); item !== undefined; item = backlog.shift())
      types.push(`${(item as AddEvent<Thing>).type} ${(item as AddEvent<Thing>).key}`);
    expect(types).toEqual(["add first", "delete x", "add x", "update y", "add y"]);
  });
});

describe("a filter", () => {
  it("that cannot decode an object lets its deletion through, and nothing else", () => {
    const recorder = new Recorder();
    const filtered = filteringHandler<Thing>(() => {
      throw new UndecodableObjectError({ key: "a", uid: "u", resourceVersion: "1", reason: "it is not valid JSON" });
    }, recorder);
    void handle(filtered, add("a"));
    void handle(filtered, update("a", "1", "2"));
    void handle(filtered, new DeleteEvent("a", entry("a", "2"), false));
    expect(recorder.seen).toEqual(["-a@2"]);
  });

  it("gives the last state that passed when an object ceases to pass", () => {
    const deleted: unknown[] = [];
    const filtered = filteringHandler<Thing>(({ object }) => object.spec?.value === 1, {
      onDelete: ({ object, finalStateUnknown }) => void deleted.push([object?.spec?.value, finalStateUnknown]),
    });
    const state = (value: number): Entry<Thing> => plainEntry(thing("a", String(value), { value }));
    void handle(filtered, new UpdateEvent(state(2), state(1), false));
    expect(deleted).toEqual([[1, false]]);
  });
});

describe("a listener", () => {
  it("is scheduled once for any number of events, and again for the next", () => {
    const recorder = new Recorder();
    const { listener, slicer, calls } = listening(recorder);
    listener.push(add("a"));
    listener.push(add("b"));
    expect(slicer.line).toHaveLength(1);
    slicer.work();
    expect([recorder.take(), calls]).toEqual([["+a@1", "+b@1"], ["pending 0"]]);
    listener.push(add("c"));
    expect(slicer.line).toHaveLength(1);
    slicer.work();
    expect(recorder.take()).toEqual(["+c@1"]);
  });

  it("gives way to others after 64 events, and after each event once its time is over", () => {
    const recorder = new Recorder();
    const { listener, slicer } = listening(recorder, { maxPending: 1_000 });
    for (let n = 0; n < 100; n++) listener.push(add(`n${n}`));
    slicer.work();
    expect(recorder.seen).toHaveLength(64);
    slicer.work(0);
    expect(recorder.seen).toHaveLength(65);
    slicer.work();
    expect(recorder.seen).toHaveLength(100);
    expect(slicer.line).toHaveLength(0);
  });

  it("waits for a callback's promise, whether it fails or not, and pauses a second after a failure", async () => {
    const seen: string[] = [];
    const settle: { resolve: () => void; reject: (error: Error) => void }[] = [];
    const { listener, slicer, clock, calls } = listening({
      onAdd: ({ key }) => {
        seen.push(key);
        return new Promise<void>((resolve, reject) => settle.push({ resolve, reject }));
      },
    });
    for (const name of ["a", "b", "c"]) listener.push(add(name));
    slicer.work();
    expect(seen).toEqual(["a"]);
    listener.push(add("d"));
    expect(slicer.line).toHaveLength(0);
    settle[0]?.resolve();
    await settled();
    slicer.work();
    expect(seen).toEqual(["a", "b"]);
    settle[1]?.reject(new Error("no"));
    await settled();
    expect(calls).toContain("no");
    expect(slicer.line).toHaveLength(0);
    listener.push(add("e"));
    await clock.advance(999);
    expect(slicer.line).toHaveLength(0);
    await clock.advance(1);
    expect(slicer.line).toHaveLength(1);
    slicer.work();
    expect(seen).toEqual(["a", "b", "c"]);
  });

  it("pauses in the middle of a turn when a callback throws", async () => {
    const seen: string[] = [];
    const { listener, slicer, clock } = listening({
      onAdd: ({ key }) => {
        seen.push(key);
        throw new Error("no");
      },
    });
    for (const name of ["a", "b"]) listener.push(add(name));
    slicer.work();
    expect(seen).toEqual(["a"]);
    await clock.advance(1_000);
    slicer.work();
    expect(seen).toEqual(["a", "b"]);
  });

  it("does not pause for an object that cannot be decoded, nor after it was removed", async () => {
    const undecodable = new UndecodableObjectError({
      key: "a",
      uid: "u",
      resourceVersion: "1",
      reason: "it is damaged",
    });
    const failing = listening({
      onAdd: () => {
        throw undecodable;
      },
    });
    failing.listener.push(add("a"));
    failing.listener.push(add("b"));
    failing.slicer.work();
    expect([failing.calls.length, failing.clock.pending]).toEqual([3, 0]);
    const late = listening({ onAdd: () => Promise.reject(new Error("late")) });
    late.listener.push(add("a"));
    late.slicer.work();
    late.listener.remove(new Error("removed"));
    await settled();
    expect([late.calls.includes("late"), late.clock.pending]).toEqual([true, 0]);
  });

  it("that is removed drops what waits, rejects calls that wait for its sync, and ends its metrics once", async () => {
    const recorder = new Recorder();
    const { listener, slicer, calls } = listening(recorder);
    const synced = listener.waitForSync();
    const rejected = expect(synced).rejects.toThrow("removed by a test");
    listener.push(add("a"));
    listener.markSynced();
    listener.remove(new Error("removed by a test"));
    listener.remove(new Error("again"));
    await rejected;
    expect(listener.pending).toBe(0);
    listener.push(add("b"));
    expect(listener.pending).toBe(0);
    slicer.work();
    expect([recorder.seen, calls.filter((call) => call === "removed")]).toEqual([[], ["removed"]]);
    expect(listener.hasSynced()).toBe(false);
  });

  it("that removes itself in a callback gets no further one, and is idle when its last one has ended", async () => {
    const seen: string[] = [];
    let end = (): void => {};
    const { listener, slicer } = listening({
      onAdd: ({ key }) => {
        seen.push(key);
        listener.remove(new Error("done"));
        return new Promise<void>((resolve) => (end = resolve));
      },
    });
    listener.push(add("a"));
    listener.push(add("b"));
    slicer.work();
    let idle = false;
    const waiting = listener.idle().then(() => {
      idle = true;
    });
    await settled();
    expect([seen, idle]).toEqual([["a"], false]);
    end();
    await waiting;
    expect([seen, slicer.line.length]).toEqual([["a"], 0]);
  });

  it("adds up what was merged", () => {
    const { listener, calls } = listening(new Recorder(), { maxPending: 1 });
    listener.push(add("x"));
    for (let n = 1; n < 5; n++) listener.push(update("y", String(n), String(n + 1)));
    expect(listener.coalesced).toBe(3);
    expect(calls).toEqual(["coalesced 1", "coalesced 1", "coalesced 1"]);
  });

  it("is due for a resync a period after it came and after each resync, and at that time exactly", () => {
    const { listener } = listening(new Recorder(), { resyncMs: 5_000 });
    expect([listener.isResyncDue(4_999), listener.isResyncDue(5_000)]).toEqual([false, true]);
    listener.resynced(6_000);
    expect([listener.nextResync, listener.isResyncDue(10_999), listener.isResyncDue(11_000)]).toEqual([
      11_000,
      false,
      true,
    ]);
    expect(listening().listener.isResyncDue(Number.MAX_SAFE_INTEGER)).toBe(false);
  });

  it("shows a later list's objects as later ones, and a resync as one", () => {
    const recorder = new Recorder();
    const { listener, slicer } = listening(recorder);
    listener.replay([entry("a")]);
    listener.replay([entry("b")], false);
    listener.resync([entry("a")]);
    slicer.work();
    expect(recorder.seen).toEqual(["+a@1!", "+b@1", "~a@1="]);
  });

  it("is not scheduled for a list without objects, or for a resync of none", () => {
    const { listener, slicer } = listening();
    listener.replay([]);
    listener.resync([]);
    expect([listener.pending, slicer.line]).toEqual([0, []]);
  });
});

describe("the listeners of an informer", () => {
  function two() {
    const clock = new FakeClock();
    const slicer = new ManualSlicer(clock);
    const listeners = new Listeners<Thing>(clock);
    const [fast, slow] = [new Recorder(), new Recorder()];
    const make = (recorder: Recorder, resyncMs: number): Listener<Thing> =>
      listening(recorder, { clock, slicer, resyncMs }).listener;
    const [first, second] = [make(fast, 1_000), make(slow, 10_000)];
    listeners.add(first);
    listeners.add(second);
    return { clock, slicer, listeners, fast, slow, first, second };
  }

  it("are resynced when they are due, and a removed one is not", async () => {
    const { clock, slicer, listeners, fast, slow, first } = two();
    expect(listeners.nextResync).toBe(1_000);
    expect(listeners.beginResync()).toEqual([]);
    await clock.advance(1_000);
    const due = listeners.beginResync();
    expect(due).toEqual([first]);
    expect(listeners.nextResync).toBe(2_000);
    await clock.advance(9_000);
    const both = listeners.beginResync();
    expect(both).toHaveLength(2);
    listeners.deliverAgain(due, [entry("a")]);
    slicer.work();
    expect([fast.take(), slow.take()]).toEqual([["~a@1="], []]);
    listeners.remove(first);
    listeners.deliverAgain(both, [entry("a")]);
    slicer.work();
    expect([fast.take(), slow.take()]).toEqual([[], ["~a@1="]]);
  });

  it("see what a list has not changed only when they are due", async () => {
    const { clock, slicer, listeners, fast, slow } = two();
    await clock.advance(1_000);
    listeners.deliverUnchanged(entry("a"));
    listeners.present().deliverUnchanged(entry("b"));
    slicer.work();
    expect([fast.take(), slow.take()]).toEqual([["~a@1=", "~b@1="], []]);
  });

  it("that come while a list is delivered get none of its events: they have seen the store", () => {
    const { clock, slicer, listeners, fast } = two();
    const present = listeners.present();
    const late = new Recorder();
    listeners.add(listening(late, { clock, slicer }).listener);
    present.deliver(add("a"));
    present.deliverAdded([entry("b")], false);
    slicer.work();
    expect([fast.take(), late.take()]).toEqual([["+a@1", "+b@1"], []]);
  });

  it("have names of their own", () => {
    const { listeners } = two();
    expect(listeners.freeName("other")).toBe("other");
    expect(listeners.freeName("test")).toBe("test 2");
  });
});
