import type { Deployment, DeploymentStatus, ReplicaSet } from "client-ts/api/apps/v1";
import { getCondition } from "client-ts/meta";
import { FakeClock } from "client-ts/util";
import { describe, expect, it } from "vitest";
import type { Cached } from "./controller-frame.ts";
import { deploymentStatus } from "./deployment-status.ts";

const deployment = (spec: object = {}, status: DeploymentStatus = {}): Cached<Deployment> =>
  ({
    metadata: { name: "web", generation: 2 },
    spec: { replicas: 4, ...spec },
    status,
  }) as unknown as Cached<Deployment>;
const set = (name: string, replicas: number, status: object): Cached<ReplicaSet> =>
  ({ metadata: { name }, spec: { replicas }, status }) as unknown as Cached<ReplicaSet>;
const full = (replicas: number) => ({ replicas, readyReplicas: replicas, availableReplicas: replicas });

/** The status after each state, each from the one before, with the conditions as `type status reason`. */
function statuses(
  clock: FakeClock,
  current: Cached<ReplicaSet>,
  sets: readonly Cached<ReplicaSet>[],
  before: DeploymentStatus,
  spec: object = {},
) {
  const { status, againMs } = deploymentStatus(deployment(spec, before), sets, { current, isNew: false, clock });
  const progressing = getCondition(status.conditions, "Progressing");
  const available = getCondition(status.conditions, "Available");
  return {
    status,
    againMs,
    progressing: `${progressing?.status} ${progressing?.reason}`,
    available: available?.reason,
  };
}

describe("the status of a Deployment", () => {
  it("counts the Pods of all its ReplicaSets, and the updated ones of the current", () => {
    const current = set("new", 3, { replicas: 3, readyReplicas: 2, availableReplicas: 1, terminatingReplicas: 1 });
    const old = set("old", 2, { replicas: 2, readyReplicas: 2, availableReplicas: 2, terminatingReplicas: 2 });
    const { status } = statuses(new FakeClock(), current, [old, current], {});
    expect(status).toMatchObject({
      observedGeneration: 2,
      replicas: 5,
      updatedReplicas: 3,
      readyReplicas: 4,
      availableReplicas: 3,
      unavailableReplicas: 2,
      terminatingReplicas: 3,
    });
  });

  it("is available while no more Pods are missing than may be", () => {
    const clock = new FakeClock();
    const at = (available: number, spec: object = {}) => {
      const current = set("new", 4, { replicas: 4, readyReplicas: available, availableReplicas: available });
      return statuses(clock, current, [current], {}, spec).available;
    };
    expect([at(4), at(3), at(2)]).toEqual([
      "MinimumReplicasAvailable",
      "MinimumReplicasAvailable",
      "MinimumReplicasUnavailable",
    ]);
    expect(at(3, { strategy: { rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } } })).toBe(
      "MinimumReplicasUnavailable",
    );
  });

  it("says when a rollout moves, when it is complete, and that it stays complete", async () => {
    const clock = new FakeClock();
    const created = deploymentStatus(deployment(), [set("new", 4, {})], {
      current: set("new", 4, {}),
      isNew: true,
      clock,
    }).status;
    expect(getCondition(created.conditions, "Progressing")?.reason).toBe("NewReplicaSetCreated");
    const half = set("new", 4, { replicas: 4, readyReplicas: 2, availableReplicas: 2 });
    const moving = statuses(clock, half, [half], created);
    expect(moving.progressing).toBe("True ReplicaSetUpdated");
    const all = set("new", 4, full(4));
    await clock.advance(10_000);
    const complete = statuses(clock, all, [all], { ...moving.status, observedGeneration: 2 });
    expect(complete.progressing).toBe("True NewReplicaSetAvailable");
    const times = [created, complete.status].map(({ conditions }) => getCondition(conditions, "Progressing"));
    expect(times[1]?.lastTransitionTime).toBe(times[0]?.lastTransitionTime);
    await clock.advance(3_600_000);
    const lost = set("new", 4, { replicas: 4, readyReplicas: 3, availableReplicas: 3 });
    expect(statuses(clock, lost, [lost], complete.status).progressing).toBe("True NewReplicaSetAvailable");
  });

  it("fails when nothing moves until the deadline, not a millisecond earlier, and stays failed", async () => {
    const clock = new FakeClock();
    const stuck = set("new", 4, { replicas: 4, readyReplicas: 2, availableReplicas: 2 });
    const first = statuses(clock, stuck, [stuck], {}, { progressDeadlineSeconds: 60 });
    expect(first.progressing).toBe("True ReplicaSetUpdated");
    await clock.advance(59_999);
    const waiting = statuses(clock, stuck, [stuck], first.status, { progressDeadlineSeconds: 60 });
    expect([waiting.progressing, waiting.againMs]).toEqual(["True ReplicaSetUpdated", 1_001]);
    await clock.advance(1);
    const failed = statuses(clock, stuck, [stuck], waiting.status, { progressDeadlineSeconds: 60 });
    expect([failed.progressing, failed.againMs]).toEqual(["False ProgressDeadlineExceeded", undefined]);
    await clock.advance(60_000);
    expect(statuses(clock, stuck, [stuck], failed.status, { progressDeadlineSeconds: 60 }).status).toEqual(
      failed.status,
    );
    const better = set("new", 4, { replicas: 4, readyReplicas: 3, availableReplicas: 3 });
    expect(statuses(clock, better, [better], failed.status).progressing).toBe("True ReplicaSetUpdated");
  });

  it("is paused and resumed, and keeps the time of a condition whose status stays", async () => {
    const clock = new FakeClock();
    const all = set("new", 4, full(4));
    const running = statuses(clock, all, [all], { observedGeneration: 2 });
    const since = getCondition(running.status.conditions, "Available")?.lastTransitionTime;
    await clock.advance(30_000);
    const paused = statuses(clock, all, [all], running.status, { paused: true });
    expect(paused.progressing).toBe("Unknown DeploymentPaused");
    expect(statuses(clock, all, [all], paused.status, { paused: true }).status).toEqual(paused.status);
    expect(statuses(clock, all, [all], paused.status).progressing).toBe("Unknown DeploymentResumed");
    expect(getCondition(paused.status.conditions, "Available")?.lastTransitionTime).toBe(since);
  });
});
