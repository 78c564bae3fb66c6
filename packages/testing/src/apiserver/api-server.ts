import { isIP } from "node:net";
import { newClient } from "client-ts";
import { newCertificateAuthority, issueCertificate } from "client-ts/certs";
import type { Node } from "client-ts/api/core/v1";
import { defined } from "client-ts/internal";
import { isConditionTrue, type KubeObject, type Stored } from "client-ts/meta";
import { type Clock, type Logger, newLogger, silentLogger, systemClock } from "client-ts/util";
import { stringify } from "yaml";
import { chosenControllers, type ControllerName, type RunningControllers } from "../controllers/index.ts";
import { adminPrefix, serveAdmin } from "./admin.ts";
import { forbidden } from "./api-error.ts";
import type { ApiServer, ApiServerOptions } from "./api-server-types.ts";
import { builtinResources } from "./builtin-resources.ts";
import type { User } from "./core.ts";
import type { Exchange } from "./exchange.ts";
import { FaultRules } from "./fault-rules.ts";
import { type Front, listen, type ServingTls } from "./http-front.ts";
import type { Journal } from "./journal.ts";
import { type CertificateUser, RequestHandler, respondText } from "./request-handler.ts";
import { LocalTransport } from "./local-transport.ts";
import { parseQuery } from "./request-path.ts";
import { ResourceTable, type ServedResource } from "./resources.ts";
import { type Snapshot, takeSnapshot } from "./snapshot.ts";
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
  const controllers = await controllersFor(options);
  const resources = await builtinResources(options.allVersions ?? false);
  const server = new InMemoryApiServer(options, resources, controllers === "real");
  await server.listen();
  try {
    await server.startControllers(controllers);
  } catch (error) {
    await server.close();
    throw error;
  }
  return server;
}

/** Which controllers run: the real ones when they are wanted and their programs are on this machine. */
async function controllersFor({ controllers, logger }: ApiServerOptions): Promise<"real" | readonly ControllerName[]> {
  const names = chosenControllers(controllers);
  if (controllers !== "real") return names;
  const { hasRealControllers } = await import("../controllers/real-controllers.ts");
  if (hasRealControllers()) return "real";
  loggerOf(logger).warn(
    "kube-controller-manager, kube-scheduler and kwok are not on this machine: the small controllers run instead; " +
      '"npx client-ts control-plane setup --from-source" builds the real ones',
  );
  return names;
}

class InMemoryApiServer implements ApiServer {
  readonly faults: FaultRules;
  readonly #options: ApiServerOptions;
  readonly #users: Users;
  readonly #handler: RequestHandler;
  readonly #authority: { readonly cert: string; readonly key: string } | undefined;
  readonly #tls: ServingTls | undefined;
  #front: Front | undefined;
  #port = 0;
  #closed = false;
  #controllers: RunningControllers | undefined;

  constructor(options: ApiServerOptions, resources: readonly ServedResource[], realControllers: boolean) {
    this.#options = options;
    this.#users = new Users(options.users ?? [{ name: "admin", groups: ["system:masters"] }], options);
    const clock = options.clock ?? systemClock;
    this.faults = new FaultRules(clock);
    this.#handler = new RequestHandler(options, new ResourceTable(resources), {
      users: this.#users,
      clock: skewed(clock, this.faults),
      port: () => this.#port,
      issuer: () => `${this.url}/`,
      realControllers,
      serveOwn: (exchange, user, pathname) => this.#serveAdmin(exchange, user, pathname),
    });
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
    // It may have been closed while a restart was under way.
    if (this.#closed) await this.#front.close();
  }

  /** Starts controllers on clients that are part of the server: faults and cut connections do not reach them. */
  async startControllers(controllers: "real" | readonly ControllerName[]): Promise<void> {
    if (controllers.length === 0) return;
    const { firstNodes } = await import("../controllers/nodes.ts");
    const { storage } = this.#handler.core;
    const needsNodes = controllers === "real" || controllers.includes("node");
    if (needsNodes && storage.collection("nodes").records.size === 0) this.apply(...firstNodes());
    if (controllers === "real") {
      const { startRealControllers } = await import("../controllers/real-controllers.ts");
      const authority = this.#authority ?? newCertificateAuthority({ commonName: "client-ts-in-memory" });
      const { name, groups } = controllerUser;
      const kubeconfig = this.userKubeconfig(name, groups);
      this.#controllers = await startRealControllers({ kubeconfig, authority, isReady: () => this.#hasFirstObjects() });
      return;
    }
    const { startControllers } = await import("../controllers/start-controllers.ts");
    const transport = new LocalTransport(this.#handler, controllerUser);
    const { clock } = this.#handler.core;
    // Controllers are refused and try again all the time: that is of interest to a user who asked for it.
    const logger = this.#options.logger ?? false;
    const client = newClient({ host: "http://in-memory.invalid", clock, logger, transport: transport.send });
    const rootCertificate = this.#authority?.cert;
    const running = await startControllers(client, { names: controllers, clock, logger, rootCertificate });
    this.#controllers = {
      async close() {
        try {
          await running.close();
        } finally {
          transport.close();
          await client.close();
        }
      },
    };
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
    return this.#handler.core.storage.journal;
  }

  get revision(): string {
    return String(this.#handler.core.storage.revision);
  }

  get connectionCount(): number {
    return this.#front?.connections.size ?? 0;
  }

  apply<T extends KubeObject>(...objects: readonly T[]): Stored<T>[] {
    return this.#handler.apply(...objects) as Stored<T>[];
  }

  compact(revision?: string): void {
    this.#handler.core.storage.compact(revision === undefined ? undefined : Number(revision));
  }

  snapshot(): Snapshot {
    return takeSnapshot(this.#handler.core.storage);
  }

  load(snapshot: Snapshot): void {
    this.#handler.load(snapshot);
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
    if (downMs > 0) await new Promise<void>((resolve) => void this.#handler.core.clock.setTimer(downMs, resolve));
    if (!this.#closed) await this.listen();
  }

  async close(): Promise<void> {
    if (!this.#closed) this.#reportUnmatchedFaults();
    this.#closed = true;
    try {
      await this.#controllers?.close();
    } finally {
      this.#handler.stop();
      await this.#front?.close();
    }
  }

  #reportUnmatchedFaults(): void {
    const logger = loggerOf(this.#options.logger);
    for (const fault of this.faults.unmatched())
      logger.warn("no request matched this fault before the server closed: check its match", {
        fault: JSON.stringify(fault),
      });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** Whether nodes are ready and the namespace `default` has its ServiceAccount. */
  #hasFirstObjects(): boolean {
    const { storage } = this.#handler.core;
    const nodes = [...storage.collection("nodes").records.values()];
    const isReady = ({ bytes }: (typeof nodes)[number]): boolean =>
      isConditionTrue((JSON.parse(bytes.toString("utf8")) as Node).status?.conditions, "Ready");
    return nodes.every(isReady) && storage.collection("serviceaccounts").records.has("default/default");
  }

  #kubeconfigOf(user: string, credentials: Record<string, string>): string {
    const ca = defined({
      "certificate-authority-data": this.#tls === undefined ? undefined : Buffer.from(this.#tls.ca).toString("base64"),
    });
    return stringify({
      apiVersion: "v1",
      kind: "Config",
      clusters: [{ name: "in-memory", cluster: { server: this.url, ...ca } }],
      users: [{ name: user, user: credentials }],
      contexts: [{ name: "in-memory", context: { cluster: "in-memory", user, namespace: "default" } }],
      "current-context": "in-memory",
    });
  }

  #onExchange(exchange: Exchange, certificate: CertificateUser | undefined): void {
    const mark = exchange.target.indexOf("?");
    const pathname = mark < 0 ? exchange.target : exchange.target.slice(0, mark);
    const query = parseQuery(mark < 0 ? "" : exchange.target.slice(mark + 1));
    const faulty = pathname.startsWith(adminPrefix)
      ? undefined
      : this.faults.apply(exchange, pathname, query, this.#handler.core.storage.revision);
    if (faulty === undefined) {
      this.#serve(exchange, certificate, pathname, query);
      return;
    }
    faulty.intercept().then(
      (answered) => {
        if (!answered) this.#serve(faulty, certificate, pathname, query);
      },
      (error: unknown) => this.#handler.refuse(exchange, error),
    );
  }

  #serve(exchange: Exchange, certificate: CertificateUser | undefined, pathname: string, query: URLSearchParams): void {
    if (this.#hostAllowed(exchange)) this.#handler.serve(exchange, certificate, pathname, query);
    else respondText(exchange, 403, "Forbidden: this server answers on its own address only\n");
  }

  #serveAdmin(exchange: Exchange, user: User, pathname: string): Promise<void> | false {
    if (!pathname.startsWith(adminPrefix)) return false;
    if (user.name === "system:anonymous")
      throw forbidden({ group: "", plural: "admin" }, "", "credentials are needed here");
    return serveAdmin({ ...this.#actions(), faults: this.faults }, exchange, pathname);
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

const controllerUser = { name: "system:kube-controller-manager", groups: ["system:masters"] };

/** The host and port of an origin; empty for a text that is not an origin. */
function hostOf(origin: string): string {
  return /^https?:\/\/([^/?#@]+)\/?$/i.exec(origin)?.[1]?.toLowerCase() ?? "";
}

function skewed(clock: Clock, faults: FaultRules): Clock {
  return {
    now: () => clock.now() + faults.skewMs,
    monotonic: () => clock.monotonic(),
    setTimer: (delayMs, run, options) => clock.setTimer(delayMs, run, options),
  };
}

function loggerOf(logger: Logger | false | undefined): Logger {
  return logger === false ? silentLogger : (logger ?? newLogger());
}
