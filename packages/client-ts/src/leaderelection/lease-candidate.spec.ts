import { describe, expect, it } from "vitest";
import { isLeadershipLost } from "./leadership-lost-error.ts";
import { Election, start } from "./test-support/candidate.ts";

const coordinated = { binaryVersion: "1.4.0", emulationVersion: "1.3.0" };
const assigned = (holderIdentity: string, more: object = {}) => ({
  holderIdentity,
  leaseDurationSeconds: 5,
  acquireTime: "2026-01-01T00:00:00.000000Z",
  renewTime: "2026-01-01T00:00:00.000000Z",
  leaseTransitions: 2,
  strategy: "OldestEmulationVersion",
  ...more,
});

describe("a candidate of a coordinated election", () => {
  it("creates its LeaseCandidate, and answers a ping with a new renewTime (B251)", async () => {
    const election = new Election();
    const { stop, ended } = start(election.candidate("a", { coordinated }));
    await election.settle();
    const candidate = () => election.server.objects.get("leasecandidates/a");
    expect(candidate()?.spec).toEqual({
      leaseName: "shop",
      binaryVersion: "1.4.0",
      emulationVersion: "1.3.0",
      strategy: "OldestEmulationVersion",
      renewTime: "2026-01-01T00:00:00.000000Z",
    });
    await election.clock.advance(7_000);
    expect(candidate()?.spec).toMatchObject({ renewTime: "2026-01-01T00:00:00.000000Z" });
    const pinged = candidate();
    election.server.answer({
      verb: "update",
      plural: "leasecandidates",
      name: "a",
      object: { ...pinged, spec: { ...pinged?.spec, pingTime: "2026-01-01T00:00:07.000000Z" } },
    });
    await election.settle();
    expect(candidate()?.spec).toMatchObject({ renewTime: "2026-01-01T00:00:07.000000Z" });
    // Without a ping it says every five minutes that it is there.
    await election.clock.advance(310_000);
    expect(String(candidate()?.spec?.["renewTime"]) >= "2026-01-01T00:05:00.000000Z").toBe(true);
    stop.abort();
    expect(await ended).toBe("resolved");
  });

  it("takes over its LeaseCandidate from before, creates it again when deleted, and has defaults (B251)", async () => {
    const election = new Election();
    const spec = { leaseName: "old", renewTime: "2025-01-01T00:00:00.000000Z" };
    election.server.objects.set("leasecandidates/a", { metadata: { name: "a", uid: "u", resourceVersion: "1" }, spec });
    const { stop, ended } = start(election.candidate("a", { coordinated: { binaryVersion: "1.4.0" } }));
    await election.settle();
    const candidate = () => election.server.objects.get("leasecandidates/a");
    const expected = {
      leaseName: "shop",
      binaryVersion: "1.4.0",
      emulationVersion: "1.4.0",
      strategy: "OldestEmulationVersion",
      renewTime: "2026-01-01T00:00:00.000000Z",
    };
    expect([candidate()?.spec, candidate()?.metadata?.uid]).toEqual([expected, "u"]);
    election.server.delete("leasecandidates", "a");
    expect(candidate()).toBeUndefined();
    await election.clock.advance(5_000);
    expect(candidate()?.spec).toMatchObject({ leaseName: "shop" });
    // A ping that was answered is not answered again.
    const { length } = election.server.calls;
    await election.clock.advance(60_000);
    const writes = election.server.calls.slice(length).filter(({ plural }) => plural === "leasecandidates");
    expect(writes).toEqual([]);
    stop.abort();
    expect(await ended).toBe("resolved");
  });

  it("does not begin a term for which the control plane prefers another holder", async () => {
    const election = new Election();
    election.server.put("shop", assigned("a", { preferredHolder: "b" }));
    const elector = election.candidate("a", { coordinated });
    const { stop, ended } = start(elector);
    await election.clock.advance(4_000);
    expect(elector.isLeader).toBe(false);
    expect(election.server.lease()?.spec).toEqual(assigned("a", { preferredHolder: "b" }));
    stop.abort();
    expect(await ended).toBe("resolved");
  });

  it("leaves a Lease that another identity holds, and renews one that was assigned to it (B241)", async () => {
    const election = new Election();
    election.server.put("shop", assigned("b"));
    const elector = election.candidate("a", { coordinated });
    const { stop, ended } = start(elector);
    // Not even an expired one is taken: the control plane chooses.
    await election.clock.advance(60_000);
    expect(elector).toMatchObject({ isLeader: false, leader: "b" });
    expect(election.server.lease()?.spec).toEqual(assigned("b"));
    election.server.put("shop", assigned("a", { renewTime: "2026-01-01T00:01:00.000000Z" }));
    await election.settle();
    expect(elector.isLeader).toBe(true);
    await election.clock.advance(60_000);
    expect(election.server.lease()?.spec).toEqual(
      assigned("a", { leaseDurationSeconds: 15, renewTime: "2026-01-01T00:02:00.000000Z" }),
    );
    stop.abort();
    expect(await ended).toBe("resolved");
    expect(election.server.lease()?.spec).toMatchObject({ holderIdentity: "", strategy: "OldestEmulationVersion" });
  });

  it("ends its term when the control plane prefers another holder", async () => {
    const election = new Election();
    election.server.put("shop", assigned("a"));
    const elector = election.candidate("a", { coordinated });
    const { ended } = start(elector);
    await election.clock.advance(4_000);
    expect(elector.isLeader).toBe(true);
    election.server.put("shop", { ...election.server.lease()?.spec, preferredHolder: "b" });
    await election.clock.advance(2_000);
    const error = await ended;
    expect(isLeadershipLost(error)).toBe(true);
    expect(String(error)).toContain('the control plane prefers "b"');
    expect(elector.isLeader).toBe(false);
    expect(election.server.lease()?.spec).toMatchObject({ holderIdentity: "", preferredHolder: "b" });
  });
});
