/** The namespace of lists and watches over all namespaces, as in client-go's `metav1.NamespaceAll`: none. */
export const namespaceAll = "";

/** The namespace that every cluster has, as in client-go's `metav1.NamespaceDefault`. */
export const namespaceDefault = "default";

/** The content types of the patches, as client-go's `types.JSONPatchType` and the others name them. */
export const patchTypes = {
  json: "application/json-patch+json",
  merge: "application/merge-patch+json",
  strategicMerge: "application/strategic-merge-patch+json",
  // JSON is YAML, and servers accept JSON for an apply under this name only.
  apply: "application/apply-patch+yaml",
} as const;
