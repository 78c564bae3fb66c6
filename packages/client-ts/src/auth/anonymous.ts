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
    ...(namespace !== undefined && { namespace }),
    ...(tls !== undefined && { tls }),
    ...(proxyUrl !== undefined && { proxyUrl }),
    ...(env !== undefined && { env }),
    ...(tlsReloadMs !== undefined && { tlsReloadMs }),
    ...(disableCompression !== undefined && { disableCompression }),
    ...(config.userAgent !== undefined && { userAgent: config.userAgent }),
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(qps !== undefined && { qps }),
    ...(burst !== undefined && { burst }),
    ...(rateLimiter !== undefined && { rateLimiter }),
    ...(onWarning !== undefined && { onWarning }),
    ...(logger !== undefined && { logger }),
    ...(verbosity !== undefined && { verbosity }),
    ...(meter !== undefined && { meter }),
    ...(dial !== undefined && { dial }),
    ...(http2 !== undefined && { http2 }),
    ...(limits !== undefined && { limits }),
    ...(contentType !== undefined && { contentType }),
    ...(accept !== undefined && { accept }),
    ...(clock !== undefined && { clock }),
  });
}

function anonymousTls({ insecure, serverName, ca, caFile }: TlsConfig): TlsConfig {
  return {
    ...(insecure !== undefined && { insecure }),
    ...(serverName !== undefined && { serverName }),
    ...(ca !== undefined && { ca }),
    ...(caFile !== undefined && { caFile }),
  };
}
