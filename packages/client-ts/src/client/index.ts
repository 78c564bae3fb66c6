/** Clients for kinds: typed by their descriptor, over one connection. */
export type { ConnectOptions } from "./connect.ts";
export { connect } from "./connect.ts";
export { buildConfigFromFlags, inClusterConfig, loadKubeconfig } from "./lazy-kubeconfig.ts";
export type { ClientChanges, ClientOptions } from "./client.ts";
export type { Health, HealthStatus } from "./health.ts";
export { Client, newClient } from "./client.ts";
export type {
  AllNamespacesClient,
  ApprovalUpdater,
  Attacher,
  Binder,
  ClientOf,
  CollectionDeleter,
  CommandRunner,
  Creator,
  Deleter,
  EphemeralContainersUpdater,
  Evicter,
  Finalizer,
  ClientTarget,
  ListReader,
  LogSubresource,
  Modifier,
  Named,
  OpenClient,
  Patcher,
  PortForwarder,
  Reader,
  Resizer,
  ResourceClient,
  ResourceClientFor,
  ResourceOptions,
  Scaler,
  StatusApplier,
  StatusUpdater,
  SubresourceAccess,
  SubresourceClient,
  SubresourceName,
  TokenCreator,
  Updater,
  Watchable,
} from "./resource-types.ts";
export { ListCall } from "./list-call.ts";
export type { DynamicResourceClient } from "./dynamic-client.ts";
export { DynamicClient, newDynamicClient } from "./dynamic-client.ts";
export type { MetadataResourceClient, StoredMetadata } from "./metadata-client.ts";
export { MetadataClient, newMetadataClient } from "./metadata-client.ts";
export type { ScaleArguments, ScaleKindResolver, ScaleResourceClient } from "./scale.ts";
export { newScaleClient, ScaleClient } from "./scale.ts";
export type { ScaleVersion } from "./scale-versions.ts";
export { isScaleVersion, scaleFromV1, scaleToV1, scaleVersions } from "./scale-versions.ts";
export { KindResolver } from "./kind-resolver.ts";
export type { AppliedObject, ApplyYamlOptions, ApplyYamlResult } from "./apply-yaml.ts";
export { applyYaml } from "./apply-yaml.ts";
export type { ApplySetParent, PrunedObject } from "./apply-set.ts";
export type { ManifestObject } from "./manifests.ts";
export { parseManifests } from "./manifests.ts";
export type { FormatTableOptions, TableCallOptions } from "./table.ts";
export { asTable, formatTable, watchTable } from "./table.ts";
export type { ProxyRequestOptions, ProxyStreamOptions, ProxyTarget } from "./proxy-client.ts";
export { ProxyClient } from "./proxy-client.ts";
export type { PresentCondition, Waitable, WaitCondition, WaitOptions } from "./wait-for.ts";
export { waitFor, WaitTimeoutError } from "./wait-for.ts";
export type { WaitUntilServedOptions } from "./wait-until-served.ts";
export { definitions, waitUntilServed } from "./wait-until-served.ts";
export type { ExtractOptions } from "./extract-applied.ts";
export { extractApplied } from "./extract-applied.ts";
export { watchUntil } from "./watch-until.ts";
export {
  and,
  condition,
  crdEstablished,
  created,
  deleted,
  deploymentComplete,
  field,
  ingressProvisioned,
  jobComplete,
  jobFailed,
  not,
  or,
  podReady,
  podRunning,
  serviceHasLoadBalancer,
} from "./conditions.ts";
export { jsonPath } from "./json-path-condition.ts";
export type {
  ApplyCallOptions,
  CollectionChoice,
  DeleteCallOptions,
  DeleteCollectionCallOptions,
  GetCallOptions,
  JsonPatch,
  ListCallOptions,
  MergePatch,
  ModifyCallOptions,
  PatchCallOptions,
  RequestOptions,
  StrategicMergePatch,
  WatchCallOptions,
  WriteCallOptions,
} from "./options.ts";
export type { ClientDefaults, ContextChanges, ObservedWrite } from "./client-context.ts";
export { ClientContext } from "./client-context.ts";
export type { ObjectForm } from "./kind-calls.ts";
export { KindClient } from "./kind-client.ts";
