import {
  AggregationTemporality,
  type DataPoint,
  type Histogram,
  MeterProvider,
  MetricReader,
} from "@opentelemetry/sdk-metrics";
import { describe, expect, it } from "vitest";
import { newOpenTelemetryMeter } from "./opentelemetry-meter.ts";

class Reader extends MetricReader {
  protected override async onForceFlush(): Promise<void> {}
  protected override async onShutdown(): Promise<void> {}

  /** What is exported for a metric now: unit and help, and the series. */
  async read(name: string) {
    const { resourceMetrics } = await this.collect();
    const metric = resourceMetrics.scopeMetrics
      .flatMap(({ metrics }) => metrics)
      .find((m) => m.descriptor.name === name);
    const points = (metric?.dataPoints ?? []) as DataPoint<number | Histogram>[];
    return {
      help: metric?.descriptor.description,
      unit: metric?.descriptor.unit,
      series: points.map(({ attributes, value }) => [attributes, value]),
    };
  }
}

function measuring() {
  // With cumulative temporality the SDK goes on exporting what a callback does not report any more.
  const reader = new Reader({ aggregationTemporalitySelector: () => AggregationTemporality.DELTA });
  const provider = new MeterProvider({ readers: [reader] });
  return { reader, meter: newOpenTelemetryMeter(provider.getMeter("client-ts")) };
}

describe("the meter for OpenTelemetry", () => {
  it("adds to counters, once however often the metric is asked for", async () => {
    const { reader, meter } = measuring();
    meter.counter("requests_total", { help: "Requests.", unit: "1" }).add(1, { code: "200" });
    meter.counter("requests_total").add(2, { code: "200" });
    expect(await reader.read("requests_total")).toEqual({
      help: "Requests.",
      unit: "1",
      series: [[{ code: "200" }, 3]],
    });
  });

  it("exports the last value of a gauge, until its series ends", async () => {
    const { reader, meter } = measuring();
    const pending = meter.gauge("pending");
    pending.set(1, { handler: "a", name: "pods" });
    pending.set(5, { name: "pods", handler: "a" });
    pending.set(2, { handler: "b" });
    expect((await reader.read("pending")).series).toEqual([
      [{ handler: "a", name: "pods" }, 5],
      [{ handler: "b" }, 2],
    ]);
    expect((await reader.read("pending")).series).toHaveLength(2);
    pending.remove?.({ handler: "a", name: "pods" });
    expect((await reader.read("pending")).series).toEqual([[{ handler: "b" }, 2]]);
  });

  it("records histograms with the buckets of the library", async () => {
    const { reader, meter } = measuring();
    const seconds = meter.histogram("seconds", { unit: "s", buckets: [0.1, 1] });
    for (const value of [0.05, 0.5, 7]) seconds.observe(value, { verb: "get" });
    const [[labels, value] = []] = (await reader.read("seconds")).series;
    expect(labels).toEqual({ verb: "get" });
    expect((value as Histogram).buckets).toEqual({ boundaries: [0.1, 1], counts: [1, 1, 1] });
  });

  it("tells metrics of one name and several types apart", () => {
    const { meter } = measuring();
    expect(meter.counter("x")).toBe(meter.counter("x"));
    expect(meter.counter("x")).not.toBe(meter.histogram("x"));
  });
});
