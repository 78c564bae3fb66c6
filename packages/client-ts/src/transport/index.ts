/** Requests to a server: the function type, its interceptors and the configuration they are made from. */

export type {
  AuthProviderConfig,
  AuthProviderPersister,
  ExecConfig,
  ExecPolicy,
  ImpersonationConfig,
  RestConfig,
  TlsConfig,
  Warning,
  WarningHandler,
} from "./rest-config.ts";
export type { Interceptor, RequestPurpose, Transport, TransportRequest, TransportResponse } from "./transport.ts";
