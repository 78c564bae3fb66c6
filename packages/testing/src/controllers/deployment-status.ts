import type { Deployment, DeploymentCondition, DeploymentStatus, ReplicaSet } from "client-ts/api/apps/v1";
import { defined } from "client-ts/internal";
import { deepClone, formatTime, getCondition, parseTimeMs } from "client-ts/meta";
import type { Clock } from "client-ts/util";
import type { Cached } from "./controller-frame.ts";
import { rolloutLimits } from "./rollout-plan.ts";

interface Facts {
  readonly current: Cached<ReplicaSet> | undefined;
  /** The current ReplicaSet was created just now. */
  readonly isNew: boolean;
  readonly clock: Clock;
}

/** The status of a Deployment, and when it changes by time alone. */
export function deploymentStatus(
  deployment: Cached<Deployment>,
  sets: readonly Cached<ReplicaSet>[],
  facts: Facts,
): { readonly status: DeploymentStatus; readonly againMs: number | undefined } {
  const counts = countsOf(deployment, sets, facts.current);
  const conditions = (deepClone(deployment.status?.conditions) ?? []) as DeploymentCondition[];
  const known = facts.isNew ? conditions : available(deployment, counts, conditions, facts.clock);
  const { updated, againMs } = progressing(deployment, counts, known, facts);
  const all = facts.isNew ? available(deployment, counts, updated, facts.clock) : updated;
  return { status: { ...counts, conditions: all }, againMs };
}

function countsOf(
  { metadata, spec, status }: Cached<Deployment>,
  sets: readonly Cached<ReplicaSet>[],
  current: Cached<ReplicaSet> | undefined,
): DeploymentStatus {
  const sum = (read: (set: Cached<ReplicaSet>) => number | undefined): number =>
    sets.reduce((total, set) => total + (read(set) ?? 0), 0);
  const replicas = sum((set) => set.status?.replicas);
  const updatedReplicas = current?.status?.replicas ?? 0;
  const readyReplicas = sum((set) => set.status?.readyReplicas);
  const availableReplicas = sum((set) => set.status?.availableReplicas);
  const wanted = sets.reduce((total, set) => total + (set.spec.replicas ?? 0), 0);
  const unavailableReplicas = Math.max(
    0,
    Math.max(wanted, sets.length === 0 ? (spec.replicas ?? 1) : 0) - availableReplicas,
  );
  return {
    observedGeneration: metadata.generation ?? 0,
    ...defined({
      replicas: replicas || undefined,
      updatedReplicas: updatedReplicas || undefined,
      readyReplicas: readyReplicas || undefined,
      availableReplicas: availableReplicas || undefined,
      unavailableReplicas: unavailableReplicas || undefined,
    }),
    terminatingReplicas: sum((set) => set.status?.terminatingReplicas),
    ...defined({ collisionCount: status?.collisionCount }),
  };
}

function available(
  { spec }: Cached<Deployment>,
  counts: DeploymentStatus,
  conditions: DeploymentCondition[],
  clock: Clock,
): DeploymentCondition[] {
  const enough = (counts.availableReplicas ?? 0) >= (spec.replicas ?? 1) - rolloutLimits(spec).unavailable;
  return put(conditions, clock, {
    type: "Available",
    status: enough ? "True" : "False",
    reason: enough ? "MinimumReplicasAvailable" : "MinimumReplicasUnavailable",
    message: enough ? "Deployment has minimum availability." : "Deployment does not have minimum availability.",
  });
}

/** Whether the rollout goes on, is complete, or has not moved within its deadline. */
function progressing(
  deployment: Cached<Deployment>,
  counts: DeploymentStatus,
  conditions: DeploymentCondition[],
  { current, isNew, clock }: Facts,
): { readonly updated: DeploymentCondition[]; readonly againMs: number | undefined } {
  const { spec } = deployment;
  const known = getCondition(conditions, "Progressing");
  const say = (status: string, reason: string, message: string) => ({
    updated: put(conditions, clock, { type: "Progressing", status, reason, message }),
    againMs: undefined,
  });
  if (spec.paused === true) {
    return known?.reason === "DeploymentPaused"
      ? { updated: conditions, againMs: undefined }
      : say("Unknown", "DeploymentPaused", "Deployment is paused");
  }
  if (known?.reason === "DeploymentPaused") return say("Unknown", "DeploymentResumed", "Deployment is resumed");
  if (current === undefined) return { updated: conditions, againMs: undefined };
  const name = JSON.stringify(current.metadata.name);
  const wanted = spec.replicas ?? 1;
  const before = deployment.status;
  const complete =
    (counts.updatedReplicas ?? 0) === wanted &&
    (counts.replicas ?? 0) === wanted &&
    (counts.availableReplicas ?? 0) === wanted &&
    before?.observedGeneration === deployment.metadata.generation;
  if (complete) return say("True", "NewReplicaSetAvailable", `ReplicaSet ${name} has successfully progressed.`);
  const moved =
    (counts.updatedReplicas ?? 0) > (before?.updatedReplicas ?? 0) ||
    (counts.replicas ?? 0) - (counts.updatedReplicas ?? 0) < (before?.replicas ?? 0) - (before?.updatedReplicas ?? 0) ||
    (counts.readyReplicas ?? 0) > (before?.readyReplicas ?? 0) ||
    (counts.availableReplicas ?? 0) > (before?.availableReplicas ?? 0);
  if (isNew) return say("True", "NewReplicaSetCreated", `Created new replica set ${name}`);
  if (moved || known === undefined) return say("True", "ReplicaSetUpdated", `ReplicaSet ${name} is progressing.`);
  if (known.reason === "NewReplicaSetAvailable" && (before?.updatedReplicas ?? 0) === 0 && wanted > 0)
    return say("True", "FoundNewReplicaSet", `Found new replica set ${name}`);
  return timedOut(spec.progressDeadlineSeconds ?? 600, known, conditions, name, clock);
}

function timedOut(
  deadlineSeconds: number,
  known: DeploymentCondition,
  conditions: DeploymentCondition[],
  name: string,
  clock: Clock,
): { readonly updated: DeploymentCondition[]; readonly againMs: number | undefined } {
  if (known.reason === "NewReplicaSetAvailable" || known.reason === "ProgressDeadlineExceeded")
    return { updated: conditions, againMs: undefined };
  const left = parseTimeMs(known.lastUpdateTime ?? formatTime(clock.now())) + deadlineSeconds * 1000 - clock.now();
  if (left > 0) return { updated: conditions, againMs: Math.min(left + 1000, 2 ** 31 - 1) };
  const message = `ReplicaSet ${name} has timed out progressing.`;
  return {
    updated: put(conditions, clock, {
      type: "Progressing",
      status: "False",
      reason: "ProgressDeadlineExceeded",
      message,
    }),
    againMs: undefined,
  };
}

/** Sets a condition. One that changes goes to the end, as in the real controller; its time of update changes too. */
function put(
  conditions: DeploymentCondition[],
  clock: Clock,
  condition: Pick<DeploymentCondition, "type" | "status" | "reason" | "message">,
): DeploymentCondition[] {
  const known = getCondition(conditions, condition.type!);
  const same = known !== undefined && known.status === condition.status && known.reason === condition.reason;
  if (same && condition.reason !== "ReplicaSetUpdated") return conditions;
  const now = formatTime(clock.now());
  const lastTransitionTime = (known?.status === condition.status && known?.lastTransitionTime) || now;
  const others = conditions.filter(({ type }) => type !== condition.type);
  return [...others, { ...condition, lastUpdateTime: now, lastTransitionTime }];
}
