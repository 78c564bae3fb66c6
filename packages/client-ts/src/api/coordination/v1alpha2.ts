// Made by `npm run api:generate` from codegen/facts; do not edit.
import type { KubeList, KubeObject, Resource } from "../../meta/index.ts";
import type { CoordinatedLeaseStrategy } from "../coordination/v1.ts";

/** `leasecandidates` of `coordination.k8s.io/v1alpha2`, in a namespace. */
export interface LeaseCandidate extends KubeObject {
  spec: LeaseCandidateSpec;
}

/** `leasecandidates` of `coordination.k8s.io/v1alpha2`, in a namespace. */
export const LeaseCandidate: Resource<LeaseCandidate, { scope: "Namespaced"; plural: "leasecandidates"; accessor: "leaseCandidates" }> = {
  group: "coordination.k8s.io",
  version: "v1alpha2",
  kind: "LeaseCandidate",
  plural: "leasecandidates",
  scope: "Namespaced",
  accessor: "leaseCandidates",
  singular: "leasecandidate",
};

/** A list of LeaseCandidate as the server sends it. */
export interface LeaseCandidateList extends KubeList<LeaseCandidate> {}

/** In `LeaseCandidate.spec`. */
export interface LeaseCandidateSpec {
  leaseName: string;
  pingTime?: string;
  renewTime?: string;
  binaryVersion: string;
  emulationVersion?: string;
  strategy: CoordinatedLeaseStrategy;
}
