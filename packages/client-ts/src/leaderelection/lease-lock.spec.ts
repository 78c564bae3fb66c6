import { describe, expect, it } from "vitest";
import { AbortedError, isForbidden, isInternalError, isNotFound } from "../errors/index.ts";
import { Lease } from "../api/coordination/v1.ts";
import type { Stored } from "../meta/index.ts";
import type { Transport } from "../transport/index.ts";
import { defined } from "../util/index.ts";
import {
  type ElectionRecord,
  holdTimeMs,
  isSameWrite,
  recordOf,
  renewedRecord,
  specOf,
  takenRecord,
} from "./election-record.ts";
import { LeaseLock } from "./lease-lock.ts";
import { LeaseView } from "./lease-view.ts";
import { Election, start } from "./test-support/candidate.ts";
import { status } from "./test-support/lease-server.ts";

const record = { holderIdentity: "a", leaseDurationSeconds: 15, leaderTransitions: 0 };

function lockIn(election: Election, labels?: Record<string, string>, recorder?: { event(): void }): LeaseLock {
  const leases = election.client().resource(Lease, { namespace: "shop" });
  return new LeaseLock({ leases: () => leases, namespace: "shop", name: "shop", identity: "a", labels, recorder });
}

function viewIn(election: Election): LeaseView {
  return new LeaseView({
    lock: lockIn(election),
    clock: election.clock,
    identity: "a",
    leaseDurationMs: 15_000,
    checksIdentity: true,
    onHolder() {},
  });
}

describe("the record of a Lease", () => {
  it("is converted to a specification and back without loss, microseconds included (B242)", () => {
    const spec = {
      holderIdentity: "node-1_8a1f",
      leaseDurationSeconds: 15,
      acquireTime: "2026-01-01T10:11:12.345678Z",
      renewTime: "2026-01-01T10:11:14.000009Z",
      leaseTransitions: 7,
      strategy: "OldestEmulationVersion",
      preferredHolder: "node-2",
    };
    expect(specOf(recordOf(spec))).toEqual(spec);
    for (const name of Object.keys(spec) as (keyof typeof spec)[]) {
      const { [name]: _left, ...rest } = spec;
      expect(specOf(recordOf(rest))).toEqual(rest);
    }
    expect(specOf(recordOf(undefined))).toEqual({});
    expect(recordOf(specOf({ holderIdentity: "", leaderTransitions: 0 }))).toEqual({
      holderIdentity: "",
      leaderTransitions: 0,
    });
  });

  it("keeps every microsecond of a time that another candidate wrote", () => {
    const acquireTime = "2026-01-01T10:11:12.345678Z";
    const facts = { identity: "a", leaseDurationMs: 15_000, nowMicros: 1_767_262_274_000_009n };
    expect(renewedRecord({ ...record, acquireTime }, facts)).toEqual({
      ...record,
      acquireTime,
      renewTime: "2026-01-01T10:11:14.000009Z",
    });
  });

  it("rounds a duration up to a whole number of seconds", () => {
    const facts = { identity: "a", leaseDurationMs: 1_500, nowMicros: 0n };
    expect(takenRecord(undefined, facts)).toMatchObject({ leaseDurationSeconds: 2, leaderTransitions: 0 });
  });

  it("holds the lease for the recorded time, and for nothing when the holder is empty", () => {
    const renewTime = "2026-01-01T00:00:00.000000Z";
    expect(holdTimeMs({ ...record, renewTime }, 9_000)).toBe(15_000);
    expect(holdTimeMs({ ...record, renewTime, holderIdentity: "" }, 9_000)).toBe(0);
    expect(holdTimeMs({}, 9_000)).toBe(0);
    expect(holdTimeMs({ ...record, renewTime, leaseDurationSeconds: 0 }, 9_000)).toBe(9_000);
  });
});

describe("two states of a Lease", () => {
  const write: ElectionRecord = {
    ...record,
    acquireTime: "2026-01-01T00:00:00.000001Z",
    renewTime: "2026-01-01T00:00:02.000001Z",
  };

  it("are the same write only when holder, times and transitions are equal", () => {
    expect(isSameWrite(write, { ...write, preferredHolder: "b" })).toBe(true);
    for (const other of [
      { holderIdentity: "b" },
      { acquireTime: "2026-01-01T00:00:00.000002Z" },
      { renewTime: "2026-01-01T00:00:02.000002Z" },
      { leaderTransitions: 1 },
    ])
      expect(isSameWrite(write, { ...write, ...other })).toBe(false);
  });

  it("hold the lease for our own time when one of their times is not valid, and not at all without a value", () => {
    expect(holdTimeMs(write, 20_000)).toBe(15_000);
    expect(holdTimeMs({ ...write, acquireTime: "yesterday" }, 20_000)).toBe(20_000);
    const nothing = { holderIdentity: null, leaseDurationSeconds: undefined, renewTime: null };
    expect(holdTimeMs(nothing as unknown as ElectionRecord, 20_000)).toBe(0);
  });
});

describe("a lock on a Lease", () => {
  it("merges its labels with those of the Lease, and either side may have none (B252)", async () => {
    for (const [own, existing, expected] of [
      [{ app: "a" }, { team: "t", app: "old" }, { team: "t", app: "a" }],
      [undefined, { team: "t" }, { team: "t" }],
      [{ app: "a" }, undefined, { app: "a" }],
      [undefined, undefined, undefined],
    ] as const) {
      const election = new Election();
      election.server.put("shop", {}, defined({ labels: existing }));
      const lock = lockIn(election, own);
      await lock.get({});
      await lock.update(record, {});
      expect(election.server.lease()?.metadata?.labels).toEqual(expected);
    }
  });

  it("refuses an update before a read, and passes errors of the server on (B253)", async () => {
    const election = new Election();
    const lock = lockIn(election);
    await expect(lock.update(record, {})).rejects.toThrow("lease shop/shop: read the lease before it is updated");
    await expect(lock.get({})).rejects.toSatisfy(isNotFound);
    election.server.intercept = ({ verb }) =>
      verb === "create" ? status(403, "Forbidden") : status(500, "InternalError");
    await expect(lock.get({})).rejects.toSatisfy(isInternalError);
    await expect(lock.create(record, {})).rejects.toSatisfy(isForbidden);
  });

  it("works without an event recorder, and its description is namespace/name (B254)", async () => {
    const lock = lockIn(new Election());
    lock.recordEvent("became leader");
    await lock.create(record, {});
    lock.recordEvent("became leader");
    expect(lock.description).toBe("shop/shop");
  });
});

describe("what a candidate knows of a Lease", () => {
  it("is the newest state that it saw: an older one that arrives late changes nothing", () => {
    const election = new Election();
    const view = viewIn(election);
    const lease = (resourceVersion: string, holderIdentity: string, uid = "u") =>
      ({
        metadata: { name: "shop", uid, resourceVersion },
        spec: { ...specOf(record), holderIdentity, renewTime: `2026-01-01T00:00:00.0000${resourceVersion}Z` },
      }) as Stored<Lease>;
    view.observe(lease("20", "b"));
    const { freeAtMs } = view;
    view.observe(lease("19", "c"));
    expect([view.holder, view.freeAtMs]).toEqual(["b", freeAtMs]);
    view.observe(lease("21", "c"));
    expect(view.holder).toBe("c");
    // Another Lease of the same name is newer whatever its version.
    view.observe(lease("11", "d", "another"));
    expect(view.holder).toBe("d");
  });
});

describe("the times that a candidate writes", () => {
  it("are later with every write, also when the clock stands still or is set back", () => {
    const election = new Election();
    const { clock } = election;
    const view = viewIn(election);
    const micros = [view.facts().nowMicros, view.facts().nowMicros, view.nextMicros()];
    clock.jumpWall(-3_600_000);
    micros.push(view.facts().nowMicros);
    expect(micros.map((one) => Number(one - BigInt(Date.UTC(2026, 0, 1)) * 1_000n))).toEqual([0, 1, 2, 3]);
  });
});

describe("the end of a leadership", () => {
  const lead = async (options: object = {}) => {
    const election = new Election();
    const events: string[] = [];
    const recorder = {
      event: (object: { kind?: string }, type: string, reason: string, message: string) =>
        void events.push(`${object.kind} ${type} ${reason} ${message}`),
    };
    const elector = election.candidate("a", { recorder, ...options });
    const { stop, ended } = start(elector);
    await election.settle();
    election.server.calls.length = 0;
    return { election, elector, stop, ended, events };
  };

  it('writes an empty holder and reports the new leader "" (B243)', async () => {
    const { election, elector, stop, ended } = await lead();
    await election.clock.advance(1_000);
    stop.abort();
    expect(await ended).toBe("resolved");
    expect(election.server.lease()?.spec).toEqual({
      holderIdentity: "",
      leaseDurationSeconds: 1,
      acquireTime: "2026-01-01T00:00:01.000000Z",
      renewTime: "2026-01-01T00:00:01.000000Z",
      leaseTransitions: 0,
    });
    expect(election.log.at(-2)).toBe("a sees ");
    expect(elector.leader).toBe("");
  });

  it("reads the Lease before it is released (B244)", async () => {
    const { election, stop, ended } = await lead();
    stop.abort();
    await ended;
    expect(election.server.leaseVerbs).toEqual(["get", "update"]);
  });

  it("reads again and retries when the release meets a conflict (B245)", async () => {
    const { election, stop, ended } = await lead();
    let conflicts = 2;
    election.server.intercept = ({ verb }) =>
      verb === "update" && conflicts-- > 0 ? status(409, "Conflict") : undefined;
    stop.abort();
    await ended;
    expect(election.server.leaseVerbs).toEqual(["get", "update", "get", "update", "get", "update"]);
    expect(election.server.lease()?.spec).toMatchObject({ holderIdentity: "" });
  });

  it("releases nothing when releaseOnCancel is false", async () => {
    const { election, stop, ended } = await lead({ releaseOnCancel: false });
    stop.abort();
    await ended;
    expect(election.server.leaseVerbs).toEqual([]);
    expect(election.server.lease()?.spec).toMatchObject({ holderIdentity: "a" });
  });

  it.each(["get", "update"])(
    "releases the Lease after a stop during %s, with the events of both changes (B246)",
    async (during) => {
      const { election, elector, stop, ended, events } = await lead();
      let failed = false;
      election.server.intercept = ({ verb }) => {
        // A get comes only after a failed update.
        if (during === "get" && verb === "update" && !failed) {
          failed = true;
          return status(500, "InternalError");
        }
        if (verb === during) stop.abort();
        return undefined;
      };
      await election.clock.advance(2_000);
      expect(await ended).toBe("resolved");
      expect(election.server.lease()?.spec).toMatchObject({ holderIdentity: "" });
      expect(elector.isLeader).toBe(false);
      expect(events).toEqual([
        "Lease Normal LeaderElection a became leader",
        "Lease Normal LeaderElection a stopped leading",
      ]);
    },
  );

  it("releases the Lease when the stop comes while the lease is being taken", async () => {
    const election = new Election();
    const { stop, ended } = start(election.candidate("a"));
    election.server.onWrite = () => stop.abort();
    await election.settle();
    expect(await ended).toBe("resolved");
    expect(election.server.lease()?.spec).toMatchObject({ holderIdentity: "" });
    expect(election.log).not.toContain("a started");
  });

  it("releases the Lease when the stop cuts off the write that took it: it may have landed", async () => {
    const election = new Election();
    const transport: Transport = async (request) => {
      const answer = await election.server.transport(request);
      if (request.method !== "POST") return answer;
      return new Promise((_resolve, reject) =>
        request.signal?.addEventListener("abort", () => reject(new AbortedError()), { once: true }),
      );
    };
    const { stop, ended } = start(election.candidate("a", {}, election.client({ transport })));
    await election.settle();
    expect(election.server.lease()?.spec).toMatchObject({ holderIdentity: "a" });
    stop.abort();
    expect(await ended).toBe("resolved");
    expect(election.server.lease()?.spec).toMatchObject({ holderIdentity: "" });
  });

  it("leaves a Lease alone that another candidate took while our update was under way (F-G8)", async () => {
    const { election, stop, ended } = await lead();
    const other = { holderIdentity: "b", leaseDurationSeconds: 15, renewTime: "2026-01-01T00:00:02.000000Z" };
    let updates = 0;
    election.server.intercept = ({ verb }) => {
      if (verb !== "update") return undefined;
      updates++;
      election.server.intercept = undefined;
      election.server.put("shop", other);
      stop.abort();
      return undefined;
    };
    await election.clock.advance(2_000);
    await ended;
    expect(updates).toBe(1);
    expect(election.server.leaseVerbs).toEqual(["update", "get"]);
    expect(election.server.lease()?.spec).toEqual(other);
  });
});
