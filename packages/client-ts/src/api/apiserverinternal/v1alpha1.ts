// Made by `npm run api:generate` from codegen/facts; do not edit.
import type { KubeList, KubeObject, ObjectMeta, Resource } from "../../meta/index.ts";

/** `storageversions` of `internal.apiserver.k8s.io/v1alpha1`, of the cluster. */
export interface StorageVersion extends KubeObject {
  metadata: ObjectMeta;
  spec?: StorageVersionSpec;
  status?: StorageVersionStatus;
}

/** `storageversions` of `internal.apiserver.k8s.io/v1alpha1`, of the cluster. */
export const StorageVersion: Resource<StorageVersion, { scope: "Cluster"; plural: "storageversions"; accessor: "storageVersions"; status: true }> = {
  group: "internal.apiserver.k8s.io",
  version: "v1alpha1",
  kind: "StorageVersion",
  plural: "storageversions",
  scope: "Cluster",
  accessor: "storageVersions",
  singular: "storageversion",
  status: true,
};

/** A list of StorageVersion as the server sends it. */
export interface StorageVersionList extends KubeList<StorageVersion> {}

/** In `StorageVersionCondition.status`. */
export type ConditionStatus = "True" | "False" | "Unknown" | (string & {});

/** In `StorageVersionStatus.storageVersions`. */
export interface ServerStorageVersion {
  apiServerID: string;
  encodingVersion: string;
  decodableVersions: string[];
  servedVersions?: string[];
}

/** In `StorageVersionStatus.conditions`. */
export interface StorageVersionCondition {
  type: StorageVersionConditionType;
  status: ConditionStatus;
  observedGeneration?: number;
  lastTransitionTime?: string;
  reason: string;
  message: string;
}

/** In `StorageVersionCondition.type`. */
export type StorageVersionConditionType = "AllEncodingVersionsEqual" | (string & {});

/** In `StorageVersion.spec`. */
export interface StorageVersionSpec {}

/** In `StorageVersion.status`. */
export interface StorageVersionStatus {
  storageVersions?: ServerStorageVersion[];
  commonEncodingVersion?: string;
  conditions?: StorageVersionCondition[];
}
