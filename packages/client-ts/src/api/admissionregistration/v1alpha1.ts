// Made by `npm run api:generate` from codegen/facts; do not edit.
import type { StatusReason } from "../../errors/index.ts";
import type { KubeList, KubeObject, LabelSelector, Resource } from "../../meta/index.ts";
import type { MatchCondition as AdmissionregistrationV1MatchCondition, ReinvocationPolicyType as AdmissionregistrationV1ReinvocationPolicyType, RuleWithOperations as AdmissionregistrationV1RuleWithOperations } from "../admissionregistration/v1.ts";
import type { Condition } from "../meta/v1.ts";

/** `mutatingadmissionpolicies` of `admissionregistration.k8s.io/v1alpha1`, of the cluster. */
export interface MutatingAdmissionPolicy extends KubeObject {
  spec?: MutatingAdmissionPolicySpec;
}

/** `mutatingadmissionpolicies` of `admissionregistration.k8s.io/v1alpha1`, of the cluster. */
export const MutatingAdmissionPolicy: Resource<MutatingAdmissionPolicy, { scope: "Cluster"; plural: "mutatingadmissionpolicies"; accessor: "mutatingAdmissionPolicies" }> = {
  group: "admissionregistration.k8s.io",
  version: "v1alpha1",
  kind: "MutatingAdmissionPolicy",
  plural: "mutatingadmissionpolicies",
  scope: "Cluster",
  accessor: "mutatingAdmissionPolicies",
  singular: "mutatingadmissionpolicy",
  categories: ["api-extensions"],
};

/** `mutatingadmissionpolicybindings` of `admissionregistration.k8s.io/v1alpha1`, of the cluster. */
export interface MutatingAdmissionPolicyBinding extends KubeObject {
  spec?: MutatingAdmissionPolicyBindingSpec;
}

/** `mutatingadmissionpolicybindings` of `admissionregistration.k8s.io/v1alpha1`, of the cluster. */
export const MutatingAdmissionPolicyBinding: Resource<MutatingAdmissionPolicyBinding, { scope: "Cluster"; plural: "mutatingadmissionpolicybindings"; accessor: "mutatingAdmissionPolicyBindings" }> = {
  group: "admissionregistration.k8s.io",
  version: "v1alpha1",
  kind: "MutatingAdmissionPolicyBinding",
  plural: "mutatingadmissionpolicybindings",
  scope: "Cluster",
  accessor: "mutatingAdmissionPolicyBindings",
  singular: "mutatingadmissionpolicybinding",
  categories: ["api-extensions"],
};

/** `validatingadmissionpolicies` of `admissionregistration.k8s.io/v1alpha1`, of the cluster. Only older servers serve it. */
export interface ValidatingAdmissionPolicy extends KubeObject {
  spec?: ValidatingAdmissionPolicySpec;
  status?: ValidatingAdmissionPolicyStatus;
}

/** `validatingadmissionpolicies` of `admissionregistration.k8s.io/v1alpha1`, of the cluster. Only older servers serve it. */
export const ValidatingAdmissionPolicy: Resource<ValidatingAdmissionPolicy, { scope: "Cluster"; plural: "validatingadmissionpolicies"; accessor: "validatingAdmissionPolicies"; status: true }> = {
  group: "admissionregistration.k8s.io",
  version: "v1alpha1",
  kind: "ValidatingAdmissionPolicy",
  plural: "validatingadmissionpolicies",
  scope: "Cluster",
  accessor: "validatingAdmissionPolicies",
  status: true,
};

/** `validatingadmissionpolicybindings` of `admissionregistration.k8s.io/v1alpha1`, of the cluster. Only older servers serve it. */
export interface ValidatingAdmissionPolicyBinding extends KubeObject {
  spec: ValidatingAdmissionPolicyBindingSpec;
}

/** `validatingadmissionpolicybindings` of `admissionregistration.k8s.io/v1alpha1`, of the cluster. Only older servers serve it. */
export const ValidatingAdmissionPolicyBinding: Resource<ValidatingAdmissionPolicyBinding, { scope: "Cluster"; plural: "validatingadmissionpolicybindings"; accessor: "validatingAdmissionPolicyBindings" }> = {
  group: "admissionregistration.k8s.io",
  version: "v1alpha1",
  kind: "ValidatingAdmissionPolicyBinding",
  plural: "validatingadmissionpolicybindings",
  scope: "Cluster",
  accessor: "validatingAdmissionPolicyBindings",
};

/** A list of MutatingAdmissionPolicyBinding as the server sends it. */
export interface MutatingAdmissionPolicyBindingList extends KubeList<MutatingAdmissionPolicyBinding> {}

/** A list of MutatingAdmissionPolicy as the server sends it. */
export interface MutatingAdmissionPolicyList extends KubeList<MutatingAdmissionPolicy> {}

/** A list of ValidatingAdmissionPolicyBinding as the server sends it. */
export interface ValidatingAdmissionPolicyBindingList extends KubeList<ValidatingAdmissionPolicyBinding> {}

/** A list of ValidatingAdmissionPolicy as the server sends it. */
export interface ValidatingAdmissionPolicyList extends KubeList<ValidatingAdmissionPolicy> {}

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

/** In `MutatingAdmissionPolicySpec.failurePolicy` and one more place. */
export type FailurePolicyType = "Ignore" | "Fail" | (string & {});

/** In `Mutation.jsonPatch`. */
export interface JSONPatch {
  expression?: string;
}

/** In `MutatingAdmissionPolicySpec.matchConditions` and one more place. */
export type MatchCondition = AdmissionregistrationV1MatchCondition;

/** In `MatchResources.matchPolicy`. */
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
  matchConditions?: AdmissionregistrationV1MatchCondition[];
  reinvocationPolicy?: AdmissionregistrationV1ReinvocationPolicyType;
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

/** In `MutatingAdmissionPolicySpec.reinvocationPolicy`. */
export type ReinvocationPolicyType = AdmissionregistrationV1ReinvocationPolicyType;

/** In `NamedRuleWithOperations`. */
export type RuleWithOperations = AdmissionregistrationV1RuleWithOperations;

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
  matchConditions?: AdmissionregistrationV1MatchCondition[];
  variables?: Variable[];
}

/** In `ValidatingAdmissionPolicy.status`. */
export interface ValidatingAdmissionPolicyStatus {
  observedGeneration?: number;
  typeChecking?: TypeChecking;
  conditions?: Condition[];
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
