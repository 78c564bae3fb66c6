// Made by `npm run api:generate` from codegen/facts; do not edit.
import type { KubeList, KubeObject, Resource } from "../../meta/index.ts";

/** `clustertrustbundles` of `certificates.k8s.io/v1alpha1`, of the cluster. Only older servers serve it. */
export interface ClusterTrustBundle extends KubeObject {
  spec: ClusterTrustBundleSpec;
}

/** `clustertrustbundles` of `certificates.k8s.io/v1alpha1`, of the cluster. Only older servers serve it. */
export const ClusterTrustBundle: Resource<ClusterTrustBundle, { scope: "Cluster"; plural: "clustertrustbundles"; accessor: "clusterTrustBundles" }> = {
  group: "certificates.k8s.io",
  version: "v1alpha1",
  kind: "ClusterTrustBundle",
  plural: "clustertrustbundles",
  scope: "Cluster",
  accessor: "clusterTrustBundles",
};

/** A list of ClusterTrustBundle as the server sends it. */
export interface ClusterTrustBundleList extends KubeList<ClusterTrustBundle> {}

/** In `ClusterTrustBundle.spec`. */
export interface ClusterTrustBundleSpec {
  signerName?: string;
  trustBundle: string;
}
