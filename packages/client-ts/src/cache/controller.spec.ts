import { afterEach, describe, expect, it } from "vitest";
import { seededRandom, systemClock, withResolvers } from "../util/index.ts";
import { type Controller, newController } from "./controller.ts";
import { type Delta, type Deltas, newest } from "./delta.ts";
import { DeltaFIFO, newDeltaFIFO } from "./delta-fifo.ts";
import { InformerFactory } from "./informer-factory.ts";
import { FIFO, newFIFO } from "./fifo.ts";
import { newIndexerInformer, newInformer } from "./informer.ts";
import { newSharedIndexInformer } from "./informer/shared-index-informer.ts";
import { newInformerWatcher } from "./informer-watcher.ts";
import { newReflector } from "./new-reflector.ts";
import { OrderedFIFO } from "./ordered-fifo.ts";
import { FakeControllerSource } from "./test-support/fake-controller-source.ts";
import { settled, ThingKind } from "./test-support/informing.ts";
import { type Thing, thing } from "./test-support/scripted-source.ts";

const running: Controller[] = [];
const run = <C extends Controller>(controller: C): C => {
  running.push(controller);
  void controller.run().catch(() => {});
  return controller;
};
afterEach(async () => {
  for (const controller of running.splice(0)) await controller.close().catch(() => {});
});

describe("a controller", () => {
  it("hands everything through the queue to its process, and settles after the reflector when stopped", async () => {
    const source = new FakeControllerSource();
    source.add(thing("a", ""));
    const queue = new DeltaFIFO<Thing>();
    const seen: string[] = [];
    const controller = newController<Thing, Thing, Deltas<Thing>>({
      queue,
      listerWatcher: source,
      resource: ThingKind,
      process: (deltas, initial) =>
        void seen.push(`${newest(deltas)?.type} ${queue.keyOf(deltas)}${initial ? "!" : ""}`),
    });
    const done = controller.run();
    await settled();
    expect(controller.hasSynced()).toBe(true);
    source.modify(thing("a", ""));
    await settled();
    expect(seen).toEqual(["Replaced a!", "Updated a"]);
    expect(controller.lastSyncResourceVersion).toBe("2");
    expect([controller.state, controller.isStale, controller.lastContactAgeMs < 1000]).toEqual([
      "watching",
      false,
      true,
    ]);
    await controller.close();
    await done;
    expect([queue.closed, source.openWatches, controller.state]).toEqual([true, 0, "stopped"]);
  });

  it("puts an item back when that is asked for and its process fails", async () => {
    for (const queue of [new DeltaFIFO<Thing>(), new OrderedFIFO<Thing>()]) {
      const source = new FakeControllerSource();
      const unexpected: unknown[] = [];
      let tries = 0;
      const controller = run(
        newController<Thing, Thing, never>({
          queue: queue as never,
          listerWatcher: source,
          retryOnError: true,
          onUnexpectedError: (error) => void unexpected.push(error),
          process: (item: Delta<Thing> | Deltas<Thing>) => {
            if (!Array.isArray(item) && (item as Delta<Thing>).type === "ReplacedAll") return;
            if (++tries === 1) throw new Error("sync");
            if (tries === 2) return Promise.reject(new Error("async"));
          },
        }),
      );
      await settled();
      source.add(thing("a", ""));
      await settled();
      await settled();
      expect(tries).toBe(3);
      expect(unexpected.map(String)).toEqual(["Error: sync", "Error: async"]);
      await controller.close();
    }
  });

  it("has synced when all of the first list was processed, also when processing it threw or rejected", async () => {
    const throwing = () => {
      throw new Error("sync");
    };
    for (const newQueue of [() => new DeltaFIFO<Thing>(), () => new OrderedFIFO<Thing>(), () => new FIFO<Thing>()]) {
      for (const process of [throwing, () => Promise.reject(new Error("async"))]) {
        const source = new FakeControllerSource();
        source.add(thing("a", ""));
        source.add(thing("b", ""));
        const unexpected: unknown[] = [];
        const controller = run(
          newController<Thing, Thing, never>({
            queue: newQueue() as never,
            listerWatcher: source,
            onUnexpectedError: (error) => void unexpected.push(error),
            process,
          }),
        );
        expect(controller.hasSynced()).toBe(false);
        for (let n = 0; n < 20 && !controller.hasSynced(); n++) await settled();
        expect(controller.hasSynced()).toBe(true);
        expect(unexpected.length).toBeGreaterThan(0);
        await controller.close();
      }
    }
  });

  it("has not synced while the first list is being processed", async () => {
    for (const queue of [new DeltaFIFO<Thing>(), new OrderedFIFO<Thing>()]) {
      const source = new FakeControllerSource();
      source.add(thing("a", ""));
      const processed = withResolvers<void>();
      const controller = run(
        newController<Thing, Thing, never>({
          queue: queue as never,
          listerWatcher: source,
          process: () => processed.promise,
        }),
      );
      await settled();
      expect(controller.hasSynced()).toBe(false);
      processed.resolve();
      await settled();
      expect(controller.hasSynced()).toBe(true);
      await controller.close();
    }
  });

  it("holds the source back while much waits, and loses nothing", async () => {
    const source = new FakeControllerSource();
    let processed = 0;
    run(
      newController<Thing, Thing, Delta<Thing>>({
        queue: new OrderedFIFO<Thing>(),
        listerWatcher: source,
        process: async () => {
          processed++;
          await null;
        },
      }),
    );
    await settled();
    for (let n = 0; n < 6_000; n++) source.add(thing(`n${n}`, ""));
    while (processed < 6_001) await settled();
  });

  it("lets the error of its process end it when that is asked for (B60)", async () => {
    const source = new FakeControllerSource();
    source.add(thing("a", ""));
    const controller = newController<Thing, Thing, Deltas<Thing>>({
      queue: new DeltaFIFO<Thing>(),
      listerWatcher: source,
      failFast: true,
      process: () => {
        throw new Error("handler");
      },
    });
    await expect(controller.run()).rejects.toThrow("handler");
    expect([controller.state, source.openWatches]).toEqual(["stopped", 0]);
  });
});

describe("a single-use informer", () => {
  it("reports in the end the deletion of everything that was ever made (B58)", async () => {
    const source = new FakeControllerSource();
    const alive = new Set<string>();
    let adds = 0;
    const { store, controller } = newInformer(source, ThingKind, {
      onAdd: ({ key }) => {
        adds++;
        alive.add(key);
      },
      onUpdate: ({ key }) => void expect(alive.has(key)).toBe(true),
      onDelete: ({ key }) => void alive.delete(key),
    });
    run(controller);
    const next = seededRandom(3);
    const random = (below: number): number => Math.floor(next() * below);
    for (let n = 0; n < 2_000; n++) {
      const object = thing(`n${random(30)}`, "");
      const exists = source.objects.has(object.metadata?.name ?? "");
      if (!exists) source.add(object);
      else if (random(3) > 0) source.modify(object);
      else source.delete(object);
      if (random(40) === 0) source.closeWatches();
      if (n % 5 === 0) await null;
    }
    for (const object of [...source.objects.values()]) source.delete(object);
    while (
      source.openWatches === 0 ||
      alive.size > 0 ||
      store.list().length > 0 ||
      controller.lastSyncResourceVersion !== source.resourceVersion
    ) {
      await new Promise((resolve) => systemClock.setTimer(5, () => resolve(undefined)));
    }
    expect(adds).toBeGreaterThan(0);
  });

  it("misses no update between list and watch (B59)", async () => {
    for (const streaming of [false, true]) {
      const source = new FakeControllerSource({ streaming });
      const seen = new Map<string, string[]>();
      const note = (key: string, what: string) => void seen.set(key, [...(seen.get(key) ?? []), what]);
      const list = source.list.bind(source);
      source.list = async (options) => {
        const answer = await list(options);
        // Between the list's answer and the watch.
        source.modify(thing("a", ""));
        source.delete(thing("b", ""));
        source.add(thing("c", ""));
        return answer;
      };
      source.add(thing("a", ""));
      source.add(thing("b", ""));
      const { indexer, controller } = newIndexerInformer(source, ThingKind, {
        onAdd: ({ key }) => note(key, "add"),
        onUpdate: ({ key }) => note(key, "update"),
        onDelete: ({ key }) => note(key, "delete"),
      });
      run(controller);
      await settled();
      if (!streaming) {
        expect(Object.fromEntries(seen)).toEqual({ a: ["add", "update"], b: ["add", "delete"], c: ["add"] });
        expect(indexer.listKeys()).toEqual(["a", "c"]);
      }
      for (const object of [...source.objects.values()]) source.delete(object);
      await settled();
      for (const events of seen.values()) expect([events[0], events.at(-1)]).toEqual(["add", "delete"]);
      expect(indexer.listKeys()).toEqual([]);
    }
  });

  it("gives the same events as a watch for both ways to list (B154)", async () => {
    for (const streaming of [false, true]) {
      const source = new FakeControllerSource({ streaming });
      source.add(thing("a", ""));
      const watcher = newInformerWatcher(source, ThingKind);
      const seen: string[] = [];
      const reading = (async () => {
        for await (const event of watcher.events) {
          if (event.type === "BOOKMARK") continue;
          seen.push(`${event.type} ${event.object.metadata?.name}`);
          if (event.type === "DELETED") break;
        }
      })();
      await settled();
      source.modify(thing("a", ""));
      source.add(thing("b", ""));
      await settled();
      expect(watcher.indexer.listKeys()).toEqual(["a", "b"]);
      source.delete(thing("a", ""));
      await reading;
      expect(seen).toEqual(["ADDED a", "MODIFIED a", "ADDED b", "DELETED a"]);
      expect(source.openWatches).toBe(0);
    }
    const stopper = new AbortController();
    const ended = newInformerWatcher(new FakeControllerSource(), ThingKind, { signal: stopper.signal });
    await settled();
    stopper.abort();
    for await (const _ of ended.events) expect.unreachable();
    await ended.close();
  });
});

describe("the events of an informer watcher", () => {
  it("end when their reader leaves while it waits, and so does the informer", async () => {
    const source = new FakeControllerSource();
    const { events } = newInformerWatcher(source, ThingKind);
    const reading = events[Symbol.asyncIterator]();
    const waits = reading.next();
    await settled();
    expect(source.openWatches).toBe(1);
    expect(await reading.return?.()).toEqual({ done: true, value: undefined });
    expect(await waits).toEqual({ done: true, value: undefined });
    expect(source.openWatches).toBe(0);
  });
});

describe("Symbol.asyncDispose", () => {
  it("closes an informer, a reflector, a controller, a factory and an informer watcher", async () => {
    const source = new FakeControllerSource();
    source.add(thing("a", ""));
    const factory = new InformerFactory({ listerWatcher: () => source as never });
    factory.forKind(ThingKind).informer();
    factory.start();
    const queue = newDeltaFIFO<Thing>();
    const informer = newSharedIndexInformer(source, ThingKind);
    const reflector = newReflector(source, ThingKind, newFIFO<Thing>());
    const controller = newController<Thing>({ queue, listerWatcher: source, process: () => {} });
    for (const one of [informer, reflector, controller]) void one.run();
    const running = [informer, reflector, controller, factory, newInformerWatcher(source, ThingKind)];
    await settled();
    for (const [at, one] of running.entries()) {
      expect(source.openWatches).toBe(running.length - at);
      await one[Symbol.asyncDispose]();
    }
    expect(source.openWatches).toBe(0);
  });
});

describe("the fake source", () => {
  it("replays from a version; a reset closes watches and drops the history (B180)", async () => {
    const source = new FakeControllerSource();
    for (const name of ["a", "b", "c"]) source.add(thing(name, ""));
    const from = async (resourceVersion: string, take: number) => {
      const events: string[] = [];
      for await (const event of await source.watch({ resourceVersion })) {
        if (event.type !== "BOOKMARK")
          events.push(`${event.object.metadata?.name}@${event.object.metadata?.resourceVersion}`);
        if (events.length === take) break;
      }
      return events;
    };
    expect(await from("0", 3)).toEqual(["a@1", "b@2", "c@3"]);
    expect(await from("1", 2)).toEqual(["b@2", "c@3"]);
    const open = await source.watch({ resourceVersion: "3" });
    source.add(thing("d", ""));
    source.resetWatch();
    const left: unknown[] = [];
    for await (const event of open) left.push(event.type);
    expect(left).toEqual(["ADDED"]);
    await expect(source.watch({ resourceVersion: "4" })).rejects.toThrow("too old");
    expect((await source.list({})).metadata.resourceVersion).toBe("5");
  });
});
