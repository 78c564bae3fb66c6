import { afterEach, describe, expect, it } from "vitest";
import { plainEntry } from "../../codec/index.ts";
import { nextTurn, seededRandom } from "../../util/index.ts";
import type { FakeControllerSource } from "../test-support/fake-controller-source.ts";
import { Recorder, informing, type Informing, settled } from "../test-support/informing.ts";
import { type Thing, thing } from "../test-support/scripted-source.ts";
import { StridedClock } from "../test-support/strided-clock.ts";
import { AddEvent, DeleteEvent, type InformerEvent, UpdateEvent } from "./events.ts";
import { Backlog, handle, SyncMark } from "./listener.ts";

const entry = (name: string, version: string) => plainEntry(thing(name, version));
const add = (name: string, version: string) => new AddEvent(entry(name, version), false);
const update = (name: string, from: string, to: string) => new UpdateEvent(entry(name, to), entry(name, from), false);
const remove = (name: string, version: string) => new DeleteEvent(name, entry(name, version), false);

function drain(backlog: Backlog<Thing>): string[] {
  const recorder = new Recorder();
  for (let item = backlog.shift(); item !== undefined; item = backlog.shift()) {
    if (item instanceof SyncMark) recorder.seen.push("mark");
    else void handle(recorder, item as InformerEvent<Thing>);
  }
  return recorder.seen;
}

describe("a backlog", () => {
  const full = () => {
    const coalesced: number[] = [];
    const backlog = new Backlog<Thing>({ maxPending: 2, onCoalesced: (count) => void coalesced.push(count) });
    backlog.push(add("x", "1"));
    backlog.push(update("x", "1", "2"));
    return { backlog, coalesced };
  };

  it("keeps every notification in order up to its limit", () => {
    const { backlog, coalesced } = full();
    expect(backlog.isGathering).toBe(false);
    expect(drain(backlog)).toEqual(["+x@1", "~x@1>2"]);
    expect(coalesced).toEqual([]);
  });

  it("merges updates above it: oldest old, newest new (F-E2)", () => {
    const { backlog, coalesced } = full();
    backlog.push(update("x", "2", "3"));
    backlog.push(update("y", "1", "4"));
    backlog.push(update("x", "3", "5"));
    backlog.push(update("x", "5", "6"));
    expect(backlog.length).toBe(4);
    expect(drain(backlog)).toEqual(["+x@1", "~x@1>2", "~x@2>6", "~y@1>4"]);
    expect(coalesced).toEqual([1, 1]);
  });

  it("drops an object that was added and deleted, and keeps one that was deleted and added (F-E2)", () => {
    const { backlog, coalesced } = full();
    backlog.push(add("brief", "3"));
    backlog.push(update("brief", "3", "4"));
    backlog.push(remove("brief", "5"));
    backlog.push(update("x", "2", "6"));
    backlog.push(remove("x", "7"));
    backlog.push(add("x", "8"));
    backlog.push(update("x", "8", "9"));
    expect(drain(backlog)).toEqual(["+x@1", "~x@1>2", "-x@7", "+x@9"]);
    expect(coalesced).toEqual([1, 2, 1, 1]);
    const again = full().backlog;
    again.push(remove("x", "3"));
    again.push(add("x", "4"));
    again.push(remove("x", "5"));
    expect(drain(again)).toEqual(["+x@1", "~x@1>2", "-x@3"]);
  });

  it("keeps a change that is merged with a resync a change, and two resyncs a resync", () => {
    const again = (name: string, version: string) => new UpdateEvent(entry(name, version), entry(name, version), true);
    const { backlog } = full();
    backlog.push(update("after", "2", "3"));
    backlog.push(again("after", "3"));
    backlog.push(again("before", "3"));
    backlog.push(update("before", "3", "4"));
    backlog.push(again("twice", "5"));
    backlog.push(again("twice", "5"));
    expect(drain(backlog).slice(2)).toEqual(["~after@2>3", "~before@3>4", "~twice@5="]);
  });

  it("keeps a merged add of the first list one of the first list, and a later one a later one", () => {
    const { backlog } = full();
    backlog.push(new AddEvent(entry("first", "3"), true));
    backlog.push(update("first", "3", "4"));
    backlog.push(add("later", "5"));
    backlog.push(update("later", "5", "6"));
    expect(drain(backlog).slice(2)).toEqual(["+first@4!", "+later@6"]);
  });

  it("keeps the mark of the sync behind everything that came before it (O8)", () => {
    const { backlog } = full();
    backlog.push(add("y", "3"));
    backlog.push(new SyncMark(() => {}));
    backlog.push(add("z", "4"));
    backlog.push(update("y", "3", "5"));
    expect(drain(backlog)).toEqual(["+x@1", "~x@1>2", "+y@5", "mark", "+z@4"]);
  });

  it("keeps the handler's grammar under random load: fold of events equals the state (O6)", () => {
    const next = seededRandom(7);
    const random = (below: number): number => Math.floor(next() * below);
    const backlog = new Backlog<Thing>({ maxPending: 3, onCoalesced: () => {} });
    const truth = new Map<string, string>();
    const seen = new Map<string, string>();
    for (let version = 1; version < 5000; version++) {
      const name = `n${random(6)}`;
      const old = truth.get(name);
      if (old === undefined) {
        backlog.push(add(name, String(version)));
        truth.set(name, String(version));
      } else if (random(3) === 0) {
        backlog.push(remove(name, String(version)));
        truth.delete(name);
      } else {
        backlog.push(update(name, old, String(version)));
        truth.set(name, String(version));
      }
      for (let n = random(3); n > 0; n--) apply(backlog.shift());
    }
    for (let item = backlog.shift(); item !== undefined; item = backlog.shift()) apply(item);
    expect(seen).toEqual(truth);

    function apply(item: ReturnType<typeof backlog.shift>): void {
      if (item === undefined || item instanceof SyncMark) return;
      const { key } = item;
      if (item.type === "add") {
        expect(seen.has(key)).toBe(false);
        seen.set(key, item.resourceVersion);
      } else if (item.type === "update") {
        expect(item.old.resourceVersion).toBe(seen.get(key));
        seen.set(key, item.resourceVersion);
      } else {
        expect(seen.has(key)).toBe(true);
        seen.delete(key);
      }
    }
  });
});

describe("handlers", () => {
  const made: Informing<FakeControllerSource>[] = [];
  const start = async (options: Parameters<typeof informing<FakeControllerSource>>[0] = {}) => {
    const all = informing<FakeControllerSource>(options);
    made.push(all);
    void all.informer.run();
    await settled();
    return all;
  };
  afterEach(async () => {
    for (const { informer, clock } of made.splice(0)) {
      await informer.close();
      expect(clock.pending).toBe(0);
    }
  });

  it("that never return delay no other handler, and their backlog is merged by key (F-E2, F-E3, SEC-17)", async () => {
    const { source, informer, lines } = await start({ maxPending: 10 });
    const other = new Recorder();
    let calls = 0;
    const hung = informer.addEventHandler({
      onAdd: () => {
        calls++;
        return new Promise<void>(() => {});
      },
    });
    informer.addEventHandler(other, { overflow: "keep" });
    for (let n = 0; n < 20; n++) source.add(thing(`n${n}`, ""));
    for (let round = 0; round < 50; round++) for (let n = 0; n < 20; n++) source.modify(thing(`n${n}`, ""));
    await settled();
    while (other.seen.length < 20 * 51) await settled();
    expect(calls).toBe(1);
    expect(hung.pending).toBeLessThanOrEqual(10 + 20);
    expect(hung.coalesced).toBeGreaterThan(900);
    expect(lines).toContain("a handler is slow: its events are merged");
  });

  it("get every event of their key in order, one at a time, however slow they are (F-E3, O5, O6)", async () => {
    const { source, informer } = await start();
    const seen = new Map<string, string[]>();
    let running = 0;
    informer.addEventHandler({
      onAdd: async ({ key, resourceVersion }) => {
        expect(running++).toBe(0);
        await settled();
        seen.set(key, [...(seen.get(key) ?? []), resourceVersion]);
        running--;
      },
      onUpdate: async ({ key, resourceVersion, old }) => {
        expect(running++).toBe(0);
        await null;
        expect(old.resourceVersion).toBe(seen.get(key)?.at(-1));
        seen.get(key)?.push(resourceVersion);
        running--;
      },
    });
    for (const name of ["a", "b"]) source.add(thing(name, ""));
    for (let n = 0; n < 20; n++) for (const name of ["a", "b"]) source.modify(thing(name, ""));
    for (let n = 0; n < 50; n++) await settled();
    expect(seen.get("a")).toEqual(Array.from({ length: 21 }, (_, n) => String(2 * n + 1)));
    expect(seen.get("b")).toEqual(Array.from({ length: 21 }, (_, n) => String(2 * n + 2)));
  });

  it("of a stopped informer that pause after an error leave no timer (F-E10)", async () => {
    const { source, informer, clock } = await start();
    informer.addEventHandler({
      onAdd: () => {
        throw new Error("no");
      },
    });
    source.add(thing("a", ""));
    await settled();
    await informer.close();
    expect(clock.pending).toBe(0);
  });

  it("share the event loop, also 200 of them, and all receive everything (F-E14)", async () => {
    const { source, informer } = await start();
    const recorders = Array.from({ length: 200 }, () => new Recorder());
    for (const recorder of recorders) informer.addEventHandler(recorder);
    for (let n = 0; n < 50; n++) source.add(thing(`n${n}`, ""));
    await settled();
    for (const recorder of recorders) expect(recorder.seen).toHaveLength(50);
  });

  it("leave the event loop to others also when the promises of two of them settle at once", async () => {
    const { source, informer } = await start({ clock: new StridedClock() });
    let calls = 0;
    const handler = {
      onAdd: async () => {
        calls++;
      },
    };
    for (let n = 0; n < 2; n++) informer.addEventHandler(handler, { overflow: "keep" });
    for (let n = 0; n < 500; n++) source.add(thing(`n${n}`, ""));
    let most = 0;
    while (calls < 1_000) {
      const before = calls;
      await nextTurn();
      most = Math.max(most, calls - before);
    }
    expect(most).toBeLessThanOrEqual(10);
  });
});
