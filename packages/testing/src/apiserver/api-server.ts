import { randomInt, randomUUID } from "node:crypto";
import { createCertificateAuthority, issueCertificate } from "client-ts/certs";
import type { KubeObject } from "client-ts/meta";
import { type Clock, systemClock } from "client-ts/util";
import { stringify } from "yaml";
import { ApiError, failure, internalError } from "./api-error.ts";
import { Controllers } from "./controllers.ts";
import type { Core, CoreSettings, User } from "./core.ts";
import { routeResource } from "./dispatch.ts";
import type { Exchange } from "./exchange.ts";
import { type Front, listen, type TlsMaterial } from "./http-front.ts";
import type { Journal } from "./journal.ts";
import { type ApiObject, isObject, objectOf } from "./objects.ts";
import { builtinResources } from "./builtin-resources.ts";
import { ResourceTable, type ServedResource } from "./resources.ts";
import { Storage } from "./storage.ts";
import { type DenyRule, type TokenUser, Users } from "./users.ts";
import { createObject } from "./write.ts";

/** Options of {@link startApiServer}. */
export interface ApiServerOptions {
  /** Objects that are there from the beginning; namespaces they need are made. */
  readonly objects?: readonly KubeObject[];
  /** Default 0: any free one. */
  readonly port?: number;
  /** Where to listen. Default `127.0.0.1`; anything else opens the server to others. */
  readonly host?: string;
  /** HTTPS with a certificate of its own authority, and HTTP/2. Default `true`. */
  readonly tls?: boolean;
  /** Who may call, by token. Default: one administrator. The first is the user of the kubeconfig. */
  readonly users?: readonly TokenUser[];
  /** Refuses requests. Default: everybody known may do everything. */
  readonly deny?: DenyRule;
  /** Further values of the `Host` header to accept. */
  readonly allowedHosts?: readonly string[];
  readonly clock?: Clock;
  /** Commits kept per resource for watches that resume. Default 10,000. */
  readonly historyWindow?: number;
  /** Journal entries kept. Default: all. */
  readonly journalLimit?: number;
  /** How often a watch that asks for bookmarks gets one. Default one minute. */
  readonly bookmarkIntervalMs?: number;
  /** How long a watch lives that does not say. Default 30 to 60 minutes as in the real server: 45. */
  readonly watchTimeoutMs?: number;
  /** Bytes kept for a watcher that does not read, before it is cut. Default 16 MiB. */
  readonly slowWatcherBytes?: number;
  /** Streams per HTTP/2 connection. Default 100, as kube-apiserver. */
  readonly maxConcurrentStreams?: number;
  /** Serve alpha and beta versions too, as `--runtime-config=api/all=true`. Default `false`. */
  readonly allVersions?: boolean;
  /** Whether namespaces end and dependents follow their owners, as with a controller manager. Default `true`. */
  readonly controllers?: boolean;
}

/** A running server. Ends with `close()` or `await using`. */
export interface ApiServer {
  readonly url: string;
  /** A kubeconfig with the address, the authority and the first user's token, as YAML text. */
  readonly kubeconfig: string;
  /** Every committed write, in order. */
  readonly journal: Journal;
  /** The revision of the newest commit. */
  readonly revision: string;
  /** Creates or replaces objects directly, past authorization. */
  apply(...objects: readonly KubeObject[]): KubeObject[];
  /** Forgets history before a revision, by default all of it: older watches and pages get 410. */
  compact(revision?: string): void;
  /** Stops listening, cuts every connection and settles when nothing is left open. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts an API server in this process, on loopback. */
export async function startApiServer(options: ApiServerOptions = {}): Promise<ApiServer> {
  const server = new InMemoryApiServer(options, await builtinResources(options.allVersions ?? false));
  await server.listen();
  return server;
}

class InMemoryApiServer implements ApiServer {
  readonly #options: ApiServerOptions;
  readonly #users: Users;
  readonly #core: Core;
  readonly #controllers: Controllers | undefined;
  readonly #tls: TlsMaterial | undefined;
  #front: Front | undefined;
  #port = 0;

  constructor(options: ApiServerOptions, resources: readonly ServedResource[]) {
    this.#options = options;
    this.#users = new Users(options.users ?? [{ name: "admin", groups: ["system:masters"] }], options.deny);
    const settings: CoreSettings = {
      bookmarkIntervalMs: options.bookmarkIntervalMs ?? 60_000,
      watchTimeoutMs: options.watchTimeoutMs ?? 45 * 60_000,
      slowWatcherBytes: options.slowWatcherBytes ?? 16 << 20,
      maxRequestBytes: 3 << 20,
      maxObjectBytes: 1_572_864,
      freshnessTimeoutMs: 3000,
    };
    this.#core = {
      storage: new Storage({ historyWindow: options.historyWindow, journalLimit: options.journalLimit }),
      table: new ResourceTable(resources),
      clock: options.clock ?? systemClock,
      settings,
      randomSuffix: () => Array.from({ length: 5 }, () => suffixAlphabet[randomInt(suffixAlphabet.length)]).join(""),
      newUid: () => randomUUID(),
      readRevision: undefined,
    };
    this.#controllers = options.controllers === false ? undefined : new Controllers(this.#core);
    this.#tls = (options.tls ?? true) ? tlsMaterial() : undefined;
    for (const name of ["default", "kube-system", "kube-public", "kube-node-lease"]) this.#ensureNamespace(name);
    this.apply(...(options.objects ?? []));
  }

  async listen(): Promise<void> {
    this.#front = await listen({
      host: this.#options.host ?? "127.0.0.1",
      port: this.#port || (this.#options.port ?? 0),
      tls: this.#tls,
      maxConcurrentStreams: this.#options.maxConcurrentStreams ?? 100,
      onExchange: (exchange, certificate) => this.#onExchange(exchange, certificate),
    });
    this.#port = this.#front.port;
  }

  get url(): string {
    const host = this.#options.host ?? "127.0.0.1";
    return `${this.#tls === undefined ? "http" : "https"}://${host === "0.0.0.0" ? "127.0.0.1" : host}:${this.#port}`;
  }

  get kubeconfig(): string {
    const ca = this.#tls === undefined ? {} : { "certificate-authority-data": Buffer.from(this.#tls.ca).toString("base64") };
    return stringify({
      apiVersion: "v1",
      kind: "Config",
      clusters: [{ name: "in-memory", cluster: { server: this.url, ...ca } }],
      users: [{ name: "admin", user: { token: this.#users.adminToken } }],
      contexts: [{ name: "in-memory", context: { cluster: "in-memory", user: "admin", namespace: "default" } }],
      "current-context": "in-memory",
    });
  }

  get journal(): Journal {
    return this.#core.storage.journal;
  }

  get revision(): string {
    return String(this.#core.storage.revision);
  }

  apply(...objects: readonly KubeObject[]): KubeObject[] {
    return objects.map((object) => this.#seed(structuredClone(object) as ApiObject));
  }

  compact(revision?: string): void {
    this.#core.storage.compact(revision === undefined ? undefined : Number(revision));
  }

  async close(): Promise<void> {
    this.#controllers?.stop();
    await this.#front?.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #seed(object: ApiObject): KubeObject {
    const { table, storage } = this.#core;
    const apiVersion = object.apiVersion ?? "v1";
    const slash = apiVersion.indexOf("/");
    const resource = table.findKind(slash < 0 ? "" : apiVersion.slice(0, slash), apiVersion.slice(slash + 1), object.kind ?? "");
    if (resource === undefined) throw new TypeError(`no kind ${object.kind} in ${apiVersion} is served`);
    object.metadata ??= {};
    const namespace = resource.namespaced ? (object.metadata.namespace ?? "default") : "";
    if (namespace !== "") this.#ensureNamespace(namespace);
    const collection = storage.collection(resource.collection);
    const call = {
      core: this.#core,
      exchange: undefined as unknown as Exchange,
      user: { name: "system:seed", groups: [] } as User,
      resource,
      collection,
      namespace,
      name: object.metadata.name ?? "",
      subresource: "",
      query: new URLSearchParams(),
      warnings: [],
    };
    const { status } = object as { status?: unknown };
    const request = { dryRun: false, manager: "seed", fieldValidation: "Ignore" as const, force: false };
    const { object: created } = createObject(call, object, request, "update");
    void status;
    void objectOf;
    return created;
  }

  #ensureNamespace(name: string): void {
    if (this.#core.storage.collection("namespaces").records.has(name)) return;
    this.#seed({ apiVersion: "v1", kind: "Namespace", metadata: { name } });
  }

  #onExchange(exchange: Exchange, certificate: { readonly name: string; readonly groups: readonly string[] } | undefined): void {
    try {
      if (!this.#hostAllowed(exchange)) {
        respondText(exchange, 403, "Forbidden: this server answers on its own address only\n");
        return;
      }
      const user = this.#users.identify(exchange.headers, certificate);
      const mark = exchange.target.indexOf("?");
      const pathname = mark < 0 ? exchange.target : exchange.target.slice(0, mark);
      const query = new URLSearchParams(mark < 0 ? "" : exchange.target.slice(mark + 1));
      const served = routeResource(this.#core, this.#users, exchange, user, pathname, query);
      if (served === undefined) respondText(exchange, 404, "404 page not found\n");
      else served.catch((error: unknown) => this.#refuse(exchange, error));
    } catch (error) {
      this.#refuse(exchange, error);
    }
  }

  #refuse(exchange: Exchange, error: unknown): void {
    const refusal = error instanceof ApiError ? error : internalError(error instanceof Error ? error.message : String(error));
    const retry = isObject(refusal.status.details) ? refusal.status.details["retryAfterSeconds"] : undefined;
    const headers = {
      "content-type": "application/json",
      "cache-control": "no-cache, private",
      ...(typeof retry === "number" ? { "retry-after": String(retry) } : {}),
    };
    exchange.respond(refusal.code, headers, Buffer.from(`${JSON.stringify(refusal.status)}\n`));
  }

  /** A browser that was led here by a name of somebody else's (DNS rebinding) says so in its Host header. */
  #hostAllowed({ headers }: Exchange): boolean {
    const host = (headers.host ?? "").toLowerCase();
    const port = this.#port;
    const own = [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`, `${this.#options.host ?? "127.0.0.1"}:${port}`];
    return (own.includes(host) || (this.#options.allowedHosts ?? []).includes(host)) && headers["origin"] === undefined;
  }
}

const suffixAlphabet = "bcdfghjklmnpqrstvwxz2456789";

function respondText(exchange: Exchange, status: number, text: string): void {
  exchange.respond(status, { "content-type": "text/plain; charset=utf-8", "x-content-type-options": "nosniff" }, Buffer.from(text));
}

function tlsMaterial(): TlsMaterial {
  const ca = createCertificateAuthority({ commonName: "client-ts-in-memory" });
  const leaf = issueCertificate(ca, {
    commonName: "localhost",
    usages: ["server"],
    dnsNames: ["localhost"],
    ipAddresses: ["127.0.0.1", "::1"],
  });
  return { key: leaf.key, cert: leaf.cert, ca: ca.cert };
}

void failure;
