import type { Duplex } from "node:stream";
import { authentication, credentialFor } from "../auth/index.ts";
import { ConfigError, revealed } from "../errors/index.ts";
import {
  type Credential,
  newPool,
  defaultUserAgent,
  impersonation,
  intercept,
  logging,
  parseProxyUrl,
  type Pool,
  type PoolStats,
  type RestConfig,
  type Transport,
  tlsProblems,
  tracing,
  userAgent,
} from "../transport/index.ts";
import { guardLogger, guardMeter } from "../util/index.ts";
import { serverUrl } from "./server-url.ts";

/** Connections to one cluster for one user, with everything that a configuration says wrapped around them. */
export interface ClientTransport {
  readonly send: Transport;
  /** A fresh HTTP/1.1 connection with the same route, trust and identity, for callers that upgrade it. */
  connect(options?: { readonly signal?: AbortSignal | undefined }): Promise<Duplex>;
  stats(): PoolStats;
  /** Closes every connection; settles when they are closed. */
  close(): Promise<void>;
}

/**
 * The transport of a configuration. Wrapped around the connections, innermost first: the configuration's own
 * interceptors, logging, tracing, credentials, user agent, impersonation. Nothing is dialled or read before the first
 * request.
 */
export function transportFor(given: RestConfig): ClientTransport {
  const problems = configProblems(given);
  if (problems.length > 0) throw new ConfigError(problems);
  const config: RestConfig = {
    ...given,
    logger: given.logger && guardLogger(given.logger),
    meter: given.meter && guardMeter(given.meter),
  };
  const credential = credentialFor(config);
  const { clock, logger, verbosity = 0, impersonate } = config;
  const pool = config.transport === undefined ? poolFor(config, credential) : undefined;
  const send = intercept(
    config.transport ?? (pool as Pool).send,
    impersonate && impersonation(impersonate),
    userAgent(config.userAgent || defaultUserAgent()),
    credential && authentication(credential),
    tracing,
    logger && verbosity >= 6 ? logging({ logger, verbosity, clock }) : undefined,
    ...(config.interceptors ?? []),
  );
  return {
    send,
    async connect(options) {
      if (pool === undefined) throw new ConfigError("a client with a custom transport has no connection to upgrade");
      return pool.connect(options);
    },
    stats: () => pool?.stats() ?? { sessions: 0, sockets: 0, streams: 0, opened: 0 },
    async close() {
      credential?.close?.();
      await pool?.close();
    },
  };
}

function poolFor(config: RestConfig, credential: Credential | undefined): Pool {
  const { tls, dial, http2, disableCompression, limits, clock, tlsReloadMs, logger, meter } = config;
  return newPool(serverUrl(config).origin, {
    tls,
    certificate: config.clientCertificate ?? credential?.tls,
    dial,
    proxyUrl: revealed(config.proxyUrl),
    env: revealed(config.env),
    tlsReloadMs,
    http2,
    disableCompression,
    limits,
    clock,
    logger,
    meter,
  });
}

/** Everything in a configuration that cannot work together. */
function configProblems(config: RestConfig): string[] {
  const problems = tlsProblems(config.tls ?? {});
  const proxyUrl = revealed(config.proxyUrl);
  if (proxyUrl) parseProxyUrl(proxyUrl);
  if (config.transport !== undefined && (config.tls !== undefined || config.dial !== undefined)) {
    problems.push("a custom transport makes its own connections: leave out tls and dial");
  }
  if (config.clientCertificate !== undefined && (config.tls?.cert || config.tls?.certFile))
    problems.push("clientCertificate and a client certificate in tls exclude each other: remove one of them");
  if (config.clientCertificate !== undefined && config.transport !== undefined)
    problems.push("a custom transport makes its own connections: leave out clientCertificate");
  if (config.exec !== undefined && config.authProvider !== undefined)
    problems.push("an exec plugin and an auth provider exclude each other: remove one of them");
  if (config.qps !== undefined && config.qps > 0 && config.burst !== undefined && config.burst < 1)
    problems.push("burst must be at least 1 when qps is set");
  return problems;
}
