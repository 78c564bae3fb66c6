/** Requests to a server: the function type, its interceptors and the configuration they are made from. */

export type { Interceptor, RequestPurpose, Transport, TransportRequest, TransportResponse } from "./transport.ts";
export { headerOf, intercept, withHeader } from "./transport.ts";
export type { Upgraded, WebSocketConnection, WebSocketListener } from "./upgraded.ts";
export type {
  AllowedPlugin,
  AuthProviderConfig,
  AuthProviderContext,
  AuthProviderFactory,
  AuthProviderPersister,
  ExecConfig,
  ExecPolicy,
  ImpersonationConfig,
  RestConfig,
  TlsConfig,
  Warning,
  WarningHandler,
} from "./rest-config.ts";
export type { Credential, UnauthorizedOptions } from "./credential.ts";
export { hideCredentials, withoutUserinfo } from "./hide-credentials.ts";
export { writtenPath } from "./written-path.ts";
export type { SpdySession, SpdySessionOptions, SpdyStream } from "./node/spdy-session.ts";
export { openSpdySession } from "./spdy.ts";
export type { Pool, PoolOptions, PoolStats } from "./pool.ts";
export { newPool } from "./pool.ts";
export type { Dial, DialOptions, DialTarget } from "./dial.ts";
export type { Environment, ProxyServer } from "./proxy.ts";
export { parseProxyUrl, proxyFor } from "./proxy.ts";
export { processEnvironment } from "./node/environment.ts";
export type { CertificateSource, ClientCertificate } from "./certificate-source.ts";
export { tlsProblems } from "./tls-problems.ts";
export type { SizeLimits } from "./limits.ts";
export { defaultLimits } from "./limits.ts";
export type { UserAgentFacts } from "./user-agent.ts";
export { buildUserAgent, userAgent } from "./user-agent.ts";
export { defaultUserAgent } from "./node/default-user-agent.ts";
export { escapeHeaderKey, impersonation, impersonationHeaders } from "./impersonation.ts";
export type { LoggingOptions } from "./logging.ts";
export { logging, maskAuthorization, maskHeaders, maskHeaderValue, mayPrintBody, truncateBody } from "./logging.ts";
export type { RequestTrace } from "./tracing.ts";
export { tracing } from "./tracing.ts";
export { checkHeader, checkHeaders } from "./headers.ts";
export { isStreamed, withStreamedBody } from "./streamed-body.ts";
export { isBeforeSending, streamErrorCode, transportErrorCode } from "./error-code.ts";
