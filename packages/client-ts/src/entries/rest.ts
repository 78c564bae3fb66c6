/** Requests to a Kubernetes API: configuration, credentials, building, sending, watching, paging. */
export {
  restClientFor,
  newListPager,
  newRetryWatcher,
  newWarningWriter,
  logWarnings,
  suppressWarnings,
} from "../rest/index.ts";
export type { ListPager, RESTClient, Request, RetryWatcher, WatchStream } from "../rest/index.ts";
export type {
  RestConfig,
  ExecConfig,
  ExecPolicy,
  ImpersonationConfig,
  AuthProviderFactory,
  Credential,
  Warning,
  WarningHandler,
  Transport,
  TransportRequest,
  TransportResponse,
  Interceptor,
} from "../transport/index.ts";
export {
  anonymous,
  CredentialError,
  isCredentialError,
  loadExecCredentialFromEnv,
} from "../auth/index.ts";
export type { ExecCredential } from "../auth/index.ts";
