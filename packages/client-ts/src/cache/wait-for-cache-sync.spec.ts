import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { type Deferred, FakeClock, type Logger, silentLogger, withResolvers } from "../util/index.ts";
import { newController } from "./controller.ts";
import { newFIFO } from "./fifo.ts";
import { newIndexerInformer, newInformer } from "./informer.ts";
import { FakeControllerSource } from "./test-support/fake-controller-source.ts";
import { settled, ThingKind } from "./test-support/informing.ts";
import { type Thing, thing } from "./test-support/scripted-source.ts";
import { CacheSyncError, type Syncing, waitForCacheSync } from "./wait-for-cache-sync.ts";

function syncing(name: string): Syncing & { readonly done: Deferred<void>; finish(): void } {
  const done = withResolvers();
  let synced = false;
  return {
    name,
    done,
    hasSynced: () => synced,
    waitForSync: () => done.promise,
    finish: () => {
      synced = true;
      done.resolve();
    },
  };
}

describe("waiting for caches", () => {
  it("leaves nothing on its signal, and causes no warning of Node, however many there are", async () => {
    const warnings: string[] = [];
    const onWarning = ({ name }: Error): void => void warnings.push(name);
    process.on("warning", onWarning);
    const clock = new FakeClock();
    const { signal } = new AbortController();
    let synced = false;
    const all = waitForCacheSync(
      Array.from({ length: 12 }, () => () => synced),
      { signal, clock },
    );
    await clock.advance(99);
    expect(getEventListeners(signal, "abort")).toHaveLength(1);
    synced = true;
    await clock.advance(1);
    await all;
    await settled();
    process.off("warning", onWarning);
    expect([getEventListeners(signal, "abort").length, clock.pending, warnings]).toEqual([0, 0, []]);
  });

  it("ends when all have synced, each logged; a cancel names the missing ones and the cause (B142)", async () => {
    await waitForCacheSync([]);
    const lines: string[] = [];
    const logger: Logger = {
      ...silentLogger,
      debug: (message, fields) => void lines.push(`${message} ${fields?.["name"]}`),
      warn: (message, fields) => void lines.push(`${message} ${fields?.["missing"]}`),
    };
    const [pods, nodes] = [syncing("pods"), syncing("nodes")];
    const both = waitForCacheSync([pods, nodes], { logger, what: "demo" });
    pods.finish();
    await null;
    nodes.finish();
    await both;
    expect(lines).toEqual(["demo: the cache is synced pods", "demo: the cache is synced nodes"]);
    const late = syncing("late");
    const stopper = new AbortController();
    const wait = waitForCacheSync([pods, late, syncing("never")], { signal: stopper.signal, logger, what: "demo" });
    await null;
    stopper.abort(new Error("took too long"));
    await expect(wait).rejects.toThrow(CacheSyncError);
    await expect(wait).rejects.toThrow("demo did not sync: late, never: took too long");
    expect(lines.at(-1)).toBe("demo: some caches did not sync late,never");
  });

  it("gives an error that lists what is missing and why, and none when all is there (B143)", async () => {
    const [pods, nodes] = [syncing("v1 Pod"), syncing("v1 Node")];
    pods.finish();
    const error = await waitForCacheSync([pods, nodes], { signal: AbortSignal.abort(new Error("cancelled")) }).catch(
      (thrown) => thrown,
    );
    expect(error).toBeInstanceOf(CacheSyncError);
    expect(error.missing).toEqual(["v1 Node"]);
    expect(error.message).toBe("caches did not sync: v1 Node: cancelled");
    expect(error.cause).toEqual(new Error("cancelled"));
    nodes.finish();
    await expect(waitForCacheSync([pods, nodes])).resolves.toBeUndefined();
  });

  it("has as its cause why caches failed: one failure, or all of them; its reason is why the wait ended", async () => {
    const failing = (name: string, error: Error): Syncing => ({
      ...syncing(name),
      lastFailure: { during: "watch", error },
    });
    const [first, second] = [new Error("forbidden"), new Error("no route")];
    const wait = (...caches: Syncing[]): Promise<CacheSyncError> =>
      waitForCacheSync(caches, { signal: AbortSignal.abort(new Error("late")) }).then(
        () => expect.unreachable(),
        (error: CacheSyncError) => error,
      );
    const one = await wait(failing("pods", first), syncing("nodes"));
    expect([one.cause, one.reason, one.missing]).toEqual([first, new Error("late"), ["pods", "nodes"]]);
    expect(one.message).toBe("caches did not sync: pods (watch failed: forbidden), nodes: late");
    const both = await wait(failing("pods", first), failing("nodes", second));
    expect(both.cause).toBeInstanceOf(AggregateError);
    expect((both.cause as AggregateError).errors).toEqual([first, second]);
    expect(both.kind).toBe("Aborted");
  });

  it("numbers what has no name, and asks a function every 100 milliseconds", async () => {
    const clock = new FakeClock();
    let asked = 0;
    const stop = new AbortController();
    const wait = waitForCacheSync(
      [
        () => {
          asked++;
          return false;
        },
        { hasSynced: () => false },
      ],
      { signal: stop.signal, clock },
    ).catch((error: unknown) => error);
    await clock.advance(99);
    expect(asked).toBe(1);
    await clock.advance(1);
    expect(asked).toBe(2);
    stop.abort(new Error("late"));
    expect(await wait).toMatchObject({ missing: ["#1", "#2"] });
    expect(clock.pending).toBe(0);
  });

  it("ends when one of them stops before, and takes a single one", async () => {
    const one = syncing("one");
    const wait = waitForCacheSync(one);
    one.done.reject(new Error("stopped"));
    await expect(wait).rejects.toThrow("one: stopped");
    // It does not wait for the others then, however long they take.
    const [stops, ready, never] = [syncing("stops"), syncing("ready"), syncing("never")];
    ready.finish();
    const several = waitForCacheSync([ready, stops, never, () => false], { clock: new FakeClock() });
    stops.done.reject(new Error("stopped"));
    await expect(several).rejects.toMatchObject({ missing: ["stops", "never", "#4"], reason: new Error("stopped") });
  });

  it("takes what newInformer and newIndexerInformer return, controllers and functions", async () => {
    const clock = new FakeClock();
    const source = new FakeControllerSource();
    source.add(thing("a", ""));
    const informer = newInformer(source, ThingKind, {});
    const indexed = newIndexerInformer(source, ThingKind, {});
    const controller = newController<Thing>({ queue: newFIFO<Thing>(), listerWatcher: source, process: () => {} });
    const running = [informer.controller, indexed.controller, controller];
    for (const one of running) void one.run();
    let ready = false;
    const isReady = (): boolean => ready;
    const wait = waitForCacheSync([informer, indexed, controller, isReady], { clock });
    await settled();
    await expect(waitForCacheSync(isReady, { signal: AbortSignal.abort(new Error("late")) })).rejects.toThrow(
      "isReady: late",
    );
    ready = true;
    await clock.advance(100);
    await wait;
    expect(running.map((one) => one.hasSynced())).toEqual([true, true, true]);
    for (const one of running) await one.close();
    const never = newInformer(source, ThingKind, {});
    const closed = waitForCacheSync(never);
    await never.controller.close();
    await expect(closed).rejects.toThrow(CacheSyncError);
  });
});
