// Made by `npm run api:generate` from codegen/facts; do not edit.
import type { KubeList, KubeObject, ObjectMeta, Resource } from "../../meta/index.ts";
import type { JobSpec } from "../batch/v1.ts";
import type { ObjectReference } from "../core/v1.ts";

/** `cronjobs` of `batch/v1beta1`, in a namespace. Only older servers serve it. */
export interface CronJob extends KubeObject {
  spec: CronJobSpec;
  status?: CronJobStatus;
}

/** `cronjobs` of `batch/v1beta1`, in a namespace. Only older servers serve it. */
export const CronJob: Resource<CronJob, { scope: "Namespaced"; plural: "cronjobs"; accessor: "cronJobs"; status: true }> = {
  group: "batch",
  version: "v1beta1",
  kind: "CronJob",
  plural: "cronjobs",
  scope: "Namespaced",
  accessor: "cronJobs",
  status: true,
};

/** A list of CronJob as the server sends it. */
export interface CronJobList extends KubeList<CronJob> {}

/** In `CronJobSpec.concurrencyPolicy`. */
export type ConcurrencyPolicy = "Allow" | "Forbid" | "Replace" | (string & {});

/** In `CronJob.spec`. */
export interface CronJobSpec {
  schedule: string;
  timeZone?: string;
  startingDeadlineSeconds?: number;
  concurrencyPolicy?: ConcurrencyPolicy;
  suspend?: boolean;
  jobTemplate: JobTemplateSpec;
  successfulJobsHistoryLimit?: number;
  failedJobsHistoryLimit?: number;
}

/** In `CronJob.status`. */
export interface CronJobStatus {
  active?: ObjectReference[];
  lastScheduleTime?: string;
  lastSuccessfulTime?: string;
}

/** In `CronJobSpec.jobTemplate`. */
export interface JobTemplateSpec {
  metadata?: ObjectMeta;
  spec?: JobSpec;
}
