import type { Readable } from "node:stream";
import { InvalidArgumentError, type RequestFacts } from "../errors/index.ts";
import type { KubeObject, ListOptions, WatchOptions } from "../meta/index.ts";
import {
  checkHeader,
  type RequestPurpose,
  type TransportRequest,
  type TransportResponse,
  type WarningHandler,
} from "../transport/index.ts";
import { combineSignals, defined, type Throttle } from "../util/index.ts";
import { type Engine, type ExecutionPlan, execute } from "./execute.ts";
import { goDuration, optionParams } from "./params.ts";
import { assertSamePath, checkSegment, emptyIfRoot, encodePath, joinPath, looseSegmentProblem } from "./path.ts";
import { readBody } from "./read-body.ts";
import type { Result } from "./result.ts";
import type { RequestMode } from "./retry.ts";
import { jsonSerializer, serializerFor } from "./serializer.ts";
import { decodeObject } from "./decode.ts";
import { WatchStream } from "./watch-stream.ts";

/** What a call takes in addition to its request. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

/** Options of {@link Request.stream} and {@link Request.openWatch}. */
export interface StreamOptions extends CallOptions {
  /** Limit until the answer's head. Default: none. */
  readonly headersTimeoutMs?: number | undefined;
  /** Limit of silence between two pieces. Default: none. */
  readonly idleTimeoutMs?: number | undefined;
  /** Limit of the whole body, for callers that read it piece by piece. Default: the client's limit. */
  readonly maxBodyBytes?: number | undefined;
}

/** Options of {@link Request.watch}. */
export interface WatchRequestOptions<T extends KubeObject> extends StreamOptions {
  /** A second signal that ends the watch, such as that of all calls of a client. */
  readonly ownerSignal?: AbortSignal | undefined;
  /** The object that a reader gets for what the server sent. Default: the same. */
  readonly decode?: ((object: KubeObject) => T) | undefined;
}

/**
 * One request in the making, with client-go's builder. Calls can come in any order; the first mistake is kept, makes
 * the later ones no-ops, and is thrown when the request is to be sent. A finished request can be sent several times,
 * also at once: each sending has its own state.
 */
export class Request {
  readonly #engine: Engine;
  readonly #method: string;
  #error: Error | undefined;
  /** The server's own path as it goes on the wire; everything behind it is not escaped yet. */
  #base: string;
  #prefix: string;
  #namespace: string | undefined;
  #resource = "";
  #name = "";
  #subresource: readonly string[] = [];
  #suffix = "";
  #params = new URLSearchParams();
  #headers: Record<string, string | readonly string[]> = {};
  #body: TransportRequest["body"];
  #timeoutMs: number | undefined;
  #maxRetries: number | undefined;
  #limiter: Throttle | undefined;
  #onWarning: WarningHandler | undefined;

  /** Made by a RESTClient's `verb` and its kind. */
  constructor(engine: Engine, method: string) {
    this.#engine = engine;
    this.#method = method;
    this.#base = engine.basePath;
    this.#prefix = engine.prefix;
    this.#limiter = engine.rateLimiter;
  }

  /** The HTTP method. */
  get method(): string {
    return this.#method;
  }

  /** The mistake that keeps the request from being sent, if there is one. */
  get error(): Error | undefined {
    return this.#error;
  }

  /** The namespace the resource is in. Empty means all of them, which only lists and watches may ask for. */
  namespace(namespace: string): this {
    return this.#step(() => {
      if (this.#namespace !== undefined)
        throw new InvalidArgumentError(`the namespace is already set to ${JSON.stringify(this.#namespace)}`);
      this.#namespace = namespace === "" ? "" : checkSegment("namespace", namespace);
    });
  }

  /** As {@link namespace} when the resource is namespaced, else nothing. */
  namespaceIfScoped(namespace: string, scoped: boolean): this {
    return scoped ? this.namespace(namespace) : this;
  }

  /** The plural: `pods`. Sent in lower case. */
  resource(resource: string): this {
    return this.#step(() => {
      if (this.#resource !== "")
        throw new InvalidArgumentError(`the resource is already set to ${JSON.stringify(this.#resource)}`);
      this.#resource = checkSegment("resource", resource).toLowerCase();
    });
  }

  /** The object. */
  name(name: string): this {
    return this.#step(() => {
      if (this.#name !== "") throw new InvalidArgumentError(`the name is already set to ${JSON.stringify(this.#name)}`);
      this.#name = checkSegment("name", name);
    });
  }

  /** The subresource: `status`; deeper ones as several arguments. */
  subresource(...subresource: readonly string[]): this {
    return this.#step(() => {
      if (this.#subresource.length > 0)
        throw new InvalidArgumentError(
          `the subresource is already set to ${JSON.stringify(this.#subresource.join("/"))}`,
        );
      this.#subresource = subresource.map((one) => checkSegment("subresource", one));
    });
  }

  /** More in front of the resource. */
  prefix(...segments: readonly string[]): this {
    return this.#step(() => {
      this.#prefix = emptyIfRoot(joinPath(this.#prefix, ...segments));
    });
  }

  /** More behind everything else. A trailing slash is not kept. */
  suffix(...segments: readonly string[]): this {
    return this.#step(() => {
      this.#suffix = joinPath(this.#suffix, ...segments);
    });
  }

  /**
   * Replaces what is in front of the resource; the server's own base path stays. The trailing slash of a single part is
   * kept.
   */
  absPath(...segments: readonly string[]): this {
    return this.#step(() => {
      const [only = ""] = segments;
      const joined = emptyIfRoot(joinPath(...segments));
      this.#base = this.#engine.basePath;
      this.#prefix = segments.length === 1 && only.endsWith("/") ? `${joined}/` : joined;
    });
  }

  /**
   * Replaces path and query by a text as it stands in a URL. The server's base path stays in front unless the text
   * climbs out with `../`.
   */
  requestURI(uri: string): this {
    return this.#step(() => {
      const [withoutHash = ""] = uri.split("#", 1);
      const mark = withoutHash.indexOf("?");
      const path = mark < 0 ? withoutHash : withoutHash.slice(0, mark);
      [this.#base, this.#prefix] = climb(this.#engine.basePath, path);
      this.#params = new URLSearchParams(mark < 0 ? "" : withoutHash.slice(mark + 1));
    });
  }

  /** Adds a query parameter; one that is there already stays. */
  param(name: string, value: string): this {
    return this.#step(() => {
      this.#params.append(name, value);
    });
  }

  /** Adds the fields of an options object as query parameters; what is absent or empty is not sent. */
  versionedParams(options: object): this {
    return this.#step(() => {
      for (const [name, value] of optionParams(options)) this.#params.append(name, value);
    });
  }

  /**
   * The options of a list or a watch: as {@link versionedParams}, and their `timeoutSeconds` is also the request's
   * timeout.
   */
  listOptions(options: ListOptions | WatchOptions): this {
    this.versionedParams(options);
    const { timeoutSeconds } = options;
    return timeoutSeconds ? this.timeoutMs(timeoutSeconds * 1_000) : this;
  }

  /**
   * What is sent. An object is written in the client's format, with its content type; text and bytes go as they are; a
   * stream goes as it comes, and such a request is never sent twice. `null` and `undefined` mean no body.
   */
  body(body: object | string | Uint8Array | Readable | null | undefined): this {
    return this.#step(() => {
      if (body === null || body === undefined) this.#body = undefined;
      else if (typeof body === "string" || body instanceof Uint8Array) this.#body = body;
      else if (typeof body !== "object" || Array.isArray(body))
        throw new InvalidArgumentError(
          `a body must be an object, text, bytes or a stream, not a ${Array.isArray(body) ? "list" : typeof body}`,
        );
      else if (isStream(body)) this.#body = body;
      else this.#setObject(body);
    });
  }

  /** Sets a header; with several values it is sent several times. */
  setHeader(name: string, ...values: readonly string[]): this {
    return this.#step(() => {
      const value = values.length === 1 ? (values[0] as string) : values;
      checkHeader(name, value);
      this.#headers = { ...this.#headers, [name.toLowerCase()]: value };
    });
  }

  /**
   * Limit for the whole call, retries included; it is also sent to the server. For a watch and a stream it is only sent
   * to the server.
   */
  timeoutMs(timeoutMs: number): this {
    return this.#step(() => {
      goDuration(timeoutMs);
      this.#timeoutMs = timeoutMs;
    });
  }

  /** How often a failed attempt is followed by another. Default 10; 0 means never. */
  maxRetries(retries: number): this {
    return this.#step(() => {
      this.#maxRetries = Math.max(0, Math.trunc(retries));
    });
  }

  /** Waits for this limiter instead of the client's; `null` for none. */
  throttle(limiter: Throttle | null): this {
    return this.#step(() => {
      this.#limiter = limiter ?? undefined;
    });
  }

  /** Gets this request's warnings instead of the client's handler. */
  onWarning(handler: WarningHandler): this {
    return this.#step(() => {
      this.#onWarning = handler;
    });
  }

  /** Path and query as they go on the wire. Throws the mistake that was made in building it. */
  url(): string {
    return this.#url("do");
  }

  #url(mode: RequestMode): string {
    const path = this.#path();
    const isWatch = mode === "watch" && !this.#params.has("watch");
    const timeoutMs = this.#timeoutMs || 0;
    // A copy where something is added: a request that is watched can also be sent as it is.
    const params = isWatch || timeoutMs > 0 ? new URLSearchParams(this.#params) : this.#params;
    if (isWatch) params.append("watch", "true");
    if (timeoutMs > 0) params.set("timeout", goDuration(timeoutMs));
    if (params.size === 0) return path;
    params.sort();
    return `${path}?${params.toString()}`;
  }

  /** The path as it goes on the wire. */
  #path(): string {
    if (this.#error !== undefined) throw this.#error;
    const parts: string[] = [];
    if (this.#namespace) parts.push("namespaces", this.#namespace);
    if (this.#resource !== "") parts.push(this.#resource);
    if (this.#name !== "") parts.push(this.#name);
    parts.push(...this.#subresource);
    if (this.#suffix !== "") parts.push(this.#suffix);
    const path = this.#base + encodePath(parts.length === 0 ? this.#prefix : joinPath(this.#prefix, ...parts)) || "/";
    assertSamePath(path);
    return path;
  }

  /** Sends it, checks the answer and decodes it. Rejects with a StatusError when the server refuses. */
  async do<T = unknown>(options: CallOptions = {}): Promise<Result<T>> {
    const plan = this.#callPlan(options);
    return execute(this.#engine, plan, async (response, { warnings }) => {
      const body = await readBody(response.body);
      return decodeObject<T>(this.#engine, { response, body, warnings, facts: plan.facts });
    });
  }

  /** Sends it, checks the answer's status and gives the body as it came. */
  async doRaw(options: CallOptions = {}): Promise<Buffer> {
    return execute(this.#engine, this.#callPlan(options), (response) => readBody(response.body));
  }

  /**
   * Sends it and gives the answer with its body unread, for callers that read it piece by piece. The body must be read
   * or destroyed.
   */
  async stream(
    options: StreamOptions & { readonly purpose?: RequestPurpose | undefined } = {},
  ): Promise<TransportResponse> {
    const { purpose = "stream" } = options;
    // A list that is read piece by piece may be requested again, as any other list.
    return execute(this.#engine, this.#plan(modeOf(purpose), purpose, options), (response) => response);
  }

  /**
   * Watches: the events of what the request names, as an async iterable. `watch=true` is added. Nothing is sent before
   * it is read or opened.
   */
  watch<T extends KubeObject = KubeObject>(options: WatchRequestOptions<T> = {}): WatchStream<T> {
    const open = async (closing: AbortSignal): Promise<TransportResponse> => {
      const { signal, release } = combineSignals(options.signal, options.ownerSignal, closing);
      try {
        const response = await this.openWatch({ ...options, signal });
        // An interceptor may have waited until it was closed.
        if (response.body.closed) release();
        else response.body.once("close", release);
        const serializer = serializerFor([jsonSerializer], response.headers["content-type"] as string | undefined);
        return serializer === undefined ? await this.#engine.refuseContentType(response, this.#where()) : response;
      } catch (error) {
        release();
        throw error;
      }
    };
    return new WatchStream<T>({
      open,
      facts: () => this.facts(),
      eventBytes: this.#engine.limits.eventBytes,
      decode: options.decode,
      clock: this.#engine.clock,
    });
  }

  /** As {@link watch}, but gives the answer with its bytes unread, whatever their format. */
  async openWatch(options: StreamOptions = {}): Promise<TransportResponse> {
    return execute(this.#engine, this.#plan("watch", "watch", options), (response) => response);
  }

  #step(change: () => void): this {
    if (this.#error !== undefined) return this;
    try {
      change();
    } catch (error) {
      this.#error = error as Error;
    }
    return this;
  }

  #setObject(object: object): void {
    const { serializer } = this.#engine;
    this.#body = serializer.encode(object);
    this.#headers = { "content-type": serializer.mediaType, ...this.#headers };
  }

  #purpose(): RequestPurpose {
    return this.#method === "GET" && this.#name === "" && this.#resource !== "" ? "list" : "call";
  }

  /** What the request is about, for the messages of errors. */
  facts(): RequestFacts {
    return this.#factsOf(this.#path());
  }

  #factsOf(path: string): RequestFacts {
    return defined({
      method: this.#method,
      path,
      resource: this.#resource === "" ? undefined : [this.#resource, ...this.#subresource].join("/"),
      name: this.#name || undefined,
      namespace: this.#namespace || undefined,
    });
  }

  #where(): string {
    return `${this.#method} ${this.#path()}`;
  }

  /**
   * Refuses what cannot work: a resource without a group version; and what would reach further than it says: a write
   * or a read of one object with an empty namespace.
   */
  #preflight(): void {
    if (this.#resource !== "" && emptyIfRoot(this.#prefix) === "") {
      throw new InvalidArgumentError(
        `${this.#where()} has no group version: use a client with one (forGroupVersion, the option groupVersion of ` +
          'restClientFor, or client.resource), or name the path with absPath("/api/v1")',
      );
    }
    if (this.#namespace !== "") return;
    if (this.#method === "POST")
      throw new InvalidArgumentError("a namespace is needed to create something and must not be empty");
    if (this.#name !== "" && ["GET", "PUT", "DELETE", "PATCH"].includes(this.#method)) {
      throw new InvalidArgumentError(
        `a namespace is needed for ${this.#resource} ${JSON.stringify(this.#name)} and must not be empty`,
      );
    }
  }

  #callPlan(options: CallOptions): ExecutionPlan {
    return this.#plan("do", this.#purpose(), options, this.#timeoutMs || this.#engine.timeoutMs);
  }

  #plan(mode: RequestMode, purpose: RequestPurpose, options: StreamOptions, timeoutMs?: number): ExecutionPlan {
    const path = this.#url(mode);
    this.#preflight();
    const { signal, headersTimeoutMs, idleTimeoutMs, maxBodyBytes } = options;
    const headers = { accept: this.#engine.accept, ...this.#headers };
    const limits = { headersTimeoutMs, idleTimeoutMs, maxBodyBytes };
    return {
      request: { method: this.#method, path, headers, purpose, ...defined({ body: this.#body, signal, ...limits }) },
      mode,
      facts: this.#factsOf(path.split("?", 1)[0] as string),
      maxRetries: this.#maxRetries ?? this.#engine.maxRetries,
      limiter: this.#limiter,
      onWarning: this.#onWarning ?? this.#engine.onWarning,
      timeoutMs,
      signal,
    };
  }
}

/**
 * What is tried again. A stream, and a connection that switches protocols, may have begun to do something before it
 * broke.
 */
function modeOf(purpose: RequestPurpose): RequestMode {
  if (purpose === "stream" || purpose === "upgrade") return "stream";
  return purpose === "watch" ? "watch" : "do";
}

/** What is left of a base by a path that may begin with `../`, and the path behind. Dots further inside are refused. */
function climb(base: string, path: string): [base: string, prefix: string] {
  const segments = path.split("/").map(decode);
  const stack = base.split("/").slice(1);
  let first = 0;
  for (; segments[first] === ".."; first++) stack.pop();
  const joined = emptyIfRoot(joinPath(...segments.slice(first)));
  return [stack.map((segment) => `/${segment}`).join(""), path.endsWith("/") ? `${joined}/` : joined];
}

function decode(segment: string): string {
  let text: string;
  try {
    text = decodeURIComponent(segment);
  } catch {
    throw new InvalidArgumentError("the URI has an invalid percent escape");
  }
  // `%2e%2e` and `%2F` would be dots and slashes in disguise.
  if (text !== segment && (text.includes("/") || looseSegmentProblem(text) !== undefined))
    throw new InvalidArgumentError("the URI has an escaped segment that would change the path");
  return text;
}

/**
 * Whether a body has the methods of a stream. Not `instanceof`: the class may come from another copy of the streams,
 * and loading Node's would delay every program that only imports this library.
 */
function isStream(body: object): body is Readable {
  const { pipe, destroy, on } = body as Partial<Readable>;
  return [pipe, destroy, on].every((method) => typeof method === "function");
}
