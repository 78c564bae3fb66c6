// Made by `npm run api:generate` from codegen/facts; do not edit.
import type { KubeList, KubeObject, LabelSelector, ObjectMeta, Resource } from "../../meta/index.ts";
import type { ConditionStatus, ObjectReference, PodConditionType, PodTemplateSpec } from "../core/v1.ts";
import type { WorkloadPodGroupDisruptionMode, WorkloadPodGroupResourceClaim, WorkloadPodGroupSchedulingConstraints, WorkloadPodGroupSchedulingPolicy } from "../scheduling/v1alpha3.ts";

/** `cronjobs` of `batch/v1`, in a namespace. */
export interface CronJob extends KubeObject {
  spec: CronJobSpec;
  status?: CronJobStatus;
}

/** `cronjobs` of `batch/v1`, in a namespace. */
export const CronJob: Resource<CronJob, { scope: "Namespaced"; plural: "cronjobs"; accessor: "cronJobs"; status: true }> = {
  group: "batch",
  version: "v1",
  kind: "CronJob",
  plural: "cronjobs",
  scope: "Namespaced",
  accessor: "cronJobs",
  singular: "cronjob",
  shortNames: ["cj"],
  categories: ["all"],
  status: true,
};

/** `jobs` of `batch/v1`, in a namespace. */
export interface Job extends KubeObject {
  spec?: JobSpec;
  status?: JobStatus;
}

/** `jobs` of `batch/v1`, in a namespace. */
export const Job: Resource<Job, { scope: "Namespaced"; plural: "jobs"; status: true }> = {
  group: "batch",
  version: "v1",
  kind: "Job",
  plural: "jobs",
  scope: "Namespaced",
  singular: "job",
  categories: ["all"],
  status: true,
};

/** A list of CronJob as the server sends it. */
export interface CronJobList extends KubeList<CronJob> {}

/** A list of Job as the server sends it. */
export interface JobList extends KubeList<Job> {}

/** In `JobSpec.completionMode`. */
export type CompletionMode = "NonIndexed" | "Indexed" | (string & {});

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

/** In `JobStatus.conditions`. */
export interface JobCondition {
  type: JobConditionType;
  status: ConditionStatus;
  lastProbeTime?: string;
  lastTransitionTime?: string;
  reason?: string;
  message?: string;
}

/** In `JobCondition.type`. */
export type JobConditionType = "Suspended" | "Complete" | "Failed" | "FailureTarget" | "SuccessCriteriaMet" | (string & {});

/** In `JobSpec.scheduling`. */
export interface JobSchedulingConfiguration {
  schedulingPolicy?: WorkloadPodGroupSchedulingPolicy;
  schedulingConstraints?: WorkloadPodGroupSchedulingConstraints;
  disruptionMode?: WorkloadPodGroupDisruptionMode;
  resourceClaims?: WorkloadPodGroupResourceClaim[];
}

/** In `Job.spec` and 2 more places. */
export interface JobSpec {
  parallelism?: number;
  completions?: number;
  activeDeadlineSeconds?: number;
  podFailurePolicy?: PodFailurePolicy;
  successPolicy?: SuccessPolicy;
  backoffLimit?: number;
  backoffLimitPerIndex?: number;
  maxFailedIndexes?: number;
  selector?: LabelSelector;
  manualSelector?: boolean;
  template: PodTemplateSpec;
  ttlSecondsAfterFinished?: number;
  completionMode?: CompletionMode;
  suspend?: boolean;
  podReplacementPolicy?: PodReplacementPolicy;
  managedBy?: string;
  scheduling?: JobSchedulingConfiguration;
}

/** In `Job.status`. */
export interface JobStatus {
  conditions?: JobCondition[];
  startTime?: string;
  completionTime?: string;
  active?: number;
  succeeded?: number;
  failed?: number;
  terminating?: number;
  completedIndexes?: string;
  failedIndexes?: string;
  uncountedTerminatedPods?: UncountedTerminatedPods;
  ready?: number;
}

/** In `CronJobSpec.jobTemplate`. */
export interface JobTemplateSpec {
  metadata?: ObjectMeta;
  spec?: JobSpec;
}

/** In `JobSpec.podFailurePolicy`. */
export interface PodFailurePolicy {
  rules: PodFailurePolicyRule[];
}

/** In `PodFailurePolicyRule.action`. */
export type PodFailurePolicyAction = "FailJob" | "FailIndex" | "Ignore" | "Count" | (string & {});

/** In `PodFailurePolicyOnExitCodesRequirement.operator`. */
export type PodFailurePolicyOnExitCodesOperator = "In" | "NotIn" | (string & {});

/** In `PodFailurePolicyRule.onExitCodes`. */
export interface PodFailurePolicyOnExitCodesRequirement {
  containerName?: string;
  operator: PodFailurePolicyOnExitCodesOperator;
  values: number[];
}

/** In `PodFailurePolicyRule.onPodConditions`. */
export interface PodFailurePolicyOnPodConditionsPattern {
  type: PodConditionType;
  status?: ConditionStatus;
}

/** In `PodFailurePolicy.rules`. */
export interface PodFailurePolicyRule {
  action: PodFailurePolicyAction;
  onExitCodes?: PodFailurePolicyOnExitCodesRequirement;
  onPodConditions?: PodFailurePolicyOnPodConditionsPattern[];
}

/** In `JobSpec.podReplacementPolicy`. */
export type PodReplacementPolicy = "TerminatingOrFailed" | "Failed" | (string & {});

/** In `JobSpec.successPolicy`. */
export interface SuccessPolicy {
  rules: SuccessPolicyRule[];
}

/** In `SuccessPolicy.rules`. */
export interface SuccessPolicyRule {
  succeededIndexes?: string;
  succeededCount?: number;
}

/** In `JobStatus.uncountedTerminatedPods`. */
export interface UncountedTerminatedPods {
  succeeded?: string[];
  failed?: string[];
}
