import { type ApiObject, field, isObject } from "../objects.ts";
import {
  ageColumn,
  ageOf,
  type Column,
  column,
  containerColumns,
  countOf,
  durationText,
  labelText,
  listOf,
  selectorText,
  text,
  textOf,
  wide,
} from "./column.ts";

const readyOfReplicas = text(
  "Ready",
  (one) => `${countOf(one, "status", "readyReplicas")}/${countOf(one, "spec", "replicas")}`,
);
const replicaColumns: readonly Column[] = [
  column("Desired", "integer", (one) => countOf(one, "spec", "replicas")),
  column("Current", "integer", (one) => countOf(one, "status", "replicas")),
  column("Ready", "integer", (one) => countOf(one, "status", "readyReplicas")),
  ageColumn,
  ...containerColumns("spec", "template"),
];
const selector = wide("Selector", (one) => selectorText(field(one, "spec", "selector")));

/** The columns of the kinds that run Pods, by collection. */
export const workloadColumns: Readonly<Record<string, readonly Column[]>> = {
  "deployments.apps": [
    readyOfReplicas,
    text("Up-to-date", (one) => countOf(one, "status", "updatedReplicas")),
    text("Available", (one) => countOf(one, "status", "availableReplicas")),
    ageColumn,
    ...containerColumns("spec", "template"),
    selector,
  ],
  "replicasets.apps": [...replicaColumns, selector],
  replicationcontrollers: [...replicaColumns, wide("Selector", (one) => labelText(field(one, "spec", "selector")))],
  "statefulsets.apps": [readyOfReplicas, ageColumn, ...containerColumns("spec", "template")],
  "daemonsets.apps": [
    column("Desired", "integer", (one) => countOf(one, "status", "desiredNumberScheduled")),
    column("Current", "integer", (one) => countOf(one, "status", "currentNumberScheduled")),
    column("Ready", "integer", (one) => countOf(one, "status", "numberReady")),
    column("Up-to-date", "integer", (one) => countOf(one, "status", "updatedNumberScheduled")),
    column("Available", "integer", (one) => countOf(one, "status", "numberAvailable")),
    text("Node Selector", (one) => labelText(field(one, "spec", "template", "spec", "nodeSelector"))),
    ageColumn,
    ...containerColumns("spec", "template"),
    selector,
  ],
  "jobs.batch": [
    text("Status", jobStatus),
    text("Completions", completionsOf),
    text("Duration", (job, nowMs) => {
      const [start, end] = [textOf(job, "", "status", "startTime"), textOf(job, "", "status", "completionTime")];
      if (start === "") return "";
      return end === "" ? ageOf(start, nowMs) : durationText(Date.parse(end) - Date.parse(start));
    }),
    ageColumn,
    ...containerColumns("spec", "template"),
    selector,
  ],
  "cronjobs.batch": [
    text("Schedule", (one) => textOf(one, "", "spec", "schedule")),
    text("Timezone", (one) => textOf(one, "<none>", "spec", "timeZone")),
    column("Suspend", "boolean", (one) => (field(one, "spec", "suspend") === true ? "True" : "False")),
    column("Active", "integer", (one) => listOf(one, "status", "active").length),
    text("Last Schedule", (one, nowMs) => {
      const last = textOf(one, "", "status", "lastScheduleTime");
      return last === "" ? "<none>" : ageOf(last, nowMs);
    }),
    ageColumn,
    ...containerColumns("spec", "jobTemplate", "spec", "template"),
    wide("Selector", (one) => selectorText(field(one, "spec", "jobTemplate", "spec", "selector"))),
  ],
  "poddisruptionbudgets.policy": [
    text("Min Available", (one) => textOf(one, "N/A", "spec", "minAvailable")),
    text("Max Unavailable", (one) => textOf(one, "N/A", "spec", "maxUnavailable")),
    column("Allowed Disruptions", "integer", (one) => countOf(one, "status", "disruptionsAllowed")),
    ageColumn,
  ],
  "horizontalpodautoscalers.autoscaling": [
    text(
      "Reference",
      (one) => `${field(one, "spec", "scaleTargetRef", "kind")}/${field(one, "spec", "scaleTargetRef", "name")}`,
    ),
    text("Targets", targetsOf),
    text("MinPods", (one) => textOf(one, "<unset>", "spec", "minReplicas")),
    column("MaxPods", "integer", (one) => countOf(one, "spec", "maxReplicas")),
    column("Replicas", "integer", (one) => countOf(one, "status", "currentReplicas")),
    ageColumn,
  ],
  podtemplates: [
    ...containerColumns("template").map((one) => ({ ...one, priority: 0 })),
    text("Pod Labels", (one) => labelText(field(one, "template", "metadata", "labels"))),
  ],
  "controllerrevisions.apps": [
    text("Controller", (one) => {
      const owner = one.metadata.ownerReferences?.find(({ controller }) => controller === true);
      if (owner === undefined) return "<none>";
      const group = owner.apiVersion.includes("/") ? `.${owner.apiVersion.split("/")[0]}` : "";
      return `${owner.kind.toLowerCase()}${group}/${owner.name}`;
    }),
    column("Revision", "string", (one) => countOf(one, "revision")),
    ageColumn,
  ],
};

function jobStatus(job: ApiObject): string {
  const met = (type: string): boolean =>
    listOf(job, "status", "conditions").some((one) => field(one, "type") === type && field(one, "status") === "True");
  if (met("Complete")) return "Complete";
  if (met("Failed")) return "Failed";
  if (job.metadata.deletionTimestamp !== undefined) return "Terminating";
  if (met("Suspended")) return "Suspended";
  if (met("FailureTarget")) return "FailureTarget";
  return met("SuccessCriteriaMet") ? "SuccessCriteriaMet" : "Running";
}

function completionsOf(job: ApiObject): string {
  const succeeded = countOf(job, "status", "succeeded");
  const completions = field(job, "spec", "completions");
  if (typeof completions === "number") return `${succeeded}/${completions}`;
  const parallelism = countOf(job, "spec", "parallelism");
  return parallelism > 1 ? `${succeeded}/1 of ${parallelism}` : `${succeeded}/1`;
}

/** What an autoscaler measures and what it wants: at most two metrics, then how many more. */
function targetsOf(object: ApiObject): string {
  const metrics = listOf(object, "spec", "metrics");
  const old = field(object, "spec", "targetCPUUtilizationPercentage");
  if (metrics.length === 0 && typeof old === "number") {
    const current = textOf(object, "", "status", "currentCPUUtilizationPercentage");
    return `cpu: ${current === "" ? "<unknown>" : `${current}%`}/${old}%`;
  }
  const current = listOf(object, "status", "currentMetrics");
  const shown = metrics.map((metric, index) => targetText(metric, current[index]));
  if (shown.length === 0) return "<none>";
  const more = shown.length > 2 ? ` + ${shown.length - 2} more...` : "";
  return shown.slice(0, 2).join(", ") + more;
}

function targetText(metric: unknown, current: unknown): string {
  const type = textOf(metric, "", "type");
  const source = Object.values(isObject(metric) ? metric : {}).find(isObject);
  const seen = Object.values(isObject(current) ? current : {}).find(isObject);
  const target = field(source, "target");
  const label = type === "Resource" || type === "ContainerResource" ? `${textOf(source, "", "name")}: ` : "";
  const percent = field(target, "averageUtilization");
  if (percent !== undefined) {
    const now = textOf(seen, "", "current", "averageUtilization");
    return `${label}${now === "" ? "<unknown>" : `${now}%`}/${String(percent)}%`;
  }
  const average = textOf(target, "", "averageValue");
  const now = textOf(seen, "<unknown>", "current", average === "" ? "value" : "averageValue");
  const wanted = average === "" ? textOf(target, "", "value") : average;
  return `${label}${now}/${wanted}${type === "External" && average !== "" ? " (avg)" : ""}`;
}
