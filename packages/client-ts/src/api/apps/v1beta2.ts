// Made by `npm run api:generate` from codegen/facts; do not edit.
import type { KubeList, KubeObject, LabelSelector, Resource } from "../../meta/index.ts";
import type { ConditionStatus, PersistentVolumeClaim, PodTemplateSpec } from "../core/v1.ts";

/** `controllerrevisions` of `apps/v1beta2`, in a namespace. Only older servers serve it. */
export interface ControllerRevision extends KubeObject {
  data: unknown;
  revision?: number;
}

/** `controllerrevisions` of `apps/v1beta2`, in a namespace. Only older servers serve it. */
export const ControllerRevision: Resource<ControllerRevision, { scope: "Namespaced"; plural: "controllerrevisions"; accessor: "controllerRevisions" }> = {
  group: "apps",
  version: "v1beta2",
  kind: "ControllerRevision",
  plural: "controllerrevisions",
  scope: "Namespaced",
  accessor: "controllerRevisions",
};

/** `daemonsets` of `apps/v1beta2`, in a namespace. Only older servers serve it. */
export interface DaemonSet extends KubeObject {
  spec: DaemonSetSpec;
  status?: DaemonSetStatus;
}

/** `daemonsets` of `apps/v1beta2`, in a namespace. Only older servers serve it. */
export const DaemonSet: Resource<DaemonSet, { scope: "Namespaced"; plural: "daemonsets"; accessor: "daemonSets"; status: true }> = {
  group: "apps",
  version: "v1beta2",
  kind: "DaemonSet",
  plural: "daemonsets",
  scope: "Namespaced",
  accessor: "daemonSets",
  status: true,
};

/** `deployments` of `apps/v1beta2`, in a namespace. Only older servers serve it. */
export interface Deployment extends KubeObject {
  spec: DeploymentSpec;
  status?: DeploymentStatus;
}

/** `deployments` of `apps/v1beta2`, in a namespace. Only older servers serve it. */
export const Deployment: Resource<Deployment, { scope: "Namespaced"; plural: "deployments"; status: true }> = {
  group: "apps",
  version: "v1beta2",
  kind: "Deployment",
  plural: "deployments",
  scope: "Namespaced",
  status: true,
};

/** `replicasets` of `apps/v1beta2`, in a namespace. Only older servers serve it. */
export interface ReplicaSet extends KubeObject {
  spec: ReplicaSetSpec;
  status?: ReplicaSetStatus;
}

/** `replicasets` of `apps/v1beta2`, in a namespace. Only older servers serve it. */
export const ReplicaSet: Resource<ReplicaSet, { scope: "Namespaced"; plural: "replicasets"; accessor: "replicaSets"; status: true }> = {
  group: "apps",
  version: "v1beta2",
  kind: "ReplicaSet",
  plural: "replicasets",
  scope: "Namespaced",
  accessor: "replicaSets",
  status: true,
};

/** `statefulsets` of `apps/v1beta2`, in a namespace. Only older servers serve it. */
export interface StatefulSet extends KubeObject {
  spec: StatefulSetSpec;
  status?: StatefulSetStatus;
}

/** `statefulsets` of `apps/v1beta2`, in a namespace. Only older servers serve it. */
export const StatefulSet: Resource<StatefulSet, { scope: "Namespaced"; plural: "statefulsets"; accessor: "statefulSets"; status: true; scale: true }> = {
  group: "apps",
  version: "v1beta2",
  kind: "StatefulSet",
  plural: "statefulsets",
  scope: "Namespaced",
  accessor: "statefulSets",
  status: true,
  scale: true,
};

/** A list of ControllerRevision as the server sends it. */
export interface ControllerRevisionList extends KubeList<ControllerRevision> {}

/** A list of DaemonSet as the server sends it. */
export interface DaemonSetList extends KubeList<DaemonSet> {}

/** A list of Deployment as the server sends it. */
export interface DeploymentList extends KubeList<Deployment> {}

/** A list of ReplicaSet as the server sends it. */
export interface ReplicaSetList extends KubeList<ReplicaSet> {}

/** A list of StatefulSet as the server sends it. */
export interface StatefulSetList extends KubeList<StatefulSet> {}

/** In `DaemonSetStatus.conditions`. */
export interface DaemonSetCondition {
  type?: string;
  status?: ConditionStatus;
  lastTransitionTime?: string;
  reason?: string;
  message?: string;
}

/** In `DaemonSet.spec`. */
export interface DaemonSetSpec {
  selector: LabelSelector;
  template: PodTemplateSpec;
  updateStrategy?: DaemonSetUpdateStrategy;
  minReadySeconds?: number;
  revisionHistoryLimit?: number;
}

/** In `DaemonSet.status`. */
export interface DaemonSetStatus {
  currentNumberScheduled: number;
  numberMisscheduled: number;
  desiredNumberScheduled: number;
  numberReady: number;
  observedGeneration?: number;
  updatedNumberScheduled?: number;
  numberAvailable?: number;
  numberUnavailable?: number;
  collisionCount?: number;
  conditions?: DaemonSetCondition[];
}

/** In `DaemonSetSpec.updateStrategy`. */
export interface DaemonSetUpdateStrategy {
  type?: DaemonSetUpdateStrategyType;
  rollingUpdate?: RollingUpdateDaemonSet;
}

/** In `DaemonSetUpdateStrategy.type`. */
export type DaemonSetUpdateStrategyType = "RollingUpdate" | "OnDelete" | (string & {});

/** In `DeploymentStatus.conditions`. */
export interface DeploymentCondition {
  type?: DeploymentConditionType;
  status?: ConditionStatus;
  lastUpdateTime?: string;
  lastTransitionTime?: string;
  reason?: string;
  message?: string;
}

/** In `DeploymentCondition.type`. */
export type DeploymentConditionType = "Available" | "Progressing" | "ReplicaFailure" | (string & {});

/** In `Deployment.spec`. */
export interface DeploymentSpec {
  replicas?: number;
  selector: LabelSelector;
  template: PodTemplateSpec;
  strategy?: DeploymentStrategy;
  minReadySeconds?: number;
  revisionHistoryLimit?: number;
  paused?: boolean;
  progressDeadlineSeconds?: number;
}

/** In `Deployment.status`. */
export interface DeploymentStatus {
  observedGeneration?: number;
  replicas?: number;
  updatedReplicas?: number;
  readyReplicas?: number;
  availableReplicas?: number;
  unavailableReplicas?: number;
  terminatingReplicas?: number;
  conditions?: DeploymentCondition[];
  collisionCount?: number;
}

/** In `DeploymentSpec.strategy`. */
export interface DeploymentStrategy {
  type?: DeploymentStrategyType;
  rollingUpdate?: RollingUpdateDeployment;
}

/** In `DeploymentStrategy.type`. */
export type DeploymentStrategyType = "Recreate" | "RollingUpdate" | (string & {});

/** In `StatefulSetPersistentVolumeClaimRetentionPolicy.whenDeleted` and one more place. */
export type PersistentVolumeClaimRetentionPolicyType = "Retain" | "Delete" | (string & {});

/** In `StatefulSetSpec.podManagementPolicy`. */
export type PodManagementPolicyType = "OrderedReady" | "Parallel" | (string & {});

/** In `ReplicaSetStatus.conditions`. */
export interface ReplicaSetCondition {
  type?: ReplicaSetConditionType;
  status?: ConditionStatus;
  lastTransitionTime?: string;
  reason?: string;
  message?: string;
}

/** In `ReplicaSetCondition.type`. */
export type ReplicaSetConditionType = "ReplicaFailure" | (string & {});

/** In `ReplicaSet.spec`. */
export interface ReplicaSetSpec {
  replicas?: number;
  minReadySeconds?: number;
  selector: LabelSelector;
  template?: PodTemplateSpec;
}

/** In `ReplicaSet.status`. */
export interface ReplicaSetStatus {
  replicas: number;
  fullyLabeledReplicas?: number;
  readyReplicas?: number;
  availableReplicas?: number;
  terminatingReplicas?: number;
  observedGeneration?: number;
  conditions?: ReplicaSetCondition[];
}

/** In `DaemonSetUpdateStrategy.rollingUpdate`. */
export interface RollingUpdateDaemonSet {
  maxUnavailable?: number | string;
  maxSurge?: number | string;
}

/** In `DeploymentStrategy.rollingUpdate`. */
export interface RollingUpdateDeployment {
  maxUnavailable?: number | string;
  maxSurge?: number | string;
}

/** In `StatefulSetUpdateStrategy.rollingUpdate`. */
export interface RollingUpdateStatefulSetStrategy {
  partition?: number;
  maxUnavailable?: number | string;
}

/** No field of another type refers to it. */
export interface Scale extends KubeObject {
  spec?: ScaleSpec;
  status?: ScaleStatus;
}

/** In `Scale.spec`. */
export interface ScaleSpec {
  replicas?: number;
}

/** In `Scale.status`. */
export interface ScaleStatus {
  replicas?: number;
  selector?: { [key: string]: string };
  targetSelector?: string;
}

/** In `StatefulSetStatus.conditions`. */
export interface StatefulSetCondition {
  type?: string;
  status?: ConditionStatus;
  lastTransitionTime?: string;
  reason?: string;
  message?: string;
}

/** In `StatefulSetSpec.ordinals`. */
export interface StatefulSetOrdinals {
  start?: number;
}

/** In `StatefulSetSpec.persistentVolumeClaimRetentionPolicy`. */
export interface StatefulSetPersistentVolumeClaimRetentionPolicy {
  whenDeleted?: PersistentVolumeClaimRetentionPolicyType;
  whenScaled?: PersistentVolumeClaimRetentionPolicyType;
}

/** In `StatefulSet.spec`. */
export interface StatefulSetSpec {
  replicas?: number;
  selector: LabelSelector;
  template: PodTemplateSpec;
  volumeClaimTemplates?: PersistentVolumeClaim[];
  serviceName?: string;
  podManagementPolicy?: PodManagementPolicyType;
  updateStrategy?: StatefulSetUpdateStrategy;
  revisionHistoryLimit?: number;
  minReadySeconds?: number;
  persistentVolumeClaimRetentionPolicy?: StatefulSetPersistentVolumeClaimRetentionPolicy;
  ordinals?: StatefulSetOrdinals;
}

/** In `StatefulSet.status`. */
export interface StatefulSetStatus {
  observedGeneration?: number;
  replicas: number;
  readyReplicas?: number;
  currentReplicas?: number;
  updatedReplicas?: number;
  currentRevision?: string;
  updateRevision?: string;
  collisionCount?: number;
  conditions?: StatefulSetCondition[];
  availableReplicas?: number;
}

/** In `StatefulSetSpec.updateStrategy`. */
export interface StatefulSetUpdateStrategy {
  type?: StatefulSetUpdateStrategyType;
  rollingUpdate?: RollingUpdateStatefulSetStrategy;
}

/** In `StatefulSetUpdateStrategy.type`. */
export type StatefulSetUpdateStrategyType = "RollingUpdate" | "OnDelete" | (string & {});
