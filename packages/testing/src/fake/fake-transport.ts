import { ClosedError, findStatusError, InvalidArgumentError, TransportError } from "client-ts/errors";
import { abortedError, defined, onAbort } from "client-ts/internal";
import type { KubeObject, Resource, WatchEvent } from "client-ts/meta";
import { apiVersionOf, parseApiVersion } from "client-ts/meta";
import type { Transport, TransportRequest, TransportResponse } from "client-ts/rest";
import type { Clock } from "client-ts/util";
import {
  type ApiServerOptions,
  builtinResources,
  formOf,
  LocalExchange,
  parseQuery,
  renderingFor,
  requestBytes,
  RequestHandler,
  ResourceTable,
  Users,
} from "../apiserver/index.ts";
import { type Action, changedBody, copyAction, parseAction } from "./action.ts";
import {
  type Reactor,
  type ReactorAnswer,
  ReactorChain,
  type WatchEvents,
  type WatchReactor,
} from "./reactor-chain.ts";
import { customKind, guessKind } from "./unknown-kinds.ts";

/** What a {@link FakeTransport} is made from. */
export interface FakeTransportOptions {
  readonly objects: readonly KubeObject[];
  readonly kinds: readonly Resource[];
  readonly lenient: boolean;
  readonly clock: Clock;
  readonly server: Pick<ApiServerOptions, "controllers">;
}

/**
 * A transport that answers in the process. A request is recorded, offered to the reactors, and answered by the request
 * handler of the in-memory server unless a reactor answers first. The order of the chain: prepended reactors, the
 * storage, added reactors for what the storage does not serve. Nothing is made before the first request.
 */
export class FakeTransport {
  readonly before: ReactorChain<Reactor> = new ReactorChain();
  readonly after: ReactorChain<Reactor> = new ReactorChain();
  readonly watches: ReactorChain<WatchReactor> = new ReactorChain();
  readonly proxies: ReactorChain<Reactor> = new ReactorChain();
  readonly #options: FakeTransportOptions;
  #actions: Action[] = [];
  readonly #open = new Set<LocalExchange>();
  #starting: Promise<RequestHandler> | undefined;
  #closed = false;

  constructor(options: FakeTransportOptions) {
    this.#options = options;
  }

  /** Every observed request. */
  get actions(): readonly Action[] {
    return this.#actions;
  }

  clearActions(): void {
    this.#actions = [];
  }

  /** Sends a request through the reactors. */
  readonly send: Transport = (request) => this.#exchange(request, true);

  /** Sends a request to the storage alone, without a record. */
  readonly sendPastReactors: Transport = (request) => this.#exchange(request, false);

  /** The storage and its handlers, made when first needed. */
  handler(): Promise<RequestHandler> {
    this.#starting ??= this.#start();
    return this.#starting;
  }

  /** Creates objects, or replaces those that are there. */
  async add(objects: readonly KubeObject[]): Promise<KubeObject[]> {
    return addTo(await this.handler(), objects);
  }

  close(): void {
    this.#closed = true;
    for (const exchange of [...this.#open]) exchange.abort();
    void this.#starting?.then((handler) => handler.stop());
  }

  async #start(): Promise<RequestHandler> {
    const { objects, kinds, clock, server, lenient } = this.#options;
    builtins ??= builtinResources(false).then((resources) => new ResourceTable(resources));
    const handler = new RequestHandler({ ...server, lenient }, (await builtins).copy(), {
      users: new Users([]),
      clock,
      port: () => 443,
    });
    for (const resource of kinds) handler.core.table.add(customKind(resource));
    addTo(handler, objects);
    return handler;
  }

  async #exchange(request: TransportRequest, observed: boolean): Promise<TransportResponse> {
    const body = await requestBytes(request.body);
    const handler = await this.handler();
    const { signal, method, path } = request;
    if (this.#closed) throw new ClosedError(`${method} ${path}: the fake clientset is closed`);
    if (signal?.aborted) throw abortedError(signal);
    return new Promise((resolve, reject) => {
      const exchange = new LocalExchange(request, body, { answer: resolve, fail: reject });
      this.#open.add(exchange);
      const timer = this.#limitHeaders(request, exchange);
      const forget = onAbort(signal, () => exchange.destroy(abortedError(signal!)));
      exchange.onClose(() => {
        this.#open.delete(exchange);
        timer?.cancel();
        forget();
      });
      if (!observed) this.#serve(handler, exchange);
      else this.#react(handler, exchange, request, body).catch((error: unknown) => exchange.destroy(error as Error));
    });
  }

  #limitHeaders({ method, path, headersTimeoutMs }: TransportRequest, exchange: LocalExchange) {
    if (headersTimeoutMs === undefined) return undefined;
    const timer = this.#options.clock.setTimer(headersTimeoutMs, () => {
      const [where = path] = path.split("?", 1);
      const what = `no answer came within ${headersTimeoutMs} ms`;
      const facts = { code: "timeout", method, path: where, sent: true } as const;
      exchange.destroy(new TransportError(`${method} ${where}: ${what}`, facts));
    });
    exchange.onAnswer(() => timer.cancel());
    return timer;
  }

  get #hasReactors(): boolean {
    return !(this.before.isEmpty && this.after.isEmpty && this.watches.isEmpty && this.proxies.isEmpty);
  }

  async #react(
    handler: RequestHandler,
    exchange: LocalExchange,
    request: TransportRequest,
    body: Buffer,
  ): Promise<void> {
    const recorded = parseAction({
      method: request.method,
      target: request.path,
      contentType: String(request.headers["content-type"] ?? ""),
      body: body.toString("utf8"),
    });
    this.#actions.push(recorded);
    // Without reactors nothing can change it.
    const action = this.#hasReactors || this.#options.lenient ? copyAction(recorded) : recorded;
    try {
      if (action.verb === "watch") {
        const events = await this.watches.ask(action);
        if (events === undefined) this.#serve(handler, exchange);
        else await sendEvents(events, action, handler, exchange);
        return;
      }
      const chain = action.subresource === "proxy" ? this.proxies : this.before;
      const answer = await chain.ask(action);
      if (answer !== undefined) {
        respondAnswer(answer, action, handler, exchange);
        return;
      }
      if (!isServed(action, handler)) {
        const asked = await this.after.ask(action);
        if (asked === undefined && handler.refuses(exchange, admin, action.path)) return;
        const late = asked ?? defaultAnswer(action);
        if (late !== undefined) {
          respondAnswer(late, action, handler, exchange);
          return;
        }
      }
      if (this.#options.lenient) completeApply(action);
      const changed = this.#hasReactors || this.#options.lenient ? changedBody(recorded, action) : undefined;
      if (changed !== undefined) exchange.replaceBody(Buffer.from(changed));
      this.#serve(handler, exchange, action);
    } catch (error) {
      const status = findStatusError(error);
      if (status === undefined) throw error;
      respondStatus(status.status, status.code, exchange);
    }
  }

  #serve(handler: RequestHandler, exchange: LocalExchange, action?: Action): void {
    if (this.#options.lenient && action !== undefined) makeNamespace(handler, action);
    const { target } = exchange;
    const mark = target.indexOf("?");
    const pathname = mark < 0 ? target : target.slice(0, mark);
    handler.serve(exchange, admin, pathname, parseQuery(mark < 0 ? "" : target.slice(mark + 1)));
  }
}

const admin = { name: "admin", groups: ["system:masters"] };

/** Read once for all fakes of the process. */
let builtins: Promise<ResourceTable> | undefined;

function addTo(handler: RequestHandler, objects: readonly KubeObject[]): KubeObject[] {
  const added: KubeObject[] = [];
  // A definition comes before the objects of its kind.
  const rank = (index: number): number => (isDefinition(objects[index]!) ? 0 : 1);
  for (const index of [...objects.keys()].sort((a, b) => rank(a) - rank(b))) {
    const object = objects[index]!;
    const { group, version } = parseApiVersion(object.apiVersion ?? "");
    const { table } = handler.core;
    if (table.findKind(group, version, object.kind ?? "") === undefined) table.add(customKind(guessKind(object)));
    added[index] = handler.apply(object)[0]!;
  }
  return added;
}

function isDefinition(object: KubeObject): boolean {
  return object.kind === "CustomResourceDefinition";
}

function makeNamespace(handler: RequestHandler, { verb, namespace }: Action): void {
  if (namespace === "" || (verb !== "create" && verb !== "patch" && verb !== "update")) return;
  if (handler.core.storage.collection("namespaces").records.has(namespace)) return;
  handler.apply({ apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
}

/** An apply that does not repeat the name of its path gets it. */
function completeApply(action: Action): void {
  if (action.patchType?.startsWith("application/apply-patch") !== true || typeof action.patch !== "object") return;
  const patch = action.patch as KubeObject;
  action.patch = { ...patch, metadata: { name: action.name, ...patch.metadata } };
}

/** Whether the storage has what an action is about. */
function isServed({ resource, subresource }: Action, { core }: RequestHandler): boolean {
  if (resource.version === "") return true;
  const served = core.table.find(resource.group, resource.version, resource.resource);
  if (served === undefined) return false;
  if (subresource === "") return true;
  if (subresource === "log" || subresource === "proxy") return false;
  return served.subresources.some(({ name }) => name === subresource);
}

/** The logs of a Pod that no reactor has written. */
function defaultAnswer({ resource, subresource }: Action): ReactorAnswer {
  return resource.resource === "pods" && subresource === "log" ? "fake logs" : undefined;
}

function respondAnswer(
  answer: NonNullable<ReactorAnswer>,
  action: Action,
  handler: RequestHandler,
  exchange: LocalExchange,
): void {
  const raw = typeof answer === "string" || answer instanceof Uint8Array;
  const where = `${action.resource.resource}${action.subresource === "" ? "" : `/${action.subresource}`}`;
  if (action.subresource === "log" && !raw)
    throw new InvalidArgumentError(
      `a reactor answered ${action.verb} ${where} with an object; a log is a string or bytes`,
    );
  if (raw) {
    const bytes = typeof answer === "string" ? Buffer.from(answer) : Buffer.from(answer);
    const json = action.subresource !== "log" && /^\s*[{[]/.test(bytes.toString("latin1", 0, 64));
    exchange.respond(200, { "content-type": json ? "application/json" : "text/plain; charset=utf-8" }, bytes);
    return;
  }
  const value = answer as Record<string, unknown>;
  if (value["kind"] === "Status" && value["status"] === "Failure") {
    respondStatus(value, Number(value["code"] ?? 500), exchange);
    return;
  }
  const code = action.verb === "create" ? 201 : 200;
  respondJson(completed(value, action, handler, exchange), code, exchange);
}

/** What a reactor returned, with kind and version, in the form that the client asked for. */
function completed(
  value: Record<string, unknown>,
  { resource, subresource }: Action,
  { core }: RequestHandler,
  exchange: LocalExchange,
): object {
  const served = core.table.find(resource.group, resource.version, resource.resource);
  if (served === undefined || subresource === "scale" || value["kind"] === "Status") return value;
  const apiVersion = apiVersionOf(served);
  if (Array.isArray(value["items"])) {
    const listed = { kind: served.listKind, apiVersion, ...value };
    return { ...listed, metadata: value["metadata"] ?? { resourceVersion: String(core.storage.revision) } };
  }
  if (subresource !== "" && subresource !== "status") return value;
  const object = { kind: served.kind, apiVersion, ...value } as unknown as Parameters<typeof formOf>[0];
  const { form } = renderingFor(exchange.headers.accept);
  return form === "metadata" ? formOf(object, served, { form, format: "json", contentType: "" }, core) : object;
}

function respondStatus(status: object, code: number, exchange: LocalExchange): void {
  respondJson({ kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", ...status }, code || 500, exchange);
}

function respondJson(value: object, code: number, exchange: LocalExchange): void {
  const retry = (value as { details?: { retryAfterSeconds?: number } }).details?.retryAfterSeconds;
  const headers = {
    "content-type": "application/json",
    ...defined({ "retry-after": retry === undefined ? undefined : String(retry) }),
  };
  exchange.respond(code, headers, Buffer.from(JSON.stringify(value)));
}

async function sendEvents(
  events: WatchEvents,
  action: Action,
  handler: RequestHandler,
  exchange: LocalExchange,
): Promise<void> {
  const { resource } = action;
  const served = handler.core.table.find(resource.group, resource.version, resource.resource);
  const facts = served === undefined ? {} : { kind: served.kind, apiVersion: apiVersionOf(served) };
  const out = exchange.open(200, { "content-type": "application/json" });
  const iterator: AsyncIterator<WatchEvent<KubeObject>> | Iterator<WatchEvent<KubeObject>> =
    Symbol.asyncIterator in events ? events[Symbol.asyncIterator]() : events[Symbol.iterator]();
  let closed = false;
  exchange.onClose(() => {
    closed = true;
    void iterator.return?.();
  });
  try {
    for (let next = await iterator.next(); !next.done && !closed; next = await iterator.next()) {
      out.write(Buffer.from(`${JSON.stringify(frameOf(next.value, facts))}\n`));
    }
  } catch (error) {
    const status = findStatusError(error);
    if (status === undefined) throw error;
    out.write(Buffer.from(`${JSON.stringify({ type: "ERROR", object: status.status })}\n`));
  }
  if (!closed) out.end();
}

/** An event as a watch sends it. */
function frameOf(event: WatchEvent<KubeObject>, facts: object): object {
  if (event.type !== "BOOKMARK") return { type: event.type, object: { ...facts, ...event.object } };
  const annotations = event.initialEventsEnd === true ? { "k8s.io/initial-events-end": "true" } : undefined;
  return { type: "BOOKMARK", object: { ...facts, metadata: { resourceVersion: event.resourceVersion, annotations } } };
}
