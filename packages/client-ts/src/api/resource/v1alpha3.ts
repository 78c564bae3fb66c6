// Made by `npm run api:generate` from codegen/facts; do not edit.
import type { KubeList, KubeObject, ObjectMeta, Resource } from "../../meta/index.ts";
import type { Condition } from "../meta/v1.ts";

/** `devicetaintrules` of `resource.k8s.io/v1alpha3`, of the cluster. */
export interface DeviceTaintRule extends KubeObject {
  spec: DeviceTaintRuleSpec;
  status?: DeviceTaintRuleStatus;
}

/** `devicetaintrules` of `resource.k8s.io/v1alpha3`, of the cluster. */
export const DeviceTaintRule: Resource<DeviceTaintRule, { scope: "Cluster"; plural: "devicetaintrules"; accessor: "deviceTaintRules"; status: true }> = {
  group: "resource.k8s.io",
  version: "v1alpha3",
  kind: "DeviceTaintRule",
  plural: "devicetaintrules",
  scope: "Cluster",
  accessor: "deviceTaintRules",
  singular: "devicetaintrule",
  status: true,
};

/** `resourcepoolstatusrequests` of `resource.k8s.io/v1alpha3`, of the cluster. */
export interface ResourcePoolStatusRequest extends KubeObject {
  metadata: ObjectMeta;
  spec: ResourcePoolStatusRequestSpec;
  status?: ResourcePoolStatusRequestStatus;
}

/** `resourcepoolstatusrequests` of `resource.k8s.io/v1alpha3`, of the cluster. */
export const ResourcePoolStatusRequest: Resource<ResourcePoolStatusRequest, { scope: "Cluster"; plural: "resourcepoolstatusrequests"; accessor: "resourcePoolStatusRequests"; status: true }> = {
  group: "resource.k8s.io",
  version: "v1alpha3",
  kind: "ResourcePoolStatusRequest",
  plural: "resourcepoolstatusrequests",
  scope: "Cluster",
  accessor: "resourcePoolStatusRequests",
  singular: "resourcepoolstatusrequest",
  status: true,
};

/** A list of DeviceTaintRule as the server sends it. */
export interface DeviceTaintRuleList extends KubeList<DeviceTaintRule> {}

/** A list of ResourcePoolStatusRequest as the server sends it. */
export interface ResourcePoolStatusRequestList extends KubeList<ResourcePoolStatusRequest> {}

/** In `DeviceSelector.cel`. */
export interface CELDeviceSelector {
  expression: string;
}

/** No field of another type refers to it. */
export interface DeviceSelector {
  cel?: CELDeviceSelector;
}

/** In `DeviceTaintRuleSpec.taint`. */
export interface DeviceTaint {
  key: string;
  value?: string;
  effect: DeviceTaintEffect;
  timeAdded?: string;
}

/** In `DeviceTaint.effect`. */
export type DeviceTaintEffect = "None" | "NoSchedule" | "NoExecute" | (string & {});

/** In `DeviceTaintRule.spec`. */
export interface DeviceTaintRuleSpec {
  deviceSelector?: DeviceTaintSelector;
  taint: DeviceTaint;
}

/** In `DeviceTaintRule.status`. */
export interface DeviceTaintRuleStatus {
  conditions?: Condition[];
}

/** In `DeviceTaintRuleSpec.deviceSelector`. */
export interface DeviceTaintSelector {
  driver?: string;
  pool?: string;
  device?: string;
}

/** In `PoolStatus.partitionSummary`. */
export interface PartitionTypeStatus {
  attribute: string;
  type: string;
  total: number;
  allocatable: number;
}

/** In `ResourcePoolStatusRequestStatus.pools`. */
export interface PoolStatus {
  driver: string;
  poolName: string;
  generation: number;
  resourceSliceCount?: number;
  totalDevices?: number;
  allocatedDevices?: number;
  availableDevices?: number;
  unavailableDevices?: number;
  nodeName?: string;
  validationError?: string;
  partitionSummary?: PartitionTypeStatus[];
  shareableSummary?: ShareableSummaryStatus;
}

/** In `ResourcePoolStatusRequest.spec`. */
export interface ResourcePoolStatusRequestSpec {
  driver: string;
  poolName?: string;
  limit?: number;
  defaultPartitionTypeAttribute?: string;
}

/** In `ResourcePoolStatusRequest.status`. */
export interface ResourcePoolStatusRequestStatus {
  poolCount: number;
  pools?: PoolStatus[];
  conditions?: Condition[];
}

/** In `ShareableSummaryStatus.capacity`. */
export interface ShareableCapacityStatus {
  name: string;
  total: string;
  consumed: string;
  available: string;
}

/** In `PoolStatus.shareableSummary`. */
export interface ShareableSummaryStatus {
  fullyAvailableDevices: number;
  partiallyAvailableDevices: number;
  capacity?: ShareableCapacityStatus[];
}
