// Made by `npm run api:generate` from codegen/facts; do not edit.
import type { KubeList, KubeObject } from "../../meta/index.ts";
import type { GroupVersionKind } from "../meta/v1.ts";

/** A list of APIGroupDiscovery as the server sends it. */
export interface APIGroupDiscoveryList extends KubeList<APIGroupDiscovery> {}

/** In `APIGroupDiscoveryList.items`. */
export interface APIGroupDiscovery extends KubeObject {
  versions?: APIVersionDiscovery[];
}

/** In `APIVersionDiscovery.resources`. */
export interface APIResourceDiscovery {
  resource?: string;
  responseKind?: GroupVersionKind;
  scope?: ResourceScope;
  singularResource?: string;
  verbs?: string[];
  shortNames?: string[];
  categories?: string[];
  subresources?: APISubresourceDiscovery[];
}

/** In `APIResourceDiscovery.subresources`. */
export interface APISubresourceDiscovery {
  subresource?: string;
  responseKind?: GroupVersionKind;
  acceptedTypes?: GroupVersionKind[];
  verbs?: string[];
}

/** In `APIGroupDiscovery.versions`. */
export interface APIVersionDiscovery {
  version?: string;
  resources?: APIResourceDiscovery[];
  freshness?: DiscoveryFreshness;
}

/** In `APIVersionDiscovery.freshness`. */
export type DiscoveryFreshness = "Current" | "Stale" | (string & {});

/** In `APIResourceDiscovery.scope`. */
export type ResourceScope = "Cluster" | "Namespaced" | (string & {});
