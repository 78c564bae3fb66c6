import type { Node, NodeSelectorRequirement, PodSpec, Taint } from "client-ts/api/core/v1";
import type { DeepReadonly } from "client-ts/meta";
import type { Cached } from "./controller-frame.ts";

/** Why a Pod does not fit a node, in the scheduler's words; `undefined` when it fits. */
export function whyNotFit(spec: DeepReadonly<PodSpec>, node: Cached<Node>): string | undefined {
  if (node.spec?.unschedulable === true && !tolerates(spec, unschedulable)) return "node(s) were unschedulable";
  const taint = (node.spec?.taints ?? []).find((one) => one.effect !== "PreferNoSchedule" && !tolerates(spec, one));
  if (taint !== undefined) return `node(s) had untolerated taint(s)`;
  if (spec.nodeName !== undefined && spec.nodeName !== node.metadata.name)
    return "node(s) didn't match the requested node name";
  const labels = node.metadata.labels ?? {};
  const chosen = Object.entries(spec.nodeSelector ?? {}).every(([key, value]) => labels[key] === value);
  return chosen && matchesAffinity(spec, node) ? undefined : "node(s) didn't match Pod's node affinity/selector";
}

/** Whether a Pod fits a node by its taints, labels and name. */
export function fitsNode(spec: DeepReadonly<PodSpec>, node: Cached<Node>): boolean {
  return whyNotFit(spec, node) === undefined;
}

const unschedulable: Taint = { key: "node.kubernetes.io/unschedulable", effect: "NoSchedule" };

function tolerates({ tolerations = [] }: DeepReadonly<PodSpec>, taint: DeepReadonly<Taint>): boolean {
  return tolerations.some(
    (one) =>
      (one.effect === undefined || one.effect === "" || one.effect === taint.effect) &&
      (one.key === undefined || one.key === "" || one.key === taint.key) &&
      (one.operator === "Exists" || (one.key !== undefined && (one.value ?? "") === (taint.value ?? ""))),
  );
}

function matchesAffinity(spec: DeepReadonly<PodSpec>, { metadata }: Cached<Node>): boolean {
  const terms = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms;
  if (terms === undefined) return true;
  const labels = metadata.labels ?? {};
  return terms.some(
    ({ matchExpressions = [], matchFields = [] }) =>
      matchExpressions.length + matchFields.length > 0 &&
      matchExpressions.every((one) => meets(one, labels[one.key])) &&
      matchFields.every((one) => meets(one, one.key === "metadata.name" ? metadata.name : undefined)),
  );
}

function meets({ operator, values = [] }: DeepReadonly<NodeSelectorRequirement>, value: string | undefined): boolean {
  switch (operator) {
    case "In":
      return value !== undefined && values.includes(value);
    case "NotIn":
      return value === undefined || !values.includes(value);
    case "Exists":
      return value !== undefined;
    case "DoesNotExist":
      return value === undefined;
    case "Gt":
      return value !== undefined && Number(value) > Number(values[0]);
    case "Lt":
      return value !== undefined && Number(value) < Number(values[0]);
    default:
      return false;
  }
}
