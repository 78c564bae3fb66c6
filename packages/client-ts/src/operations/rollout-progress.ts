import type { DaemonSet, Deployment, StatefulSet } from "../api/apps/v1.ts";
import { getCondition, type ReadonlyObject } from "../meta/index.ts";
import type { Rollout } from "./rollout.ts";

/**
 * The progress of a rollout: complete, still waiting, or failed. `message` is the text that `kubectl rollout status`
 * prints.
 */
export interface RolloutProgress {
  readonly state: "done" | "waiting" | "failed";
  readonly message: string;
}

/** Reads the progress of a rollout from the object, by the rules of `kubectl rollout status`. */
export function rolloutProgress(object: ReadonlyObject & Pick<Rollout, "kind">): RolloutProgress {
  const name = object.metadata?.name ?? "";
  switch (object.kind) {
    case "StatefulSet":
      return ofStatefulSet(name, object as StatefulSet);
    case "DaemonSet":
      return ofDaemonSet(name, object as DaemonSet);
    default:
      return ofDeployment(name, object as Deployment);
  }
}

const done = (message: string): RolloutProgress => ({ state: "done", message });
const waiting = (message: string): RolloutProgress => ({ state: "waiting", message });
const failed = (message: string): RolloutProgress => ({ state: "failed", message });
const rolling = (what: string): string => `only the update strategy RollingUpdate has a rollout status: ${what}`;

function ofDeployment(name: string, { metadata, spec, status = {} }: Deployment): RolloutProgress {
  if ((metadata?.generation ?? 0) > (status.observedGeneration ?? 0))
    return waiting("waiting for the new spec to be observed");
  if (getCondition(status.conditions, "Progressing")?.reason === "ProgressDeadlineExceeded") {
    return failed(`deployment ${JSON.stringify(name)} exceeded its progress deadline`);
  }
  const { replicas = 0, updatedReplicas = 0, availableReplicas = 0 } = status;
  if (spec.replicas !== undefined && updatedReplicas < spec.replicas) {
    return waiting(`${updatedReplicas} out of ${spec.replicas} new replicas have been updated`);
  }
  if (replicas > updatedReplicas) return waiting(`${replicas - updatedReplicas} old replicas are pending termination`);
  if (availableReplicas < updatedReplicas)
    return waiting(`${availableReplicas} of ${updatedReplicas} updated replicas are available`);
  return done(`deployment ${JSON.stringify(name)} successfully rolled out`);
}

function ofStatefulSet(name: string, { metadata, spec, status }: StatefulSet): RolloutProgress {
  if ((spec.updateStrategy?.type ?? "RollingUpdate") !== "RollingUpdate")
    return failed(rolling(`statefulset ${JSON.stringify(name)}`));
  const observed = status?.observedGeneration ?? 0;
  if (observed === 0 || (metadata?.generation ?? 0) > observed)
    return waiting("waiting for the new spec to be observed");
  const { readyReplicas = 0, updatedReplicas = 0, currentRevision, updateRevision } = status ?? {};
  const replicas = spec.replicas ?? 1;
  if (readyReplicas < replicas) return waiting(`${replicas - readyReplicas} pods are not ready yet`);
  const partition = spec.updateStrategy?.rollingUpdate?.partition ?? 0;
  if (partition > 0) {
    const wanted = replicas - partition;
    if (updatedReplicas < wanted) return waiting(`${updatedReplicas} out of ${wanted} new pods have been updated`);
    return done(`partitioned roll out complete: ${updatedReplicas} new pods have been updated`);
  }
  if (updateRevision !== currentRevision) return waiting(`${updatedReplicas} pods at revision ${updateRevision}`);
  return done(
    `statefulset ${JSON.stringify(name)} rolled out: ` +
      `${status?.currentReplicas ?? 0} pods at revision ${currentRevision}`,
  );
}

function ofDaemonSet(name: string, { metadata, spec, status }: DaemonSet): RolloutProgress {
  if ((spec.updateStrategy?.type ?? "RollingUpdate") !== "RollingUpdate")
    return failed(rolling(`daemonset ${JSON.stringify(name)}`));
  if ((metadata?.generation ?? 0) > (status?.observedGeneration ?? 0))
    return waiting("waiting for the new spec to be observed");
  const {
    desiredNumberScheduled: wanted = 0,
    updatedNumberScheduled: updated = 0,
    numberAvailable: available = 0,
  } = status ?? {};
  if (updated < wanted) return waiting(`${updated} out of ${wanted} new pods have been updated`);
  if (available < wanted) return waiting(`${available} of ${wanted} updated pods are available`);
  return done(`daemonset ${JSON.stringify(name)} successfully rolled out`);
}
