import { type LabelSelector, selectorFromLabelSelector } from "client-ts/meta";
import { ApiError, failure, internalError } from "../api-error.ts";
import type { Call, Core } from "../core.ts";
import { type ApiObject, apiTime, field, type Json } from "../objects.ts";
import { storedIn } from "./stored.ts";

const budgets = "poddisruptionbudgets.policy";

/** Refuses to evict a Pod when its disruption budget does not allow one more. */
export function checkDisruption({ core, namespace }: Call, pod: ApiObject): void {
  const phase = field(pod, "status", "phase");
  if (phase !== "Running" || pod.metadata.deletionTimestamp !== undefined) return;
  const own = storedIn(core, budgets, namespace).filter((budget) => covers(budget, pod));
  if (own.length > 1)
    throw internalError(
      "This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.",
    );
  const [budget] = own;
  if (budget === undefined) return;
  const { currentHealthy, desiredHealthy, disruptionsAllowed } = countsOf(core, budget);
  if (disruptionsAllowed > 0) return;
  const always = field(budget, "spec", "unhealthyPodEvictionPolicy") === "AlwaysAllow";
  if (!isReady(pod) && (always || (currentHealthy >= desiredHealthy && desiredHealthy > 0))) return;
  const needs = `needs ${desiredHealthy} healthy pods and has ${currentHealthy} currently`;
  const message = `The disruption budget ${budget.metadata.name} ${needs}`;
  throw new ApiError(
    failure(429, "TooManyRequests", "Cannot evict pod as it would violate the pod's disruption budget.", {
      causes: [{ reason: "DisruptionBudget", message }],
    }),
  );
}

/** The status of a budget as it should be. */
export function disruptionStatus(core: Core, budget: ApiObject): Json {
  const { disruptionsAllowed, currentHealthy, desiredHealthy, expectedPods } = countsOf(core, budget);
  const observedGeneration = budget.metadata.generation ?? 1;
  const status = disruptionsAllowed > 0 ? "True" : "False";
  const known = field(budget, "status", "conditions");
  const before = Array.isArray(known) ? known.find((one) => field(one, "type") === "DisruptionAllowed") : undefined;
  const since = field(before, "status") === status ? field(before, "lastTransitionTime") : undefined;
  return {
    observedGeneration,
    disruptionsAllowed,
    currentHealthy,
    desiredHealthy,
    expectedPods,
    conditions: [
      {
        type: "DisruptionAllowed",
        status,
        observedGeneration,
        lastTransitionTime: since ?? apiTime(core.clock.now()),
        reason: disruptionsAllowed > 0 ? "SufficientPods" : "InsufficientPods",
        message: "",
      },
    ],
  };
}

interface Counts {
  readonly expectedPods: number;
  readonly currentHealthy: number;
  readonly desiredHealthy: number;
  readonly disruptionsAllowed: number;
}

function countsOf(core: Core, budget: ApiObject): Counts {
  const pods = storedIn(core, "pods", budget.metadata.namespace ?? "").filter((pod) => covers(budget, pod));
  const expectedPods = pods.length;
  const currentHealthy = pods.filter((pod) => isReady(pod) && pod.metadata.deletionTimestamp === undefined).length;
  const least = field(budget, "spec", "minAvailable");
  const most = field(budget, "spec", "maxUnavailable");
  const desiredHealthy =
    most === undefined || most === null
      ? partOf(least ?? 0, expectedPods)
      : Math.max(0, expectedPods - partOf(most, expectedPods));
  const disruptionsAllowed = expectedPods === 0 ? 0 : Math.max(0, currentHealthy - desiredHealthy);
  return { expectedPods, currentHealthy, desiredHealthy, disruptionsAllowed };
}

/** A number, or a part of the whole in per cent, rounded up. */
function partOf(value: unknown, whole: number): number {
  const percent = /^(\d+)%$/.exec(String(value))?.[1];
  return percent === undefined ? Number(value) || 0 : Math.ceil((Number(percent) * whole) / 100);
}

function covers(budget: ApiObject, pod: ApiObject): boolean {
  const selector = field(budget, "spec", "selector") as LabelSelector | undefined;
  return selectorFromLabelSelector(selector).matches(pod.metadata.labels ?? {});
}

function isReady(pod: ApiObject): boolean {
  const conditions = field(pod, "status", "conditions");
  return (
    Array.isArray(conditions) &&
    conditions.some((one) => field(one, "type") === "Ready" && field(one, "status") === "True")
  );
}
