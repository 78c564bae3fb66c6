import { Node, Pod } from "client-ts/api/core/v1";
import { deepClone, deepEqual, isConditionTrue, setCondition } from "client-ts/meta";
import { type Cached, type BuiltinController, type ControllerFrame, keyOf } from "./controller-frame.ts";
import { whyNotFit } from "./node-fit.ts";
import { isActive } from "./pod-state.ts";

/** Binds each Pod to the node with the fewest Pods that it fits by taints, selectors and affinity. */
export const scheduler: BuiltinController = (frame) => {
  /** The nodes of Pods that were bound and that the cache does not show so yet. */
  const placed = new Map<string, string>();
  frame.follow(Pod, (pod) => (pod.spec?.nodeName === undefined ? [keyOf(pod)] : []));
  frame.follow(Node, () => frame.list(Pod).filter(isWaiting).map(keyOf));
  frame.reconcile(async (key) => {
    const unbound = new Set(frame.list(Pod).flatMap(({ metadata, spec }) => (spec?.nodeName ? [] : [metadata.uid])));
    for (const uid of placed.keys()) if (!unbound.has(uid)) placed.delete(uid);
    const pod = frame.find(Pod, key);
    if (pod === undefined || !isWaiting(pod) || placed.has(pod.metadata.uid)) return undefined;
    const nodes = frame.list(Node).filter(isUsable);
    const problems = nodes.map((node) => whyNotFit(pod.spec!, node));
    const load = loads(frame, placed);
    const fitting = nodes.filter((_, at) => problems[at] === undefined);
    const [node] = fitting.sort((a, b) => (load.get(a.metadata.name) ?? 0) - (load.get(b.metadata.name) ?? 0));
    if (node === undefined) {
      await refuse(frame, pod, nodes.length, problems);
      return undefined;
    }
    const { name, namespace } = pod.metadata;
    await frame.client.resource(Pod, { namespace: namespace! }).bind(name, { kind: "Node", name: node.metadata.name });
    placed.set(pod.metadata.uid, node.metadata.name);
    frame.record(pod, "Normal", "Scheduled", `Successfully assigned ${namespace}/${name} to ${node.metadata.name}`);
    return undefined;
  });
};

function isWaiting(pod: Cached<Pod>): boolean {
  const { nodeName, schedulerName = "default-scheduler", schedulingGates = [] } = pod.spec ?? {};
  return (
    nodeName === undefined && schedulerName === "default-scheduler" && schedulingGates.length === 0 && isActive(pod)
  );
}

function isUsable(node: Cached<Node>): boolean {
  return isConditionTrue(node.status?.conditions, "Ready") && node.metadata.deletionTimestamp === undefined;
}

function loads(frame: ControllerFrame, placed: ReadonlyMap<string, string>): Map<string, number> {
  const load = new Map<string, number>();
  const bound = frame.list(Pod).map((pod) => pod.spec?.nodeName);
  for (const name of [...bound, ...placed.values()]) if (name !== undefined) load.set(name, (load.get(name) ?? 0) + 1);
  return load;
}

async function refuse(
  frame: ControllerFrame,
  pod: Cached<Pod>,
  nodes: number,
  problems: readonly (string | undefined)[],
): Promise<void> {
  const counts = new Map<string, number>();
  for (const problem of problems) counts.set(problem!, (counts.get(problem!) ?? 0) + 1);
  const reasons = [...counts]
    .map(([problem, count]) => `${count} ${problem}`)
    .sort()
    .join(", ");
  const message =
    nodes === 0
      ? "no nodes available to schedule pods"
      : `0/${nodes} nodes are available: ${reasons}. no new claims to deallocate, ` +
        `preemption: 0/${nodes} nodes are available: ${nodes} Preemption is not helpful for scheduling.`;
  const conditions = setCondition(
    deepClone(pod.status?.conditions) as NonNullable<Pod["status"]>["conditions"],
    { type: "PodScheduled", status: "False", reason: "Unschedulable", message },
    { clock: frame.clock },
  );
  if (deepEqual(conditions, pod.status?.conditions)) return;
  const draft = deepClone(pod) as Pod;
  draft.status = { ...draft.status, conditions };
  await frame.updateStatus(Pod, draft);
  frame.record(pod, "Warning", "FailedScheduling", message);
}
