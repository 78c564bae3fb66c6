// Made by `npm run api:generate` from codegen/facts; do not edit.
import type { KubeObject, Resource } from "../../meta/index.ts";
import type { UserInfo as AuthenticationV1UserInfo } from "../authentication/v1.ts";

/** `selfsubjectreviews` of `authentication.k8s.io/v1beta1`, of the cluster. Only older servers serve it. */
export interface SelfSubjectReview extends KubeObject {
  status?: SelfSubjectReviewStatus;
}

/** `selfsubjectreviews` of `authentication.k8s.io/v1beta1`, of the cluster. Only older servers serve it. */
export const SelfSubjectReview: Resource<SelfSubjectReview, { scope: "Cluster"; plural: "selfsubjectreviews"; accessor: "selfSubjectReviews"; verbs: "create" }> = {
  group: "authentication.k8s.io",
  version: "v1beta1",
  kind: "SelfSubjectReview",
  plural: "selfsubjectreviews",
  scope: "Cluster",
  accessor: "selfSubjectReviews",
  verbs: ["create"],
};

/** `tokenreviews` of `authentication.k8s.io/v1beta1`, of the cluster. Only older servers serve it. */
export interface TokenReview extends KubeObject {
  spec: TokenReviewSpec;
  status?: TokenReviewStatus;
}

/** `tokenreviews` of `authentication.k8s.io/v1beta1`, of the cluster. Only older servers serve it. */
export const TokenReview: Resource<TokenReview, { scope: "Cluster"; plural: "tokenreviews"; accessor: "tokenReviews"; verbs: "create" }> = {
  group: "authentication.k8s.io",
  version: "v1beta1",
  kind: "TokenReview",
  plural: "tokenreviews",
  scope: "Cluster",
  accessor: "tokenReviews",
  verbs: ["create"],
};

/** In `UserInfo.extra`. */
export type ExtraValue = string[];

/** In `SelfSubjectReview.status`. */
export interface SelfSubjectReviewStatus {
  userInfo?: AuthenticationV1UserInfo;
}

/** In `TokenReview.spec`. */
export interface TokenReviewSpec {
  token: string;
  audiences?: string[];
}

/** In `TokenReview.status`. */
export interface TokenReviewStatus {
  authenticated?: boolean;
  user?: UserInfo;
  audiences?: string[];
  error?: string;
}

/** In `TokenReviewStatus.user`. */
export interface UserInfo {
  username?: string;
  uid?: string;
  groups?: string[];
  extra?: { [key: string]: ExtraValue };
}
