import type { PartialObjectMetadata } from "../api/meta/v1.ts";
import { ProtocolError } from "../errors/index.ts";
import type { KubeList, KubeObject, ObjectMeta, Resource, ResourceTraits, Stored, WatchEvent } from "../meta/index.ts";
import { type RESTClient, restClientFor, type WatchStream } from "../rest/index.ts";
import type { RestConfig } from "../transport/index.ts";
import type { ClientContext, ClientDefaults } from "./context.ts";
import { contextFor, withAccept } from "./dynamic.ts";
import { KindClient } from "./kind-client.ts";
import { ListCall } from "./list-call.ts";
import type {
  DeleteCallOptions,
  DeleteCollectionCallOptions,
  GetCallOptions,
  JsonPatch,
  ListCallOptions,
  PatchCallOptions,
  WatchCallOptions,
} from "./options.ts";
import type { ResourceOptions } from "./resource-types.ts";

/** An object of which only the metadata is known. */
export type StoredMetadata = Stored<PartialObjectMetadata>;

/** Asks for metadata; a server that does not know how sends the whole, and we take the metadata out. */
const acceptObject = "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json";
const acceptList = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json";
const apiVersion = "meta.k8s.io/v1";

/** Makes metadata clients for kinds on connections of its own; see {@link newMetadataClient}. */
export class MetadataClients {
  readonly #context: ClientContext;
  readonly #owned: RESTClient;

  constructor(context: ClientContext, owned: RESTClient) {
    this.#context = context;
    this.#owned = owned;
  }

  /** The metadata of a kind's objects. */
  resource<T extends KubeObject, R extends ResourceTraits>(
    resource: Resource<T, R>,
    options: ResourceOptions<R> = {},
  ): MetadataClient {
    return new MetadataClient(this.#context, resource, options.namespace);
  }

  /** Closes its connections. */
  async close(): Promise<void> {
    await this.#owned.close();
  }

  /** As {@link close}. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

/** Metadata clients for a configuration, with connections of their own. */
export function newMetadataClient(config: RestConfig, defaults: ClientDefaults = {}): MetadataClients {
  const rest = restClientFor(config);
  return new MetadataClients(contextFor(rest, config, defaults), rest);
}

/** Reads, patches and deletes objects of one kind, and sees nothing of them but their metadata. */
export class MetadataClient {
  readonly resource: Resource;
  /** The namespace it works in; `undefined` for all of them, and for a kind without namespaces. */
  readonly namespace: string | undefined;
  readonly #one: KindClient<KubeObject, ResourceTraits>;
  readonly #many: KindClient<KubeObject, ResourceTraits>;

  /** Made by `client.metadata(resource)`. */
  constructor(context: ClientContext, resource: Resource, namespace?: string) {
    this.resource = resource;
    this.namespace = namespace;
    this.#one = new KindClient(withAccept(context, acceptObject), resource, namespace);
    this.#many = new KindClient(withAccept(context, acceptList), resource, namespace);
  }

  async get(name: string, options?: GetCallOptions): Promise<StoredMetadata> {
    return partialOf(await this.#one.get(name, options), this.resource);
  }

  /** `await` gives the whole list; `for await` the objects one by one, a page at a time. */
  list(options: ListCallOptions = {}): ListCall<StoredMetadata> {
    const { timeoutMs } = options;
    return new ListCall<StoredMetadata>(
      (page, call) => this.listPage({ ...page, ...call, ...(timeoutMs === undefined ? {} : { timeoutMs }) }),
      options,
    );
  }

  /** One page. */
  async listPage(options?: ListCallOptions): Promise<KubeList<StoredMetadata>> {
    const list = await this.#many.listPage(options);
    return {
      apiVersion,
      kind: "PartialObjectMetadataList",
      metadata: list.metadata,
      items: list.items.map((item) => partialOf(item, this.resource)),
    };
  }

  watch(options?: WatchCallOptions): MetadataWatch {
    return new MetadataWatch(this.#one.watch(options), this.resource);
  }

  async jsonPatch(name: string, patch: JsonPatch, options?: PatchCallOptions): Promise<StoredMetadata> {
    return partialOf(await this.#one.jsonPatch(name, patch, options), this.resource);
  }

  async mergePatch(name: string, patch: object, options?: PatchCallOptions): Promise<StoredMetadata> {
    return partialOf(await this.#one.mergePatch(name, patch, options), this.resource);
  }

  /** Built-in kinds only. */
  async strategicMergePatch(name: string, patch: object, options?: PatchCallOptions): Promise<StoredMetadata> {
    return partialOf(await this.#one.strategicMergePatch(name, patch, options), this.resource);
  }

  /** Gives the object's metadata when it is still there, `undefined` when it is gone. */
  async delete(name: string, options?: DeleteCallOptions): Promise<StoredMetadata | undefined> {
    const left = await this.#one.delete(name, options);
    return left === undefined ? undefined : partialOf(left, this.resource);
  }

  /** Deletes what a selector chooses, in this namespace; `{ all: true }` for everything in it. */
  async deleteCollection(options: DeleteCollectionCallOptions): Promise<void> {
    await this.#many.deleteCollection(options);
  }
}

/**
 * The events of a watch with the metadata of their objects. As a WatchStream: for one reader, once; leaving the loop
 * closes it.
 */
export class MetadataWatch implements AsyncIterable<WatchEvent<StoredMetadata>> {
  readonly #stream: WatchStream<KubeObject>;
  readonly #resource: Resource;

  constructor(stream: WatchStream<KubeObject>, resource: Resource) {
    this.#stream = stream;
    this.#resource = resource;
  }

  /** Opens the watch now instead of on first read; settles when the server has accepted it. */
  open(): Promise<void> {
    return this.#stream.open();
  }

  /** Ends the watch. */
  close(): void {
    this.#stream.close();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<WatchEvent<StoredMetadata>, void, undefined> {
    for await (const event of this.#stream) {
      yield event.type === "BOOKMARK" ? event : { type: event.type, object: partialOf(event.object, this.#resource) };
    }
  }

  /** As {@link close}. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.close();
  }
}

/** The metadata of what a server sent. Throws a ProtocolError for something that has none. */
function partialOf(object: KubeObject, resource: Resource): StoredMetadata {
  const { metadata } = object;
  if (object.kind === "PartialObjectMetadata" && object.apiVersion === apiVersion) return object as StoredMetadata;
  if (!looksLikeMetadata(metadata))
    throw new ProtocolError(`metadata of ${resource.plural} was due, and the server sent something that has none`);
  return { apiVersion, kind: "PartialObjectMetadata", metadata: metadata as StoredMetadata["metadata"] };
}

function looksLikeMetadata(metadata: unknown): metadata is ObjectMeta {
  if (typeof metadata !== "object" || metadata === null || Array.isArray(metadata)) return false;
  const { uid, creationTimestamp, name, generateName } = metadata as ObjectMeta;
  return Boolean(uid || creationTimestamp || name || generateName);
}
