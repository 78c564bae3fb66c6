// Made by `npm run api:generate` from codegen/facts; do not edit.
import type { KubeList, KubeObject, LabelSelector, Resource } from "../../meta/index.ts";
import type { ConditionStatus, PodTemplateSpec, Protocol, TypedLocalObjectReference } from "../core/v1.ts";

/** `daemonsets` of `extensions/v1beta1`, in a namespace. Only older servers serve it. */
export interface DaemonSet extends KubeObject {
  spec?: DaemonSetSpec;
  status?: DaemonSetStatus;
}

/** `daemonsets` of `extensions/v1beta1`, in a namespace. Only older servers serve it. */
export const DaemonSet: Resource<DaemonSet, { scope: "Namespaced"; plural: "daemonsets"; accessor: "daemonSets"; status: true }> = {
  group: "extensions",
  version: "v1beta1",
  kind: "DaemonSet",
  plural: "daemonsets",
  scope: "Namespaced",
  accessor: "daemonSets",
  status: true,
};

/** `deployments` of `extensions/v1beta1`, in a namespace. Only older servers serve it. */
export interface Deployment extends KubeObject {
  spec?: DeploymentSpec;
  status?: DeploymentStatus;
}

/** `deployments` of `extensions/v1beta1`, in a namespace. Only older servers serve it. */
export const Deployment: Resource<Deployment, { scope: "Namespaced"; plural: "deployments"; status: true; scale: true }> = {
  group: "extensions",
  version: "v1beta1",
  kind: "Deployment",
  plural: "deployments",
  scope: "Namespaced",
  status: true,
  scale: true,
};

/** `ingresses` of `extensions/v1beta1`, in a namespace. Only older servers serve it. */
export interface Ingress extends KubeObject {
  spec?: IngressSpec;
  status?: IngressStatus;
}

/** `ingresses` of `extensions/v1beta1`, in a namespace. Only older servers serve it. */
export const Ingress: Resource<Ingress, { scope: "Namespaced"; plural: "ingresses"; status: true }> = {
  group: "extensions",
  version: "v1beta1",
  kind: "Ingress",
  plural: "ingresses",
  scope: "Namespaced",
  status: true,
};

/** `networkpolicies` of `extensions/v1beta1`, in a namespace. Only older servers serve it. */
export interface NetworkPolicy extends KubeObject {
  spec?: NetworkPolicySpec;
}

/** `networkpolicies` of `extensions/v1beta1`, in a namespace. Only older servers serve it. */
export const NetworkPolicy: Resource<NetworkPolicy, { scope: "Namespaced"; plural: "networkpolicies"; accessor: "networkPolicies" }> = {
  group: "extensions",
  version: "v1beta1",
  kind: "NetworkPolicy",
  plural: "networkpolicies",
  scope: "Namespaced",
  accessor: "networkPolicies",
};

/** `replicasets` of `extensions/v1beta1`, in a namespace. Only older servers serve it. */
export interface ReplicaSet extends KubeObject {
  spec?: ReplicaSetSpec;
  status?: ReplicaSetStatus;
}

/** `replicasets` of `extensions/v1beta1`, in a namespace. Only older servers serve it. */
export const ReplicaSet: Resource<ReplicaSet, { scope: "Namespaced"; plural: "replicasets"; accessor: "replicaSets"; status: true; scale: true }> = {
  group: "extensions",
  version: "v1beta1",
  kind: "ReplicaSet",
  plural: "replicasets",
  scope: "Namespaced",
  accessor: "replicaSets",
  status: true,
  scale: true,
};

/** A list of DaemonSet as the server sends it. */
export interface DaemonSetList extends KubeList<DaemonSet> {}

/** A list of Deployment as the server sends it. */
export interface DeploymentList extends KubeList<Deployment> {}

/** A list of Ingress as the server sends it. */
export interface IngressList extends KubeList<Ingress> {}

/** A list of NetworkPolicy as the server sends it. */
export interface NetworkPolicyList extends KubeList<NetworkPolicy> {}

/** A list of ReplicaSet as the server sends it. */
export interface ReplicaSetList extends KubeList<ReplicaSet> {}

/** In `DaemonSetStatus.conditions`. */
export interface DaemonSetCondition {
  type: string;
  status: ConditionStatus;
  lastTransitionTime?: string;
  reason?: string;
  message?: string;
}

/** In `DaemonSet.spec`. */
export interface DaemonSetSpec {
  selector?: LabelSelector;
  template: PodTemplateSpec;
  updateStrategy?: DaemonSetUpdateStrategy;
  minReadySeconds?: number;
  templateGeneration?: number;
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
  type: DeploymentConditionType;
  status: ConditionStatus;
  lastUpdateTime?: string;
  lastTransitionTime?: string;
  reason?: string;
  message?: string;
}

/** In `DeploymentCondition.type`. */
export type DeploymentConditionType = "Available" | "Progressing" | "ReplicaFailure" | (string & {});

/** No field of another type refers to it. */
export interface DeploymentRollback {
  name: string;
  updatedAnnotations?: { [key: string]: string };
  rollbackTo: RollbackConfig;
  kind?: string;
  apiVersion?: string;
}

/** In `Deployment.spec`. */
export interface DeploymentSpec {
  replicas?: number;
  selector?: LabelSelector;
  template: PodTemplateSpec;
  strategy?: DeploymentStrategy;
  minReadySeconds?: number;
  revisionHistoryLimit?: number;
  paused?: boolean;
  rollbackTo?: RollbackConfig;
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

/** In `HTTPIngressRuleValue.paths`. */
export interface HTTPIngressPath {
  path?: string;
  pathType?: PathType;
  backend: IngressBackend;
}

/** In `IngressRuleValue.http`. */
export interface HTTPIngressRuleValue {
  paths: HTTPIngressPath[];
}

/** In `NetworkPolicyPeer.ipBlock`. */
export interface IPBlock {
  cidr: string;
  except?: string[];
}

/** In `HTTPIngressPath.backend` and one more place. */
export interface IngressBackend {
  serviceName?: string;
  servicePort?: number | string;
  resource?: TypedLocalObjectReference;
}

/** In `IngressLoadBalancerStatus.ingress`. */
export interface IngressLoadBalancerIngress {
  ip?: string;
  hostname?: string;
  ports?: IngressPortStatus[];
}

/** In `IngressStatus.loadBalancer`. */
export interface IngressLoadBalancerStatus {
  ingress?: IngressLoadBalancerIngress[];
}

/** In `IngressLoadBalancerIngress.ports`. */
export interface IngressPortStatus {
  port: number;
  protocol: Protocol;
  error?: string;
}

/** In `IngressSpec.rules`. */
export interface IngressRule extends IngressRuleValue {
  host?: string;
}

/** In `IngressRule`. */
export interface IngressRuleValue {
  http?: HTTPIngressRuleValue;
}

/** In `Ingress.spec`. */
export interface IngressSpec {
  ingressClassName?: string;
  backend?: IngressBackend;
  tls?: IngressTLS[];
  rules?: IngressRule[];
}

/** In `Ingress.status`. */
export interface IngressStatus {
  loadBalancer?: IngressLoadBalancerStatus;
}

/** In `IngressSpec.tls`. */
export interface IngressTLS {
  hosts?: string[];
  secretName?: string;
}

/** In `NetworkPolicySpec.egress`. */
export interface NetworkPolicyEgressRule {
  ports?: NetworkPolicyPort[];
  to?: NetworkPolicyPeer[];
}

/** In `NetworkPolicySpec.ingress`. */
export interface NetworkPolicyIngressRule {
  ports?: NetworkPolicyPort[];
  from?: NetworkPolicyPeer[];
}

/** In `NetworkPolicyEgressRule.to` and one more place. */
export interface NetworkPolicyPeer {
  podSelector?: LabelSelector;
  namespaceSelector?: LabelSelector;
  ipBlock?: IPBlock;
}

/** In `NetworkPolicyEgressRule.ports` and one more place. */
export interface NetworkPolicyPort {
  protocol?: Protocol;
  port?: number | string;
  endPort?: number;
}

/** In `NetworkPolicy.spec`. */
export interface NetworkPolicySpec {
  podSelector: LabelSelector;
  ingress?: NetworkPolicyIngressRule[];
  egress?: NetworkPolicyEgressRule[];
  policyTypes?: PolicyType[];
}

/** In `HTTPIngressPath.pathType`. */
export type PathType = "Exact" | "Prefix" | "ImplementationSpecific" | (string & {});

/** In `NetworkPolicySpec.policyTypes`. */
export type PolicyType = "Ingress" | "Egress" | (string & {});

/** In `ReplicaSetStatus.conditions`. */
export interface ReplicaSetCondition {
  type: ReplicaSetConditionType;
  status: ConditionStatus;
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
  selector?: LabelSelector;
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

/** In `DeploymentRollback.rollbackTo` and one more place. */
export interface RollbackConfig {
  revision?: number;
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
  replicas: number;
  selector?: { [key: string]: string };
  targetSelector?: string;
}
