import { describe, expect, it } from "vitest";
import { RecordingMeter } from "../../util/test-support/recording-meter.ts";
import { ReflectorMetrics } from "./reflector-metrics.ts";

describe("the metrics of a reflector", () => {
  it("have the names, units and labels that dashboards rely on", () => {
    const meter = new RecordingMeter();
    new ReflectorMetrics(meter, "things");
    const labelNames = ["name"];
    expect(meter.made).toEqual({
      client_ts_reflector_lists_total: { type: "counter", help: "Lists that were requested", labelNames },
      client_ts_reflector_list_duration_seconds: {
        type: "histogram",
        help: "How long a list took",
        labelNames,
        unit: "seconds",
      },
      client_ts_reflector_items_per_list: { type: "histogram", help: "Objects in a list", labelNames },
      client_ts_reflector_watches_total: { type: "counter", help: "Watches that were requested", labelNames },
      client_ts_reflector_short_watches_total: {
        type: "counter",
        help: "Watches that ended immediately and without an event",
        labelNames,
      },
      client_ts_reflector_last_resource_version: {
        type: "gauge",
        help: "The resourceVersion that the reflector has reached",
        labelNames,
      },
      client_ts_reflector_stale: { type: "gauge", help: "1 while the cache is stale", labelNames },
      client_ts_reflector_last_contact_timestamp_seconds: {
        type: "gauge",
        help: "When the server was last in contact, in seconds since 1970",
        unit: "seconds",
        labelNames,
      },
      client_ts_reflector_anomalies_total: {
        type: "counter",
        help: "Answers that no server should send, by what was wrong",
        labelNames: ["name", "what"],
      },
    });
  });

  it("count in seconds, count what happened, and end what describes the present", () => {
    const meter = new RecordingMeter();
    const metrics = new ReflectorMetrics(meter, "things");
    metrics.listBegins();
    metrics.listEnds(1_500, 7);
    metrics.watchBegins();
    metrics.shortWatch();
    metrics.version("12");
    metrics.version("v-a");
    metrics.stale(true);
    metrics.stale(false);
    metrics.contact(2_500);
    metrics.anomaly("older-list");
    metrics.anomaly("older-state", 3);
    metrics.anomaly("older-state", 0);
    metrics.anomaly("older-state", -1);
    metrics.end();
    const labels = { name: "things" };
    const measured = meter.measured.map(([name, ...rest]) => [name.slice("client_ts_reflector_".length), ...rest]);
    expect(measured).toEqual([
      ["lists_total", 1, labels],
      ["list_duration_seconds", 1.5, labels],
      ["items_per_list", 7, labels],
      ["watches_total", 1, labels],
      ["short_watches_total", 1, labels],
      ["last_resource_version", 12, labels],
      ["stale", 1, labels],
      ["stale", 0, labels],
      ["last_contact_timestamp_seconds", 2.5, labels],
      ["anomalies_total", 1, { ...labels, what: "older-list" }],
      ["anomalies_total", 3, { ...labels, what: "older-state" }],
      ["stale", "ended", labels],
      ["last_contact_timestamp_seconds", "ended", labels],
      ["last_resource_version", "ended", labels],
    ]);
  });

  it("end where the meter cannot end a series", () => {
    const bare = { add() {}, set() {}, observe() {} };
    const metrics = new ReflectorMetrics({ counter: () => bare, gauge: () => bare, histogram: () => bare }, "things");
    expect(() => metrics.end()).not.toThrow();
  });
});
