import { describe, expect, it } from "vitest";
import { GaugeHistory, RateHistory } from "./history.ts";
import { actionsOf } from "./keys.ts";
import { nextStep, pauseMsAt } from "./load.ts";
import { Messages } from "./messages.ts";
import { readOptions } from "./options.ts";
import { TotalsMeter } from "./totals-meter.ts";
import { percentile, WriteLatency } from "./write-latency.ts";

describe("the latency from a write to its reconcile", () => {
  it("ends with the first run that sees the version, also one that began before the answer came", () => {
    const latency = new WriteLatency(10_000);
    latency.written("web", "12", 1_000);
    latency.reconciled("web", "11", 1_010);
    expect(latency.percentiles(1_010).p50Ms).toBeUndefined();
    latency.reconciled("web", "13", 1_030);
    expect(latency.percentiles(1_030).p50Ms).toBe(30);
    latency.reconciled("shop", "20", 2_004);
    latency.written("shop", "20", 2_000);
    expect(latency.percentiles(2_004)).toEqual({ p50Ms: 4, p99Ms: 30 });
    expect(latency.percentiles(2_004, 500)).toEqual({ p50Ms: 4, p99Ms: 4 });
  });

  it("is that of the last seconds, without objects that are gone", () => {
    const latency = new WriteLatency(1_000);
    latency.written("web", "5", 0);
    latency.reconciled("web", "5", 7);
    expect(latency.percentiles(1_007).p99Ms).toBe(7);
    expect(latency.percentiles(1_008).p99Ms).toBeUndefined();
    latency.written("gone", "6", 1_000);
    latency.forget("gone");
    latency.reconciled("gone", "6", 2_000);
    expect(latency.percentiles(2_000).p99Ms).toBeUndefined();
  });

  it("has percentiles by the nearest rank", () => {
    const hundred = Array.from({ length: 100 }, (_, index) => index + 1);
    expect([percentile(hundred, 0.5), percentile(hundred, 0.99), percentile([7], 0.99)]).toEqual([50, 99, 7]);
    expect(percentile([], 0.5)).toBeUndefined();
  });
});

describe("the histories of the sparklines", () => {
  it("turn totals into rates", () => {
    const rate = new RateHistory();
    expect(rate.series()).toEqual({ total: 0, perSecond: 0, history: [] });
    for (const total of [5, 15, 15, 20, 30]) rate.push(total);
    expect(rate.series(33)).toEqual({ total: 33, perSecond: (20 + 0 + 10 + 20) / 4, history: [10, 20, 0, 10, 20] });
  });

  it("keep a bounded number of values", () => {
    const gauge = new GaugeHistory();
    for (let value = 0; value < 1_000; value++) gauge.push(value);
    expect([gauge.values.length, gauge.values.at(-1)]).toEqual([240, 999]);
  });
});

describe("the meter of the demo", () => {
  it("sums counters over their series and keeps the last value of gauges", () => {
    const meter = new TotalsMeter();
    meter.counter("a").add(2, { name: "one", kind: "x" });
    meter.counter("a").add(3, { kind: "x", name: "one" });
    meter.counter("a").add(1, { name: "two" });
    expect([meter.total("a"), meter.seriesCount("a"), meter.total("other")]).toEqual([6, 2, 0]);
    const gauge = meter.gauge("b");
    gauge.set(4, { name: "one" });
    gauge.set(1, { name: "one" });
    gauge.set(7, { name: "two" });
    gauge.remove?.({ name: "two" });
    expect([meter.total("b"), meter.seriesCount("b")]).toEqual([1, 1]);
  });
});

describe("the keys of the demo", () => {
  it.each([
    ["c", ["create"]],
    ["X", ["cut"]],
    ["4p", ["expire", "pause"]],
    ["\u0003", ["quit"]],
    ["\u001b[A", []],
    ["zä", []],
  ])("understand %j as %j", (input, expected) => {
    expect(actionsOf(input)).toEqual(expected);
  });
});

describe("the scripted load", () => {
  it("creates first, then mostly changes, and never lets the number run away", () => {
    expect([nextStep(0, 0.9), nextStep(14, 0.05), nextStep(14, 0.2)]).toEqual(["create", "create", "delete"]);
    expect([nextStep(14, 0.3), nextStep(14, 0.8), nextStep(21, 0.05)]).toEqual(["drift", "change", "delete"]);
  });

  it("rises and falls around its rate", () => {
    expect(pauseMsAt(0, 10)).toBeCloseTo(100);
    expect(pauseMsAt(3_000, 10)).toBeLessThan(60);
    expect(pauseMsAt(9_000, 10)).toBeCloseTo(400);
  });
});

describe("the messages of the demo", () => {
  it("have the time since the beginning, are bounded, and are passed on", () => {
    const passed: string[] = [];
    let now = 0;
    const messages = new Messages(
      () => now,
      ({ text }) => void passed.push(text),
    );
    for (now = 1; now <= 120; now++) messages.add("info", `${now}`);
    expect([messages.all.length, messages.all.at(-1)]).toEqual([100, { atMs: 120, tone: "info", text: "120" }]);
    expect(passed).toHaveLength(120);
  });
});

describe("the options of the demo", () => {
  it("have defaults", () => {
    expect(readOptions([])).toEqual({
      type: "run",
      options: { durationMs: undefined, kubeconfig: undefined, context: undefined, plain: false },
    });
    expect(readOptions(["--duration", "1m30s", "--context", "kind", "--plain"])).toMatchObject({
      options: { durationMs: 90_000, context: "kind", plain: true },
    });
  });

  it.each([
    [["--duration", "soon"]],
    [["--duration", "0s"]],
    [["--duration", "-5s"]],
    [["--colour"]],
    [["now"]],
    [["--context"]],
  ])("that are wrong are answered with one line: %j", (argv) => {
    const read = readOptions(argv);
    expect(read).toMatchObject({ type: "wrong", text: expect.stringMatching(/^.+; "client-ts demo --help" shows/) });
    expect((read as { text: string }).text).not.toContain("\n");
  });

  it("are explained", () => {
    const read = readOptions(["-h"]);
    for (const part of ["--duration", "--kubeconfig", "--context", "--plain", "NO_COLOR"])
      expect(read).toMatchObject({ type: "help", text: expect.stringContaining(part) });
  });
});
