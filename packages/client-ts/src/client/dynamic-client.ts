import { InvalidArgumentError } from "../errors/index.ts";
import type { GroupVersionResource, Stored, Unstructured } from "../meta/index.ts";
import { checkSegment, type RESTClient, restClientFor } from "../rest/index.ts";
import type { RestConfig } from "../transport/index.ts";
import { ConnectionOwner } from "./connection-owner.ts";
import { type ClientContext, type ClientDefaults, contextFor } from "./client-context.ts";
import { KindCalls, type ObjectForm } from "./kind-calls.ts";
import type {
  CollectionDeleter,
  Creator,
  Deleter,
  ListReader,
  Modifier,
  Patcher,
  Reader,
  StatusApplier,
  StatusUpdater,
  SubresourceClient,
  Updater,
  Watchable,
} from "./resource-types.ts";

/** JSON only: an answer in any other format could not be read without knowing the kind. */
const jsonForm: ObjectForm<Unstructured> = { accept: "application/json" };

/** Calls on resources that are known by name only. Nothing is discovered and nothing is checked but the names. */
export class DynamicClient extends ConnectionOwner {
  readonly #context: ClientContext;

  /** Made by `client.dynamic` and {@link newDynamicClient}. */
  constructor(context: ClientContext, owned?: RESTClient) {
    super(owned);
    this.#context = context;
  }

  /**
   * The resource's objects: cluster-scoped ones, or all namespaces' to list and to watch; `.namespace(ns)` for those of
   * one namespace.
   */
  resource(resource: GroupVersionResource): DynamicResourceClient {
    return new DynamicCalls(this.#context, resource);
  }
}

/** A dynamic client for a configuration, with connections of its own. */
export function newDynamicClient(config: RestConfig, defaults: ClientDefaults = {}): DynamicClient {
  const rest = restClientFor(config);
  return new DynamicClient(contextFor(rest, config, defaults), rest);
}

/**
 * Calls on the objects of one resource, as plain JSON. Objects are sent as they are: when `apiVersion` or `kind`
 * is missing, the server decides whether that is an error.
 */
export interface DynamicResourceClient
  extends Reader<Stored<Unstructured>>,
    ListReader<Stored<Unstructured>>,
    Watchable<Stored<Unstructured>>,
    Creator<Unstructured, Stored<Unstructured>>,
    Updater<Unstructured, Stored<Unstructured>>,
    Modifier<Stored<Unstructured>>,
    Patcher<Unstructured, Stored<Unstructured>>,
    Deleter<Stored<Unstructured>>,
    CollectionDeleter,
    StatusUpdater<Unstructured, Stored<Unstructured>>,
    StatusApplier<Unstructured, Stored<Unstructured>> {
  /** The client of this resource in one namespace. */
  namespace(namespace: string): DynamicResourceClient;
  /** Calls on a subresource, by its name. */
  subresource(subresource: string): SubresourceClient<Unstructured>;
}

class DynamicCalls extends KindCalls<Unstructured> implements DynamicResourceClient {
  readonly #context: ClientContext;
  readonly #resource: GroupVersionResource;

  constructor(context: ClientContext, resource: GroupVersionResource, namespace?: string) {
    const { group, version, resource: plural } = resource;
    if (group !== "") checkSegment("group", group);
    checkSegment("version", version);
    checkSegment("resource", plural);
    // Whether the resource is namespaced is not known: what the caller asked for decides.
    const scope = namespace === undefined ? "Cluster" : "Namespaced";
    super(context, { group, version, kind: "", plural, scope }, namespace, jsonForm);
    this.#context = context;
    this.#resource = resource;
  }

  namespace(namespace: string): DynamicResourceClient {
    if (typeof namespace !== "string" || namespace === "") {
      throw new InvalidArgumentError(
        `the namespace for ${this.#resource.resource} is empty: leave it out to see all namespaces`,
      );
    }
    checkSegment("namespace", namespace);
    return new DynamicCalls(this.#context, this.#resource, namespace);
  }
}
