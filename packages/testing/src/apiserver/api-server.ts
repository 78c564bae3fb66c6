import { randomInt, randomUUID } from "node:crypto";
import { isIP } from "node:net";
import { newCertificateAuthority, issueCertificate } from "client-ts/certs";
import type { KubeObject } from "client-ts/meta";
import { type Clock, newLogger, systemClock } from "client-ts/util";
import { stringify } from "yaml";
import { adminPrefix, serveAdmin } from "./admin.ts";
import { ApiError, failure, forbidden, internalError, pathNotFound } from "./api-error.ts";
import type { ApiServer, ApiServerOptions } from "./api-server-types.ts";
import { Bootstrap } from "./bootstrap.ts";
import { builtinResources } from "./builtin-resources.ts";
import { Controllers } from "./controllers.ts";
import type { Core, CoreSettings, User } from "./core.ts";
import { CustomResources } from "./crd/custom-resources.ts";
import { routeResource } from "./dispatch.ts";
import { parseQuery } from "./request-path.ts";
import type { Exchange } from "./exchange.ts";
import { Faults } from "./faults.ts";
import { serveGeneral } from "./general-paths.ts";
import { type Front, listen, type TlsMaterial } from "./http-front.ts";
import type { Journal } from "./journal.ts";
import type { ApiObject } from "./objects.ts";
import { ResourceTable, type ServedResource } from "./resources.ts";
import { seedObject } from "./seed.ts";
import { loadSnapshot, type Snapshot, takeSnapshot } from "./snapshot.ts";
import { Storage } from "./storage.ts";
import { Users } from "./users.ts";

/**
 * Starts an API server in this process, on loopback: every built-in kind and the custom ones you define, over real
 * HTTP/1.1 and HTTP/2.
 *
 * ```ts
 * await using server = await startApiServer({ objects: [web] });
 * const client = await connect({ kubeconfigText: server.kubeconfig });
 * ```
 */
export async function startApiServer(options: ApiServerOptions = {}): Promise<ApiServer> {
  const server = new InMemoryApiServer(options, await builtinResources(options.allVersions ?? false));
  await server.listen();
  return server;
}

class InMemoryApiServer implements ApiServer {
  readonly faults: Faults;
  readonly #options: ApiServerOptions;
  readonly #users: Users;
  readonly #core: Core;
  readonly #controllers: Controllers | undefined;
  readonly #authority: { readonly cert: string; readonly key: string } | undefined;
  readonly #tls: TlsMaterial | undefined;
  #front: Front | undefined;
  #port = 0;
  #closed = false;

  constructor(options: ApiServerOptions, resources: readonly ServedResource[]) {
    this.#options = options;
    this.#users = new Users(options.users ?? [{ name: "admin", groups: ["system:masters"] }], options.deny);
    const clock = options.clock ?? systemClock;
    this.faults = new Faults(clock);
    const storage = new Storage({ historyWindow: options.historyWindow, journalLimit: options.journalLimit });
    const table = new ResourceTable(resources);
    this.#core = {
      storage,
      table,
      clock: skewed(clock, this.faults),
      settings: settingsOf(options),
      randomSuffix: () => Array.from({ length: 5 }, () => suffixAlphabet[randomInt(suffixAlphabet.length)]).join(""),
      newUid: () => randomUUID(),
      // A snapshot has what its server had.
      ensureBootstrap: options.snapshot === undefined ? (collection) => bootstrap.ensure(collection) : () => {},
    };
    const bootstrap = new Bootstrap(this.#core, () => this.#port);
    const custom = new CustomResources(this.#core);
    this.#controllers = new Controllers(this.#core, { custom, enabled: options.controllers !== false });
    if (options.tls ?? true) {
      const { host = "127.0.0.1" } = options;
      this.#authority = newCertificateAuthority({ commonName: "client-ts-in-memory" });
      const leaf = issueCertificate(this.#authority, {
        commonName: "localhost",
        usages: ["server"],
        dnsNames: isIP(host) === 0 ? ["localhost", host] : ["localhost"],
        ipAddresses: isIP(host) === 0 ? ["127.0.0.1", "::1"] : ["127.0.0.1", "::1", host],
      });
      this.#tls = { key: leaf.key, cert: leaf.cert, ca: this.#authority.cert };
    }
    if (options.snapshot === undefined) {
      for (const name of ["default", "kube-system", "kube-public", "kube-node-lease"]) {
        this.apply({ apiVersion: "v1", kind: "Namespace", metadata: { name } });
      }
      // A cluster has a past that it no longer remembers.
      storage.compact();
    } else {
      this.load(options.snapshot);
    }
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
    const shown = host === "0.0.0.0" ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host;
    return `${this.#tls === undefined ? "http" : "https"}://${shown}:${this.#port}`;
  }

  get kubeconfig(): string {
    return this.#kubeconfigOf("admin", { token: this.#users.adminToken });
  }

  userKubeconfig(name: string, groups: readonly string[] = []): string {
    if (this.#authority === undefined) return this.#kubeconfigOf(name, { token: this.#users.issue({ name, groups }) });
    const { cert, key } = issueCertificate(this.#authority, {
      commonName: name,
      organizations: [...groups],
      usages: ["client"],
    });
    const encode = (text: string): string => Buffer.from(text).toString("base64");
    return this.#kubeconfigOf(name, { "client-certificate-data": encode(cert), "client-key-data": encode(key) });
  }

  get journal(): Journal {
    return this.#core.storage.journal;
  }

  get revision(): string {
    return String(this.#core.storage.revision);
  }

  get connectionCount(): number {
    return this.#front?.connections.size ?? 0;
  }

  apply(...objects: readonly KubeObject[]): KubeObject[] {
    return objects.map((object) => seedObject(this.#core, structuredClone(object) as ApiObject));
  }

  compact(revision?: string): void {
    this.#core.storage.compact(revision === undefined ? undefined : Number(revision));
  }

  snapshot(): Snapshot {
    return takeSnapshot(this.#core.storage);
  }

  load(snapshot: Snapshot): void {
    const definitions = snapshot.objects["customresourcedefinitions.apiextensions.k8s.io"];
    // The kinds first, or their objects would have no home.
    if (definitions !== undefined) for (const one of definitions) this.#controllers?.custom.define(one as ApiObject);
    loadSnapshot(this.#core.storage, this.#core.table, snapshot);
  }

  cutConnections(how: "reset" | "end" = "reset"): void {
    for (const connection of [...(this.#front?.connections ?? [])]) connection.cut(how);
  }

  silenceConnections(): void {
    for (const connection of this.#front?.connections ?? []) connection.goSilent();
  }

  goAway(): void {
    for (const connection of this.#front?.connections ?? []) connection.goAway();
  }

  async restart({
    history = "kept",
    downMs = 0,
  }: {
    readonly history?: "kept" | "lost" | undefined;
    readonly downMs?: number | undefined;
  } = {}): Promise<void> {
    await this.#front?.close();
    if (history === "lost") this.compact();
    if (downMs > 0) await new Promise<void>((resolve) => void this.#core.clock.setTimer(downMs, resolve));
    if (!this.#closed) await this.listen();
  }

  async close(): Promise<void> {
    if (!this.#closed) this.#reportUnmatchedFaults();
    this.#closed = true;
    this.#controllers?.stop();
    await this.#front?.close();
  }

  #reportUnmatchedFaults(): void {
    const logger = this.#options.logger ?? newLogger();
    for (const fault of this.faults.unmatched())
      logger.warn("no request matched this fault before the server closed: check its match", {
        fault: JSON.stringify(fault),
      });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #kubeconfigOf(user: string, credentials: Record<string, string>): string {
    const ca =
      this.#tls === undefined ? {} : { "certificate-authority-data": Buffer.from(this.#tls.ca).toString("base64") };
    return stringify({
      apiVersion: "v1",
      kind: "Config",
      clusters: [{ name: "in-memory", cluster: { server: this.url, ...ca } }],
      users: [{ name: user, user: credentials }],
      contexts: [{ name: "in-memory", context: { cluster: "in-memory", user, namespace: "default" } }],
      "current-context": "in-memory",
    });
  }

  #onExchange(
    exchange: Exchange,
    certificate: { readonly name: string; readonly groups: readonly string[] } | undefined,
  ): void {
    const mark = exchange.target.indexOf("?");
    const pathname = mark < 0 ? exchange.target : exchange.target.slice(0, mark);
    const query = parseQuery(mark < 0 ? "" : exchange.target.slice(mark + 1));
    const faulty = pathname.startsWith(adminPrefix)
      ? undefined
      : this.faults.apply(exchange, pathname, query, this.#core.storage.revision);
    if (faulty === undefined) {
      this.#serve(exchange, certificate, pathname, query);
      return;
    }
    faulty.intercept().then(
      (answered) => {
        if (!answered) this.#serve(faulty, certificate, pathname, query);
      },
      (error: unknown) => this.#refuse(exchange, error),
    );
  }

  #serve(
    exchange: Exchange,
    certificate: { readonly name: string; readonly groups: readonly string[] } | undefined,
    pathname: string,
    query: URLSearchParams,
  ): void {
    try {
      if (!this.#hostAllowed(exchange)) {
        respondText(exchange, 403, "Forbidden: this server answers on its own address only\n");
        return;
      }
      const user = this.#users.identify(exchange.headers, certificate);
      const served =
        routeResource(this.#core, this.#users, exchange, user, pathname, query) ??
        this.#serveOther(exchange, user, pathname);
      served?.catch((error: unknown) => this.#refuse(exchange, error));
    } catch (error) {
      this.#refuse(exchange, error);
    }
  }

  #serveOther(exchange: Exchange, user: User, pathname: string): Promise<void> | undefined {
    const verb = exchange.method.toLowerCase();
    const problem = this.#users.denied({
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
    if (pathname.startsWith(adminPrefix)) {
      if (user.name === "system:anonymous")
        throw forbidden({ group: "", plural: "admin" }, "", "credentials are needed here");
      return serveAdmin({ ...this.#actions(), faults: this.faults }, exchange, pathname);
    }
    if (serveGeneral(this.#core.table, exchange, pathname, `127.0.0.1:${this.#port}`)) return undefined;
    // Below a version that is served the answer is a Status; elsewhere no handler is responsible.
    const group = /^\/api\/(v1)?\//.test(pathname) ? "" : /^\/apis\/([^/]+)\/./.exec(pathname)?.[1];
    if (
      group !== undefined &&
      [...this.#core.table.all()].some((one) => one.group === group && one.custom === undefined)
    )
      throw pathNotFound();
    respondText(exchange, 404, "404 page not found\n");
    return undefined;
  }

  #actions(): Omit<Parameters<typeof serveAdmin>[0], "faults"> {
    return {
      compact: (revision) => this.compact(revision),
      restart: (options) => this.restart(options),
      cutConnections: (how) => this.cutConnections(how),
      journal: () => this.journal.entries(),
      snapshot: () => this.snapshot(),
    };
  }

  #refuse(exchange: Exchange, error: unknown): void {
    const refusal =
      error instanceof ApiError ? error : internalError(error instanceof Error ? error.message : String(error));
    const retry = refusal.status.details?.retryAfterSeconds;
    const headers = {
      "content-type": "application/json",
      "cache-control": "no-cache, private",
      ...(retry === undefined ? {} : { "retry-after": String(retry) }),
    };
    exchange.respond(refusal.code, headers, Buffer.from(`${JSON.stringify(refusal.status)}\n`));
  }

  /**
   * A browser that was led here by a foreign name (DNS rebinding) says so in its Host header, and one that
   * shows a foreign page in its Origin. Clients that open WebSockets send the server's own address as the origin.
   */
  #hostAllowed({ headers }: Exchange): boolean {
    const port = this.#port;
    const own = [
      `127.0.0.1:${port}`,
      `localhost:${port}`,
      `[::1]:${port}`,
      `${this.#options.host ?? "127.0.0.1"}:${port}`,
    ];
    const allowed = (host: string): boolean => own.includes(host) || (this.#options.allowedHosts ?? []).includes(host);
    const origin = headers["origin"];
    return allowed((headers.host ?? "").toLowerCase()) && (origin === undefined || allowed(hostOf(origin)));
  }
}

/** The host and port of an origin; empty when it is none. */
function hostOf(origin: string): string {
  return /^https?:\/\/([^/?#@]+)\/?$/i.exec(origin)?.[1]?.toLowerCase() ?? "";
}

const suffixAlphabet = "bcdfghjklmnpqrstvwxz2456789";

function settingsOf(options: ApiServerOptions): CoreSettings {
  return {
    bookmarkIntervalMs: options.bookmarkIntervalMs ?? 60_000,
    watchTimeoutMs: options.watchTimeoutMs ?? 45 * 60_000,
    slowWatcherBytes: options.slowWatcherBytes ?? 16 << 20,
    maxRequestBytes: 3 << 20,
    maxObjectBytes: 1_572_864,
    freshnessTimeoutMs: options.freshnessTimeoutMs ?? 3000,
  };
}

function skewed(clock: Clock, faults: Faults): Clock {
  return {
    now: () => clock.now() + faults.skewMs,
    monotonic: () => clock.monotonic(),
    setTimer: (delayMs, run, options) => clock.setTimer(delayMs, run, options),
  };
}

function respondText(exchange: Exchange, status: number, text: string): void {
  exchange.respond(
    status,
    { "content-type": "text/plain; charset=utf-8", "x-content-type-options": "nosniff" },
    Buffer.from(text),
  );
}
