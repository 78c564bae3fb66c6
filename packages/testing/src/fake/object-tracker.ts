import type { Client } from "client-ts";
import type { KubeObject, Unstructured } from "client-ts/meta";
import type { Journal } from "../apiserver/index.ts";

/**
 * The storage behind a fake clientset, for the test itself: what is done here is not recorded among the actions and no
 * reactor sees it. Watches and informers see its writes as those of any client.
 */
export interface ObjectTracker {
  /**
   * Creates objects, or replaces those that exist, with their status and without validation. Namespaces that they need
   * are created; a kind that is unknown becomes known.
   */
  add(...objects: readonly (KubeObject | Unstructured)[]): Promise<KubeObject[]>;
  /** The client of a kind, without the reactors: `tracker.resource(Pod, { namespace: "shop" }).get("web")`. */
  readonly resource: Client["resource"];
  /** Every committed write, in order. */
  journal(): Promise<Journal>;
  /** Removes the history before now: older watches and pages get 410 Gone. */
  compact(): Promise<void>;
}
