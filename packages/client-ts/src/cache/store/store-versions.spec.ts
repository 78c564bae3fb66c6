import { describe, expect, it } from "vitest";
import { metaNamespaceKeyFunc } from "../../meta/index.ts";
import { FakeClock } from "../../util/index.ts";
import { tombstone } from "../delta.ts";
import { RecordingMeter } from "../../util/test-support/recording-meter.ts";
import { type Thing, thing } from "../test-support/scripted-source.ts";
import { newTTLStore } from "./expiring-store.ts";
import { newIndexer, newStore } from "./object-store.ts";
import { PartitionedStore } from "./partitioned-store.ts";
import { newStoreMetrics } from "./store-metrics.ts";
import { ThreadSafeStore } from "./thread-safe-store.ts";

describe("the version of a store", () => {
  it("follows what is put in and taken out, lists and bookmarks, and stays when only a key is known", () => {
    const stores = [newStore<Thing>(metaNamespaceKeyFunc), newTTLStore<Thing>(metaNamespaceKeyFunc, 1_000)];
    for (const store of stores) {
      const isExpiring = store === stores[1];
      expect(store.lastStoreSyncResourceVersion).toBe("");
      store.add(thing("a", "5"));
      expect(store.lastStoreSyncResourceVersion).toBe("5");
      store.update(thing("a", ""));
      expect(store.lastStoreSyncResourceVersion).toBe("5");
      store.delete(thing("a", "6"));
      expect(store.lastStoreSyncResourceVersion).toBe(isExpiring ? "5" : "6");
      store.delete(tombstone("b", thing("b", "9")));
      store.replace([thing("c", "7")], "10");
      expect(store.lastStoreSyncResourceVersion).toBe("10");
      store.bookmark?.("12");
      expect(store.lastStoreSyncResourceVersion).toBe("12");
    }
  });

  it("is measured as a number, and not at all while there is none", () => {
    const meter = new RecordingMeter();
    const metrics = newStoreMetrics({ name: "things", resource: "things" }, meter);
    for (const version of ["", "v-1", "12"]) metrics.setResourceVersion(version);
    metrics.end();
    const labels = { name: "things", group: "", version: "", resource: "things" };
    expect(meter.made).toEqual({
      informer_store_resource_version: {
        type: "gauge",
        help: "The resourceVersion up to which the store is complete",
        labelNames: ["name", "group", "version", "resource"],
      },
    });
    expect(meter.measured).toEqual([
      ["informer_store_resource_version", 12, labels],
      ["informer_store_resource_version", "ended", labels],
    ]);
  });

  it("is announced with each change, by parts as that of the part that is least far", () => {
    const announced: string[] = [];
    const hooks = { versionChanged: (version: string) => announced.push(version) };
    const store = new ThreadSafeStore<Thing>({}, hooks);
    store.add("a", thing("a", "5"));
    store.delete("a", thing("a", "6"));
    store.replace({}, "7");
    store.bookmark("8");
    expect(announced.splice(0)).toEqual(["5", "6", "7", "8"]);
    const parts = new PartitionedStore<Thing>(["a", "b"], hooks);
    parts.part("a").bookmark("5");
    parts.part("b").bookmark("4");
    parts.part("b").bookmark("6");
    expect(announced).toEqual(["", "4", "5"]);
  });
});

describe("a transaction", () => {
  it("changes objects as the store does, and names what its failed steps failed with", () => {
    const store = newIndexer<Thing>(
      metaNamespaceKeyFunc,
      {
        value: ({ spec }) => {
          if (spec?.value === "bad") throw new Error("no such value");
          return [];
        },
      },
      { transform: (object) => ({ ...object, spec: { value: object.spec?.value ?? "default" } }) },
    );
    store.transaction({ type: "Add", object: thing("a", "1") });
    expect(store.getByKey("a")?.spec?.value).toBe("default");
    const failing = (): void =>
      store.transaction(
        { type: "Update", object: thing("a", "2", { value: "good" }) },
        { type: "Update", object: thing("a", "3", { value: "bad" }) },
        { type: "Add", object: { metadata: {} } as Thing },
        { type: "Delete", object: thing("a", "4") },
      );
    expect(failing).toThrow(
      expect.objectContaining({
        successfulIndices: [0, 3],
        totalTransactions: 4,
        errors: [
          expect.objectContaining({ cause: new Error("no such value") }),
          expect.objectContaining({ name: "KeyError" }),
        ],
      }),
    );
    expect([store.listKeys(), store.lastStoreSyncResourceVersion]).toEqual([[], "4"]);
  });
});

describe("objects that expire", () => {
  it("are there at the end of their time, gone after it, and forgotten when they are read", async () => {
    const clock = new FakeClock();
    const store = newTTLStore<Thing>(metaNamespaceKeyFunc, 1_000, { clock });
    store.add(thing("a", "1"));
    await clock.advance(1_000);
    expect(store.getByKey("a")).toBeDefined();
    await clock.advance(1);
    expect(store.listKeys()).toEqual(["a"]);
    expect([store.getByKey("a"), store.listKeys()]).toEqual([undefined, []]);
    const lasting = newTTLStore<Thing>(metaNamespaceKeyFunc, 0, { clock });
    lasting.add(thing("a", "1"));
    await clock.advance(1_000_000);
    expect(lasting.list()).toHaveLength(1);
  });
});
