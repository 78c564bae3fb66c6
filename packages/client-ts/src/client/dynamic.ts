import type { ApplyConfiguration } from "../api/apply.ts";
import { InvalidArgumentError } from "../errors/index.ts";
import type { GroupVersionResource, KubeList, ResourceTraits, Stored, Unstructured } from "../meta/index.ts";
import { checkSegment, type RESTClient, restClientFor, type WatchStream } from "../rest/index.ts";
import type { RestConfig } from "../transport/index.ts";
import { systemClock, systemRandom } from "../util/index.ts";
import { ClientContext, type ClientDefaults } from "./context.ts";
import { KindClient } from "./kind-client.ts";
import type { ListCall } from "./list-call.ts";
import type {
  ApplyCallOptions,
  DeleteCallOptions,
  DeleteCollectionCallOptions,
  GetCallOptions,
  JsonPatch,
  ListCallOptions,
  ModifyCallOptions,
  PatchCallOptions,
  WatchCallOptions,
  WriteCallOptions,
} from "./options.ts";
import type { Named, SubresourceClient } from "./resource-types.ts";

/**
 * The same connections, asking for JSON only: an answer in any other format could not be read without knowing the kind.
 */
const accept = "application/json";

/** Calls on resources that are known by name only. Nothing is discovered and nothing is checked but the names. */
export class DynamicClient {
  readonly #context: ClientContext;
  readonly #owned: RESTClient | undefined;

  /** Made by `client.dynamic` and {@link newDynamicClient}. */
  constructor(context: ClientContext, owned?: RESTClient) {
    this.#context = withAccept(context, accept);
    this.#owned = owned;
  }

  /**
   * The resource's objects: cluster-scoped ones, or all namespaces' to list and to watch; `.namespace(ns)` for those of
   * one namespace.
   */
  resource(resource: GroupVersionResource): DynamicResourceClient {
    return new DynamicResourceClient(this.#context, resource);
  }

  /**
   * Closes the connections of a client that {@link newDynamicClient} made; one of `client.dynamic` has none of its own.
   */
  async close(): Promise<void> {
    await this.#owned?.close();
  }

  /** As {@link close}. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

/** A dynamic client for a configuration, with connections of its own. */
export function newDynamicClient(config: RestConfig, defaults: ClientDefaults = {}): DynamicClient {
  const rest = restClientFor(config);
  return new DynamicClient(contextFor(rest, config, defaults), rest);
}

/**
 * Calls on the objects of one resource, as plain JSON. Objects are sent as they are: `apiVersion` and `kind` may be
 * missing, and are the server's to complain about.
 */
export class DynamicResourceClient {
  readonly #context: ClientContext;
  readonly #resource: GroupVersionResource;
  readonly #client: KindClient<Unstructured, ResourceTraits>;

  constructor(context: ClientContext, resource: GroupVersionResource, namespace?: string) {
    const { group, version, resource: plural } = resource;
    if (group !== "") checkSegment("group", group);
    checkSegment("version", version);
    checkSegment("resource", plural);
    this.#context = context;
    this.#resource = resource;
    // Whether the kind lives in namespaces is not known: what was asked for is what is meant.
    const scope = namespace === undefined ? "Cluster" : "Namespaced";
    this.#client = new KindClient(context, { group, version, kind: "", plural, scope }, namespace);
  }

  /** The same resource in one namespace. */
  namespace(namespace: string): DynamicResourceClient {
    if (typeof namespace !== "string" || namespace === "") {
      throw new InvalidArgumentError(
        `the namespace for ${this.#resource.resource} is empty: leave it out to see all namespaces`,
      );
    }
    checkSegment("namespace", namespace);
    return new DynamicResourceClient(this.#context, this.#resource, namespace);
  }

  get(name: string, options?: GetCallOptions): Promise<Stored<Unstructured>> {
    return this.#client.get(name, options);
  }

  /** `await` gives the whole list; `for await` the objects one by one, a page at a time. */
  list(options?: ListCallOptions): ListCall<Stored<Unstructured>> {
    return this.#client.list(options);
  }

  /** One page. */
  listPage(options?: ListCallOptions): Promise<KubeList<Stored<Unstructured>>> {
    return this.#client.listPage(options);
  }

  watch(options?: WatchCallOptions): WatchStream<Stored<Unstructured>> {
    return this.#client.watch(options);
  }

  create(object: Unstructured, options?: WriteCallOptions): Promise<Stored<Unstructured>> {
    return this.#client.create(object, options);
  }

  update(object: Named<Unstructured>, options?: WriteCallOptions): Promise<Stored<Unstructured>> {
    return this.#client.update(object, options);
  }

  updateStatus(object: Named<Unstructured>, options?: WriteCallOptions): Promise<Stored<Unstructured>> {
    return this.#client.updateStatus(object, options);
  }

  /** Reads, lets `change` work on a copy, and writes, again from the start after a conflict. */
  modify(
    name: string,
    change: (draft: Stored<Unstructured>) => unknown,
    options?: ModifyCallOptions,
  ): Promise<Stored<Unstructured>> {
    return this.#client.modify(name, change, options);
  }

  jsonPatch(name: string, patch: JsonPatch, options?: PatchCallOptions): Promise<Stored<Unstructured>> {
    return this.#client.jsonPatch(name, patch, options);
  }

  mergePatch(name: string, patch: object, options?: PatchCallOptions): Promise<Stored<Unstructured>> {
    return this.#client.mergePatch(name, patch, options);
  }

  /** Built-in kinds only. */
  strategicMergePatch(name: string, patch: object, options?: PatchCallOptions): Promise<Stored<Unstructured>> {
    return this.#client.strategicMergePatch(name, patch, options);
  }

  /** Server-side apply. Needs a `fieldManager`, here or on the client; an object with `managedFields` is refused. */
  apply(object: Unstructured, options?: ApplyCallOptions): Promise<Stored<Unstructured>> {
    return this.#client.apply(object as ApplyConfiguration<Unstructured>, options);
  }

  /** Server-side apply of the status. */
  applyStatus(object: Unstructured, options?: ApplyCallOptions): Promise<Stored<Unstructured>> {
    return this.#client.applyStatus(object as ApplyConfiguration<Unstructured>, options);
  }

  delete(name: string, options?: DeleteCallOptions): Promise<Stored<Unstructured> | undefined> {
    return this.#client.delete(name, options);
  }

  /** Deletes what a selector chooses; `{ all: true }` for everything. */
  async deleteCollection(options: DeleteCollectionCallOptions): Promise<void> {
    await this.#client.deleteCollection(options);
  }

  /** Calls on a subresource, by its name. */
  subresource(subresource: string): SubresourceClient<Unstructured> {
    return this.#client.subresource<Unstructured>(subresource);
  }
}

/** A context of its own for a client that is made from a configuration. */
export function contextFor(rest: RESTClient, config: RestConfig, defaults: ClientDefaults): ClientContext {
  return new ClientContext({
    rest,
    defaults,
    namespace: config.namespace ?? "default",
    clock: config.clock ?? systemClock,
    random: systemRandom,
  });
}

/** The same connections and defaults, with another `Accept` header. */
export function withAccept(context: ClientContext, accepted: string): ClientContext {
  const { rest, defaults, namespace, clock, random } = context;
  return new ClientContext({ rest: rest.with({ accept: accepted }), defaults, namespace, clock, random });
}
