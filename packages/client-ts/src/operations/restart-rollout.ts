import type { Client } from "../client/index.ts";
import { InvalidArgumentError } from "../errors/index.ts";
import { formatTime } from "../meta/index.ts";
import { type Clock, systemClock } from "../util/index.ts";
import { describeRollout, type RolloutKind, type RolloutTarget, rolloutClient, type StoredRollout } from "./rollout.ts";

/** Options of {@link restartRollout}. */
export interface RestartRolloutOptions {
  readonly signal?: AbortSignal | undefined;
  readonly clock?: Clock | undefined;
}

/**
 * Replaces all Pods of a Deployment, StatefulSet or DaemonSet step by step, as `kubectl rollout restart` does: it sets
 * the annotation `kubectl.kubernetes.io/restartedAt` of the Pod template. A paused Deployment is refused.
 */
export async function restartRollout(
  client: Client,
  resource: RolloutKind,
  target: RolloutTarget,
  { signal, clock = systemClock }: RestartRolloutOptions = {},
): Promise<StoredRollout> {
  const objects = rolloutClient(client, resource, target);
  const call = { signal };
  const { spec } = await objects.get(target.name, call);
  if ("paused" in spec && spec.paused) {
    throw new InvalidArgumentError(`${describeRollout(resource, target)} is paused: resume it before restarting it`);
  }
  const annotations = { "kubectl.kubernetes.io/restartedAt": formatTime(clock.now()) };
  const patch = { spec: { template: { metadata: { annotations } } } };
  return (await objects.mergePatch(target.name, patch as object, call)) as StoredRollout;
}
