// Made by `npm run api:generate` from codegen/facts; do not edit.
import type { KubeObject, Resource } from "../../meta/index.ts";
import type { UserInfo } from "../authentication/v1.ts";

/** `selfsubjectreviews` of `authentication.k8s.io/v1alpha1`, of the cluster. Only older servers serve it. */
export interface SelfSubjectReview extends KubeObject {
  status?: SelfSubjectReviewStatus;
}

/** `selfsubjectreviews` of `authentication.k8s.io/v1alpha1`, of the cluster. Only older servers serve it. */
export const SelfSubjectReview: Resource<SelfSubjectReview, { scope: "Cluster"; plural: "selfsubjectreviews"; accessor: "selfSubjectReviews"; verbs: "create" }> = {
  group: "authentication.k8s.io",
  version: "v1alpha1",
  kind: "SelfSubjectReview",
  plural: "selfsubjectreviews",
  scope: "Cluster",
  accessor: "selfSubjectReviews",
  verbs: ["create"],
};

/** In `SelfSubjectReview.status`. */
export interface SelfSubjectReviewStatus {
  userInfo?: UserInfo;
}
