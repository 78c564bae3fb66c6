/** Tests that may fail on the in-memory server, each with the reason. At most five. */
export const allowed: readonly { readonly title: string; readonly reason: string }[] = [
  {
    title: "MutatingAdmissionPolicy [Privileged:ClusterAdmin] should mutate a Deployment [Conformance]",
    reason: "policies that change objects are stored and not evaluated: their expressions construct typed objects",
  },
  {
    title:
      "MutatingAdmissionPolicy [Privileged:ClusterAdmin] should mutate a Deployment with annotations [Conformance]",
    reason: "policies that change objects are stored and not evaluated: their expressions construct typed objects",
  },
  {
    title:
      "CustomResourceFieldSelectors [Privileged:ClusterAdmin] CustomResourceFieldSelectors MUST list and watch custom " +
      "resources matching the field selector [Conformance]",
    reason: "needs a Pod that serves a conversion webhook; it fails on the real control plane without containers too",
  },
];
