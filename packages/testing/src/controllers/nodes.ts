import { Node, type NodeStatus, type Taint } from "client-ts/api/core/v1";
import { deepClone, isConditionTrue } from "client-ts/meta";
import type { BuiltinController, ControllerFrame } from "./controller-frame.ts";

const unschedulableTaint = "node.kubernetes.io/unschedulable";

/** Nodes are ready; one that takes no more Pods has the taint that says so. */
export const nodeController: BuiltinController = (frame) => {
  frame.follow(Node);
  frame.reconcile(async (name) => {
    const node = frame.find(Node, name);
    if (node === undefined || node.metadata.deletionTimestamp !== undefined) return undefined;
    if (!isConditionTrue(node.status?.conditions, "Ready")) {
      await frame.updateStatus(Node, { ...(deepClone(node) as Node), status: readyStatus(frame, name) });
      return undefined;
    }
    const taints = (deepClone(node.spec?.taints) ?? []) as Taint[];
    const tainted = taints.some(({ key }) => key === unschedulableTaint);
    if (tainted === (node.spec?.unschedulable ?? false)) return undefined;
    const others = taints.filter(({ key }) => key !== unschedulableTaint);
    const added: Taint = { key: unschedulableTaint, effect: "NoSchedule", timeAdded: frame.timestamp() };
    const draft = deepClone(node) as Node;
    draft.spec = { ...draft.spec, taints: tainted ? others : [...others, added] };
    await frame.update(Node, draft);
    return undefined;
  });
};

/** The nodes of a server that begins without any. */
export function firstNodes(count = 2): Node[] {
  return Array.from({ length: count }, (_, at) => {
    const name = `node-${at}`;
    const labels = {
      "kubernetes.io/hostname": name,
      "kubernetes.io/os": "linux",
      "kubernetes.io/arch": "amd64",
    };
    return { apiVersion: "v1", kind: "Node", metadata: { name, labels } };
  });
}

/** What kwok reports, too. */
const healthy = [
  ["Ready", "True", "KubeletReady", "kubelet is posting ready status"],
  ["MemoryPressure", "False", "KubeletHasSufficientMemory", "kubelet has sufficient memory available"],
  ["DiskPressure", "False", "KubeletHasNoDiskPressure", "kubelet has no disk pressure"],
  ["PIDPressure", "False", "KubeletHasSufficientPID", "kubelet has sufficient PID available"],
  ["NetworkUnavailable", "False", "RouteCreated", "RouteController created a route"],
] as const;

function readyStatus(frame: ControllerFrame, name: string): NodeStatus {
  const now = frame.timestamp();
  const resources = { cpu: "64", memory: "256Gi", pods: "2000" };
  return {
    phase: "Running",
    addresses: [
      { type: "InternalIP", address: "127.0.0.1" },
      { type: "Hostname", address: name },
    ],
    capacity: resources,
    allocatable: resources,
    nodeInfo: {
      architecture: "amd64",
      operatingSystem: "linux",
      kubeletVersion: "v1.37.1",
      kubeProxyVersion: "v1.37.1",
      containerRuntimeVersion: "kwok",
      kernelVersion: "kwok",
      osImage: "kwok",
      machineID: "",
      bootID: "",
      systemUUID: "",
    },
    conditions: healthy.map(([type, status, reason, message]) => ({
      type,
      status,
      reason,
      message,
      lastHeartbeatTime: now,
      lastTransitionTime: now,
    })),
  };
}
