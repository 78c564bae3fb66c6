import { ControllerRevision, DaemonSet, type DaemonSetStatus } from "client-ts/api/apps/v1";
import { Node, Pod, type PodSpec, type Toleration } from "client-ts/api/core/v1";
import { deepClone, deepEqual, type DeepReadonly } from "client-ts/meta";
import { defined } from "client-ts/internal";
import { type Cached, type BuiltinController, type ControllerFrame, keyOf } from "./controller-frame.ts";
import { fitsNode } from "./node-fit.ts";
import { claim, ownerKeys, podFrom } from "./owned.ts";
import { isFinished, isReady, untilAvailableMs } from "./pod-state.ts";
import { hashOf, pruneRevisions, syncRevisions } from "./revisions.ts";
import { podsOf } from "./rollout-plan.ts";

const hashLabel = "controller-revision-hash";

/** What every Pod of a DaemonSet tolerates: a node in trouble still has its daemons. */
const tolerated: Toleration[] = [
  { key: "node.kubernetes.io/not-ready", operator: "Exists", effect: "NoExecute" },
  { key: "node.kubernetes.io/unreachable", operator: "Exists", effect: "NoExecute" },
  ...["disk-pressure", "memory-pressure", "pid-pressure", "unschedulable"].map((name) => ({
    key: `node.kubernetes.io/${name}`,
    operator: "Exists" as const,
    effect: "NoSchedule" as const,
  })),
];

/** DaemonSets have one Pod on each node that fits. */
export const daemonSetController: BuiltinController = (frame) => {
  frame.follow(DaemonSet);
  frame.follow(Pod, ownerKeys("DaemonSet"));
  frame.read(ControllerRevision);
  frame.follow(Node, () => frame.list(DaemonSet).map(keyOf));
  frame.reconcile(async (key) => {
    const set = frame.find(DaemonSet, key);
    if (set?.spec.selector === undefined) return undefined;
    const { selector, template } = set.spec;
    const pods = await claim(frame, Pod, { owner: set, ownerKind: DaemonSet, selector });
    const revisions = await syncRevisions(frame, { owner: set, ownerKind: DaemonSet, selector, template, hashLabel });
    const current = revisions.at(-1)!;
    const nodes = frame.list(Node).filter((node) => fitsNode(tolerant(template.spec), node));
    if (set.metadata.deletionTimestamp === undefined) await spread(frame, set, nodes, pods, current);
    const used = new Set(pods.map((pod) => pod.metadata.labels?.[hashLabel] ?? ""));
    await pruneRevisions(frame, revisions, used, set.spec.revisionHistoryLimit ?? 10);
    return report(frame, set, nodes, pods, current);
  });
};

function daemonPod(
  set: Cached<DaemonSet>,
  node: Cached<Node>,
  current: Cached<ControllerRevision>,
): ReturnType<typeof podFrom> {
  const generation = String(set.metadata.generation ?? 1);
  const labels = { [hashLabel]: hashOf(current), "pod-template-generation": generation };
  const pod = podFrom(set.spec.template, { owner: set, ownerKind: DaemonSet, labels });
  pod.spec.tolerations = [...(pod.spec.tolerations ?? []), ...tolerated];
  const term = { matchFields: [{ key: "metadata.name", operator: "In" as const, values: [node.metadata.name] }] };
  const required = { nodeSelectorTerms: [term] };
  pod.spec.affinity = {
    ...pod.spec.affinity,
    nodeAffinity: { ...pod.spec.affinity?.nodeAffinity, requiredDuringSchedulingIgnoredDuringExecution: required },
  };
  return pod;
}

/** The template as the choice of nodes sees it: with what every daemon tolerates, and its own affinity. */
function tolerant(spec: DeepReadonly<PodSpec> | undefined): DeepReadonly<PodSpec> {
  return { containers: [], ...spec, tolerations: [...(spec?.tolerations ?? []), ...tolerated] };
}

/** The node of a daemon's Pod, also before it is bound. */
function nodeOf({ spec }: Cached<Pod>): string | undefined {
  const terms = spec?.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms;
  return spec?.nodeName ?? terms?.[0]?.matchFields?.[0]?.values?.[0];
}

async function spread(
  frame: ControllerFrame,
  set: Cached<DaemonSet>,
  nodes: readonly Cached<Node>[],
  pods: readonly Cached<Pod>[],
  current: Cached<ControllerRevision>,
): Promise<void> {
  const fitting = new Set(nodes.map(({ metadata }) => metadata.name));
  for (const pod of pods) {
    if (pod.metadata.deletionTimestamp !== undefined) continue;
    if (!fitting.has(nodeOf(pod) ?? "") || isFinished(pod)) await remove(frame, set, pod);
  }
  for (const node of nodes) {
    if (pods.some((pod) => nodeOf(pod) === node.metadata.name)) continue;
    const created = await frame.create(Pod, daemonPod(set, node, current));
    frame.record(set, "Normal", "SuccessfulCreate", `Created pod: ${created.metadata.name}`);
  }
  if (set.spec.updateStrategy?.type === "OnDelete") return;
  const most = Math.max(1, podsOf(set.spec.updateStrategy?.rollingUpdate?.maxUnavailable ?? 1, nodes.length, "up"));
  const down = nodes.filter(
    ({ metadata }) =>
      !pods.some((pod) => nodeOf(pod) === metadata.name && isReady(pod) && !pod.metadata.deletionTimestamp),
  );
  const outdated = pods.filter(
    (pod) => pod.metadata.labels?.[hashLabel] !== hashOf(current) && !pod.metadata.deletionTimestamp,
  );
  const free = Math.max(0, most - down.length);
  const notReady = outdated.filter((pod) => !isReady(pod));
  for (const pod of [...notReady, ...outdated.filter(isReady).slice(0, free)]) await remove(frame, set, pod);
}

async function remove(frame: ControllerFrame, set: Cached<DaemonSet>, pod: Cached<Pod>): Promise<void> {
  await frame.delete(Pod, pod);
  frame.record(set, "Normal", "SuccessfulDelete", `Deleted pod: ${pod.metadata.name}`);
}

async function report(
  frame: ControllerFrame,
  set: Cached<DaemonSet>,
  nodes: readonly Cached<Node>[],
  pods: readonly Cached<Pod>[],
  current: Cached<ControllerRevision>,
): Promise<number | undefined> {
  const fitting = new Set(nodes.map(({ metadata }) => metadata.name));
  const placed = pods.filter((pod) => pod.metadata.deletionTimestamp === undefined && fitting.has(nodeOf(pod) ?? ""));
  const waits = placed.map((pod) => untilAvailableMs(pod, set.spec.minReadySeconds ?? 0, frame.now()));
  const available = waits.filter((wait) => wait === 0).length;
  const updated = placed.filter((pod) => pod.metadata.labels?.[hashLabel] === hashOf(current)).length;
  const status: DaemonSetStatus = {
    currentNumberScheduled: placed.length,
    numberMisscheduled: pods.filter((pod) => !fitting.has(nodeOf(pod) ?? "") && !pod.metadata.deletionTimestamp).length,
    desiredNumberScheduled: nodes.length,
    numberReady: placed.filter(isReady).length,
    observedGeneration: set.metadata.generation ?? 0,
    ...defined({
      updatedNumberScheduled: updated || undefined,
      numberAvailable: available || undefined,
      numberUnavailable: available !== nodes.length ? nodes.length - available : undefined,
    }),
  };
  if (!deepEqual(status, set.status)) await frame.updateStatus(DaemonSet, { ...(deepClone(set) as DaemonSet), status });
  const later = waits.filter((wait) => wait !== undefined && wait > 0) as number[];
  return later.length === 0 ? undefined : Math.min(...later);
}
