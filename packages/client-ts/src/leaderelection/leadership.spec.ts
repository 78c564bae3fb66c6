import { describe, expect, it } from "vitest";
import { ConfigMap } from "../api/core/v1.ts";
import { AbortedError, TransportError } from "../errors/index.ts";
import type { Transport } from "../transport/index.ts";
import { RecordingMeter } from "../util/test-support/recording-meter.ts";
import { newLeaderHealthCheck } from "./leader-health-check.ts";
import type { LeaderElector } from "./leader-elector.ts";
import { isLeadershipLost, LeadershipLostError } from "./leadership-lost-error.ts";
import { Election, start } from "./test-support/candidate.ts";
import { PausedClock } from "./test-support/paused-clock.ts";
import { status } from "./test-support/lease-server.ts";

const write = (elector: LeaderElector): Promise<unknown> =>
  elector.client
    .resource(ConfigMap, { namespace: "shop" })
    .create({ metadata: { name: "work" } })
    .then(
      () => "written",
      (error: unknown) => error,
    );

async function leading(clock = new PausedClock()) {
  const election = new Election();
  let signal: AbortSignal | undefined;
  const elector = election.candidate(
    "a",
    {
      onStartedLeading: (given) => {
        signal = given;
      },
    },
    election.client({ clock }),
  );
  const { stop, ended } = start(elector);
  await clock.advance(0);
  const mapCalls = (): number => election.server.calls.filter(({ plural }) => plural === "configmaps").length;
  return { election, elector, clock, stop, ended, mapCalls, signal: signal as AbortSignal };
}

describe("a leader that wakes after its deadline", () => {
  it.each(["pause", "suspend"] as const)(
    "has an aborted signal before any code of its own runs, and writes nothing, after a %s (F-G1)",
    async (how) => {
      const { elector, clock, ended, mapCalls, signal } = await leading();
      await clock.advance(3_000);
      expect(signal.aborted).toBe(false);
      expect(await write(elector)).toBe("written");
      clock[how](16_000);
      // No timer has fired yet, and no promise has settled: the first line of code after the pause.
      expect(signal.aborted).toBe(true);
      expect(() => signal.throwIfAborted()).toThrow(LeadershipLostError);
      expect(elector.isLeader).toBe(false);
      expect(isLeadershipLost(await write(elector))).toBe(true);
      expect(mapCalls()).toBe(1);
      await clock.advance(0);
      expect(isLeadershipLost(await ended)).toBe(true);
    },
  );

  it("refuses the write itself when nothing has looked at the signal since the pause (F-G1)", async () => {
    const { elector, clock, mapCalls } = await leading();
    clock.pause(10_000);
    expect(await write(elector)).toMatchObject({
      name: "LeadershipLostError",
      lease: "shop/shop",
      message: expect.stringContaining("POST /api/v1/namespaces/shop/configmaps: nothing was sent"),
    });
    expect(mapCalls()).toBe(0);
  });

  it("does not send a write that was begun before the pause and is held up on its way (F-G1)", async () => {
    const election = new Election();
    const clock = new PausedClock();
    const seen: boolean[] = [];
    // As a pool that waits for a connection: it looks at the signal again before it sends.
    const transport: Transport = async (request) => {
      if (request.path.includes("configmaps")) {
        clock.pause(12_000);
        seen.push(request.signal?.aborted === true);
        if (request.signal?.aborted) throw new AbortedError("not sent");
      }
      return election.server.transport(request);
    };
    const elector = election.candidate("a", {}, election.client({ clock, transport }));
    const { ended } = start(elector);
    await clock.advance(0);
    const error = await write(elector);
    expect(seen).toEqual([true]);
    expect(String(error)).toContain("was lost while the request was under way");
    await clock.advance(0);
    expect(isLeadershipLost(await ended)).toBe(true);
  });

  it("steps down at the first turn after the event loop was blocked for 12 s (F-G2)", async () => {
    const { elector, clock, ended, election } = await leading();
    await clock.advance(2_500);
    clock.pause(12_000);
    await clock.advance(0);
    expect(isLeadershipLost(await ended)).toBe(true);
    expect(elector.isLeader).toBe(false);
    // Neither a renewal nor a release: after the deadline the lease may be another's.
    expect(election.server.leaseVerbs).toEqual(["get", "create", "update"]);
  });

  it("is not extended by a wall clock that was set back before the machine slept", async () => {
    const { elector, clock } = await leading();
    clock.jumpWall(-3_600_000);
    expect(elector.isLeader).toBe(true);
    clock.suspend(11_000);
    expect(elector.isLeader).toBe(false);
  });

  it("ignores the answer to a renewal that comes after the deadline", async () => {
    const { elector, clock, ended, election } = await leading();
    election.server.onWrite = () => clock.pause(11_000);
    await clock.advance(2_000);
    expect(elector.isLeader).toBe(false);
    expect(isLeadershipLost(await ended)).toBe(true);
  });
});

describe("a leader with a slow or failing server", () => {
  const silent: Transport = (request) =>
    new Promise((_resolve, reject) =>
      request.signal?.addEventListener("abort", () => reject(new AbortedError()), { once: true }),
    );

  it("steps down at the deadline when the server does not answer, not later (F-G3)", async () => {
    const election = new Election();
    let answering = true;
    const transport: Transport = (request) => (answering ? election.server.transport(request) : silent(request));
    const elector = election.candidate("a", {}, election.client({ transport }));
    const { ended } = start(elector);
    await election.settle();
    await election.clock.advance(4_000);
    answering = false;
    await election.clock.advance(9_999);
    expect(elector.isLeader).toBe(true);
    await election.clock.advance(1);
    expect(isLeadershipLost(await ended)).toBe(true);
    expect(election.log.at(-1)).toBe("a stopped");
  });

  it("keeps its lease when one renewal is never answered: the next goes out after five seconds (F-G3)", async () => {
    const election = new Election();
    let lost = 0;
    const transport: Transport = (request) => {
      if (request.method !== "PUT" || election.clock.monotonic() < 4_000 || lost++ > 0)
        return election.server.transport(request);
      return silent(request);
    };
    const elector = election.candidate("a", {}, election.client({ transport }));
    const { stop } = start(elector);
    await election.clock.advance(4_000);
    expect(lost).toBe(1);
    election.server.calls.length = 0;
    await election.clock.advance(4_999);
    expect(election.server.leaseVerbs).toEqual([]);
    await election.clock.advance(1);
    expect(election.server.leaseVerbs).toEqual(["get", "update"]);
    await election.clock.advance(60_000);
    expect(elector.isLeader).toBe(true);
    stop.abort();
    await election.settle();
  });

  it("goes on when the server stored a renewal and its answer was lost: the record is its own (F-G8)", async () => {
    const election = new Election();
    let lost = 0;
    const transport: Transport = async (request) => {
      const answer = await election.server.transport(request);
      if (request.method === "PUT" && lost++ === 0) throw new TransportError("cut", { code: "reset", sent: true });
      return answer;
    };
    const elector = election.candidate("a", {}, election.client({ transport }));
    const { stop } = start(elector);
    await election.clock.advance(2_000);
    expect(election.server.leaseVerbs).toEqual(["get", "create", "update", "get", "update"]);
    await election.clock.advance(30_000);
    expect(elector.isLeader).toBe(true);
    stop.abort();
    await election.settle();
  });

  it("does not lead when the write that took the lease came back too late, and tries again", async () => {
    const election = new Election();
    const clock = new PausedClock();
    let writes = 0;
    election.server.onWrite = () => writes++ === 0 && clock.pause(11_000);
    const elector = election.candidate("a", {}, election.client({ clock }));
    const { stop, ended } = start(elector);
    await clock.advance(0);
    expect([elector.isLeader, election.log]).toEqual([false, ["a sees a"]]);
    await clock.advance(30_000);
    expect([elector.isLeader, election.log.at(-1)]).toEqual([true, "a started"]);
    stop.abort();
    await clock.advance(0);
    expect(await ended).toBe("resolved");
  });

  it("decides itself when it asks again: a server that names a time does not hold a request back (F-G4)", async () => {
    const election = new Election();
    const puts: number[] = [];
    const transport: Transport = async (request) => {
      if (request.method !== "PUT") return election.server.transport(request);
      puts.push(election.clock.monotonic());
      const answer = await election.server.transport(request);
      return puts.length > 1 ? answer : { ...answer, status: 503, headers: { ...answer.headers, "retry-after": "1" } };
    };
    const elector = election.candidate("a", {}, election.client({ transport }));
    const { stop } = start(elector);
    await election.clock.advance(6_000);
    expect(puts).toEqual([2_000, 2_000, 4_000, 6_000]);
    expect(elector.isLeader).toBe(true);
    stop.abort();
    await election.settle();
  });

  it("stores its Lease also when the program's client only checks what it writes", async () => {
    const election = new Election();
    const queries: string[] = [];
    const transport: Transport = (request) => {
      queries.push(request.path);
      return election.server.transport(request);
    };
    const elector = election.candidate("a", {}, election.client({ transport }).with({ dryRun: true }));
    const { stop, ended } = start(elector);
    await election.clock.advance(2_000);
    stop.abort();
    await ended;
    expect(queries.filter((path) => path.includes("dryRun"))).toEqual([]);
    expect(queries).toHaveLength(5);
  });

  it("reads the Lease again after a 409 and renews it (F-G4)", async () => {
    const { election, elector, clock, stop } = await leading();
    election.server.put("shop", election.server.lease()?.spec, { labels: { by: "an administrator" } });
    await clock.advance(2_000);
    expect(elector.isLeader).toBe(true);
    expect(election.server.leaseVerbs.slice(-3)).toEqual(["update", "get", "update"]);
    expect(election.server.lease()?.metadata?.labels).toEqual({ by: "an administrator" });
    stop.abort();
    await clock.advance(0);
  });

  it("creates a deleted Lease again while the deadline has not passed (F-G4)", async () => {
    const { election, elector, clock, stop } = await leading();
    election.server.remove("shop");
    await clock.advance(2_000);
    expect(election.server.leaseVerbs.slice(-3)).toEqual(["update", "get", "create"]);
    expect(election.server.lease()?.spec).toMatchObject({ holderIdentity: "a", leaseTransitions: 0 });
    await clock.advance(60_000);
    expect(elector.isLeader).toBe(true);
    stop.abort();
    await clock.advance(0);
  });

  it("creates no Lease after the deadline (F-G4)", async () => {
    const { election, clock, ended } = await leading();
    election.server.remove("shop");
    election.server.intercept = ({ verb }) => {
      if (verb === "get") clock.pause(12_000);
      return undefined;
    };
    await clock.advance(2_000);
    expect(isLeadershipLost(await ended)).toBe(true);
    expect(election.server.lease()).toBeUndefined();
  });

  it.each([
    [403, "Forbidden"],
    [500, "InternalError"],
    [429, "TooManyRequests"],
  ] as const)("tries again after a %i until the deadline, and then steps down (F-G4)", async (code, reason) => {
    const { election, elector, clock, ended } = await leading();
    election.server.intercept = () => status(code, reason);
    await clock.advance(9_999);
    expect(elector.isLeader).toBe(true);
    expect(election.server.leaseVerbs.slice(2)).toEqual(Array.from({ length: 4 }, () => ["update", "get"]).flat());
    await clock.advance(1);
    expect(isLeadershipLost(await ended)).toBe(true);
  });

  it("goes on when the server recovers before the deadline", async () => {
    const { election, elector, clock, stop } = await leading();
    election.server.intercept = () => status(500, "InternalError");
    await clock.advance(7_000);
    election.server.intercept = undefined;
    await clock.advance(60_000);
    expect(elector.isLeader).toBe(true);
    stop.abort();
    await clock.advance(0);
  });

  it("steps down at once when it sees another holder (F-G9)", async () => {
    const { election, elector, clock, ended } = await leading();
    election.server.put("shop", { holderIdentity: "b", leaseDurationSeconds: 15 });
    await clock.advance(2_000);
    expect(String(await ended)).toContain('the lease shop/shop was lost: "b" holds it now');
    expect(elector).toMatchObject({ isLeader: false, leader: "b" });
  });

  it("has requests of its own that do not wait for the rate limit of the program (F-G10)", async () => {
    const election = new Election();
    const client = election.client({ qps: 0.001, burst: 1 });
    const elector = election.candidate("a", {}, client);
    const { stop } = start(elector);
    const waiting = client.resource(ConfigMap, { namespace: "shop" }).create({ metadata: { name: "one" } });
    await waiting;
    const stuck = write(elector);
    await election.clock.advance(120_000);
    expect(elector.isLeader).toBe(true);
    expect(election.server.lease()?.spec).toMatchObject({ renewTime: "2026-01-01T00:02:00.000000Z" });
    // And with its own connections: closing the program's client would not end the election.
    stop.abort();
    await election.settle();
    await election.clock.advance(1_000_000);
    expect(isLeadershipLost(await stuck)).toBe(true);
  });
});

describe("candidates with different clocks", () => {
  it("take turns as if their wall clocks agreed, an hour apart in either direction (F-G6)", async () => {
    for (const hours of [-1, 1]) {
      const election = new Election();
      const clock = new PausedClock();
      clock.jumpWall(hours * 3_600_000);
      const first = election.candidate("a", {}, election.client({ clock }));
      const { ended } = start(first);
      await clock.advance(0);
      const second = election.candidate("b");
      const other = start(second);
      // The first candidate stops for good: its clock does not move any more.
      await election.clock.advance(14_999);
      expect([first.isLeader, second.isLeader]).toEqual([true, false]);
      clock.pause(15_000);
      await election.clock.advance(1);
      expect([first.isLeader, second.isLeader]).toEqual([false, true]);
      await clock.advance(0);
      expect(isLeadershipLost(await ended)).toBe(true);
      other.stop.abort();
      await election.settle();
    }
  });
});

describe("a follower", () => {
  it("does not create a deleted Lease while its last holder may still lead", async () => {
    const election = new Election();
    election.server.put("shop", {
      holderIdentity: "b",
      leaseDurationSeconds: 15,
      renewTime: "2026-01-01T00:00:00.000000Z",
    });
    const elector = election.candidate("a");
    const { stop } = start(elector);
    await election.clock.advance(5_000);
    election.server.remove("shop");
    await election.clock.advance(9_999);
    expect(elector.isLeader).toBe(false);
    await election.clock.advance(1);
    expect(elector.isLeader).toBe(true);
    stop.abort();
    await election.settle();
  });
});

describe("the health check of a leader", () => {
  it("passes without an elector, for another's expired lease, and inside the tolerance (B250)", async () => {
    const health = newLeaderHealthCheck({ toleranceMs: 5_000 });
    expect(() => health.check()).not.toThrow();
    const election = new Election();
    const elector = election.candidate("a", { onStartedLeading: () => new Promise(() => {}) });
    health.setElector(elector);
    const renewTime = "2026-01-01T00:00:00.000000Z";
    election.server.put("shop", { holderIdentity: "b", leaseDurationSeconds: 60, renewTime });
    const { ended } = start(elector);
    await election.clock.advance(59_000);
    expect(() => health.check()).not.toThrow();
    await election.clock.advance(1_000);
    expect(elector.isLeader).toBe(true);
    // The server fails, the lease is lost, and the work does not stop.
    election.server.intercept = () => status(500, "InternalError");
    await election.clock.advance(19_999);
    expect(elector.isLeader).toBe(false);
    expect(() => health.check()).not.toThrow();
    // Our own lease is long expired.
    await election.clock.advance(1_001);
    expect(() => health.check()).toThrow("the lease shop/shop expired");
    await election.clock.advance(60_000);
    expect(isLeadershipLost(await ended)).toBe(true);
    expect(() => health.check()).toThrow(LeadershipLostError);
  });

  it("tolerates twenty seconds by default (B250)", () => {
    const asked: number[] = [];
    const health = newLeaderHealthCheck();
    health.setElector({ check: (toleranceMs) => void asked.push(toleranceMs) });
    health.check();
    expect([health.name, ...asked]).toEqual(["leaderElection", 20_000]);
  });

  it("can be asked at any moment of a renewal (B249)", async () => {
    const election = new Election();
    const elector = election.candidate("a");
    const health = newLeaderHealthCheck();
    health.setElector(elector);
    let asked = 0;
    election.server.intercept = () => {
      health.check();
      asked++;
      return undefined;
    };
    const { stop } = start(elector);
    await election.clock.advance(20_000);
    expect(asked).toBe(12);
    stop.abort();
    await election.settle();
  });
});

describe("the metrics", () => {
  it("have client-go's names, with the name of the Lease as label", async () => {
    const meter = new RecordingMeter();
    const election = new Election();
    const { stop, ended } = start(election.candidate("a", {}, election.client({ meter })));
    await election.settle();
    const labels = { name: "shop" };
    const status = (): number | undefined => meter.values("leader_election_master_status", labels).at(-1);
    expect(status()).toBe(1);
    election.server.put("shop", election.server.lease()?.spec);
    await election.clock.advance(6_000);
    expect(meter.total("leader_election_slowpath_total", labels)).toBe(1);
    stop.abort();
    await ended;
    expect(status()).toBe(0);
  });
});
