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
 * Informers that ask only for metadata: for garbage collectors and other programs that look only at names, labels and
 * owners.
 */
export class MetadataSharedInformerFactory extends InformerFactory {
  /** Made by {@link newMetadataSharedInformerFactory}. */
  constructor(client: InformerClient, options: InformerFactoryOptions = {}) {
    super(client, options, { metadataOnly: true });
  }

  /** The informer and lister for the metadata of a resource, by its names. */
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
