// Made by `npm run api:generate` from codegen/facts; do not edit.
import type { KubeList, KubeObject, Resource } from "../../meta/index.ts";

/** `apiservices` of `apiregistration.k8s.io/v1`, of the cluster. */
export interface APIService extends KubeObject {
  spec?: APIServiceSpec;
  status?: APIServiceStatus;
}

/** `apiservices` of `apiregistration.k8s.io/v1`, of the cluster. */
export const APIService: Resource<APIService, { scope: "Cluster"; plural: "apiservices"; accessor: "apiServices"; status: true }> = {
  group: "apiregistration.k8s.io",
  version: "v1",
  kind: "APIService",
  plural: "apiservices",
  scope: "Cluster",
  accessor: "apiServices",
  singular: "apiservice",
  categories: ["api-extensions"],
  status: true,
};

/** A list of APIService as the server sends it. */
export interface APIServiceList extends KubeList<APIService> {}

/** In `APIServiceStatus.conditions`. */
export interface APIServiceCondition {
  type: APIServiceConditionType;
  status: ConditionStatus;
  lastTransitionTime?: string;
  reason?: string;
  message?: string;
}

/** In `APIServiceCondition.type`. */
export type APIServiceConditionType = "Available" | (string & {});

/** In `APIService.spec`. */
export interface APIServiceSpec {
  service?: ServiceReference;
  group?: string;
  version?: string;
  insecureSkipTLSVerify?: boolean;
  caBundle?: string;
  groupPriorityMinimum: number;
  versionPriority: number;
}

/** In `APIService.status`. */
export interface APIServiceStatus {
  conditions?: APIServiceCondition[];
}

/** In `APIServiceCondition.status`. */
export type ConditionStatus = "True" | "False" | "Unknown" | (string & {});

/** In `APIServiceSpec.service`. */
export interface ServiceReference {
  namespace?: string;
  name?: string;
  port?: number;
}
