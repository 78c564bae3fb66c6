// Made by `npm run api:generate` from codegen/facts; do not edit.
import type { KubeList, KubeObject, Resource } from "../../meta/index.ts";
import type { Condition } from "../meta/v1.ts";

/** `compositepodgroups` of `scheduling.k8s.io/v1alpha3`, in a namespace. */
export interface CompositePodGroup extends KubeObject {
  spec: CompositePodGroupSpec;
  status?: CompositePodGroupStatus;
}

/** `compositepodgroups` of `scheduling.k8s.io/v1alpha3`, in a namespace. */
export const CompositePodGroup: Resource<CompositePodGroup, { scope: "Namespaced"; plural: "compositepodgroups"; accessor: "compositePodGroups"; status: true }> = {
  group: "scheduling.k8s.io",
  version: "v1alpha3",
  kind: "CompositePodGroup",
  plural: "compositepodgroups",
  scope: "Namespaced",
  accessor: "compositePodGroups",
  singular: "compositepodgroup",
  status: true,
};

/** `podgroups` of `scheduling.k8s.io/v1alpha3`, in a namespace. */
export interface PodGroup extends KubeObject {
  spec: PodGroupSpec;
  status?: PodGroupStatus;
}

/** `podgroups` of `scheduling.k8s.io/v1alpha3`, in a namespace. */
export const PodGroup: Resource<PodGroup, { scope: "Namespaced"; plural: "podgroups"; accessor: "podGroups"; status: true }> = {
  group: "scheduling.k8s.io",
  version: "v1alpha3",
  kind: "PodGroup",
  plural: "podgroups",
  scope: "Namespaced",
  accessor: "podGroups",
  singular: "podgroup",
  status: true,
};

/** `workloads` of `scheduling.k8s.io/v1alpha3`, in a namespace. */
export interface Workload extends KubeObject {
  spec: WorkloadSpec;
}

/** `workloads` of `scheduling.k8s.io/v1alpha3`, in a namespace. */
export const Workload: Resource<Workload, { scope: "Namespaced"; plural: "workloads" }> = {
  group: "scheduling.k8s.io",
  version: "v1alpha3",
  kind: "Workload",
  plural: "workloads",
  scope: "Namespaced",
  singular: "workload",
};

/** A list of CompositePodGroup as the server sends it. */
export interface CompositePodGroupList extends KubeList<CompositePodGroup> {}

/** A list of PodGroup as the server sends it. */
export interface PodGroupList extends KubeList<PodGroup> {}

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

/** In `CompositePodGroupSpec.disruptionMode` and one more place. */
export interface CompositeDisruptionMode {
  single?: SingleCompositeDisruptionMode;
  all?: AllCompositeDisruptionMode;
}

/** In `CompositePodGroupSchedulingPolicy.gang`. */
export interface CompositeGangSchedulingPolicy {
  minGroupCount: number;
}

/** In `CompositePodGroupSpec.schedulingConstraints` and one more place. */
export interface CompositePodGroupSchedulingConstraints {
  topology?: TopologyConstraint[];
}

/** In `CompositePodGroupSpec.schedulingPolicy` and one more place. */
export interface CompositePodGroupSchedulingPolicy {
  basic?: CompositeBasicSchedulingPolicy;
  gang?: CompositeGangSchedulingPolicy;
}

/** In `CompositePodGroup.spec`. */
export interface CompositePodGroupSpec {
  parentCompositePodGroupName?: string;
  workloadRef: WorkloadReference;
  schedulingPolicy: CompositePodGroupSchedulingPolicy;
  schedulingConstraints?: CompositePodGroupSchedulingConstraints;
  disruptionMode?: CompositeDisruptionMode;
  priorityClassName?: string;
  priority?: number;
  preemptionPolicy?: PreemptionPolicy;
}

/** In `CompositePodGroup.status`. */
export interface CompositePodGroupStatus {
  conditions?: Condition[];
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

/** In `CompositePodGroupSpec.preemptionPolicy` and 3 more places. */
export type PreemptionPolicy = "PreemptLowerPriority" | "Never" | (string & {});

/** In `CompositeDisruptionMode.single`. */
export interface SingleCompositeDisruptionMode {}

/** In `DisruptionMode.single`. */
export interface SingleDisruptionMode {}

/** In `CompositePodGroupSchedulingConstraints.topology` and 3 more places. */
export interface TopologyConstraint {
  key: string;
}

/** In `WorkloadSpec.controllerRef`. */
export interface TypedLocalObjectReference {
  apiGroup?: string;
  kind: string;
  name: string;
}

/** In `WorkloadCompositePodGroupDisruptionMode.all`. */
export interface WorkloadCompositePodGroupAllDisruptionMode {}

/** In `WorkloadCompositePodGroupSchedulingPolicy.basic`. */
export interface WorkloadCompositePodGroupBasicSchedulingPolicy {}

/** No field of another type refers to it. */
export interface WorkloadCompositePodGroupDisruptionMode {
  single?: WorkloadCompositePodGroupSingleDisruptionMode;
  all?: WorkloadCompositePodGroupAllDisruptionMode;
}

/** In `WorkloadCompositePodGroupSchedulingPolicy.gang`. */
export interface WorkloadCompositePodGroupGangSchedulingPolicy {
  minGroupCount?: number;
}

/** No field of another type refers to it. */
export interface WorkloadCompositePodGroupSchedulingConstraints {
  topology?: TopologyConstraint[];
}

/** No field of another type refers to it. */
export interface WorkloadCompositePodGroupSchedulingPolicy {
  basic?: WorkloadCompositePodGroupBasicSchedulingPolicy;
  gang?: WorkloadCompositePodGroupGangSchedulingPolicy;
}

/** In `WorkloadCompositePodGroupDisruptionMode.single`. */
export interface WorkloadCompositePodGroupSingleDisruptionMode {}

/** In `WorkloadPodGroupDisruptionMode.all`. */
export interface WorkloadPodGroupAllDisruptionMode {}

/** In `WorkloadPodGroupSchedulingPolicy.basic`. */
export interface WorkloadPodGroupBasicSchedulingPolicy {}

/** In `batch/v1.JobSchedulingConfiguration.disruptionMode`. */
export interface WorkloadPodGroupDisruptionMode {
  single?: WorkloadPodGroupSingleDisruptionMode;
  all?: WorkloadPodGroupAllDisruptionMode;
}

/** In `WorkloadPodGroupSchedulingPolicy.gang`. */
export interface WorkloadPodGroupGangSchedulingPolicy {
  minCount?: number;
}

/** In `batch/v1.JobSchedulingConfiguration.resourceClaims`. */
export interface WorkloadPodGroupResourceClaim {
  name: string;
  resourceClaimName?: string;
  resourceClaimTemplateName?: string;
}

/** In `batch/v1.JobSchedulingConfiguration.schedulingConstraints`. */
export interface WorkloadPodGroupSchedulingConstraints {
  topology?: TopologyConstraint[];
}

/** In `batch/v1.JobSchedulingConfiguration.schedulingPolicy`. */
export interface WorkloadPodGroupSchedulingPolicy {
  basic?: WorkloadPodGroupBasicSchedulingPolicy;
  gang?: WorkloadPodGroupGangSchedulingPolicy;
}

/** In `WorkloadPodGroupDisruptionMode.single`. */
export interface WorkloadPodGroupSingleDisruptionMode {}

/** In `CompositePodGroupSpec.workloadRef` and one more place. */
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
