// Made by `npm run api:generate` from codegen/facts; do not edit.
import type { KubeList, KubeObject, Resource } from "../../meta/index.ts";
import type { ObjectReference, Protocol } from "../core/v1.ts";

/** `endpointslices` of `discovery.k8s.io/v1`, in a namespace. */
export interface EndpointSlice extends KubeObject {
  addressType: AddressType;
  endpoints?: Endpoint[];
  ports?: EndpointPort[];
}

/** `endpointslices` of `discovery.k8s.io/v1`, in a namespace. */
export const EndpointSlice: Resource<EndpointSlice, { scope: "Namespaced"; plural: "endpointslices"; accessor: "endpointSlices" }> = {
  group: "discovery.k8s.io",
  version: "v1",
  kind: "EndpointSlice",
  plural: "endpointslices",
  scope: "Namespaced",
  accessor: "endpointSlices",
  singular: "endpointslice",
};

/** A list of EndpointSlice as the server sends it. */
export interface EndpointSliceList extends KubeList<EndpointSlice> {}

/** In `EndpointSlice.addressType`. */
export type AddressType = "IPv4" | "IPv6" | "FQDN" | (string & {});

/** In `EndpointSlice.endpoints`. */
export interface Endpoint {
  addresses: string[];
  conditions?: EndpointConditions;
  hostname?: string;
  targetRef?: ObjectReference;
  deprecatedTopology?: { [key: string]: string };
  nodeName?: string;
  zone?: string;
  hints?: EndpointHints;
}

/** In `Endpoint.conditions`. */
export interface EndpointConditions {
  ready?: boolean;
  serving?: boolean;
  terminating?: boolean;
}

/** In `Endpoint.hints`. */
export interface EndpointHints {
  forZones?: ForZone[];
  forNodes?: ForNode[];
}

/** In `EndpointSlice.ports`. */
export interface EndpointPort {
  name?: string;
  protocol?: Protocol;
  port?: number;
  appProtocol?: string;
}

/** In `EndpointHints.forNodes`. */
export interface ForNode {
  name: string;
}

/** In `EndpointHints.forZones`. */
export interface ForZone {
  name: string;
}
