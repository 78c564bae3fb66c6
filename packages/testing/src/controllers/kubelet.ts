import { Node, Pod, type PodStatus } from "client-ts/api/core/v1";
import { deepClone, getCondition } from "client-ts/meta";
import { type Cached, type BuiltinController, type ControllerFrame, keyOf } from "./controller-frame.ts";
import { isReady } from "./pod-state.ts";

/** How long the Pod of a Job runs. */
const jobRunMs = 500;

/** Pods on a node run and are ready, Pods of Jobs succeed after half a second, and deleted Pods go. */
export const kubelet: BuiltinController = (frame) => {
  const addresses = newAddresses();
  /** When the Pods of Jobs began to run, by key. */
  const started = new Map<string, { readonly uid: string; readonly at: number }>();
  frame.follow(Pod);
  frame.follow(Node, ({ metadata }) =>
    frame
      .list(Pod)
      .filter((pod) => pod.spec?.nodeName === metadata.name)
      .map(keyOf),
  );
  frame.reconcile(async (key) => {
    const pod = frame.find(Pod, key);
    const node = pod?.spec?.nodeName === undefined ? undefined : frame.find(Node, pod.spec.nodeName);
    if (pod === undefined || pod.metadata.deletionTimestamp !== undefined) started.delete(key);
    if (pod === undefined || node === undefined) return undefined;
    const { uid } = pod.metadata;
    if (pod.metadata.deletionTimestamp !== undefined) {
      if ((pod.metadata.deletionGracePeriodSeconds ?? 0) > 0) await frame.delete(Pod, pod, { gracePeriodSeconds: 0 });
      return undefined;
    }
    const phase = pod.status?.phase ?? "Pending";
    if (phase === "Pending") {
      await writeStatus(frame, pod, runningStatus(frame, pod, { node, address: addresses() }));
      if (!ofJob(pod)) return undefined;
      started.set(key, { uid, at: frame.now() });
      return jobRunMs;
    }
    if (phase !== "Running" || !ofJob(pod) || !isReady(pod)) return undefined;
    const began = started.get(key);
    const left = began?.uid === uid ? began.at + jobRunMs - frame.now() : 0;
    if (left > 0) return left;
    started.delete(key);
    await writeStatus(frame, pod, succeededStatus(frame, pod));
    return undefined;
  });
};

function ofJob({ metadata }: Cached<Pod>): boolean {
  return metadata.ownerReferences?.some(({ kind }) => kind === "Job") ?? false;
}

/** Addresses of the Pod network, one after the other. */
function newAddresses(): () => string {
  let last = 0;
  return () => {
    last = (last % 65_000) + 1;
    return `10.244.${last >> 8}.${last & 255}`;
  };
}

async function writeStatus(frame: ControllerFrame, pod: Cached<Pod>, status: PodStatus): Promise<void> {
  await frame.updateStatus(Pod, { ...(deepClone(pod) as Pod), status });
}

function runningStatus(
  frame: ControllerFrame,
  pod: Cached<Pod>,
  { node, address }: { readonly node: Cached<Node>; readonly address: string },
): PodStatus {
  const now = frame.timestamp();
  const hostIP = node.status?.addresses?.find(({ type }) => type === "InternalIP")?.address ?? "127.0.0.1";
  const podIP = pod.spec?.hostNetwork === true ? hostIP : address;
  const known = deepClone(pod.status?.conditions ?? []) as NonNullable<PodStatus["conditions"]>;
  const scheduled = getCondition(known, "PodScheduled");
  const met = ["PodReadyToStartContainers", "Initialized", "Ready", "ContainersReady"];
  return {
    ...(deepClone(pod.status) as PodStatus),
    phase: "Running",
    startTime: now,
    hostIP,
    podIP,
    podIPs: [{ ip: podIP }],
    conditions: [
      ...met.map((type) => ({ type, status: "True" as const, lastTransitionTime: now })),
      scheduled ?? { type: "PodScheduled", status: "True", lastTransitionTime: now },
    ],
    containerStatuses: (pod.spec?.containers ?? []).map(({ name, image = "" }) => ({
      name,
      image,
      imageID: "",
      containerID: `kwok://${name}`,
      ready: true,
      started: true,
      restartCount: 0,
      state: { running: { startedAt: now } },
    })),
  };
}

function succeededStatus(frame: ControllerFrame, pod: Cached<Pod>): PodStatus {
  const now = frame.timestamp();
  const status = deepClone(pod.status) as PodStatus;
  return {
    ...status,
    phase: "Succeeded",
    containerStatuses: (pod.spec?.containers ?? []).map(({ name, image = "" }) => ({
      name,
      image,
      imageID: "",
      ready: false,
      started: false,
      restartCount: 0,
      state: { terminated: { exitCode: 0, reason: "Completed", startedAt: now, finishedAt: now } },
    })),
  };
}
