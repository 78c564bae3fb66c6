import { defined } from "client-ts/internal";
import type { ApiObject, Json } from "./objects.ts";

const apiVersion = "flowcontrol.apiserver.k8s.io/v1";
const annotations = { "apf.kubernetes.io/autoupdate-spec": "true" };

/** The priority levels of every cluster. */
export function priorityLevelObjects(): ApiObject[] {
  const queue = (queues: number, handSize: number): Json => ({
    type: "Queue",
    queuing: { queues, handSize, queueLengthLimit: 50 },
  });
  const limited = (shares: number, lendablePercent: number, limitResponse: Json): Json => ({
    type: "Limited",
    limited: { nominalConcurrencyShares: shares, limitResponse, lendablePercent },
  });
  const levels: Readonly<Record<string, Json>> = {
    "catch-all": limited(5, 0, { type: "Reject" }),
    exempt: { type: "Exempt", exempt: { nominalConcurrencyShares: 0, lendablePercent: 0 } },
    "global-default": limited(20, 50, queue(128, 6)),
    "leader-election": limited(10, 0, queue(16, 4)),
    "node-high": limited(40, 25, queue(64, 6)),
    system: limited(30, 33, queue(64, 6)),
    "workload-high": limited(40, 50, queue(128, 6)),
    "workload-low": limited(100, 90, queue(128, 6)),
  };
  return Object.entries(levels).map(([name, spec]) => ({
    apiVersion,
    kind: "PriorityLevelConfiguration",
    metadata: { name, annotations },
    spec,
  }));
}

/** The FlowSchemas of every cluster: what belongs to which priority level. */
export function flowSchemaObjects(): ApiObject[] {
  const groups = (...names: string[]): Json[] => names.map((name) => ({ kind: "Group", group: { name } }));
  const users = (...names: string[]): Json[] => names.map((name) => ({ kind: "User", user: { name } }));
  const accounts: Json = { kind: "ServiceAccount", serviceAccount: { namespace: "kube-system", name: "*" } };
  const allUsers = groups("system:unauthenticated", "system:authenticated");
  const anything: Json = {
    resourceRules: [{ verbs: ["*"], apiGroups: ["*"], resources: ["*"], clusterScope: true, namespaces: ["*"] }],
    nonResourceRules: [{ verbs: ["*"], nonResourceURLs: ["*"] }],
  };
  const leases = (verbs: string[]): Json => ({
    verbs,
    apiGroups: ["coordination.k8s.io"],
    resources: ["leases"],
    namespaces: ["*"],
  });
  const nodes: Json = {
    verbs: ["*"],
    apiGroups: [""],
    resources: ["nodes", "nodes/status"],
    clusterScope: true,
    namespaces: ["*"],
  };
  const probes: Json = { nonResourceRules: [{ verbs: ["get"], nonResourceURLs: ["/healthz", "/readyz", "/livez"] }] };
  const electors = [...users("system:kube-controller-manager", "system:kube-scheduler"), accounts];
  const schemas: readonly (readonly [string, string, number, string, Json, Json[]])[] = [
    ["catch-all", "catch-all", 10_000, "ByUser", anything, allUsers],
    ["exempt", "exempt", 1, "", anything, groups("system:masters")],
    ["global-default", "global-default", 9900, "ByUser", anything, allUsers],
    ["kube-controller-manager", "workload-high", 800, "ByNamespace", anything, users("system:kube-controller-manager")],
    ["kube-scheduler", "workload-high", 800, "ByNamespace", anything, users("system:kube-scheduler")],
    ["kube-system-service-accounts", "workload-high", 900, "ByNamespace", anything, [accounts]],
    ["probes", "exempt", 2, "", probes, allUsers],
    ["service-accounts", "workload-low", 9000, "ByUser", anything, groups("system:serviceaccounts")],
    [
      "system-leader-election",
      "leader-election",
      100,
      "ByUser",
      { resourceRules: [leases(["get", "create", "update"])] },
      electors,
    ],
    ["system-node-high", "node-high", 400, "ByUser", { resourceRules: [nodes, leases(["*"])] }, groups("system:nodes")],
    ["system-nodes", "system", 500, "ByUser", anything, groups("system:nodes")],
  ];
  return schemas.map(([name, level, matchingPrecedence, distinguisher, rules, subjects]) => ({
    apiVersion,
    kind: "FlowSchema",
    metadata: { name, annotations },
    spec: {
      priorityLevelConfiguration: { name: level },
      matchingPrecedence,
      ...defined({ distinguisherMethod: distinguisher !== "" ? { type: distinguisher } : undefined }),
      rules: [{ subjects, ...rules }],
    },
  }));
}
