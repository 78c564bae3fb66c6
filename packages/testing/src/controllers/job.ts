import { Job, type JobCondition, type JobStatus } from "client-ts/api/batch/v1";
import { Pod } from "client-ts/api/core/v1";
import { defined } from "client-ts/internal";
import {
  type Condition,
  deepClone,
  deepEqual,
  type DeepReadonly,
  isConditionTrue,
  parseTimeMs,
  setCondition,
} from "client-ts/meta";
import type { Cached, BuiltinController, ControllerFrame } from "./controller-frame.ts";
import { claim, ownerKeys, podFrom } from "./owned.ts";
import { isActive, isReady } from "./pod-state.ts";

const tracking = "batch.kubernetes.io/job-tracking";
const indexName = "batch.kubernetes.io/job-completion-index";

/**
 * Jobs run Pods until enough of them have succeeded. Each Pod carries a finalizer until its end is counted, so that one
 * that is deleted early is counted too.
 */
export const jobController: BuiltinController = (frame) => {
  frame.follow(Job);
  frame.follow(Pod, ownerKeys("Job"));
  frame.reconcile(async (key) => {
    const job = frame.find(Job, key);
    if (job === undefined) return releaseOrphans(frame, key);
    const selector = job.spec?.selector;
    if (selector === undefined) return undefined;
    const pods = await claim(frame, Pod, { owner: job, ownerKind: Job, selector });
    if (isOver(job)) return afterEnd(frame, job, pods);
    const counted = count(job, pods);
    const { status, event } = nextStatus(frame, job, pods, counted);
    if (!deepEqual(status, job.status)) await frame.updateStatus(Job, { ...(deepClone(job) as Job), status });
    for (const pod of pods.filter((one) => hasEnded(one) && isTracked(one))) await release(frame, pod);
    if (event !== undefined) frame.record(job, event.type, event.reason, event.message);
    if (job.metadata.deletionTimestamp === undefined) await scale(frame, job, pods, status);
    return deadlineMs(frame, job, status);
  });
};

/** Whether a Pod counts as ended: one that is being deleted and did not succeed has failed. */
function hasEnded({ metadata, status }: Cached<Pod>): boolean {
  return status?.phase === "Succeeded" || status?.phase === "Failed" || metadata.deletionTimestamp !== undefined;
}

function isTracked({ metadata }: Cached<Pod>): boolean {
  return metadata.finalizers?.includes(tracking) ?? false;
}

function isOver({ status }: Cached<Job>): boolean {
  return isConditionTrue(status?.conditions, "Complete") || isConditionTrue(status?.conditions, "Failed");
}

interface Counted {
  readonly succeeded: number;
  readonly failed: number;
  readonly indexes: readonly number[];
  /** Pods whose end is counted and whose finalizer is still there. */
  readonly pending: { readonly succeeded: string[]; readonly failed: string[] };
}

function count({ status, spec }: Cached<Job>, pods: readonly Cached<Pod>[]): Counted {
  const known = new Set([
    ...(status?.uncountedTerminatedPods?.succeeded ?? []),
    ...(status?.uncountedTerminatedPods?.failed ?? []),
  ]);
  const ended = pods.filter((pod) => hasEnded(pod) && isTracked(pod));
  const good = ended.filter((pod) => pod.status?.phase === "Succeeded");
  const bad = ended.filter((pod) => pod.status?.phase !== "Succeeded");
  const fresh = (list: readonly Cached<Pod>[]): number => list.filter((pod) => !known.has(pod.metadata.uid)).length;
  const uids = (list: readonly Cached<Pod>[]): string[] => list.map((pod) => pod.metadata.uid);
  const indexes = new Set(parseIndexes(status?.completedIndexes ?? ""));
  for (const pod of good) indexes.add(Number(pod.metadata.annotations?.[indexName] ?? -1));
  indexes.delete(-1);
  const indexed = spec?.completionMode === "Indexed";
  return {
    succeeded: indexed ? indexes.size : (status?.succeeded ?? 0) + fresh(good),
    failed: (status?.failed ?? 0) + fresh(bad),
    indexes: [...indexes].sort((a, b) => a - b),
    pending: { succeeded: uids(good), failed: uids(bad) },
  };
}

interface Announcement {
  readonly type: "Normal" | "Warning";
  readonly reason: string;
  readonly message: string;
}

function nextStatus(
  frame: ControllerFrame,
  job: Cached<Job>,
  pods: readonly Cached<Pod>[],
  { succeeded, failed, indexes, pending }: Counted,
): { readonly status: JobStatus; readonly event: Announcement | undefined } {
  const active = pods.filter((pod) => isActive(pod));
  const { completions, backoffLimit = 6, suspend = false, activeDeadlineSeconds } = job.spec ?? {};
  let conditions = (deepClone(job.status?.conditions) ?? []) as JobCondition[];
  const put = (type: string, status: Condition["status"], reason: string, message: string): void => {
    const lastProbeTime = frame.timestamp();
    conditions = setCondition(conditions, { type, status, reason, message, lastProbeTime }, { clock: frame.clock });
  };
  let event: Announcement | undefined;
  let startTime = job.status?.startTime;
  if (suspend !== isConditionTrue(conditions, "Suspended")) {
    const past = suspend ? "suspended" : "resumed";
    put("Suspended", suspend ? "True" : "False", suspend ? "JobSuspended" : "JobResumed", `Job ${past}`);
    event = { type: "Normal", reason: suspend ? "Suspended" : "Resumed", message: `Job ${past}` };
    startTime = suspend ? undefined : frame.timestamp();
  }
  if (!suspend) startTime ??= frame.timestamp();
  const late =
    activeDeadlineSeconds !== undefined &&
    startTime !== undefined &&
    frame.now() >= parseTimeMs(startTime) + activeDeadlineSeconds * 1000;
  let completionTime: string | undefined;
  const isDone = completions === undefined ? succeeded > 0 && active.length === 0 : succeeded >= completions;
  if (isDone) {
    const message = "Reached expected number of succeeded pods";
    put("SuccessCriteriaMet", "True", "CompletionsReached", message);
    put("Complete", "True", "CompletionsReached", message);
    completionTime = frame.timestamp();
    event = { type: "Normal", reason: "Completed", message: "Job completed" };
  } else if (failed > backoffLimit || late) {
    const reason = late ? "DeadlineExceeded" : "BackoffLimitExceeded";
    const message = late
      ? "Job was active longer than specified deadline"
      : "Job has reached the specified backoff limit";
    put("FailureTarget", "True", reason, message);
    put("Failed", "True", reason, message);
    event = { type: "Warning", reason, message };
  }
  const over = completionTime !== undefined || isConditionTrue(conditions, "Failed");
  const running = over || suspend ? [] : active;
  const status: JobStatus = defined({
    conditions: conditions.length !== 0 ? conditions : undefined,
    startTime,
    completionTime,
    active: running.length || undefined,
    succeeded: succeeded || undefined,
    failed: failed || undefined,
    terminating: pods.filter((pod) => pod.metadata.deletionTimestamp !== undefined && isActive(pod)).length,
    completedIndexes: indexes.length !== 0 ? formatIndexes(indexes) : undefined,
    uncountedTerminatedPods: over
      ? {}
      : defined({
          succeeded: pending.succeeded.length !== 0 ? pending.succeeded : undefined,
          failed: pending.failed.length !== 0 ? pending.failed : undefined,
        }),
    ready: running.filter(isReady).length,
  });
  return { status, event };
}

/** Creates Pods up to the parallelism, and deletes those that are too many. */
async function scale(
  frame: ControllerFrame,
  job: Cached<Job>,
  pods: readonly Cached<Pod>[],
  status: DeepReadonly<JobStatus>,
): Promise<void> {
  const active = pods.filter(isActive);
  const { parallelism = 1, completions, suspend = false } = job.spec ?? {};
  const over = isOver({ ...job, status } as Cached<Job>);
  const left =
    completions === undefined ? ((status.succeeded ?? 0) > 0 ? 0 : parallelism) : completions - (status.succeeded ?? 0);
  const wanted = over || suspend ? 0 : Math.min(parallelism, Math.max(0, left));
  const surplus = active.slice(0, Math.max(0, active.length - wanted));
  for (const pod of surplus) await frame.delete(Pod, pod);
  if (wanted <= active.length) return;
  const indexed = job.spec?.completionMode === "Indexed";
  const taken = new Set([
    ...parseIndexes(status.completedIndexes ?? ""),
    ...active.map((pod) => Number(pod.metadata.annotations?.[indexName] ?? -1)),
  ]);
  for (let created = active.length, index = 0; created < wanted; index++) {
    if (indexed && taken.has(index)) continue;
    const pod = podFrom(job.spec?.template ?? { spec: { containers: [] } }, {
      owner: job,
      ownerKind: Job,
      ...(indexed && { labels: { [indexName]: String(index) }, annotations: { [indexName]: String(index) } }),
    });
    pod.metadata!.finalizers = [...(pod.metadata?.finalizers ?? []), tracking];
    if (indexed) giveIndex(pod, job.metadata.name, index);
    const { metadata } = await frame.create(Pod, pod);
    frame.record(job, "Normal", "SuccessfulCreate", `Created pod: ${metadata.name}`);
    created++;
  }
}

/** A Pod of an indexed Job learns its index from its environment and its host name. */
function giveIndex(pod: ReturnType<typeof podFrom>, job: string, index: number): void {
  pod.metadata!.generateName = `${job}-${index}-`;
  pod.spec.hostname = `${job}-${index}`;
  const fieldRef = { fieldPath: `metadata.labels['${indexName}']` };
  for (const container of pod.spec.containers)
    container.env = [...(container.env ?? []), { name: "JOB_COMPLETION_INDEX", valueFrom: { fieldRef } }];
}

async function afterEnd(
  frame: ControllerFrame,
  job: Cached<Job>,
  pods: readonly Cached<Pod>[],
): Promise<number | undefined> {
  for (const pod of pods) {
    if (isActive(pod)) await frame.delete(Pod, pod);
    else if (isTracked(pod)) await release(frame, pod);
  }
  const ttl = job.spec?.ttlSecondsAfterFinished;
  if (ttl === undefined || job.metadata.deletionTimestamp !== undefined) return undefined;
  const ended = (job.status?.conditions ?? []).find(
    ({ type, status }) => (type === "Complete" || type === "Failed") && status === "True",
  );
  const left = parseTimeMs(ended?.lastTransitionTime ?? frame.timestamp()) + ttl * 1000 - frame.now();
  if (left > 0) return Math.min(left, 2 ** 31 - 1);
  await frame.delete(Job, job, { propagationPolicy: "Foreground" });
  return undefined;
}

/** Pods of a Job that is gone must not wait for it. */
async function releaseOrphans(frame: ControllerFrame, key: string): Promise<undefined> {
  const [namespace = "", name] = key.split("/");
  for (const pod of frame.list(Pod, namespace)) {
    if (isTracked(pod) && pod.metadata.ownerReferences?.some((owner) => owner.kind === "Job" && owner.name === name))
      await release(frame, pod);
  }
  return undefined;
}

async function release(frame: ControllerFrame, pod: Cached<Pod>): Promise<void> {
  const draft = deepClone(pod) as Pod & { metadata: { finalizers?: string[] } };
  draft.metadata.finalizers = (draft.metadata.finalizers ?? []).filter((one) => one !== tracking);
  await frame.update(Pod, draft);
}

function deadlineMs(
  frame: ControllerFrame,
  { spec }: Cached<Job>,
  { startTime, completionTime }: JobStatus,
): number | undefined {
  if (spec?.activeDeadlineSeconds === undefined || startTime === undefined || completionTime !== undefined)
    return undefined;
  const left = parseTimeMs(startTime) + spec.activeDeadlineSeconds * 1000 - frame.now();
  return left > 0 ? Math.min(left, 2 ** 31 - 1) : undefined;
}

/** Indexes as a Job writes them: `0-2,5`. */
function formatIndexes(indexes: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const index of indexes) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === index - 1) last[1] = index;
    else ranges.push([index, index]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}${to === from + 1 ? "," : "-"}${to}`)).join(",");
}

function parseIndexes(text: string): number[] {
  if (text === "") return [];
  return text.split(",").flatMap((range) => {
    const [from = 0, to = from] = range.split("-").map(Number);
    return Array.from({ length: to - from + 1 }, (_, offset) => from + offset);
  });
}
