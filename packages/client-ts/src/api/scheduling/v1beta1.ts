// Made by `npm run api:generate` from codegen/facts; do not edit.
import type { KubeList, KubeObject, Resource } from "../../meta/index.ts";
import type { PreemptionPolicy as CoreV1PreemptionPolicy } from "../core/v1.ts";
import type { Condition } from "../meta/v1.ts";

/** `podgroups` of `scheduling.k8s.io/v1beta1`, in a namespace. */
export interface PodGroup extends KubeObject {
  spec: PodGroupSpec;
  status?: PodGroupStatus;
}

/** `podgroups` of `scheduling.k8s.io/v1beta1`, in a namespace. */
export const PodGroup: Resource<PodGroup, { scope: "Namespaced"; plural: "podgroups"; accessor: "podGroups"; status: true }> = {
  group: "scheduling.k8s.io",
  version: "v1beta1",
  kind: "PodGroup",
  plural: "podgroups",
  scope: "Namespaced",
  accessor: "podGroups",
  singular: "podgroup",
  status: true,
};

/** `priorityclasses` of `scheduling.k8s.io/v1beta1`, of the cluster. Only older servers serve it. */
export interface PriorityClass extends KubeObject {
  value?: number;
  globalDefault?: boolean;
  description?: string;
  preemptionPolicy?: CoreV1PreemptionPolicy;
}

/** `priorityclasses` of `scheduling.k8s.io/v1beta1`, of the cluster. Only older servers serve it. */
export const PriorityClass: Resource<PriorityClass, { scope: "Cluster"; plural: "priorityclasses"; accessor: "priorityClasses" }> = {
  group: "scheduling.k8s.io",
  version: "v1beta1",
  kind: "PriorityClass",
  plural: "priorityclasses",
  scope: "Cluster",
  accessor: "priorityClasses",
};

/** `workloads` of `scheduling.k8s.io/v1beta1`, in a namespace. */
export interface Workload extends KubeObject {
  spec: WorkloadSpec;
}

/** `workloads` of `scheduling.k8s.io/v1beta1`, in a namespace. */
export const Workload: Resource<Workload, { scope: "Namespaced"; plural: "workloads" }> = {
  group: "scheduling.k8s.io",
  version: "v1beta1",
  kind: "Workload",
  plural: "workloads",
  scope: "Namespaced",
  singular: "workload",
};

/** A list of PodGroup as the server sends it. */
export interface PodGroupList extends KubeList<PodGroup> {}

/** A list of PriorityClass as the server sends it. */
export interface PriorityClassList extends KubeList<PriorityClass> {}

/** A list of Workload as the server sends it. */
export interface WorkloadList extends KubeList<Workload> {}

/** In `CompositeDisruptionMode.all`. */
export interface AllCompositeDisruptionMode {}

/** In `DisruptionMode.all`. */
export interface AllDisruptionMode {}

/** In `PodGroupSchedulingPolicy.basic`. */
export interface BasicSchedulingPolicy {}

/** In `CompositePodGroupSchedulingPolicy.basic`. */
export interface CompositeBasicSchedulingPolicy {}

/** In `CompositePodGroupTemplate.disruptionMode`. */
export interface CompositeDisruptionMode {
  single?: SingleCompositeDisruptionMode;
  all?: AllCompositeDisruptionMode;
}

/** In `CompositePodGroupSchedulingPolicy.gang`. */
export interface CompositeGangSchedulingPolicy {
  minGroupCount: number;
}

/** In `CompositePodGroupTemplate.schedulingConstraints`. */
export interface CompositePodGroupSchedulingConstraints {
  topology?: TopologyConstraint[];
}

/** In `CompositePodGroupTemplate.schedulingPolicy`. */
export interface CompositePodGroupSchedulingPolicy {
  basic?: CompositeBasicSchedulingPolicy;
  gang?: CompositeGangSchedulingPolicy;
}

/** In `CompositePodGroupTemplate.compositePodGroupTemplates` and one more place. */
export interface CompositePodGroupTemplate {
  name: string;
  schedulingPolicy: CompositePodGroupSchedulingPolicy;
  schedulingConstraints?: CompositePodGroupSchedulingConstraints;
  disruptionMode?: CompositeDisruptionMode;
  priorityClassName?: string;
  priority?: number;
  preemptionPolicy?: PreemptionPolicy;
  podGroupTemplates?: PodGroupTemplate[];
  compositePodGroupTemplates?: CompositePodGroupTemplate[];
}

/** In `PodGroupSpec.disruptionMode` and one more place. */
export interface DisruptionMode {
  single?: SingleDisruptionMode;
  all?: AllDisruptionMode;
}

/** In `PodGroupSchedulingPolicy.gang`. */
export interface GangSchedulingPolicy {
  minCount: number;
}

/** In `PodGroupSpec.resourceClaims` and one more place. */
export interface PodGroupResourceClaim {
  name: string;
  resourceClaimName?: string;
  resourceClaimTemplateName?: string;
}

/** In `PodGroupStatus.resourceClaimStatuses`. */
export interface PodGroupResourceClaimStatus {
  name: string;
  resourceClaimName?: string;
}

/** In `PodGroupSpec.schedulingConstraints` and one more place. */
export interface PodGroupSchedulingConstraints {
  topology?: TopologyConstraint[];
}

/** In `PodGroupSpec.schedulingPolicy` and one more place. */
export interface PodGroupSchedulingPolicy {
  basic?: BasicSchedulingPolicy;
  gang?: GangSchedulingPolicy;
}

/** In `PodGroup.spec`. */
export interface PodGroupSpec {
  parentCompositePodGroupName?: string;
  workloadRef?: WorkloadReference;
  schedulingPolicy: PodGroupSchedulingPolicy;
  schedulingConstraints?: PodGroupSchedulingConstraints;
  resourceClaims?: PodGroupResourceClaim[];
  disruptionMode?: DisruptionMode;
  priorityClassName?: string;
  priority?: number;
  preemptionPolicy?: PreemptionPolicy;
}

/** In `PodGroup.status`. */
export interface PodGroupStatus {
  conditions?: Condition[];
  resourceClaimStatuses?: PodGroupResourceClaimStatus[];
}

/** In `CompositePodGroupTemplate.podGroupTemplates` and one more place. */
export interface PodGroupTemplate {
  name: string;
  schedulingPolicy: PodGroupSchedulingPolicy;
  schedulingConstraints?: PodGroupSchedulingConstraints;
  resourceClaims?: PodGroupResourceClaim[];
  disruptionMode?: DisruptionMode;
  priorityClassName?: string;
  priority?: number;
  preemptionPolicy?: PreemptionPolicy;
}

/** In `CompositePodGroupTemplate.preemptionPolicy` and 2 more places. */
export type PreemptionPolicy = "PreemptLowerPriority" | "Never" | (string & {});

/** In `CompositeDisruptionMode.single`. */
export interface SingleCompositeDisruptionMode {}

/** In `DisruptionMode.single`. */
export interface SingleDisruptionMode {}

/** In `CompositePodGroupSchedulingConstraints.topology` and one more place. */
export interface TopologyConstraint {
  key: string;
}

/** In `WorkloadSpec.controllerRef`. */
export interface TypedLocalObjectReference {
  apiGroup?: string;
  kind: string;
  name: string;
}

/** In `PodGroupSpec.workloadRef`. */
export interface WorkloadReference {
  workloadName: string;
  templateName: string;
}

/** In `Workload.spec`. */
export interface WorkloadSpec {
  controllerRef?: TypedLocalObjectReference;
  podGroupTemplates?: PodGroupTemplate[];
  compositePodGroupTemplates?: CompositePodGroupTemplate[];
}
