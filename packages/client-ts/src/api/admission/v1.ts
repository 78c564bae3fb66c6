// Made by `npm run api:generate` from codegen/facts; do not edit.
import type { Status } from "../../errors/index.ts";
import type { UserInfo } from "../authentication/v1.ts";
import type { GroupVersionKind, GroupVersionResource } from "../meta/v1.ts";

/** In `AdmissionReview.request`. */
export interface AdmissionRequest {
  uid?: string;
  kind?: GroupVersionKind;
  resource?: GroupVersionResource;
  subResource?: string;
  requestKind?: GroupVersionKind;
  requestResource?: GroupVersionResource;
  requestSubResource?: string;
  name?: string;
  namespace?: string;
  operation?: Operation;
  userInfo?: UserInfo;
  object?: unknown;
  oldObject?: unknown;
  dryRun?: boolean;
  options?: unknown;
}

/** In `AdmissionReview.response`. */
export interface AdmissionResponse {
  uid?: string;
  allowed?: boolean;
  status?: Status;
  patch?: string;
  patchType?: PatchType;
  auditAnnotations?: { [key: string]: string };
  warnings?: string[];
}

/** No field of another type refers to it. */
export interface AdmissionReview {
  request?: AdmissionRequest;
  response?: AdmissionResponse;
  kind?: string;
  apiVersion?: string;
}

/** In `AdmissionRequest.operation`. */
export type Operation = "CREATE" | "UPDATE" | "DELETE" | "CONNECT" | (string & {});

/** In `AdmissionResponse.patchType`. */
export type PatchType = "JSONPatch" | (string & {});
