import { randomInt, randomUUID } from "node:crypto";
import { defined, messageOf, protobufMediaType } from "client-ts/internal";
import type { KubeObject } from "client-ts/meta";
import type { Clock } from "client-ts/util";
import { chosenControllers } from "../controllers/index.ts";
import { AccountTokens } from "./account-tokens.ts";
import { ApiError, badRequest, failure, internalError, pathNotFound } from "./api-error.ts";
import type { ApiServerOptions } from "./api-server-types.ts";
import { Bootstrap } from "./bootstrap.ts";
import { Controllers } from "./controllers.ts";
import type { Core, CoreSettings, User } from "./core.ts";
import { CustomResources } from "./crd/custom-resources.ts";
import { authorize, routeResource, verbOf } from "./dispatch.ts";
import type { Exchange } from "./exchange.ts";
import { FlowControl } from "./flow-control.ts";
import { serveGeneral } from "./general-paths.ts";
import { parseApiPath } from "./request-path.ts";
import { makeNamespace } from "./make-namespace.ts";
import { type ApiObject, copyJson, type Json } from "./objects.ts";
import { prefersProtobuf, protobufBytes, protobufFor } from "./protobuf.ts";
import { RbacAuthorizer } from "./rbac/rbac-authorizer.ts";
import { checkApproval, checkEscalation } from "./rbac/escalation.ts";
import type { ResourceTable } from "./resources.ts";
import { seedObject } from "./seed.ts";
import { checkSnapshot, loadSnapshot, type Snapshot } from "./snapshot.ts";
import { Storage } from "./storage.ts";
import { Streams } from "./streams/streams.ts";
import type { Users } from "./users.ts";

/** Whom a client certificate names. */
export interface CertificateUser {
  readonly name: string;
  readonly groups: readonly string[];
}

/** Options of the server that are not about sockets. */
export interface HandlerOptions extends ApiServerOptions {
  /** Objects of built-in kinds are not validated. Default `false`. */
  readonly lenient?: boolean | undefined;
}

/** What a {@link RequestHandler} gets from what carries its requests. */
export interface HandlerPorts {
  readonly users: Users;
  readonly clock: Clock;
  /** The port that clients reach it by: the Service `kubernetes` leads there. */
  readonly port: () => number;
  /** What tokens of ServiceAccounts name as their issuer. Default: the port on loopback, with TLS. */
  readonly issuer?: (() => string) | undefined;
  /** Whether a real controller manager does what the server does by itself otherwise. Default `false`. */
  readonly realControllers?: boolean | undefined;
  /** Answers paths that are neither resources nor general; `false` when it does not know the path. */
  readonly serveOwn?: ((exchange: Exchange, user: User, pathname: string) => Promise<void> | false) | undefined;
}

/** The server without its sockets: the state, who may do what, and the answer to each request. */
export class RequestHandler {
  readonly core: Core;
  readonly #ports: HandlerPorts;
  readonly #controllers: Controllers;
  readonly #flows: FlowControl;
  readonly #bootstrap: Bootstrap;

  constructor(options: HandlerOptions, table: ResourceTable, ports: HandlerPorts) {
    this.#ports = ports;
    const hasControllers = options.controllers !== false && !ports.realControllers;
    const storage = new Storage({ historyWindow: options.historyWindow, journalLimit: options.journalLimit });
    this.core = {
      storage,
      table,
      clock: ports.clock,
      settings: settingsOf(options, hasControllers),
      streams: new Streams(options.containers, options.streamProtocols),
      randomSuffix: () => Array.from({ length: 5 }, () => suffixAlphabet[randomInt(suffixAlphabet.length)]).join(""),
      newUid: () => randomUUID(),
      refuseEscalation: (call, object, old) => {
        if (!ports.users.byRoles(call.user)) return;
        checkEscalation(call, authorizer, object, old);
        if (call.subresource === "approval") checkApproval(call, authorizer, object);
      },
      access: ({ self, ...question }) => ports.users.review(question, { self }),
      ensureBootstrap: (collection) => this.#bootstrap.ensure(collection),
    };
    this.#bootstrap = new Bootstrap(this.core, ports.port);
    const authorizer = new RbacAuthorizer(this.core);
    ports.users.authorizer = authorizer;
    ports.users.accounts = new AccountTokens(this.core, ports.issuer ?? (() => `https://127.0.0.1:${ports.port()}/`));
    const custom = new CustomResources(this.core);
    this.#flows = new FlowControl(this.core);
    const names = chosenControllers(options.controllers);
    this.#controllers = new Controllers(this.core, {
      custom,
      enabled: hasControllers,
      hasKubelet: names.includes("kubelet"),
    });
    storage.follow((collection) => this.#flows.onCommit(collection));
    storage.follow((collection, { type, record }) => {
      if (collection.name === "pods" && type === "DELETED") this.core.streams.podDeleted(record.uid);
    });
    if (options.snapshot === undefined) {
      for (const name of ["default", "kube-system", "kube-public", "kube-node-lease"])
        makeNamespace(this.core, name, "kube-apiserver");
      // A cluster has a past that it no longer remembers.
      storage.compact();
    } else {
      this.load(options.snapshot);
    }
    this.apply(...(options.objects ?? []));
  }

  /** Creates objects, or replaces those that are there. */
  apply(...objects: readonly KubeObject[]): KubeObject[] {
    return objects.map((object) => seedObject(this.core, copyJson(object) as ApiObject));
  }

  /** Replaces everything by a snapshot. */
  load(snapshot: Snapshot): void {
    checkSnapshot(snapshot);
    // A snapshot has what its server had.
    this.#bootstrap.forget();
    const definitions = snapshot.objects["customresourcedefinitions.apiextensions.k8s.io"];
    // The kinds first, or their objects would have no home.
    if (definitions !== undefined) for (const one of definitions) this.#controllers.custom.define(one as ApiObject);
    loadSnapshot(this.core.storage, this.core.table, snapshot);
  }

  /** Answers a request. */
  serve(asked: Exchange, certificate: CertificateUser | undefined, pathname: string, query: URLSearchParams): void {
    let exchange = asked;
    const loading = protobufFor(exchange.headers.accept);
    if (loading !== undefined) {
      loading.then(
        () => this.serve(exchange, certificate, pathname, query),
        (error: unknown) => this.refuse(exchange, error),
      );
      return;
    }
    try {
      const { users } = this.#ports;
      const user = users.identify(exchange.headers, certificate);
      if (query.has("timeout")) checkTimeout(query.get("timeout")!, pathname, query);
      if (this.#flows.isActive) {
        const path = parseApiPath(pathname);
        const verb = path === undefined ? exchange.method.toLowerCase() : verbOf(exchange.method, path, query);
        exchange = this.#flows.classified(exchange, { user, verb, path, pathname });
      }
      const served =
        routeResource(this.core, users, exchange, user, pathname, query) ?? this.#serveOther(exchange, user, pathname);
      served?.catch((error: unknown) => this.refuse(exchange, error));
    } catch (error) {
      this.refuse(exchange, error);
    }
  }

  /** Answers with a refusal when the user may not do this; says whether it did. */
  refuses(exchange: Exchange, certificate: CertificateUser | undefined, pathname: string): boolean {
    const { users } = this.#ports;
    const path = parseApiPath(pathname);
    if (path === undefined) return false;
    try {
      const user = users.identify(exchange.headers, certificate);
      const query = new URLSearchParams();
      authorize(users, user, path, path, verbOf(exchange.method, path, query), query);
      return false;
    } catch (error) {
      this.refuse(exchange, error);
      return true;
    }
  }

  /** Answers with what went wrong. */
  refuse(exchange: Exchange, error: unknown): void {
    const refusal = error instanceof ApiError ? error : internalError(messageOf(error));
    const retry = refusal.status.details?.retryAfterSeconds;
    const protobuf = prefersProtobuf(exchange.headers.accept) && this.#isBuiltIn(exchange);
    const headers = {
      "content-type": protobuf ? protobufMediaType : "application/json",
      "cache-control": "no-cache, private",
      ...defined({ "retry-after": retry === undefined ? undefined : String(retry) }),
    };
    const body = protobuf ? protobufBytes({ ...refusal.status }) : Buffer.from(`${JSON.stringify(refusal.status)}\n`);
    exchange.respond(refusal.code, headers, body);
  }

  /** Ends what runs on its own. */
  stop(): void {
    this.#controllers.stop();
  }

  /** Whether a request is about a built-in kind. */
  #isBuiltIn({ target }: Exchange): boolean {
    const path = parseApiPath(target.split("?", 1)[0]!);
    const resource = path && this.core.table.find(path.group, path.version, path.plural);
    return resource !== undefined && resource.custom === undefined;
  }

  /** What a client needs to check tokens of ServiceAccounts by itself. */
  #serveOpenId(exchange: Exchange, pathname: string): boolean {
    const { accounts } = this.#ports.users;
    const answer = (value: Json, contentType: string): true => {
      const headers = { "content-type": contentType, "cache-control": "public, max-age=3600" };
      exchange.respond(200, headers, Buffer.from(JSON.stringify(value)));
      return true;
    };
    if (accounts === undefined) return false;
    if (pathname === "/.well-known/openid-configuration") return answer(accounts.configuration(), "application/json");
    return pathname === "/openid/v1/jwks" && answer(accounts.keySet(), "application/jwk-set+json");
  }

  #serveOther(exchange: Exchange, user: User, pathname: string): Promise<void> | undefined {
    const { users, port, serveOwn } = this.#ports;
    const verb = exchange.method.toLowerCase();
    const problem = users.denied({
      user,
      verb,
      group: "",
      resource: "",
      subresource: "",
      namespace: "",
      name: "",
      path: pathname,
    });
    if (problem !== undefined)
      throw new ApiError({ ...failure(403, "Forbidden", `forbidden: ${problem}`), details: {} });
    const own = serveOwn?.(exchange, user, pathname) ?? false;
    if (own !== false) return own;
    if (serveGeneral(this.core, exchange, pathname, `127.0.0.1:${port()}`)) return undefined;
    if (exchange.method === "GET" && this.#serveOpenId(exchange, pathname)) return undefined;
    // Below a version that is served the answer is a Status; elsewhere no handler is responsible.
    const group = /^\/api\/(v1)?\//.test(pathname) ? "" : /^\/apis\/([^/]+)\/./.exec(pathname)?.[1];
    if (
      group !== undefined &&
      [...this.core.table.all()].some((one) => one.group === group && one.custom === undefined)
    )
      throw pathNotFound();
    respondText(exchange, 404, "404 page not found\n");
    return undefined;
  }
}

/** Refuses a timeout that Go would not read; a watch does not look at it. */
function checkTimeout(text: string, pathname: string, query: URLSearchParams): void {
  const path = parseApiPath(pathname);
  if (text === "" || (path !== undefined && verbOf("GET", path, query) === "watch")) return;
  const refused = (why: string): ApiError =>
    badRequest(`invalid timeout specified in the request URL - time: ${why} ${JSON.stringify(text)}`);
  // Digits belong to one part of the pattern only, so that a long text takes no longer than it must.
  const amount = "(?:\\d+(?:\\.\\d*)?|\\.\\d+)";
  const known = "(?:ns|us|µs|μs|ms|s|m|h)";
  if (new RegExp(`^[+-]?(?:0|(?:${amount}${known})+)$`).test(text)) return;
  const [, rest] = new RegExp(`^[+-]?(?:${amount}${known})*${amount}([^\\d.]*)`).exec(text) ?? [];
  if (rest === undefined) throw refused("invalid duration");
  throw refused(rest === "" ? "missing unit in duration" : `unknown unit ${JSON.stringify(rest)} in duration`);
}

/** Answers with plain text. */
export function respondText(exchange: Exchange, status: number, text: string): void {
  exchange.respond(
    status,
    { "content-type": "text/plain; charset=utf-8", "x-content-type-options": "nosniff" },
    Buffer.from(text),
  );
}

const suffixAlphabet = "bcdfghjklmnpqrstvwxz2456789";

function settingsOf(options: HandlerOptions, hasControllers: boolean): CoreSettings {
  return {
    bookmarkIntervalMs: options.bookmarkIntervalMs ?? 60_000,
    watchTimeoutMs: options.watchTimeoutMs ?? 45 * 60_000,
    slowWatcherBytes: options.slowWatcherBytes ?? 16 << 20,
    maxRequestBytes: 3 << 20,
    maxObjectBytes: 1_572_864,
    freshnessTimeoutMs: options.freshnessTimeoutMs ?? 3000,
    lenient: options.lenient ?? false,
    countsQuotas: hasControllers,
  };
}
