import { getEventListeners } from "node:events";
import { describe, expect, it, vi } from "vitest";
import { ConfigMap } from "../api/core/v1.ts";
import { AbortedError, isClientError, TransportError } from "../errors/index.ts";
import type { Transport } from "../transport/index.ts";
import type { Meter } from "../util/index.ts";
import { LeaderElector } from "./leader-elector.ts";
import { isLeadershipLost, LeadershipLostError } from "./leadership-lost-error.ts";
import { Leadership, momentOf } from "./leadership.ts";
import { Election, start } from "./test-support/candidate.ts";
import { status } from "./test-support/lease-server.ts";
import { PausedClock } from "./test-support/paused-clock.ts";

const failure = new Error("the cleanup failed");

describe("the options of a candidate", () => {
  it("name the namespace of the Lease, and the labels that its holder puts on it", async () => {
    for (const [namespace, expected] of [
      ["other", "other"],
      [undefined, "shop"],
    ] as const) {
      const election = new Election();
      const paths: string[] = [];
      const transport: Transport = (request) => {
        paths.push(request.path);
        return election.server.transport(request);
      };
      const labels = { team: "checkout" };
      const elector = election.candidate("a", { namespace, labels }, election.client({ transport }));
      const { stop, ended } = start(elector);
      await election.settle();
      expect(elector.lease).toBe(`${expected}/shop`);
      expect(election.server.lease()?.metadata).toMatchObject({ namespace: expected, labels });
      stop.abort();
      await ended;
      expect(paths.every((path) => path.includes(`/namespaces/${expected}/leases`))).toBe(true);
    }
  });

  it("limit how long the work may take to stop", async () => {
    const election = new Election();
    const elector = election.candidate("a", { stopTimeoutMs: 2_000, onStartedLeading: () => new Promise(() => {}) });
    const { stop, ended } = start(elector);
    await election.settle();
    stop.abort();
    await election.clock.advance(1_999);
    expect(elector.isLeader).toBe(true);
    await election.clock.advance(1);
    const error = await ended;
    expect(isClientError(error, "Timeout")).toBe(true);
    expect(String(error)).toContain("did not stop within 2000 ms");
  });

  it("must leave more than 1.2 retry periods before the deadline, exactly that many are too few", () => {
    const election = new Election();
    const times = (retryPeriodMs: number) => ({ leaseDurationMs: 15_000, renewDeadlineMs: 12_000, retryPeriodMs });
    expect(() => election.candidate("a", times(10_000))).toThrow("greater than 1.2 times retryPeriodMs (10000)");
    expect(() => election.candidate("a", times(9_999))).not.toThrow();
    expect(() => election.candidate("a", { stopTimeoutMs: Number.POSITIVE_INFINITY })).toThrow("stopTimeoutMs");
  });

  it("may be functions that throw: the election goes on, and what they threw is reported", async ({
    onTestFinished,
  }) => {
    const reported = vi.spyOn(console, "error").mockImplementation(() => {});
    onTestFinished(() => reported.mockRestore());
    const election = new Election();
    const broken = (): never => {
      throw new Error("broken");
    };
    const elector = election.candidate("a", {
      onNewLeader: broken,
      onStoppedLeading: async () => broken(),
      recorder: { event: broken },
    });
    const { stop, ended } = start(elector);
    await election.clock.advance(6_000);
    expect(elector.isLeader).toBe(true);
    stop.abort();
    expect(await ended).toBe("resolved");
    await election.settle();
    const lines = reported.mock.calls.map(([line]) => String(line));
    for (const where of ["onNewLeader", "onStoppedLeading", "the recorder of the leader election"])
      expect(lines.some((line) => line.includes(`unexpected error in ${where}: Error: broken`))).toBe(true);
  });
});

describe("a leader", () => {
  it("shows at once that it lost the lease, although its work has not stopped", async () => {
    const election = new Election();
    const values: number[] = [];
    const meter: Meter = {
      counter: () => ({ add() {} }),
      gauge: (name) => ({ set: (value) => void (name === "leader_election_master_status" && values.push(value)) }),
      histogram: () => ({ observe() {} }),
    };
    const elector = election.candidate(
      "a",
      { onStartedLeading: () => new Promise(() => {}) },
      election.client({ meter }),
    );
    const { ended } = start(elector);
    await election.settle();
    expect(values).toEqual([0, 1]);
    election.server.put("shop", { holderIdentity: "b", leaseDurationSeconds: 15 });
    await election.clock.advance(2_000);
    expect([values.at(-1), election.log.at(-1)]).toEqual([0, "a stopped"]);
    await election.clock.advance(30_000);
    expect(isLeadershipLost(await ended)).toBe(true);
    expect(election.log.filter((line) => line === "a stopped")).toHaveLength(1);
  });

  it("stops gracefully when its work answers the signal, and passes on a failure of the work until then", async () => {
    const answers: [string, (reason: unknown) => unknown, unknown][] = [
      ["the reason of the signal", (reason) => reason, "resolved"],
      ["an aborted call", () => new AbortedError("cut off"), "resolved"],
      ["a write after the end", () => new LeadershipLostError("too late", { lease: "shop/shop" }), "resolved"],
      ["a failure of its own", () => failure, failure],
    ];
    for (const [what, thrown, expected] of answers) {
      const election = new Election();
      const { stop, ended } = start(
        election.candidate("a", {
          onStartedLeading: (leading) =>
            new Promise((_, reject) => leading.addEventListener("abort", () => reject(thrown(leading.reason)))),
        }),
      );
      await election.settle();
      stop.abort();
      expect(await ended, what).toBe(expected);
      // The work has ended either way: another candidate may lead.
      expect(election.server.lease()?.spec).toMatchObject({ holderIdentity: "" });
    }
  });

  it("that fails without a reason says so", async () => {
    const election = new Election();
    const { ended } = start(election.candidate("a", { onStartedLeading: () => Promise.reject(undefined) }));
    await election.settle();
    expect(String(await ended)).toContain("onStartedLeading rejected without a reason");
  });

  it("tries again to release its Lease after a failure of the server", async () => {
    const election = new Election();
    const { stop, ended } = start(election.candidate("a"));
    await election.settle();
    let failures = 2;
    election.server.intercept = ({ verb }) =>
      verb === "update" && failures-- > 0 ? status(500, "InternalError") : undefined;
    stop.abort();
    await election.clock.advance(1_999);
    expect(election.server.lease()?.spec).toMatchObject({ holderIdentity: "a" });
    await election.clock.advance(1);
    expect(await ended).toBe("resolved");
    expect(election.server.lease()?.spec).toMatchObject({ holderIdentity: "" });
  });

  it("leaves nothing on its signals, however many writes it makes", async () => {
    const election = new Election();
    let held: AbortSignal | undefined;
    const transport: Transport = async (request) => {
      if (request.method === "DELETE") throw new TransportError("cut", { code: "reset", sent: true });
      return election.server.transport(request);
    };
    const elector = new LeaderElector(
      election.client({ transport }),
      { name: "shop", identity: "a", onStartedLeading() {} },
      {
        onHeld: (signal) => {
          held = signal;
        },
      },
    );
    const { stop, ended } = start(elector);
    await election.settle();
    const listeners = (): number => getEventListeners(held as AbortSignal, "abort").length;
    const before = listeners();
    const maps = elector.client.resource(ConfigMap, { namespace: "shop" });
    for (let at = 0; at < 20; at++) {
      await maps.create({ metadata: { name: `m${at}` } });
      await maps.create({ metadata: { name: `m${at}` } }).catch(() => {});
      await maps.delete(`m${at}`).catch(() => {});
    }
    await election.clock.advance(20_000);
    expect(listeners()).toBe(before);
    stop.abort();
    await ended;
  });

  it("is not brought back by an answer after its deadline, to a renewal that was begun before it (F-G2)", () => {
    const clock = new PausedClock();
    const leadership = new Leadership({
      clock,
      renewDeadlineMs: 10_000,
      began: momentOf(clock),
      expired: () => new Error("expired"),
    });
    clock.pause(9_500);
    const began = momentOf(clock);
    // No timer has fired, and nothing has looked at the clock when the answer comes.
    clock.pause(1_000);
    leadership.renewed(began);
    expect([leadership.isHeld, leadership.leading.aborted]).toEqual([false, true]);
  });

  it("has lost its lease before anything that listens to its work is called", () => {
    const { clock } = new Election();
    const began = momentOf(clock);
    const leadership = new Leadership({ clock, renewDeadlineMs: 10_000, began, expired: () => new Error("expired") });
    const seen: boolean[] = [];
    leadership.leading.addEventListener("abort", () => seen.push(leadership.isHeld));
    leadership.end(new Error("given up"));
    expect([seen, clock.pending]).toEqual([[false], 0]);
  });
});

describe("a candidate", () => {
  it("watches the Lease again after the watch broke, and leads at once when it is released", async () => {
    const election = new Election();
    let broken = 1;
    election.server.intercept = ({ verb }) =>
      verb === "watch" && broken-- > 0 ? status(500, "InternalError") : undefined;
    const leader = start(election.candidate("b"));
    await election.settle();
    const elector = election.candidate("a");
    const { stop, ended } = start(elector);
    await election.clock.advance(8_000);
    leader.stop.abort();
    await election.settle();
    expect(elector.isLeader).toBe(true);
    stop.abort();
    expect(await ended).toBe("resolved");
  });
});
