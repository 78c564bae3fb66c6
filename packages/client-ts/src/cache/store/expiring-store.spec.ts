import { describe, expect, it } from "vitest";
import { FakeClock } from "../../util/index.ts";
import { newExpirationStore, newTTLStore, ttlPolicy } from "./expiring-store.ts";

interface Item {
  readonly id: string;
}

const idOf = ({ id }: Item): string => id;

describe("a store whose objects expire", () => {
  it("returns an object until it is older than its time, then drops it on reading (B175)", async () => {
    const clock = new FakeClock();
    const store = newTTLStore(idOf, 1000, { clock });
    store.add({ id: "a" });
    await clock.advance(1000);
    expect(store.getByKey("a")).toEqual({ id: "a" });
    await clock.advance(1);
    expect(store.listKeys()).toEqual(["a"]);
    expect(store.getByKey("a")).toBeUndefined();
    expect(store.listKeys()).toEqual([]);
    expect(clock.pending).toBe(0);
  });

  it("renews an object that is put in again (B175)", async () => {
    const clock = new FakeClock();
    const store = newTTLStore(idOf, 1000, { clock });
    store.add({ id: "a" });
    await clock.advance(900);
    store.update({ id: "a" });
    await clock.advance(900);
    expect(store.get({ id: "a" })).toEqual({ id: "a" });
    await clock.advance(200);
    expect(store.get({ id: "a" })).toBeUndefined();
    store.add({ id: "a" });
    expect(store.get({ id: "a" })).toEqual({ id: "a" });
  });

  it("lists what has not expired (B175)", async () => {
    const clock = new FakeClock();
    const store = newTTLStore(idOf, 1000, { clock });
    store.replace([{ id: "a" }, { id: "b" }], "5");
    await clock.advance(600);
    store.add({ id: "b" });
    await clock.advance(600);
    expect(store.list()).toEqual([{ id: "b" }]);
    expect(store.lastStoreSyncResourceVersion).toBe("5");
  });

  it("never expires with a time of zero, and follows any policy (B175)", async () => {
    const clock = new FakeClock();
    const zero = ttlPolicy<Item>(0, { clock });
    await clock.advance(1e9);
    expect(zero.isExpired({ key: "a", object: { id: "a" }, timestampMs: 0 })).toBe(false);
    const store = newExpirationStore(idOf, { isExpired: ({ key }) => key === "b" }, { clock });
    store.add({ id: "a" });
    store.add({ id: "b" });
    expect(store.list()).toEqual([{ id: "a" }]);
  });
});
