// Made by `npm run api:generate` from codegen/facts; do not edit.
import type { KubeObject } from "../../meta/index.ts";

/** No field of another type refers to it. */
export interface ImageReview extends KubeObject {
  spec?: ImageReviewSpec;
  status?: ImageReviewStatus;
}

/** In `ImageReviewSpec.containers`. */
export interface ImageReviewContainerSpec {
  image?: string;
}

/** In `ImageReview.spec`. */
export interface ImageReviewSpec {
  containers?: ImageReviewContainerSpec[];
  annotations?: { [key: string]: string };
  namespace?: string;
}

/** In `ImageReview.status`. */
export interface ImageReviewStatus {
  allowed?: boolean;
  reason?: string;
  auditAnnotations?: { [key: string]: string };
}
