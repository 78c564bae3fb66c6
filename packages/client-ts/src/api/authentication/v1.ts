// Made by `npm run api:generate` from codegen/facts; do not edit.
import type { KubeObject, Resource } from "../../meta/index.ts";

/** `selfsubjectreviews` of `authentication.k8s.io/v1`, of the cluster. */
export interface SelfSubjectReview extends KubeObject {
  status?: SelfSubjectReviewStatus;
}

/** `selfsubjectreviews` of `authentication.k8s.io/v1`, of the cluster. */
export const SelfSubjectReview: Resource<SelfSubjectReview, { scope: "Cluster"; plural: "selfsubjectreviews"; accessor: "selfSubjectReviews"; verbs: "create" }> = {
  group: "authentication.k8s.io",
  version: "v1",
  kind: "SelfSubjectReview",
  plural: "selfsubjectreviews",
  scope: "Cluster",
  accessor: "selfSubjectReviews",
  singular: "selfsubjectreview",
  verbs: ["create"],
};

/** `tokenreviews` of `authentication.k8s.io/v1`, of the cluster. */
export interface TokenReview extends KubeObject {
  spec: TokenReviewSpec;
  status?: TokenReviewStatus;
}

/** `tokenreviews` of `authentication.k8s.io/v1`, of the cluster. */
export const TokenReview: Resource<TokenReview, { scope: "Cluster"; plural: "tokenreviews"; accessor: "tokenReviews"; verbs: "create" }> = {
  group: "authentication.k8s.io",
  version: "v1",
  kind: "TokenReview",
  plural: "tokenreviews",
  scope: "Cluster",
  accessor: "tokenReviews",
  singular: "tokenreview",
  verbs: ["create"],
};

/** In `TokenRequestSpec.attestations`. */
export type AttestationValue = string[];

/** In `TokenRequestSpec.boundObjectRef`. */
export interface BoundObjectReference {
  kind?: string;
  apiVersion?: string;
  name?: string;
  uid?: string;
}

/** In `UserInfo.extra`. */
export type ExtraValue = string[];

/** In `SelfSubjectReview.status`. */
export interface SelfSubjectReviewStatus {
  userInfo?: UserInfo;
}

/** No field of another type refers to it. */
export interface TokenRequest extends KubeObject {
  spec?: TokenRequestSpec;
  status?: TokenRequestStatus;
}

/** In `TokenRequest.spec`. */
export interface TokenRequestSpec {
  audiences?: string[];
  expirationSeconds?: number;
  boundObjectRef?: BoundObjectReference;
  attestations?: { [key: string]: AttestationValue };
}

/** In `TokenRequest.status`. */
export interface TokenRequestStatus {
  token?: string;
  expirationTimestamp?: string;
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

/** In `SelfSubjectReviewStatus.userInfo` and 5 more places. */
export interface UserInfo {
  username?: string;
  uid?: string;
  groups?: string[];
  extra?: { [key: string]: ExtraValue };
}
