// Made by `npm run api:generate` from codegen/facts; do not edit.
import type { KubeList, KubeObject, LabelSelector, Resource } from "../../meta/index.ts";
import type { Condition, DeleteOptions } from "../meta/v1.ts";

/** `poddisruptionbudgets` of `policy/v1beta1`, in a namespace. Only older servers serve it. */
export interface PodDisruptionBudget extends KubeObject {
  spec?: PodDisruptionBudgetSpec;
  status?: PodDisruptionBudgetStatus;
}

/** `poddisruptionbudgets` of `policy/v1beta1`, in a namespace. Only older servers serve it. */
export const PodDisruptionBudget: Resource<PodDisruptionBudget, { scope: "Namespaced"; plural: "poddisruptionbudgets"; accessor: "podDisruptionBudgets"; status: true }> = {
  group: "policy",
  version: "v1beta1",
  kind: "PodDisruptionBudget",
  plural: "poddisruptionbudgets",
  scope: "Namespaced",
  accessor: "podDisruptionBudgets",
  status: true,
};

/** A list of PodDisruptionBudget as the server sends it. */
export interface PodDisruptionBudgetList extends KubeList<PodDisruptionBudget> {}

/** No field of another type refers to it. */
export interface Eviction extends KubeObject {
  deleteOptions?: DeleteOptions;
}

/** In `PodDisruptionBudget.spec`. */
export interface PodDisruptionBudgetSpec {
  minAvailable?: number | string;
  selector?: LabelSelector;
  maxUnavailable?: number | string;
  unhealthyPodEvictionPolicy?: UnhealthyPodEvictionPolicyType;
}

/** In `PodDisruptionBudget.status`. */
export interface PodDisruptionBudgetStatus {
  observedGeneration?: number;
  disruptedPods?: { [key: string]: string };
  disruptionsAllowed?: number;
  currentHealthy?: number;
  desiredHealthy?: number;
  expectedPods?: number;
  conditions?: Condition[];
}

/** In `PodDisruptionBudgetSpec.unhealthyPodEvictionPolicy`. */
export type UnhealthyPodEvictionPolicyType = "IfHealthyBudget" | "AlwaysAllow" | (string & {});
