import type { Pod } from "client-ts/api/core/v1";
import { getCondition, parseTimeMs } from "client-ts/meta";
import type { Cached } from "./controller-frame.ts";

/** Whether a Pod has ended. */
export function isFinished({ status }: Cached<Pod>): boolean {
  return status?.phase === "Succeeded" || status?.phase === "Failed";
}

/** Whether a Pod is there to stay: it has not ended and is not being deleted. */
export function isActive(pod: Cached<Pod>): boolean {
  return !isFinished(pod) && pod.metadata.deletionTimestamp === undefined;
}

/** Whether a Pod is ready. */
export function isReady(pod: Cached<Pod>): boolean {
  return getCondition(pod.status?.conditions, "Ready")?.status === "True";
}

/** How long a Pod still has to stay ready until it counts as available; `undefined` when it is not ready. */
export function untilAvailableMs(pod: Cached<Pod>, minReadySeconds: number, nowMs: number): number | undefined {
  const ready = getCondition(pod.status?.conditions, "Ready");
  if (ready?.status !== "True") return undefined;
  if (minReadySeconds === 0) return 0;
  const since = ready.lastTransitionTime === undefined ? nowMs : parseTimeMs(ready.lastTransitionTime);
  return Math.max(0, since + minReadySeconds * 1000 - nowMs);
}

/** How many Pods of a group are in which state. */
export interface PodCounts {
  readonly active: number;
  readonly ready: number;
  readonly available: number;
  readonly terminating: number;
  /** When the next Pod becomes available by time alone. */
  readonly nextMs: number | undefined;
}

/** Counts Pods. */
export function countPods(pods: readonly Cached<Pod>[], minReadySeconds: number, nowMs: number): PodCounts {
  const active = pods.filter(isActive);
  const waits = active.map((pod) => untilAvailableMs(pod, minReadySeconds, nowMs));
  const later = waits.filter((wait) => wait !== undefined && wait > 0) as number[];
  return {
    active: active.length,
    ready: active.filter(isReady).length,
    available: waits.filter((wait) => wait === 0).length,
    terminating: pods.filter((pod) => pod.metadata.deletionTimestamp !== undefined && !isFinished(pod)).length,
    nextMs: later.length === 0 ? undefined : Math.min(...later),
  };
}

/** The order in which surplus Pods go: without a node, not running, not ready, and the youngest first. */
export function deletionOrder(a: Cached<Pod>, b: Cached<Pod>): number {
  const rank = (pod: Cached<Pod>): number =>
    pod.spec?.nodeName === undefined ? 0 : pod.status?.phase !== "Running" ? 1 : isReady(pod) ? 3 : 2;
  if (rank(a) !== rank(b)) return rank(a) - rank(b);
  const [first, second] = [a.metadata.creationTimestamp ?? "", b.metadata.creationTimestamp ?? ""];
  return first === second ? (a.metadata.name < b.metadata.name ? -1 : 1) : first > second ? -1 : 1;
}
