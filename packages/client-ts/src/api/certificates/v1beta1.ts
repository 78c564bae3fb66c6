// Made by `npm run api:generate` from codegen/facts; do not edit.
import type { KubeList, KubeObject, Resource } from "../../meta/index.ts";
import type { ConditionStatus } from "../core/v1.ts";
import type { Condition } from "../meta/v1.ts";

/** `certificatesigningrequests` of `certificates.k8s.io/v1beta1`, of the cluster. Only older servers serve it. */
export interface CertificateSigningRequest extends KubeObject {
  spec: CertificateSigningRequestSpec;
  status?: CertificateSigningRequestStatus;
}

/** `certificatesigningrequests` of `certificates.k8s.io/v1beta1`, of the cluster. Only older servers serve it. */
export const CertificateSigningRequest: Resource<CertificateSigningRequest, { scope: "Cluster"; plural: "certificatesigningrequests"; accessor: "certificateSigningRequests"; status: true }> = {
  group: "certificates.k8s.io",
  version: "v1beta1",
  kind: "CertificateSigningRequest",
  plural: "certificatesigningrequests",
  scope: "Cluster",
  accessor: "certificateSigningRequests",
  status: true,
};

/** `clustertrustbundles` of `certificates.k8s.io/v1beta1`, of the cluster. */
export interface ClusterTrustBundle extends KubeObject {
  spec: ClusterTrustBundleSpec;
}

/** `clustertrustbundles` of `certificates.k8s.io/v1beta1`, of the cluster. */
export const ClusterTrustBundle: Resource<ClusterTrustBundle, { scope: "Cluster"; plural: "clustertrustbundles"; accessor: "clusterTrustBundles" }> = {
  group: "certificates.k8s.io",
  version: "v1beta1",
  kind: "ClusterTrustBundle",
  plural: "clustertrustbundles",
  scope: "Cluster",
  accessor: "clusterTrustBundles",
  singular: "clustertrustbundle",
};

/** `podcertificaterequests` of `certificates.k8s.io/v1beta1`, in a namespace. */
export interface PodCertificateRequest extends KubeObject {
  spec: PodCertificateRequestSpec;
  status?: PodCertificateRequestStatus;
}

/** `podcertificaterequests` of `certificates.k8s.io/v1beta1`, in a namespace. */
export const PodCertificateRequest: Resource<PodCertificateRequest, { scope: "Namespaced"; plural: "podcertificaterequests"; accessor: "podCertificateRequests"; status: true }> = {
  group: "certificates.k8s.io",
  version: "v1beta1",
  kind: "PodCertificateRequest",
  plural: "podcertificaterequests",
  scope: "Namespaced",
  accessor: "podCertificateRequests",
  singular: "podcertificaterequest",
  status: true,
};

/** A list of CertificateSigningRequest as the server sends it. */
export interface CertificateSigningRequestList extends KubeList<CertificateSigningRequest> {}

/** A list of ClusterTrustBundle as the server sends it. */
export interface ClusterTrustBundleList extends KubeList<ClusterTrustBundle> {}

/** A list of PodCertificateRequest as the server sends it. */
export interface PodCertificateRequestList extends KubeList<PodCertificateRequest> {}

/** In `CertificateSigningRequestStatus.conditions`. */
export interface CertificateSigningRequestCondition {
  type: RequestConditionType;
  status?: ConditionStatus;
  reason?: string;
  message?: string;
  lastUpdateTime?: string;
  lastTransitionTime?: string;
}

/** In `CertificateSigningRequest.spec`. */
export interface CertificateSigningRequestSpec {
  request: string;
  signerName?: string;
  expirationSeconds?: number;
  usages?: KeyUsage[];
  username?: string;
  uid?: string;
  groups?: string[];
  extra?: { [key: string]: ExtraValue };
}

/** In `CertificateSigningRequest.status`. */
export interface CertificateSigningRequestStatus {
  conditions?: CertificateSigningRequestCondition[];
  certificate?: string;
}

/** In `ClusterTrustBundle.spec`. */
export interface ClusterTrustBundleSpec {
  signerName?: string;
  trustBundle: string;
}

/** In `CertificateSigningRequestSpec.extra`. */
export type ExtraValue = string[];

/** In `CertificateSigningRequestSpec.usages`. */
export type KeyUsage = "signing" | "digital signature" | "content commitment" | "key encipherment" | "key agreement" | "data encipherment" | "cert sign" | "crl sign" | "encipher only" | "decipher only" | "any" | "server auth" | "client auth" | "code signing" | "email protection" | "s/mime" | "ipsec end system" | "ipsec tunnel" | "ipsec user" | "timestamping" | "ocsp signing" | "microsoft sgc" | "netscape sgc" | (string & {});

/** In `PodCertificateRequest.spec`. */
export interface PodCertificateRequestSpec {
  signerName: string;
  podName: string;
  podUID: string;
  serviceAccountName: string;
  serviceAccountUID: string;
  nodeName: string;
  nodeUID: string;
  maxExpirationSeconds?: number;
  pkixPublicKey?: string;
  proofOfPossession?: string;
  stubPKCS10Request: string;
  unverifiedUserAnnotations?: { [key: string]: string };
}

/** In `PodCertificateRequest.status`. */
export interface PodCertificateRequestStatus {
  conditions?: Condition[];
  certificateChain?: string;
  notBefore?: string;
  beginRefreshAt?: string;
  notAfter?: string;
}

/** In `CertificateSigningRequestCondition.type`. */
export type RequestConditionType = "Approved" | "Denied" | "Failed" | (string & {});
