// Made by `npm run api:generate` from codegen/facts; do not edit.
import type { KubeList, KubeObject, Resource } from "../../meta/index.ts";
import type { Condition } from "../meta/v1.ts";

/** `evictions` of `lifecycle.k8s.io/v1alpha1`, in a namespace. */
export interface Eviction extends KubeObject {
  spec: EvictionSpec;
  status?: EvictionStatus;
}

/** `evictions` of `lifecycle.k8s.io/v1alpha1`, in a namespace. */
export const Eviction: Resource<Eviction, { scope: "Namespaced"; plural: "evictions"; status: true }> = {
  group: "lifecycle.k8s.io",
  version: "v1alpha1",
  kind: "Eviction",
  plural: "evictions",
  scope: "Namespaced",
  singular: "eviction",
  status: true,
};

/** `evictionrequests` of `lifecycle.k8s.io/v1alpha1`, in a namespace. */
export interface EvictionRequest extends KubeObject {
  spec: EvictionRequestSpec;
  status?: EvictionRequestStatus;
}

/** `evictionrequests` of `lifecycle.k8s.io/v1alpha1`, in a namespace. */
export const EvictionRequest: Resource<EvictionRequest, { scope: "Namespaced"; plural: "evictionrequests"; accessor: "evictionRequests"; status: true }> = {
  group: "lifecycle.k8s.io",
  version: "v1alpha1",
  kind: "EvictionRequest",
  plural: "evictionrequests",
  scope: "Namespaced",
  accessor: "evictionRequests",
  singular: "evictionrequest",
  status: true,
};

/** A list of Eviction as the server sends it. */
export interface EvictionList extends KubeList<Eviction> {}

/** A list of EvictionRequest as the server sends it. */
export interface EvictionRequestList extends KubeList<EvictionRequest> {}

/** In `EvictionTarget.pod`. */
export interface EvictionPodReference {
  name: string;
  uid: string;
}

/** In `EvictionRequestSpec.intent`. */
export type EvictionRequestIntent = "Eviction" | "Withdrawn" | (string & {});

/** In `EvictionRequestTarget.pod`. */
export interface EvictionRequestPodReference {
  name: string;
  uid: string;
}

/** In `EvictionRequest.spec`. */
export interface EvictionRequestSpec {
  target: EvictionRequestTarget;
  requester: string;
  intent: EvictionRequestIntent;
}

/** In `EvictionRequest.status`. */
export interface EvictionRequestStatus {
  conditions?: Condition[];
  observedGeneration?: number;
}

/** In `EvictionRequestSpec.target`. */
export interface EvictionRequestTarget {
  pod?: EvictionRequestPodReference;
}

/** In `Eviction.spec`. */
export interface EvictionSpec {
  target: EvictionTarget;
}

/** In `Eviction.status`. */
export interface EvictionStatus {
  conditions?: Condition[];
  observedGeneration?: number;
  requesters?: Requester[];
  targetResponders?: TargetResponder[];
  responders?: ResponderStatus[];
}

/** In `EvictionSpec.target`. */
export interface EvictionTarget {
  pod?: EvictionPodReference;
}

/** In `EvictionStatus.requesters`. */
export interface Requester {
  name: string;
  intent: RequesterIntent;
}

/** In `Requester.intent`. */
export type RequesterIntent = "Eviction" | "Withdrawn" | (string & {});

/** In `TargetResponder.state`. */
export type ResponderStateType = "Inactive" | "Active" | "Interrupted" | "Canceled" | "Completed" | (string & {});

/** In `EvictionStatus.responders`. */
export interface ResponderStatus {
  name: string;
  startTime?: string;
  heartbeatTime?: string;
  expectedCompletionTime?: string;
  completionTime?: string;
  message?: string;
}

/** In `EvictionStatus.targetResponders`. */
export interface TargetResponder {
  name: string;
  priority: number;
  state: ResponderStateType;
}
