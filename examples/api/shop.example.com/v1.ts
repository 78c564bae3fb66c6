// Made by `client-ts codegen`; do not edit.
import type { ApplyConfiguration } from "client-ts/api/apply";
import type { KubeList, KubeObject, Resource } from "client-ts/meta";

/**
 * `websites` of `shop.example.com/v1`, in a namespace.
 *
 * A site of the shop.
 */
export interface Website extends KubeObject {
  spec: WebsiteSpec;
  status?: WebsiteStatus;
}

/** `websites` of `shop.example.com/v1`, in a namespace. */
export const Website: Resource<Website, { scope: "Namespaced"; plural: "websites"; status: true }> = {
  group: "shop.example.com",
  version: "v1",
  kind: "Website",
  plural: "websites",
  scope: "Namespaced",
  singular: "website",
  shortNames: ["web"],
  status: true,
};

/** A list of Website as the server sends it. */
export interface WebsiteList extends KubeList<Website> {}

/** What can be applied to objects of the kind Website. */
export type WebsiteApplyConfiguration = ApplyConfiguration<Website>;

/** In `Website.spec`. */
export interface WebsiteSpec {
  /** Default: "red". */
  color?: "red" | "blue";
  /** Where it is served. */
  host: string;
  port?: number | string;
}

/** In `Website.status`. */
export interface WebsiteStatus {
  ready?: boolean;
}
