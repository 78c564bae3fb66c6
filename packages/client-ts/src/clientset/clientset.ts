import { type AllNamespacesClient, type Client, KindClient, newClient, type ResourceClient } from "../client/index.ts";
import type { AccessorOf, KubeObject, Resource, ResourceTraits } from "../meta/index.ts";
import type { RESTClient } from "../rest/index.ts";
import type { RestConfig } from "../transport/index.ts";
import { type GroupVersionModules, groupVersionModules } from "./group-versions.ts";

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
 * `clientset.core.v1.configMaps("shop").get("web")`.
 */
export type Clientset = {
  readonly [G in keyof GroupVersionModules]: {
    readonly [V in keyof GroupVersionModules[G]]: GroupVersionClient<GroupVersionModules[G][V]>;
  };
} & {
  /** The client behind it; close this one. */
  readonly client: Client;
};

/**
 * The clients of all built-in kinds over one connection, as client-go's clientset has them. Nothing is made before it
 * is asked for.
 *
 * ```ts
 * const clientset = newClientset(await connect());
 * const web = await clientset.core.v1.pods("shop").get("web");
 * ```
 */
export function newClientset(source: Client | RestConfig): Clientset {
  const client = "context" in source ? source : newClient(source);
  const clientset: Record<string, unknown> = { client };
  for (const [group, versions] of Object.entries(groupVersionModules)) {
    lazily(clientset, group, () => {
      const byVersion: Record<string, unknown> = {};
      for (const [version, module] of Object.entries(versions as Record<string, object>)) {
        lazily(byVersion, version, () => groupVersionClient(client, Object.values(module) as Resource[]));
      }
      return byVersion;
    });
  }
  return clientset as unknown as Clientset;
}

function groupVersionClient(client: Client, kinds: readonly Resource[]): object {
  const accessors: Record<string, unknown> = {};
  for (const kind of kinds) {
    accessors[kind.accessor ?? kind.plural] = (namespace?: string) => new KindClient(client.context, kind, namespace);
  }
  const [{ group, version } = { group: "", version: "" }] = kinds;
  lazily(accessors, "restClient", () => client.context.restFor({ group, version }));
  return accessors;
}

/** A property that is made when it is first read. */
function lazily(object: object, name: string, make: () => unknown): void {
  Object.defineProperty(object, name, {
    enumerable: true,
    configurable: true,
    get() {
      const value = make();
      Object.defineProperty(object, name, { value, enumerable: true });
      return value;
    },
  });
}
