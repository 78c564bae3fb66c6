import type { Core } from "./core.ts";
import type { ApiObject } from "./objects.ts";
import { rbacCollections } from "./rbac/authorizer.ts";
import { bootstrapObjects } from "./rbac/bootstrap.ts";
import { seedObject } from "./seed.ts";

/**
 * Objects that every cluster has. They are made when their resource is first asked for, so that a server starts as fast
 * without them and one whose user never looks does not have them.
 */
export class Bootstrap {
  readonly #core: Core;
  readonly #waiting: Map<string, () => readonly ApiObject[]>;

  /** `port` is where the server listens: the Service `kubernetes` leads there. */
  constructor(core: Core, port: () => number) {
    this.#core = core;
    this.#waiting = new Map([
      ["services", () => [kubernetesService(port())]],
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
