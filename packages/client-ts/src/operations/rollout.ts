import type { DaemonSet, Deployment, StatefulSet } from "../api/apps/v1.ts";
import type { Client, OpenClient } from "../client/index.ts";
import { InvalidArgumentError } from "../errors/index.ts";
import type { KubeObject, Resource, Stored } from "../meta/index.ts";

/** A workload whose Pods are replaced step by step. */
export type Rollout = Deployment | StatefulSet | DaemonSet;

/** The descriptor of {@link Rollout}: `Deployment`, `StatefulSet` or `DaemonSet` of `client-ts/api/apps/v1`. */
export type RolloutKind = typeof Deployment | typeof StatefulSet | typeof DaemonSet;

/** Which object of the kind is meant. */
export interface RolloutTarget {
  readonly namespace: string;
  readonly name: string;
}

/** A workload as the server returned it. */
export type StoredRollout = Stored<Rollout & KubeObject, "Namespaced">;

/** `Deployment "web" in namespace "shop"`, for messages. */
export function describeRollout(resource: RolloutKind, { namespace, name }: RolloutTarget): string {
  return `${resource.kind} ${JSON.stringify(name)} in namespace ${JSON.stringify(namespace)}`;
}

/**
 * The client of the workload's kind in its namespace. Throws for a kind without rollouts and for a target that names
 * nothing.
 */
export function rolloutClient(
  client: Client,
  resource: RolloutKind,
  { namespace, name }: RolloutTarget,
): OpenClient<Rollout> {
  const descriptor = resource as unknown as Resource<Rollout>;
  if (descriptor.group !== "apps" || !["Deployment", "StatefulSet", "DaemonSet"].includes(descriptor.kind)) {
    throw new InvalidArgumentError(
      `a ${resource.kind} has no rollout: give a Deployment, StatefulSet or DaemonSet of apps/v1`,
    );
  }
  if (!namespace || !name)
    throw new InvalidArgumentError(`a rollout of a ${resource.kind} needs a namespace and a name`);
  return client.resource(descriptor, { namespace }) as OpenClient<Rollout>;
}
