import { hideCredentials, type RestConfig, type TlsConfig } from "../transport/index.ts";

/**
 * The same server, asked by nobody: a copy that holds only what is known to carry no identity. Built from a list of
 * what is kept, so that a field added later is left out until somebody decides. Interceptors and a handed-in transport
 * are not kept; the way to the server, its proxy included, is.
 */
export function anonymous(config: RestConfig): RestConfig {
  const tls = config.tls === undefined ? undefined : anonymousTls(config.tls);
  const {
    host,
    namespace,
    disableCompression,
    timeoutMs,
    qps,
    burst,
    rateLimiter,
    onWarning,
    logger,
    verbosity,
    meter,
  } = config;
  const { proxyUrl, env, tlsReloadMs, dial, http2, limits, contentType, accept, clock } = config;
  return hideCredentials({
    host,
    namespace,
    tls,
    proxyUrl,
    env,
    tlsReloadMs,
    disableCompression,
    userAgent: config.userAgent,
    timeoutMs,
    qps,
    burst,
    rateLimiter,
    onWarning,
    logger,
    verbosity,
    meter,
    dial,
    http2,
    limits,
    contentType,
    accept,
    clock,
  });
}

function anonymousTls({ insecure, serverName, ca, caFile }: TlsConfig): TlsConfig {
  return {
    insecure,
    serverName,
    ca,
    caFile,
  };
}
