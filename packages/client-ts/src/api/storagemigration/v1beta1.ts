// Made by `npm run api:generate` from codegen/facts; do not edit.
import type { KubeList, KubeObject, Resource } from "../../meta/index.ts";
import type { Condition, GroupResource } from "../meta/v1.ts";

/** `storageversionmigrations` of `storagemigration.k8s.io/v1beta1`, of the cluster. */
export interface StorageVersionMigration extends KubeObject {
  spec?: StorageVersionMigrationSpec;
  status?: StorageVersionMigrationStatus;
}

/** `storageversionmigrations` of `storagemigration.k8s.io/v1beta1`, of the cluster. */
export const StorageVersionMigration: Resource<StorageVersionMigration, { scope: "Cluster"; plural: "storageversionmigrations"; accessor: "storageVersionMigrations"; status: true }> = {
  group: "storagemigration.k8s.io",
  version: "v1beta1",
  kind: "StorageVersionMigration",
  plural: "storageversionmigrations",
  scope: "Cluster",
  accessor: "storageVersionMigrations",
  singular: "storageversionmigration",
  status: true,
};

/** A list of StorageVersionMigration as the server sends it. */
export interface StorageVersionMigrationList extends KubeList<StorageVersionMigration> {}

/** In `StorageVersionMigration.spec`. */
export interface StorageVersionMigrationSpec {
  resource: GroupResource;
}

/** In `StorageVersionMigration.status`. */
export interface StorageVersionMigrationStatus {
  conditions?: Condition[];
  resourceVersion?: string;
}
