// Made by `npm run api:generate` from codegen/facts; do not edit.
import type { KubeList, KubeObject, Resource } from "../../meta/index.ts";
import type { CoordinatedLeaseStrategy } from "../coordination/v1.ts";

/** `leases` of `coordination.k8s.io/v1beta1`, in a namespace. Only older servers serve it. */
export interface Lease extends KubeObject {
  spec?: LeaseSpec;
}

/** `leases` of `coordination.k8s.io/v1beta1`, in a namespace. Only older servers serve it. */
export const Lease: Resource<Lease, { scope: "Namespaced"; plural: "leases" }> = {
  group: "coordination.k8s.io",
  version: "v1beta1",
  kind: "Lease",
  plural: "leases",
  scope: "Namespaced",
};

/** `leasecandidates` of `coordination.k8s.io/v1beta1`, in a namespace. */
export interface LeaseCandidate extends KubeObject {
  spec: LeaseCandidateSpec;
}

/** `leasecandidates` of `coordination.k8s.io/v1beta1`, in a namespace. */
export const LeaseCandidate: Resource<LeaseCandidate, { scope: "Namespaced"; plural: "leasecandidates"; accessor: "leaseCandidates" }> = {
  group: "coordination.k8s.io",
  version: "v1beta1",
  kind: "LeaseCandidate",
  plural: "leasecandidates",
  scope: "Namespaced",
  accessor: "leaseCandidates",
  singular: "leasecandidate",
};

/** A list of LeaseCandidate as the server sends it. */
export interface LeaseCandidateList extends KubeList<LeaseCandidate> {}

/** A list of Lease as the server sends it. */
export interface LeaseList extends KubeList<Lease> {}

/** In `LeaseCandidate.spec`. */
export interface LeaseCandidateSpec {
  leaseName: string;
  pingTime?: string;
  renewTime?: string;
  binaryVersion: string;
  emulationVersion?: string;
  strategy: CoordinatedLeaseStrategy;
}

/** In `Lease.spec`. */
export interface LeaseSpec {
  holderIdentity?: string;
  leaseDurationSeconds?: number;
  acquireTime?: string;
  renewTime?: string;
  leaseTransitions?: number;
  strategy?: CoordinatedLeaseStrategy;
  preferredHolder?: string;
}
