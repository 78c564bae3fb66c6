import * as promClient from "prom-client";
import { describe, expect, it } from "vitest";
import { newPromClientMeter } from "./prom-client-meter.ts";
import { newPrometheusMeter } from "./prometheus-meter.ts";
import type { Meter } from "../util/index.ts";

/** Some of everything, with labels that do not always come. */
function measure(meter: Meter): void {
  const requests = meter.counter("requests_total", { help: "Requests.", labelNames: ["code", "method"] });
  requests.add(1, { code: "200", method: "GET" });
  requests.add(3, { code: "200", method: "GET" });
  const depth = meter.gauge("depth", { help: 'A "depth"\\.', labelNames: ["name", "priority"] });
  depth.set(1, { name: "a" });
  depth.set(2, { name: 'b"\\\n', priority: "high" });
  depth.set(9, { name: "gone" });
  depth.remove?.({ name: "gone" });
  const seconds = meter.histogram("seconds", { help: "Seconds.", buckets: [0.1, 1], labelNames: ["verb"] });
  seconds.observe(0.5, { verb: "get" });
  seconds.observe(7, { verb: "get" });
  meter.histogram("default_buckets", { help: "Others." }).observe(0.3);
}

/** The lines of an exposition text that say something, whatever the order of metrics and labels. */
function linesOf(text: string): string[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.replace(/\{(.*)\}/, (_, labels: string) => `{${labels.split(",").sort().join(",")}}`))
    .sort();
}

describe("the meter for prom-client", () => {
  it("registers metrics that prom-client prints as our own meter does", async () => {
    const registry = new promClient.Registry();
    measure(newPromClientMeter(promClient, { registry }));
    const ours = newPrometheusMeter();
    measure(ours);
    expect(linesOf(ours.text())).toEqual(linesOf(await registry.metrics()));
  });

  it("uses a metric that is registered already", async () => {
    const registry = new promClient.Registry();
    for (let client = 0; client < 2; client++)
      newPromClientMeter(promClient, { registry }).counter("requests_total").add(1, { code: "200" });
    expect(await registry.metrics()).toContain('requests_total{code="200"} 2');
  });

  it("takes the labels of the first measurement and the global registry unless others are given", async () => {
    newPromClientMeter(promClient).gauge("depth_of_this_test").set(4, { name: "q" });
    expect(await promClient.register.metrics()).toContain('depth_of_this_test{name="q"} 4');
    promClient.register.clear();
  });

  it("ends series of every kind of metric", async () => {
    const registry = new promClient.Registry();
    const meter = newPromClientMeter(promClient, { registry });
    const labels = { name: "q" };
    const [counter, gauge, histogram] = [meter.counter("c_total"), meter.gauge("g"), meter.histogram("h")];
    counter.add(1, labels);
    gauge.set(1, labels);
    histogram.observe(1, labels);
    expect((await registry.metrics()).match(/name="q"/g)?.length).toBeGreaterThan(4);
    for (const metric of [counter, gauge, histogram]) metric.remove?.(labels);
    expect(await registry.metrics()).not.toContain('name="q"');
  });
});
