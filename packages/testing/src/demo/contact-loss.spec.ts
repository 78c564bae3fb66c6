import { describe, expect, it } from "vitest";
import { ContactLoss, type ContactSample, describeRecovery } from "./contact-loss.ts";

/** A sample of two reflectors that watch and were in contact just now. */
function sample(now: number, changes: Partial<ContactSample> & { watching?: boolean; contactAt?: number } = {}) {
  const { watching = true, contactAt = now, ...others } = changes;
  return {
    now,
    faulty: false,
    reflectors: [
      { kind: "Website", isWatching: watching, lastContactAt: contactAt },
      { kind: "Service", isWatching: true, lastContactAt: contactAt },
    ],
    lists: 2,
    watches: 2,
    writtenVersion: "100",
    cachedVersion: "100",
    ...others,
  };
}

describe("a loss of contact", () => {
  it("is not noticed while everything watches", () => {
    const loss = new ContactLoss();
    expect(loss.sample(sample(0))).toBeUndefined();
    loss.delivered({ kind: "Website", type: "delete", version: "1" });
    expect(loss.isOpen).toBe(false);
  });

  it("counts what comes until the cache has reached the version of the newest write", () => {
    const loss = new ContactLoss();
    loss.sample(sample(1_000, { watching: false }));
    expect(loss.isOpen).toBe(true);
    // The watch is requested again but not open: the last contact was before the loss.
    expect(loss.sample(sample(2_000, { contactAt: 900, watches: 3 }))).toBeUndefined();
    expect(loss.sample(sample(3_100, { watches: 4, writtenVersion: "140", cachedVersion: "120" }))).toBeUndefined();
    for (let event = 0; event < 33; event++) loss.delivered({ kind: "Website", type: "update", version: "125" });
    for (let event = 0; event < 4; event++) loss.delivered({ kind: "Service", type: "delete", version: "140" });
    // What the server did later was not missed.
    loss.delivered({ kind: "Service", type: "delete", version: "141" });
    expect(loss.sample(sample(3_200, { watches: 4, cachedVersion: "139" }))).toBeUndefined();
    expect(loss.sample(sample(3_300, { watches: 4, cachedVersion: "140" }))).toEqual({
      withoutContactMs: 2_100,
      events: 37,
      deletions: 4,
      lists: 0,
      watches: 2,
    });
    expect(loss.isOpen).toBe(false);
  });

  it("lasts as long as an injected fault, although the watches stay open", () => {
    const loss = new ContactLoss();
    loss.sample(sample(0, { faulty: true }));
    expect(loss.sample(sample(4_000, { faulty: true, contactAt: 10 }))).toBeUndefined();
    expect(loss.sample(sample(4_100, { contactAt: 10 }))).toBeUndefined();
    expect(loss.isOpen).toBe(true);
    expect(loss.sample(sample(4_200))).toBeUndefined();
    expect(loss.sample(sample(4_300))?.withoutContactMs).toBe(4_200);
  });

  it("begins again when a watch ends while the cache catches up", () => {
    const loss = new ContactLoss();
    loss.sample(sample(0, { watching: false }));
    loss.sample(sample(100));
    expect(loss.sample(sample(200, { watching: false }))).toBeUndefined();
    loss.sample(sample(300));
    expect(loss.sample(sample(400))?.withoutContactMs).toBe(300);
  });

  it.each([
    [{ lists: 0, watches: 4 }, "the watches resumed at the last version"],
    [{ lists: 4, watches: 8 }, "the history was gone (410), 4 lists compared with the cache"],
    [{ lists: 0, watches: 0 }, "the connection was kept"],
  ])("is described with how it was recovered: %j", (how, expected) => {
    const recovery = { withoutContactMs: 2_100, events: 37, deletions: 1, ...how };
    expect(describeRecovery(recovery)).toBe(
      `2.1 s without contact, 37 events caught up, 1 deletion delivered late: ${expected}`,
    );
  });
});
