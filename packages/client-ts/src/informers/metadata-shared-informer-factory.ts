import type { PartialObjectMetadata } from "../api/meta/v1.ts";
import {
  type InformerClient,
  InformerFactory,
  type InformerFactoryOptions,
  type KindInformer,
} from "../cache/index.ts";
import type { GroupVersionResource } from "../meta/index.ts";
import { resourceByName } from "./resource-by-name.ts";

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
    return this.forKind<PartialObjectMetadata>(resourceByName(resource));
  }
}

/** Makes a {@link MetadataSharedInformerFactory}. */
export function newMetadataSharedInformerFactory(
  client: InformerClient,
  options: InformerFactoryOptions = {},
): MetadataSharedInformerFactory {
  return new MetadataSharedInformerFactory(client, options);
}
