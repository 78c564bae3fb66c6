// Made by `npm run api:generate` from codegen/facts; do not edit.
import type { KubeList, KubeObject, LabelSelector, Resource } from "../../meta/index.ts";
import type { PersistentVolumeSpec } from "../core/v1.ts";

/** `csistoragecapacities` of `storage.k8s.io/v1alpha1`, in a namespace. Only older servers serve it. */
export interface CSIStorageCapacity extends KubeObject {
  nodeTopology?: LabelSelector;
  storageClassName: string;
  capacity?: string;
  maximumVolumeSize?: string;
}

/** `csistoragecapacities` of `storage.k8s.io/v1alpha1`, in a namespace. Only older servers serve it. */
export const CSIStorageCapacity: Resource<CSIStorageCapacity, { scope: "Namespaced"; plural: "csistoragecapacities"; accessor: "csiStorageCapacities" }> = {
  group: "storage.k8s.io",
  version: "v1alpha1",
  kind: "CSIStorageCapacity",
  plural: "csistoragecapacities",
  scope: "Namespaced",
  accessor: "csiStorageCapacities",
};

/** `volumeattachments` of `storage.k8s.io/v1alpha1`, of the cluster. Only older servers serve it. */
export interface VolumeAttachment extends KubeObject {
  spec: VolumeAttachmentSpec;
  status?: VolumeAttachmentStatus;
}

/** `volumeattachments` of `storage.k8s.io/v1alpha1`, of the cluster. Only older servers serve it. */
export const VolumeAttachment: Resource<VolumeAttachment, { scope: "Cluster"; plural: "volumeattachments"; accessor: "volumeAttachments"; status: true }> = {
  group: "storage.k8s.io",
  version: "v1alpha1",
  kind: "VolumeAttachment",
  plural: "volumeattachments",
  scope: "Cluster",
  accessor: "volumeAttachments",
  status: true,
};

/** `volumeattributesclasses` of `storage.k8s.io/v1alpha1`, of the cluster. Only older servers serve it. */
export interface VolumeAttributesClass extends KubeObject {
  driverName: string;
  parameters?: { [key: string]: string };
}

/** `volumeattributesclasses` of `storage.k8s.io/v1alpha1`, of the cluster. Only older servers serve it. */
export const VolumeAttributesClass: Resource<VolumeAttributesClass, { scope: "Cluster"; plural: "volumeattributesclasses"; accessor: "volumeAttributesClasses" }> = {
  group: "storage.k8s.io",
  version: "v1alpha1",
  kind: "VolumeAttributesClass",
  plural: "volumeattributesclasses",
  scope: "Cluster",
  accessor: "volumeAttributesClasses",
};

/** A list of CSIStorageCapacity as the server sends it. */
export interface CSIStorageCapacityList extends KubeList<CSIStorageCapacity> {}

/** A list of VolumeAttachment as the server sends it. */
export interface VolumeAttachmentList extends KubeList<VolumeAttachment> {}

/** A list of VolumeAttributesClass as the server sends it. */
export interface VolumeAttributesClassList extends KubeList<VolumeAttributesClass> {}

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

/** In `VolumeAttachmentStatus.attachError` and one more place. */
export interface VolumeError {
  time?: string;
  message?: string;
  errorCode?: number;
}
