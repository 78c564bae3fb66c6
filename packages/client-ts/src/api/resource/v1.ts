// Made by `npm run api:generate` from codegen/facts; do not edit.
import type { KubeList, KubeObject, ObjectMeta, Resource } from "../../meta/index.ts";
import type { NodeSelector } from "../core/v1.ts";
import type { Condition } from "../meta/v1.ts";

/** `deviceclasses` of `resource.k8s.io/v1`, of the cluster. */
export interface DeviceClass extends KubeObject {
  spec?: DeviceClassSpec;
}

/** `deviceclasses` of `resource.k8s.io/v1`, of the cluster. */
export const DeviceClass: Resource<DeviceClass, { scope: "Cluster"; plural: "deviceclasses"; accessor: "deviceClasses" }> = {
  group: "resource.k8s.io",
  version: "v1",
  kind: "DeviceClass",
  plural: "deviceclasses",
  scope: "Cluster",
  accessor: "deviceClasses",
  singular: "deviceclass",
};

/** `devicetaintrules` of `resource.k8s.io/v1`, of the cluster. */
export interface DeviceTaintRule extends KubeObject {
  spec: DeviceTaintRuleSpec;
  status?: DeviceTaintRuleStatus;
}

/** `devicetaintrules` of `resource.k8s.io/v1`, of the cluster. */
export const DeviceTaintRule: Resource<DeviceTaintRule, { scope: "Cluster"; plural: "devicetaintrules"; accessor: "deviceTaintRules"; status: true }> = {
  group: "resource.k8s.io",
  version: "v1",
  kind: "DeviceTaintRule",
  plural: "devicetaintrules",
  scope: "Cluster",
  accessor: "deviceTaintRules",
  singular: "devicetaintrule",
  status: true,
};

/** `resourceclaims` of `resource.k8s.io/v1`, in a namespace. */
export interface ResourceClaim extends KubeObject {
  spec?: ResourceClaimSpec;
  status?: ResourceClaimStatus;
}

/** `resourceclaims` of `resource.k8s.io/v1`, in a namespace. */
export const ResourceClaim: Resource<ResourceClaim, { scope: "Namespaced"; plural: "resourceclaims"; accessor: "resourceClaims"; status: true }> = {
  group: "resource.k8s.io",
  version: "v1",
  kind: "ResourceClaim",
  plural: "resourceclaims",
  scope: "Namespaced",
  accessor: "resourceClaims",
  singular: "resourceclaim",
  status: true,
};

/** `resourceclaimtemplates` of `resource.k8s.io/v1`, in a namespace. */
export interface ResourceClaimTemplate extends KubeObject {
  spec?: ResourceClaimTemplateSpec;
}

/** `resourceclaimtemplates` of `resource.k8s.io/v1`, in a namespace. */
export const ResourceClaimTemplate: Resource<ResourceClaimTemplate, { scope: "Namespaced"; plural: "resourceclaimtemplates"; accessor: "resourceClaimTemplates" }> = {
  group: "resource.k8s.io",
  version: "v1",
  kind: "ResourceClaimTemplate",
  plural: "resourceclaimtemplates",
  scope: "Namespaced",
  accessor: "resourceClaimTemplates",
  singular: "resourceclaimtemplate",
};

/** `resourceslices` of `resource.k8s.io/v1`, of the cluster. */
export interface ResourceSlice extends KubeObject {
  spec: ResourceSliceSpec;
}

/** `resourceslices` of `resource.k8s.io/v1`, of the cluster. */
export const ResourceSlice: Resource<ResourceSlice, { scope: "Cluster"; plural: "resourceslices"; accessor: "resourceSlices" }> = {
  group: "resource.k8s.io",
  version: "v1",
  kind: "ResourceSlice",
  plural: "resourceslices",
  scope: "Cluster",
  accessor: "resourceSlices",
  singular: "resourceslice",
};

/** A list of DeviceClass as the server sends it. */
export interface DeviceClassList extends KubeList<DeviceClass> {}

/** A list of DeviceTaintRule as the server sends it. */
export interface DeviceTaintRuleList extends KubeList<DeviceTaintRule> {}

/** A list of ResourceClaim as the server sends it. */
export interface ResourceClaimList extends KubeList<ResourceClaim> {}

/** A list of ResourceClaimTemplate as the server sends it. */
export interface ResourceClaimTemplateList extends KubeList<ResourceClaimTemplate> {}

/** A list of ResourceSlice as the server sends it. */
export interface ResourceSliceList extends KubeList<ResourceSlice> {}

/** In `ResourceClaimStatus.devices`. */
export interface AllocatedDeviceStatus {
  driver: string;
  pool: string;
  device: string;
  shareID?: string;
  conditions?: Condition[];
  data?: unknown;
  networkData?: NetworkDeviceData;
}

/** In `DeviceAllocationConfiguration.source`. */
export type AllocationConfigSource = "FromClass" | "FromClaim" | (string & {});

/** In `ResourceClaimStatus.allocation`. */
export interface AllocationResult {
  devices?: DeviceAllocationResult;
  nodeSelector?: NodeSelector;
  allocationTimestamp?: string;
}

/** In `DeviceSelector.cel`. */
export interface CELDeviceSelector {
  expression: string;
}

/** In `DeviceCapacity.requestPolicy`. */
export interface CapacityRequestPolicy {
  default?: string;
  validValues?: string[];
  validRange?: CapacityRequestPolicyRange;
}

/** In `CapacityRequestPolicy.validRange`. */
export interface CapacityRequestPolicyRange {
  min: string;
  max?: string;
  step?: string;
}

/** In `DeviceSubRequest.capacity` and one more place. */
export interface CapacityRequirements {
  requests?: { [key: string]: string };
}

/** In `CounterSet.counters` and one more place. */
export interface Counter {
  value: string;
}

/** In `ResourceSliceSpec.sharedCounters`. */
export interface CounterSet {
  name: string;
  counters: { [key: string]: Counter };
}

/** In `ResourceSliceSpec.devices`. */
export interface Device {
  name: string;
  attributes?: { [key: string]: DeviceAttribute };
  capacity?: { [key: string]: DeviceCapacity };
  consumesCounters?: DeviceCounterConsumption[];
  nodeName?: string;
  nodeSelector?: NodeSelector;
  allNodes?: boolean;
  taints?: DeviceTaint[];
  bindsToNode?: boolean;
  bindingConditions?: string[];
  bindingFailureConditions?: string[];
  allowMultipleAllocations?: boolean;
  nodeAllocatableResources?: { [key: string]: NodeAllocatableResource };
}

/** In `DeviceAllocationResult.config`. */
export interface DeviceAllocationConfiguration extends DeviceConfiguration {
  source: AllocationConfigSource;
  requests?: string[];
}

/** In `DeviceSubRequest.allocationMode` and one more place. */
export type DeviceAllocationMode = "ExactCount" | "All" | (string & {});

/** In `AllocationResult.devices`. */
export interface DeviceAllocationResult {
  results?: DeviceRequestAllocationResult[];
  config?: DeviceAllocationConfiguration[];
}

/** In `Device.attributes`. */
export interface DeviceAttribute {
  int?: number;
  bool?: boolean;
  string?: string;
  version?: string;
  ints?: number[];
  bools?: boolean[];
  strings?: string[];
  versions?: string[];
}

/** In `Device.capacity`. */
export interface DeviceCapacity {
  value: string;
  requestPolicy?: CapacityRequestPolicy;
}

/** In `ResourceClaimSpec.devices`. */
export interface DeviceClaim {
  requests?: DeviceRequest[];
  constraints?: DeviceConstraint[];
  config?: DeviceClaimConfiguration[];
}

/** In `DeviceClaim.config`. */
export interface DeviceClaimConfiguration extends DeviceConfiguration {
  requests?: string[];
}

/** In `DeviceClassSpec.config`. */
export interface DeviceClassConfiguration extends DeviceConfiguration {}

/** In `DeviceClass.spec`. */
export interface DeviceClassSpec {
  selectors?: DeviceSelector[];
  config?: DeviceClassConfiguration[];
  extendedResourceName?: string;
}

/** In `DeviceAllocationConfiguration` and 2 more places. */
export interface DeviceConfiguration {
  opaque?: OpaqueDeviceConfiguration;
}

/** In `DeviceClaim.constraints`. */
export interface DeviceConstraint {
  requests?: string[];
  matchAttribute?: string;
  distinctAttribute?: string;
}

/** In `Device.consumesCounters`. */
export interface DeviceCounterConsumption {
  counterSet: string;
  counters: { [key: string]: Counter };
  compatibilityGroups?: string[];
}

/** In `DeviceSubRequest.derivedAttributes` and one more place. */
export interface DeviceDerivedAttribute {
  name: string;
  expression: string;
}

/** In `DeviceClaim.requests`. */
export interface DeviceRequest {
  name: string;
  exactly?: ExactDeviceRequest;
  firstAvailable?: DeviceSubRequest[];
}

/** In `DeviceAllocationResult.results`. */
export interface DeviceRequestAllocationResult {
  request: string;
  driver: string;
  pool: string;
  device: string;
  adminAccess?: boolean;
  tolerations?: DeviceToleration[];
  bindingConditions?: string[];
  bindingFailureConditions?: string[];
  shareID?: string;
  consumedCapacity?: { [key: string]: string };
  skipNodeOperations?: SkipNodeOperation[];
}

/** In `DeviceClassSpec.selectors` and 2 more places. */
export interface DeviceSelector {
  cel?: CELDeviceSelector;
}

/** In `DeviceRequest.firstAvailable`. */
export interface DeviceSubRequest {
  name: string;
  deviceClassName: string;
  selectors?: DeviceSelector[];
  allocationMode?: DeviceAllocationMode;
  count?: number;
  tolerations?: DeviceToleration[];
  capacity?: CapacityRequirements;
  derivedAttributes?: DeviceDerivedAttribute[];
}

/** In `Device.taints` and one more place. */
export interface DeviceTaint {
  key: string;
  value?: string;
  effect: DeviceTaintEffect;
  timeAdded?: string;
}

/** In `DeviceTaint.effect` and one more place. */
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

/** In `DeviceRequestAllocationResult.tolerations` and 2 more places. */
export interface DeviceToleration {
  key?: string;
  operator?: DeviceTolerationOperator;
  value?: string;
  effect?: DeviceTaintEffect;
  tolerationSeconds?: number;
}

/** In `DeviceToleration.operator`. */
export type DeviceTolerationOperator = "Exists" | "Equal" | (string & {});

/** In `DeviceRequest.exactly`. */
export interface ExactDeviceRequest {
  deviceClassName: string;
  selectors?: DeviceSelector[];
  allocationMode?: DeviceAllocationMode;
  count?: number;
  adminAccess?: boolean;
  tolerations?: DeviceToleration[];
  capacity?: CapacityRequirements;
  derivedAttributes?: DeviceDerivedAttribute[];
}

/** In `AllocatedDeviceStatus.networkData`. */
export interface NetworkDeviceData {
  interfaceName?: string;
  ips?: string[];
  hardwareAddress?: string;
}

/** In `NodeAllocatableResource.mapping`. */
export interface NodeAllocatableMapping {
  capacityKey?: string;
  capacityMultiplier?: string;
  deviceMultiplier?: string;
}

/** In `NodeAllocatableResource.overhead`. */
export interface NodeAllocatableOverhead {
  perPod?: string;
  perContainer?: string;
}

/** In `Device.nodeAllocatableResources`. */
export interface NodeAllocatableResource {
  mapping?: NodeAllocatableMapping;
  overhead?: NodeAllocatableOverhead;
}

/** In `DeviceConfiguration.opaque`. */
export interface OpaqueDeviceConfiguration {
  driver: string;
  parameters: unknown;
}

/** In `ResourceClaimStatus.reservedFor`. */
export interface ResourceClaimConsumerReference {
  apiGroup?: string;
  resource: string;
  name: string;
  uid: string;
}

/** In `ResourceClaim.spec` and one more place. */
export interface ResourceClaimSpec {
  devices?: DeviceClaim;
}

/** In `ResourceClaim.status`. */
export interface ResourceClaimStatus {
  allocation?: AllocationResult;
  reservedFor?: ResourceClaimConsumerReference[];
  devices?: AllocatedDeviceStatus[];
}

/** In `ResourceClaimTemplate.spec`. */
export interface ResourceClaimTemplateSpec {
  metadata?: ObjectMeta;
  spec?: ResourceClaimSpec;
}

/** In `ResourceSliceSpec.pool`. */
export interface ResourcePool {
  name: string;
  generation: number;
  resourceSliceCount: number;
}

/** In `ResourceSlice.spec`. */
export interface ResourceSliceSpec {
  driver: string;
  pool: ResourcePool;
  nodeName?: string;
  nodeSelector?: NodeSelector;
  allNodes?: boolean;
  devices?: Device[];
  perDeviceNodeSelection?: boolean;
  sharedCounters?: CounterSet[];
  partitionTypeAttribute?: string;
  skipNodeOperations?: SkipNodeOperation[];
}

/** In `DeviceRequestAllocationResult.skipNodeOperations` and one more place. */
export type SkipNodeOperation = "NodePrepareResources" | "NodeUnprepareResources" | "*" | (string & {});
