/**
 * client-ts: client-go for TypeScript. This is the main entry: what most programs need. The modules behind it
 * have entries of their own (`client-ts/client`, `client-ts/kubeconfig`, `client-ts/errors`, …), and each kind comes
 * from its group version: `client-ts/api/core/v1`.
 */
export type { ConnectOptions } from "./client/index.ts";
export { connect } from "./client/index.ts";
export type { AllNamespacesClient, Client, ClientOf, ListCall, ResourceClient } from "./client/index.ts";
export { newClient } from "./client/index.ts";
export {
  condition,
  created,
  deleted,
  deploymentComplete,
  jobComplete,
  podReady,
  podRunning,
  waitFor,
  WaitTimeoutError,
} from "./client/index.ts";
export type { Kubeconfig, LoadOptions } from "./kubeconfig/index.ts";
export { buildConfigFromFlags, inClusterConfig, loadKubeconfig } from "./client/index.ts";
export type { RestConfig } from "./transport/index.ts";
export type { RESTClient } from "./rest/index.ts";
export { restClientFor } from "./rest/index.ts";
export type {
  DeleteOptions,
  KubeList,
  KubeObject,
  ListOptions,
  ObjectMeta,
  Resource,
  Stored,
  WatchEvent,
  WatchOptions,
  WriteOptions,
} from "./meta/index.ts";
export {
  ClientError,
  isAlreadyExists,
  isClientError,
  isConflict,
  isForbidden,
  isNotFound,
  isResourceExpired,
  isUnauthorized,
  retryOnConflict,
  newSecretValue,
  StatusError,
} from "./errors/index.ts";
