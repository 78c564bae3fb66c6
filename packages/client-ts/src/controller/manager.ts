/**
 * Runs controllers and everything they need in one process.
 *
 * It starts in this order, each group after the one before: servers (health, metrics), webhooks, caches until they are
 * filled, what every replica runs, the election, and what only the leader runs. It stops in this order: what every
 * replica runs, what only the leader runs, caches, webhooks, servers, the election, which then releases the lease, and
 * at last the recorder of events. Whatever happens, `run` settles when all of it has stopped.
 *
 * The stop has two steps. First no further work is begun, and `ctx.shutdown` fires; what is under way may finish. After
 * the grace period `ctx.signal` fires. What does not end within a second then is named in the error of `run`.
 *
 * When the lease is lost, `ctx.signal` of all elected work fires at once, without a grace period: another replica may
 * lead already. `run` rejects with a LeadershipLostError, and the process should exit.
 *
 * With `sharding`, elected controllers work in all replicas, each on the objects of its shards; see `ShardedWork`. A
 * shard that is lost ends the runs of its keys, and the manager goes on with the others.
 */

import type { Client } from "../client/index.ts";
import { ClosedError, InvalidArgumentError, TimeoutError } from "../errors/index.ts";
import { type EventBroadcaster, type EventRecorder, newBroadcaster } from "../events/index.ts";
import { isLeadershipLost, type LeaderElector, newLeaderElector } from "../leaderelection/index.ts";
import type { KubeObject, Resource, ResourceTraits } from "../meta/index.ts";
import { newPrometheusMeter, type PrometheusMeter } from "../prometheus/index.ts";
import {
  allowManyListeners,
  checkNumber,
  type Clock,
  defaultLogger,
  guardLogger,
  guardMeter,
  type Logger,
  type Meter,
  nextTurn,
  noopMeter,
  onAbort,
  type Random,
  whenAborted,
  withResolvers,
} from "../util/index.ts";
import { CacheReader } from "./cache-reader.ts";
import { defaultCacheSyncTimeoutMs, waitForCache } from "./cache-sync.ts";
import { Caches } from "./caches.ts";
import { type HealthCheck, HealthChecks, type HealthEndpoint } from "./health-checks.ts";
import type { KindCache } from "./kind-cache.ts";
import type { ManagerOptions } from "./manager-options.ts";
import { measureLoopLag } from "./loop-lag.ts";
import { describeBusy } from "./describe-busy.ts";
import { manifestsOf, type ManifestsOptions } from "./manifests.ts";
import { MetricsAccess } from "./metrics-access.ts";
import { type EndpointServer, startEndpointServer } from "./node/endpoint-server.ts";
import { onProcessSignals } from "./node/process-signals.ts";
import type { ReconcilerOptions } from "./options.ts";
import type { ControllerHandle } from "./controller-handle.ts";
import { Reconciler } from "./reconciler.ts";
import { type Runnable, RunnableGroup, settlesWithin } from "./runnable-group.ts";
import { ShardedWork } from "./sharding/index.ts";
import type { WebhookServer } from "./webhook/webhook-server.ts";

/** Options of {@link Manager.run}. */
export interface RunOptions {
  /** Stops the manager. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Stop on SIGINT and SIGTERM; on a second one, `ctx.signal` of everything under way fires at once. Default `false`:
   * the program handles signals itself.
   */
  readonly handleSignals?: boolean | undefined;
}

/** Options of {@link Manager.idle}. */
export interface IdleOptions {
  readonly signal?: AbortSignal | undefined;
  /** The version of a kind that its cache must show before the manager counts as idle. Default: none. */
  readonly upTo?: ((resource: Resource) => string | undefined) | undefined;
  /** After this time it rejects with a TimeoutError that says what is busy, by the client's clock. Default: never. */
  readonly timeoutMs?: number | undefined;
}

/** Options of {@link Manager.add}. */
export interface AddOptions {
  /** Whether only the leader runs it. Default `true`, as for controllers. */
  readonly elected?: boolean | undefined;
}

/** How long the work may take to end after its signals have fired. */
const hardStopMs = 1_000;

/** See the head of this file; made by {@link newManager}. */
export class Manager {
  readonly #client: Client;
  readonly #options: ManagerOptions;
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #logger: Logger;
  readonly #meter: PrometheusMeter | undefined;
  readonly #caches: Caches;
  readonly #checks: HealthChecks;
  readonly #reconcilers: Reconciler[] = [];
  readonly #webhooks: WebhookServer[] = [];
  readonly #everywhere: RunnableGroup;
  readonly #elected: RunnableGroup;
  readonly #stopping = new AbortController();
  readonly #hard = new AbortController();
  readonly #broadcaster: EventBroadcaster;
  readonly #recorder: EventRecorder;
  readonly #elector: LeaderElector | undefined;
  readonly #sharded: ShardedWork | undefined;
  readonly #electedEnded = withResolvers<void>();
  readonly #electionStop = new AbortController();
  #election: Promise<void> | undefined;
  #sharing: Promise<void> | undefined;
  #failure: { readonly error: unknown } | undefined;
  #running: Promise<void> | undefined;
  #synced = false;
  #servers: { readonly name: "metrics" | "health"; readonly server: EndpointServer }[] = [];
  #ids = 0;

  constructor(client: Client, options: ManagerOptions = {}) {
    const { clock = client.context.clock, random = client.context.random, gracePeriodMs = 30_000 } = options;
    checkNumber("gracePeriodMs", gracePeriodMs, {
      least: 0,
      most: Number.POSITIVE_INFINITY,
      error: InvalidArgumentError,
    });
    this.#client = client;
    this.#options = options;
    this.#clock = clock;
    this.#random = random;
    this.#logger = guardLogger(options.logger ?? client.rest.logger, defaultLogger);
    this.#meter = options.metrics === undefined ? undefined : printable(options.meter ?? newPrometheusMeter());
    const meter = options.meter ?? this.#meter;
    // Informers use the clock of their connections: a test that moves the manager's time cuts no watch.
    this.#caches = new Caches({
      clock: client.context.clock,
      logger: options.logger,
      meter,
      namespaces: options.namespaces,
    });
    for (const one of options.cache ?? []) {
      const { resource, ...selection } = "resource" in one ? one : { resource: one };
      this.#caches.declare(client, resource, selection);
    }
    this.#checks = new HealthChecks((endpoint, name, error) =>
      this.#logger.warn("a health check failed", { endpoint, check: name, error }),
    );
    this.#checks.add("readyz", "caches", () => {
      if (!this.#synced) throw new Error("the caches are not filled yet");
    });
    this.#broadcaster = newBroadcaster({ clock: client.context.clock, random, logger: this.#logger, meter });
    this.#recorder = this.#broadcaster.newRecorder({ component: this.name });
    this.#elector = this.#newElector();
    this.#sharded = this.#newShardedWork(gracePeriodMs);
    allowManyListeners(this.#hard.signal);
    const fail = (error: unknown): void => this.#fail(error);
    this.#everywhere = new RunnableGroup(fail);
    this.#elected = new RunnableGroup(fail);
  }

  /** The name of the program, in events and manifests. */
  get name(): string {
    return this.#options.name ?? this.#options.leaderElection?.name ?? this.#options.sharding?.name ?? "manager";
  }

  /** Whether this replica does the elected work; always without an election. */
  get isLeader(): boolean {
    return this.#elector?.isLeader ?? this.#running !== undefined;
  }

  /** The shards that this replica works on now, from 0 on; none without `sharding`. */
  get shards(): readonly number[] {
    return this.#sharded?.fleet.owned ?? [];
  }

  /** The client that the manager was made with. */
  get client(): Client {
    return this.#client;
  }

  /** Reads from the caches. */
  get cache(): CacheReader {
    return new CacheReader(this.#caches, this.#client);
  }

  /** The controllers, in the order in which they were added. */
  get controllers(): readonly ControllerHandle[] {
    return this.#reconcilers;
  }

  /** The ports of the servers that listen: useful when they were asked to take any free port. */
  get ports(): { readonly metrics?: number | undefined; readonly health?: number | undefined } {
    return Object.fromEntries(this.#servers.map(({ name, server }) => [name, server.port]));
  }

  /**
   * Adds a controller of a kind. It begins with `run`.
   *
   * ```ts
   * manager.controller(Website, {
   *   owns: [Deployment, Service],
   *   reconcile: async (site, ctx) => { … return { requeueAfterMs: 60_000 }; },
   * });
   * ```
   */
  controller<T extends KubeObject, R extends ResourceTraits>(
    resource: Resource<T, R>,
    options: ReconcilerOptions<T, R>,
  ): ControllerHandle {
    this.#refuseRunning("a controller");
    const meter = guardMeter(this.#options.meter ?? this.#meter ?? noopMeter);
    const reconciler = new Reconciler(this.#client, resource, options as unknown as ReconcilerOptions<KubeObject>, {
      caches: this.#caches,
      clock: this.#clock,
      random: this.#random,
      logger: this.#logger,
      meter,
      events: this.#recorder,
      writer: this.#elector?.client ?? this.#client,
      newId: () => `${(++this.#ids).toString(36)}-${Math.floor(this.#random() * 36 ** 6).toString(36)}`,
    });
    if (this.#reconcilers.some(({ name }) => name === reconciler.name))
      throw new InvalidArgumentError(
        `there is a controller named ${JSON.stringify(reconciler.name)} already: give this one another \`name\``,
      );
    if (this.#sharded !== undefined && reconciler.elected) reconciler.shareWork(this.#sharded);
    this.#reconcilers.push(reconciler);
    onAbort(this.#hard.signal, (reason) => reconciler.abort(reason));
    return reconciler;
  }

  /** Adds something else that runs as long as the manager does; also while it runs. */
  add(runnable: Runnable, { elected = true }: AddOptions = {}): void {
    if (this.#stopping.signal.aborted) throw new ClosedError("the manager was closed");
    (elected ? this.#elected : this.#everywhere).add(runnable);
  }

  /**
   * Adds a server of webhooks, which every replica runs. It listens before the caches are filled, because a list may
   * need its conversions, and `/readyz` gets a check with the name of the server.
   */
  webhooks(server: WebhookServer): void {
    this.#refuseRunning("a server of webhooks");
    this.#webhooks.push(server);
    this.#checks.add("readyz", server.name, () => {
      if (server.port === undefined) throw new Error("the webhook server does not listen yet");
    });
  }

  /** Adds a check of `/healthz` or `/readyz`; `/readyz` has one named `caches` from the beginning. */
  addCheck(endpoint: HealthEndpoint, name: string, check: HealthCheck): void {
    this.#checks.add(endpoint, name, check);
  }

  /**
   * Runs until the signal fires, `close` is called or a part fails. Settles when everything has stopped; rejects with
   * the first failure. A manager runs once.
   */
  run(options: RunOptions = {}): Promise<void> {
    this.#refuseRunning("a second run");
    this.#running = this.#run(options);
    return this.#running;
  }

  /** Stops the manager; settles when everything has stopped. What went wrong is in the promise of `run`. */
  async close(): Promise<void> {
    this.#stop(new ClosedError("the manager was closed"));
    await this.#running?.catch(() => {});
  }

  /** As {@link close}. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /**
   * The objects that a cluster needs to run this manager: a Deployment, permissions for the kinds that its controllers
   * declare, and others. `npx client-ts manifests` prints them as YAML.
   */
  manifests(options: ManifestsOptions): KubeObject[] {
    const facts = { name: this.name, options: this.#options, controllers: this.#reconcilers, webhooks: this.#webhooks };
    return manifestsOf(facts, options);
  }

  /**
   * Settles when no key waits or runs and every event has been handled. Keys that wait for a time do not count. For
   * tests; `runController` of `client-ts-testing` uses it.
   */
  async idle({ signal, upTo, timeoutMs = Number.POSITIVE_INFINITY }: IdleOptions = {}): Promise<void> {
    const { clock } = this.#client.context;
    const latest = clock.monotonic() + timeoutMs;
    for (let quiet = 0; quiet < 3; ) {
      signal?.throwIfAborted();
      this.#stopping.signal.throwIfAborted();
      await nextTurn();
      const isQuiet =
        this.#synced &&
        this.#reconcilers.every((reconciler) => reconciler.isIdle) &&
        // A cache that shows everything lets go of the keys that it can let go of; the others wait for a time.
        (upTo !== undefined || this.#reconcilers.every((reconciler) => reconciler.isCaughtUp)) &&
        this.#caches.all.every((cache) => cache.isAt(upTo?.(cache.resource)));
      quiet = isQuiet ? quiet + 1 : 0;
      if (quiet > 0 || clock.monotonic() < latest) continue;
      const busy = describeBusy({ caches: this.#caches.all, reconcilers: this.#reconcilers, upTo });
      throw new TimeoutError(`the manager was not idle within ${timeoutMs} ms: ${busy}`);
    }
  }

  async #run({ signal, handleSignals = false }: RunOptions): Promise<void> {
    const removeSignal = onAbort(signal, (reason) => this.#stop(reason));
    const meter = this.#options.meter ?? this.#meter;
    const endLag = meter === undefined ? () => {} : measureLoopLag(guardMeter(meter), this.#client.context.clock);
    const removeProcess = handleSignals
      ? onProcessSignals(
          (name) => this.#stop(new ClosedError(`the process received ${name}`)),
          (name) => this.#hard.abort(new ClosedError(`the process received a second signal, ${name}`)),
        )
      : () => {};
    try {
      try {
        await this.#start();
        await whenAborted(this.#stopping.signal);
      } catch (error) {
        this.#fail(error);
      }
      await this.#stopAll();
    } finally {
      removeSignal();
      removeProcess();
      endLag();
    }
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  async #start(): Promise<void> {
    const { signal } = this.#stopping;
    const isStopping = (): boolean => signal.aborted;
    if (isStopping()) return;
    await this.#startServers();
    if (isStopping()) return;
    this.#broadcaster.startRecordingToSink(this.#client);
    await Promise.all(this.#webhooks.map((server) => server.start()));
    if (isStopping()) return;
    for (const reconciler of this.#reconcilers) {
      if (this.#sharded !== undefined) reconciler.declareShards(this.#sharded.selection);
      reconciler.declareCaches();
    }
    const declared = (this.#options.cache ?? []).map((one) =>
      this.#caches.use(this.#client, "resource" in one ? one.resource : one, "full"),
    );
    const isCold = this.#elector !== undefined && this.#sharded === undefined && this.#options.standby === "cold";
    await this.#fillCaches((reconciler) => !isCold || !reconciler.elected, declared);
    if (isStopping()) return;
    this.#synced = true;
    this.#everywhere.start();
    for (const reconciler of this.#reconcilers) if (!reconciler.elected) reconciler.activate();
    if (this.#sharded !== undefined) this.#shareWork(this.#sharded);
    if (this.#elector === undefined) await this.#lead(() => true);
    else
      this.#election = this.#elector
        .run({ signal: this.#electionStop.signal })
        .catch((error: unknown) => this.#fail(error));
  }

  /** Begins to take part in the sharing of the work. */
  #shareWork(sharded: ShardedWork): void {
    for (const reconciler of this.#reconcilers) if (reconciler.elected) reconciler.activate();
    this.#sharing = sharded.run(this.#stopping.signal).catch((error: unknown) => this.#fail(error));
  }

  /** Connects controllers to their caches, and waits until these, and those that were declared, are filled. */
  async #fillCaches(which: (reconciler: Reconciler) => boolean, declared: readonly KindCache[] = []): Promise<void> {
    const { signal } = this.#stopping;
    const chosen = this.#reconcilers.filter((reconciler) => which(reconciler) && !reconciler.isConnected);
    for (const reconciler of chosen) reconciler.connect();
    this.#caches.start();
    const limits = { clock: this.#clock, timeoutMs: defaultCacheSyncTimeoutMs, signal, owner: `manager ${this.name}` };
    await Promise.all([
      ...chosen.map((reconciler) => reconciler.waitForSync(signal)),
      ...declared.map((cache) => waitForCache(cache, { ...limits, failure: () => cache.informer.lastFailure?.error })),
    ]).catch((error) => {
      if (!signal.aborted) throw error;
    });
  }

  /** Starts what only the leader runs. On a warm standby the caches are filled already. */
  async #lead(isLeading: () => boolean): Promise<void> {
    await this.#fillCaches(() => true);
    if (this.#stopping.signal.aborted || !isLeading()) return;
    for (const reconciler of this.#reconcilers) if (reconciler.elected) reconciler.activate();
    this.#elected.start();
  }

  #newShardedWork(gracePeriodMs: number): ShardedWork | undefined {
    const { sharding } = this.#options;
    if (sharding === undefined) return undefined;
    return new ShardedWork(this.#client, {
      ...sharding,
      name: sharding.name ?? this.name,
      clock: this.#clock,
      logger: this.#logger,
      gracePeriodMs,
      hardStopMs,
      hard: this.#hard.signal,
      onGained: (includes) => {
        for (const reconciler of this.#reconcilers) if (reconciler.elected) reconciler.gained(includes);
      },
    });
  }

  #newElector(): LeaderElector | undefined {
    const { leaderElection } = this.#options;
    if (leaderElection === undefined) return undefined;
    return newLeaderElector(this.#client, {
      ...leaderElection,
      recorder: this.#recorder,
      // By the time that the election is asked to end, the work has had its grace period.
      stopTimeoutMs: hardStopMs,
      onStartedLeading: async (leading) => {
        onAbort(leading, (reason) => {
          if (isLeadershipLost(reason)) this.#loseLeadership(reason);
        });
        await this.#lead(() => !leading.aborted);
        await this.#electedEnded.promise;
      },
    });
  }

  /** Another replica may lead already: nothing waits for a grace period. */
  #loseLeadership(reason: unknown): void {
    this.#hard.abort(reason);
    this.#fail(reason);
  }

  async #startServers(): Promise<void> {
    const { metrics, health } = this.#options;
    const onError = (error: unknown): void => this.#logger.warn("a server of the manager failed", { error });
    if (health !== undefined) {
      const server = await startEndpointServer({
        port: health.port,
        host: health.host ?? "127.0.0.1",
        answer: (path, query) => this.#checks.answer(path, query),
        onError,
      });
      this.#servers.push({ name: "health", server });
    }
    const meter = this.#meter;
    if (metrics === undefined || meter === undefined) return;
    const access = metrics.authenticate === true ? new MetricsAccess(this.#client, this.#clock) : undefined;
    const server = await startEndpointServer({
      port: metrics.port,
      host: metrics.host ?? "127.0.0.1",
      tls: metrics.tls,
      answer: async (path, _query, { authorization }) => {
        if (path !== "/metrics") return undefined;
        const status = (await access?.check(authorization, path)) ?? 200;
        if (status !== 200) return { status, text: "refused\n" };
        return { status, text: meter.text(), contentType: meter.contentType };
      },
      onError,
    });
    this.#servers.push({ name: "metrics", server });
  }

  #stop(reason: unknown): void {
    this.#stopping.abort(reason);
  }

  #fail(error: unknown): void {
    this.#failure ??= { error };
    this.#stop(error);
  }

  async #stopAll(): Promise<void> {
    const { reason } = this.#stopping.signal;
    // A lease is not released while the work that it protects goes on.
    if (await this.#stopWork(reason)) this.#electedEnded.resolve();
    this.#hard.abort(reason);
    await this.#caches.close();
    await Promise.all(this.#webhooks.map((server) => server.close()));
    await Promise.all(this.#servers.splice(0).map(({ server }) => server.close()));
    this.#electionStop.abort(reason);
    await Promise.all([this.#election, this.#sharing]);
    await this.#broadcaster.shutDown();
  }

  /**
   * Stops runnables and controllers: softly at first, by their signals after the grace period. Says whether they have
   * ended.
   */
  async #stopWork(reason: unknown): Promise<boolean> {
    const { gracePeriodMs = 30_000 } = this.#options;
    const stop = (elected: boolean): Promise<unknown> =>
      Promise.all([
        (elected ? this.#elected : this.#everywhere).stop(reason),
        ...this.#reconcilers.filter((one) => one.elected === elected).map((one) => one.stop(reason)),
      ]);
    let ended = false;
    const work = (async () => {
      // What only a leader may do ends first when there is another one.
      if (this.#hard.signal.aborted) await Promise.all([stop(true), stop(false)]);
      else {
        await stop(false);
        await stop(true);
      }
      ended = true;
    })();
    await settlesWithin(Promise.race([work, whenAborted(this.#hard.signal)]), gracePeriodMs, this.#clock);
    if (ended) return true;
    this.#hard.abort(new TimeoutError(`the work did not end within ${gracePeriodMs} ms after the stop`));
    if (await settlesWithin(work, hardStopMs, this.#clock)) return true;
    this.#fail(this.#stuckError(gracePeriodMs));
    return false;
  }

  #stuckError(gracePeriodMs: number): TimeoutError {
    const keys = this.#reconcilers.flatMap(({ name, running }) => running.map((key) => `${name} ${key}`));
    const what = keys.length === 0 ? "a runnable" : `the reconciles of ${keys.join(", ")}`;
    return new TimeoutError(
      `${what} did not end within ${gracePeriodMs} ms after the stop, nor when their signal fired`,
    );
  }

  #refuseRunning(what: string): void {
    if (this.#running !== undefined)
      throw new InvalidArgumentError(`${what} cannot be added: the manager has been started`);
  }
}

/**
 * Makes a manager. Nothing is requested and nothing listens before `run`.
 *
 * ```ts
 * const manager = newManager(client, { metrics: { port: 8080 }, health: { port: 8081 } });
 * manager.controller(Website, { owns: [Deployment], reconcile: async (site, ctx) => { … } });
 * await manager.run({ signal });
 * ```
 */
export function newManager(client: Client, options: ManagerOptions = {}): Manager {
  return new Manager(client, options);
}

/** The meter of a metrics server, which must be able to print its measurements. */
function printable(meter: Meter): PrometheusMeter {
  const { text, contentType } = meter as Partial<PrometheusMeter>;
  if (typeof text === "function" && typeof contentType === "string") return meter as PrometheusMeter;
  throw new InvalidArgumentError(
    "the metrics server shows the meter of newPrometheusMeter(): give that as meter, or leave out metrics or meter",
  );
}
