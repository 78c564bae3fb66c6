import { describe, expect, it } from "vitest";
import { damagedSource } from "../test-support/damaged.ts";
import { informing, settled } from "../test-support/informing.ts";
import { RecordingMeter } from "../../util/test-support/recording-meter.ts";
import { ScriptedSource } from "../test-support/scripted-source.ts";
import type { HandlerRegistration } from "./listener.ts";

/** An informer whose list has `n0`, `n1` and `n2`, of which `n1` cannot be decoded. */
function damaged() {
  const reports: string[] = [];
  const meter = new RecordingMeter();
  const source = Object.assign(new ScriptedSource(), { raw: damagedSource(3, "n1") });
  const made = informing({
    source,
    meter,
    name: "things",
    onUnexpectedError: (error, where) => void reports.push(`${where}: ${(error as Error).message}`),
  });
  return { ...made, reports, meter };
}

async function ready(isReady: () => boolean): Promise<void> {
  await expect.poll(isReady, { interval: 1 }).toBe(true);
}

describe("an object that cannot be decoded, in an informer", () => {
  it("is reported and counted once, however many handlers fail on it, and hides no other", async () => {
    const { informer, reports, meter } = damaged();
    const seen: string[] = [];
    for (const name of ["first", "second"]) {
      informer.addEventHandler(
        { onAdd: ({ key, object }) => void seen.push(`${name} ${key} ${String(object.spec?.value)}`) },
        { name },
      );
    }
    void informer.run();
    await ready(() => seen.length === 4);
    await settled();
    expect(seen.toSorted()).toEqual(["first shop/n0 1", "first shop/n2 1", "second shop/n0 1", "second shop/n2 1"]);
    expect(informer.store.listKeys()).toEqual(["shop/n0", "shop/n1", "shop/n2"]);
    expect(reports).toHaveLength(1);
    expect(reports[0]).toMatch(/^decoding shop\/n1 of informer things: object "shop\/n1" at resourceVersion "2"/);
    const count = (metric: string): unknown[] =>
      meter.measured.filter(([name]) => name === metric).map(([, value, labels]) => [value, labels]);
    expect(count("client_ts_informer_undecodable_objects_total")).toEqual([[1, { name: "things" }]]);
    expect(count("client_ts_informer_handler_errors_total")).toEqual([
      [1, { name: "things", handler: "first" }],
      [1, { name: "things", handler: "second" }],
    ]);
    await informer.close();
  });

  it("is told apart from a handler that fails by itself", async () => {
    const { informer, reports } = damaged();
    informer.addEventHandler(
      {
        onAdd: ({ key }) => {
          if (key === "shop/n0") throw new Error("no mail");
        },
      },
      { name: "mail" },
    );
    void informer.run();
    await ready(() => reports.length > 0);
    expect(reports).toEqual(["handler mail of informer things: no mail"]);
    await informer.close();
  });
});

describe("a handler's registration", () => {
  it("of another informer, or of none, is left alone", async () => {
    const [own, other] = [informing().informer, informing().informer];
    const registration = other.addEventHandler({});
    for (const foreign of [registration, {} as HandlerRegistration]) await own.removeEventHandler(foreign);
    const removed = other.addEventHandler({});
    const waiting = expect(removed.waitForSync()).rejects.toThrow("things.example.com: the handler was removed");
    other.removeEventHandler(removed);
    await waiting;
    void other.run();
    await registration.waitForSync();
    expect(registration.hasSynced()).toBe(true);
    await Promise.all([own.close(), other.close()]);
  });
});
