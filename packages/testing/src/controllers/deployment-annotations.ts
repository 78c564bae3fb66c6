import type { Deployment, DeploymentSpec, ReplicaSet } from "client-ts/api/apps/v1";
import type { DeepReadonly } from "client-ts/meta";
import type { Cached } from "./controller-frame.ts";
import { rolloutLimits } from "./rollout-plan.ts";

/** Annotations of the controller. */
export const annotationNames = {
  revision: "deployment.kubernetes.io/revision",
  history: "deployment.kubernetes.io/revision-history",
  desired: "deployment.kubernetes.io/desired-replicas",
  most: "deployment.kubernetes.io/max-replicas",
} as const;

const own = new Set<string>([
  ...Object.values(annotationNames),
  "kubectl.kubernetes.io/last-applied-configuration",
  "deprecated.deployment.rollback.to",
]);

/** The revision of a ReplicaSet; 0 when it has none. */
export function revisionOf({ metadata }: Cached<ReplicaSet>): number {
  return Number(metadata.annotations?.[annotationNames.revision] ?? 0);
}

/** What a ReplicaSet takes over from its Deployment, such as the cause of the change. */
export function annotationsFor({ metadata }: Cached<Deployment>): Record<string, string> {
  return Object.fromEntries(Object.entries(metadata.annotations ?? {}).filter(([name]) => !own.has(name)));
}

/** The sizes for which a ReplicaSet was last resized. */
export function desiredAnnotations(spec: DeepReadonly<DeploymentSpec>): Record<string, string> {
  const { replicas = 1 } = spec;
  return {
    [annotationNames.desired]: String(replicas),
    [annotationNames.most]: String(replicas + rolloutLimits(spec).surge),
  };
}

/** The annotations of the current ReplicaSet: a higher revision is taken, the one before goes into the history. */
export function withRevision(
  set: Cached<ReplicaSet>,
  deployment: Cached<Deployment>,
  next: string,
): Record<string, string> {
  const annotations: Record<string, string> = { ...set.metadata.annotations, ...annotationsFor(deployment) };
  const before = annotations[annotationNames.revision];
  if (before !== undefined && Number(before) >= Number(next)) return annotations;
  annotations[annotationNames.revision] = next;
  if (before === undefined) return annotations;
  const history = annotations[annotationNames.history];
  annotations[annotationNames.history] = history === undefined ? before : `${history},${before}`;
  return annotations;
}
