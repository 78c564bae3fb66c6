/**
 * A real control plane on loopback, as one object: etcd and kube-apiserver, and on request controllers, scheduler,
 * nodes and Pods that live without containers (kwok) but stream for real (stream-kubelet).
 *
 * It promises: free ports, keys of its own, parts in order, each ready before the next; a failed start stops what was
 * started and is tried again (ports can be lost to others); `close` ends every process and removes every file, in the
 * opposite order; and when this process dies without `close`, a guardian process does the same.
 */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ClosedError, ConfigError } from "client-ts/errors";
import { parseDurationMs } from "client-ts/meta";
import { type Clock, systemClock } from "client-ts/util";
import { type Environment, sleep } from "client-ts/internal";
import { type ApiAccess, apiCall } from "./api-call.ts";
import { type CRDOrPath, installCRDs, readCRDs } from "./crds.ts";
import { type FaultProxy, startFaultProxy } from "./fault-proxy.ts";
import { type Binaries, findBinaries, hasBinaries } from "./find-binaries.ts";
import { Guardian } from "./guardian.ts";
import { kubeconfigText } from "./kubeconfig-text.ts";
import { type ControlPlanePart, PartProcess } from "./part-process.ts";
import { chosenParts, type PartName, type Parts } from "./parts.ts";
import { createPki, type Pki } from "./pki.ts";
import { type Flags, type PlanFacts, planOf } from "./plans.ts";
import { ensureFree, reservePorts } from "./ports.ts";
import { pinsFolder } from "./sets.ts";

/** Options of {@link startControlPlane}; all have defaults. */
export interface ControlPlaneOptions {
  /** The Kubernetes version. Default: the newest pinned one, or whatever `KUBEBUILDER_ASSETS` holds. */
  readonly version?: string | undefined;
  /** Which parts to start. Default `all`. */
  readonly parts?: Parts | undefined;
  /** How many nodes there are, when kwok runs. Default 2. */
  readonly nodes?: number | undefined;
  /** Feature gates of the Kubernetes parts. */
  readonly featureGates?: Readonly<Record<string, boolean>> | undefined;
  /** Flags per part, by name without dashes; they add to ours or replace them. */
  readonly flags?: Readonly<Partial<Record<PartName, Flags>>> | undefined;
  /** Write an audit log of every request's metadata; {@link ControlPlane.auditLog} says where. */
  readonly audit?: boolean | undefined;
  /** CustomResourceDefinitions to install: objects, files or directories. */
  readonly crds?: readonly CRDOrPath[] | undefined;
  /** A directory with the binaries, instead of looking for them. */
  readonly binaries?: string | undefined;
  /** The API server's port. Default: a free one. */
  readonly port?: number | undefined;
  /** Limit for each part to become ready. Default 60 s, or `KUBEBUILDER_CONTROLPLANE_START_TIMEOUT`. */
  readonly startTimeoutMs?: number | undefined;
  /** Limit for each part to end by itself. Default 20 s, or `KUBEBUILDER_CONTROLPLANE_STOP_TIMEOUT`. */
  readonly stopTimeoutMs?: number | undefined;
  /** Where the data, keys and logs go. Default: a temporary directory, removed on `close`. */
  readonly directory?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly clock?: Clock | undefined;
  readonly env?: Environment | undefined;
}

/** A user of a control plane, with a kubeconfig to act as that user. */
export interface ControlPlaneUser {
  readonly name: string;
  /** The user's kubeconfig as YAML text, with all certificates and keys in it. */
  readonly kubeconfig: string;
  /** The path of a file with the kubeconfig, for kubectl. */
  readonly kubeconfigPath: string;
}

/** A running control plane. */
export interface ControlPlane extends AsyncDisposable {
  /** `https://127.0.0.1:<port>`. */
  readonly url: string;
  /** The URL of etcd, without TLS: `http://127.0.0.1:<port>`. etcd has the authoritative record of all writes. */
  readonly etcdUrl: string;
  /** The administrator's kubeconfig as YAML text, with all certificates and keys in it. */
  readonly kubeconfig: string;
  /** The path of a file with the kubeconfig, for kubectl. */
  readonly kubeconfigPath: string;
  /** The directory with data, keys and logs. It is removed on `close`, unless it was given as an option. */
  readonly directory: string;
  /** Paths of the binaries in use; `kubectl` is among them when it was found. */
  readonly binaries: Binaries;
  /** The path of the audit log; `undefined` without the option `audit`. */
  readonly auditLog: string | undefined;
  /** The handle of one part, to pause, resume, kill and restart it. */
  part(name: PartName): ControlPlanePart;
  /** Creates a user in the given groups. Grant permissions to the user or the groups by RBAC. */
  addUser(name: string, groups?: readonly string[]): ControlPlaneUser;
  /** Installs CustomResourceDefinitions and waits until they are served. */
  installCRDs(sources: readonly CRDOrPath[]): Promise<void>;
  /** Compacts the history of etcd up to now, and gives the revision. */
  compactEtcd(): Promise<string>;
  /** A TCP proxy in front of the API server, for network faults, and a kubeconfig that leads through it. */
  faultProxy(): Promise<FaultProxy & { readonly kubeconfig: string }>;
  /** Ends everything and removes every file. May be called again. */
  close(): Promise<void>;
}

const tries = 5;

/** Starts a control plane. Rejects with a ConfigError that names the command to run when binaries are missing. */
export async function startControlPlane(options: ControlPlaneOptions = {}): Promise<ControlPlane> {
  const env = options.env ?? process.env;
  const parts = chosenParts(options.parts ?? "all");
  const search = {
    env,
    directory: options.binaries,
    version: options.version,
  };
  const binaries = findBinaries(
    [...parts, ...(hasBinaries(["kubectl"], search) ? (["kubectl"] as const) : [])],
    search,
  );
  if (options.port !== undefined) await ensureFree(options.port);
  for (let attempt = 1; ; attempt++) {
    const plane = new RunningControlPlane(options, parts, binaries, env);
    try {
      await plane.start();
      return plane;
    } catch (error) {
      await plane.close();
      if (attempt === tries || options.signal?.aborted || options.port !== undefined || !lostItsPort(error))
        throw error;
    }
  }
}

/** Between reserving a port and listening on it another process can take it; only then is another try worth it. */
function lostItsPort(error: unknown): boolean {
  return error instanceof Error && /address already in use|EADDRINUSE/.test(error.message);
}

class RunningControlPlane implements ControlPlane {
  readonly directory: string;
  readonly binaries: Binaries;
  readonly auditLog: string | undefined;
  readonly #options: ControlPlaneOptions;
  readonly #names: readonly PartName[];
  readonly #env: Environment;
  readonly #clock: Clock;
  readonly #guardian = new Guardian();
  readonly #parts = new Map<PartName, PartProcess>();
  readonly #proxies: FaultProxy[] = [];
  readonly #ownsDirectory: boolean;
  #port = 0;
  #etcdPort = 0;
  #pki: Pki | undefined;
  #admin: ApiAccess | undefined;
  #closing: Promise<void> | undefined;

  constructor(options: ControlPlaneOptions, names: readonly PartName[], binaries: Binaries, env: Environment) {
    this.#options = options;
    this.#names = names;
    this.#env = env;
    this.#clock = options.clock ?? systemClock;
    this.binaries = binaries;
    this.#ownsDirectory = options.directory === undefined;
    this.directory = options.directory ?? mkdtempSync(join(tmpdir(), "client-ts-control-plane-"));
    if (this.#ownsDirectory) this.#guardian.watchDirectory(this.directory);
    this.auditLog = options.audit === true ? join(this.directory, "audit.log") : undefined;
  }

  get url(): string {
    return `https://127.0.0.1:${this.#port}`;
  }

  get etcdUrl(): string {
    return `http://127.0.0.1:${this.#etcdPort}`;
  }

  get kubeconfig(): string {
    return this.#kubeconfigAt(this.#port);
  }

  get kubeconfigPath(): string {
    return join(this.directory, "kubeconfig");
  }

  async start(): Promise<void> {
    const { port, nodes = 2, crds = [], featureGates = {}, flags = {}, signal } = this.#options;
    const [etcd = 0, etcdPeer = 0, apiserver = 0, kubelet = 0, kwok = 0] = await reservePorts(5);
    this.#port = port ?? apiserver;
    this.#etcdPort = etcd;
    mkdirSync(join(this.directory, "root"), { recursive: true });
    this.#pki = await createPki(join(this.directory, "pki"));
    const admin = this.#pki.user("admin", ["system:masters"]);
    this.#admin = { port: this.#port, ca: this.#pki.ca.cert, ...admin };
    writeFileSync(this.kubeconfigPath, this.kubeconfig, { mode: 0o600 });
    if (this.auditLog !== undefined) {
      const policy = {
        apiVersion: "audit.k8s.io/v1",
        kind: "Policy",
        omitStages: ["RequestReceived"],
        rules: [{ level: "Metadata" }],
      };
      writeFileSync(join(this.directory, "audit-policy.json"), JSON.stringify(policy));
    }
    const facts: PlanFacts = {
      directory: this.directory,
      binaries: this.binaries,
      ports: { etcd, etcdPeer, apiserver: this.#port, kubelet, kwok },
      admin: this.#admin,
      kwokConfig: join(pinsFolder(), "kwok.yaml"),
      featureGates,
      flags,
      auditLog: this.auditLog,
      hasControllers: this.#names.includes("kube-controller-manager"),
    };
    const around = {
      guardian: this.#guardian,
      clock: this.#clock,
      startTimeoutMs:
        this.#options.startTimeoutMs ?? durationMs(this.#env["KUBEBUILDER_CONTROLPLANE_START_TIMEOUT"]) ?? 60_000,
      stopTimeoutMs:
        this.#options.stopTimeoutMs ?? durationMs(this.#env["KUBEBUILDER_CONTROLPLANE_STOP_TIMEOUT"]) ?? 20_000,
    };
    for (const name of this.#names) {
      const part = new PartProcess(planOf(name, facts), around);
      this.#parts.set(name, part);
      await part.start({ signal });
    }
    await this.#wait(
      "the namespace default",
      async () => (await this.#call("GET", "/api/v1/namespaces/default")).status === 200,
    );
    if (this.#names.includes("kwok")) await this.#createNodes(nodes);
    if (this.#names.includes("kube-controller-manager")) {
      await this.#wait(
        "the default service account",
        async () => (await this.#call("GET", "/api/v1/namespaces/default/serviceaccounts/default")).status === 200,
      );
    }
    if (crds.length > 0) await this.installCRDs(crds);
  }

  part(name: PartName): ControlPlanePart {
    const part = this.#parts.get(name);
    if (part === undefined)
      throw new ConfigError(`this control plane runs without ${name}; it has ${[...this.#parts.keys()].join(", ")}`);
    return part;
  }

  addUser(name: string, groups: readonly string[] = []): ControlPlaneUser {
    if (this.#pki === undefined || this.#closing !== undefined)
      throw new ClosedError("the control plane is not running");
    const kubeconfig = kubeconfigText({
      server: this.url,
      user: name,
      ca: this.#pki.ca.cert,
      ...this.#pki.user(name, groups),
    });
    const kubeconfigPath = join(this.directory, `kubeconfig-${name.replace(/[^A-Za-z0-9.-]/g, "_")}`);
    writeFileSync(kubeconfigPath, kubeconfig, { mode: 0o600 });
    return { name, kubeconfig, kubeconfigPath };
  }

  installCRDs(sources: readonly CRDOrPath[]): Promise<void> {
    return installCRDs(this.#access(), readCRDs(sources), this.#clock);
  }

  async compactEtcd(): Promise<string> {
    const range = (await etcdCall(this.#etcdPort, "/v3/kv/range", { key: "AA==" })) as {
      header?: { revision?: string };
    };
    const revision = range.header?.revision;
    if (revision === undefined) throw new ConfigError("etcd sent no revision");
    await etcdCall(this.#etcdPort, "/v3/kv/compaction", { revision, physical: true });
    return revision;
  }

  async faultProxy(): Promise<FaultProxy & { readonly kubeconfig: string }> {
    const proxy = await startFaultProxy(this.#port);
    this.#proxies.push(proxy);
    return Object.defineProperties({} as FaultProxy & { readonly kubeconfig: string }, {
      ...Object.getOwnPropertyDescriptors(proxy),
      kubeconfig: { value: this.#kubeconfigAt(proxy.port), enumerable: true },
    });
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #close(): Promise<void> {
    await Promise.all(this.#proxies.map((proxy) => proxy.close()));
    const parts = [...this.#parts.values()].reverse();
    // Nothing stores anything any more: what depends on the API server ends at once and together, then the API server,
    // then etcd.
    const [last, before] = [parts.filter((p) => p.name === "etcd"), parts.filter((p) => p.name === "kube-apiserver")];
    await Promise.all(parts.filter((p) => !last.includes(p) && !before.includes(p)).map((p) => p.close()));
    // With --shutdown-delay at zero kube-apiserver still waits for open watches; a test's control plane has nothing
    // worth waiting for.
    await Promise.all(before.map((p) => p.kill()));
    await Promise.all(last.map((p) => p.kill()));
    if (this.#ownsDirectory) rmSync(this.directory, { recursive: true, force: true, maxRetries: 5 });
    await this.#guardian.dismiss();
  }

  async #createNodes(count: number): Promise<void> {
    for (let n = 0; n < count; n++) {
      const labels = {
        "kubernetes.io/hostname": `node-${n}`,
        "kubernetes.io/os": "linux",
        "kubernetes.io/arch": "amd64",
      };
      await this.#call("POST", "/api/v1/nodes", {
        apiVersion: "v1",
        kind: "Node",
        metadata: { name: `node-${n}`, labels },
      });
    }
    await this.#wait(`the set of ${count} nodes`, async () => {
      const { items } = JSON.parse((await this.#call("GET", "/api/v1/nodes")).body) as {
        items: { status?: { conditions?: { type: string; status: string }[] } }[];
      };
      return (
        items.filter((node) => node.status?.conditions?.some((c) => c.type === "Ready" && c.status === "True"))
          .length >= count
      );
    });
  }

  async #wait(what: string, isThere: () => Promise<boolean>): Promise<void> {
    const deadline = this.#clock.monotonic() + 60_000;
    while (!(await isThere().catch(() => false))) {
      this.#options.signal?.throwIfAborted();
      const gone = [...this.#parts.values()].find((part) => !part.running);
      if (gone !== undefined)
        throw new ConfigError(`${gone.name} exited before ${what} was ready; the end of its log:\n${gone.logTail()}`);
      if (this.#clock.monotonic() > deadline) throw new ConfigError(`${what} was not ready within 60 s`);
      await sleep(50, { clock: this.#clock });
    }
  }

  #access(): ApiAccess {
    if (this.#admin === undefined || this.#closing !== undefined)
      throw new ClosedError("the control plane is not running");
    return this.#admin;
  }

  #call(method: string, path: string, body?: unknown): ReturnType<typeof apiCall> {
    return apiCall(this.#access(), method, path, body);
  }

  #kubeconfigAt(port: number): string {
    const { ca, cert, key } = this.#access();
    return kubeconfigText({ server: `https://127.0.0.1:${port}`, user: "admin", ca, cert, key });
  }
}

/** A duration of envtest's variables, in Go's syntax. */
function durationMs(text: string | undefined): number | undefined {
  return text === undefined || text === "" ? undefined : parseDurationMs(text);
}

function etcdCall(port: number, path: string, body: unknown): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const call = request(
      { host: "127.0.0.1", port, path, method: "POST", agent: false, headers: { "content-type": "application/json" } },
      (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk) => {
          text += chunk;
        });
        response.on("end", () => {
          if (response.statusCode === 200) resolve(JSON.parse(text));
          else reject(new ConfigError(`etcd refused ${path}: ${text.slice(0, 300)}`));
        });
      },
    );
    call.on("error", reject);
    call.end(JSON.stringify(body));
  });
}
