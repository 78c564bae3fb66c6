import { describe, expect, it } from "vitest";
import { InvalidArgumentError } from "../errors/index.ts";
import { newPrometheusMeter } from "./prometheus-meter.ts";

describe("the Prometheus meter", () => {
  it("shows counters and gauges with help, type and labels sorted by name", () => {
    const meter = newPrometheusMeter();
    const requests = meter.counter("requests_total", { help: "Requests by code." });
    requests.add(1, { method: "GET", code: "200" });
    requests.add(2, { code: "200", method: "GET" });
    meter.gauge("depth").set(7);
    expect(meter.text()).toBe(
      [
        "# HELP requests_total Requests by code.",
        "# TYPE requests_total counter",
        'requests_total{code="200",method="GET"} 3',
        "# TYPE depth gauge",
        "depth 7",
        "",
      ].join("\n"),
    );
    expect(meter.contentType).toBe("text/plain; version=0.0.4; charset=utf-8");
  });

  it("shows a histogram as growing buckets, sum and count", () => {
    const meter = newPrometheusMeter();
    const seconds = meter.histogram("seconds", { buckets: [1, 0.1, Number.POSITIVE_INFINITY] });
    for (const value of [0.05, 0.1, 0.5, 9]) seconds.observe(value, { name: "q" });
    expect(meter.text().split("\n")).toEqual([
      "# TYPE seconds histogram",
      'seconds_bucket{name="q",le="0.1"} 2',
      'seconds_bucket{name="q",le="1"} 3',
      'seconds_bucket{name="q",le="+Inf"} 4',
      'seconds_sum{name="q"} 9.65',
      'seconds_count{name="q"} 4',
      "",
    ]);
  });

  it("leaves out metrics without a measurement, and ends a series that is removed", () => {
    const meter = newPrometheusMeter();
    const pending = meter.gauge("pending", { help: "Waiting." });
    expect(meter.text()).toBe("");
    pending.set(1, { handler: "a" });
    pending.set(2, { handler: "b" });
    pending.remove?.({ handler: "a" });
    expect(meter.text()).toBe('# HELP pending Waiting.\n# TYPE pending gauge\npending{handler="b"} 2\n');
    pending.remove?.({ handler: "b" });
    expect(meter.text()).toBe("");
  });

  it("escapes help and label values, so that no value can add a line (SEC-18)", () => {
    const meter = newPrometheusMeter();
    meter.gauge("g", { help: "one\ntwo \\" }).set(Number.NEGATIVE_INFINITY, { path: 'C:\\"x"\nadmin 1' });
    expect(meter.text()).toBe('# HELP g one\\ntwo \\\\\n# TYPE g gauge\ng{path="C:\\\\\\"x\\"\\nadmin 1"} -Inf\n');
  });

  it("adds constant labels to every series", () => {
    const meter = newPrometheusMeter({ labels: { shard: "2" } });
    meter.counter("a_total").add(1);
    meter.histogram("b", { buckets: [] }).observe(2, { name: "q" });
    expect(meter.text()).toContain('a_total{shard="2"} 1\n');
    expect(meter.text()).toContain('b_bucket{shard="2",name="q",le="+Inf"} 1\n');
  });

  it("gives the same metric for the same name, and refuses another type under it", () => {
    const meter = newPrometheusMeter();
    meter.counter("a_total").add(1);
    meter.counter("a_total").add(1);
    expect(meter.text()).toContain("a_total 2\n");
    expect(() => meter.gauge("a_total")).toThrow(
      new InvalidArgumentError("the metric a_total is a counter already: give the gauge another name"),
    );
  });

  it("refuses names and values that Prometheus does not accept", () => {
    const meter = newPrometheusMeter();
    expect(() => meter.gauge("with space")).toThrow(
      new InvalidArgumentError('"with space" is not a valid name of a metric'),
    );
    expect(() => meter.gauge("g").set(1, { "a-b": "c" })).toThrow('"a-b" is not a valid name of a label');
    expect(() => meter.counter("c_total").add(-1)).toThrow("the counter c_total can only grow: -1 cannot be added");
    expect(() => meter.counter("c_total").add(Number.NaN)).toThrow(InvalidArgumentError);
    expect(() => meter.histogram("h").observe(Number.NaN)).toThrow("the histogram h cannot observe NaN");
    expect(meter.text()).toBe("");
  });

  it("sorts buckets by their numbers, each once, and ends series of counters and histograms", () => {
    const meter = newPrometheusMeter();
    const histogram = meter.histogram("h", { buckets: [10, 9, 100, 9] });
    histogram.observe(9.5);
    const bounds = [...meter.text().matchAll(/le="([^"]+)"\} (\d)/g)].map(([, bound, count]) => `${bound}:${count}`);
    expect(bounds).toEqual(["9:0", "10:1", "100:1", "+Inf:1"]);
    const counter = meter.counter("c_total");
    counter.add(1, { a: "1" });
    counter.remove?.({ a: "1" });
    histogram.remove?.();
    expect(meter.text()).toBe("");
  });
});
