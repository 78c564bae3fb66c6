/**
 * Informer factories: for the built-in kinds by group, version and plural, for resources known only by name, and
 * for metadata alone.
 */
export {
  newSharedInformerFactory,
  newDynamicSharedInformerFactory,
  newMetadataSharedInformerFactory,
} from "../informers/index.ts";
export type {
  SharedInformerFactory,
  InformerFactoryOptions,
  KindInformer,
} from "../informers/index.ts";
