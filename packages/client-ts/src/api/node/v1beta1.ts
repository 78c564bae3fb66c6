// Made by `npm run api:generate` from codegen/facts; do not edit.
import type { KubeList, KubeObject, Resource } from "../../meta/index.ts";
import type { ResourceList, Toleration } from "../core/v1.ts";

/** `runtimeclasses` of `node.k8s.io/v1beta1`, of the cluster. Only older servers serve it. */
export interface RuntimeClass extends KubeObject {
  handler: string;
  overhead?: Overhead;
  scheduling?: Scheduling;
}

/** `runtimeclasses` of `node.k8s.io/v1beta1`, of the cluster. Only older servers serve it. */
export const RuntimeClass: Resource<RuntimeClass, { scope: "Cluster"; plural: "runtimeclasses"; accessor: "runtimeClasses" }> = {
  group: "node.k8s.io",
  version: "v1beta1",
  kind: "RuntimeClass",
  plural: "runtimeclasses",
  scope: "Cluster",
  accessor: "runtimeClasses",
};

/** A list of RuntimeClass as the server sends it. */
export interface RuntimeClassList extends KubeList<RuntimeClass> {}

/** In `RuntimeClass.overhead`. */
export interface Overhead {
  podFixed?: ResourceList;
}

/** In `RuntimeClass.scheduling`. */
export interface Scheduling {
  nodeSelector?: { [key: string]: string };
  tolerations?: Toleration[];
}
