import { type ApiObject, field } from "../objects.ts";
import { ageColumn, ageOf, type Column, countOf, listOf, text, textOf, wide } from "./column.ts";

/** The columns of a Pod. */
export const podColumns: readonly Column[] = [
  text("Ready", (pod) => {
    const ready = listOf(pod, "status", "containerStatuses").filter((one) => field(one, "ready") === true);
    return `${ready.length}/${listOf(pod, "spec", "containers").length}`;
  }),
  text("Status", statusOf),
  text("Restarts", restartsOf),
  ageColumn,
  wide("IP", (pod) => textOf(pod, "<none>", "status", "podIP")),
  wide("Node", (pod) => textOf(pod, "<none>", "spec", "nodeName")),
  wide("Nominated Node", (pod) => textOf(pod, "<none>", "status", "nominatedNodeName")),
  wide("Readiness Gates", (pod) => {
    const gates = listOf(pod, "spec", "readinessGates").map((gate) => field(gate, "conditionType"));
    const met = listOf(pod, "status", "conditions").filter(
      (one) => gates.includes(field(one, "type")) && field(one, "status") === "True",
    );
    return gates.length === 0 ? "<none>" : `${met.length}/${gates.length}`;
  }),
];

/** What a Pod is doing: the reason of a container says more than the phase. */
function statusOf(pod: ApiObject): string {
  const own = textOf(pod, textOf(pod, "Unknown", "status", "phase"), "status", "reason");
  const gated = listOf(pod, "status", "conditions").some(
    (one) => field(one, "type") === "PodScheduled" && field(one, "reason") === "SchedulingGated",
  );
  const first = initialising(pod);
  const reason = first ?? running(pod, gated ? "SchedulingGated" : own);
  if (pod.metadata.deletionTimestamp === undefined) return reason;
  return field(pod, "status", "reason") === "NodeLost" ? "Unknown" : "Terminating";
}

/** The first init container that has not done its work. */
function initialising(pod: ApiObject): string | undefined {
  const statuses = listOf(pod, "status", "initContainerStatuses");
  const restartable = new Set(
    listOf(pod, "spec", "initContainers")
      .filter((one) => field(one, "restartPolicy") === "Always")
      .map((one) => field(one, "name")),
  );
  for (const [index, status] of statuses.entries()) {
    const terminated = field(status, "state", "terminated");
    if (terminated !== undefined && countOf(terminated, "exitCode") === 0) continue;
    if (restartable.has(field(status, "name")) && field(status, "started") === true) continue;
    if (terminated !== undefined) return `Init:${endText(terminated)}`;
    const waiting = textOf(status, "", "state", "waiting", "reason");
    if (waiting !== "" && waiting !== "PodInitializing") return `Init:${waiting}`;
    return `Init:${index}/${listOf(pod, "spec", "initContainers").length}`;
  }
  return undefined;
}

function running(pod: ApiObject, own: string): string {
  let reason = own;
  let hasRunning = false;
  for (const status of listOf(pod, "status", "containerStatuses").reverse()) {
    const waiting = textOf(status, "", "state", "waiting", "reason");
    const terminated = field(status, "state", "terminated");
    if (waiting !== "") reason = waiting;
    else if (terminated !== undefined) reason = endText(terminated);
    else if (field(status, "ready") === true && field(status, "state", "running") !== undefined) hasRunning = true;
  }
  if (reason !== "Completed" || !hasRunning) return reason;
  const ready = listOf(pod, "status", "conditions").some(
    (one) => field(one, "type") === "Ready" && field(one, "status") === "True",
  );
  return ready ? "Running" : "NotReady";
}

function endText(terminated: unknown): string {
  const reason = textOf(terminated, "", "reason");
  if (reason !== "") return reason;
  const signal = countOf(terminated, "signal");
  return signal === 0 ? `ExitCode:${countOf(terminated, "exitCode")}` : `Signal:${signal}`;
}

/** How often containers were restarted, and how long ago for the last time. */
function restartsOf(pod: ApiObject, nowMs: number): string {
  const statuses = listOf(pod, "status", "containerStatuses");
  const restarts = statuses.reduce<number>((sum, one) => sum + countOf(one, "restartCount"), 0);
  const last =
    statuses
      .map((one) => textOf(one, "", "lastState", "terminated", "finishedAt"))
      .sort()
      .at(-1) ?? "";
  return last === "" || restarts === 0 ? String(restarts) : `${restarts} (${ageOf(last, nowMs)} ago)`;
}
