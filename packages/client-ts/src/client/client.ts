import { DiscoveryClient, newMemoryCachedDiscovery, type MemoryCachedDiscovery } from "../discovery/index.ts";
import type { KubeObject, Resource, ResourceTraits, Unstructured } from "../meta/index.ts";
import { type RESTClient, restClientFor } from "../rest/index.ts";
import type { ImpersonationConfig, RestConfig } from "../transport/index.ts";
import { type Clock, type Logger, type Meter, type Random, systemClock, systemRandom } from "../util/index.ts";
import { ClientContext, type ClientDefaults } from "./client-context.ts";
import { DynamicClient } from "./dynamic-client.ts";
import { Health } from "./health.ts";
import { KindClient } from "./kind-client.ts";
import { type MetadataResourceClient, metadataClientFor } from "./metadata-client.ts";
import type { RequestOptions } from "./options.ts";
import { ProxyClient, type ProxyTarget } from "./proxy-client.ts";
import { KindResolver } from "./kind-resolver.ts";
import type { ResourceClientFor, ResourceOptions } from "./resource-types.ts";
import { newScaleResourceClient, type ScaleArguments, type ScaleResourceClient } from "./scale.ts";

/** Options of {@link newClient}. */
export interface ClientOptions extends ClientDefaults {
  /** The namespace of `client.namespace`. Default: the configuration's, else `default`. */
  readonly namespace?: string | undefined;
  readonly clock?: Clock | undefined;
  readonly random?: Random | undefined;
}

/** The settings that a derived client replaces. */
export interface ClientChanges extends ClientDefaults {
  /** Act as another user. */
  readonly impersonate?: ImpersonationConfig | undefined;
  readonly userAgent?: string | undefined;
}

/**
 * A client of a cluster. Made by `connect` or {@link newClient}. The clients of kinds that it gives share its
 * connections; `close` it when done.
 */
export class Client {
  readonly #context: ClientContext;
  #dynamic: DynamicClient | undefined;
  #discovery: MemoryCachedDiscovery | undefined;
  #resolver: KindResolver | undefined;

  constructor(context: ClientContext) {
    this.#context = context;
  }

  /** What all clients made from this one share; other modules make their clients from it. */
  get context(): ClientContext {
    return this.#context;
  }

  /**
   * REST without kinds: any path, any verb, with our credentials. It has no group version: name the whole path with
   * `absPath("/api/v1/nodes")`, or use `client.rest.forGroupVersion({ group: "", version: "v1" })`.
   */
  get rest(): RESTClient {
    return this.#context.rest;
  }

  /** The logger that was given to `connect`, for parts that are made without a client. */
  get logger(): Logger | false | undefined {
    return this.#context.rest.logger;
  }

  /** The meter that was given to `connect`: `newRateLimitingQueue({ name: "orders", meter: client.meter })`. */
  get meter(): Meter | undefined {
    return this.#context.rest.meter;
  }

  /** The namespace of the context in use; `default` when it names none. */
  get namespace(): string {
    return this.#context.namespace;
  }

  /**
   * The client of a kind: `client.resource(Pod, { namespace: "shop" })`. Without a namespace it sees all namespaces and
   * can only list and watch; a kind without namespaces takes none.
   */
  resource<T extends KubeObject, R extends ResourceTraits, const O extends ResourceOptions<R>>(
    resource: Resource<T, R>,
    options?: O,
  ): ResourceClientFor<T, R, O> {
    return new KindClient(this.#context, resource, options?.namespace) as unknown as ResourceClientFor<T, R, O>;
  }

  /**
   * Clients of kinds that are known only by the names in their URLs:
   * `client.dynamic.resource({ group, version, resource }).namespace("shop")`. Nothing is discovered.
   */
  get dynamic(): DynamicClient {
    this.#dynamic ??= new DynamicClient(this.#context);
    return this.#dynamic;
  }

  /** Whether the server is ready and alive, and its version: `(await client.health.readyz()).ok`. */
  get health(): Health {
    return new Health(this.#context.rest);
  }

  /** What the server serves, asked once and cached; `discovery.invalidate()` clears the cache. */
  get discovery(): MemoryCachedDiscovery {
    this.#discovery ??= newMemoryCachedDiscovery(new DiscoveryClient(this.#context.rest));
    return this.#discovery;
  }

  /**
   * The descriptor of a kind that is known only at run time: `client.resource(await client.resolve("example.com/v1",
   * "Widget"), { namespace: "shop" })`. Rejects with a NoMatchError when the server does not serve it.
   */
  async resolve<T extends KubeObject = Unstructured>(
    apiVersion: string,
    kind: string,
    options: Pick<RequestOptions, "signal"> = {},
  ): Promise<Resource<T>> {
    this.#resolver ??= new KindResolver(new DiscoveryClient(this.#context.rest));
    return (await this.#resolver.resolve(apiVersion, kind, options)) as Resource<T>;
  }

  /** The client for the metadata of objects, without the rest of them: less to send, to parse and to keep. */
  metadata<T extends KubeObject, R extends ResourceTraits>(
    resource: Resource<T, R>,
    options: ResourceOptions<R> = {},
  ): MetadataResourceClient {
    return metadataClientFor(this.#context, resource, options.namespace);
  }

  /**
   * The client for numbers of replicas: `client.scale(Deployment, { namespace: "shop" }).get("web")`, for every kind
   * that can be scaled.
   */
  scale<T extends KubeObject, R extends ResourceTraits>(
    resource: Resource<T, R>,
    ...[options]: ScaleArguments<R>
  ): ScaleResourceClient {
    return newScaleResourceClient(this.#context, this.discovery, resource, options?.namespace);
  }

  /**
   * Requests through the API server: `client.proxy({ service: "web", namespace: "shop", port: 80 }).get(["healthz"])`.
   */
  proxy(target: ProxyTarget): ProxyClient {
    return new ProxyClient(this.#context, target);
  }

  /**
   * A client with the same connections and other settings: as another user, with another user agent, or as a dry run.
   * Closing it closes nothing.
   */
  with(changes: ClientChanges): Client {
    const { impersonate, userAgent, ...defaults } = changes;
    return new Client(this.#context.derive({ rest: this.rest.with({ impersonate, userAgent }), defaults }));
  }

  /** Ends every call and closes every connection. Settles when the sockets are closed. */
  async close(): Promise<void> {
    await this.#context.rest.close();
  }

  /** As {@link close}. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

/**
 * A client for a configuration, made without waiting for anything, so that a constructor can make one. Nothing is sent
 * before the first call. The asynchronous way is `connect`, which also loads a kubeconfig.
 *
 * ```ts
 * class Shop {
 *   readonly #client: Client;
 *   constructor(config: RestConfig) {
 *     this.#client = newClient(config);
 *   }
 * }
 * const shop = new Shop((await loadKubeconfig()).restConfig());
 * ```
 */
export function newClient(config: RestConfig, options: ClientOptions = {}): Client {
  const {
    clock = config.clock ?? systemClock,
    random = systemRandom,
    namespace = config.namespace ?? "default",
    ...defaults
  } = options;
  return new Client(new ClientContext({ rest: restClientFor(config), defaults, namespace, clock, random }));
}
