import { describe, expect, it } from "vitest";
import { newPrometheusMeter } from "../../prometheus/index.ts";
import { informing, settled } from "../test-support/informing.ts";
import { RecordingMeter } from "../../util/test-support/recording-meter.ts";
import { thing } from "../test-support/scripted-source.ts";
import { informerMetrics } from "./metrics.ts";

/** The lines of one metric: `handler="a"` and its value. */
function seriesOf(text: string, metric: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(new RegExp(`^${metric}\\{handler="([^"]*)",name="shop"\\} (.*)$`, "gm"))].map(
      ([, handler, value]) => [String(handler), String(value)],
    ),
  );
}

describe("the metrics of an informer", () => {
  it("have a series for each of two anonymous handlers, with labels that do not depend on the run", async () => {
    for (let run = 0; run < 2; run++) {
      const meter = newPrometheusMeter();
      const { source, informer } = informing({ meter, name: "shop" });
      source.add(thing("a", ""));
      const handlers = [1, 2, 3].map(() => informer.addEventHandler({ onAdd: () => {} }));
      expect(handlers.map(({ name }) => name)).toEqual(["handler(onAdd)", "handler(onAdd) 2", "handler(onAdd) 3"]);
      void informer.run();
      await settled();
      expect(seriesOf(meter.text(), "client_ts_informer_handler_pending")).toEqual({
        "handler(onAdd)": "0",
        "handler(onAdd) 2": "0",
        "handler(onAdd) 3": "0",
      });
      await informer.close();
    }
  });

  it("end with the handler, also when a callback fails after it was removed", async () => {
    const meter = newPrometheusMeter();
    const { source, informer, unexpected } = informing({ meter, name: "shop" });
    source.add(thing("a", ""));
    const fails: ((error: Error) => void)[] = [];
    const handler = { onAdd: () => new Promise<void>((_, reject) => fails.push(reject)) };
    const first = informer.addEventHandler(handler, { name: "mail" });
    informer.addEventHandler(handler, { name: "mail" });
    void informer.run();
    await settled();
    for (const fail of fails) fail(new Error("no mail"));
    await settled();
    expect(seriesOf(meter.text(), "client_ts_informer_handler_errors_total")).toEqual({ mail: "1", "mail 2": "1" });

    source.add(thing("b", ""));
    await settled();
    informer.removeEventHandler(first);
    for (const fail of fails) fail(new Error("no mail"));
    await settled();
    expect(Object.keys(seriesOf(meter.text(), "client_ts_informer_handler_errors_total"))).toEqual(["mail 2"]);
    expect(Object.keys(seriesOf(meter.text(), "client_ts_informer_handler_pending"))).toEqual(["mail 2"]);
    expect(unexpected).not.toEqual([]);

    const again = informer.addEventHandler({ onAdd: () => {} }, { name: "mail" });
    expect(again.name).toBe("mail");
    await informer.close();
    expect(meter.text()).not.toMatch(/^(client_ts_informer_handler|informer_store)/m);
  });

  it("have the names and labels that dashboards rely on, and measure nothing after the end", () => {
    const meter = new RecordingMeter();
    const metrics = informerMetrics(meter, "shop");
    const labelNames = ["name", "handler"];
    expect(meter.made).toEqual({
      client_ts_informer_handler_errors_total: {
        type: "counter",
        help: "Callbacks that threw or rejected",
        labelNames,
      },
      client_ts_informer_coalesced_total: {
        type: "counter",
        help: "Notifications merged because a handler was slow",
        labelNames,
      },
      client_ts_informer_handler_pending: {
        type: "gauge",
        help: "Notifications that wait for a handler",
        labelNames,
      },
      client_ts_informer_undecodable_objects_total: {
        type: "counter",
        help: "Objects that cannot be decoded, each counted once",
        labelNames: ["name"],
      },
    });
    const mail = metrics.forHandler("mail");
    const measure = (): void => {
      mail.failed();
      mail.coalesced(2);
      mail.pending(3);
    };
    metrics.undecodable();
    measure();
    mail.end();
    measure();
    const labels = { name: "shop", handler: "mail" };
    expect(meter.measured).toEqual([
      ["client_ts_informer_undecodable_objects_total", 1, { name: "shop" }],
      ["client_ts_informer_handler_errors_total", 1, labels],
      ["client_ts_informer_coalesced_total", 2, labels],
      ["client_ts_informer_handler_pending", 3, labels],
      ["client_ts_informer_handler_errors_total", "ended", labels],
      ["client_ts_informer_coalesced_total", "ended", labels],
      ["client_ts_informer_handler_pending", "ended", labels],
    ]);
    const bare = { add() {}, set() {}, observe() {} };
    const without = informerMetrics({ counter: () => bare, gauge: () => bare, histogram: () => bare }, "shop");
    expect(() => without.forHandler("mail").end()).not.toThrow();
  });
});
