/** Kubernetes objects and what can be said about them without a server. */
export type {
  DeepReadonly,
  KubeList,
  KubeObject,
  ListMeta,
  ManagedFieldsEntry,
  ObjectMeta,
  OwnerReference,
  Scope,
  Stored,
  Unstructured,
} from "./object.ts";
export type { GroupVersionKind, GroupVersionResource, Resource, ResourceTraits, Verb } from "./resource.ts";
export { apiVersionOf, parseApiVersion } from "./resource.ts";
export type { FieldSchema, SchemaSet, StructSchema } from "./schema.ts";
export type { DeleteOptions, ListOptions, WatchOptions, WriteOptions } from "./options.ts";
export type { WatchEvent } from "./watch-event.ts";
