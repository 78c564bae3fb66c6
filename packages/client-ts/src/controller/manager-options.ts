import type { LeaderElectorOptions } from "../leaderelection/index.ts";
import type { Resource } from "../meta/index.ts";
import type { Clock, Logger, Meter, Random } from "../util/index.ts";
import type { CacheSelection } from "./kind-cache.ts";

/** A server of the manager. Without a `host` it listens on 127.0.0.1 alone. */
export interface EndpointOptions {
  /** 0 takes any free port. */
  readonly port: number;
  /** The address to listen on; `"0.0.0.0"` or `"::"` for kubelets and scrapers outside of the Pod. */
  readonly host?: string | undefined;
}

/** The metrics server. */
export interface MetricsEndpointOptions extends EndpointOptions {
  /**
   * Answer only requests with a bearer token that the cluster accepts (TokenReview) and whose user may `get` the
   * non-resource URL `/metrics` (SubjectAccessReview). Default `false`.
   */
  readonly authenticate?: boolean | undefined;
  /** A certificate and its key in PEM, for HTTPS. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
}

/** How the replicas of a manager share the work. */
export interface ShardingOptions
  extends Pick<
    LeaderElectorOptions,
    "identity" | "namespace" | "leaseDurationMs" | "renewDeadlineMs" | "retryPeriodMs"
  > {
  /**
   * The number of parts into which the work is divided, the same in all replicas. Take several times as many as there
   * will be replicas: 16 for up to five.
   */
  readonly shards: number;
  /** The beginning of the names of all Leases. Default: the name of the manager. At most 63 characters. */
  readonly name?: string | undefined;
}

/** Options of `newManager`. */
export interface ManagerOptions {
  /**
   * The name of the program, in events and manifests. Default: the name of the Lease, else that of the shards, else
   * `"manager"`.
   */
  readonly name?: string | undefined;
  /** The namespaces of every cache that names none of its own. Default: all namespaces. */
  readonly namespaces?: readonly string[] | undefined;
  /**
   * Kinds whose whole objects are cached in addition to the kinds that are reconciled and watched. Their caches are
   * filled before anything runs. When that takes longer than two minutes, the manager fails.
   */
  readonly cache?: readonly (Resource | ({ readonly resource: Resource } & CacheSelection))[] | undefined;
  /**
   * Only one of several replicas, the holder of a Lease, runs controllers and other elected work; the others wait.
   * Default: no election, every replica runs everything.
   */
  readonly leaderElection?:
    | Omit<LeaderElectorOptions, "onStartedLeading" | "onStoppedLeading" | "recorder" | "stopTimeoutMs">
    | undefined;
  /**
   * All replicas work, each on the objects of its shards; no object is worked on by two. With `leaderElection` as well,
   * controllers are shared among all replicas, and the leader runs only what was added with `add`. Default: no sharing.
   */
  readonly sharding?: ShardingOptions | undefined;
  /**
   * `"warm"`: replicas that do not lead keep their caches filled, so that a new leader begins at once. `"cold"`: the
   * caches of elected controllers are filled only when the replica becomes the leader. Default `"warm"`; replicas that
   * share the work are always warm.
   */
  readonly standby?: "warm" | "cold" | undefined;
  /** Serves `/metrics` in Prometheus' text format. Default: no server. */
  readonly metrics?: MetricsEndpointOptions | undefined;
  /** Serves `/healthz` and `/readyz`. Default: no server. */
  readonly health?: EndpointOptions | undefined;
  /**
   * How long work under way may take to end when the manager stops; then its signals fire. 0 waits for nothing,
   * `Infinity` for as long as it takes. Default 30,000.
   */
  readonly gracePeriodMs?: number | undefined;
  /** Default: that of the client, else warnings and errors on standard error. */
  readonly logger?: Logger | false | undefined;
  /**
   * Where the measurements go. With a metrics server it must be one of `newPrometheusMeter`. Default: a meter of the
   * manager's own when there is a metrics server.
   */
  readonly meter?: Meter | undefined;
  /** The time of queues, retries and timeouts. Connections and caches have that of the client. Default: the same. */
  readonly clock?: Clock | undefined;
  readonly random?: Random | undefined;
}
