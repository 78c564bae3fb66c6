/**
 * Informer factories: for the built-in kinds by group, version and plural, for resources known only by name, and for
 * metadata alone.
 */
export type { GroupVersionInformers, InformersByGroup, SharedInformerFactory } from "./shared-informer-factory.ts";
export { newSharedInformerFactory } from "./shared-informer-factory.ts";
export type { DynamicSharedInformerFactory } from "./dynamic-shared-informer-factory.ts";
export { newDynamicSharedInformerFactory } from "./dynamic-shared-informer-factory.ts";
export type { MetadataSharedInformerFactory } from "./metadata-shared-informer-factory.ts";
export { newMetadataSharedInformerFactory } from "./metadata-shared-informer-factory.ts";
export type { InformerClient, InformerFactoryOptions, KindInformer, SyncResult } from "../cache/index.ts";
