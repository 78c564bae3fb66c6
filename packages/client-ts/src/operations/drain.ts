/**
 * Draining a node, as `kubectl drain` does it: the node is marked unschedulable, each of its Pods is evicted, and the
 * drain ends when they are gone. An eviction that a PodDisruptionBudget forbids now is tried again every 5 s. Pods of
 * DaemonSets and mirror Pods stay. Nothing is evicted before every Pod was looked at: a Pod without a controller or
 * with an emptyDir volume ends the drain with a DrainError unless the options allow its loss.
 */
import { DaemonSet } from "../api/apps/v1.ts";
import { Node, Pod } from "../api/core/v1.ts";
import { type Client, deleted, waitFor } from "../client/index.ts";
import {
  abortedError,
  InvalidArgumentError,
  isConflict,
  isForbidden,
  isNotFound,
  isTooManyRequests,
  suggestsClientDelay,
  TimeoutError,
} from "../errors/index.ts";
import { controllerOf, fieldSelectorFromMap, type LabelSelectorLike, type Stored } from "../meta/index.ts";
import { type Clock, combineSignals, sleep, systemClock, timeoutSignal } from "../util/index.ts";

/** Options of {@link drain}. */
export interface DrainOptions {
  /** How long a Pod may take to end. Default: what the Pod says. */
  readonly gracePeriodSeconds?: number | undefined;
  /** Only Pods with these labels. Default: all. */
  readonly podSelector?: LabelSelectorLike | undefined;
  /** Evict Pods that no controller replaces. Default `false`: they end the drain. */
  readonly force?: boolean | undefined;
  /** Evict Pods whose emptyDir volumes are lost with them. Default `false`: they end the drain. */
  readonly deleteEmptyDirData?: boolean | undefined;
  /** Leave Pods of DaemonSets where they are. Default `true`; `false` makes them end the drain. */
  readonly ignoreDaemonSets?: boolean | undefined;
  /** Limit for the whole drain. Then it rejects with a TimeoutError that names the Pods left. Default: none. */
  readonly timeoutMs?: number | undefined;
  /** Called when a Pod was evicted, must wait for its disruption budget, or is gone. */
  readonly onPod?: ((pod: string, what: "evicted" | "waiting" | "gone") => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly clock?: Clock | undefined;
}

/** What {@link drain} did, Pods as `namespace/name`. */
export interface DrainResult {
  readonly evicted: readonly string[];
  /** Pods that stayed, and why. */
  readonly skipped: readonly { readonly pod: string; readonly reason: "DaemonSet" | "mirror" }[];
}

/** Pods that may not be evicted with these options. Nothing was evicted. */
export class DrainError extends InvalidArgumentError {
  /** Each Pod and why it may not be evicted. */
  readonly problems: readonly string[];

  constructor(node: string, problems: readonly string[]) {
    super(`node ${JSON.stringify(node)} cannot be drained: ${problems.join("; ")}`);
    this.name = "DrainError";
    this.problems = problems;
  }
}

/** Marks a node unschedulable, so that no new Pods are placed on it. */
export async function cordon(client: Client, node: string, options: Pick<DrainOptions, "signal"> = {}): Promise<void> {
  await setUnschedulable(client, node, true, options.signal);
}

/** Makes a node schedulable again. */
export async function uncordon(
  client: Client,
  node: string,
  options: Pick<DrainOptions, "signal"> = {},
): Promise<void> {
  await setUnschedulable(client, node, false, options.signal);
}

/**
 * Empties a node: cordons it, evicts its Pods and waits until they are gone.
 *
 * ```ts
 * const { evicted } = await drain(client, "node-1", { deleteEmptyDirData: true, timeoutMs: 300_000 });
 * ```
 */
export async function drain(client: Client, node: string, options: DrainOptions = {}): Promise<DrainResult> {
  const { timeoutMs, clock = systemClock, podSelector, signal: outer } = options;
  if (timeoutMs !== undefined && !(timeoutMs > 0))
    throw new InvalidArgumentError(`timeoutMs must be greater than 0, not ${timeoutMs}`);
  const left = new Set<string>();
  const tooLong = (): TimeoutError =>
    new TimeoutError(
      `node ${JSON.stringify(node)} was not drained within ${timeoutMs} ms: ${[...left].join(", ")} left`,
    );
  const limit =
    timeoutMs === undefined ? undefined : timeoutSignal(timeoutMs, { signal: outer, clock, reason: tooLong });
  // A failure with one Pod ends the drain: once it has rejected, no other Pod may be evicted.
  const ending = new AbortController();
  const { signal } = combineSignals(limit?.signal ?? outer, ending.signal);
  try {
    await cordon(client, node, { signal });
    const fieldSelector = fieldSelectorFromMap({ "spec.nodeName": node });
    const { items } = await client.resource(Pod).list({ fieldSelector, labelSelector: podSelector, signal });
    const plan = await planDrain(client, node, items, options, signal);
    for (const pod of plan.evict) left.add(keyOf(pod));
    await Promise.all(
      plan.evict.map(async (pod) => {
        await evict(client, pod, options, signal, clock);
        left.delete(keyOf(pod));
        options.onPod?.(keyOf(pod), "gone");
      }),
    );
    return { evicted: plan.evict.map(keyOf), skipped: plan.skipped };
  } catch (error) {
    if (outer?.aborted) throw abortedError(outer, `draining node ${JSON.stringify(node)} was aborted`);
    if (limit?.signal.aborted) throw limit.signal.reason;
    throw error;
  } finally {
    ending.abort();
    limit?.release();
  }
}

type StoredPod = Stored<Pod, "Namespaced">;

interface DrainPlan {
  readonly evict: readonly StoredPod[];
  readonly skipped: DrainResult["skipped"];
}

/** Decides for every Pod before anything happens to one. */
async function planDrain(
  client: Client,
  node: string,
  pods: readonly StoredPod[],
  { force = false, deleteEmptyDirData = false, ignoreDaemonSets = true }: DrainOptions,
  signal: AbortSignal | undefined,
): Promise<DrainPlan> {
  const evict: StoredPod[] = [];
  const skipped: { pod: string; reason: "DaemonSet" | "mirror" }[] = [];
  const problems: string[] = [];
  for (const pod of pods) {
    const key = keyOf(pod);
    const controller = controllerOf(pod);
    const hasEnded = pod.status?.phase === "Succeeded" || pod.status?.phase === "Failed";
    if (pod.metadata.annotations?.["kubernetes.io/config.mirror"] !== undefined) {
      skipped.push({ pod: key, reason: "mirror" });
    } else if (controller?.kind === "DaemonSet" && !hasEnded) {
      const exists = await daemonSetExists(client, pod.metadata.namespace, controller.name, signal);
      if (!exists && force) evict.push(pod);
      else if (!exists) problems.push(`${key} belongs to a DaemonSet that does not exist (use force)`);
      else if (ignoreDaemonSets) skipped.push({ pod: key, reason: "DaemonSet" });
      else problems.push(`${key} belongs to a DaemonSet (use ignoreDaemonSets)`);
    } else if (hasEnded) {
      evict.push(pod);
    } else if (controller === undefined && !force) {
      problems.push(`${key} has no controller and would be lost (use force)`);
    } else if (!deleteEmptyDirData && pod.spec?.volumes?.some((volume) => volume.emptyDir !== undefined)) {
      problems.push(`${key} has an emptyDir volume that would be lost (use deleteEmptyDirData)`);
    } else {
      evict.push(pod);
    }
  }
  if (problems.length > 0) throw new DrainError(node, problems);
  return { evict, skipped };
}

/** Evicts one Pod, again when its budget forbids it now, and waits until it is gone. */
async function evict(
  client: Client,
  pod: StoredPod,
  { gracePeriodSeconds, onPod }: DrainOptions,
  signal: AbortSignal | undefined,
  clock: Clock,
): Promise<void> {
  const { name, namespace, uid } = pod.metadata;
  const pods = client.resource(Pod, { namespace });
  for (;;) {
    try {
      await pods.evict(name, {
        preconditions: { uid },
        gracePeriodSeconds,
        signal,
      });
      onPod?.(keyOf(pod), "evicted");
      break;
    } catch (error) {
      if (isNotFound(error)) return;
      // Another Pod may have its name by now: then waiting for ours ends at once. Else the next try goes through.
      if (isConflict(error) && (await isGone(client, pod, signal))) return;
      // A namespace that is being deleted refuses evictions, and its Pods go by themselves.
      if (!isTooManyRequests(error) && !isForbidden(error) && !isConflict(error)) throw error;
      onPod?.(keyOf(pod), "waiting");
      await sleep(Math.max(5_000, (suggestsClientDelay(error) ?? 0) * 1_000), { clock, signal });
    }
  }
  await waitFor(pods, name, deleted(uid), { clock, signal });
}

async function isGone(client: Client, { metadata }: StoredPod, signal: AbortSignal | undefined): Promise<boolean> {
  const { namespace, name, uid } = metadata;
  const pods = await client
    .resource(Pod, { namespace })
    .list({ fieldSelector: fieldSelectorFromMap({ "metadata.name": name }), signal });
  return pods.items[0]?.metadata.uid !== uid;
}

async function daemonSetExists(
  client: Client,
  namespace: string,
  name: string,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  try {
    await client.resource(DaemonSet, { namespace }).get(name, { signal });
    return true;
  } catch (error) {
    if (isNotFound(error)) return false;
    throw error;
  }
}

async function setUnschedulable(
  client: Client,
  node: string,
  unschedulable: boolean,
  signal: AbortSignal | undefined,
): Promise<void> {
  const spec = { unschedulable: unschedulable || null };
  await client.resource(Node).mergePatch(node, { spec }, { signal });
}

function keyOf(pod: StoredPod): string {
  return `${pod.metadata.namespace}/${pod.metadata.name}`;
}
