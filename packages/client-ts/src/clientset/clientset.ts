import { type AllNamespacesClient, type Client, KindClient, newClient, type ResourceClient } from "../client/index.ts";
import type { AccessorOf, KubeObject, Resource, ResourceTraits } from "../meta/index.ts";
import type { RESTClient } from "../rest/index.ts";
import type { RestConfig } from "../transport/index.ts";
import { checkExtension, defineGroups, type FreeNames, type GroupModules } from "./group-modules.ts";
import { type GroupVersionModules, groupVersionModules } from "./group-versions.ts";
import { lazyProperty } from "./lazy-property.ts";

/**
 * What the clientset has for a kind: with a namespace its client there, without one the client of all namespaces; one
 * client for a kind without.
 */
export type KindAccessor<D> =
  D extends Resource<infer T extends KubeObject, infer R extends ResourceTraits>
    ? R["scope"] extends "Cluster"
      ? () => ResourceClient<T, R>
      : { (namespace: string): ResourceClient<T, R>; (): AllNamespacesClient<T, R> }
    : never;

/** The kinds of one group version, by their names in camelCase, and its REST client. */
export type GroupVersionClient<M> = {
  readonly [K in keyof M as M[K] extends Resource<infer _T extends KubeObject, infer R extends ResourceTraits>
    ? AccessorOf<R>
    : never]: KindAccessor<M[K]>;
} & {
  /** REST for paths below this group version. */
  readonly restClient: RESTClient;
};

/**
 * All built-in kinds by group, version and client-go's name in camelCase:
 * `clientset.core.v1.configMaps("shop").get("web")`. `M` holds the groups that were added with `extend`.
 */
export type Clientset<M = unknown> = {
  readonly [G in keyof (GroupVersionModules & M)]: {
    readonly [V in keyof (GroupVersionModules & M)[G]]: GroupVersionClient<(GroupVersionModules & M)[G][V]>;
  };
} & {
  /** The client of the clientset. Close this one when done. */
  readonly client: Client;
  /**
   * A clientset over the same client that has more groups, each under a name of your choice:
   * `clientset.extend({ shop: { v1: shopV1 } })` gives `.shop.v1.websites("ns")`, where `shopV1` is a module that
   * exports descriptors. Throws an InvalidArgumentError for a name that is in use.
   */
  extend<E extends GroupModules>(groups: E & FreeNames<E, keyof Clientset<M>>): Clientset<M & E>;
};

/**
 * The clients of all built-in kinds over one connection, as client-go's clientset has them. A client of a kind is made
 * when it is first used.
 *
 * ```ts
 * const clientset = newClientset(await connect());
 * const web = await clientset.core.v1.pods("shop").get("web");
 * ```
 */
export function newClientset(source: Client | RestConfig): Clientset {
  const client = "context" in source ? source : newClient(source);
  return clientsetOf(client, groupVersionModules as unknown as GroupModules) as unknown as Clientset;
}

function clientsetOf(client: Client, groups: GroupModules): object {
  const clientset = {
    client,
    extend(more: GroupModules): object {
      checkExtension(clientset, more);
      return clientsetOf(client, { ...groups, ...more });
    },
  };
  defineGroups(clientset, groups, (kinds) => groupVersionClient(client, kinds));
  return clientset;
}

function groupVersionClient(client: Client, kinds: readonly Resource[]): object {
  const accessors: Record<string, unknown> = {};
  for (const resource of kinds) {
    accessors[resource.accessor ?? resource.plural] = (namespace?: string) =>
      new KindClient(client.context, resource, namespace);
  }
  const [{ group, version } = { group: "", version: "" }] = kinds;
  lazyProperty(accessors, "restClient", () => client.context.restFor({ group, version }));
  return accessors;
}
