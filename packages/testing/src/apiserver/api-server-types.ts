import type { KubeObject, Stored, Unstructured } from "client-ts/meta";
import type { Clock, Logger } from "client-ts/util";
import type { ControllerChoice } from "../controllers/index.ts";
import type { Faults } from "./faults.ts";
import type { Journal } from "./journal.ts";
import type { Snapshot } from "./snapshot.ts";
import type { ContainerScripts } from "./streams/container-script.ts";
import type { DenyRule, TokenUser } from "./users.ts";

/** Options of `startApiServer`. */
export interface ApiServerOptions {
  /**
   * Objects that are there from the beginning; namespaces they need are made. Definitions of custom kinds come before
   * their objects.
   */
  readonly objects?: readonly (KubeObject | Unstructured)[] | undefined;
  /** Begin with the state of another server. */
  readonly snapshot?: Snapshot | undefined;
  /** Default 0: any free one. */
  readonly port?: number | undefined;
  /** Where to listen. Default `127.0.0.1`; anything else opens the server to others. */
  readonly host?: string | undefined;
  /** HTTPS with a certificate of its own authority, and HTTP/2 by negotiation. Default `true`. */
  readonly tls?: boolean | undefined;
  /** Who may call, by token. Default: one administrator. The first is the user of the kubeconfig. */
  readonly users?: readonly TokenUser[] | undefined;
  /** Refuses requests that are allowed otherwise. */
  readonly deny?: DenyRule | undefined;
  /**
   * Whether Roles, ClusterRoles and their bindings decide. Default: for impersonated users and ServiceAccounts. `true`:
   * for every user who is not in the group `system:masters`. `false`: never.
   */
  readonly rbac?: boolean | undefined;
  /** Further values of the `Host` header to accept. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Time: what is written into objects, timeouts, bookmarks. Default: the machine's. */
  readonly clock?: Clock | undefined;
  /** Gets a warning for each fault that no request matched when the server closes. Default: standard error. */
  readonly logger?: Logger | undefined;
  /** Commits kept per resource for watches that resume. Default 10,000. */
  readonly historyWindow?: number | undefined;
  /** Journal entries kept, at least; older ones are dropped. Default 50,000, about 30 MB; `Infinity` keeps all. */
  readonly journalLimit?: number | undefined;
  /** How often a watch that asks for bookmarks gets one. Default one minute. */
  readonly bookmarkIntervalMs?: number | undefined;
  /** How long a watch lives that does not say. Default 45 minutes. */
  readonly watchTimeoutMs?: number | undefined;
  /** How long a read waits for a resourceVersion that is still to come. Default three seconds. */
  readonly freshnessTimeoutMs?: number | undefined;
  /** Bytes kept for a watcher that does not read, before it is cut. Default 16 MiB. */
  readonly slowWatcherBytes?: number | undefined;
  /** Streams per HTTP/2 connection. Default 100, as kube-apiserver. */
  readonly maxConcurrentStreams?: number | undefined;
  /** Serve alpha and beta versions too, as `--runtime-config=api/all=true`. Default `false`. */
  readonly allVersions?: boolean | undefined;
  /**
   * Who does the work of a controller manager. By default the server itself: namespaces end, dependents follow their
   * owners, quotas and disruption budgets count. `true` runs small controllers beside that, so that Deployments and the
   * other workloads become Pods that are ready on two nodes, and Services have endpoints; a list runs some of them.
   * `"real"` starts kube-controller-manager, kube-scheduler and kwok, and the small ones when their binaries are not on
   * this machine. `false`: none of that.
   */
  readonly controllers?: ControllerChoice | undefined;
  /**
   * What the containers of Pods do, asked once for each container of each Pod: for exec, attach, logs, port-forward
   * and the proxies. Default: nothing; such requests then get the answers of a cluster whose nodes cannot be reached.
   */
  readonly containers?: ContainerScripts | undefined;
  /**
   * The protocols of streams, by the names that are negotiated. Default: `v5.channel.k8s.io`, `v4.channel.k8s.io`,
   * `SPDY/3.1` and `SPDY/3.1+portforward.k8s.io`; old servers have fewer.
   */
  readonly streamProtocols?: readonly string[] | undefined;
}

/** A running server. Ends with `close()` or `await using`. */
export interface ApiServer {
  readonly url: string;
  /** A kubeconfig with the address, the authority and the first user's token, as YAML text. */
  readonly kubeconfig: string;
  /** What goes wrong on request. */
  readonly faults: Faults;
  /** Every committed write, in order. */
  readonly journal: Journal;
  /** The revision of the newest commit. */
  readonly revision: string;
  /** Connections that are open now. */
  readonly connectionCount: number;
  /** A kubeconfig for another user: with a client certificate, or with a token when there is no TLS. */
  userKubeconfig(name: string, groups?: readonly string[]): string;
  /**
   * Creates objects, or replaces those that are there, directly: past HTTP and authorization, status included.
   * Gives them as they are stored.
   */
  apply<T extends KubeObject>(...objects: readonly T[]): Stored<T>[];
  /** Forgets history before a revision, by default all of it: older watches and pages get 410. */
  compact(revision?: string): void;
  /** Everything that is stored now, as plain JSON. */
  snapshot(): Snapshot;
  /** Replaces everything by a snapshot. */
  load(snapshot: Snapshot): void;
  /** Cuts every open connection. */
  cutConnections(how?: "reset" | "end"): void;
  /** Half-open: open connections stay, nothing is read from them or sent on them any more. */
  silenceConnections(): void;
  /** Asks every HTTP/2 client to move to another connection. */
  goAway(): void;
  /** Goes away and comes back on the same port, with its history or without. */
  restart(options?: {
    readonly history?: "kept" | "lost" | undefined;
    readonly downMs?: number | undefined;
  }): Promise<void>;
  /** Stops listening, cuts every connection and settles when nothing is left open. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}
