import { describe, expect, it } from "vitest";
import { FakeClock } from "../util/index.ts";
import { RecordingMeter } from "../util/test-support/recording-meter.ts";
import { RefRecordingClock } from "../util/test-support/ref-recording-clock.ts";
import { DelayingQueue } from "./delaying-queue.ts";
import { lowPriority, PriorityQueue } from "./priority-queue.ts";
import { WorkQueue } from "./work-queue.ts";

/** What a metric of the queue `test` shows: the sum of a counter, the last value of a gauge, all of a histogram. */
function shown(meter: RecordingMeter, metric: string): number | number[] | undefined {
  const name = `workqueue_${metric}`;
  const values = meter.values(name, { name: "test" });
  if (values.length === 0) return undefined;
  switch (meter.made[name]?.type) {
    case "counter":
      return meter.total(name, { name: "test" });
    case "histogram":
      return values;
    default:
      return values.at(-1);
  }
}

describe("the metrics of a queue", () => {
  it("have exact values over a scripted run (B202)", async () => {
    const clock = new FakeClock();
    const meter = new RecordingMeter();
    const queue = new DelayingQueue<string>({ name: "test", meter, clock });
    const all = (): unknown[] =>
      [
        "depth",
        "adds_total",
        "queue_duration_seconds",
        "work_duration_seconds",
        "unfinished_work_seconds",
        "longest_running_processor_seconds",
        "retries_total",
      ].map((metric) => shown(meter, metric));

    queue.add("foo");
    expect(all()).toEqual([1, 1, undefined, undefined, undefined, undefined, undefined]);
    await clock.advance(50);
    queue.tryGet();
    expect(all().slice(0, 3)).toEqual([0, 1, [0.05]]);

    // Added while a worker has it: it counts, and its wait begins now.
    queue.add("foo");
    queue.add("foo");
    expect(all().slice(0, 2)).toEqual([1, 2]);
    await clock.advance(25);
    queue.done("foo");
    expect(all().slice(0, 4)).toEqual([1, 2, [0.05], [0.025]]);
    await clock.advance(10);
    queue.tryGet();
    expect(all().slice(0, 3)).toEqual([0, 2, [0.05, 0.035]]);

    queue.add("bar");
    queue.tryGet();
    await clock.advance(1000);
    // Measured every 500 ms while a worker works: at 550 and 1050 ms both are there, since 85 ms.
    expect(shown(meter, "unfinished_work_seconds")).toBeCloseTo(2 * 0.965);
    expect(shown(meter, "longest_running_processor_seconds")).toBeCloseTo(0.965);
    queue.done("foo");
    queue.done("bar");
    await clock.advance(500);
    expect(all().slice(4, 6)).toEqual([0, 0]);
    expect(clock.pending).toBe(0);

    queue.addAfter("later", 10);
    queue.addAfter("now", 0);
    expect(shown(meter, "retries_total")).toBe(2);
  });

  it("are written no more by the timer after shutdown (B203)", async () => {
    const clock = new FakeClock();
    const meter = new RecordingMeter();
    const queue = new WorkQueue<string>({ name: "test", meter, clock, unfinishedWorkPeriodMs: 100 });
    queue.add("foo");
    queue.tryGet();
    await clock.advance(100);
    queue.shutDown();
    const before = meter.measured.length;
    expect(before).toBeGreaterThan(3);
    await clock.advance(10_000);
    expect([meter.measured.length - before, clock.pending]).toEqual([0, 0]);
  });

  it("set no timer after a drain began, although workers still take keys (B203)", async () => {
    for (const shutDown of ["shutDown", "shutDownWithDrain"] as const) {
      const clock = new FakeClock();
      const meter = new RecordingMeter();
      const queue = new WorkQueue<string>({ name: "test", meter, clock, unfinishedWorkPeriodMs: 100 });
      queue.add("a");
      queue.add("b");
      queue.tryGet();
      expect(clock.pending).toBe(1);
      const end = queue[shutDown]();
      expect(clock.pending).toBe(0);
      queue.tryGet();
      expect(clock.pending).toBe(0);
      queue.done("a");
      queue.done("b");
      await end;
      await clock.advance(1000);
      expect(clock.pending).toBe(0);
    }
  });

  it("do not keep the process alive", async () => {
    const fake = new FakeClock();
    const clock = new RefRecordingClock(fake);
    const queue = new WorkQueue<string>({ name: "test", meter: new RecordingMeter(), clock });
    queue.add("a");
    queue.tryGet();
    await fake.advance(500);
    expect(clock.refs).toEqual([false, false]);
  });

  it("can be shut down before anything was measured, and measures a key once, however often it is done", async () => {
    const clock = new FakeClock();
    const meter = new RecordingMeter();
    const queue = new WorkQueue<string>({ name: "test", meter, clock });
    queue.add("a");
    queue.tryGet();
    await clock.advance(100);
    queue.done("a");
    await clock.advance(100);
    queue.done("a");
    queue.done("never");
    expect(shown(meter, "work_duration_seconds")).toEqual([0.1]);
    new WorkQueue<string>({ name: "other", meter, clock }).shutDown();
  });

  it("measure the depth of the queue for a worker that waits, and the wait of a key from its first add", async () => {
    const clock = new FakeClock();
    const meter = new RecordingMeter();
    const queue = new WorkQueue<string>({ name: "test", meter, clock });
    const worker = queue.get();
    queue.add("a");
    expect(await worker).toEqual({ shutDown: false, key: "a" });
    expect([shown(meter, "depth"), shown(meter, "adds_total"), shown(meter, "queue_duration_seconds")]).toEqual([
      0,
      1,
      [0],
    ]);
    queue.add("b");
    await clock.advance(1000);
    queue.add("b");
    await clock.advance(1000);
    queue.tryGet();
    expect([shown(meter, "adds_total"), shown(meter, "queue_duration_seconds")]).toEqual([2, [0, 2]]);
  });

  it("have the names and buckets that dashboards know (B202)", () => {
    const meter = new RecordingMeter();
    new WorkQueue<string>({ name: "test", meter });
    expect(Object.keys(meter.made).toSorted()).toEqual([
      "workqueue_adds_total",
      "workqueue_depth",
      "workqueue_longest_running_processor_seconds",
      "workqueue_queue_duration_seconds",
      "workqueue_retries_total",
      "workqueue_unfinished_work_seconds",
      "workqueue_work_duration_seconds",
    ]);
    const buckets = [1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 0.01, 0.1, 1, 10, 100, 1000];
    for (const [name, { help, unit, buckets: own }] of Object.entries(meter.made)) {
      expect(help, name).toMatch(/^[A-Z].*\.$/);
      expect(unit, name).toBe(name.endsWith("_seconds") ? "seconds" : undefined);
      expect(own, name).toEqual(
        name.endsWith("_duration_seconds") ? buckets.map((bound) => expect.closeTo(bound, 12)) : undefined,
      );
    }
  });

  it("are not there without a name", () => {
    const meter = new RecordingMeter();
    const clock = new FakeClock();
    const queue = new WorkQueue<string>({ meter, clock });
    queue.add("a");
    queue.tryGet();
    expect([Object.keys(meter.made).length, meter.measured.length, clock.pending]).toEqual([0, 0, 0]);
  });

  it("count the keys of a priority queue in three classes, however many priorities there are", () => {
    const meter = new RecordingMeter();
    const queue = new PriorityQueue<string>({ name: "test", meter, clock: new FakeClock() });
    for (let i = 1; i <= 20; i++) queue.add(`high${i}`, { priority: i });
    queue.add("normal");
    queue.add("low", { priority: lowPriority });
    const depth = (): unknown[] =>
      ["low", "normal", "high"].map((priority) => meter.values("workqueue_depth", { name: "test", priority }).at(-1));
    expect(depth()).toEqual([1, 1, 20]);
    queue.add("low", { priority: 5 });
    queue.tryGet();
    expect(depth()).toEqual([0, 1, 20]);
  });
});
