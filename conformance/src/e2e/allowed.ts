/** Tests that may fail on the in-memory server, each with the reason. At most five. */
export const allowed: readonly { readonly title: string; readonly reason: string }[] = [
  {
    title:
      "CustomResourceFieldSelectors [Privileged:ClusterAdmin] CustomResourceFieldSelectors MUST list and watch custom " +
      "resources matching the field selector [Conformance]",
    reason: "needs a Pod that serves a conversion webhook; it fails on the real control plane without containers too",
  },
];
