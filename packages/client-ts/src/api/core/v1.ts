// Made by `npm run api:generate` from codegen/facts; do not edit.
import type { KubeList, KubeObject, LabelSelector, ObjectMeta, OwnerReference, Resource } from "../../meta/index.ts";
import type { Condition, List as MetaV1List } from "../meta/v1.ts";

/** `bindings` of `v1`, in a namespace. */
export interface Binding extends KubeObject {
  target: ObjectReference;
}

/** `bindings` of `v1`, in a namespace. */
export const Binding: Resource<Binding, { scope: "Namespaced"; plural: "bindings"; verbs: "create" }> = {
  group: "",
  version: "v1",
  kind: "Binding",
  plural: "bindings",
  scope: "Namespaced",
  singular: "binding",
  verbs: ["create"],
};

/** `componentstatuses` of `v1`, of the cluster. */
export interface ComponentStatus extends KubeObject {
  conditions?: ComponentCondition[];
}

/** `componentstatuses` of `v1`, of the cluster. */
export const ComponentStatus: Resource<ComponentStatus, { scope: "Cluster"; plural: "componentstatuses"; accessor: "componentStatuses"; verbs: "get" | "list" }> = {
  group: "",
  version: "v1",
  kind: "ComponentStatus",
  plural: "componentstatuses",
  scope: "Cluster",
  accessor: "componentStatuses",
  singular: "componentstatus",
  shortNames: ["cs"],
  verbs: ["get", "list"],
};

/** `configmaps` of `v1`, in a namespace. */
export interface ConfigMap extends KubeObject {
  immutable?: boolean;
  data?: { [key: string]: string };
  binaryData?: { [key: string]: string };
}

/** `configmaps` of `v1`, in a namespace. */
export const ConfigMap: Resource<ConfigMap, { scope: "Namespaced"; plural: "configmaps"; accessor: "configMaps" }> = {
  group: "",
  version: "v1",
  kind: "ConfigMap",
  plural: "configmaps",
  scope: "Namespaced",
  accessor: "configMaps",
  singular: "configmap",
  shortNames: ["cm"],
};

/** `endpoints` of `v1`, in a namespace. */
export interface Endpoints extends KubeObject {
  subsets?: EndpointSubset[];
}

/** `endpoints` of `v1`, in a namespace. */
export const Endpoints: Resource<Endpoints, { scope: "Namespaced"; plural: "endpoints" }> = {
  group: "",
  version: "v1",
  kind: "Endpoints",
  plural: "endpoints",
  scope: "Namespaced",
  singular: "endpoints",
  shortNames: ["ep"],
};

/** `events` of `v1`, in a namespace. */
export interface Event extends KubeObject {
  metadata: ObjectMeta;
  involvedObject: ObjectReference;
  reason?: string;
  message?: string;
  source?: EventSource;
  firstTimestamp?: string;
  lastTimestamp?: string;
  count?: number;
  type?: string;
  eventTime?: string;
  series?: EventSeries;
  action?: string;
  related?: ObjectReference;
  reportingComponent?: string;
  reportingInstance?: string;
}

/** `events` of `v1`, in a namespace. */
export const Event: Resource<Event, { scope: "Namespaced"; plural: "events" }> = {
  group: "",
  version: "v1",
  kind: "Event",
  plural: "events",
  scope: "Namespaced",
  singular: "event",
  shortNames: ["ev"],
};

/** `limitranges` of `v1`, in a namespace. */
export interface LimitRange extends KubeObject {
  spec?: LimitRangeSpec;
}

/** `limitranges` of `v1`, in a namespace. */
export const LimitRange: Resource<LimitRange, { scope: "Namespaced"; plural: "limitranges"; accessor: "limitRanges" }> = {
  group: "",
  version: "v1",
  kind: "LimitRange",
  plural: "limitranges",
  scope: "Namespaced",
  accessor: "limitRanges",
  singular: "limitrange",
  shortNames: ["limits"],
};

/** `namespaces` of `v1`, of the cluster. */
export interface Namespace extends KubeObject {
  spec?: NamespaceSpec;
  status?: NamespaceStatus;
}

/** `namespaces` of `v1`, of the cluster. */
export const Namespace: Resource<Namespace, { scope: "Cluster"; plural: "namespaces"; status: true; verbs: "create" | "delete" | "get" | "list" | "patch" | "update" | "watch"; subresources: "finalize" }> = {
  group: "",
  version: "v1",
  kind: "Namespace",
  plural: "namespaces",
  scope: "Cluster",
  singular: "namespace",
  shortNames: ["ns"],
  verbs: ["create", "delete", "get", "list", "patch", "update", "watch"],
  status: true,
  subresources: ["finalize"],
};

/** `nodes` of `v1`, of the cluster. */
export interface Node extends KubeObject {
  spec?: NodeSpec;
  status?: NodeStatus;
}

/** `nodes` of `v1`, of the cluster. */
export const Node: Resource<Node, { scope: "Cluster"; plural: "nodes"; status: true; subresources: "proxy" }> = {
  group: "",
  version: "v1",
  kind: "Node",
  plural: "nodes",
  scope: "Cluster",
  singular: "node",
  shortNames: ["no"],
  status: true,
  subresources: ["proxy"],
};

/** `persistentvolumes` of `v1`, of the cluster. */
export interface PersistentVolume extends KubeObject {
  spec?: PersistentVolumeSpec;
  status?: PersistentVolumeStatus;
}

/** `persistentvolumes` of `v1`, of the cluster. */
export const PersistentVolume: Resource<PersistentVolume, { scope: "Cluster"; plural: "persistentvolumes"; accessor: "persistentVolumes"; status: true }> = {
  group: "",
  version: "v1",
  kind: "PersistentVolume",
  plural: "persistentvolumes",
  scope: "Cluster",
  accessor: "persistentVolumes",
  singular: "persistentvolume",
  shortNames: ["pv"],
  status: true,
};

/** `persistentvolumeclaims` of `v1`, in a namespace. */
export interface PersistentVolumeClaim extends KubeObject {
  spec?: PersistentVolumeClaimSpec;
  status?: PersistentVolumeClaimStatus;
}

/** `persistentvolumeclaims` of `v1`, in a namespace. */
export const PersistentVolumeClaim: Resource<PersistentVolumeClaim, { scope: "Namespaced"; plural: "persistentvolumeclaims"; accessor: "persistentVolumeClaims"; status: true }> = {
  group: "",
  version: "v1",
  kind: "PersistentVolumeClaim",
  plural: "persistentvolumeclaims",
  scope: "Namespaced",
  accessor: "persistentVolumeClaims",
  singular: "persistentvolumeclaim",
  shortNames: ["pvc"],
  status: true,
};

/** `pods` of `v1`, in a namespace. */
export interface Pod extends KubeObject {
  spec?: PodSpec;
  status?: PodStatus;
}

/** `pods` of `v1`, in a namespace. */
export const Pod: Resource<Pod, { scope: "Namespaced"; plural: "pods"; status: true; subresources: "attach" | "binding" | "ephemeralcontainers" | "eviction" | "exec" | "log" | "portforward" | "proxy" | "resize" }> = {
  group: "",
  version: "v1",
  kind: "Pod",
  plural: "pods",
  scope: "Namespaced",
  singular: "pod",
  shortNames: ["po"],
  categories: ["all"],
  status: true,
  subresources: ["attach", "binding", "ephemeralcontainers", "eviction", "exec", "log", "portforward", "proxy", "resize"],
};

/** `podtemplates` of `v1`, in a namespace. */
export interface PodTemplate extends KubeObject {
  template?: PodTemplateSpec;
}

/** `podtemplates` of `v1`, in a namespace. */
export const PodTemplate: Resource<PodTemplate, { scope: "Namespaced"; plural: "podtemplates"; accessor: "podTemplates" }> = {
  group: "",
  version: "v1",
  kind: "PodTemplate",
  plural: "podtemplates",
  scope: "Namespaced",
  accessor: "podTemplates",
  singular: "podtemplate",
};

/** `replicationcontrollers` of `v1`, in a namespace. */
export interface ReplicationController extends KubeObject {
  spec?: ReplicationControllerSpec;
  status?: ReplicationControllerStatus;
}

/** `replicationcontrollers` of `v1`, in a namespace. */
export const ReplicationController: Resource<ReplicationController, { scope: "Namespaced"; plural: "replicationcontrollers"; accessor: "replicationControllers"; status: true; scale: true }> = {
  group: "",
  version: "v1",
  kind: "ReplicationController",
  plural: "replicationcontrollers",
  scope: "Namespaced",
  accessor: "replicationControllers",
  singular: "replicationcontroller",
  shortNames: ["rc"],
  categories: ["all"],
  status: true,
  scale: true,
};

/** `resourcequotas` of `v1`, in a namespace. */
export interface ResourceQuota extends KubeObject {
  spec?: ResourceQuotaSpec;
  status?: ResourceQuotaStatus;
}

/** `resourcequotas` of `v1`, in a namespace. */
export const ResourceQuota: Resource<ResourceQuota, { scope: "Namespaced"; plural: "resourcequotas"; accessor: "resourceQuotas"; status: true }> = {
  group: "",
  version: "v1",
  kind: "ResourceQuota",
  plural: "resourcequotas",
  scope: "Namespaced",
  accessor: "resourceQuotas",
  singular: "resourcequota",
  shortNames: ["quota"],
  status: true,
};

/** `secrets` of `v1`, in a namespace. */
export interface Secret extends KubeObject {
  immutable?: boolean;
  data?: { [key: string]: string };
  stringData?: { [key: string]: string };
  type?: SecretType;
}

/** `secrets` of `v1`, in a namespace. */
export const Secret: Resource<Secret, { scope: "Namespaced"; plural: "secrets" }> = {
  group: "",
  version: "v1",
  kind: "Secret",
  plural: "secrets",
  scope: "Namespaced",
  singular: "secret",
};

/** `services` of `v1`, in a namespace. */
export interface Service extends KubeObject {
  spec?: ServiceSpec;
  status?: ServiceStatus;
}

/** `services` of `v1`, in a namespace. */
export const Service: Resource<Service, { scope: "Namespaced"; plural: "services"; status: true; subresources: "proxy" }> = {
  group: "",
  version: "v1",
  kind: "Service",
  plural: "services",
  scope: "Namespaced",
  singular: "service",
  shortNames: ["svc"],
  categories: ["all"],
  status: true,
  subresources: ["proxy"],
};

/** `serviceaccounts` of `v1`, in a namespace. */
export interface ServiceAccount extends KubeObject {
  secrets?: ObjectReference[];
  imagePullSecrets?: LocalObjectReference[];
  automountServiceAccountToken?: boolean;
}

/** `serviceaccounts` of `v1`, in a namespace. */
export const ServiceAccount: Resource<ServiceAccount, { scope: "Namespaced"; plural: "serviceaccounts"; accessor: "serviceAccounts"; subresources: "token" }> = {
  group: "",
  version: "v1",
  kind: "ServiceAccount",
  plural: "serviceaccounts",
  scope: "Namespaced",
  accessor: "serviceAccounts",
  singular: "serviceaccount",
  shortNames: ["sa"],
  subresources: ["token"],
};

/** A list of ComponentStatus as the server sends it. */
export interface ComponentStatusList extends KubeList<ComponentStatus> {}

/** A list of ConfigMap as the server sends it. */
export interface ConfigMapList extends KubeList<ConfigMap> {}

/** A list of Endpoints as the server sends it. */
export interface EndpointsList extends KubeList<Endpoints> {}

/** A list of Event as the server sends it. */
export interface EventList extends KubeList<Event> {}

/** A list of LimitRange as the server sends it. */
export interface LimitRangeList extends KubeList<LimitRange> {}

/** A list of Namespace as the server sends it. */
export interface NamespaceList extends KubeList<Namespace> {}

/** A list of Node as the server sends it. */
export interface NodeList extends KubeList<Node> {}

/** A list of PersistentVolumeClaim as the server sends it. */
export interface PersistentVolumeClaimList extends KubeList<PersistentVolumeClaim> {}

/** A list of PersistentVolume as the server sends it. */
export interface PersistentVolumeList extends KubeList<PersistentVolume> {}

/** A list of Pod as the server sends it. */
export interface PodList extends KubeList<Pod> {}

/** A list of PodTemplate as the server sends it. */
export interface PodTemplateList extends KubeList<PodTemplate> {}

/** A list of ReplicationController as the server sends it. */
export interface ReplicationControllerList extends KubeList<ReplicationController> {}

/** A list of ResourceQuota as the server sends it. */
export interface ResourceQuotaList extends KubeList<ResourceQuota> {}

/** A list of Secret as the server sends it. */
export interface SecretList extends KubeList<Secret> {}

/** A list of ServiceAccount as the server sends it. */
export interface ServiceAccountList extends KubeList<ServiceAccount> {}

/** A list of Service as the server sends it. */
export interface ServiceList extends KubeList<Service> {}

/** In `PersistentVolumeSource.awsElasticBlockStore` and one more place. */
export interface AWSElasticBlockStoreVolumeSource {
  volumeID: string;
  fsType?: string;
  partition?: number;
  readOnly?: boolean;
}

/** In `PodSpec.affinity`. */
export interface Affinity {
  nodeAffinity?: NodeAffinity;
  podAffinity?: PodAffinity;
  podAntiAffinity?: PodAntiAffinity;
}

/** In `PodSecurityContext.appArmorProfile` and one more place. */
export interface AppArmorProfile {
  type: AppArmorProfileType;
  localhostProfile?: string;
}

/** In `AppArmorProfile.type`. */
export type AppArmorProfileType = "Unconfined" | "RuntimeDefault" | "Localhost" | (string & {});

/** In `NodeStatus.volumesAttached`. */
export interface AttachedVolume {
  name: string;
  devicePath: string;
}

/** No field of another type refers to it. */
export interface AvoidPods {
  preferAvoidPods?: PreferAvoidPodsEntry[];
}

/** In `AzureDiskVolumeSource.cachingMode`. */
export type AzureDataDiskCachingMode = "None" | "ReadOnly" | "ReadWrite" | (string & {});

/** In `AzureDiskVolumeSource.kind`. */
export type AzureDataDiskKind = "Shared" | "Dedicated" | "Managed" | (string & {});

/** In `PersistentVolumeSource.azureDisk` and one more place. */
export interface AzureDiskVolumeSource {
  diskName: string;
  diskURI: string;
  cachingMode?: AzureDataDiskCachingMode;
  fsType?: string;
  readOnly?: boolean;
  kind?: AzureDataDiskKind;
}

/** In `PersistentVolumeSource.azureFile`. */
export interface AzureFilePersistentVolumeSource {
  secretName: string;
  shareName: string;
  readOnly?: boolean;
  secretNamespace?: string;
}

/** In `VolumeSource.azureFile`. */
export interface AzureFileVolumeSource {
  secretName: string;
  shareName: string;
  readOnly?: boolean;
}

/** In `PersistentVolumeSource.csi`. */
export interface CSIPersistentVolumeSource {
  driver: string;
  volumeHandle: string;
  readOnly?: boolean;
  fsType?: string;
  volumeAttributes?: { [key: string]: string };
  controllerPublishSecretRef?: SecretReference;
  nodeStageSecretRef?: SecretReference;
  nodePublishSecretRef?: SecretReference;
  controllerExpandSecretRef?: SecretReference;
  nodeExpandSecretRef?: SecretReference;
}

/** In `VolumeSource.csi`. */
export interface CSIVolumeSource {
  driver: string;
  readOnly?: boolean;
  fsType?: string;
  volumeAttributes?: { [key: string]: string };
  nodePublishSecretRef?: LocalObjectReference;
}

/** In `SecurityContext.capabilities`. */
export interface Capabilities {
  add?: string[];
  drop?: string[];
}

/** In `PersistentVolumeSource.cephfs`. */
export interface CephFSPersistentVolumeSource {
  monitors: string[];
  path?: string;
  user?: string;
  secretFile?: string;
  secretRef?: SecretReference;
  readOnly?: boolean;
}

/** In `VolumeSource.cephfs`. */
export interface CephFSVolumeSource {
  monitors: string[];
  path?: string;
  user?: string;
  secretFile?: string;
  secretRef?: LocalObjectReference;
  readOnly?: boolean;
}

/** In `PersistentVolumeSource.cinder`. */
export interface CinderPersistentVolumeSource {
  volumeID: string;
  fsType?: string;
  readOnly?: boolean;
  secretRef?: SecretReference;
}

/** In `VolumeSource.cinder`. */
export interface CinderVolumeSource {
  volumeID: string;
  fsType?: string;
  readOnly?: boolean;
  secretRef?: LocalObjectReference;
}

/** In `PersistentVolumeClaimStatus.allocatedResourceStatuses`. */
export type ClaimResourceStatus = "ControllerResizeInProgress" | "ControllerResizeInfeasible" | "NodeResizePending" | "NodeResizeInProgress" | "NodeResizeInfeasible" | (string & {});

/** In `SessionAffinityConfig.clientIP`. */
export interface ClientIPConfig {
  timeoutSeconds?: number;
}

/** In `VolumeProjection.clusterTrustBundle`. */
export interface ClusterTrustBundleProjection {
  name?: string;
  signerName?: string;
  labelSelector?: LabelSelector;
  optional?: boolean;
  path: string;
  user?: number;
}

/** In `ComponentStatus.conditions`. */
export interface ComponentCondition {
  type: ComponentConditionType;
  status: ConditionStatus;
  message?: string;
  error?: string;
}

/** In `ComponentCondition.type`. */
export type ComponentConditionType = "Healthy" | (string & {});

/** In `ComponentCondition.status` and 24 more places. */
export type ConditionStatus = "True" | "False" | "Unknown" | (string & {});

/** In `EnvFromSource.configMapRef`. */
export interface ConfigMapEnvSource extends LocalObjectReference {
  optional?: boolean;
}

/** In `EnvVarSource.configMapKeyRef`. */
export interface ConfigMapKeySelector extends LocalObjectReference {
  key: string;
  optional?: boolean;
}

/** In `NodeConfigSource.configMap`. */
export interface ConfigMapNodeConfigSource {
  namespace: string;
  name: string;
  uid?: string;
  resourceVersion?: string;
  kubeletConfigKey: string;
}

/** In `VolumeProjection.configMap`. */
export interface ConfigMapProjection extends LocalObjectReference {
  items?: KeyToPath[];
  optional?: boolean;
}

/** In `VolumeSource.configMap`. */
export interface ConfigMapVolumeSource extends LocalObjectReference {
  items?: KeyToPath[];
  defaultMode?: number;
  optional?: boolean;
  defaultUser?: number;
}

/** In `PodSpec.initContainers` and one more place. */
export interface Container {
  name: string;
  image?: string;
  command?: string[];
  args?: string[];
  workingDir?: string;
  ports?: ContainerPort[];
  envFrom?: EnvFromSource[];
  env?: EnvVar[];
  resources?: ResourceRequirements;
  resizePolicy?: ContainerResizePolicy[];
  restartPolicy?: ContainerRestartPolicy;
  restartPolicyRules?: ContainerRestartRule[];
  volumeMounts?: VolumeMount[];
  volumeDevices?: VolumeDevice[];
  livenessProbe?: Probe;
  readinessProbe?: Probe;
  startupProbe?: Probe;
  lifecycle?: Lifecycle;
  terminationMessagePath?: string;
  terminationMessagePolicy?: TerminationMessagePolicy;
  imagePullPolicy?: PullPolicy;
  securityContext?: SecurityContext;
  stdin?: boolean;
  stdinOnce?: boolean;
  tty?: boolean;
}

/** In `PodExtendedResourceClaimStatus.requestMappings`. */
export interface ContainerExtendedResourceRequest {
  containerName: string;
  resourceName: string;
  requestName: string;
}

/** In `NodeStatus.images`. */
export interface ContainerImage {
  names?: string[];
  sizeBytes?: number;
}

/** In `Container.ports` and one more place. */
export interface ContainerPort {
  name?: string;
  hostPort?: number;
  containerPort: number;
  protocol?: Protocol;
  hostIP?: string;
}

/** In `Container.resizePolicy` and one more place. */
export interface ContainerResizePolicy {
  resourceName: ResourceName;
  restartPolicy: ResourceResizeRestartPolicy;
}

/** In `Container.restartPolicy` and one more place. */
export type ContainerRestartPolicy = "Always" | "Never" | "OnFailure" | (string & {});

/** In `Container.restartPolicyRules` and one more place. */
export interface ContainerRestartRule {
  action: ContainerRestartRuleAction;
  exitCodes?: ContainerRestartRuleOnExitCodes;
}

/** In `ContainerRestartRule.action`. */
export type ContainerRestartRuleAction = "Restart" | "RestartAllContainers" | (string & {});

/** In `ContainerRestartRule.exitCodes`. */
export interface ContainerRestartRuleOnExitCodes {
  operator: ContainerRestartRuleOnExitCodesOperator;
  values?: number[];
}

/** In `ContainerRestartRuleOnExitCodes.operator`. */
export type ContainerRestartRuleOnExitCodesOperator = "In" | "NotIn" | (string & {});

/** In `ContainerStatus.state` and one more place. */
export interface ContainerState {
  waiting?: ContainerStateWaiting;
  running?: ContainerStateRunning;
  terminated?: ContainerStateTerminated;
}

/** In `ContainerState.running`. */
export interface ContainerStateRunning {
  startedAt?: string;
}

/** In `ContainerState.terminated`. */
export interface ContainerStateTerminated {
  exitCode: number;
  signal?: number;
  reason?: string;
  message?: string;
  startedAt?: string;
  finishedAt?: string;
  containerID?: string;
}

/** In `ContainerState.waiting`. */
export interface ContainerStateWaiting {
  reason?: string;
  message?: string;
}

/** In `PodStatus.initContainerStatuses` and 2 more places. */
export interface ContainerStatus {
  name: string;
  state?: ContainerState;
  lastState?: ContainerState;
  ready: boolean;
  restartCount: number;
  image: string;
  imageID: string;
  containerID?: string;
  started?: boolean;
  allocatedResources?: ResourceList;
  resources?: ResourceRequirements;
  volumeMounts?: VolumeMountStatus[];
  user?: ContainerUser;
  allocatedResourcesStatus?: ResourceStatus[];
  stopSignal?: Signal;
}

/** In `ContainerStatus.user`. */
export interface ContainerUser {
  linux?: LinuxContainerUser;
}

/** In `PodSpec.dnsPolicy`. */
export type DNSPolicy = "ClusterFirstWithHostNet" | "ClusterFirst" | "Default" | "None" | (string & {});

/** In `NodeDaemonEndpoints.kubeletEndpoint`. */
export interface DaemonEndpoint {
  Port: number;
}

/** In `VolumeProjection.downwardAPI`. */
export interface DownwardAPIProjection {
  items?: DownwardAPIVolumeFile[];
}

/** In `DownwardAPIProjection.items` and one more place. */
export interface DownwardAPIVolumeFile {
  path: string;
  fieldRef?: ObjectFieldSelector;
  resourceFieldRef?: ResourceFieldSelector;
  mode?: number;
  user?: number;
}

/** In `VolumeSource.downwardAPI`. */
export interface DownwardAPIVolumeSource {
  items?: DownwardAPIVolumeFile[];
  defaultMode?: number;
  defaultUser?: number;
}

/** In `VolumeSource.emptyDir`. */
export interface EmptyDirVolumeSource {
  medium?: StorageMedium;
  sizeLimit?: string;
  mode?: number;
}

/** In `EndpointSubset.addresses` and one more place. */
export interface EndpointAddress {
  ip: string;
  hostname?: string;
  nodeName?: string;
  targetRef?: ObjectReference;
}

/** In `EndpointSubset.ports`. */
export interface EndpointPort {
  name?: string;
  port: number;
  protocol?: Protocol;
  appProtocol?: string;
}

/** In `Endpoints.subsets`. */
export interface EndpointSubset {
  addresses?: EndpointAddress[];
  notReadyAddresses?: EndpointAddress[];
  ports?: EndpointPort[];
}

/** In `Container.envFrom` and one more place. */
export interface EnvFromSource {
  prefix?: string;
  configMapRef?: ConfigMapEnvSource;
  secretRef?: SecretEnvSource;
}

/** In `Container.env` and one more place. */
export interface EnvVar {
  name: string;
  value?: string;
  valueFrom?: EnvVarSource;
}

/** In `EnvVar.valueFrom`. */
export interface EnvVarSource {
  fieldRef?: ObjectFieldSelector;
  resourceFieldRef?: ResourceFieldSelector;
  configMapKeyRef?: ConfigMapKeySelector;
  secretKeyRef?: SecretKeySelector;
  fileKeyRef?: FileKeySelector;
}

/** In `PodSpec.ephemeralContainers`. */
export interface EphemeralContainer extends EphemeralContainerCommon {
  targetContainerName?: string;
}

/** In `EphemeralContainer`. */
export interface EphemeralContainerCommon {
  name: string;
  image?: string;
  command?: string[];
  args?: string[];
  workingDir?: string;
  ports?: ContainerPort[];
  envFrom?: EnvFromSource[];
  env?: EnvVar[];
  resources?: ResourceRequirements;
  resizePolicy?: ContainerResizePolicy[];
  restartPolicy?: ContainerRestartPolicy;
  restartPolicyRules?: ContainerRestartRule[];
  volumeMounts?: VolumeMount[];
  volumeDevices?: VolumeDevice[];
  livenessProbe?: Probe;
  readinessProbe?: Probe;
  startupProbe?: Probe;
  lifecycle?: Lifecycle;
  terminationMessagePath?: string;
  terminationMessagePolicy?: TerminationMessagePolicy;
  imagePullPolicy?: PullPolicy;
  securityContext?: SecurityContext;
  stdin?: boolean;
  stdinOnce?: boolean;
  tty?: boolean;
}

/** In `VolumeSource.ephemeral`. */
export interface EphemeralVolumeSource {
  volumeClaimTemplate?: PersistentVolumeClaimTemplate;
}

/** In `Event.series`. */
export interface EventSeries {
  count?: number;
  lastObservedTime?: string;
}

/** In `Event.source` and 2 more places. */
export interface EventSource {
  component?: string;
  host?: string;
}

/** In `PodSpec.evictionResponders`. */
export interface EvictionResponder {
  name: string;
  priority: number;
}

/** In `LifecycleHandler.exec` and one more place. */
export interface ExecAction {
  command?: string[];
}

/** In `PersistentVolumeSource.fc` and one more place. */
export interface FCVolumeSource {
  targetWWNs?: string[];
  lun?: number;
  fsType?: string;
  readOnly?: boolean;
  wwids?: string[];
}

/** In `EnvVarSource.fileKeyRef`. */
export interface FileKeySelector {
  volumeName: string;
  path: string;
  key: string;
  optional?: boolean;
}

/** In `NamespaceSpec.finalizers`. */
export type FinalizerName = "kubernetes" | (string & {});

/** In `PersistentVolumeSource.flexVolume`. */
export interface FlexPersistentVolumeSource {
  driver: string;
  fsType?: string;
  secretRef?: SecretReference;
  readOnly?: boolean;
  options?: { [key: string]: string };
}

/** In `VolumeSource.flexVolume`. */
export interface FlexVolumeSource {
  driver: string;
  fsType?: string;
  secretRef?: LocalObjectReference;
  readOnly?: boolean;
  options?: { [key: string]: string };
}

/** In `PersistentVolumeSource.flocker` and one more place. */
export interface FlockerVolumeSource {
  datasetName?: string;
  datasetUUID?: string;
}

/** In `PersistentVolumeSource.gcePersistentDisk` and one more place. */
export interface GCEPersistentDiskVolumeSource {
  pdName: string;
  fsType?: string;
  partition?: number;
  readOnly?: boolean;
}

/** In `ProbeHandler.grpc`. */
export interface GRPCAction {
  port: number;
  service?: string;
  mode?: GRPCProbeMode;
}

/** In `GRPCAction.mode`. */
export type GRPCProbeMode = "Plaintext" | "TLS" | (string & {});

/** In `VolumeSource.gitRepo`. */
export interface GitRepoVolumeSource {
  repository: string;
  revision?: string;
  directory?: string;
}

/** In `PersistentVolumeSource.glusterfs`. */
export interface GlusterfsPersistentVolumeSource {
  endpoints: string;
  path: string;
  readOnly?: boolean;
  endpointsNamespace?: string;
}

/** In `VolumeSource.glusterfs`. */
export interface GlusterfsVolumeSource {
  endpoints: string;
  path: string;
  readOnly?: boolean;
}

/** In `LifecycleHandler.httpGet` and one more place. */
export interface HTTPGetAction {
  path?: string;
  port: number | string;
  host?: string;
  scheme?: URIScheme;
  httpHeaders?: HTTPHeader[];
  protocol?: HTTPProtocol;
}

/** In `HTTPGetAction.httpHeaders`. */
export interface HTTPHeader {
  name: string;
  value: string;
}

/** In `HTTPGetAction.protocol`. */
export type HTTPProtocol = "HTTP1" | "HTTP2" | (string & {});

/** In `PodSpec.hostAliases`. */
export interface HostAlias {
  ip: string;
  hostnames?: string[];
}

/** In `PodStatus.hostIPs`. */
export interface HostIP {
  ip: string;
}

/** In `HostPathVolumeSource.type`. */
export type HostPathType = "" | "DirectoryOrCreate" | "Directory" | "FileOrCreate" | "File" | "Socket" | "CharDevice" | "BlockDevice" | (string & {});

/** In `PersistentVolumeSource.hostPath` and one more place. */
export interface HostPathVolumeSource {
  path: string;
  type?: HostPathType;
}

/** In `ServiceSpec.ipFamilies`. */
export type IPFamily = "IPv4" | "IPv6" | "" | (string & {});

/** In `ServiceSpec.ipFamilyPolicy`. */
export type IPFamilyPolicy = "SingleStack" | "PreferDualStack" | "RequireDualStack" | (string & {});

/** In `PersistentVolumeSource.iscsi`. */
export interface ISCSIPersistentVolumeSource {
  targetPortal: string;
  iqn: string;
  lun: number;
  iscsiInterface?: string;
  fsType?: string;
  readOnly?: boolean;
  portals?: string[];
  chapAuthDiscovery?: boolean;
  chapAuthSession?: boolean;
  secretRef?: SecretReference;
  initiatorName?: string;
}

/** In `VolumeSource.iscsi`. */
export interface ISCSIVolumeSource {
  targetPortal: string;
  iqn: string;
  lun: number;
  iscsiInterface?: string;
  fsType?: string;
  readOnly?: boolean;
  portals?: string[];
  chapAuthDiscovery?: boolean;
  chapAuthSession?: boolean;
  secretRef?: LocalObjectReference;
  initiatorName?: string;
}

/** In `VolumeSource.image`. */
export interface ImageVolumeSource {
  reference?: string;
  pullPolicy?: PullPolicy;
}

/** In `VolumeStatus.image`. */
export interface ImageVolumeStatus {
  imageRef: string;
}

/** In `ConfigMapProjection.items` and 3 more places. */
export interface KeyToPath {
  key: string;
  path: string;
  mode?: number;
  user?: number;
}

/** In `Container.lifecycle` and one more place. */
export interface Lifecycle {
  postStart?: LifecycleHandler;
  preStop?: LifecycleHandler;
  stopSignal?: Signal;
}

/** In `Lifecycle.postStart` and one more place. */
export interface LifecycleHandler {
  exec?: ExecAction;
  httpGet?: HTTPGetAction;
  tcpSocket?: TCPSocketAction;
  sleep?: SleepAction;
}

/** In `LimitRangeSpec.limits`. */
export interface LimitRangeItem {
  type: LimitType;
  max?: ResourceList;
  min?: ResourceList;
  default?: ResourceList;
  defaultRequest?: ResourceList;
  maxLimitRequestRatio?: ResourceList;
}

/** In `LimitRange.spec`. */
export interface LimitRangeSpec {
  limits: LimitRangeItem[];
}

/** In `LimitRangeItem.type`. */
export type LimitType = "Pod" | "Container" | "PersistentVolumeClaim" | (string & {});

/** In `ContainerUser.linux`. */
export interface LinuxContainerUser {
  uid: number;
  gid: number;
  supplementalGroups?: number[];
}

/** No field of another type refers to it. */
export type List = MetaV1List;

/** In `LoadBalancerIngress.ipMode`. */
export type LoadBalancerIPMode = "VIP" | "Proxy" | (string & {});

/** In `LoadBalancerStatus.ingress`. */
export interface LoadBalancerIngress {
  ip?: string;
  hostname?: string;
  ipMode?: LoadBalancerIPMode;
  ports?: PortStatus[];
}

/** In `ServiceStatus.loadBalancer`. */
export interface LoadBalancerStatus {
  ingress?: LoadBalancerIngress[];
}

/** In `CSIVolumeSource.nodePublishSecretRef` and 16 more places. */
export interface LocalObjectReference {
  name?: string;
}

/** In `PersistentVolumeSource.local`. */
export interface LocalVolumeSource {
  path: string;
  fsType?: string;
}

/** In `PersistentVolumeClaimStatus.modifyVolumeStatus`. */
export interface ModifyVolumeStatus {
  targetVolumeAttributesClassName?: string;
  status: PersistentVolumeClaimModifyVolumeStatus;
}

/** In `VolumeMount.mountPropagation`. */
export type MountPropagationMode = "None" | "HostToContainer" | "Bidirectional" | (string & {});

/** In `PersistentVolumeSource.nfs` and one more place. */
export interface NFSVolumeSource {
  server: string;
  path: string;
  readOnly?: boolean;
}

/** In `NamespaceStatus.conditions`. */
export interface NamespaceCondition {
  type: NamespaceConditionType;
  status: ConditionStatus;
  lastTransitionTime?: string;
  reason?: string;
  message?: string;
}

/** In `NamespaceCondition.type`. */
export type NamespaceConditionType = "NamespaceDeletionDiscoveryFailure" | "NamespaceDeletionContentFailure" | "NamespaceDeletionGroupVersionParsingFailure" | "NamespaceContentRemaining" | "NamespaceFinalizersRemaining" | (string & {});

/** In `NamespaceStatus.phase`. */
export type NamespacePhase = "Active" | "Terminating" | (string & {});

/** In `Namespace.spec`. */
export interface NamespaceSpec {
  finalizers?: FinalizerName[];
}

/** In `Namespace.status`. */
export interface NamespaceStatus {
  phase?: NamespacePhase;
  conditions?: NamespaceCondition[];
}

/** In `NodeStatus.addresses`. */
export interface NodeAddress {
  type: NodeAddressType;
  address: string;
}

/** In `NodeAddress.type`. */
export type NodeAddressType = "Hostname" | "InternalIP" | "ExternalIP" | "InternalDNS" | "ExternalDNS" | (string & {});

/** In `Affinity.nodeAffinity`. */
export interface NodeAffinity {
  requiredDuringSchedulingIgnoredDuringExecution?: NodeSelector;
  preferredDuringSchedulingIgnoredDuringExecution?: PreferredSchedulingTerm[];
}

/** In `NodeAllocatableResourceClaimStatus.mapping`. */
export interface NodeAllocatableMappedResources {
  name: ResourceName;
  quantity: string;
}

/** In `NodeAllocatableResourceClaimStatus.overhead`. */
export interface NodeAllocatableOverheadResources {
  name: ResourceName;
  perPod?: string;
  perContainer?: string;
}

/** In `PodStatus.nodeAllocatableResourceClaimStatuses`. */
export interface NodeAllocatableResourceClaimStatus {
  resourceClaimName: string;
  containers?: string[];
  mapping?: NodeAllocatableMappedResources[];
  overhead?: NodeAllocatableOverheadResources[];
}

/** In `NodeStatus.conditions`. */
export interface NodeCondition {
  type: NodeConditionType;
  status: ConditionStatus;
  lastHeartbeatTime?: string;
  lastTransitionTime?: string;
  reason?: string;
  message?: string;
}

/** In `NodeCondition.type`. */
export type NodeConditionType = "Ready" | "MemoryPressure" | "DiskPressure" | "PIDPressure" | "NetworkUnavailable" | "GracefulNodeShutdownInProgress" | "DrainInProgress" | "Drained" | "MaintenancePlanned" | "MaintenanceInProgress" | (string & {});

/** In `NodeConfigStatus.assigned` and 3 more places. */
export interface NodeConfigSource {
  configMap?: ConfigMapNodeConfigSource;
}

/** In `NodeStatus.config`. */
export interface NodeConfigStatus {
  assigned?: NodeConfigSource;
  active?: NodeConfigSource;
  lastKnownGood?: NodeConfigSource;
  error?: string;
}

/** In `NodeStatus.daemonEndpoints`. */
export interface NodeDaemonEndpoints {
  kubeletEndpoint?: DaemonEndpoint;
}

/** In `NodeStatus.features`. */
export interface NodeFeatures {
  supplementalGroupsPolicy?: boolean;
}

/** In `TopologySpreadConstraint.nodeAffinityPolicy` and one more place. */
export type NodeInclusionPolicy = "Ignore" | "Honor" | (string & {});

/** In `NodeStatus.phase`. */
export type NodePhase = "Pending" | "Running" | "Terminated" | (string & {});

/** In `NodeSpec.podPreemptionPolicy`. */
export interface NodePodPreemptionPolicy {
  disableResizePreemption?: string[];
}

/** No field of another type refers to it. */
export interface NodeProxyOptions {
  path?: string;
  kind?: string;
  apiVersion?: string;
}

/** In `NodeStatus.runtimeHandlers`. */
export interface NodeRuntimeHandler {
  name?: string;
  features?: NodeRuntimeHandlerFeatures;
}

/** In `NodeRuntimeHandler.features`. */
export interface NodeRuntimeHandlerFeatures {
  recursiveReadOnlyMounts?: boolean;
  userNamespaces?: boolean;
}

/** In `NodeAffinity.requiredDuringSchedulingIgnoredDuringExecution` and 10 more places. */
export interface NodeSelector {
  nodeSelectorTerms: NodeSelectorTerm[];
}

/** In `NodeSelectorRequirement.operator`. */
export type NodeSelectorOperator = "In" | "NotIn" | "Exists" | "DoesNotExist" | "Gt" | "Lt" | (string & {});

/** In `NodeSelectorTerm.matchExpressions` and one more place. */
export interface NodeSelectorRequirement {
  key: string;
  operator: NodeSelectorOperator;
  values?: string[];
}

/** In `NodeSelector.nodeSelectorTerms` and one more place. */
export interface NodeSelectorTerm {
  matchExpressions?: NodeSelectorRequirement[];
  matchFields?: NodeSelectorRequirement[];
}

/** In `Node.spec`. */
export interface NodeSpec {
  podCIDR?: string;
  podCIDRs?: string[];
  providerID?: string;
  unschedulable?: boolean;
  taints?: Taint[];
  configSource?: NodeConfigSource;
  externalID?: string;
  podPreemptionPolicy?: NodePodPreemptionPolicy;
}

/** In `Node.status`. */
export interface NodeStatus {
  capacity?: ResourceList;
  allocatable?: ResourceList;
  phase?: NodePhase;
  conditions?: NodeCondition[];
  addresses?: NodeAddress[];
  daemonEndpoints?: NodeDaemonEndpoints;
  nodeInfo?: NodeSystemInfo;
  images?: ContainerImage[];
  volumesInUse?: string[];
  volumesAttached?: AttachedVolume[];
  config?: NodeConfigStatus;
  runtimeHandlers?: NodeRuntimeHandler[];
  features?: NodeFeatures;
  declaredFeatures?: string[];
}

/** In `NodeSystemInfo.swap`. */
export interface NodeSwapStatus {
  capacity?: number;
}

/** In `NodeStatus.nodeInfo`. */
export interface NodeSystemInfo {
  machineID: string;
  systemUUID: string;
  bootID: string;
  kernelVersion: string;
  osImage: string;
  containerRuntimeVersion: string;
  kubeletVersion: string;
  kubeProxyVersion: string;
  operatingSystem: string;
  architecture: string;
  swap?: NodeSwapStatus;
  runningInUserNamespace?: boolean;
}

/** In `PodOS.name`. */
export type OSName = "linux" | "windows" | (string & {});

/** In `DownwardAPIVolumeFile.fieldRef` and one more place. */
export interface ObjectFieldSelector {
  apiVersion?: string;
  fieldPath: string;
}

/** In `Binding.target` and 15 more places. */
export interface ObjectReference {
  kind?: string;
  namespace?: string;
  name?: string;
  uid?: string;
  apiVersion?: string;
  resourceVersion?: string;
  fieldPath?: string;
}

/** In `PersistentVolumeClaimSpec.accessModes` and 4 more places. */
export type PersistentVolumeAccessMode = "ReadWriteOnce" | "ReadOnlyMany" | "ReadWriteMany" | "ReadWriteOncePod" | (string & {});

/** In `PersistentVolumeClaimStatus.conditions`. */
export interface PersistentVolumeClaimCondition {
  type: PersistentVolumeClaimConditionType;
  status: ConditionStatus;
  lastProbeTime?: string;
  lastTransitionTime?: string;
  reason?: string;
  message?: string;
}

/** In `PersistentVolumeClaimCondition.type`. */
export type PersistentVolumeClaimConditionType = "Resizing" | "FileSystemResizePending" | "ControllerResizeError" | "NodeResizeError" | "ModifyVolumeError" | "ModifyingVolume" | "Unused" | (string & {});

/** In `ModifyVolumeStatus.status`. */
export type PersistentVolumeClaimModifyVolumeStatus = "Pending" | "InProgress" | "Infeasible" | (string & {});

/** In `PersistentVolumeClaimStatus.phase`. */
export type PersistentVolumeClaimPhase = "Pending" | "Bound" | "Lost" | (string & {});

/** In `PersistentVolumeClaim.spec` and one more place. */
export interface PersistentVolumeClaimSpec {
  accessModes?: PersistentVolumeAccessMode[];
  selector?: LabelSelector;
  resources?: VolumeResourceRequirements;
  volumeName?: string;
  storageClassName?: string;
  volumeMode?: PersistentVolumeMode;
  dataSource?: TypedLocalObjectReference;
  dataSourceRef?: TypedObjectReference;
  volumeAttributesClassName?: string;
}

/** In `PersistentVolumeClaim.status`. */
export interface PersistentVolumeClaimStatus {
  phase?: PersistentVolumeClaimPhase;
  accessModes?: PersistentVolumeAccessMode[];
  capacity?: ResourceList;
  conditions?: PersistentVolumeClaimCondition[];
  allocatedResources?: ResourceList;
  allocatedResourceStatuses?: { [key: string]: ClaimResourceStatus };
  currentVolumeAttributesClassName?: string;
  modifyVolumeStatus?: ModifyVolumeStatus;
  healthStatus?: VolumeHealthStatus;
}

/** In `EphemeralVolumeSource.volumeClaimTemplate`. */
export interface PersistentVolumeClaimTemplate {
  metadata?: ObjectMeta;
  spec: PersistentVolumeClaimSpec;
}

/** In `VolumeSource.persistentVolumeClaim`. */
export interface PersistentVolumeClaimVolumeSource {
  claimName: string;
  readOnly?: boolean;
}

/** In `PersistentVolumeClaimSpec.volumeMode` and 3 more places. */
export type PersistentVolumeMode = "Block" | "Filesystem" | (string & {});

/** In `PersistentVolumeStatus.phase`. */
export type PersistentVolumePhase = "Pending" | "Available" | "Bound" | "Released" | "Failed" | (string & {});

/** In `PersistentVolumeSpec.persistentVolumeReclaimPolicy` and 2 more places. */
export type PersistentVolumeReclaimPolicy = "Recycle" | "Delete" | "Retain" | (string & {});

/** In `PersistentVolumeSpec`. */
export interface PersistentVolumeSource {
  gcePersistentDisk?: GCEPersistentDiskVolumeSource;
  awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource;
  hostPath?: HostPathVolumeSource;
  glusterfs?: GlusterfsPersistentVolumeSource;
  nfs?: NFSVolumeSource;
  rbd?: RBDPersistentVolumeSource;
  iscsi?: ISCSIPersistentVolumeSource;
  cinder?: CinderPersistentVolumeSource;
  cephfs?: CephFSPersistentVolumeSource;
  fc?: FCVolumeSource;
  flocker?: FlockerVolumeSource;
  flexVolume?: FlexPersistentVolumeSource;
  azureFile?: AzureFilePersistentVolumeSource;
  vsphereVolume?: VsphereVirtualDiskVolumeSource;
  quobyte?: QuobyteVolumeSource;
  azureDisk?: AzureDiskVolumeSource;
  photonPersistentDisk?: PhotonPersistentDiskVolumeSource;
  portworxVolume?: PortworxVolumeSource;
  scaleIO?: ScaleIOPersistentVolumeSource;
  local?: LocalVolumeSource;
  storageos?: StorageOSPersistentVolumeSource;
  csi?: CSIPersistentVolumeSource;
}

/** In `PersistentVolume.spec` and 3 more places. */
export interface PersistentVolumeSpec extends PersistentVolumeSource {
  capacity?: ResourceList;
  accessModes?: PersistentVolumeAccessMode[];
  claimRef?: ObjectReference;
  persistentVolumeReclaimPolicy?: PersistentVolumeReclaimPolicy;
  storageClassName?: string;
  mountOptions?: string[];
  volumeMode?: PersistentVolumeMode;
  nodeAffinity?: VolumeNodeAffinity;
  volumeAttributesClassName?: string;
}

/** In `PersistentVolume.status`. */
export interface PersistentVolumeStatus {
  phase?: PersistentVolumePhase;
  message?: string;
  reason?: string;
  lastPhaseTransitionTime?: string;
}

/** In `PersistentVolumeSource.photonPersistentDisk` and one more place. */
export interface PhotonPersistentDiskVolumeSource {
  pdID: string;
  fsType?: string;
}

/** In `Affinity.podAffinity`. */
export interface PodAffinity {
  requiredDuringSchedulingIgnoredDuringExecution?: PodAffinityTerm[];
  preferredDuringSchedulingIgnoredDuringExecution?: WeightedPodAffinityTerm[];
}

/** In `PodAffinity.requiredDuringSchedulingIgnoredDuringExecution` and 2 more places. */
export interface PodAffinityTerm {
  labelSelector?: LabelSelector;
  namespaces?: string[];
  topologyKey: string;
  namespaceSelector?: LabelSelector;
  matchLabelKeys?: string[];
  mismatchLabelKeys?: string[];
}

/** In `Affinity.podAntiAffinity`. */
export interface PodAntiAffinity {
  requiredDuringSchedulingIgnoredDuringExecution?: PodAffinityTerm[];
  preferredDuringSchedulingIgnoredDuringExecution?: WeightedPodAffinityTerm[];
}

/** No field of another type refers to it. */
export interface PodAttachOptions {
  stdin?: boolean;
  stdout?: boolean;
  stderr?: boolean;
  tty?: boolean;
  container?: string;
  kind?: string;
  apiVersion?: string;
}

/** In `VolumeProjection.podCertificate`. */
export interface PodCertificateProjection {
  signerName: string;
  keyType: string;
  maxExpirationSeconds?: number;
  credentialBundlePath?: string;
  keyPath?: string;
  certificateChainPath?: string;
  userAnnotations?: { [key: string]: string };
  user?: number;
}

/** In `PodStatus.conditions`. */
export interface PodCondition {
  type: PodConditionType;
  observedGeneration?: number;
  status: ConditionStatus;
  lastProbeTime?: string;
  lastTransitionTime?: string;
  reason?: string;
  message?: string;
}

/** In `PodCondition.type` and 2 more places. */
export type PodConditionType = "ContainersReady" | "Initialized" | "Ready" | "PodScheduled" | "DisruptionTarget" | "PodReadyToStartContainers" | "PodResizePending" | "PodResizeInProgress" | "AllContainersRestarting" | (string & {});

/** In `PodSpec.dnsConfig`. */
export interface PodDNSConfig {
  nameservers?: string[];
  searches?: string[];
  options?: PodDNSConfigOption[];
}

/** In `PodDNSConfig.options`. */
export interface PodDNSConfigOption {
  name?: string;
  value?: string;
}

/** No field of another type refers to it. */
export interface PodExecOptions {
  stdin?: boolean;
  stdout?: boolean;
  stderr?: boolean;
  tty?: boolean;
  container?: string;
  command: string[];
  kind?: string;
  apiVersion?: string;
}

/** In `PodStatus.extendedResourceClaimStatus`. */
export interface PodExtendedResourceClaimStatus {
  requestMappings: ContainerExtendedResourceRequest[];
  resourceClaimName: string;
}

/** In `PodSecurityContext.fsGroupChangePolicy`. */
export type PodFSGroupChangePolicy = "OnRootMismatch" | "Always" | (string & {});

/** In `PodStatus.podIPs`. */
export interface PodIP {
  ip: string;
}

/** No field of another type refers to it. */
export interface PodLogOptions {
  container?: string;
  follow?: boolean;
  previous?: boolean;
  sinceSeconds?: number;
  sinceTime?: string;
  timestamps?: boolean;
  tailLines?: number;
  limitBytes?: number;
  insecureSkipTLSVerifyBackend?: boolean;
  stream?: string;
  kind?: string;
  apiVersion?: string;
}

/** In `PodSpec.os`. */
export interface PodOS {
  name: OSName;
}

/** In `PodStatus.phase`. */
export type PodPhase = "Pending" | "Running" | "Succeeded" | "Failed" | "Unknown" | (string & {});

/** No field of another type refers to it. */
export interface PodPortForwardOptions {
  ports?: number[];
  kind?: string;
  apiVersion?: string;
}

/** No field of another type refers to it. */
export interface PodProxyOptions {
  path?: string;
  kind?: string;
  apiVersion?: string;
}

/** In `PodStatus.qosClass`. */
export type PodQOSClass = "Guaranteed" | "Burstable" | "BestEffort" | (string & {});

/** In `PodSpec.readinessGates`. */
export interface PodReadinessGate {
  conditionType: PodConditionType;
}

/** In `PodStatus.resize`. */
export type PodResizeStatus = "InProgress" | "Deferred" | "Infeasible" | (string & {});

/** In `PodSpec.resourceClaims`. */
export interface PodResourceClaim {
  name: string;
  resourceClaimName?: string;
  resourceClaimTemplateName?: string;
}

/** In `PodStatus.resourceClaimStatuses`. */
export interface PodResourceClaimStatus {
  name: string;
  resourceClaimName?: string;
}

/** In `PodSecurityContext.seLinuxChangePolicy`. */
export type PodSELinuxChangePolicy = "Recursive" | "MountOption" | (string & {});

/** In `PodSpec.schedulingGates`. */
export interface PodSchedulingGate {
  name: string;
}

/** In `PodSpec.schedulingGroup`. */
export interface PodSchedulingGroup {
  podGroupName?: string;
}

/** In `PodSpec.securityContext`. */
export interface PodSecurityContext {
  seLinuxOptions?: SELinuxOptions;
  windowsOptions?: WindowsSecurityContextOptions;
  runAsUser?: number;
  runAsGroup?: number;
  runAsNonRoot?: boolean;
  supplementalGroups?: number[];
  supplementalGroupsPolicy?: SupplementalGroupsPolicy;
  fsGroup?: number;
  sysctls?: Sysctl[];
  fsGroupChangePolicy?: PodFSGroupChangePolicy;
  seccompProfile?: SeccompProfile;
  appArmorProfile?: AppArmorProfile;
  seLinuxChangePolicy?: PodSELinuxChangePolicy;
}

/** In `PreferAvoidPodsEntry.podSignature`. */
export interface PodSignature {
  podController?: OwnerReference;
}

/** In `Pod.spec` and one more place. */
export interface PodSpec {
  volumes?: Volume[];
  initContainers?: Container[];
  containers: Container[];
  ephemeralContainers?: EphemeralContainer[];
  restartPolicy?: RestartPolicy;
  terminationGracePeriodSeconds?: number;
  activeDeadlineSeconds?: number;
  dnsPolicy?: DNSPolicy;
  nodeSelector?: { [key: string]: string };
  serviceAccountName?: string;
  serviceAccount?: string;
  automountServiceAccountToken?: boolean;
  nodeName?: string;
  hostNetwork?: boolean;
  hostPID?: boolean;
  hostIPC?: boolean;
  shareProcessNamespace?: boolean;
  securityContext?: PodSecurityContext;
  imagePullSecrets?: LocalObjectReference[];
  hostname?: string;
  subdomain?: string;
  affinity?: Affinity;
  schedulerName?: string;
  tolerations?: Toleration[];
  hostAliases?: HostAlias[];
  priorityClassName?: string;
  priority?: number;
  dnsConfig?: PodDNSConfig;
  readinessGates?: PodReadinessGate[];
  runtimeClassName?: string;
  enableServiceLinks?: boolean;
  preemptionPolicy?: PreemptionPolicy;
  overhead?: ResourceList;
  topologySpreadConstraints?: TopologySpreadConstraint[];
  setHostnameAsFQDN?: boolean;
  os?: PodOS;
  hostUsers?: boolean;
  schedulingGates?: PodSchedulingGate[];
  resourceClaims?: PodResourceClaim[];
  resources?: ResourceRequirements;
  hostnameOverride?: string;
  schedulingGroup?: PodSchedulingGroup;
  evictionResponders?: EvictionResponder[];
}

/** In `Pod.status`. */
export interface PodStatus {
  observedGeneration?: number;
  phase?: PodPhase;
  conditions?: PodCondition[];
  message?: string;
  reason?: string;
  nominatedNodeName?: string;
  hostIP?: string;
  hostIPs?: HostIP[];
  podIP?: string;
  podIPs?: PodIP[];
  startTime?: string;
  initContainerStatuses?: ContainerStatus[];
  containerStatuses?: ContainerStatus[];
  qosClass?: PodQOSClass;
  ephemeralContainerStatuses?: ContainerStatus[];
  resize?: PodResizeStatus;
  resourceClaimStatuses?: PodResourceClaimStatus[];
  extendedResourceClaimStatus?: PodExtendedResourceClaimStatus;
  allocatedResources?: ResourceList;
  resources?: ResourceRequirements;
  nodeAllocatableResourceClaimStatuses?: NodeAllocatableResourceClaimStatus[];
  volumeHealth?: PodVolumeHealth[];
}

/** In `PodTemplate.template` and 15 more places. */
export interface PodTemplateSpec {
  metadata?: ObjectMeta;
  spec?: PodSpec;
}

/** In `PodStatus.volumeHealth`. */
export interface PodVolumeHealth {
  name: string;
  healthConditions?: VolumeHealthCondition[];
  lastTransitionTime?: string;
}

/** In `LoadBalancerIngress.ports`. */
export interface PortStatus {
  port: number;
  protocol: Protocol;
  error?: string;
}

/** In `PersistentVolumeSource.portworxVolume` and one more place. */
export interface PortworxVolumeSource {
  volumeID: string;
  fsType?: string;
  readOnly?: boolean;
}

/** No field of another type refers to it. */
export interface Preconditions {
  uid?: string;
}

/** In `PodSpec.preemptionPolicy` and 2 more places. */
export type PreemptionPolicy = "PreemptLowerPriority" | "Never" | (string & {});

/** In `AvoidPods.preferAvoidPods`. */
export interface PreferAvoidPodsEntry {
  podSignature: PodSignature;
  evictionTime?: string;
  reason?: string;
  message?: string;
}

/** In `NodeAffinity.preferredDuringSchedulingIgnoredDuringExecution`. */
export interface PreferredSchedulingTerm {
  weight: number;
  preference: NodeSelectorTerm;
}

/** In `Container.livenessProbe` and 5 more places. */
export interface Probe extends ProbeHandler {
  initialDelaySeconds?: number;
  timeoutSeconds?: number;
  periodSeconds?: number;
  successThreshold?: number;
  failureThreshold?: number;
  terminationGracePeriodSeconds?: number;
}

/** In `Probe`. */
export interface ProbeHandler {
  exec?: ExecAction;
  httpGet?: HTTPGetAction;
  tcpSocket?: TCPSocketAction;
  grpc?: GRPCAction;
}

/** In `SecurityContext.procMount`. */
export type ProcMountType = "Default" | "Unmasked" | (string & {});

/** In `VolumeSource.projected`. */
export interface ProjectedVolumeSource {
  sources?: VolumeProjection[];
  defaultMode?: number;
  defaultUser?: number;
}

/** In `ContainerPort.protocol` and 10 more places. */
export type Protocol = "TCP" | "UDP" | "SCTP" | (string & {});

/** In `Container.imagePullPolicy` and 2 more places. */
export type PullPolicy = "Always" | "Never" | "IfNotPresent" | (string & {});

/** In `PersistentVolumeSource.quobyte` and one more place. */
export interface QuobyteVolumeSource {
  registry: string;
  volume: string;
  readOnly?: boolean;
  user?: string;
  group?: string;
  tenant?: string;
}

/** In `PersistentVolumeSource.rbd`. */
export interface RBDPersistentVolumeSource {
  monitors: string[];
  image: string;
  fsType?: string;
  pool?: string;
  user?: string;
  keyring?: string;
  secretRef?: SecretReference;
  readOnly?: boolean;
}

/** In `VolumeSource.rbd`. */
export interface RBDVolumeSource {
  monitors: string[];
  image: string;
  fsType?: string;
  pool?: string;
  user?: string;
  keyring?: string;
  secretRef?: LocalObjectReference;
  readOnly?: boolean;
}

/** No field of another type refers to it. */
export interface RangeAllocation extends KubeObject {
  range: string;
  data: string;
}

/** In `VolumeMount.recursiveReadOnly` and one more place. */
export type RecursiveReadOnlyMode = "Disabled" | "IfPossible" | "Enabled" | (string & {});

/** In `ReplicationControllerStatus.conditions`. */
export interface ReplicationControllerCondition {
  type: ReplicationControllerConditionType;
  status: ConditionStatus;
  lastTransitionTime?: string;
  reason?: string;
  message?: string;
}

/** In `ReplicationControllerCondition.type`. */
export type ReplicationControllerConditionType = "ReplicaFailure" | (string & {});

/** In `ReplicationController.spec`. */
export interface ReplicationControllerSpec {
  replicas?: number;
  minReadySeconds?: number;
  selector?: { [key: string]: string };
  template?: PodTemplateSpec;
}

/** In `ReplicationController.status`. */
export interface ReplicationControllerStatus {
  replicas: number;
  fullyLabeledReplicas?: number;
  readyReplicas?: number;
  availableReplicas?: number;
  observedGeneration?: number;
  conditions?: ReplicationControllerCondition[];
}

/** In `ResourceRequirements.claims`. */
export interface ResourceClaim {
  name: string;
  request?: string;
}

/** In `DownwardAPIVolumeFile.resourceFieldRef` and one more place. */
export interface ResourceFieldSelector {
  containerName?: string;
  resource: string;
  divisor?: string;
}

/** In `ResourceStatus.resources`. */
export interface ResourceHealth {
  resourceID: string;
  health?: ResourceHealthStatus;
  message?: string;
}

/** In `ResourceHealth.health`. */
export type ResourceHealthStatus = "Healthy" | "Unhealthy" | "Unknown" | (string & {});

/** In `ContainerStatus.allocatedResources` and 22 more places. */
export type ResourceList = { [key: string]: string };

/** In `ContainerResizePolicy.resourceName` and 16 more places. */
export type ResourceName = "cpu" | "memory" | "storage" | "ephemeral-storage" | "pods" | "services" | "replicationcontrollers" | "resourcequotas" | "secrets" | "configmaps" | "persistentvolumeclaims" | "services.nodeports" | "services.loadbalancers" | "requests.cpu" | "requests.memory" | "requests.storage" | "requests.ephemeral-storage" | "limits.cpu" | "limits.memory" | "limits.ephemeral-storage" | (string & {});

/** In `ResourceQuotaSpec.scopes` and one more place. */
export type ResourceQuotaScope = "Terminating" | "NotTerminating" | "BestEffort" | "NotBestEffort" | "PriorityClass" | "CrossNamespacePodAffinity" | "VolumeAttributesClass" | (string & {});

/** In `ResourceQuota.spec`. */
export interface ResourceQuotaSpec {
  hard?: ResourceList;
  scopes?: ResourceQuotaScope[];
  scopeSelector?: ScopeSelector;
}

/** In `ResourceQuota.status`. */
export interface ResourceQuotaStatus {
  hard?: ResourceList;
  used?: ResourceList;
}

/** In `Container.resources` and 4 more places. */
export interface ResourceRequirements {
  limits?: ResourceList;
  requests?: ResourceList;
  claims?: ResourceClaim[];
}

/** In `ContainerResizePolicy.restartPolicy`. */
export type ResourceResizeRestartPolicy = "NotRequired" | "RestartContainer" | (string & {});

/** In `ContainerStatus.allocatedResourcesStatus`. */
export interface ResourceStatus {
  name: ResourceName;
  resources?: ResourceHealth[];
}

/** In `PodSpec.restartPolicy`. */
export type RestartPolicy = "Always" | "OnFailure" | "Never" | (string & {});

/** In `PodSecurityContext.seLinuxOptions` and one more place. */
export interface SELinuxOptions {
  user?: string;
  role?: string;
  type?: string;
  level?: string;
}

/** In `PersistentVolumeSource.scaleIO`. */
export interface ScaleIOPersistentVolumeSource {
  gateway: string;
  system: string;
  secretRef: SecretReference;
  sslEnabled?: boolean;
  protectionDomain?: string;
  storagePool?: string;
  storageMode?: string;
  volumeName?: string;
  fsType?: string;
  readOnly?: boolean;
}

/** In `VolumeSource.scaleIO`. */
export interface ScaleIOVolumeSource {
  gateway: string;
  system: string;
  secretRef: LocalObjectReference;
  sslEnabled?: boolean;
  protectionDomain?: string;
  storagePool?: string;
  storageMode?: string;
  volumeName?: string;
  fsType?: string;
  readOnly?: boolean;
}

/** In `ResourceQuotaSpec.scopeSelector`. */
export interface ScopeSelector {
  matchExpressions?: ScopedResourceSelectorRequirement[];
}

/** In `ScopedResourceSelectorRequirement.operator`. */
export type ScopeSelectorOperator = "In" | "NotIn" | "Exists" | "DoesNotExist" | (string & {});

/** In `ScopeSelector.matchExpressions`. */
export interface ScopedResourceSelectorRequirement {
  scopeName: ResourceQuotaScope;
  operator: ScopeSelectorOperator;
  values?: string[];
}

/** In `PodSecurityContext.seccompProfile` and one more place. */
export interface SeccompProfile {
  type: SeccompProfileType;
  localhostProfile?: string;
}

/** In `SeccompProfile.type`. */
export type SeccompProfileType = "Unconfined" | "RuntimeDefault" | "Localhost" | (string & {});

/** In `EnvFromSource.secretRef`. */
export interface SecretEnvSource extends LocalObjectReference {
  optional?: boolean;
}

/** In `EnvVarSource.secretKeyRef`. */
export interface SecretKeySelector extends LocalObjectReference {
  key: string;
  optional?: boolean;
}

/** In `VolumeProjection.secret`. */
export interface SecretProjection extends LocalObjectReference {
  items?: KeyToPath[];
  optional?: boolean;
}

/** In `CSIPersistentVolumeSource.controllerPublishSecretRef` and 10 more places. */
export interface SecretReference {
  name?: string;
  namespace?: string;
}

/** In `Secret.type`. */
export type SecretType = "Opaque" | "kubernetes.io/service-account-token" | "kubernetes.io/dockercfg" | "kubernetes.io/dockerconfigjson" | "kubernetes.io/basic-auth" | "kubernetes.io/ssh-auth" | "kubernetes.io/tls" | "bootstrap.kubernetes.io/token" | (string & {});

/** In `VolumeSource.secret`. */
export interface SecretVolumeSource {
  secretName?: string;
  items?: KeyToPath[];
  defaultMode?: number;
  optional?: boolean;
  defaultUser?: number;
}

/** In `Container.securityContext` and one more place. */
export interface SecurityContext {
  capabilities?: Capabilities;
  privileged?: boolean;
  seLinuxOptions?: SELinuxOptions;
  windowsOptions?: WindowsSecurityContextOptions;
  runAsUser?: number;
  runAsGroup?: number;
  runAsNonRoot?: boolean;
  readOnlyRootFilesystem?: boolean;
  allowPrivilegeEscalation?: boolean;
  procMount?: ProcMountType;
  seccompProfile?: SeccompProfile;
  appArmorProfile?: AppArmorProfile;
}

/** No field of another type refers to it. */
export interface SerializedReference {
  reference?: ObjectReference;
  kind?: string;
  apiVersion?: string;
}

/** In `VolumeProjection.serviceAccountToken`. */
export interface ServiceAccountTokenProjection {
  audience?: string;
  expirationSeconds?: number;
  path: string;
  user?: number;
}

/** In `ServiceSpec.sessionAffinity`. */
export type ServiceAffinity = "ClientIP" | "None" | (string & {});

/** In `ServiceSpec.externalTrafficPolicy`. */
export type ServiceExternalTrafficPolicy = "Cluster" | "Local" | (string & {});

/** In `ServiceSpec.internalTrafficPolicy`. */
export type ServiceInternalTrafficPolicy = "Cluster" | "Local" | (string & {});

/** In `ServiceSpec.ports`. */
export interface ServicePort {
  name?: string;
  protocol?: Protocol;
  appProtocol?: string;
  port: number;
  targetPort?: number | string;
  nodePort?: number;
}

/** No field of another type refers to it. */
export interface ServiceProxyOptions {
  path?: string;
  kind?: string;
  apiVersion?: string;
}

/** In `Service.spec`. */
export interface ServiceSpec {
  ports?: ServicePort[];
  selector?: { [key: string]: string };
  clusterIP?: string;
  clusterIPs?: string[];
  type?: ServiceType;
  externalIPs?: string[];
  sessionAffinity?: ServiceAffinity;
  loadBalancerIP?: string;
  loadBalancerSourceRanges?: string[];
  externalName?: string;
  externalTrafficPolicy?: ServiceExternalTrafficPolicy;
  healthCheckNodePort?: number;
  publishNotReadyAddresses?: boolean;
  sessionAffinityConfig?: SessionAffinityConfig;
  ipFamilies?: IPFamily[];
  ipFamilyPolicy?: IPFamilyPolicy;
  allocateLoadBalancerNodePorts?: boolean;
  loadBalancerClass?: string;
  internalTrafficPolicy?: ServiceInternalTrafficPolicy;
  trafficDistribution?: string;
}

/** In `Service.status`. */
export interface ServiceStatus {
  loadBalancer?: LoadBalancerStatus;
  conditions?: Condition[];
}

/** In `ServiceSpec.type`. */
export type ServiceType = "ClusterIP" | "NodePort" | "LoadBalancer" | "ExternalName" | (string & {});

/** In `ServiceSpec.sessionAffinityConfig`. */
export interface SessionAffinityConfig {
  clientIP?: ClientIPConfig;
}

/** In `ContainerStatus.stopSignal` and one more place. */
export type Signal = "SIGABRT" | "SIGALRM" | "SIGBUS" | "SIGCHLD" | "SIGCLD" | "SIGCONT" | "SIGFPE" | "SIGHUP" | "SIGILL" | "SIGINT" | "SIGIO" | "SIGIOT" | "SIGKILL" | "SIGPIPE" | "SIGPOLL" | "SIGPROF" | "SIGPWR" | "SIGQUIT" | "SIGSEGV" | "SIGSTKFLT" | "SIGSTOP" | "SIGSYS" | "SIGTERM" | "SIGTRAP" | "SIGTSTP" | "SIGTTIN" | "SIGTTOU" | "SIGURG" | "SIGUSR1" | "SIGUSR2" | "SIGVTALRM" | "SIGWINCH" | "SIGXCPU" | "SIGXFSZ" | "SIGRTMIN" | "SIGRTMIN+1" | "SIGRTMIN+2" | "SIGRTMIN+3" | "SIGRTMIN+4" | "SIGRTMIN+5" | "SIGRTMIN+6" | "SIGRTMIN+7" | "SIGRTMIN+8" | "SIGRTMIN+9" | "SIGRTMIN+10" | "SIGRTMIN+11" | "SIGRTMIN+12" | "SIGRTMIN+13" | "SIGRTMIN+14" | "SIGRTMIN+15" | "SIGRTMAX-14" | "SIGRTMAX-13" | "SIGRTMAX-12" | "SIGRTMAX-11" | "SIGRTMAX-10" | "SIGRTMAX-9" | "SIGRTMAX-8" | "SIGRTMAX-7" | "SIGRTMAX-6" | "SIGRTMAX-5" | "SIGRTMAX-4" | "SIGRTMAX-3" | "SIGRTMAX-2" | "SIGRTMAX-1" | "SIGRTMAX" | (string & {});

/** In `LifecycleHandler.sleep`. */
export interface SleepAction {
  seconds: number;
}

/** In `EmptyDirVolumeSource.medium`. */
export type StorageMedium = "" | "Memory" | "HugePages" | "HugePages-" | (string & {});

/** In `PersistentVolumeSource.storageos`. */
export interface StorageOSPersistentVolumeSource {
  volumeName?: string;
  volumeNamespace?: string;
  fsType?: string;
  readOnly?: boolean;
  secretRef?: ObjectReference;
}

/** In `VolumeSource.storageos`. */
export interface StorageOSVolumeSource {
  volumeName?: string;
  volumeNamespace?: string;
  fsType?: string;
  readOnly?: boolean;
  secretRef?: LocalObjectReference;
}

/** In `PodSecurityContext.supplementalGroupsPolicy`. */
export type SupplementalGroupsPolicy = "Merge" | "Strict" | (string & {});

/** In `PodSecurityContext.sysctls`. */
export interface Sysctl {
  name: string;
  value: string;
}

/** In `LifecycleHandler.tcpSocket` and one more place. */
export interface TCPSocketAction {
  port: number | string;
  host?: string;
}

/** In `NodeSpec.taints`. */
export interface Taint {
  key: string;
  value?: string;
  effect: TaintEffect;
  timeAdded?: string;
}

/** In `Taint.effect` and one more place. */
export type TaintEffect = "NoSchedule" | "PreferNoSchedule" | "NoExecute" | (string & {});

/** In `Container.terminationMessagePolicy` and one more place. */
export type TerminationMessagePolicy = "File" | "FallbackToLogsOnError" | (string & {});

/** In `PodSpec.tolerations` and 3 more places. */
export interface Toleration {
  key?: string;
  operator?: TolerationOperator;
  value?: string;
  effect?: TaintEffect;
  tolerationSeconds?: number;
}

/** In `Toleration.operator`. */
export type TolerationOperator = "Exists" | "Equal" | "Lt" | "Gt" | (string & {});

/** In `TopologySelectorTerm.matchLabelExpressions`. */
export interface TopologySelectorLabelRequirement {
  key: string;
  values: string[];
}

/** In `storage/v1.StorageClass.allowedTopologies` and one more place. */
export interface TopologySelectorTerm {
  matchLabelExpressions?: TopologySelectorLabelRequirement[];
}

/** In `PodSpec.topologySpreadConstraints`. */
export interface TopologySpreadConstraint {
  maxSkew: number;
  topologyKey: string;
  whenUnsatisfiable: UnsatisfiableConstraintAction;
  labelSelector?: LabelSelector;
  minDomains?: number;
  nodeAffinityPolicy?: NodeInclusionPolicy;
  nodeTaintsPolicy?: NodeInclusionPolicy;
  matchLabelKeys?: string[];
}

/** In `PersistentVolumeClaimSpec.dataSource` and 3 more places. */
export interface TypedLocalObjectReference {
  apiGroup?: string;
  kind: string;
  name: string;
}

/** In `PersistentVolumeClaimSpec.dataSourceRef`. */
export interface TypedObjectReference {
  apiGroup?: string;
  kind: string;
  name: string;
  namespace?: string;
}

/** In `HTTPGetAction.scheme`. */
export type URIScheme = "HTTP" | "HTTPS" | (string & {});

/** In `TopologySpreadConstraint.whenUnsatisfiable`. */
export type UnsatisfiableConstraintAction = "DoNotSchedule" | "ScheduleAnyway" | (string & {});

/** In `PodSpec.volumes`. */
export interface Volume extends VolumeSource {
  name: string;
}

/** In `Container.volumeDevices` and one more place. */
export interface VolumeDevice {
  name: string;
  devicePath: string;
}

/** In `PodVolumeHealth.healthConditions` and one more place. */
export interface VolumeHealthCondition {
  status: VolumeHealthStatusType;
  reason: string;
  message?: string;
}

/** In `PersistentVolumeClaimStatus.healthStatus`. */
export interface VolumeHealthStatus {
  healthConditions?: VolumeHealthCondition[];
  lastTransitionTime?: string;
}

/** In `VolumeHealthCondition.status`. */
export type VolumeHealthStatusType = "Inaccessible" | "DataLoss" | "Degraded" | (string & {});

/** In `Container.volumeMounts` and one more place. */
export interface VolumeMount {
  name: string;
  readOnly?: boolean;
  recursiveReadOnly?: RecursiveReadOnlyMode;
  mountPath: string;
  subPath?: string;
  mountPropagation?: MountPropagationMode;
  subPathExpr?: string;
  bindMountOptions?: string[];
}

/** In `ContainerStatus.volumeMounts`. */
export interface VolumeMountStatus {
  name: string;
  mountPath: string;
  readOnly?: boolean;
  recursiveReadOnly?: RecursiveReadOnlyMode;
  volumeStatus?: VolumeStatus;
}

/** In `PersistentVolumeSpec.nodeAffinity`. */
export interface VolumeNodeAffinity {
  required?: NodeSelector;
}

/** In `ProjectedVolumeSource.sources`. */
export interface VolumeProjection {
  secret?: SecretProjection;
  downwardAPI?: DownwardAPIProjection;
  configMap?: ConfigMapProjection;
  serviceAccountToken?: ServiceAccountTokenProjection;
  clusterTrustBundle?: ClusterTrustBundleProjection;
  podCertificate?: PodCertificateProjection;
}

/** In `PersistentVolumeClaimSpec.resources`. */
export interface VolumeResourceRequirements {
  limits?: ResourceList;
  requests?: ResourceList;
}

/** In `Volume`. */
export interface VolumeSource {
  hostPath?: HostPathVolumeSource;
  emptyDir?: EmptyDirVolumeSource;
  gcePersistentDisk?: GCEPersistentDiskVolumeSource;
  awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource;
  gitRepo?: GitRepoVolumeSource;
  secret?: SecretVolumeSource;
  nfs?: NFSVolumeSource;
  iscsi?: ISCSIVolumeSource;
  glusterfs?: GlusterfsVolumeSource;
  persistentVolumeClaim?: PersistentVolumeClaimVolumeSource;
  rbd?: RBDVolumeSource;
  flexVolume?: FlexVolumeSource;
  cinder?: CinderVolumeSource;
  cephfs?: CephFSVolumeSource;
  flocker?: FlockerVolumeSource;
  downwardAPI?: DownwardAPIVolumeSource;
  fc?: FCVolumeSource;
  azureFile?: AzureFileVolumeSource;
  configMap?: ConfigMapVolumeSource;
  vsphereVolume?: VsphereVirtualDiskVolumeSource;
  quobyte?: QuobyteVolumeSource;
  azureDisk?: AzureDiskVolumeSource;
  photonPersistentDisk?: PhotonPersistentDiskVolumeSource;
  projected?: ProjectedVolumeSource;
  portworxVolume?: PortworxVolumeSource;
  scaleIO?: ScaleIOVolumeSource;
  storageos?: StorageOSVolumeSource;
  csi?: CSIVolumeSource;
  ephemeral?: EphemeralVolumeSource;
  image?: ImageVolumeSource;
}

/** In `VolumeMountStatus.volumeStatus`. */
export interface VolumeStatus {
  image?: ImageVolumeStatus;
}

/** In `PersistentVolumeSource.vsphereVolume` and one more place. */
export interface VsphereVirtualDiskVolumeSource {
  volumePath: string;
  fsType?: string;
  storagePolicyName?: string;
  storagePolicyID?: string;
}

/** In `PodAffinity.preferredDuringSchedulingIgnoredDuringExecution` and one more place. */
export interface WeightedPodAffinityTerm {
  weight: number;
  podAffinityTerm: PodAffinityTerm;
}

/** In `PodSecurityContext.windowsOptions` and one more place. */
export interface WindowsSecurityContextOptions {
  gmsaCredentialSpecName?: string;
  gmsaCredentialSpec?: string;
  runAsUserName?: string;
  hostProcess?: boolean;
}
