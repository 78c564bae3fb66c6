import { ReplicaSet, type ReplicaSetCondition, type ReplicaSetStatus } from "client-ts/api/apps/v1";
import { Pod } from "client-ts/api/core/v1";
import { deepClone, deepEqual, isConditionTrue, removeCondition, setCondition } from "client-ts/meta";
import { defined } from "client-ts/internal";
import type { Cached, BuiltinController, ControllerFrame } from "./controller-frame.ts";
import { claim, ownerKeys, podFrom } from "./owned.ts";
import { countPods, deletionOrder, isActive } from "./pod-state.ts";

/** ReplicaSets have as many Pods as they ask for. */
export const replicaSetController: BuiltinController = (frame) => {
  frame.follow(ReplicaSet);
  frame.follow(Pod, (pod) => {
    const owners = ownerKeys("ReplicaSet")(pod);
    // A Pod without a manager may be one for a ReplicaSet of its namespace to adopt.
    if (owners.length > 0 || (pod.metadata.ownerReferences ?? []).length > 0) return owners;
    return frame
      .list(ReplicaSet, pod.metadata.namespace)
      .map((set) => `${pod.metadata.namespace}/${set.metadata.name}`);
  });
  frame.reconcile(async (key) => {
    const set = frame.find(ReplicaSet, key);
    if (set?.spec.selector === undefined) return undefined;
    const selector = set.spec.selector;
    const pods = await claim(frame, Pod, { owner: set, ownerKind: ReplicaSet, selector });
    const failure = set.metadata.deletionTimestamp === undefined ? await scale(frame, set, pods) : undefined;
    return report(frame, set, pods, failure);
  });
};

/** Creates or deletes Pods; says why one could not be created. */
async function scale(
  frame: ControllerFrame,
  set: Cached<ReplicaSet>,
  pods: readonly Cached<Pod>[],
): Promise<string | undefined> {
  const active = pods.filter(isActive);
  const missing = (set.spec.replicas ?? 1) - active.length;
  for (let count = 0; count < missing; count++) {
    try {
      const pod = podFrom(set.spec.template ?? { spec: { containers: [] } }, { owner: set, ownerKind: ReplicaSet });
      const created = await frame.create(Pod, pod);
      frame.record(set, "Normal", "SuccessfulCreate", `Created pod: ${created.metadata.name}`);
    } catch (error) {
      const { message } = error as Error;
      frame.record(set, "Warning", "FailedCreate", `Error creating: ${message}`);
      return message;
    }
  }
  const surplus = missing < 0 ? [...active].sort(deletionOrder).slice(0, -missing) : [];
  for (const pod of surplus) {
    await frame.delete(Pod, pod);
    frame.record(set, "Normal", "SuccessfulDelete", `Deleted pod: ${pod.metadata.name}`);
  }
  return undefined;
}

/** The conditions with a failure or without. The message of one that is known stays: each names another Pod. */
function failureConditions(
  { clock }: ControllerFrame,
  { status }: Cached<ReplicaSet>,
  message: string | undefined,
): ReplicaSetCondition[] {
  const known = (status?.conditions ?? []) as ReplicaSetCondition[];
  if (message === undefined) return removeCondition(known, "ReplicaFailure");
  if (isConditionTrue(known, "ReplicaFailure")) return known;
  const condition = { type: "ReplicaFailure", status: "True", reason: "FailedCreate", message } as const;
  return setCondition(known, condition, { clock });
}

async function report(
  frame: ControllerFrame,
  set: Cached<ReplicaSet>,
  pods: readonly Cached<Pod>[],
  failure: string | undefined,
): Promise<number | undefined> {
  const counts = countPods(pods, set.spec.minReadySeconds ?? 0, frame.now());
  const wanted = Object.entries(set.spec.template?.metadata?.labels ?? {});
  const labeled = pods.filter(
    (pod) => isActive(pod) && wanted.every(([name, value]) => pod.metadata.labels?.[name] === value),
  );
  const conditions = failureConditions(frame, set, failure);
  const status: ReplicaSetStatus = defined({
    conditions: conditions.length !== 0 ? conditions : undefined,
    replicas: counts.active,
    fullyLabeledReplicas: labeled.length || undefined,
    readyReplicas: counts.ready || undefined,
    availableReplicas: counts.available || undefined,
    terminatingReplicas: counts.terminating,
    observedGeneration: set.metadata.generation ?? 0,
  });
  if (!deepEqual(status, set.status))
    await frame.updateStatus(ReplicaSet, { ...(deepClone(set) as ReplicaSet), status });
  // Try again later: a quota may have been raised.
  if (failure !== undefined) throw new Error(failure);
  return counts.nextMs;
}
