/**
 * Requests through the API server to a Pod, a Service or a node. The target and every segment of the path are given
 * by name, never as a URL: a name that could change the path is refused before anything is sent. Redirects are not
 * followed but thrown, and nothing is tried twice.
 */
import { InvalidArgumentError } from "../errors/index.ts";
import { isDnsLabel, isDnsSubdomain } from "../meta/index.ts";
import { checkSegment, type Request } from "../rest/index.ts";
import type { TransportResponse } from "../transport/index.ts";
import type { ClientContext } from "./client-context.ts";
import type { RequestOptions } from "./options.ts";

/** Whom to reach. */
export type ProxyTarget = (
  | { readonly pod: string; readonly namespace: string; readonly service?: never; readonly node?: never }
  | { readonly service: string; readonly namespace: string; readonly pod?: never; readonly node?: never }
  | { readonly node: string; readonly namespace?: never; readonly pod?: never; readonly service?: never }
) & {
  /** Its port, by number or (of a Service) by name. Default: the first, or the kubelet's. */
  readonly port?: number | string | undefined;
  /** How the API server speaks with it. Default: the server's own choice, `http` for Pods and Services. */
  readonly scheme?: "http" | "https" | undefined;
};

/** Options of a request through the proxy. */
export interface ProxyRequestOptions extends RequestOptions {
  /** Query parameters. */
  readonly query?: Readonly<Record<string, string | readonly string[]>> | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Put a slash behind the last segment. Default `false`; without segments `true`, so that the root is asked for. */
  readonly trailingSlash?: boolean | undefined;
}

/** Options of a request through the proxy with any method. */
export interface ProxyStreamOptions extends ProxyRequestOptions {
  /** Default `GET`. */
  readonly method?: string | undefined;
  readonly body?: string | Uint8Array | undefined;
}

/** Reaches one Pod, Service or node. */
export class ProxyClient {
  readonly #context: ClientContext;
  readonly #prefix: string;

  /** Made by `client.proxy(target)`. */
  constructor(context: ClientContext, target: ProxyTarget) {
    this.#context = context;
    this.#prefix = prefixOf(target);
  }

  /** The answer to a GET: `get(["api", "status"])`. An answer that is not a success is a StatusError. */
  async get(path: readonly string[] = [], options: ProxyRequestOptions = {}): Promise<Buffer> {
    const { signal } = options;
    return this.#request(path, { ...options, method: "GET" }).doRaw({ signal });
  }

  /**
   * Sends any request and gives the answer with its body unread; read or destroy it. An answer that is not a success is
   * a StatusError.
   */
  async request(path: readonly string[] = [], options: ProxyStreamOptions = {}): Promise<TransportResponse> {
    const { signal } = options;
    return this.#request(path, options).stream({ signal });
  }

  #request(path: readonly string[], options: ProxyStreamOptions): Request {
    const { method = "GET", query = {}, headers = {}, body, timeoutMs, trailingSlash = path.length === 0 } = options;
    if (!Array.isArray(path))
      throw new InvalidArgumentError("the path of a proxy request must be a list of segments, not a string");
    if (!/^[A-Za-z]+$/.test(method)) throw new InvalidArgumentError(`${JSON.stringify(method)} is not an HTTP method`);
    for (const segment of path) checkSegment("path segment", segment);
    const request = this.#context.rest
      .verb(method)
      .absPath(`${[this.#prefix, ...path].join("/")}${trailingSlash ? "/" : ""}`)
      .maxRetries(0)
      .setHeader("accept", "*/*");
    for (const [name, value] of Object.entries(query)) {
      for (const one of typeof value === "string" ? [value] : value) request.param(name, one);
    }
    for (const [name, value] of Object.entries(headers)) {
      if (/^(authorization|proxy-|impersonate-|host$|connection$|upgrade$)/i.test(name)) {
        throw new InvalidArgumentError(`the header ${name} cannot be set: it is for the connection to the API server`);
      }
      request.setHeader(name, value);
    }
    if (body !== undefined) request.body(body);
    if (timeoutMs !== undefined) request.timeoutMs(timeoutMs);
    return request;
  }
}

function prefixOf(target: ProxyTarget): string {
  const { pod, service, node, namespace, port, scheme } = target;
  const chosen = [pod, service, node].filter((one) => one !== undefined);
  const [name] = chosen;
  if (name === undefined || chosen.length > 1)
    throw new InvalidArgumentError("a proxy request needs exactly one target: a pod, a service or a node");
  // A colon in the name would make it a scheme or a port.
  if (!isDnsSubdomain(name))
    throw new InvalidArgumentError(`the name ${JSON.stringify(name)} is not a valid Kubernetes name`);
  const segment = schemeNamePort(name, scheme, port);
  if (node !== undefined) return `/api/v1/nodes/${segment}/proxy`;
  if (namespace === undefined || !isDnsLabel(namespace)) {
    throw new InvalidArgumentError(`the namespace ${JSON.stringify(namespace)} is not a valid Kubernetes name`);
  }
  return `/api/v1/namespaces/${namespace}/${pod === undefined ? "services" : "pods"}/${segment}/proxy`;
}

function schemeNamePort(name: string, scheme: string | undefined, port: number | string | undefined): string {
  if (scheme !== undefined && scheme !== "http" && scheme !== "https")
    throw new InvalidArgumentError(`the scheme is http or https, not ${JSON.stringify(scheme)}`);
  const text = port === undefined ? "" : String(port);
  const isNumber = /^[0-9]{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535;
  if (
    port !== undefined &&
    !isNumber &&
    !(typeof port === "string" && text.length <= 15 && isDnsLabel(text) && /[a-z]/.test(text))
  ) {
    throw new InvalidArgumentError(`the port ${JSON.stringify(port)} is neither a number from 1 to 65535 nor a name`);
  }
  if (scheme !== undefined) return `${scheme}:${name}:${text}`;
  return text === "" ? name : `${name}:${text}`;
}
