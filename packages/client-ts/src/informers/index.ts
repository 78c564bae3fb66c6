/**
 * Informer factories: for the built-in kinds by group, version and plural, for resources known only by name, and for
 * metadata alone.
 */
export type { GroupVersionInformers, InformersByGroup } from "./shared-informer-factory.ts";
export { SharedInformerFactory } from "./shared-informer-factory.ts";
export type { PartialObjectMetadata } from "./dynamic-factory.ts";
export { DynamicSharedInformerFactory, MetadataSharedInformerFactory } from "./dynamic-factory.ts";
export type { InformerClient, InformerFactoryOptions, KindInformer, SyncResult } from "../cache/index.ts";
