// Made by `npm run api:generate` from codegen/facts; do not edit.
import type { KubeObject, Resource } from "../../meta/index.ts";
import type { FieldSelectorAttributes, LabelSelectorAttributes } from "../authorization/v1.ts";

/** `localsubjectaccessreviews` of `authorization.k8s.io/v1beta1`, in a namespace. Only older servers serve it. */
export interface LocalSubjectAccessReview extends KubeObject {
  spec: SubjectAccessReviewSpec;
  status?: SubjectAccessReviewStatus;
}

/** `localsubjectaccessreviews` of `authorization.k8s.io/v1beta1`, in a namespace. Only older servers serve it. */
export const LocalSubjectAccessReview: Resource<LocalSubjectAccessReview, { scope: "Namespaced"; plural: "localsubjectaccessreviews"; accessor: "localSubjectAccessReviews"; verbs: "create" }> = {
  group: "authorization.k8s.io",
  version: "v1beta1",
  kind: "LocalSubjectAccessReview",
  plural: "localsubjectaccessreviews",
  scope: "Namespaced",
  accessor: "localSubjectAccessReviews",
  verbs: ["create"],
};

/** `selfsubjectaccessreviews` of `authorization.k8s.io/v1beta1`, of the cluster. Only older servers serve it. */
export interface SelfSubjectAccessReview extends KubeObject {
  spec: SelfSubjectAccessReviewSpec;
  status?: SubjectAccessReviewStatus;
}

/** `selfsubjectaccessreviews` of `authorization.k8s.io/v1beta1`, of the cluster. Only older servers serve it. */
export const SelfSubjectAccessReview: Resource<SelfSubjectAccessReview, { scope: "Cluster"; plural: "selfsubjectaccessreviews"; accessor: "selfSubjectAccessReviews"; verbs: "create" }> = {
  group: "authorization.k8s.io",
  version: "v1beta1",
  kind: "SelfSubjectAccessReview",
  plural: "selfsubjectaccessreviews",
  scope: "Cluster",
  accessor: "selfSubjectAccessReviews",
  verbs: ["create"],
};

/** `selfsubjectrulesreviews` of `authorization.k8s.io/v1beta1`, of the cluster. Only older servers serve it. */
export interface SelfSubjectRulesReview extends KubeObject {
  spec: SelfSubjectRulesReviewSpec;
  status?: SubjectRulesReviewStatus;
}

/** `selfsubjectrulesreviews` of `authorization.k8s.io/v1beta1`, of the cluster. Only older servers serve it. */
export const SelfSubjectRulesReview: Resource<SelfSubjectRulesReview, { scope: "Cluster"; plural: "selfsubjectrulesreviews"; accessor: "selfSubjectRulesReviews"; verbs: "create" }> = {
  group: "authorization.k8s.io",
  version: "v1beta1",
  kind: "SelfSubjectRulesReview",
  plural: "selfsubjectrulesreviews",
  scope: "Cluster",
  accessor: "selfSubjectRulesReviews",
  verbs: ["create"],
};

/** `subjectaccessreviews` of `authorization.k8s.io/v1beta1`, of the cluster. Only older servers serve it. */
export interface SubjectAccessReview extends KubeObject {
  spec: SubjectAccessReviewSpec;
  status?: SubjectAccessReviewStatus;
}

/** `subjectaccessreviews` of `authorization.k8s.io/v1beta1`, of the cluster. Only older servers serve it. */
export const SubjectAccessReview: Resource<SubjectAccessReview, { scope: "Cluster"; plural: "subjectaccessreviews"; accessor: "subjectAccessReviews"; verbs: "create" }> = {
  group: "authorization.k8s.io",
  version: "v1beta1",
  kind: "SubjectAccessReview",
  plural: "subjectaccessreviews",
  scope: "Cluster",
  accessor: "subjectAccessReviews",
  verbs: ["create"],
};

/** In `SubjectAccessReviewSpec.extra`. */
export type ExtraValue = string[];

/** In `SelfSubjectAccessReviewSpec.nonResourceAttributes` and one more place. */
export interface NonResourceAttributes {
  path?: string;
  verb?: string;
}

/** In `SubjectRulesReviewStatus.nonResourceRules`. */
export interface NonResourceRule {
  verbs: string[];
  nonResourceURLs?: string[];
}

/** In `SelfSubjectAccessReviewSpec.resourceAttributes` and one more place. */
export interface ResourceAttributes {
  namespace?: string;
  verb?: string;
  group?: string;
  version?: string;
  resource?: string;
  subresource?: string;
  name?: string;
  fieldSelector?: FieldSelectorAttributes;
  labelSelector?: LabelSelectorAttributes;
}

/** In `SubjectRulesReviewStatus.resourceRules`. */
export interface ResourceRule {
  verbs: string[];
  apiGroups?: string[];
  resources?: string[];
  resourceNames?: string[];
}

/** In `SelfSubjectAccessReview.spec`. */
export interface SelfSubjectAccessReviewSpec {
  resourceAttributes?: ResourceAttributes;
  nonResourceAttributes?: NonResourceAttributes;
}

/** In `SelfSubjectRulesReview.spec`. */
export interface SelfSubjectRulesReviewSpec {
  namespace?: string;
}

/** In `LocalSubjectAccessReview.spec` and one more place. */
export interface SubjectAccessReviewSpec {
  resourceAttributes?: ResourceAttributes;
  nonResourceAttributes?: NonResourceAttributes;
  user?: string;
  group?: string[];
  extra?: { [key: string]: ExtraValue };
  uid?: string;
}

/** In `LocalSubjectAccessReview.status` and 2 more places. */
export interface SubjectAccessReviewStatus {
  allowed: boolean;
  denied?: boolean;
  reason?: string;
  evaluationError?: string;
}

/** In `SelfSubjectRulesReview.status`. */
export interface SubjectRulesReviewStatus {
  resourceRules: ResourceRule[];
  nonResourceRules: NonResourceRule[];
  incomplete: boolean;
  evaluationError?: string;
}
