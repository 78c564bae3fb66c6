// Made by `npm run api:generate` from codegen/facts; do not edit.
import type { KubeList, KubeObject, Resource } from "../../meta/index.ts";
import type { PreemptionPolicy } from "../core/v1.ts";

/** `priorityclasses` of `scheduling.k8s.io/v1`, of the cluster. */
export interface PriorityClass extends KubeObject {
  value?: number;
  globalDefault?: boolean;
  description?: string;
  preemptionPolicy?: PreemptionPolicy;
}

/** `priorityclasses` of `scheduling.k8s.io/v1`, of the cluster. */
export const PriorityClass: Resource<PriorityClass, { scope: "Cluster"; plural: "priorityclasses"; accessor: "priorityClasses" }> = {
  group: "scheduling.k8s.io",
  version: "v1",
  kind: "PriorityClass",
  plural: "priorityclasses",
  scope: "Cluster",
  accessor: "priorityClasses",
  singular: "priorityclass",
  shortNames: ["pc"],
};

/** A list of PriorityClass as the server sends it. */
export interface PriorityClassList extends KubeList<PriorityClass> {}
