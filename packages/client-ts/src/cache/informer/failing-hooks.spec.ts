/**
 * Every function that a user can give to an informer, a controller or a work queue fails once, in every way in which a
 * function can fail. Everything else in the process goes on: the other informers, the other handlers, the queues,
 * and the informer itself.
 */

import fc from "fast-check";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TransportError } from "../../errors/index.ts";
import type { WatchEvent } from "../../meta/index.ts";
import { type Counter, FakeClock, type Gauge, type Histogram, type Logger, type Meter } from "../../util/index.ts";
import { ItemExponentialFailureRateLimiter, RateLimitingQueue } from "../../workqueue/index.ts";
import { newController } from "../controller.ts";
import { DeltaFIFO } from "../delta-fifo.ts";
import type { ListerWatcher } from "../lister-watcher.ts";
import type { AddEvent, DeleteEvent, UpdateEvent } from "./events.ts";
import { FakeControllerSource } from "../test-support/fake-controller-source.ts";
import { Recorder, settled, stateOf, ThingKind } from "../test-support/informing.ts";
import { type Thing, thing } from "../test-support/scripted-source.ts";
import { filteringHandler } from "./handler.ts";
import type { TweakListOptions } from "../lister-watcher.ts";
import { newSharedIndexInformer } from "./shared-index-informer.ts";

const failures = {
  throws: () => {
    throw new Error("planted");
  },
  rejects: () => Promise.reject(new Error("planted")),
  "gives a thenable whose then throws": () => ({
    // biome-ignore lint/suspicious/noThenProperty: this is what the test is about.
    then() {
      throw new Error("planted");
    },
  }),
  "gives an object whose then cannot be read": () => ({
    // biome-ignore lint/suspicious/noThenProperty: this is what the test is about.
    get then() {
      throw new Error("planted");
    },
  }),
} as const;

type Failure = keyof typeof failures;

const hookNames = [
  "handler.onAdd",
  "handler.onUpdate",
  "handler.onDelete",
  "filter",
  "meter.counter",
  "meter.gauge",
  "meter.histogram",
  "counter.add",
  "gauge.set",
  "histogram.observe",
  "logger.debug",
  "logger.info",
  "logger.warn",
  "logger.error",
  "onUnexpectedError",
  "onWatchError",
  "onStale",
  "onState",
  "backoff.next",
  "tweakListOptions",
  "transform",
  "index function",
  "process",
  "shouldResync",
  "limiter.when",
] as const;

type HookName = (typeof hookNames)[number];

interface Plan {
  readonly hook: HookName;
  readonly failure: Failure;
  /** The call that fails; the first is 0. */
  readonly at: number;
}

/** Which hooks failed in some run: a hook that is never called would be tested by nothing. */
const failed = new Set<HookName>();

type Hook = <A extends readonly unknown[], R>(name: HookName, ordinary: (...args: A) => R) => (...args: A) => R;

/** Makes functions of a user, one of which fails once, as the plan says, while it `mayFail`. */
function hooksFor(plan: Plan, mayFail: () => boolean): Hook {
  let calls = 0;
  return (name, ordinary) =>
    (...args) => {
      if (name !== plan.hook || calls++ !== plan.at || !mayFail()) return ordinary(...args);
      failed.add(name);
      return failures[plan.failure]() as never;
    };
}

/** A source that can be cut off. */
class CutSource implements ListerWatcher<Thing> {
  readonly supportsWatchList = false;
  readonly inner: FakeControllerSource = new FakeControllerSource();
  isCut = false;

  async list(options: Parameters<ListerWatcher<Thing>["list"]>[0]): ReturnType<ListerWatcher<Thing>["list"]> {
    if (this.isCut) throw new TransportError("cut", { code: "reset" });
    return this.inner.list(options);
  }

  async watch(options: Parameters<ListerWatcher<Thing>["watch"]>[0]): Promise<AsyncIterable<WatchEvent<Thing>>> {
    if (this.isCut) throw new TransportError("cut", { code: "reset" });
    return this.inner.watch(options);
  }
}

function failingMeter(hook: Hook): Meter {
  const add = hook("counter.add", () => {});
  const set = hook("gauge.set", () => {});
  const observe = hook("histogram.observe", () => {});
  return {
    counter: hook("meter.counter", (): Counter => ({ add })),
    gauge: hook("meter.gauge", (): Gauge => ({ set })),
    histogram: hook("meter.histogram", (): Histogram => ({ observe })),
  };
}

function failingLogger(hook: Hook): Logger {
  return {
    debug: hook("logger.debug", () => {}),
    info: hook("logger.info", () => {}),
    warn: hook("logger.warn", () => {}),
    error: hook("logger.error", () => {}),
  };
}

/** Everything that a process may have, with one failing hook somewhere in it. */
async function run(plan: Plan): Promise<void> {
  let mayFail = true;
  const hook = hooksFor(plan, () => mayFail);
  const clock = new FakeClock();
  const meter = failingMeter(hook);
  const logger = failingLogger(hook);
  const onUnexpectedError = hook("onUnexpectedError", () => {});
  const common = { clock, random: () => 0.5, meter, logger, onUnexpectedError };
  const [source, otherSource, controllerSource] = [new CutSource(), new CutSource(), new CutSource()];
  const sources = [source, otherSource, controllerSource];

  const informer = newSharedIndexInformer<Thing>(source, ThingKind, {
    ...common,
    resyncMs: 5_000,
    maxPending: 1,
    // Not when the logger receives the failures.
    onWatchError:
      plan.hook !== "logger.error" && plan.hook !== "logger.debug" ? hook("onWatchError", () => {}) : undefined,
    onStale: hook("onStale", () => {}),
    onState: hook("onState", () => {}),
    backoff: { next: hook("backoff.next", () => 2_000) },
    tweakListOptions: hook("tweakListOptions", (options: never) => options) as unknown as TweakListOptions,
    transform: hook("transform", (object: Thing) => object) as (object: Thing) => Thing,
    indexers: {
      byValue: hook("index function", (object: Thing) => [String(object.spec?.value)]) as (object: unknown) => string[],
    },
  });
  const seen = new Recorder();
  const filtered = new Recorder();
  const other = new Recorder();
  informer.addEventHandler({
    onAdd: hook("handler.onAdd", (event: AddEvent<Thing>) => {
      seen.onAdd(event);
      // Something has to fail before a failure is reported.
      if (plan.hook === "onUnexpectedError" && mayFail && seen.seen.length <= plan.at + 1) throw new Error("planted");
    }),
    onUpdate: hook("handler.onUpdate", (event: UpdateEvent<Thing>) => seen.onUpdate(event)),
    onDelete: hook("handler.onDelete", (event: DeleteEvent<Thing>) => seen.onDelete(event)),
  });
  informer.addEventHandler(
    filteringHandler(
      hook("filter", () => true),
      filtered,
    ),
  );
  const registration = informer.addEventHandler(other);

  const otherInformer = newSharedIndexInformer<Thing>(otherSource, ThingKind, {
    clock,
    random: () => 0.5,
    backoff: { next: () => 2_000 },
    logger: false,
  });
  const elsewhere = new Recorder();
  otherInformer.addEventHandler(elsewhere);

  const processed: string[] = [];
  const controller = newController<
    Thing,
    Thing,
    readonly { readonly object: { readonly metadata?: { readonly name?: string } } }[]
  >({
    ...common,
    queue: new DeltaFIFO<Thing>() as never,
    listerWatcher: controllerSource,
    fullResyncMs: 5_000,
    shouldResync: hook("shouldResync", () => true),
    backoff: { next: () => 2_000 },
    process: hook(
      "process",
      (deltas: readonly { readonly object: { readonly metadata?: { readonly name?: string } } }[]) => {
        for (const { object } of deltas) processed.push(object.metadata?.name ?? "");
      },
    ) as never,
  });

  const limiter = new ItemExponentialFailureRateLimiter<string>({ baseMs: 10, maxMs: 1_000 });
  const queue = new RateLimitingQueue<string>({
    clock,
    meter,
    name: "measured",
    limiter: {
      when: hook("limiter.when", (key: string) => limiter.when(key)) as (key: string) => number,
      forget: (key) => limiter.forget(key),
      numRequeues: (key) => limiter.numRequeues(key),
    },
  });
  const retry = (key: string): void => {
    try {
      queue.addRateLimited(key);
    } catch {
      // A limiter that fails tells the caller; the key can be added again.
      queue.add(key);
    }
  };
  const worked: string[] = [];
  const working = (async () => {
    for (let taken = await queue.get(); !taken.shutDown; taken = await queue.get()) {
      worked.push(taken.key);
      queue.done(taken.key);
    }
  })();

  for (const { inner } of sources) {
    inner.add(thing("a", "", { value: 1 }));
    inner.add(thing("b", "", { value: 1 }));
  }
  const running = [informer.run(), otherInformer.run(), controller.run()];
  await settled();
  for (const key of ["one", "two", "three"]) {
    queue.add(key);
    retry(`${key} again`);
  }
  for (const { inner } of sources) {
    for (let value = 2; value < 6; value++) inner.modify(thing("a", "", { value }));
    inner.add(thing("c", "", { value: 1 }));
    inner.delete(thing("b", ""));
  }
  await clock.advance(20_000);
  for (const one of sources) {
    one.isCut = true;
    one.inner.closeWatches();
  }
  await clock.advance(30_000);
  for (const one of sources) {
    one.isCut = false;
    one.inner.resetWatch();
  }
  await clock.advance(300_000);
  mayFail = false;
  for (const recorder of [seen, filtered, other, elsewhere]) recorder.take();
  processed.length = 0;
  for (const { inner } of sources) {
    inner.modify(thing("a", "", { value: "last" }));
    inner.modify(thing("c", "", { value: "last" }));
    inner.add(thing("z", "", { value: "last" }));
  }
  queue.add("last");
  retry("last retry");
  await clock.advance(20_000);

  const changes = (recorder: Recorder): string => recorder.seen.filter((line) => !line.endsWith("=")).join(" ");
  const expected = (of: CutSource): string =>
    ["a", "c", "z"].map((name) => `${name}@${of.inner.objects.get(name)?.metadata?.resourceVersion}`).join(" ");
  expect(stateOf(otherInformer)).toBe(expected(otherSource));
  expect(changes(elsewhere)).toMatch(/^~a@\d+>\d+ ~c@\d+>\d+ \+z@\d+$/);
  expect(stateOf(informer)).toBe(expected(source));
  for (const recorder of [seen, filtered, other]) expect(changes(recorder)).toMatch(/~a@\d+>\d+ ~c@\d+>\d+ \+z@\d+$/);
  expect(informer.hasSynced() && otherInformer.hasSynced() && controller.hasSynced() && registration.hasSynced()).toBe(
    true,
  );
  expect(processed).toEqual(expect.arrayContaining(["a", "c", "z"]));
  expect(worked).toEqual(
    expect.arrayContaining(["one", "two", "three", "last", "one again", "two again", "three again", "last retry"]),
  );

  queue.shutDown();
  await working;
  await Promise.all([informer.close(), otherInformer.close(), controller.close()]);
  await Promise.all(running);
  expect(clock.pending).toBe(0);
}

describe("hooks that fail", () => {
  const rejections: unknown[] = [];
  const onRejection = (reason: unknown): void => void rejections.push(reason);

  beforeEach(() => {
    rejections.length = 0;
    process.on("unhandledRejection", onRejection);
    vi.spyOn(console, "error").mockImplementation(() => {});
  });

  afterEach(() => {
    process.off("unhandledRejection", onRejection);
    vi.restoreAllMocks();
  });

  afterAll(() => {
    expect([...hookNames].filter((name) => !failed.has(name))).toEqual([]);
  });

  for (const hook of hookNames) {
    it(`leave every other informer, handler and queue running: ${hook}`, async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...(Object.keys(failures) as Failure[])),
          fc.nat({ max: 6 }),
          async (failure, at) => {
            await run({ hook, failure, at });
            await settled();
            expect(rejections).toEqual([]);
          },
        ),
        { numRuns: 12, examples: (Object.keys(failures) as Failure[]).map((failure) => [failure, 0]) },
      );
    });
  }
});
