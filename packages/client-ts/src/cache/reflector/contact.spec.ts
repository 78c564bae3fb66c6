import { describe, expect, it } from "vitest";
import { FakeClock } from "../../util/index.ts";
import { Contact } from "./contact.ts";

/** A contact that is checked, with what it reports: `stale`, `fresh` and `contact`. */
function watched(startedAfterMs = 0) {
  const clock = new FakeClock();
  const reports: string[] = [];
  let contacts = 0;
  const contact = new Contact({
    clock,
    staleAfterMs: 10_000,
    onChange: (stale) => reports.push(`${stale ? "stale" : "fresh"} at ${clock.monotonic()}`),
    onContact: () => contacts++,
  });
  const start = async (): Promise<void> => {
    await clock.advance(startedAfterMs);
    contact.start();
  };
  return { clock, contact, reports, start, contacts: () => contacts };
}

describe("whether a cache is stale", () => {
  it("is decided from the start on, and is true only beyond the bound", async () => {
    const { clock, contact, reports, start } = watched(60_000);
    await start();
    expect([contact.isStale, contact.ageMs, contact.updateAgeMs]).toEqual([false, 0, 0]);
    await clock.advance(10_000);
    expect([contact.isStale, reports]).toEqual([false, []]);
    await clock.advance(1);
    expect([contact.isStale, reports]).toEqual([true, ["stale at 70001"]]);
    await clock.advance(60_000);
    expect(reports).toHaveLength(1);
    contact.stop();
    expect(clock.pending).toBe(0);
  });

  it("is decided by updates, not by contact", async () => {
    const { clock, contact, reports, start } = watched();
    await start();
    for (let n = 0; n < 3; n++) {
      await clock.advance(4_000);
      contact.received();
    }
    expect([contact.isStale, contact.ageMs, contact.updateAgeMs]).toEqual([true, 0, 12_000]);
    contact.updated();
    expect([contact.isStale, reports]).toEqual([false, ["stale at 10001", "fresh at 12000"]]);
    await clock.advance(10_001);
    expect(reports.at(-1)).toBe("stale at 22001");
    contact.stop();
  });

  it("allows an open watch its silence, and its end the short time again", async () => {
    const { clock, contact, reports, start } = watched();
    await start();
    contact.connected(150_000);
    await clock.advance(150_000);
    expect([contact.isStale, reports]).toEqual([false, []]);
    await clock.advance(1);
    expect(reports).toEqual(["stale at 150001"]);
    contact.connected(150_000);
    expect(reports).toEqual(["stale at 150001", "fresh at 150001"]);
    await clock.advance(20_000);
    contact.disconnected("unknown");
    expect(reports.at(-1)).toBe("stale at 170001");
    contact.stop();
  });

  it("goes by how a watch ended", async () => {
    const after = async (end: "live" | "fruitless" | "unknown", event: boolean): Promise<number> => {
      const { clock, contact, start } = watched();
      await start();
      await clock.advance(5_000);
      contact.connected(150_000);
      await clock.advance(500);
      if (event) contact.updated();
      await clock.advance(400);
      contact.disconnected(end);
      contact.stop();
      return contact.updateAgeMs;
    };
    expect(await after("live", false)).toBe(0);
    expect(await after("unknown", false)).toBe(900);
    expect(await after("fruitless", false)).toBe(5_900);
    // An event was an update, however the watch ended.
    expect(await after("fruitless", true)).toBe(400);
  });

  it("forgets what was before a watch when that watch is over", async () => {
    const { clock, contact, start } = watched();
    await start();
    await clock.advance(5_000);
    contact.connected(150_000);
    contact.disconnected("unknown");
    await clock.advance(1_000);
    contact.disconnected("fruitless");
    expect(contact.updateAgeMs).toBe(1_000);
    contact.stop();
  });
});

describe("contact with the server", () => {
  it("is announced at most once a second, updates included", async () => {
    const { clock, contact, contacts } = watched();
    contact.received();
    contact.received();
    contact.updated();
    expect(contacts()).toBe(1);
    await clock.advance(999);
    contact.updated();
    expect(contacts()).toBe(1);
    await clock.advance(1);
    contact.updated();
    expect(contacts()).toBe(2);
    expect(contact.ageMs).toBe(0);
  });

  it("sets no timer before the start", async () => {
    const { clock, contact } = watched();
    contact.connected(1_000);
    contact.disconnected("live");
    expect(clock.pending).toBe(0);
  });
});
