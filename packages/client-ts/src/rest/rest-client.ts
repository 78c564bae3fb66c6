import type { Duplex } from "node:stream";
import {
  defaultLimits,
  hideCredentials,
  impersonation,
  intercept,
  type PoolStats,
  type RestConfig,
  type Transport,
  userAgent,
} from "../transport/index.ts";
import {
  defined,
  guardLogger,
  guardMeter,
  type Logger,
  type Meter,
  systemClock,
  type Throttle,
  TokenBucket,
} from "../util/index.ts";
import { type Engine, refuseContentType } from "./execute.ts";
import { restMetrics } from "./metrics.ts";
import { emptyIfRoot, joinPath } from "./path.ts";
import { Request } from "./request.ts";
import { jsonSerializer, type Serializer } from "./serializer.ts";
import { groupVersionPath, serverUrl } from "./server-url.ts";
import { throttleLog } from "./throttle-log.ts";
import { type ClientTransport, transportFor } from "./transport-for.ts";
import { type BackoffManager, noBackoff } from "./url-backoff.ts";
import { logWarnings } from "./warnings.ts";

/** The names of a group version: `{ group: "apps", version: "v1" }`; the core group is empty. */
export interface GroupVersion {
  readonly group: string;
  readonly version: string;
}

/** Options of {@link restClientFor}. */
export interface RestClientOptions {
  /** The group version that paths begin with. Absent: none, for clients that name the whole path. */
  readonly groupVersion?: GroupVersion | undefined;
  /** What stands in front of the group version. Default `/api` for the core group, `/apis` for the others. */
  readonly apiPath?: string | undefined;
  /** Connections to share; their owner closes them. Absent: its own, closed with the client. */
  readonly transport?: ClientTransport | undefined;
  /**
   * Formats that answers may have in addition to JSON; the first one whose type is the configuration's `contentType` is
   * used for bodies.
   */
  readonly serializers?: readonly Serializer[] | undefined;
  /** Holds requests back after failures of the server. Default: none. */
  readonly backoff?: BackoffManager | undefined;
  /** How often a failed attempt is followed by another. Default 10. */
  readonly maxRetries?: number | undefined;
}

/** Speaks REST with one server: builds requests, sends them, decodes answers. Knows nothing of kinds. */
export class RESTClient {
  readonly #engine: Engine;
  readonly #transport: ClientTransport;
  readonly #owns: boolean;
  readonly #config: RestConfig;
  readonly #options: RestClientOptions;

  /** Made by {@link restClientFor}. */
  constructor(config: RestConfig, options: RestClientOptions = {}) {
    this.#config = hideCredentials(config);
    this.#options = options;
    this.#owns = options.transport === undefined;
    this.#transport = options.transport ?? transportFor(config);
    this.#engine = engineFor(config, options, this.#transport.send);
  }

  /** The group version that paths begin with, or `undefined`. */
  get apiVersion(): GroupVersion | undefined {
    return this.#options.groupVersion;
  }

  /** The client's own rate limiter; `undefined` when there is none. */
  get rateLimiter(): Throttle | undefined {
    return this.#engine.rateLimiter;
  }

  /** The configuration that it was made from. It prints without credentials, also when the original does not. */
  get config(): RestConfig {
    return this.#config;
  }

  /** `false` when the server is known not to support streaming lists; informers then list and watch. */
  get supportsWatchList(): boolean | undefined {
    return this.#config.supportsWatchList;
  }

  /** Sends a raw request with credentials and everything else of the configuration, but without retries. */
  get send(): Transport {
    return this.#transport.send;
  }

  /** A request with any method. */
  verb(method: string): Request {
    return new Request(this.#engine, method.toUpperCase());
  }

  get(): Request {
    return this.verb("GET");
  }

  post(): Request {
    return this.verb("POST");
  }

  put(): Request {
    return this.verb("PUT");
  }

  /** A PATCH; `contentType` is the patch type, `application/merge-patch+json`. */
  patch(contentType: string): Request {
    return this.verb("PATCH").setHeader("content-type", contentType);
  }

  delete(): Request {
    return this.verb("DELETE");
  }

  /** The same connections, limiter and credentials for another group version, under its own `/api` or `/apis`. */
  forGroupVersion(groupVersion: GroupVersion): RESTClient {
    return this.#derive(this.#config, { groupVersion, apiPath: undefined });
  }

  /**
   * The same connections with some of the configuration replaced: impersonation, user agent, warnings. Closing it
   * closes nothing.
   */
  with(
    changes: Partial<
      Pick<RestConfig, "impersonate" | "userAgent" | "onWarning" | "timeoutMs" | "accept" | "contentType">
    >,
  ): RESTClient {
    const { impersonate, userAgent: agent } = changes;
    // The outer interceptors run first, and those of this client keep what is set already.
    const send = intercept(
      this.#transport.send,
      impersonate && impersonation(impersonate),
      agent ? userAgent(agent) : undefined,
    );
    return this.#derive({ ...this.#config, ...defined(changes) }, { transport: { ...this.#transport, send } });
  }

  /**
   * The same configuration over a transport that wraps this one's connections, for clients that may not send
   * everything. Closing it closes nothing.
   */
  wrapped(wrap: (transport: ClientTransport) => ClientTransport): RESTClient {
    return this.#derive(this.#config, { transport: wrap(this.#transport) });
  }

  /** A fresh HTTP/1.1 connection with the same route, trust and identity, for callers that upgrade it. */
  async connect(options?: { readonly signal?: AbortSignal | undefined }): Promise<Duplex> {
    return this.#transport.connect(options);
  }

  /** The logger of the configuration, if there is one: what builds on this client inherits it. */
  get logger(): Logger | false | undefined {
    return this.#config.logger;
  }

  /** The meter of the configuration, if there is one: what builds on this client inherits it. */
  get meter(): Meter | undefined {
    return this.#config.meter;
  }

  /** What is open at the moment. */
  stats(): PoolStats {
    return this.#transport.stats();
  }

  /**
   * Ends every request and closes every connection, unless they are shared with their owner. Settles when the sockets
   * are closed.
   */
  async close(): Promise<void> {
    if (this.#owns) await this.#transport.close();
  }

  /** As {@link close}. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #derive(config: RestConfig, options: Partial<RestClientOptions>): RESTClient {
    const { rateLimiter } = this.#engine;
    return new RESTClient(
      { ...config, ...defined({ rateLimiter }) },
      { ...this.#options, transport: this.#transport, ...options },
    );
  }
}

/** A REST client for a configuration. Nothing is dialled before the first request; `close` it when done. */
export function restClientFor(config: RestConfig, options: RestClientOptions = {}): RESTClient {
  return new RESTClient(config, options);
}

function engineFor(config: RestConfig, options: RestClientOptions, send: Transport): Engine {
  const { clock = systemClock, contentType, qps = 0, burst = 10 } = config;
  const logger = guardLogger(config.logger);
  const server = serverUrl(config);
  const serializers = [jsonSerializer, ...(options.serializers ?? [])];
  const serializer = serializers.find((one) => one.mediaType === contentType) ?? jsonSerializer;
  const prefix =
    options.groupVersion === undefined
      ? joinPath(options.apiPath ?? "")
      : groupVersionPath(options.groupVersion, options.apiPath);
  return {
    send,
    origin: server.origin,
    host: server.origin.slice(server.origin.indexOf("//") + 2),
    basePath: emptyIfRoot(server.path),
    prefix: emptyIfRoot(prefix),
    accept: config.accept ?? `${serializer.mediaType}, */*`,
    serializer,
    serializers,
    rateLimiter: config.rateLimiter ?? (qps > 0 ? new TokenBucket({ qps, burst, clock }) : undefined),
    backoff: options.backoff ?? noBackoff,
    maxRetries: options.maxRetries ?? 10,
    timeoutMs: config.timeoutMs || undefined,
    onWarning: config.onWarning ?? logWarnings(logger),
    limits: { ...defaultLimits, ...config.limits },
    clock,
    logger,
    verbosity: config.verbosity ?? 0,
    metrics: restMetrics(guardMeter(config.meter)),
    throttleLog: throttleLog(logger, clock),
    refuseContentType,
  };
}
