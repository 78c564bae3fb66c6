import {
  type InformerClient,
  InformerFactory,
  type InformerFactoryOptions,
  type KindInformer,
} from "../cache/index.ts";
import type { GroupVersionResource, KubeObject, Resource, Unstructured } from "../meta/index.ts";

/** Informers for resources that are known only by their names, with objects as plain JSON. */
export class DynamicSharedInformerFactory extends InformerFactory {
  /** Options as for every factory. */
  constructor(client: InformerClient, options: InformerFactoryOptions = {}) {
    super(client, options);
  }

  /** Informer and lister of a resource by its names; no discovery is asked. */
  forResource(resource: GroupVersionResource): KindInformer<Unstructured> {
    return this.forKind<Unstructured>(kindless(resource));
  }
}

/** Makes a {@link DynamicSharedInformerFactory}. */
export function newDynamicSharedInformerFactory(
  client: InformerClient,
  options: InformerFactoryOptions = {},
): DynamicSharedInformerFactory {
  return new DynamicSharedInformerFactory(client, options);
}

/** An object of which only the metadata was asked for. */
export interface PartialObjectMetadata extends KubeObject {
  apiVersion?: "meta.k8s.io/v1" | (string & {});
  kind?: "PartialObjectMetadata" | (string & {});
}

/**
 * Informers that ask for nothing but metadata: for garbage collectors and others who only look at names, labels and
 * owners.
 */
export class MetadataSharedInformerFactory extends InformerFactory {
  /** Options as for every factory. */
  constructor(client: InformerClient, options: InformerFactoryOptions = {}) {
    super(client, options, { metadataOnly: true });
  }

  /** Informer and lister of the metadata of a resource by its names. */
  forResource(resource: GroupVersionResource): KindInformer<PartialObjectMetadata> {
    return this.forKind<PartialObjectMetadata>(kindless(resource));
  }
}

/** Makes a {@link MetadataSharedInformerFactory}. */
export function newMetadataSharedInformerFactory(
  client: InformerClient,
  options: InformerFactoryOptions = {},
): MetadataSharedInformerFactory {
  return new MetadataSharedInformerFactory(client, options);
}

/** What is known of a resource when only its names are: it is in namespaces when a namespace is asked for. */
function kindless<T extends KubeObject>({ group, version, resource }: GroupVersionResource): Resource<T> {
  return { group, version, kind: "", plural: resource, scope: "Namespaced" };
}
