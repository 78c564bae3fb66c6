import { defined } from "client-ts/internal";
import type { Core } from "./core.ts";
import { flowSchemaObjects, priorityLevelObjects } from "./bootstrap-flows.ts";
import { danglingCondition, flowSchemas, levelOf, priorityLevels } from "./flow-control.ts";
import { type ApiObject, apiTime } from "./objects.ts";
import { rbacCollections } from "./rbac/rbac-authorizer.ts";
import { bootstrapObjects } from "./rbac/bootstrap.ts";
import { seedObject } from "./seed.ts";

/**
 * Objects that every cluster has. They are made when their resource is first asked for, so that they do
 * not slow the start of the server, and a server whose user never reads them does not have them.
 */
export class Bootstrap {
  readonly #core: Core;
  readonly #waiting: Map<string, () => readonly ApiObject[]>;

  /** `port` is where the server listens: the Service `kubernetes` leads there. */
  constructor(core: Core, port: () => number) {
    this.#core = core;
    this.#waiting = new Map([
      ["services", () => [kubernetesService(port())]],
      ["endpoints", () => [kubernetesEndpoints(port())]],
      ["endpointslices.discovery.k8s.io", () => [kubernetesSlice(port())]],
      ["servicecidrs.networking.k8s.io", () => [serviceRange(core.clock.now())]],
      [flowSchemas, () => this.#flowSchemas()],
      [priorityLevels, priorityLevelObjects],
      ["apiservices.apiregistration.k8s.io", () => apiServices(core)],
      ["priorityclasses.scheduling.k8s.io", () => priorityClasses],
      [rbacCollections.clusterRoles, () => bootstrapObjects("ClusterRole")],
      [rbacCollections.roles, () => bootstrapObjects("Role")],
      [rbacCollections.clusterRoleBindings, () => bootstrapObjects("ClusterRoleBinding")],
      [rbacCollections.roleBindings, () => bootstrapObjects("RoleBinding")],
    ]);
  }

  /** Makes what a collection must have. */
  ensure(collection: string): void {
    const make = this.#waiting.get(collection);
    if (make === undefined) return;
    this.#waiting.delete(collection);
    const { records } = this.#core.storage.collection(collection);
    for (const object of make()) {
      const { namespace, name } = object.metadata;
      if (!records.has(namespace === undefined ? name! : `${namespace}/${name}`))
        seedObject(this.#core, structuredClone(object), "kube-apiserver");
    }
  }

  /** Makes nothing more. */
  forget(): void {
    this.#waiting.clear();
  }

  /** FlowSchemas with their status: what they refer to is made before them. */
  #flowSchemas(): ApiObject[] {
    this.ensure(priorityLevels);
    const lastTransitionTime = apiTime(this.#core.clock.now());
    return flowSchemaObjects().map((schema) => ({
      ...schema,
      status: { conditions: [{ ...danglingCondition(levelOf(schema), true), lastTransitionTime }] },
    }));
  }
}

function kubernetesService(port: number): ApiObject {
  return {
    apiVersion: "v1",
    kind: "Service",
    metadata: { name: "kubernetes", namespace: "default", labels: { component: "apiserver", provider: "kubernetes" } },
    spec: {
      ports: [{ name: "https", protocol: "TCP", port: 443, targetPort: port }],
      clusterIP: "10.96.0.1",
      clusterIPs: ["10.96.0.1"],
      type: "ClusterIP",
      sessionAffinity: "None",
      ipFamilies: ["IPv4"],
      ipFamilyPolicy: "SingleStack",
      internalTrafficPolicy: "Cluster",
    },
  };
}

function kubernetesEndpoints(port: number): ApiObject {
  const labels = { "endpointslice.kubernetes.io/skip-mirror": "true" };
  return {
    apiVersion: "v1",
    kind: "Endpoints",
    metadata: { name: "kubernetes", namespace: "default", labels },
    subsets: [{ addresses: [{ ip: "127.0.0.1" }], ports: [{ name: "https", port, protocol: "TCP" }] }],
  };
}

function kubernetesSlice(port: number): ApiObject {
  const labels = { "kubernetes.io/service-name": "kubernetes" };
  return {
    apiVersion: "discovery.k8s.io/v1",
    kind: "EndpointSlice",
    metadata: { name: "kubernetes", namespace: "default", labels },
    addressType: "IPv4",
    endpoints: [{ addresses: ["127.0.0.1"], conditions: { ready: true } }],
    ports: [{ name: "https", port, protocol: "TCP" }],
  };
}

function serviceRange(nowMs: number): ApiObject {
  const ready = {
    type: "Ready",
    status: "True",
    lastTransitionTime: apiTime(nowMs),
    reason: "",
    message: "Kubernetes Service CIDR is ready",
  };
  return {
    apiVersion: "networking.k8s.io/v1",
    kind: "ServiceCIDR",
    metadata: { name: "kubernetes", finalizers: ["networking.k8s.io/service-cidr-finalizer"] },
    spec: { cidrs: ["10.96.0.0/16"] },
    status: { conditions: [ready] },
  };
}

/** How the real server ranks its groups; a group that is not here comes after them. */
const groupPriorities: Readonly<Record<string, number>> = {
  "": 18_000,
  apps: 17_800,
  "events.k8s.io": 17_750,
  "authentication.k8s.io": 17_700,
  "authorization.k8s.io": 17_600,
  autoscaling: 17_500,
  batch: 17_400,
  "certificates.k8s.io": 17_300,
  "networking.k8s.io": 17_200,
  policy: 17_100,
  "rbac.authorization.k8s.io": 17_000,
  "storage.k8s.io": 16_800,
  "admissionregistration.k8s.io": 16_700,
  "apiextensions.k8s.io": 16_700,
  "scheduling.k8s.io": 16_600,
  "coordination.k8s.io": 16_500,
  "node.k8s.io": 16_300,
  "discovery.k8s.io": 16_200,
  "resource.k8s.io": 16_200,
  "flowcontrol.apiserver.k8s.io": 16_100,
  "storagemigration.k8s.io": 15_800,
};
const versionPriorities: Readonly<Record<string, number>> = {
  "v1.": 1,
  "v2.autoscaling": 30,
  "v1.resource.k8s.io": 21,
  "v1.flowcontrol.apiserver.k8s.io": 21,
};

/** One APIService for each group and version that the server itself serves. */
function apiServices(core: Core): ApiObject[] {
  const available = {
    type: "Available",
    status: "True",
    lastTransitionTime: apiTime(core.clock.now()),
    reason: "Local",
    message: "Local APIServices are always available",
  };
  const served = [...core.table.all()].filter(
    ({ custom, group }) => custom === undefined && group !== "apiregistration.k8s.io",
  );
  const names = new Map(served.map(({ group, version }) => [`${version}.${group}`, { group, version }]));
  return [...names].map(([name, { group, version }]) => ({
    apiVersion: "apiregistration.k8s.io/v1",
    kind: "APIService",
    metadata: { name, labels: { "kube-aggregator.kubernetes.io/automanaged": "onstart" } },
    spec: {
      ...defined({ group: group || undefined }),
      version,
      groupPriorityMinimum: groupPriorities[group] ?? 15_000,
      versionPriority: versionPriorities[name] ?? (version.includes("beta") ? 12 : version.includes("alpha") ? 9 : 15),
    },
    status: { conditions: [available] },
  }));
}

const priorityClasses: readonly ApiObject[] = [
  {
    apiVersion: "scheduling.k8s.io/v1",
    kind: "PriorityClass",
    metadata: { name: "system-cluster-critical" },
    value: 2_000_000_000,
    description:
      "Used for system critical pods that must run in the cluster, but can be moved to another node if necessary.",
    preemptionPolicy: "PreemptLowerPriority",
  },
  {
    apiVersion: "scheduling.k8s.io/v1",
    kind: "PriorityClass",
    metadata: { name: "system-node-critical" },
    value: 2_000_001_000,
    description: "Used for system critical pods that must not be moved from their current node.",
    preemptionPolicy: "PreemptLowerPriority",
  },
];
