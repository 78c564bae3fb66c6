// Made by `npm run api:generate` from codegen/facts; do not edit.
import type { KubeList, KubeObject, LabelSelector, Resource } from "../../meta/index.ts";
import type { PersistentVolumeAccessMode, PersistentVolumeMode, PersistentVolumeReclaimPolicy, PersistentVolumeSpec, TopologySelectorTerm } from "../core/v1.ts";

/** `csidrivers` of `storage.k8s.io/v1`, of the cluster. */
export interface CSIDriver extends KubeObject {
  spec: CSIDriverSpec;
}

/** `csidrivers` of `storage.k8s.io/v1`, of the cluster. */
export const CSIDriver: Resource<CSIDriver, { scope: "Cluster"; plural: "csidrivers"; accessor: "csiDrivers" }> = {
  group: "storage.k8s.io",
  version: "v1",
  kind: "CSIDriver",
  plural: "csidrivers",
  scope: "Cluster",
  accessor: "csiDrivers",
  singular: "csidriver",
};

/** `csinodes` of `storage.k8s.io/v1`, of the cluster. */
export interface CSINode extends KubeObject {
  spec: CSINodeSpec;
  status?: CSINodeStatus;
}

/** `csinodes` of `storage.k8s.io/v1`, of the cluster. */
export const CSINode: Resource<CSINode, { scope: "Cluster"; plural: "csinodes"; accessor: "csiNodes"; status: true }> = {
  group: "storage.k8s.io",
  version: "v1",
  kind: "CSINode",
  plural: "csinodes",
  scope: "Cluster",
  accessor: "csiNodes",
  singular: "csinode",
  status: true,
};

/** `csistoragecapacities` of `storage.k8s.io/v1`, in a namespace. */
export interface CSIStorageCapacity extends KubeObject {
  nodeTopology?: LabelSelector;
  storageClassName: string;
  capacity?: string;
  maximumVolumeSize?: string;
}

/** `csistoragecapacities` of `storage.k8s.io/v1`, in a namespace. */
export const CSIStorageCapacity: Resource<CSIStorageCapacity, { scope: "Namespaced"; plural: "csistoragecapacities"; accessor: "csiStorageCapacities" }> = {
  group: "storage.k8s.io",
  version: "v1",
  kind: "CSIStorageCapacity",
  plural: "csistoragecapacities",
  scope: "Namespaced",
  accessor: "csiStorageCapacities",
  singular: "csistoragecapacity",
};

/** `storageclasses` of `storage.k8s.io/v1`, of the cluster. */
export interface StorageClass extends KubeObject {
  provisioner: string;
  parameters?: { [key: string]: string };
  reclaimPolicy?: PersistentVolumeReclaimPolicy;
  mountOptions?: string[];
  allowVolumeExpansion?: boolean;
  volumeBindingMode?: VolumeBindingMode;
  allowedTopologies?: TopologySelectorTerm[];
}

/** `storageclasses` of `storage.k8s.io/v1`, of the cluster. */
export const StorageClass: Resource<StorageClass, { scope: "Cluster"; plural: "storageclasses"; accessor: "storageClasses" }> = {
  group: "storage.k8s.io",
  version: "v1",
  kind: "StorageClass",
  plural: "storageclasses",
  scope: "Cluster",
  accessor: "storageClasses",
  singular: "storageclass",
  shortNames: ["sc"],
};

/** `volumeattachments` of `storage.k8s.io/v1`, of the cluster. */
export interface VolumeAttachment extends KubeObject {
  spec: VolumeAttachmentSpec;
  status?: VolumeAttachmentStatus;
}

/** `volumeattachments` of `storage.k8s.io/v1`, of the cluster. */
export const VolumeAttachment: Resource<VolumeAttachment, { scope: "Cluster"; plural: "volumeattachments"; accessor: "volumeAttachments"; status: true }> = {
  group: "storage.k8s.io",
  version: "v1",
  kind: "VolumeAttachment",
  plural: "volumeattachments",
  scope: "Cluster",
  accessor: "volumeAttachments",
  singular: "volumeattachment",
  status: true,
};

/** `volumeattributesclasses` of `storage.k8s.io/v1`, of the cluster. */
export interface VolumeAttributesClass extends KubeObject {
  driverName: string;
  parameters?: { [key: string]: string };
}

/** `volumeattributesclasses` of `storage.k8s.io/v1`, of the cluster. */
export const VolumeAttributesClass: Resource<VolumeAttributesClass, { scope: "Cluster"; plural: "volumeattributesclasses"; accessor: "volumeAttributesClasses" }> = {
  group: "storage.k8s.io",
  version: "v1",
  kind: "VolumeAttributesClass",
  plural: "volumeattributesclasses",
  scope: "Cluster",
  accessor: "volumeAttributesClasses",
  singular: "volumeattributesclass",
  shortNames: ["vac"],
};

/** A list of CSIDriver as the server sends it. */
export interface CSIDriverList extends KubeList<CSIDriver> {}

/** A list of CSINode as the server sends it. */
export interface CSINodeList extends KubeList<CSINode> {}

/** A list of CSIStorageCapacity as the server sends it. */
export interface CSIStorageCapacityList extends KubeList<CSIStorageCapacity> {}

/** A list of StorageClass as the server sends it. */
export interface StorageClassList extends KubeList<StorageClass> {}

/** A list of VolumeAttachment as the server sends it. */
export interface VolumeAttachmentList extends KubeList<VolumeAttachment> {}

/** A list of VolumeAttributesClass as the server sends it. */
export interface VolumeAttributesClassList extends KubeList<VolumeAttributesClass> {}

/** In `CSIDriver.spec`. */
export interface CSIDriverSpec {
  attachRequired?: boolean;
  podInfoOnMount?: boolean;
  volumeLifecycleModes?: VolumeLifecycleMode[];
  storageCapacity?: boolean;
  fsGroupPolicy?: FSGroupPolicy;
  tokenRequests?: TokenRequest[];
  requiresRepublish?: boolean;
  seLinuxMount?: boolean;
  nodeAllocatableUpdatePeriodSeconds?: number;
  serviceAccountTokenInSecrets?: boolean;
  preventPodSchedulingIfMissing?: boolean;
}

/** In `CSINodeSpec.drivers`. */
export interface CSINodeDriver {
  name: string;
  nodeID: string;
  topologyKeys?: string[];
  allocatable?: VolumeNodeResources;
}

/** In `CSINode.spec`. */
export interface CSINodeSpec {
  drivers: CSINodeDriver[];
}

/** In `CSINode.status`. */
export interface CSINodeStatus {
  storageHealth?: StorageHealth[];
}

/** In `CSIDriverSpec.fsGroupPolicy`. */
export type FSGroupPolicy = "ReadWriteOnceWithFSType" | "File" | "None" | (string & {});

/** In `CSINodeStatus.storageHealth`. */
export interface StorageHealth {
  name: string;
  healthConditions?: StorageHealthCondition[];
}

/** In `StorageHealth.healthConditions`. */
export interface StorageHealthCondition {
  status: StorageHealthStatusType;
  reason: string;
  message?: string;
  accessMode?: PersistentVolumeAccessMode;
  volumeMode?: PersistentVolumeMode;
  lastTransitionTime?: string;
}

/** In `StorageHealthCondition.status`. */
export type StorageHealthStatusType = "StorageUnreachable" | "StorageDegraded" | (string & {});

/** In `CSIDriverSpec.tokenRequests`. */
export interface TokenRequest {
  audience: string;
  expirationSeconds?: number;
}

/** In `VolumeAttachmentSpec.source`. */
export interface VolumeAttachmentSource {
  persistentVolumeName?: string;
  inlineVolumeSpec?: PersistentVolumeSpec;
}

/** In `VolumeAttachment.spec`. */
export interface VolumeAttachmentSpec {
  attacher: string;
  source: VolumeAttachmentSource;
  nodeName: string;
}

/** In `VolumeAttachment.status`. */
export interface VolumeAttachmentStatus {
  attached: boolean;
  attachmentMetadata?: { [key: string]: string };
  attachError?: VolumeError;
  detachError?: VolumeError;
}

/** In `StorageClass.volumeBindingMode`. */
export type VolumeBindingMode = "Immediate" | "WaitForFirstConsumer" | (string & {});

/** In `VolumeAttachmentStatus.attachError` and one more place. */
export interface VolumeError {
  time?: string;
  message?: string;
  errorCode?: number;
}

/** In `CSIDriverSpec.volumeLifecycleModes`. */
export type VolumeLifecycleMode = "Persistent" | "Ephemeral" | (string & {});

/** In `CSINodeDriver.allocatable`. */
export interface VolumeNodeResources {
  count?: number;
}
