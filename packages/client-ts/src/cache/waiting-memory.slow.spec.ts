/**
 * Every function that waits is called 5,000 times (as often as `CLIENT_TS_WAITING_CALLS` says) on things that live as
 * long as the process: a signal that never fires, an informer, a queue. What a call leaves behind there is a leak,
 * however small.
 */

import { setMaxListeners } from "node:events";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import {
  abortable,
  allowManyListeners,
  AsyncQueue,
  combineSignals,
  FakeClock,
  Latch,
  nextTurn,
  onAbort,
  singleFlight,
  sleep,
  Slicer,
  systemClock,
  newTaskGroup,
  timeoutSignal,
  TokenBucket,
  until,
  unlimitedThrottle,
  whenAborted,
  closedThrottle,
  WaitLine,
} from "../util/index.ts";
import { DelayingQueue, parallelizeUntil, PriorityQueue, RateLimitingQueue, WorkQueue } from "../workqueue/index.ts";
import { DeltaFIFO } from "./delta-fifo.ts";
import { InformerFactory } from "./informer-factory.ts";
import { FIFO } from "./fifo.ts";
import { Heap } from "./heap.ts";
import { newInformerWatcher } from "./informer-watcher.ts";
import { newSharedIndexInformer, type SharedIndexInformer } from "./informer/shared-index-informer.ts";
import { GenericLister } from "./generic-lister.ts";
import { OrderedFIFO } from "./ordered-fifo.ts";
import { Reflector } from "./reflector/reflector.ts";
import { ReflectorSharing } from "./reflector/reflector-sharing.ts";
import { Lazy } from "./sync-track.ts";
import { FakeControllerSource } from "./test-support/fake-controller-source.ts";
import { ThingKind } from "./test-support/informing.ts";
import { type Thing, thing } from "./test-support/scripted-source.ts";
import { watchUntilWithSync } from "./watch-until-with-sync.ts";
import { waitForCacheSync } from "./wait-for-cache-sync.ts";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** A signal that lives as long as the process. */
const forever: AbortSignal = new AbortController().signal;
setMaxListeners(0, forever);

/** One call, from beginning to end. */
type Call = () => unknown;

const calls = Number(process.env["CLIENT_TS_WAITING_CALLS"] ?? 5_000);

/** Made once: an AbortController's own reason has a stack, which costs more than all else here. */
const reason = new Error("aborted");

/** Waits with a signal that fires at once. */
async function aborted(wait: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
  const stop = new AbortController();
  const waiting = wait(stop.signal);
  stop.abort(reason);
  await waiting.catch(() => {});
}

/** A source whose list never comes. */
const silent = Object.assign(new FakeControllerSource(), { list: () => new Promise<never>(() => {}) });

function informer(source: FakeControllerSource = new FakeControllerSource()): SharedIndexInformer<Thing> {
  return newSharedIndexInformer<Thing>(source, ThingKind, { logger: false, clock: new FakeClock() });
}

async function synced(): Promise<SharedIndexInformer<Thing>> {
  const source = new FakeControllerSource();
  source.add(thing("a", ""));
  const ready = informer(source);
  void ready.run();
  await ready.waitForSync();
  return ready;
}

function waiting(): SharedIndexInformer<Thing> {
  const never = informer(silent);
  void never.run();
  return never;
}

/** A pop of a queue that something is put into afterwards. */
async function popped(queue: { pop(process: () => void): Promise<unknown>; add(element: never): void }): Promise<void> {
  const pop = queue.pop(() => {});
  queue.add(thing("a", "1") as never);
  await pop;
}

let keys = 0;

async function got(queue: WorkQueue<string>): Promise<void> {
  await aborted((signal) => queue.get({ signal }));
  const taking = queue.get({ signal: forever });
  // A key of its own: the same key for several workers would be one piece of work.
  queue.add(String(keys++ % 1_000));
  const taken = await taking;
  if (!taken.shutDown) queue.done(taken.key);
}

/** By the function's name: makes what lives long, and gives the call to repeat. */
const measured: Record<string, () => Call | Promise<Call>> = {
  "AsyncQueue.push": () => {
    const queue = new AsyncQueue<number>({ capacity: 1 });
    queue.offer(1);
    return () => aborted((signal) => queue.push(2, { signal }));
  },
  "AsyncQueue.take": () => {
    const queue = new AsyncQueue<number>();
    return async () => {
      await aborted((signal) => queue.take({ signal }));
      const next = queue.take({ signal: forever });
      queue.offer(1);
      await next;
    };
  },
  "DelayingQueue.get": () => {
    const queue = new DelayingQueue<string>();
    return () => got(queue);
  },
  "DelayingQueue.shutDownWithDrain": () => () => new DelayingQueue<string>().shutDownWithDrain({ timeoutMs: 60_000 }),
  "DeltaFIFO.pop": () => {
    const queue = new DeltaFIFO<Thing>();
    return () => popped(queue);
  },
  "FIFO.pop": () => {
    const queue = new FIFO<Thing>();
    return () => popped(queue);
  },
  "GenericLister.atLeast": async () => {
    const ready = await synced();
    const lister = new GenericLister(ready.indexer, ThingKind, (version, options) => ready.atLeast(version, options));
    return () => aborted((signal) => lister.atLeast("99", { signal }));
  },
  "Heap.pop": () => {
    const heap = new Heap<Thing>({ less: () => false });
    return async () => {
      const pop = heap.pop();
      heap.add(thing("a", "1"));
      await pop;
    };
  },
  "InformerFactory.waitForCacheSync": () => {
    const factory = new InformerFactory(
      { listerWatcher: () => silent as never },
      { logger: false, clock: new FakeClock() },
    );
    factory.forKind(ThingKind).informer();
    factory.start();
    return () => aborted((signal) => factory.waitForCacheSync({ signal }));
  },
  "Latch.wait": () => {
    const latch = new Latch();
    return () => aborted((signal) => latch.wait(signal));
  },
  "Lazy.get": () => {
    const lazy = new Lazy(() => 1);
    return async () => {
      lazy.notify();
      await lazy.get();
    };
  },
  "OrderedFIFO.pop": () => {
    const queue = new OrderedFIFO<Thing>();
    return () => popped(queue);
  },
  "PriorityQueue.get": () => {
    const queue = new PriorityQueue<string>();
    return () => got(queue);
  },
  "PriorityQueue.shutDownWithDrain": () => () => new PriorityQueue<string>().shutDownWithDrain({ timeoutMs: 60_000 }),
  "RateLimitingQueue.get": () => {
    const queue = new RateLimitingQueue<string>();
    return () => got(queue);
  },
  "RateLimitingQueue.shutDownWithDrain": () => () =>
    new RateLimitingQueue<string>().shutDownWithDrain({ timeoutMs: 60_000 }),
  "ReflectorSharing.beginList": async () => {
    const busy = new ReflectorSharing({ concurrentLists: 1 });
    await busy.beginList(forever);
    const free = new ReflectorSharing();
    return async () => {
      await aborted((signal) => busy.beginList(signal));
      (await free.beginList(forever))();
    };
  },
  "ReflectorSharing.retry": () => {
    const busy = new ReflectorSharing({ retriesPerSecond: 0.001, retryBurst: 1 });
    return () => aborted((signal) => busy.retry(signal));
  },
  "SharedIndexInformer.atLeast": async () => {
    const ready = await synced();
    return async () => {
      await aborted((signal) => ready.atLeast("99", { signal }));
      await ready.atLeast("1", { signal: forever });
    };
  },
  "SharedIndexInformer.removeEventHandler": async () => {
    const ready = await synced();
    return async () => {
      const registration = ready.addEventHandler({});
      await registration.waitForSync({ signal: forever });
      await ready.removeEventHandler(registration);
    };
  },
  "SharedIndexInformer.waitForSync": async () => {
    const [never, ready] = [waiting(), await synced()];
    const registration = never.addEventHandler({});
    return async () => {
      await aborted((signal) => never.waitForSync({ signal }));
      await aborted((signal) => registration.waitForSync({ signal }));
      await ready.waitForSync({ signal: forever });
    };
  },
  "Slicer.nextTurn": () => {
    const slicer = new Slicer(systemClock);
    return () => slicer.nextTurn();
  },
  "TaskGroup.run": () => async () => {
    const group = newTaskGroup({ signal: forever });
    group.run(() => nextTurn());
    await group.wait();
    await group.close();
  },
  "TokenBucket.wait": () => {
    const [empty, full] = [new TokenBucket({ qps: 0.001, burst: 1 }), new TokenBucket({ qps: 1e9, burst: 1e9 })];
    empty.tryAccept();
    return async () => {
      await aborted((signal) => empty.wait({ signal }));
      await full.wait({ signal: forever });
    };
  },
  "WaitLine.join": () => {
    const line = new WaitLine<void>();
    return async () => {
      await aborted((signal) => line.join(undefined, signal));
      const joined = line.join(undefined, forever);
      line.next()?.resolve();
      await joined;
    };
  },
  "WorkQueue.get": () => {
    const queue = new WorkQueue<string>();
    return () => got(queue);
  },
  "WorkQueue.shutDownWithDrain": () => () => new WorkQueue<string>().shutDownWithDrain({ timeoutMs: 60_000 }),
  abortable: () => () => abortable(Promise.resolve(), forever),
  allowManyListeners: () => () => allowManyListeners(forever),
  combineSignals: () => () => combineSignals(forever, forever).release(),
  nextTurn: () => () => nextTurn(),
  onAbort: () => () => onAbort(forever, () => {})(),
  parallelizeUntil: () => () => parallelizeUntil(3, () => {}, { signal: forever }),
  singleFlight: () => {
    const flight = singleFlight(async () => 1);
    return () => Promise.all([flight(), flight()]);
  },
  sleep: () => async () => {
    await sleep(0, { signal: forever });
    await aborted((signal) => sleep(60_000, { signal }));
  },
  timeoutSignal: () => () => timeoutSignal(60_000, { signal: forever, clock: systemClock }).release(),
  "unlimitedThrottle.wait": () => () => unlimitedThrottle.wait({ signal: forever }),
  "closedThrottle.wait": () => () => aborted((signal) => closedThrottle.wait({ signal })),
  until: () => () => {
    const stop = new AbortController();
    return until(() => stop.abort(reason), 1_000, { signal: stop.signal });
  },
  whenAborted: () => () => aborted((signal) => whenAborted(signal)),
  waitForCacheSync: async () => {
    const [never, ready] = [waiting(), await synced()];
    return async () => {
      await aborted((signal) => waitForCacheSync([ready, never], { signal }));
      await waitForCacheSync([ready], { signal: forever });
    };
  },
};

/** What begins to run and ends again: fewer calls, because each is a life. */
const lives: Record<string, () => Call> = {
  "InformerFactory.start": () => async () => {
    const factory = new InformerFactory(
      { listerWatcher: () => new FakeControllerSource() as never },
      { logger: false, clock: new FakeClock() },
    );
    factory.forKind(ThingKind).informer();
    factory.start({ signal: forever });
    await factory.waitForCacheSync({ signal: forever });
    await factory.close();
  },
  newInformerWatcher: () => async () => {
    const watcher = newInformerWatcher<Thing>(new FakeControllerSource(), ThingKind, {
      signal: forever,
      clock: new FakeClock(),
    });
    await watcher.close();
  },
  "Reflector.run": () => async () => {
    const store = { add() {}, update() {}, delete() {}, replace() {} };
    const reflector = new Reflector<Thing>(new FakeControllerSource(), store, { clock: new FakeClock() });
    const running = reflector.run({ signal: forever });
    await reflector.close();
    await running;
  },
  "SharedIndexInformer.run": () => async () => {
    const one = informer();
    const running = one.run({ signal: forever });
    await one.waitForSync({ signal: forever });
    await one.close();
    await running;
  },
  watchUntilWithSync: () => {
    const source = new FakeControllerSource();
    source.add(thing("a", ""));
    return () =>
      watchUntilWithSync<Thing>(source, ThingKind, () => true, {
        signal: forever,
        clock: new FakeClock(),
        timeoutMs: 60_000,
      });
  },
};

/**
 * Exported functions that are not measured by themselves, and why; `scripts/waiting-functions.spec.ts` sees that none
 * is forgotten.
 */
const elsewhere: Record<string, string> = {
  "FakeClock.advance": "only in tests",
  "FakeClock.advanceToNext": "only in tests",
  "InformerFactory.close": "with start",
  "ListWatch.list": "one request",
  "ListWatch.watch": "one request",
  "Reflector.close": "with run",
  "Reflector.listAndWatch": "with run",
  "SharedIndexInformer.close": "with run",
  "TaskGroup.close": "with run",
  "TaskGroup.wait": "with run",
  newTaskGroup: "with TaskGroup.run",
};

/**
 * Bytes that one call leaves behind: the least of up to three rounds. A leak grows in every round; what the engine
 * allocates while it learns the code does not.
 */
async function slope(call: Call, times: number, enough: number): Promise<number> {
  const heapAfter = async (count: number): Promise<number> => {
    const atOnce = Math.min(500, count);
    for (let done = 0; done < count; done += atOnce) await Promise.all(Array.from({ length: atOnce }, call));
    await nextTurn();
    collect();
    collect();
    return process.memoryUsage().heapUsed;
  };
  let before = await heapAfter(times / 10);
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 3 && least >= enough; round++) {
    const after = await heapAfter(times);
    least = Math.min(least, (after - before) / times);
    before = after;
  }
  return least;
}

describe("the memory of what waits", () => {
  it("is measured once for each function", () => {
    expect(Object.keys(elsewhere).filter((name) => name in measured || name in lives)).toEqual([]);
  });

  it("would notice one reaction on a promise that lives long", async () => {
    const never = new Promise<void>(() => {});
    expect(await slope(() => aborted((signal) => abortable(never, signal)), 5_000, 48)).toBeGreaterThan(50);
  });

  for (const [name, make] of Object.entries(measured)) {
    it(`keeps nothing of a call: ${name}`, async () => {
      expect(await slope(await make(), calls, 48)).toBeLessThan(48);
    }, 60_000);
  }

  for (const [name, make] of Object.entries(lives)) {
    it(`keeps nothing of what ran and ended: ${name}`, async () => {
      expect(await slope(make(), 1_000, 200)).toBeLessThan(200);
    }, 60_000);
  }
});
