import { describe, expect, it } from "vitest";
import { isClientError } from "../errors/index.ts";
import { newLeaderElector } from "./leader-elector.ts";
import { isLeadershipLost } from "./leadership-lost-error.ts";
import { Election, start } from "./test-support/candidate.ts";
import { status } from "./test-support/lease-server.ts";

const held = (holderIdentity: string, more: object = {}) => ({
  holderIdentity,
  leaseDurationSeconds: 15,
  acquireTime: "2026-01-01T00:00:00.000001Z",
  renewTime: "2026-01-01T00:00:00.000001Z",
  leaseTransitions: 3,
  ...more,
});

describe("a candidate", () => {
  it("creates the Lease when there is none, and leads (B233)", async () => {
    const election = new Election();
    const elector = election.candidate("a");
    const { stop, ended } = start(elector);
    await election.settle();
    expect(election.server.lease()?.spec).toEqual({
      holderIdentity: "a",
      leaseDurationSeconds: 15,
      acquireTime: "2026-01-01T00:00:00.000000Z",
      renewTime: "2026-01-01T00:00:00.000000Z",
      leaseTransitions: 0,
    });
    expect(elector).toMatchObject({ isLeader: true, leader: "a", identity: "a", lease: "shop/shop" });
    expect(election.log).toEqual(["a sees a", "a started"]);
    stop.abort();
    expect(await ended).toBe("resolved");
    expect(elector.isLeader).toBe(false);
  });

  const free: readonly (readonly [string, Record<string, unknown> | undefined, number])[] = [
    ["takes a Lease without a record and raises the number of transitions by one (B234)", undefined, 1],
    ["takes a Lease without a leader (B236)", { holderIdentity: "", leaseTransitions: 3 }, 4],
    ["takes a Lease with an empty holder at once, however recently it was written (B238)", held(""), 4],
  ];
  it.each(free)("%s", async (_title, spec, transitions) => {
    const election = new Election();
    election.server.put("shop", spec);
    const elector = election.candidate("a");
    const { stop } = start(elector);
    await election.settle();
    expect(elector.isLeader).toBe(true);
    expect(election.server.lease()?.spec).toMatchObject({ holderIdentity: "a", leaseTransitions: transitions });
    stop.abort();
    await election.settle();
  });

  it("acquires a held Lease when the recorded duration has passed, not its own (B235)", async () => {
    const election = new Election();
    election.server.put("shop", held("b", { leaseDurationSeconds: 40 }));
    const elector = election.candidate("a");
    const { stop } = start(elector);
    await election.clock.advance(39_999);
    expect(elector.isLeader).toBe(false);
    await election.clock.advance(1);
    expect(elector.isLeader).toBe(true);
    stop.abort();
    await election.settle();
  });

  it("takes a Lease that its holder has not renewed since it was first seen (B237)", async () => {
    const election = new Election();
    // The times in it are from a clock that is a year ahead: only local observation counts.
    election.server.put("shop", held("b", { renewTime: "2027-01-01T00:00:00.000000Z" }));
    const elector = election.candidate("a");
    const { stop } = start(elector);
    await election.clock.advance(15_000);
    expect(elector.isLeader).toBe(true);
    stop.abort();
    await election.settle();
  });

  it("leaves a Lease to another holder that was seen recently, and the leader stays the same (B239)", async () => {
    const election = new Election();
    const other = start(election.candidate("b"));
    await election.settle();
    const elector = election.candidate("a");
    const { stop, ended } = start(elector);
    await election.clock.advance(600_000);
    expect(elector).toMatchObject({ isLeader: false, leader: "b" });
    expect(election.server.lease()?.spec).toMatchObject({ holderIdentity: "b", leaseTransitions: 0 });
    stop.abort();
    expect(await ended).toBe("resolved");
    other.stop.abort();
    await election.settle();
    expect(election.log).toEqual(["b sees b", "b started", "a sees b", "a stopped", "b sees ", "b stopped"]);
  });

  it("renews its own Lease every retry period, transitions unchanged (B240)", async () => {
    const election = new Election();
    election.server.put("shop", held(""));
    const elector = election.candidate("a");
    const { stop } = start(elector);
    await election.clock.advance(60_000);
    expect(election.server.lease()?.spec).toMatchObject({
      holderIdentity: "a",
      leaseTransitions: 4,
      acquireTime: "2026-01-01T00:00:00.000000Z",
      renewTime: "2026-01-01T00:01:00.000000Z",
    });
    expect(elector.isLeader).toBe(true);
    stop.abort();
    await election.settle();
  });

  it("reads, creates and then only updates; after a failed update it reads once and updates again (B248)", async () => {
    const election = new Election();
    const { stop } = start(election.candidate("a"));
    await election.clock.advance(6_000);
    expect(election.server.leaseVerbs).toEqual(["get", "create", "update", "update", "update"]);
    election.server.calls.length = 0;
    // Another client puts a label on the Lease: the version that the leader knows is old.
    election.server.put("shop", election.server.lease()?.spec);
    await election.clock.advance(6_000);
    expect(election.server.leaseVerbs).toEqual(["update", "get", "update", "update", "update"]);
    stop.abort();
    await election.settle();
  });

  it("leads at once when the leader releases the Lease, woken by its watch", async () => {
    const election = new Election();
    const leader = start(election.candidate("b"));
    await election.settle();
    const elector = election.candidate("a");
    const { stop } = start(elector);
    await election.clock.advance(5_000);
    leader.stop.abort();
    await election.settle();
    expect(elector.isLeader).toBe(true);
    stop.abort();
    await election.settle();
  });

  it("reads the Lease instead where it may not watch, and takes over after the release", async () => {
    const election = new Election();
    election.server.intercept = ({ verb }) => (verb === "watch" ? status(403, "Forbidden") : undefined);
    const leader = start(election.candidate("b"));
    await election.settle();
    const elector = election.candidate("a");
    const { stop } = start(elector);
    await election.clock.advance(5_000);
    leader.stop.abort();
    await election.settle();
    expect(elector.isLeader).toBe(false);
    await election.clock.advance(4_400);
    expect(elector.isLeader).toBe(true);
    expect(election.server.calls.filter(({ verb }) => verb === "watch")).toHaveLength(1);
    stop.abort();
    await election.settle();
  });

  it("waits between tries when a free Lease cannot be created", async () => {
    const election = new Election();
    election.server.intercept = ({ verb }) => (verb === "create" ? status(403, "Forbidden") : undefined);
    const { stop, ended } = start(election.candidate("a"));
    await election.settle();
    expect(election.server.leaseVerbs).toEqual(["get", "create"]);
    await election.clock.advance(44_000);
    const { length } = election.server.leaseVerbs.filter((verb) => verb === "create");
    // Every two seconds would make 23; up to 2.4 are added at random.
    expect(length).toBeGreaterThanOrEqual(10);
    expect(length).toBeLessThanOrEqual(18);
    stop.abort();
    expect(await ended).toBe("resolved");
  });

  it("can run again after it has stopped, and refuses to run twice at a time", async () => {
    const election = new Election();
    const elector = election.candidate("a");
    const first = start(elector);
    await election.settle();
    await expect(elector.run()).rejects.toThrow("is running already");
    await elector.close();
    expect(await first.ended).toBe("resolved");
    const second = start(elector);
    await election.settle();
    expect(elector.isLeader).toBe(true);
    second.stop.abort();
    await second.ended;
  });
});

describe("the settings", () => {
  const client = new Election().client();
  const make = (options: object) => () => newLeaderElector(client, { name: "shop", onStartedLeading() {}, ...options });
  const refused: readonly (readonly [string, object, string])[] = [
    ["refuse an empty identity (B247)", { identity: "" }, "identity must not be empty"],
    ["refuse an empty name", { name: "" }, "name must not be empty"],
    [
      "refuse a lease not longer than the deadline",
      { renewDeadlineMs: 15_000 },
      "must be greater than renewDeadlineMs",
    ],
    ["refuse a deadline within 1.2 retry periods", { retryPeriodMs: 9_000 }, "greater than 1.2 times retryPeriodMs"],
    ["refuse values that are not numbers", { leaseDurationMs: Number.NaN }, "leaseDurationMs must be above 0"],
    ["refuse a missing callback", { onStartedLeading: undefined }, "onStartedLeading must be a function"],
  ];
  it.each(refused)("%s", (_title, options, message) => {
    expect(make(options)).toThrow(message);
  });

  it("give each candidate an identity with a random suffix (F-G7)", () => {
    const [one, other] = [make({})().identity, make({})().identity];
    expect(one).toMatch(/^.+-[0-9a-z]{10}$/);
    expect(other).not.toBe(one);
  });
});

describe("two candidates with one identity", () => {
  it("are noticed by the one that waits, when the renew time changes (F-G7)", async () => {
    const election = new Election();
    const leader = start(election.candidate("same"));
    await election.settle();
    const { ended } = start(election.candidate("same"));
    await election.clock.advance(2_000);
    const error = await ended;
    expect(isClientError(error, "Config")).toBe(true);
    expect(String(error)).toContain('two candidates for the lease shop/shop have the identity "same"');
    leader.stop.abort();
    await election.settle();
  });

  it("are noticed by the leader, which stops and releases nothing (F-G7)", async () => {
    const election = new Election();
    const elector = election.candidate("same");
    const { ended } = start(elector);
    await election.settle();
    election.server.put("shop", held("same"));
    await election.clock.advance(2_000);
    expect(isClientError(await ended, "Config")).toBe(true);
    expect(elector.isLeader).toBe(false);
    expect(election.server.lease()?.spec).toEqual(held("same"));
  });

  it("are not suspected when a process restarts with its old identity: it waits for the old lease", async () => {
    const election = new Election();
    election.server.put("shop", held("pod-0"));
    const elector = election.candidate("pod-0");
    const { stop } = start(elector);
    await election.clock.advance(14_999);
    expect(elector.isLeader).toBe(false);
    await election.clock.advance(1);
    expect(elector.isLeader).toBe(true);
    stop.abort();
    await election.settle();
  });
});

describe("a Lease that makes no sense", () => {
  const garbage: readonly (readonly [string, Record<string, unknown>])[] = [
    ["a null holder", held("b", { holderIdentity: null })],
    ["a negative duration", held("b", { leaseDurationSeconds: -5 })],
    ["a bad time", held("b", { renewTime: "yesterday", leaseDurationSeconds: 1 })],
    ["a duration that is not a number", held("b", { leaseDurationSeconds: "15" })],
  ];
  it.each(garbage)("with %s counts as held by an unknown holder for our own duration (F-G5)", async (_title, spec) => {
    const election = new Election();
    election.server.put("shop", spec);
    const elector = election.candidate("a", { leaseDurationMs: 20_000 });
    const { stop } = start(elector);
    await election.clock.advance(19_999);
    expect(elector.isLeader).toBe(false);
    await election.clock.advance(1);
    expect(elector.isLeader).toBe(true);
    stop.abort();
    await election.settle();
  });

  it("without a resourceVersion is never written, because that would replace any holder (F-G5)", async () => {
    const election = new Election();
    election.server.intercept = ({ verb }) =>
      verb === "get" ? { code: 200, body: { metadata: { name: "shop", uid: "u" }, spec: held("") } } : undefined;
    const elector = election.candidate("a");
    const { stop } = start(elector);
    await election.clock.advance(60_000);
    expect(elector.isLeader).toBe(false);
    expect(election.server.leaseVerbs).not.toContain("update");
    stop.abort();
    await election.settle();
  });
});

describe("a leader whose work fails", () => {
  it("steps down, releases the Lease and passes the error on (F-G11)", async () => {
    const election = new Election();
    const failure = new Error("no database");
    const elector = election.candidate("a", {
      onStartedLeading: async (leading) => {
        await Promise.resolve();
        expect(leading.aborted).toBe(false);
        throw failure;
      },
    });
    const { ended } = start(elector);
    await election.settle();
    expect(await ended).toBe(failure);
    expect(elector.isLeader).toBe(false);
    expect(election.server.lease()?.spec).toMatchObject({ holderIdentity: "", leaseDurationSeconds: 1 });
    expect(election.log).toEqual(["a sees a", "a sees ", "a stopped"]);
  });

  it("keeps the Lease while its work stops, renews it, and does not release it after the limit", async () => {
    const election = new Election();
    const elector = election.candidate("a", { onStartedLeading: () => new Promise(() => {}) });
    const { stop, ended } = start(elector);
    await election.settle();
    stop.abort();
    await election.clock.advance(29_000);
    expect(elector.isLeader).toBe(true);
    await election.clock.advance(1_000);
    expect(isClientError(await ended, "Timeout")).toBe(true);
    expect(election.server.lease()?.spec).toMatchObject({ holderIdentity: "a" });
    expect(
      isLeadershipLost(
        await elector.client.rest
          .post()
          .absPath("/x")
          .do()
          .catch((error: unknown) => error),
      ),
    ).toBe(true);
  });
});
