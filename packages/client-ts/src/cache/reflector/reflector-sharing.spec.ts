import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { FakeClock, seededRandom } from "../../util/index.ts";
import { PausedClock } from "../test-support/paused-clock.ts";
import { RecordingStore } from "../test-support/recording-store.ts";
import { refusedConnection, reset } from "../test-support/reflecting.ts";
import { listOf, ScriptedSource, type Thing, settled } from "../test-support/scripted-source.ts";
import { Reflector } from "./reflector.ts";
import { ReflectorSharing } from "./reflector-sharing.ts";

function many(count: number, clock: FakeClock, sharing: ReflectorSharing) {
  const random = seededRandom(count);
  return Array.from({ length: count }, (_, n) => {
    const source = new ScriptedSource();
    const reflector = new Reflector<Thing>(source, new RecordingStore<Thing>(), {
      name: `r${n}`,
      clock,
      random,
      sharing,
      logger: false,
    });
    return { source, reflector };
  });
}

describe("reflectors of one client", () => {
  it("list at most 25 at a time when 200 start together (F-E14)", async () => {
    const clock = new FakeClock();
    const all = many(200, clock, new ReflectorSharing({ clock }));
    for (const { reflector } of all) void reflector.run();
    let done = 0;
    while (done < 200) {
      await settled();
      const asked = all.filter(({ source }) => source.lists.length > 0).length;
      expect(asked - done).toBeLessThanOrEqual(25);
      expect(asked).toBeGreaterThan(done);
      for (const { source } of all) {
        if (source.lists.length === 1 && source.watches.length === 0) {
          await source.lists[0]?.answer(listOf("1", []));
          done++;
        }
      }
    }
    for (const { source } of all) expect([source.lists.length, source.watches.length]).toEqual([1, 1]);
    await Promise.all(all.map(({ reflector }) => reflector.close()));
    expect(clock.pending).toBe(0);
  });

  it("come back spread over time after a restart: no second has more than a fifth of them (F-E14)", async () => {
    const clock = new FakeClock();
    const all = many(200, clock, new ReflectorSharing({ clock, concurrentLists: 1000 }));
    for (const { reflector } of all) void reflector.run();
    await settled();
    await Promise.all(all.map(({ source }) => source.lists[0]?.answer(listOf("1", []))));
    for (const { source } of all) source.watches[0]?.open();
    await clock.advance(5_000);
    await Promise.all(
      all.map(({ source }, n) => (n % 2 === 0 ? source.watches[0]?.end() : source.watches[0]?.fail(reset()))),
    );
    const perSecond: number[] = [];
    let before = 200;
    for (let second = 0; second < 15; second++) {
      await clock.advance(1_000);
      const now = all.reduce((sum, { source }) => sum + source.watches.length, 0);
      perSecond.push(now - before);
      before = now;
    }
    expect(before).toBe(400);
    expect(Math.max(...perSecond)).toBeLessThanOrEqual(40);
    await Promise.all(all.map(({ reflector }) => reflector.close()));
    expect(clock.pending).toBe(0);
  });

  it("try again ten times at once, and twenty times a second after that, all of them together", async () => {
    const clock = new FakeClock();
    const sharing = new ReflectorSharing({ clock });
    let retries = 0;
    for (let n = 0; n < 60; n++) void sharing.retry(new AbortController().signal).then(() => retries++);
    await settled();
    expect(retries).toBe(10);
    await clock.advance(1_000);
    expect(retries).toBe(30);
    await clock.advance(1_000);
    expect(retries).toBe(50);
    await clock.advance(1_000);
  });

  it("use a place again that was given back while no other waited", async () => {
    const sharing = new ReflectorSharing({ concurrentLists: 1 });
    const { signal } = new AbortController();
    for (let n = 0; n < 3; n++) {
      let begun = false;
      const place = sharing.beginList(signal);
      void place.then(() => {
        begun = true;
      });
      await settled();
      expect(begun).toBe(true);
      (await place)();
    }
  });

  it("give a place back once, take none when they are stopped already, and leave nothing on the signal", async () => {
    const sharing = new ReflectorSharing({ concurrentLists: 1 });
    const { signal } = new AbortController();
    await expect(sharing.beginList(AbortSignal.abort(new Error("stopped")))).rejects.toThrow("stopped");
    const first = await sharing.beginList(signal);
    const begun: string[] = [];
    const second = sharing.beginList(signal).then((release) => {
      begun.push("second");
      return release;
    });
    void sharing.beginList(signal).then(() => begun.push("third"));
    expect(getEventListeners(signal, "abort")).toHaveLength(2);
    first();
    first();
    await settled();
    expect(begun).toEqual(["second"]);
    (await second)();
    await settled();
    expect(begun).toEqual(["second", "third"]);
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
  });

  it("wait for their turn no longer when they are stopped", async () => {
    const clock = new FakeClock();
    const sharing = new ReflectorSharing({ clock, concurrentLists: 1, retriesPerSecond: 0.001, retryBurst: 1 });
    const all = many(3, clock, sharing);
    for (const { reflector } of all) void reflector.run();
    await settled();
    expect(all.map(({ source }) => source.lists.length)).toEqual([1, 0, 0]);
    await all[1]?.reflector.close();
    await all[0]?.source.lists[0]?.fail(refusedConnection());
    await settled();
    expect(all.map(({ source }) => source.lists.length)).toEqual([1, 0, 1]);
    await Promise.all(all.map(({ reflector }) => reflector.close()));
    expect(clock.pending).toBe(0);
  });
});

describe("a process that was paused for ten minutes", () => {
  const start = async (options: { resyncMs?: number | undefined } = {}) => {
    const clock = new PausedClock();
    const source = new ScriptedSource();
    const store = new RecordingStore<Thing>();
    const reflector = new Reflector<Thing>(source, store, { clock, random: () => 0.5, logger: false, ...options });
    void reflector.run();
    await (await source.nextList()).answer(listOf("1", []));
    const watch = (await source.nextWatch()).open();
    await watch.bookmark("2");
    await watch.bookmark("3");
    return { clock, source, store, reflector, watch };
  };

  it("ends the old stream once, resumes from its version, and does not make up for missed timers (F-E16)", async () => {
    const { clock, source, store, reflector, watch } = await start({ resyncMs: 5_000 });
    await clock.pause(600_000);
    await settled();
    expect(watch.stops).toBe(1);
    expect(source.watches).toHaveLength(2);
    expect(source.watches[1]?.options.resourceVersion).toBe("3");
    expect(source.lists).toHaveLength(1);
    expect(store.log.filter((line) => line === "resync")).toHaveLength(1);
    await reflector.close();
    expect(clock.pending).toBe(0);
  });
});

describe("reflectors that share their retries and lists", () => {
  it("retry ten at once and twenty a second after that, and a stopped one waits no longer", async () => {
    const clock = new FakeClock();
    const sharing = new ReflectorSharing({ clock });
    const stopper = new AbortController();
    let retried = 0;
    const waiting = Array.from({ length: 15 }, () =>
      sharing.retry(stopper.signal).then(
        () => void retried++,
        (reason: Error) => reason.message,
      ),
    );
    await settled();
    expect(retried).toBe(10);
    await clock.advance(100);
    expect(retried).toBe(12);
    stopper.abort(new Error("enough"));
    expect((await Promise.all(waiting)).filter((end) => end === "enough")).toHaveLength(3);
    await expect(sharing.retry(stopper.signal)).rejects.toThrow("enough");
    await expect(sharing.beginList(stopper.signal)).rejects.toThrow("enough");
    expect([retried, clock.pending]).toEqual([12, 0]);
  });

  it("list as many at a time as they were given, and give each place back once", async () => {
    const sharing = new ReflectorSharing({ clock: new FakeClock(), concurrentLists: 1 });
    const { signal } = new AbortController();
    const end = await sharing.beginList(signal);
    const begun: string[] = [];
    for (const name of ["second", "third"])
      void sharing.beginList(signal).then((done) => {
        begun.push(name);
        return done;
      });
    await settled();
    expect(begun).toEqual([]);
    end();
    end();
    await settled();
    expect(begun).toEqual(["second"]);
  });
});
