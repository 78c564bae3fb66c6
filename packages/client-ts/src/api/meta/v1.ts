// Made by `npm run api:generate` from codegen/facts; do not edit.
import type { KubeList, KubeObject, ListMeta as MetaListMeta } from "../../meta/index.ts";

export type { LabelSelector, LabelSelectorRequirement, ListMeta, ManagedFieldsEntry, ObjectMeta, OwnerReference } from "../../meta/index.ts";
export type { Status, StatusCause, StatusDetails, StatusReason } from "../../errors/index.ts";

/** A list of RawExtension as the server sends it. */
export interface List extends KubeList<unknown> {}

/** A list of PartialObjectMetadata as the server sends it. */
export interface PartialObjectMetadataList extends KubeList<PartialObjectMetadata> {}

/** In `APIGroupList.groups`. */
export interface APIGroup {
  name: string;
  versions: GroupVersionForDiscovery[];
  preferredVersion?: GroupVersionForDiscovery;
  serverAddressByClientCIDRs?: ServerAddressByClientCIDR[];
  kind?: string;
  apiVersion?: string;
}

/** No field of another type refers to it. */
export interface APIGroupList {
  groups: APIGroup[];
  kind?: string;
  apiVersion?: string;
}

/** In `APIResourceList.resources`. */
export interface APIResource {
  name: string;
  singularName: string;
  namespaced: boolean;
  group?: string;
  version?: string;
  kind: string;
  verbs: Verbs;
  shortNames?: string[];
  categories?: string[];
  storageVersionHash?: string;
}

/** No field of another type refers to it. */
export interface APIResourceList {
  groupVersion: string;
  resources: APIResource[];
  kind?: string;
  apiVersion?: string;
}

/** No field of another type refers to it. */
export interface APIVersions {
  versions: string[];
  serverAddressByClientCIDRs: ServerAddressByClientCIDR[];
  kind?: string;
  apiVersion?: string;
}

/** No field of another type refers to it. */
export interface ApplyOptions {
  dryRun?: string[];
  force: boolean;
  fieldManager: string;
  kind?: string;
  apiVersion?: string;
}

/** In `StatusCause.reason`. */
export type CauseType = "FieldValueNotFound" | "FieldValueRequired" | "FieldValueDuplicate" | "FieldValueInvalid" | "FieldValueNotSupported" | "FieldValueForbidden" | "FieldValueTooLong" | "FieldValueTooMany" | "InternalError" | "FieldValueTypeInvalid" | "UnexpectedServerResponse" | "FieldManagerConflict" | "ResourceVersionTooLarge" | (string & {});

/** In `admissionregistration/v1.ValidatingAdmissionPolicyStatus.conditions` and 23 more places. */
export interface Condition {
  type: string;
  status: ConditionStatus;
  observedGeneration?: number;
  lastTransitionTime: string;
  reason: string;
  message: string;
}

/** In `Condition.status` and one more place. */
export type ConditionStatus = "True" | "False" | "Unknown" | (string & {});

/** No field of another type refers to it. */
export interface CreateOptions {
  dryRun?: string[];
  fieldManager?: string;
  fieldValidation?: string;
  kind?: string;
  apiVersion?: string;
}

/** In `policy/v1.Eviction.deleteOptions` and one more place. */
export interface DeleteOptions {
  gracePeriodSeconds?: number;
  preconditions?: Preconditions;
  orphanDependents?: boolean;
  propagationPolicy?: DeletionPropagation;
  dryRun?: string[];
  ignoreStoreReadErrorWithClusterBreakingPotential?: boolean;
  kind?: string;
  apiVersion?: string;
}

/** In `DeleteOptions.propagationPolicy`. */
export type DeletionPropagation = "Orphan" | "Background" | "Foreground" | (string & {});

/** In `FieldSelectorRequirement.operator`. */
export type FieldSelectorOperator = "In" | "NotIn" | "Exists" | "DoesNotExist" | (string & {});

/** In `authorization/v1.FieldSelectorAttributes.requirements`. */
export interface FieldSelectorRequirement {
  key: string;
  operator: FieldSelectorOperator;
  values?: string[];
}

/** No field of another type refers to it. */
export interface GetOptions {
  resourceVersion?: string;
  kind?: string;
  apiVersion?: string;
}

/** No field of another type refers to it. */
export interface GroupKind {
  group: string;
  kind: string;
}

/** In `storagemigration/v1.StorageVersionMigrationSpec.resource` and one more place. */
export interface GroupResource {
  group: string;
  resource: string;
}

/** No field of another type refers to it. */
export interface GroupVersion {
  group: string;
  version: string;
}

/** In `APIGroup.versions` and one more place. */
export interface GroupVersionForDiscovery {
  groupVersion: string;
  version: string;
}

/** In `admission/v1.AdmissionRequest.kind` and 9 more places. */
export interface GroupVersionKind {
  group: string;
  version: string;
  kind: string;
}

/** In `admission/v1.AdmissionRequest.resource` and 3 more places. */
export interface GroupVersionResource {
  group: string;
  version: string;
  resource: string;
}

/** In `TableOptions.includeObject`. */
export type IncludeObjectPolicy = "None" | "Metadata" | "Object" | (string & {});

/** In `LabelSelectorRequirement.operator`. */
export type LabelSelectorOperator = "In" | "NotIn" | "Exists" | "DoesNotExist" | (string & {});

/** No field of another type refers to it. */
export interface ListOptions {
  labelSelector?: string;
  fieldSelector?: string;
  watch?: boolean;
  allowWatchBookmarks?: boolean;
  resourceVersion?: string;
  resourceVersionMatch?: ResourceVersionMatch;
  timeoutSeconds?: number;
  limit?: number;
  continue?: string;
  sendInitialEvents?: boolean;
  shardSelector?: string;
  kind?: string;
  apiVersion?: string;
}

/** In `ManagedFieldsEntry.operation`. */
export type ManagedFieldsOperationType = "Apply" | "Update" | (string & {});

/** In `PartialObjectMetadataList.items`. */
export interface PartialObjectMetadata extends KubeObject {}

/** No field of another type refers to it. */
export interface Patch {}

/** No field of another type refers to it. */
export interface PatchOptions {
  dryRun?: string[];
  force?: boolean;
  fieldManager?: string;
  fieldValidation?: string;
  kind?: string;
  apiVersion?: string;
}

/** In `DeleteOptions.preconditions`. */
export interface Preconditions {
  uid?: string;
  resourceVersion?: string;
}

/** In `ListOptions.resourceVersionMatch`. */
export type ResourceVersionMatch = "NotOlderThan" | "Exact" | (string & {});

/** No field of another type refers to it. */
export interface RootPaths {
  paths: string[];
}

/** In `TableRowCondition.type`. */
export type RowConditionType = "Completed" | (string & {});

/** In `APIGroup.serverAddressByClientCIDRs` and one more place. */
export interface ServerAddressByClientCIDR {
  clientCIDR: string;
  serverAddress: string;
}

/** In `ListMeta.shardInfo`. */
export interface ShardInfo {
  selector: string;
}

/** No field of another type refers to it. */
export interface Table {
  metadata?: MetaListMeta;
  columnDefinitions: TableColumnDefinition[];
  rows: TableRow[];
  kind?: string;
  apiVersion?: string;
}

/** In `Table.columnDefinitions`. */
export interface TableColumnDefinition {
  name: string;
  type: string;
  format: string;
  description: string;
  priority: number;
}

/** No field of another type refers to it. */
export interface TableOptions {
  includeObject?: IncludeObjectPolicy;
  kind?: string;
  apiVersion?: string;
}

/** In `Table.rows`. */
export interface TableRow {
  cells: unknown[];
  conditions?: TableRowCondition[];
  object?: unknown;
}

/** In `TableRow.conditions`. */
export interface TableRowCondition {
  type: RowConditionType;
  status: ConditionStatus;
  reason?: string;
  message?: string;
}

/** No field of another type refers to it. */
export interface UpdateOptions {
  dryRun?: string[];
  fieldManager?: string;
  fieldValidation?: string;
  kind?: string;
  apiVersion?: string;
}

/** In `APIResource.verbs`. */
export type Verbs = string[];

/** No field of another type refers to it. */
export interface WatchEvent {
  type: string;
  object: unknown;
}
