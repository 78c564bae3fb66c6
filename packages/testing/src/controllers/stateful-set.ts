import { ControllerRevision, StatefulSet, type StatefulSetStatus } from "client-ts/api/apps/v1";
import { PersistentVolumeClaim, Pod } from "client-ts/api/core/v1";
import { defined } from "client-ts/internal";
import { deepClone, deepEqual } from "client-ts/meta";
import type { Cached, BuiltinController, ControllerFrame } from "./controller-frame.ts";
import { claim, ownerKeys, podFrom } from "./owned.ts";
import { isFinished, isReady, untilAvailableMs } from "./pod-state.ts";
import { pruneRevisions, syncRevisions, templateOf } from "./revisions.ts";

const revisionLabel = "controller-revision-hash";

/**
 * StatefulSets have Pods with names of their own, created from the first and deleted from the last, one at a time
 * unless the policy is `Parallel`.
 */
export const statefulSetController: BuiltinController = (frame) => {
  frame.follow(StatefulSet);
  frame.follow(Pod, ownerKeys("StatefulSet"));
  frame.read(ControllerRevision);
  frame.read(PersistentVolumeClaim);
  frame.reconcile(async (key) => {
    const set = frame.find(StatefulSet, key);
    if (set?.spec.selector === undefined) return undefined;
    const { selector, template } = set.spec;
    const pods = await claim(frame, Pod, { owner: set, ownerKind: StatefulSet, selector });
    const revisions = await syncRevisions(frame, {
      owner: set,
      ownerKind: StatefulSet,
      selector,
      template,
      hashLabel: "controller.kubernetes.io/hash",
    });
    const state = stateOf(set, pods, revisions, frame.now());
    if (set.metadata.deletionTimestamp === undefined) await step(frame, state);
    const used = new Set(pods.map((pod) => pod.metadata.labels?.[revisionLabel] ?? ""));
    used.add(state.current.metadata.name);
    await pruneRevisions(frame, revisions, used, set.spec.revisionHistoryLimit ?? 10);
    return report(frame, state);
  });
};

interface State {
  readonly set: Cached<StatefulSet>;
  readonly pods: ReadonlyMap<number, Cached<Pod>>;
  readonly first: number;
  readonly wanted: number;
  /** The revision that Pods below the partition have. */
  readonly current: Cached<ControllerRevision>;
  readonly update: Cached<ControllerRevision>;
  readonly nowMs: number;
}

function stateOf(
  set: Cached<StatefulSet>,
  pods: readonly Cached<Pod>[],
  revisions: readonly Cached<ControllerRevision>[],
  nowMs: number,
): State {
  const update = revisions.at(-1)!;
  const current = revisions.find(({ metadata }) => metadata.name === set.status?.currentRevision) ?? update;
  const byOrdinal = new Map(pods.map((pod) => [ordinalOf(pod), pod]));
  return {
    set,
    pods: byOrdinal,
    first: set.spec.ordinals?.start ?? 0,
    wanted: set.spec.replicas ?? 1,
    current,
    update,
    nowMs,
  };
}

/** Creates what is missing, deletes what is too much, then replaces what is outdated. */
async function step(frame: ControllerFrame, state: State): Promise<void> {
  const { set, pods, first, wanted } = state;
  const parallel = set.spec.podManagementPolicy === "Parallel";
  for (let ordinal = first; ordinal < first + wanted; ordinal++) {
    const pod = pods.get(ordinal);
    if (pod === undefined) {
      await createPod(frame, state, ordinal);
      if (!parallel) return;
    } else if (isFinished(pod) && pod.metadata.deletionTimestamp === undefined) {
      await frame.delete(Pod, pod);
      return;
    } else if (!parallel && !isHealthy(state, pod)) return;
  }
  const surplus = [...pods.keys()]
    .filter((ordinal) => ordinal < first || ordinal >= first + wanted)
    .sort((a, b) => b - a);
  for (const ordinal of surplus) {
    const pod = pods.get(ordinal)!;
    if (pod.metadata.deletionTimestamp === undefined) await deletePod(frame, set, pod);
    if (!parallel) return;
  }
  await replaceOutdated(frame, state);
}

/** Pods of an old revision go from the last to the partition, one at a time. */
async function replaceOutdated(
  frame: ControllerFrame,
  { set, pods, first, wanted, update, nowMs, ...rest }: State,
): Promise<void> {
  const { updateStrategy } = set.spec;
  if (updateStrategy?.type === "OnDelete") return;
  const partition = updateStrategy?.rollingUpdate?.partition ?? 0;
  for (let ordinal = first + wanted - 1; ordinal >= first + partition; ordinal--) {
    const pod = pods.get(ordinal);
    if (pod === undefined) return;
    if (pod.metadata.labels?.[revisionLabel] !== update.metadata.name) {
      if (pod.metadata.deletionTimestamp === undefined) await deletePod(frame, set, pod);
      return;
    }
    if (!isHealthy({ set, pods, first, wanted, update, nowMs, ...rest }, pod)) return;
  }
}

async function createPod(
  frame: ControllerFrame,
  { set, current, update, first }: State,
  ordinal: number,
): Promise<void> {
  const { name, namespace } = set.metadata;
  const partition = set.spec.updateStrategy?.rollingUpdate?.partition ?? 0;
  const revision = ordinal < first + partition ? current : update;
  const podName = `${name}-${ordinal}`;
  const pod = podFrom(templateOf(revision), {
    owner: set,
    ownerKind: StatefulSet,
    name: podName,
    labels: {
      "statefulset.kubernetes.io/pod-name": podName,
      "apps.kubernetes.io/pod-index": String(ordinal),
      [revisionLabel]: revision.metadata.name,
    },
  });
  pod.spec.hostname = podName;
  if (set.spec.serviceName !== undefined && set.spec.serviceName !== "") pod.spec.subdomain = set.spec.serviceName;
  const claims: { name: string; persistentVolumeClaim: { claimName: string } }[] = [];
  for (const template of set.spec.volumeClaimTemplates ?? []) {
    const claimName = `${template.metadata?.name}-${podName}`;
    claims.push({ name: template.metadata?.name ?? "", persistentVolumeClaim: { claimName } });
    if (frame.find(PersistentVolumeClaim, `${namespace}/${claimName}`) !== undefined) continue;
    const { spec } = deepClone(template) as PersistentVolumeClaim;
    const labels = { ...template.metadata?.labels, ...set.spec.selector.matchLabels };
    const metadata = { name: claimName, namespace: namespace!, labels };
    await frame.create(PersistentVolumeClaim, { metadata, ...defined({ spec }) });
    const what = `Claim ${claimName} Pod ${podName} in StatefulSet ${name}`;
    frame.record(set, "Normal", "SuccessfulCreate", `Create ${what} success`);
  }
  const others = (pod.spec.volumes ?? []).filter((volume) => !claims.some((one) => one.name === volume.name));
  if (claims.length > 0) pod.spec.volumes = [...claims, ...others];
  await frame.create(Pod, pod);
  frame.record(set, "Normal", "SuccessfulCreate", `Create Pod ${podName} in StatefulSet ${name} successful`);
}

async function deletePod(frame: ControllerFrame, set: Cached<StatefulSet>, pod: Cached<Pod>): Promise<void> {
  await frame.delete(Pod, pod);
  const message = `Delete Pod ${pod.metadata.name} in StatefulSet ${set.metadata.name} successful`;
  frame.record(set, "Normal", "SuccessfulDelete", message);
}

async function report(frame: ControllerFrame, state: State): Promise<number | undefined> {
  const { set, pods, wanted, current, update, nowMs } = state;
  const all = [...pods.values()];
  const waits = all.map((pod) => untilAvailableMs(pod, set.spec.minReadySeconds ?? 0, nowMs));
  const at = (revision: Cached<ControllerRevision>): number =>
    all.filter(
      (pod) => pod.metadata.labels?.[revisionLabel] === revision.metadata.name && !pod.metadata.deletionTimestamp,
    ).length;
  const ready = all.filter(isReady).length;
  const updated = at(update);
  const isOver = updated === wanted && ready === wanted && all.length === wanted;
  const currentRevision = isOver ? update : current;
  const inCurrent = at(currentRevision);
  const status: StatefulSetStatus = {
    observedGeneration: set.metadata.generation ?? 0,
    replicas: all.length,
    ...defined({
      readyReplicas: ready || undefined,
      currentReplicas: inCurrent || undefined,
      updatedReplicas: updated || undefined,
    }),
    currentRevision: currentRevision.metadata.name,
    updateRevision: update.metadata.name,
    collisionCount: 0,
    availableReplicas: waits.filter((wait) => wait === 0).length,
  };
  if (!deepEqual(status, set.status))
    await frame.updateStatus(StatefulSet, { ...(deepClone(set) as StatefulSet), status });
  const later = waits.filter((wait) => wait !== undefined && wait > 0) as number[];
  return later.length === 0 ? undefined : Math.min(...later);
}

function isHealthy({ set, nowMs }: State, pod: Cached<Pod>): boolean {
  return (
    pod.metadata.deletionTimestamp === undefined && untilAvailableMs(pod, set.spec.minReadySeconds ?? 0, nowMs) === 0
  );
}

function ordinalOf({ metadata }: Cached<Pod>): number {
  return Number(metadata.name.slice(metadata.name.lastIndexOf("-") + 1));
}
