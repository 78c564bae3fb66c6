/**
 * Informer factories: for the built-in kinds by group, version and plural, for resources known only by name, and
 * for metadata alone.
 */
export {
  SharedInformerFactory,
  DynamicSharedInformerFactory,
  MetadataSharedInformerFactory,
} from "../informers/index.ts";
export type { InformerClient, InformerFactoryOptions, KindInformer } from "../informers/index.ts";
