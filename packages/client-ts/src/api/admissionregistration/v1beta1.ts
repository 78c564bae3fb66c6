// Made by `npm run api:generate` from codegen/facts; do not edit.
import type { StatusReason } from "../../errors/index.ts";
import type { KubeList, KubeObject, LabelSelector, Resource } from "../../meta/index.ts";
import type { ReinvocationPolicyType as AdmissionregistrationV1ReinvocationPolicyType, RuleWithOperations as AdmissionregistrationV1RuleWithOperations } from "../admissionregistration/v1.ts";
import type { Condition } from "../meta/v1.ts";

/** `mutatingadmissionpolicies` of `admissionregistration.k8s.io/v1beta1`, of the cluster. */
export interface MutatingAdmissionPolicy extends KubeObject {
  spec?: MutatingAdmissionPolicySpec;
}

/** `mutatingadmissionpolicies` of `admissionregistration.k8s.io/v1beta1`, of the cluster. */
export const MutatingAdmissionPolicy: Resource<MutatingAdmissionPolicy, { scope: "Cluster"; plural: "mutatingadmissionpolicies"; accessor: "mutatingAdmissionPolicies" }> = {
  group: "admissionregistration.k8s.io",
  version: "v1beta1",
  kind: "MutatingAdmissionPolicy",
  plural: "mutatingadmissionpolicies",
  scope: "Cluster",
  accessor: "mutatingAdmissionPolicies",
  singular: "mutatingadmissionpolicy",
  categories: ["api-extensions"],
};

/** `mutatingadmissionpolicybindings` of `admissionregistration.k8s.io/v1beta1`, of the cluster. */
export interface MutatingAdmissionPolicyBinding extends KubeObject {
  spec?: MutatingAdmissionPolicyBindingSpec;
}

/** `mutatingadmissionpolicybindings` of `admissionregistration.k8s.io/v1beta1`, of the cluster. */
export const MutatingAdmissionPolicyBinding: Resource<MutatingAdmissionPolicyBinding, { scope: "Cluster"; plural: "mutatingadmissionpolicybindings"; accessor: "mutatingAdmissionPolicyBindings" }> = {
  group: "admissionregistration.k8s.io",
  version: "v1beta1",
  kind: "MutatingAdmissionPolicyBinding",
  plural: "mutatingadmissionpolicybindings",
  scope: "Cluster",
  accessor: "mutatingAdmissionPolicyBindings",
  singular: "mutatingadmissionpolicybinding",
  categories: ["api-extensions"],
};

/** `mutatingwebhookconfigurations` of `admissionregistration.k8s.io/v1beta1`, of the cluster. Only older servers serve it. */
export interface MutatingWebhookConfiguration extends KubeObject {
  webhooks?: MutatingWebhook[];
}

/** `mutatingwebhookconfigurations` of `admissionregistration.k8s.io/v1beta1`, of the cluster. Only older servers serve it. */
export const MutatingWebhookConfiguration: Resource<MutatingWebhookConfiguration, { scope: "Cluster"; plural: "mutatingwebhookconfigurations"; accessor: "mutatingWebhookConfigurations" }> = {
  group: "admissionregistration.k8s.io",
  version: "v1beta1",
  kind: "MutatingWebhookConfiguration",
  plural: "mutatingwebhookconfigurations",
  scope: "Cluster",
  accessor: "mutatingWebhookConfigurations",
};

/** `validatingadmissionpolicies` of `admissionregistration.k8s.io/v1beta1`, of the cluster. Only older servers serve it. */
export interface ValidatingAdmissionPolicy extends KubeObject {
  spec?: ValidatingAdmissionPolicySpec;
  status?: ValidatingAdmissionPolicyStatus;
}

/** `validatingadmissionpolicies` of `admissionregistration.k8s.io/v1beta1`, of the cluster. Only older servers serve it. */
export const ValidatingAdmissionPolicy: Resource<ValidatingAdmissionPolicy, { scope: "Cluster"; plural: "validatingadmissionpolicies"; accessor: "validatingAdmissionPolicies"; status: true }> = {
  group: "admissionregistration.k8s.io",
  version: "v1beta1",
  kind: "ValidatingAdmissionPolicy",
  plural: "validatingadmissionpolicies",
  scope: "Cluster",
  accessor: "validatingAdmissionPolicies",
  status: true,
};

/** `validatingadmissionpolicybindings` of `admissionregistration.k8s.io/v1beta1`, of the cluster. Only older servers serve it. */
export interface ValidatingAdmissionPolicyBinding extends KubeObject {
  spec: ValidatingAdmissionPolicyBindingSpec;
}

/** `validatingadmissionpolicybindings` of `admissionregistration.k8s.io/v1beta1`, of the cluster. Only older servers serve it. */
export const ValidatingAdmissionPolicyBinding: Resource<ValidatingAdmissionPolicyBinding, { scope: "Cluster"; plural: "validatingadmissionpolicybindings"; accessor: "validatingAdmissionPolicyBindings" }> = {
  group: "admissionregistration.k8s.io",
  version: "v1beta1",
  kind: "ValidatingAdmissionPolicyBinding",
  plural: "validatingadmissionpolicybindings",
  scope: "Cluster",
  accessor: "validatingAdmissionPolicyBindings",
};

/** `validatingwebhookconfigurations` of `admissionregistration.k8s.io/v1beta1`, of the cluster. Only older servers serve it. */
export interface ValidatingWebhookConfiguration extends KubeObject {
  webhooks?: ValidatingWebhook[];
}

/** `validatingwebhookconfigurations` of `admissionregistration.k8s.io/v1beta1`, of the cluster. Only older servers serve it. */
export const ValidatingWebhookConfiguration: Resource<ValidatingWebhookConfiguration, { scope: "Cluster"; plural: "validatingwebhookconfigurations"; accessor: "validatingWebhookConfigurations" }> = {
  group: "admissionregistration.k8s.io",
  version: "v1beta1",
  kind: "ValidatingWebhookConfiguration",
  plural: "validatingwebhookconfigurations",
  scope: "Cluster",
  accessor: "validatingWebhookConfigurations",
};

/** A list of MutatingAdmissionPolicyBinding as the server sends it. */
export interface MutatingAdmissionPolicyBindingList extends KubeList<MutatingAdmissionPolicyBinding> {}

/** A list of MutatingAdmissionPolicy as the server sends it. */
export interface MutatingAdmissionPolicyList extends KubeList<MutatingAdmissionPolicy> {}

/** A list of MutatingWebhookConfiguration as the server sends it. */
export interface MutatingWebhookConfigurationList extends KubeList<MutatingWebhookConfiguration> {}

/** A list of ValidatingAdmissionPolicyBinding as the server sends it. */
export interface ValidatingAdmissionPolicyBindingList extends KubeList<ValidatingAdmissionPolicyBinding> {}

/** A list of ValidatingAdmissionPolicy as the server sends it. */
export interface ValidatingAdmissionPolicyList extends KubeList<ValidatingAdmissionPolicy> {}

/** A list of ValidatingWebhookConfiguration as the server sends it. */
export interface ValidatingWebhookConfigurationList extends KubeList<ValidatingWebhookConfiguration> {}

/** In `Mutation.applyConfiguration`. */
export interface ApplyConfiguration {
  expression?: string;
}

/** In `ValidatingAdmissionPolicySpec.auditAnnotations`. */
export interface AuditAnnotation {
  key: string;
  valueExpression: string;
}

/** In `TypeChecking.expressionWarnings`. */
export interface ExpressionWarning {
  fieldRef: string;
  warning: string;
}

/** In `MutatingAdmissionPolicySpec.failurePolicy` and 3 more places. */
export type FailurePolicyType = "Ignore" | "Fail" | (string & {});

/** In `Mutation.jsonPatch`. */
export interface JSONPatch {
  expression?: string;
}

/** In `MutatingAdmissionPolicySpec.matchConditions` and 3 more places. */
export interface MatchCondition {
  name: string;
  expression: string;
}

/** In `MatchResources.matchPolicy` and 2 more places. */
export type MatchPolicyType = "Exact" | "Equivalent" | (string & {});

/** In `MutatingAdmissionPolicyBindingSpec.matchResources` and 3 more places. */
export interface MatchResources {
  namespaceSelector?: LabelSelector;
  objectSelector?: LabelSelector;
  resourceRules?: NamedRuleWithOperations[];
  excludeResourceRules?: NamedRuleWithOperations[];
  matchPolicy?: MatchPolicyType;
}

/** In `MutatingAdmissionPolicyBinding.spec`. */
export interface MutatingAdmissionPolicyBindingSpec {
  policyName?: string;
  paramRef?: ParamRef;
  matchResources?: MatchResources;
}

/** In `MutatingAdmissionPolicy.spec`. */
export interface MutatingAdmissionPolicySpec {
  paramKind?: ParamKind;
  matchConstraints?: MatchResources;
  variables?: Variable[];
  mutations?: Mutation[];
  failurePolicy?: FailurePolicyType;
  matchConditions?: MatchCondition[];
  reinvocationPolicy?: AdmissionregistrationV1ReinvocationPolicyType;
}

/** In `MutatingWebhookConfiguration.webhooks`. */
export interface MutatingWebhook {
  name: string;
  clientConfig: WebhookClientConfig;
  rules?: AdmissionregistrationV1RuleWithOperations[];
  failurePolicy?: FailurePolicyType;
  matchPolicy?: MatchPolicyType;
  namespaceSelector?: LabelSelector;
  objectSelector?: LabelSelector;
  sideEffects?: SideEffectClass;
  timeoutSeconds?: number;
  admissionReviewVersions?: string[];
  reinvocationPolicy?: AdmissionregistrationV1ReinvocationPolicyType;
  matchConditions?: MatchCondition[];
}

/** In `MutatingAdmissionPolicySpec.mutations`. */
export interface Mutation {
  patchType: PatchType;
  applyConfiguration?: ApplyConfiguration;
  jsonPatch?: JSONPatch;
}

/** In `MatchResources.resourceRules` and one more place. */
export interface NamedRuleWithOperations extends AdmissionregistrationV1RuleWithOperations {
  resourceNames?: string[];
}

/** In `MutatingAdmissionPolicySpec.paramKind` and one more place. */
export interface ParamKind {
  apiVersion?: string;
  kind?: string;
}

/** In `MutatingAdmissionPolicyBindingSpec.paramRef` and one more place. */
export interface ParamRef {
  name?: string;
  namespace?: string;
  selector?: LabelSelector;
  parameterNotFoundAction?: ParameterNotFoundActionType;
}

/** In `ParamRef.parameterNotFoundAction`. */
export type ParameterNotFoundActionType = "Allow" | "Deny" | (string & {});

/** In `Mutation.patchType`. */
export type PatchType = "ApplyConfiguration" | "JSONPatch" | (string & {});

/** In `MutatingAdmissionPolicySpec.reinvocationPolicy` and one more place. */
export type ReinvocationPolicyType = AdmissionregistrationV1ReinvocationPolicyType;

/** In `MutatingWebhook.rules` and 2 more places. */
export type RuleWithOperations = AdmissionregistrationV1RuleWithOperations;

/** In `WebhookClientConfig.service`. */
export interface ServiceReference {
  namespace: string;
  name: string;
  path?: string;
  port?: number;
}

/** In `MutatingWebhook.sideEffects` and one more place. */
export type SideEffectClass = "Unknown" | "None" | "Some" | "NoneOnDryRun" | (string & {});

/** In `ValidatingAdmissionPolicyStatus.typeChecking`. */
export interface TypeChecking {
  expressionWarnings?: ExpressionWarning[];
}

/** In `ValidatingAdmissionPolicyBinding.spec`. */
export interface ValidatingAdmissionPolicyBindingSpec {
  policyName: string;
  paramRef?: ParamRef;
  matchResources?: MatchResources;
  validationActions: ValidationAction[];
}

/** In `ValidatingAdmissionPolicy.spec`. */
export interface ValidatingAdmissionPolicySpec {
  paramKind?: ParamKind;
  matchConstraints?: MatchResources;
  validations?: Validation[];
  failurePolicy?: FailurePolicyType;
  auditAnnotations?: AuditAnnotation[];
  matchConditions?: MatchCondition[];
  variables?: Variable[];
}

/** In `ValidatingAdmissionPolicy.status`. */
export interface ValidatingAdmissionPolicyStatus {
  observedGeneration?: number;
  typeChecking?: TypeChecking;
  conditions?: Condition[];
}

/** In `ValidatingWebhookConfiguration.webhooks`. */
export interface ValidatingWebhook {
  name: string;
  clientConfig: WebhookClientConfig;
  rules?: AdmissionregistrationV1RuleWithOperations[];
  failurePolicy?: FailurePolicyType;
  matchPolicy?: MatchPolicyType;
  namespaceSelector?: LabelSelector;
  objectSelector?: LabelSelector;
  sideEffects?: SideEffectClass;
  timeoutSeconds?: number;
  admissionReviewVersions?: string[];
  matchConditions?: MatchCondition[];
}

/** In `ValidatingAdmissionPolicySpec.validations`. */
export interface Validation {
  expression: string;
  message?: string;
  reason?: StatusReason;
  messageExpression?: string;
}

/** In `ValidatingAdmissionPolicyBindingSpec.validationActions`. */
export type ValidationAction = "Deny" | "Warn" | "Audit" | (string & {});

/** In `MutatingAdmissionPolicySpec.variables` and one more place. */
export interface Variable {
  name: string;
  expression: string;
}

/** In `MutatingWebhook.clientConfig` and one more place. */
export interface WebhookClientConfig {
  url?: string;
  service?: ServiceReference;
  caBundle?: string;
}
