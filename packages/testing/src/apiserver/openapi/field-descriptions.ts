/** Descriptions of the fields that every object has: what `kubectl explain` shows for them. */

const conventions = "https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md";

/** `apiVersion` and `kind`. */
export const typeDescriptions: Readonly<Record<"apiVersion" | "kind", string>> = {
  apiVersion: `APIVersion defines the versioned schema of this representation of an object. Servers should convert recognized schemas to the latest internal value, and may reject unrecognized values. More info: ${conventions}#resources`,
  kind: `Kind is a string value representing the REST resource this object represents. Servers may infer this from the endpoint the client submits requests to. Cannot be updated. In CamelCase. More info: ${conventions}#types-kinds`,
};

/** `metadata` of an object. */
export const objectMetadataDescription: string = `Standard object's metadata. More info: ${conventions}#metadata`;

/** `metadata` of a list. */
export const listMetadataDescription: string = `Standard list metadata. More info: ${conventions}#types-kinds`;

/** `items` of a list of custom objects. */
export function itemsDescription(plural: string): string {
  return `List of ${plural}. More info: ${conventions}`;
}

const structs: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ObjectMeta: {
    annotations: "Annotations is a map of values that tools keep with an object. They cannot be selected by.",
    creationTimestamp:
      "CreationTimestamp is a timestamp of the time at which the server created the object. Read-only.",
    deletionGracePeriodSeconds: "How many seconds the object may take to end after its deletion began. Read-only.",
    deletionTimestamp: "DeletionTimestamp is the time at which the object is to be gone, once it is being deleted.",
    finalizers: "Names of the components that must act before the object is removed. Each removes its own name.",
    generateName: "GenerateName is a prefix to which the server adds a random suffix when there is no name.",
    generation: "A number that rises with each change of the desired state. Read-only.",
    labels: "Labels is a map of values by which objects are organized and selected.",
    managedFields: "ManagedFields says who set which fields, for server-side apply.",
    name: "Name must be unique among the objects of a kind in a namespace. Cannot be updated.",
    namespace: "Namespace is the space in which the name must be unique. Cannot be updated.",
    ownerReferences: "The objects on which this object depends. It is removed when all of them are gone.",
    resourceVersion: "A value that changes with each write of the object, to be compared for equality. Read-only.",
    selfLink: "A field of old servers that is no longer set.",
    uid: "UID is a value that no other object has had, in time or space. Read-only.",
  },
  ListMeta: {
    continue: "The token with which the next page of the list can be requested, when there is one.",
    remainingItemCount: "How many items follow on later pages, when the server knows it.",
    resourceVersion: "The version of the list, from which a watch can start. Read-only.",
    selfLink: "A field of old servers that is no longer set.",
  },
  OwnerReference: {
    apiVersion: "The group and version of the owner.",
    blockOwnerDeletion: "Whether a foreground deletion of the owner waits for this object.",
    controller: "Whether the owner is the controller of this object. At most one owner is.",
    kind: "The kind of the owner.",
    name: "The name of the owner.",
    uid: "The UID of the owner.",
  },
  ManagedFieldsEntry: {
    apiVersion: "The group and version in which the fields are named.",
    fieldsType: "The format of the fields. It is always FieldsV1.",
    fieldsV1: "The fields, as a tree of their names and keys.",
    manager: "The name of the client that set the fields.",
    operation: "Whether the fields were applied or updated.",
    subresource: "The subresource through which the fields were set, when there was one.",
    time: "The time at which the manager last changed its set of fields.",
  },
};

/** The description of a field of a built-in type; `undefined` where there is none. */
export function descriptionOf(struct: string, field: string): string | undefined {
  const [, name] = /^io\.k8s\.apimachinery\.pkg\.apis\.meta\.v1\.(\w+)$/.exec(struct) ?? [];
  const known = name === undefined ? undefined : structs[name];
  return known !== undefined && Object.hasOwn(known, field) ? known[field] : undefined;
}
