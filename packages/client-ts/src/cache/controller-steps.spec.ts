import { getEventListeners } from "node:events";
import { afterEach, describe, expect, it } from "vitest";
import { type Deferred, FakeClock, withResolvers } from "../util/index.ts";
import { type ControllerOptions, QueueController } from "./controller.ts";
import type { Deltas } from "./delta.ts";
import { DeltaFIFO } from "./delta-fifo.ts";
import type { ListerWatcher } from "./lister-watcher.ts";
import { damagedSource } from "./test-support/damaged.ts";
import { expired } from "./test-support/reflecting.ts";
import { listOf, ScriptedSource, settled, type Thing, thing } from "./test-support/scripted-source.ts";
import { StridedClock } from "./test-support/strided-clock.ts";

const running: QueueController<Thing, Thing, Deltas<Thing>>[] = [];
afterEach(async () => {
  for (const controller of running.splice(0)) await controller.close().catch(() => {});
});

/** A controller on a scripted source, and what its observer received. */
function controlling(options: Partial<ControllerOptions<Thing, Thing, Deltas<Thing>>> = {}) {
  const source = new ScriptedSource();
  const queue = new DeltaFIFO<Thing>();
  const clock = (options.clock as FakeClock | undefined) ?? new FakeClock();
  const observed: string[] = [];
  const controller = new QueueController<Thing, Thing, Deltas<Thing>>(
    {
      queue,
      listerWatcher: source,
      process: () => {},
      onWatchError: () => {},
      random: () => 0.5,
      ...options,
      clock,
    },
    { processed: () => observed.push("processed"), settled: (version) => observed.push(version) },
  );
  running.push(controller);
  /** The versions up to which everything was processed. */
  const versions = (): string[] => observed.filter((what) => what !== "processed");
  return { source, queue, clock, observed, controller, versions };
}

async function listed(made: ReturnType<typeof controlling>, version: string, items: Thing[] = []): Promise<void> {
  void made.controller.run();
  await (await made.source.nextList()).answer(listOf(version, items));
}

describe("a controller on the queue of another one", () => {
  it("is refused, and the first one goes on", async () => {
    const first = controlling();
    await listed(first, "10", [thing("a", "5")]);
    const second = controlling({ queue: first.queue });
    await expect(second.controller.run()).rejects.toMatchObject({
      kind: "InvalidArgument",
      message: "the queue has a controller already: make a queue for each controller",
    });
    expect(second.source.lists).toEqual([]);
    expect(first.versions()).toEqual(["10"]);
  });
});

describe("a controller reports how far it is", () => {
  it("after lists, events and bookmarks, once for each, and not for an event of the past", async () => {
    const made = controlling();
    await listed(made, "10", [thing("a", "5")]);
    const watch = await made.source.nextWatch();
    expect(made.observed).toEqual(["processed", "10"]);
    await watch.modified(thing("a", "12"));
    await watch.modified(thing("a", "11"));
    await watch.bookmark("20");
    expect(made.versions()).toEqual(["10", "12", "20"]);
  });

  it("by versions that are not numbers, and by that of a list that went back", async () => {
    const opaque = controlling();
    await listed(opaque, "v-z");
    await (await opaque.source.nextWatch()).added(thing("a", "v-b"));
    expect(opaque.versions()).toEqual(["v-z", "v-b"]);
    const back = controlling();
    await listed(back, "10");
    await (await back.source.nextWatch()).fail(expired());
    // An older list is accepted the fourth time.
    for (let n = 0; n < 4; n++) {
      for (let wait = 0; back.source.lists.length < n + 2 && wait < 500; wait++) await back.clock.advance(100);
      await (await back.source.nextList()).answer(listOf("5", []));
    }
    expect(back.versions()).toEqual(["10", "5"]);
  });

  it("only when nothing waits and nothing is being processed", async () => {
    const gates: Deferred<void>[] = [];
    const made = controlling({
      process: () => {
        gates.push(withResolvers());
        return gates.at(-1)?.promise;
      },
    });
    await listed(made, "10", [thing("a", "5"), thing("b", "6")]);
    const watch = await made.source.nextWatch();
    await watch.bookmark("11");
    expect([gates.length, made.observed]).toEqual([1, []]);
    gates[0]?.resolve();
    await settled();
    await watch.bookmark("12");
    expect([gates.length, made.observed]).toEqual([2, ["processed"]]);
    gates[1]?.resolve();
    await settled();
    expect(made.observed).toEqual(["processed", "processed", "12"]);
  });
});

describe("a controller processes", () => {
  it("one item after the other, also what is put in by the process itself", async () => {
    const steps: string[] = [];
    const made = controlling({
      process: (deltas) => {
        const key = made.queue.keyOf(deltas);
        steps.push(`begin ${key}`);
        if (key === "a") made.queue.add(thing("b", "6"));
        steps.push(`end ${key}`);
      },
    });
    await listed(made, "10", [thing("a", "5")]);
    expect(steps).toEqual(["begin a", "end a", "begin b", "end b"]);
  });

  it("an item once when it fails, unless it is asked to try again", async () => {
    for (const retryOnError of [undefined, false, true]) {
      let attempts = 0;
      const made = controlling({
        retryOnError,
        onUnexpectedError: () => {},
        process: () => {
          if (++attempts < 3) throw new Error("not yet");
        },
      });
      await listed(made, "10", [thing("a", "5")]);
      for (let n = 0; n < 5; n++) await settled();
      expect(attempts).toBe(retryOnError === true ? 3 : 1);
    }
  });

  it.each([
    ["gives nothing", (): void => {}],
    ["gives a promise that is settled", (): Promise<void> => Promise.resolve()],
  ])(
    "for a few milliseconds in one turn of the event loop when process %s, then others have theirs",
    async (_, then) => {
      let processed = 0;
      const process = (): void | Promise<void> => {
        processed++;
        return then();
      };
      const made = controlling({ clock: new StridedClock(), process });
      void made.controller.run();
      const list = await made.source.nextList();
      void list.answer(
        listOf(
          "10",
          Array.from({ length: 500 }, (_, n) => thing(`t${n}`, "5")),
        ),
      );
      const seen: number[] = [];
      while (processed < 500) {
        await new Promise((resolve) => setImmediate(resolve));
        seen.push(processed);
      }
      expect(new Set(seen).size).toBeGreaterThan(10);
    },
  );

  it("holds the source back above 2,000 items, until the queue is empty, again and again", async () => {
    let gate = withResolvers();
    const made = controlling({ process: () => gate.promise });
    await listed(made, "10");
    const watch = await made.source.nextWatch();
    for (let round = 0; round < 2; round++) {
      const events = Array.from({ length: 2_500 }, (_, n) => thing(`r${round}-${n}`, String(11 + n + round * 2_500)));
      await watch.added(...events);
      for (let n = 0; n < 20; n++) await settled();
      expect(made.queue.length).toBe(2_000);
      gate.resolve();
      for (let n = 0; n < 2_000 && made.queue.length > 0; n++) await settled();
      for (let n = 0; n < 200; n++) await settled();
      expect(made.versions().at(-1)).toBe(String(10 + (round + 1) * 2_500));
      gate = withResolvers();
    }
    gate.resolve();
  });
});

describe("a controller that ends", () => {
  it("closes its queue, by close as by signal, and leaves nothing on the signal", async () => {
    const closed = controlling();
    await listed(closed, "10");
    await closed.controller.close();
    expect(closed.queue.closed).toBe(true);
    const stopper = new AbortController();
    const aborted = controlling();
    const run = aborted.controller.run({ signal: stopper.signal });
    await aborted.source.nextList();
    stopper.abort();
    await run;
    expect(aborted.queue.closed).toBe(true);
    const { signal } = new AbortController();
    const other = controlling();
    const ended = other.controller.run({ signal });
    await other.source.nextList();
    await other.controller.close();
    await ended;
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
  });

  it("settles after the process that is at work, by close as by signal", async () => {
    for (const how of ["close", "signal"] as const) {
      const gate = withResolvers();
      const stopper = new AbortController();
      const made = controlling({ process: () => gate.promise });
      const ended: string[] = [];
      const run = made.controller.run({ signal: stopper.signal }).then(() => ended.push("run"));
      await (await made.source.nextList()).answer(listOf("10", [thing("a", "5")]));
      const closing = how === "close" ? made.controller.close() : void stopper.abort();
      await settled();
      expect(ended).toEqual([]);
      gate.resolve();
      await Promise.all([run, closing]);
      expect(ended).toEqual(["run"]);
    }
  });

  it("closes its queue, although it never ran", async () => {
    const { controller, queue } = controlling();
    await controller.close();
    expect(queue.closed).toBe(true);
  });

  it("with the first error of its process stops the source", async () => {
    const made = controlling({
      failFast: true,
      process: (deltas) => {
        throw new Error(made.queue.keyOf(deltas));
      },
    });
    const failed = expect(made.controller.run()).rejects.toThrow(/^a$/);
    await (await made.source.nextList()).answer(listOf("10", [thing("a", "5"), thing("b", "6")]));
    await failed;
    expect([made.queue.closed, made.controller.state, made.clock.pending]).toEqual([true, "stopped", 0]);
  });
});

describe("a controller says", () => {
  it("which process failed, and with what, also when it is to try again", async () => {
    for (const error of [new Error("no mail"), undefined]) {
      const reports: string[] = [];
      let attempts = 0;
      const made = controlling({
        name: "things",
        retryOnError: true,
        onUnexpectedError: (failure, where) => void reports.push(`${where}: ${(failure as Error).message}`),
        process: () => {
          if (attempts++ === 0) throw error;
        },
      });
      await listed(made, "10", [thing("a", "5")]);
      await settled();
      expect(reports).toEqual([`the process of things: ${error === undefined ? "the process failed" : "no mail"}`]);
      expect(attempts).toBe(2);
    }
  });

  it("to its source that it was closed, and which object it could not decode", async () => {
    let reason: unknown;
    const reports: string[] = [];
    const source: ListerWatcher<Thing> = {
      supportsWatchList: false,
      list: async () => listOf("10", []),
      watch: ({ signal }) =>
        new Promise((_, reject) =>
          signal?.addEventListener("abort", () => {
            reason = signal.reason;
            reject(signal.reason);
          }),
        ),
    };
    const stopped = controlling({ listerWatcher: source });
    void stopped.controller.run();
    await settled();
    await stopped.controller[Symbol.asyncDispose]();
    expect(reason).toMatchObject({ message: "the controller was closed" });
    const raw = Object.assign(new ScriptedSource(), { raw: damagedSource(2, "n0") });
    const damaged = controlling({
      name: "things",
      listerWatcher: raw,
      onUnexpectedError: (error, where) => void reports.push(`${where}: ${(error as Error).name}`),
    });
    void damaged.controller.run();
    await expect.poll(() => damaged.versions(), { interval: 1 }).toEqual(["9"]);
    expect(reports).toEqual(["decoding shop/n0 of things: UndecodableObjectError"]);
  });

  it("how its reflector is", async () => {
    const made = controlling();
    await listed(made, "10", [thing("a", "5")]);
    (await made.source.nextWatch()).open();
    await settled();
    const { controller, clock } = made;
    await clock.advance(1_000);
    expect([controller.state, controller.lastSyncResourceVersion, controller.hasSynced()]).toEqual([
      "watching",
      "10",
      true,
    ]);
    expect([controller.lastContactAgeMs, controller.isStale]).toEqual([1_000, false]);
  });
});
