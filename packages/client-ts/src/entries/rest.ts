/** Requests to a Kubernetes API: configuration, credentials, building, sending, watching, paging. */
export {
  restClientFor,
  newListPager,
  newRetryWatcher,
  newWarningWriter,
  logWarnings,
  suppressWarnings,
} from "../rest/index.ts";
export type { ListPager, RESTClient, Request, Result, RetryWatcher, WatchStream } from "../rest/index.ts";
export type {
  RestConfig,
  TlsConfig,
  ExecConfig,
  ExecPolicy,
  ImpersonationConfig,
  AuthProviderFactory,
  AuthProviderContext,
  Warning,
  WarningHandler,
  Transport,
  TransportRequest,
  TransportResponse,
  Interceptor,
  Dial,
} from "../transport/index.ts";
export {
  anonymous,
  CredentialError,
  isCredentialError,
  loadExecCredentialFromEnv,
} from "../auth/index.ts";
export type { ExecCredential } from "../auth/index.ts";
