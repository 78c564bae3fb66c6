import { CronJob, type CronJobStatus, Job } from "client-ts/api/batch/v1";
import { defined } from "client-ts/internal";
import {
  controllerOf,
  deepClone,
  deepEqual,
  formatTime,
  isConditionTrue,
  type KubeObject,
  type DeepReadonly,
  parseTimeMs,
} from "client-ts/meta";
import type { Cached, BuiltinController, ControllerFrame } from "./controller-frame.ts";
import { type CronSchedule, parseCron } from "./cron-schedule.ts";
import { controlledBy, ownerKeys } from "./owned.ts";

const farthestTimerMs = 2 ** 31 - 1;

/** CronJobs create a Job at each time of their schedule and keep the last few. */
export const cronJobController: BuiltinController = (frame) => {
  frame.follow(CronJob);
  frame.follow(Job, ownerKeys("CronJob"));
  frame.reconcile(async (key) => {
    const cron = frame.find(CronJob, key);
    if (cron === undefined || cron.metadata.deletionTimestamp !== undefined) return undefined;
    const jobs = frame
      .list(Job, cron.metadata.namespace)
      .filter((job) => controllerOf(job as DeepReadonly<KubeObject>)?.uid === cron.metadata.uid);
    const status = await observe(frame, cron, jobs);
    const againMs = cron.spec.suspend === true ? undefined : await runDue(frame, cron, jobs, status);
    if (!deepEqual(status, cron.status ?? {}))
      await frame.updateStatus(CronJob, { ...(deepClone(cron) as CronJob), status });
    await prune(frame, cron, jobs);
    return againMs;
  });
};

type Status = { -readonly [K in keyof CronJobStatus]: CronJobStatus[K] };

/** What is known of the Jobs: which run, and when one last succeeded. */
async function observe(frame: ControllerFrame, cron: Cached<CronJob>, jobs: readonly Cached<Job>[]): Promise<Status> {
  const status = (deepClone(cron.status) ?? {}) as Status;
  const known = status.active ?? [];
  const running = known.filter(({ uid }) => jobs.some((job) => job.metadata.uid === uid && !isFinished(job)));
  for (const { uid, name } of known) {
    const job = jobs.find((one) => one.metadata.uid === uid);
    if (job === undefined || !isFinished(job)) continue;
    const outcome = isConditionTrue(job.status?.conditions, "Complete") ? "Complete" : "Failed";
    frame.record(cron, "Normal", "SawCompletedJob", `Saw completed job: ${name}, condition: ${outcome}`);
  }
  if (running.length > 0) status.active = running;
  else delete status.active;
  const ends = jobs.map((job) => job.status?.completionTime).filter((time) => time !== undefined);
  const last = [...ends, ...(status.lastSuccessfulTime === undefined ? [] : [status.lastSuccessfulTime])].sort().at(-1);
  if (last !== undefined) status.lastSuccessfulTime = last;
  return status;
}

/** Creates the Job of the last time that has passed; gives the time until the next. */
async function runDue(
  frame: ControllerFrame,
  cron: Cached<CronJob>,
  jobs: readonly Cached<Job>[],
  status: Status,
): Promise<number | undefined> {
  const schedule = parseCron(cron.spec.schedule, cron.spec.timeZone ?? "UTC");
  const now = frame.now();
  const { due, next } = lastDue(
    schedule,
    parseTimeMs(status.lastScheduleTime ?? cron.metadata.creationTimestamp ?? frame.timestamp()),
    now,
  );
  const againMs = next === undefined ? undefined : Math.min(next - now, farthestTimerMs);
  if (due === undefined) return againMs;
  const { startingDeadlineSeconds, concurrencyPolicy } = cron.spec;
  if (startingDeadlineSeconds !== undefined && now > due + startingDeadlineSeconds * 1000) {
    const message = `Missed scheduled time to start a job: ${new Date(due).toUTCString()}`;
    frame.record(cron, "Warning", "MissSchedule", message);
    return againMs;
  }
  const running = status.active ?? [];
  if (concurrencyPolicy === "Forbid" && running.length > 0) {
    frame.record(
      cron,
      "Normal",
      "JobAlreadyActive",
      "Not starting job because prior execution is running and concurrency policy is Forbid",
    );
    return againMs;
  }
  if (concurrencyPolicy === "Replace") {
    for (const job of jobs.filter(({ metadata }) => running.some(({ uid }) => uid === metadata.uid))) {
      await frame.delete(Job, job, { propagationPolicy: "Background" });
      frame.record(cron, "Normal", "SuccessfulDelete", `Deleted job ${job.metadata.name}`);
    }
    delete status.active;
  }
  const created = await createJob(frame, cron, jobs, due);
  const { apiVersion, kind } = { apiVersion: "batch/v1", kind: "Job" };
  const { name, namespace, uid, resourceVersion } = created.metadata;
  const reference = { apiVersion, kind, name, namespace: namespace!, uid, resourceVersion };
  status.active = [...(status.active ?? []).filter((one) => one.uid !== uid), reference];
  status.lastScheduleTime = formatTime(due);
  return againMs;
}

async function createJob(
  frame: ControllerFrame,
  cron: Cached<CronJob>,
  jobs: readonly Cached<Job>[],
  due: number,
): Promise<Cached<Job>> {
  const name = `${cron.metadata.name}-${Math.floor(due / 60_000)}`;
  const known = jobs.find(({ metadata }) => metadata.name === name);
  if (known !== undefined) return known;
  const { metadata = {}, spec } = deepClone(cron.spec.jobTemplate) as CronJob["spec"]["jobTemplate"];
  const annotations = { ...metadata.annotations, "batch.kubernetes.io/cronjob-scheduled-timestamp": formatTime(due) };
  const created = await frame.create(Job, {
    metadata: {
      name,
      namespace: cron.metadata.namespace!,
      ...defined({ labels: metadata.labels }),
      annotations,
      ownerReferences: [controlledBy(cron, CronJob)],
    },
    ...defined({ spec }),
  } as Job);
  frame.record(cron, "Normal", "SuccessfulCreate", `Created job ${name}`);
  return created as Cached<Job>;
}

/** Deletes the oldest finished Jobs beyond what is kept of each outcome. */
async function prune(frame: ControllerFrame, cron: Cached<CronJob>, jobs: readonly Cached<Job>[]): Promise<void> {
  const limits = [
    ["Complete", cron.spec.successfulJobsHistoryLimit],
    ["Failed", cron.spec.failedJobsHistoryLimit],
  ] as const;
  for (const [outcome, limit] of limits) {
    const ended = jobs.filter((job) => isConditionTrue(job.status?.conditions, outcome));
    if (limit === undefined) continue;
    for (const job of ended.slice(0, Math.max(0, ended.length - limit))) {
      await frame.delete(Job, job, { propagationPolicy: "Background" });
      frame.record(cron, "Normal", "SuccessfulDelete", `Deleted job ${job.metadata.name}`);
    }
  }
}

/** The last time of a schedule up to now, and the next. A long pause is not followed step by step. */
function lastDue(
  schedule: CronSchedule,
  sinceMs: number,
  nowMs: number,
): { due: number | undefined; next: number | undefined } {
  let due: number | undefined;
  let next = schedule.next(sinceMs);
  for (let steps = 0; next !== undefined && next <= nowMs; steps++) {
    due = next;
    next = schedule.next(steps === 1000 ? Math.max(next, nowMs - 3_600_000) : next);
  }
  return { due, next };
}

function isFinished({ status }: Cached<Job>): boolean {
  return isConditionTrue(status?.conditions, "Complete") || isConditionTrue(status?.conditions, "Failed");
}
