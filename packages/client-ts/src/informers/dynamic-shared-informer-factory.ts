import {
  type InformerClient,
  InformerFactory,
  type InformerFactoryOptions,
  type KindInformer,
} from "../cache/index.ts";
import type { GroupVersionResource, Unstructured } from "../meta/index.ts";
import { resourceByName } from "./resource-by-name.ts";

/** Informers for resources that are known only by their names, with objects as plain JSON. */
export class DynamicSharedInformerFactory extends InformerFactory {
  /** Made by {@link newDynamicSharedInformerFactory}. */
  constructor(client: InformerClient, options: InformerFactoryOptions = {}) {
    super(client, options);
  }

  /** The informer and lister of a resource by its names, without discovery. */
  forResource(resource: GroupVersionResource): KindInformer<Unstructured> {
    return this.forKind<Unstructured>(resourceByName(resource));
  }
}

/** Makes a {@link DynamicSharedInformerFactory}. */
export function newDynamicSharedInformerFactory(
  client: InformerClient,
  options: InformerFactoryOptions = {},
): DynamicSharedInformerFactory {
  return new DynamicSharedInformerFactory(client, options);
}
