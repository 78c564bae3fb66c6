import { Readable } from "node:stream";
import { AbortedError } from "../../errors/index.ts";
import type { KubeObject } from "../../meta/index.ts";
import type { Transport, TransportRequest, TransportResponse } from "../../transport/index.ts";
import { defined } from "../../util/index.ts";

/** A request as the server saw it. */
export interface ServerCall {
  /** `get`, `list`, `create`, `update`, `delete` or `watch`. */
  readonly verb: string;
  readonly plural: string;
  readonly name: string;
  readonly object: StoredObject | undefined;
}

/** An object of the server. */
export interface StoredObject extends KubeObject {
  spec?: Record<string, unknown>;
  data?: Record<string, string>;
}

interface Answer {
  readonly code: number;
  readonly body: unknown;
}

interface Watcher {
  readonly plural: string;
  readonly name: string;
  readonly push: (event: { readonly type: string; readonly object: StoredObject }) => void;
}

/**
 * The part of an API server that elections need, without sockets and without time: names, versions, conflicts, and
 * watches of one name. It answers at once; simulations put a network in front of it.
 */
export class LeaseServer {
  readonly objects = new Map<string, StoredObject>();
  readonly calls: ServerCall[] = [];
  /** Answers a call instead of the server, before anything happens. */
  intercept: ((call: ServerCall) => Answer | undefined) | undefined;
  /** Called after each write with the stored object. */
  onWrite: ((call: ServerCall, stored: StoredObject) => void) | undefined;
  /** Whether every call is kept in {@link calls}. Off for long simulations. */
  keepCalls = true;
  readonly #watchers = new Set<Watcher>();
  #revision = 100;
  #uid = 0;

  /** The verbs of the calls on Leases, in order, without watches. */
  get leaseVerbs(): string[] {
    return this.calls.filter(({ plural, verb }) => plural === "leases" && verb !== "watch").map(({ verb }) => verb);
  }

  lease(name = "shop"): StoredObject | undefined {
    return this.objects.get(`leases/${name}`);
  }

  /** Stores a Lease as another client would, with a new version. */
  put(name: string, spec: Record<string, unknown> | undefined, metadata: KubeObject["metadata"] = {}): StoredObject {
    const old = this.objects.get(`leases/${name}`);
    const uid = old?.metadata?.uid ?? `uid-${++this.#uid}`;
    return this.#store("leases", {
      ...defined({ spec }),
      metadata: { name, namespace: "shop", uid, ...metadata },
    });
  }

  remove(name: string): void {
    this.delete("leases", name);
  }

  /** Deletes an object as another client would. */
  delete(plural: string, name: string): void {
    const old = this.objects.get(`${plural}/${name}`);
    this.objects.delete(`${plural}/${name}`);
    if (old !== undefined) this.#notify("DELETED", plural, old);
  }

  /** Answers one call. */
  answer(call: ServerCall): Answer {
    if (this.keepCalls) this.calls.push(call);
    const instead = this.intercept?.(call);
    if (instead !== undefined) return instead;
    const { verb, plural, name, object } = call;
    const current = this.objects.get(`${plural}/${name}`);
    if (verb === "create") {
      if (current !== undefined) return status(409, "AlreadyExists", `${plural} "${name}" already exists`);
      const uid = `uid-${++this.#uid}`;
      const stored = this.#store(plural, { ...object, metadata: { ...object?.metadata, uid } });
      this.onWrite?.(call, stored);
      return { code: 201, body: stored };
    }
    if (verb === "list") {
      const items = [...this.objects].filter(([key]) => key.startsWith(`${plural}/`)).map(([, one]) => one);
      return { code: 200, body: { metadata: { resourceVersion: String(this.#revision) }, items } };
    }
    if (current === undefined) return status(404, "NotFound", `${plural} "${name}" not found`);
    if (verb === "get") return { code: 200, body: current };
    if (verb === "delete") {
      this.remove(name);
      return { code: 200, body: current };
    }
    const { resourceVersion, uid } = object?.metadata ?? {};
    if (resourceVersion !== current.metadata?.resourceVersion || uid !== current.metadata?.uid)
      return status(409, "Conflict", `the ${plural} "${name}" has been modified`);
    const stored = this.#store(plural, object as StoredObject);
    this.onWrite?.(call, stored);
    return { code: 200, body: stored };
  }

  /** Calls back with the present objects and each later one, of a name or (empty) of all, until it is stopped. */
  watch(plural: string, name: string, push: Watcher["push"]): () => void {
    const watcher = { plural, name, push };
    for (const [key, object] of this.objects)
      if (name === "" ? key.startsWith(`${plural}/`) : key === `${plural}/${name}`) push({ type: "ADDED", object });
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /** A transport that answers at once. */
  readonly transport: Transport = async (request) => {
    if (request.signal?.aborted) throw new AbortedError();
    const call = callOf(request);
    if (call.verb !== "watch") return respond(this.answer(call));
    if (this.keepCalls) this.calls.push(call);
    const instead = this.intercept?.(call);
    if (instead !== undefined) return respond(instead);
    const body = watchBody(request);
    const stop = this.watch(call.plural, call.name, (event) => body.push(`${JSON.stringify(event)}\n`));
    body.once("close", stop);
    return { status: 200, headers: { "content-type": "application/json" }, body, protocol: "h2" };
  };

  #store(plural: string, object: StoredObject): StoredObject {
    const stored = { ...object, metadata: { ...object.metadata, resourceVersion: String(++this.#revision) } };
    const key = `${plural}/${stored.metadata.name}`;
    const type = this.objects.has(key) ? "MODIFIED" : "ADDED";
    this.objects.set(key, stored);
    this.#notify(type, plural, stored);
    return stored;
  }

  #notify(type: string, plural: string, object: StoredObject): void {
    for (const watcher of [...this.#watchers])
      if (watcher.plural === plural && (watcher.name === "" || watcher.name === object.metadata?.name))
        watcher.push({ type, object });
  }
}

/** What a request asks for. */
export function callOf(request: TransportRequest): ServerCall {
  const [path = "", query = ""] = request.path.split("?", 2);
  const [plural = "", inPath] = path.split("/namespaces/")[1]?.split("/").slice(1) ?? [];
  const params = new URLSearchParams(query);
  const object = request.body === undefined ? undefined : (JSON.parse(String(request.body)) as StoredObject);
  const verbs: Record<string, string> = { GET: "get", POST: "create", PUT: "update", DELETE: "delete" };
  const isList = request.method === "GET" && inPath === undefined;
  const verb = params.get("watch") ? "watch" : isList ? "list" : (verbs[request.method] ?? request.method);
  const name = inPath ?? object?.metadata?.name ?? params.get("fieldSelector")?.split("=").at(-1) ?? "";
  return { verb, plural, name, object };
}

/** An answer as a transport gives it. */
export function respond({ code, body }: Answer): TransportResponse {
  return {
    status: code,
    headers: { "content-type": "application/json" },
    body: Readable.from([Buffer.from(JSON.stringify(body))]),
    protocol: "h2",
  };
}

/** The body of a watch, which ends with an AbortedError when the request's signal fires. */
export function watchBody({ signal }: TransportRequest): Readable {
  const body = new Readable({ read() {} });
  const onAbort = (): void => void body.destroy(new AbortedError());
  signal?.addEventListener("abort", onAbort, { once: true });
  body.on("error", () => {});
  body.once("close", () => signal?.removeEventListener("abort", onAbort));
  return body;
}

/** A failure as the API sends it. */
export function status(code: number, reason: string, message = reason): Answer {
  return { code, body: { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", reason, code, message } };
}
