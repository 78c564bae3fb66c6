// Made by `npm run api:generate` from codegen/facts; do not edit.
import type { KubeList, KubeObject, Resource } from "../../meta/index.ts";

/** `flowschemas` of `flowcontrol.apiserver.k8s.io/v1beta3`, of the cluster. Only older servers serve it. */
export interface FlowSchema extends KubeObject {
  spec: FlowSchemaSpec;
  status?: FlowSchemaStatus;
}

/** `flowschemas` of `flowcontrol.apiserver.k8s.io/v1beta3`, of the cluster. Only older servers serve it. */
export const FlowSchema: Resource<FlowSchema, { scope: "Cluster"; plural: "flowschemas"; accessor: "flowSchemas"; status: true }> = {
  group: "flowcontrol.apiserver.k8s.io",
  version: "v1beta3",
  kind: "FlowSchema",
  plural: "flowschemas",
  scope: "Cluster",
  accessor: "flowSchemas",
  status: true,
};

/** `prioritylevelconfigurations` of `flowcontrol.apiserver.k8s.io/v1beta3`, of the cluster. Only older servers serve it. */
export interface PriorityLevelConfiguration extends KubeObject {
  spec: PriorityLevelConfigurationSpec;
  status?: PriorityLevelConfigurationStatus;
}

/** `prioritylevelconfigurations` of `flowcontrol.apiserver.k8s.io/v1beta3`, of the cluster. Only older servers serve it. */
export const PriorityLevelConfiguration: Resource<PriorityLevelConfiguration, { scope: "Cluster"; plural: "prioritylevelconfigurations"; accessor: "priorityLevelConfigurations"; status: true }> = {
  group: "flowcontrol.apiserver.k8s.io",
  version: "v1beta3",
  kind: "PriorityLevelConfiguration",
  plural: "prioritylevelconfigurations",
  scope: "Cluster",
  accessor: "priorityLevelConfigurations",
  status: true,
};

/** A list of FlowSchema as the server sends it. */
export interface FlowSchemaList extends KubeList<FlowSchema> {}

/** A list of PriorityLevelConfiguration as the server sends it. */
export interface PriorityLevelConfigurationList extends KubeList<PriorityLevelConfiguration> {}

/** In `FlowSchemaCondition.status` and one more place. */
export type ConditionStatus = "True" | "False" | "Unknown" | (string & {});

/** In `PriorityLevelConfigurationSpec.exempt`. */
export interface ExemptPriorityLevelConfiguration {
  nominalConcurrencyShares?: number;
  lendablePercent?: number;
}

/** In `FlowSchemaSpec.distinguisherMethod`. */
export interface FlowDistinguisherMethod {
  type: FlowDistinguisherMethodType;
}

/** In `FlowDistinguisherMethod.type`. */
export type FlowDistinguisherMethodType = "ByUser" | "ByNamespace" | (string & {});

/** In `FlowSchemaStatus.conditions`. */
export interface FlowSchemaCondition {
  type: string;
  status?: ConditionStatus;
  lastTransitionTime?: string;
  reason?: string;
  message?: string;
}

/** In `FlowSchema.spec`. */
export interface FlowSchemaSpec {
  priorityLevelConfiguration: PriorityLevelConfigurationReference;
  matchingPrecedence?: number;
  distinguisherMethod?: FlowDistinguisherMethod;
  rules?: PolicyRulesWithSubjects[];
}

/** In `FlowSchema.status`. */
export interface FlowSchemaStatus {
  conditions?: FlowSchemaCondition[];
}

/** In `Subject.group`. */
export interface GroupSubject {
  name: string;
}

/** In `LimitedPriorityLevelConfiguration.limitResponse`. */
export interface LimitResponse {
  type: LimitResponseType;
  queuing?: QueuingConfiguration;
}

/** In `LimitResponse.type`. */
export type LimitResponseType = "Queue" | "Reject" | (string & {});

/** In `PriorityLevelConfigurationSpec.limited`. */
export interface LimitedPriorityLevelConfiguration {
  nominalConcurrencyShares?: number;
  limitResponse: LimitResponse;
  lendablePercent?: number;
  borrowingLimitPercent?: number;
}

/** In `PolicyRulesWithSubjects.nonResourceRules`. */
export interface NonResourcePolicyRule {
  verbs: string[];
  nonResourceURLs: string[];
}

/** In `FlowSchemaSpec.rules`. */
export interface PolicyRulesWithSubjects {
  subjects: Subject[];
  resourceRules?: ResourcePolicyRule[];
  nonResourceRules?: NonResourcePolicyRule[];
}

/** In `PriorityLevelConfigurationStatus.conditions`. */
export interface PriorityLevelConfigurationCondition {
  type: string;
  status?: ConditionStatus;
  lastTransitionTime?: string;
  reason?: string;
  message?: string;
}

/** In `FlowSchemaSpec.priorityLevelConfiguration`. */
export interface PriorityLevelConfigurationReference {
  name: string;
}

/** In `PriorityLevelConfiguration.spec`. */
export interface PriorityLevelConfigurationSpec {
  type: PriorityLevelEnablement;
  limited?: LimitedPriorityLevelConfiguration;
  exempt?: ExemptPriorityLevelConfiguration;
}

/** In `PriorityLevelConfiguration.status`. */
export interface PriorityLevelConfigurationStatus {
  conditions?: PriorityLevelConfigurationCondition[];
}

/** In `PriorityLevelConfigurationSpec.type`. */
export type PriorityLevelEnablement = "Exempt" | "Limited" | (string & {});

/** In `LimitResponse.queuing`. */
export interface QueuingConfiguration {
  queues?: number;
  handSize?: number;
  queueLengthLimit?: number;
}

/** In `PolicyRulesWithSubjects.resourceRules`. */
export interface ResourcePolicyRule {
  verbs: string[];
  apiGroups: string[];
  resources: string[];
  clusterScope?: boolean;
  namespaces?: string[];
}

/** In `Subject.serviceAccount`. */
export interface ServiceAccountSubject {
  namespace: string;
  name: string;
}

/** In `PolicyRulesWithSubjects.subjects`. */
export interface Subject {
  kind: SubjectKind;
  user?: UserSubject;
  group?: GroupSubject;
  serviceAccount?: ServiceAccountSubject;
}

/** In `Subject.kind`. */
export type SubjectKind = "User" | "Group" | "ServiceAccount" | (string & {});

/** In `Subject.user`. */
export interface UserSubject {
  name: string;
}
