import { defined } from "client-ts/internal";
import { field, isObject, type Json } from "./objects.ts";
import type { StoredForm } from "./resources.ts";

/**
 * A HorizontalPodAutoscaler of `autoscaling/v1` has one target, the CPU; what else `autoscaling/v2` knows is text in
 * annotations. Both are kept as v2.
 */
export const autoscalerForms: StoredForm = { group: "autoscaling", version: "v2", toStored, fromStored };

const prefix = "autoscaling.alpha.kubernetes.io/";
const carried = ["metrics", "behavior", "current-metrics", "conditions"];

function toStored(object: Json): Json {
  const spec = isObject(object["spec"]) ? object["spec"] : {};
  const { targetCPUUtilizationPercentage: percentage, ...otherSpec } = spec;
  const status = isObject(object["status"]) ? object["status"] : {};
  const { currentCPUUtilizationPercentage: used, currentReplicas, ...otherStatus } = status;
  const { metadata, texts } = withoutTexts(object["metadata"]);
  const cpu = typeof percentage === "number" ? [cpuMetric("target", "Utilization", percentage)] : [];
  const usedCpu = typeof used === "number" ? [cpuMetric("current", undefined, used)] : [];
  const metrics = [...listIn(texts["metrics"]).map(metricOfText), ...cpu];
  const currentMetrics = [...usedCpu, ...listIn(texts["current-metrics"]).map(currentOfText)];
  const conditions = listIn(texts["conditions"]);
  const behavior = lowerKeys(parsed(texts["behavior"]));
  return {
    ...object,
    metadata,
    spec: {
      ...otherSpec,
      ...defined({
        metrics: metrics.length > 0 ? metrics : undefined,
        behavior: isObject(behavior) ? behavior : undefined,
      }),
    },
    status: {
      ...defined({ currentReplicas: currentReplicas || undefined }),
      ...otherStatus,
      currentMetrics: currentMetrics.length > 0 ? currentMetrics : null,
      ...defined({ conditions: conditions.length > 0 ? conditions : undefined }),
    },
  };
}

function fromStored(object: Json): Json {
  const { metrics, behavior, ...spec } = isObject(object["spec"]) ? object["spec"] : ({} as Json);
  const { currentMetrics, conditions, ...status } = isObject(object["status"]) ? object["status"] : ({} as Json);
  const isCpu = (metric: unknown): boolean =>
    field(metric, "type") === "Resource" &&
    field(metric, "resource", "name") === "cpu" &&
    typeof field(metric, "resource", "target", "averageUtilization") === "number";
  const list = Array.isArray(metrics) ? metrics : [];
  const cpu = list.find(isCpu);
  const others = list.filter((one) => one !== cpu).map(textOfMetric);
  const currents = Array.isArray(currentMetrics) ? currentMetrics : [];
  const usedCpu = currents.find(
    (one) =>
      field(one, "resource", "name") === "cpu" &&
      typeof field(one, "resource", "current", "averageUtilization") === "number",
  );
  const texts: Json = {
    behavior: isObject(behavior) ? JSON.stringify(upperBehavior(behavior)) : undefined,
    conditions: Array.isArray(conditions) && conditions.length > 0 ? conditionText(conditions) : undefined,
    "current-metrics": currents.length > 0 ? JSON.stringify(currents.map(textOfCurrent)) : undefined,
    metrics: others.length > 0 ? JSON.stringify(others) : undefined,
  };
  return {
    ...object,
    metadata: withTexts(object["metadata"], texts),
    spec: {
      ...spec,
      ...defined({
        targetCPUUtilizationPercentage:
          cpu === undefined ? undefined : field(cpu, "resource", "target", "averageUtilization"),
      }),
    },
    status: {
      ...status,
      currentReplicas: status["currentReplicas"] ?? 0,
      desiredReplicas: status["desiredReplicas"] ?? 0,
      ...defined({
        currentCPUUtilizationPercentage:
          usedCpu === undefined ? undefined : field(usedCpu, "resource", "current", "averageUtilization"),
      }),
    },
  };
}

function cpuMetric(name: "target" | "current", type: string | undefined, averageUtilization: number): Json {
  const amount = { ...defined({ type }), averageUtilization };
  return { type: "Resource", resource: { name: "cpu", [name]: amount } };
}

/** The metadata of an object, and the texts that stand for fields of v2. */
function withoutTexts(metadata: unknown): { readonly metadata: unknown; readonly texts: Json } {
  const annotations = field(metadata, "annotations");
  if (!isObject(metadata) || !isObject(annotations)) return { metadata, texts: {} };
  const isCarried = (key: string): boolean => key.startsWith(prefix) && carried.includes(key.slice(prefix.length));
  const entries = Object.entries(annotations);
  const texts = Object.fromEntries(
    entries.filter(([key]) => isCarried(key)).map(([key, text]) => [key.slice(prefix.length), text]),
  );
  const own = Object.fromEntries(entries.filter(([key]) => !isCarried(key)));
  const { annotations: _before, ...rest } = metadata;
  return { metadata: Object.keys(own).length === 0 ? rest : { ...rest, annotations: own }, texts };
}

function withTexts(metadata: unknown, texts: Json): unknown {
  const added = Object.entries(texts).filter(([, text]) => text !== undefined);
  if (!isObject(metadata) || added.length === 0) return metadata;
  const annotations = isObject(metadata["annotations"]) ? metadata["annotations"] : {};
  return {
    ...metadata,
    annotations: { ...annotations, ...Object.fromEntries(added.map(([key, text]) => [`${prefix}${key}`, text])) },
  };
}

/** A metric of v2 under the field names of the annotation. */
function textOfMetric(metric: unknown): Json {
  const type = String(field(metric, "type") ?? "");
  const source = field(metric, sourceName(type));
  const name = field(source, "metric", "name");
  const selector = field(source, "metric", "selector");
  const target = field(source, "target");
  const amounts = {
    targetValue: field(target, "value"),
    targetAverageUtilization: field(target, "averageUtilization"),
    targetAverageValue: field(target, "averageValue"),
  };
  switch (type) {
    case "Object":
      return {
        type,
        object: {
          target: field(source, "describedObject"),
          metricName: name,
          targetValue: amounts.targetValue ?? "0",
          selector,
          averageValue: amounts.targetAverageValue,
        },
      };
    case "Pods":
      return { type, pods: { metricName: name, targetAverageValue: amounts.targetAverageValue ?? "0", selector } };
    case "External":
      return {
        type,
        external: {
          metricName: name,
          metricSelector: selector,
          targetValue: amounts.targetValue,
          targetAverageValue: amounts.targetAverageValue,
        },
      };
    default: {
      const { targetAverageUtilization, targetAverageValue } = amounts;
      const container = field(source, "container");
      return {
        type,
        [sourceName(type)]: { name: field(source, "name"), targetAverageUtilization, targetAverageValue, container },
      };
    }
  }
}

/** The other way round. */
function metricOfText(metric: unknown): Json {
  const type = String(field(metric, "type") ?? "");
  const source = field(metric, sourceName(type));
  const selector = field(source, type === "External" ? "metricSelector" : "selector");
  const named = { name: field(source, "metricName"), ...defined({ selector }) };
  const averageUtilization = field(source, "targetAverageUtilization");
  const averageValue = field(source, type === "Object" ? "averageValue" : "targetAverageValue");
  const value = averageValue === undefined ? field(source, "targetValue") : undefined;
  const target = {
    type: averageUtilization === undefined ? (averageValue === undefined ? "Value" : "AverageValue") : "Utilization",
    ...defined({ value, averageValue, averageUtilization }),
  };
  switch (type) {
    case "Object":
      return { type, object: { describedObject: field(source, "target"), target, metric: named } };
    case "Pods":
      return { type, pods: { metric: named, target } };
    case "External":
      return { type, external: { metric: named, target } };
    default:
      return {
        type,
        [sourceName(type)]: {
          name: field(source, "name"),
          target,
          ...defined({ container: field(source, "container") }),
        },
      };
  }
}

function textOfCurrent(metric: unknown): Json {
  const type = String(field(metric, "type") ?? "");
  const source = field(metric, sourceName(type));
  return {
    type,
    [sourceName(type)]: {
      name: field(source, "name"),
      currentAverageUtilization: field(source, "current", "averageUtilization"),
      currentAverageValue: field(source, "current", "averageValue"),
      container: field(source, "container"),
    },
  };
}

function currentOfText(metric: unknown): Json {
  const type = String(field(metric, "type") ?? "");
  const source = field(metric, sourceName(type));
  const current = defined({
    averageValue: field(source, "currentAverageValue"),
    averageUtilization: field(source, "currentAverageUtilization"),
  });
  return { type, [sourceName(type)]: { name: field(source, "name"), current } };
}

/** Conditions with their fields in the order of their Go type. */
function conditionText(conditions: readonly unknown[]): string {
  const ordered = conditions.map((one) => ({
    type: field(one, "type"),
    status: field(one, "status"),
    lastTransitionTime: field(one, "lastTransitionTime") ?? null,
    ...defined({ reason: field(one, "reason"), message: field(one, "message") }),
  }));
  return JSON.stringify(ordered);
}

function sourceName(type: string): string {
  return `${type.slice(0, 1).toLowerCase()}${type.slice(1)}`;
}

/** The annotation shows the server's internal type, whose fields begin with capitals. */
function upperBehavior(behavior: Json): Json {
  const side = (rules: unknown): unknown =>
    isObject(rules)
      ? {
          StabilizationWindowSeconds: rules["stabilizationWindowSeconds"] ?? null,
          SelectPolicy: rules["selectPolicy"] ?? null,
          Policies: (Array.isArray(rules["policies"]) ? rules["policies"] : []).map((one: unknown) => ({
            Type: field(one, "type"),
            Value: field(one, "value"),
            PeriodSeconds: field(one, "periodSeconds"),
          })),
          Tolerance: rules["tolerance"] ?? null,
        }
      : null;
  return { ScaleUp: side(behavior["scaleUp"]), ScaleDown: side(behavior["scaleDown"]) };
}

function lowerKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lowerKeys);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).filter(([, item]) => item !== null);
  return Object.fromEntries(entries.map(([key, item]) => [sourceName(key), lowerKeys(item)]));
}

function parsed(text: unknown): unknown {
  try {
    return typeof text === "string" ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

function listIn(text: unknown): unknown[] {
  const value = parsed(text);
  return Array.isArray(value) ? value : [];
}
