import type { PartialObjectMetadata } from "../api/meta/v1.ts";
import { ProtocolError } from "../errors/index.ts";
import type { KubeObject, ObjectMeta, Resource, ResourceTraits, Stored } from "../meta/index.ts";
import { type RESTClient, restClientFor } from "../rest/index.ts";
import type { RestConfig } from "../transport/index.ts";
import { isRecord } from "../util/index.ts";
import { ConnectionOwner } from "./connection-owner.ts";
import { type ClientContext, type ClientDefaults, contextFor } from "./client-context.ts";
import type { ObjectForm } from "./kind-calls.ts";
import { KindClient } from "./kind-client.ts";
import type {
  ClientTarget,
  CollectionDeleter,
  Deleter,
  ListReader,
  Patcher,
  Reader,
  ResourceOptions,
  Watchable,
} from "./resource-types.ts";

/** An object of which only the metadata is known. */
export type StoredMetadata = Stored<PartialObjectMetadata>;

/** Asks for metadata alone. A server that does not support that sends whole objects, and we take their metadata. */
const metadataForm: ObjectForm<PartialObjectMetadata> = {
  accept: "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json",
  acceptList: "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json",
  listType: { apiVersion: "meta.k8s.io/v1", kind: "PartialObjectMetadataList" },
  decode: partialOf,
};
const apiVersion = "meta.k8s.io/v1";

/** The metadata of objects of any kind; see {@link newMetadataClient}. */
export class MetadataClient extends ConnectionOwner {
  readonly #context: ClientContext;

  constructor(context: ClientContext, owned: RESTClient) {
    super(owned);
    this.#context = context;
  }

  /** The metadata of a kind's objects. */
  resource<T extends KubeObject, R extends ResourceTraits>(
    resource: Resource<T, R>,
    options: ResourceOptions<R> = {},
  ): MetadataResourceClient {
    return metadataClientFor(this.#context, resource, options.namespace);
  }
}

/** A metadata client for a configuration, with connections of their own. */
export function newMetadataClient(config: RestConfig, defaults: ClientDefaults = {}): MetadataClient {
  const rest = restClientFor(config);
  return new MetadataClient(contextFor(rest, config, defaults), rest);
}

/** Reads, patches and deletes objects of one kind, and receives only their metadata. */
export interface MetadataResourceClient
  extends ClientTarget<KubeObject, ResourceTraits>,
    Reader<StoredMetadata>,
    ListReader<StoredMetadata>,
    Watchable<StoredMetadata>,
    Omit<Patcher<KubeObject, StoredMetadata>, "apply">,
    Deleter<StoredMetadata>,
    CollectionDeleter {}

/** The metadata client of a kind; what `client.metadata(Pod, { namespace })` gives. */
export function metadataClientFor(
  context: ClientContext,
  resource: Resource,
  namespace: string | undefined,
): MetadataResourceClient {
  return new KindClient<PartialObjectMetadata, ResourceTraits>(
    context,
    resource as Resource<PartialObjectMetadata>,
    namespace,
    metadataForm,
  ) as MetadataResourceClient;
}

/** The metadata of what a server sent. Throws a ProtocolError for something that has none. */
function partialOf(object: KubeObject, resource: Resource): StoredMetadata {
  const { metadata } = object;
  if (object.kind === "PartialObjectMetadata" && object.apiVersion === apiVersion) return object as StoredMetadata;
  if (!looksLikeMetadata(metadata))
    throw new ProtocolError(
      `expected the metadata of ${resource.plural}, but the server sent an object without metadata`,
    );
  return { apiVersion, kind: "PartialObjectMetadata", metadata: metadata as StoredMetadata["metadata"] };
}

function looksLikeMetadata(metadata: unknown): metadata is ObjectMeta {
  if (!isRecord(metadata)) return false;
  const { uid, creationTimestamp, name, generateName } = metadata as ObjectMeta;
  return Boolean(uid || creationTimestamp || name || generateName);
}
