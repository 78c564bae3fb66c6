/** Kubernetes objects and what can be said about them without a server. */
export type {
  DeepReadonly,
  KubeList,
  KubeObject,
  ListMeta,
  ManagedFieldsEntry,
  ObjectMeta,
  OwnerReference,
  ReadonlyObject,
  Scope,
  Stored,
  Unstructured,
} from "./object.ts";
export type { AccessorOf, GroupVersionKind, GroupVersionResource, Resource, ResourceTraits, Verb } from "./resource.ts";
export { apiVersionOf, parseApiVersion } from "./resource.ts";
export type { ObjectOf, ResourceDefinition, TraitsOf } from "./define-resource.ts";
export { defineResource } from "./define-resource.ts";
export { accessorName } from "./accessor-name.ts";
export { isProtobuf, mediaTypeOf, protobufMediaType } from "./media-type.ts";
export type { DeletedKey, ObjectName } from "./keys.ts";
export {
  compareObjectNames,
  deletionHandlingMetaNamespaceKeyFunc,
  formatObjectName,
  metaNamespaceKeyFunc,
  objectNameOf,
  parseObjectName,
  splitMetaNamespaceKey,
} from "./keys.ts";
export type { LabelRequirement, Labels, Selector, SelectorOperator } from "./selector.ts";
export {
  everything,
  formatRequirement,
  newRequirement,
  nothing,
  selectorFromMap,
  selectorFromRequirements,
} from "./selector.ts";
export { parseSelector } from "./parse-selector.ts";
export type { LabelSelector, LabelSelectorRequirement } from "./label-selector.ts";
export { labelSelectorFromSelector, selectorFromLabelSelector } from "./label-selector.ts";
export type { FieldRequirement, FieldSelector, Fields } from "./field-selector.ts";
export {
  escapeFieldValue,
  fieldSelectorFromMap,
  fieldSelectorFromRequirements,
  parseFieldSelector,
  unescapeFieldValue,
} from "./field-selector.ts";
export type { FieldSelectorLike, LabelSelectorLike } from "./selector-text.ts";
export { labelSelectorOf, selectorOf, selectorText } from "./selector-text.ts";
export { namespaceAll, namespaceDefault, patchTypes } from "./constants.ts";
export { compareResourceVersion, isComparableResourceVersion } from "./resource-version.ts";
export type { Condition, ConditionLike, SetConditionOptions } from "./condition.ts";
export {
  getCondition,
  isCondition,
  isConditionFalse,
  isConditionTrue,
  removeCondition,
  setCondition,
} from "./condition.ts";
export type { OwnerReferenceOptions } from "./owner-reference.ts";
export {
  controllerOf,
  controllerReferenceTo,
  hasOwnerReference,
  isControlledBy,
  ownerReferenceTo,
  removeOwnerReference,
  setControllerReference,
  setOwnerReference,
} from "./owner-reference.ts";
export type { QuantityFormat } from "./quantity.ts";
export { parseQuantity, Quantity } from "./quantity.ts";
export { formatDurationMs, formatDurationNs, parseDurationMs, parseDurationNs } from "./duration.ts";
export { formatMicroTime, formatTime, parseTimeMicros, parseTimeMs } from "./time.ts";
export type { FieldPath } from "./nested.ts";
export { getNested, removeNested, setNested } from "./nested.ts";
export { deepClone } from "./deep-clone.ts";
export { deepEqual } from "./deep-equal.ts";
export {
  isDns1035Label,
  isDnsLabel,
  isDnsSubdomain,
  isLabelKey,
  isLabelValue,
  isValidPathSegment,
  whyNotPathSegment,
} from "./names.ts";
export type { JsonPatchOperation, JsonPatchOptions, PatchErrorReason } from "./json-patch.ts";
export { applyJsonPatch, newJsonPatch, PatchError } from "./json-patch.ts";
export { formatJsonPointer, parseJsonPointer } from "./json-pointer.ts";
export { applyMergePatch, newMergePatch } from "./merge-patch.ts";
export type { StrategicMergeOptions } from "./strategic-merge-patch.ts";
export { applyStrategicMergePatch } from "./strategic-merge-patch.ts";
export { newStrategicMergePatch } from "./new-strategic-merge-patch.ts";
export type { JsonPath, JsonPathOptions } from "./jsonpath.ts";
export { parseJsonPath } from "./jsonpath.ts";
export type { GetReferenceOptions, ObjectReference } from "./object-reference.ts";
export { getReference } from "./object-reference.ts";
export type { UpgradeManagedFieldsOptions } from "./csa-upgrade.ts";
export { findFieldsOwners, upgradeManagedFields, upgradeManagedFieldsPatch } from "./csa-upgrade.ts";
export { FieldSet } from "./field-set.ts";
export type { FieldSchema, SchemaSet, StructSchema } from "./schema.ts";
export type { DeleteOptions, ListOptions, WatchOptions, WriteOptions } from "./options.ts";
export type { WatchEvent } from "./watch-event.ts";
