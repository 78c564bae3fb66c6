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
   * Objects that exist from the beginning; namespaces that they need are created. Definitions of custom kinds come
   * before their objects.
   */
  readonly objects?: readonly (KubeObject | Unstructured)[] | undefined;
  /** Begin with the state of another server. */
  readonly snapshot?: Snapshot | undefined;
  /** The port. Default 0: any free one. */
  readonly port?: number | undefined;
  /** The address to listen on. Default `127.0.0.1`; with any other, other machines can reach the server. */
  readonly host?: string | undefined;
  /** HTTPS with a certificate of its own authority, and HTTP/2 by negotiation. Default `true`. */
  readonly tls?: boolean | undefined;
  /** The users, each with a token. The first is the user of the kubeconfig. Default: one administrator. */
  readonly users?: readonly TokenUser[] | undefined;
  /** A rule that refuses requests which would otherwise be allowed. */
  readonly deny?: DenyRule | undefined;
  /**
   * Whether Roles, ClusterRoles and their bindings decide. Default: for impersonated users and ServiceAccounts. `true`:
   * for every user who is not in the group `system:masters`. `false`: never.
   */
  readonly rbac?: boolean | undefined;
  /** Further values of the `Host` header to accept. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** The clock for times in objects, timeouts and bookmarks. Default: the machine's. */
  readonly clock?: Clock | undefined;
  /**
   * Gets a warning for each fault that no request matched when the server closes. Default: standard error. `false`
   * writes nothing.
   */
  readonly logger?: Logger | false | undefined;
  /** Commits kept per resource for watches that resume. Default 10,000. */
  readonly historyWindow?: number | undefined;
  /** Journal entries kept, at least; older ones are dropped. Default 50,000, about 30 MB; `Infinity` keeps all. */
  readonly journalLimit?: number | undefined;
  /** How often a watch that asks for bookmarks gets one. Default one minute. */
  readonly bookmarkIntervalMs?: number | undefined;
  /** How long a watch without `timeoutSeconds` lasts. Default 45 minutes. */
  readonly watchTimeoutMs?: number | undefined;
  /** How long a read waits for a resourceVersion that the server has not reached yet. Default three seconds. */
  readonly freshnessTimeoutMs?: number | undefined;
  /** How many bytes are kept for a watcher that does not read, before its watch is cut. Default 16 MiB. */
  readonly slowWatcherBytes?: number | undefined;
  /** Streams per HTTP/2 connection. Default 100, as kube-apiserver. */
  readonly maxConcurrentStreams?: number | undefined;
  /** Serve alpha and beta versions too, as `--runtime-config=api/all=true`. Default `false`. */
  readonly allVersions?: boolean | undefined;
  /**
   * Which controllers run. By default the server only deletes namespaces and the dependents of owners, and counts
   * quotas and disruption budgets. `true` also runs small controllers, so that Deployments and the other workloads
   * become Pods that are ready on two nodes, and Services have endpoints; a list runs some of them. `"real"` starts
   * kube-controller-manager, kube-scheduler and kwok, or the small controllers when their binaries are not on this
   * machine. `false`: none of these.
   */
  readonly controllers?: ControllerChoice | undefined;
  /**
   * What the containers of Pods do on exec, attach, logs, port-forward and requests through a proxy; called once for
   * each container of each Pod. Default: such requests get the answers of a cluster whose nodes cannot be reached.
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
  /** Makes requests fail, be slow or be cut. */
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
   * Creates objects, or replaces those that exist, status included, without HTTP and without authorization. Gives them
   * as they are stored.
   */
  apply<T extends KubeObject>(...objects: readonly T[]): Stored<T>[];
  /** Removes the history before a revision, by default all of it: older watches and pages get 410. */
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
  /** Stops the server and starts it again on the same port, with its history or without. */
  restart(options?: {
    readonly history?: "kept" | "lost" | undefined;
    readonly downMs?: number | undefined;
  }): Promise<void>;
  /** Stops listening, cuts every connection and settles when nothing is left open. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}
