// Made by `npm run api:generate` from codegen/facts; do not edit.
import type { KubeList, KubeObject, Resource } from "../../meta/index.ts";

/** `leases` of `coordination.k8s.io/v1`, in a namespace. */
export interface Lease extends KubeObject {
  spec?: LeaseSpec;
}

/** `leases` of `coordination.k8s.io/v1`, in a namespace. */
export const Lease: Resource<Lease, { scope: "Namespaced"; plural: "leases" }> = {
  group: "coordination.k8s.io",
  version: "v1",
  kind: "Lease",
  plural: "leases",
  scope: "Namespaced",
  singular: "lease",
};

/** A list of Lease as the server sends it. */
export interface LeaseList extends KubeList<Lease> {}

/** In `LeaseSpec.strategy` and 3 more places. */
export type CoordinatedLeaseStrategy = "OldestEmulationVersion" | (string & {});

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
