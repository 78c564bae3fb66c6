import { type FieldError, forbiddenField, invalidValue, notSupported, required } from "../api-error.ts";
import { type ApiObject, field } from "../objects.ts";

const types = ["ContainerResource", "External", "Object", "Pods", "Resource"];

/** What is wrong with a HorizontalPodAutoscaler in the form of `autoscaling/v2`. */
export function autoscalerErrors({ spec }: ApiObject): FieldError[] {
  const errors: FieldError[] = [];
  const min = Number(field(spec, "minReplicas") ?? 1);
  const max = Number(field(spec, "maxReplicas") ?? 0);
  const metrics = field(spec, "metrics");
  const list = Array.isArray(metrics) ? metrics : [];
  if (min < 0) errors.push(invalidValue("spec.minReplicas", min, "must be greater than or equal to 0"));
  if (max < min) errors.push(invalidValue("spec.maxReplicas", max, "must be greater than or equal to `minReplicas`"));
  if (max < 1) errors.push(required("spec.maxReplicas"));
  for (const name of ["kind", "name"])
    if (!field(spec, "scaleTargetRef", name)) errors.push(required(`spec.scaleTargetRef.${name}`));
  const apiVersion = String(field(spec, "scaleTargetRef", "apiVersion") ?? "");
  const isCore = field(spec, "scaleTargetRef", "kind") === "ReplicationController" && apiVersion === "v1";
  if (!apiVersion.includes("/") && !isCore)
    errors.push(invalidValue("spec.scaleTargetRef.apiVersion", apiVersion, "apiVersion must specify API group"));
  for (const [index, metric] of list.entries()) errors.push(...metricErrors(metric, `spec.metrics[${index}]`));
  const scalesFromZero = list.some((one) => ["Object", "External"].includes(String(field(one, "type"))));
  if (min === 0 && !scalesFromZero)
    errors.push(
      forbiddenField(
        "spec.metrics",
        "must specify at least one Object or External metric to support scaling to zero replicas",
      ),
    );
  return errors;
}

function metricErrors(metric: unknown, path: string): FieldError[] {
  const type = String(field(metric, "type") ?? "");
  if (!types.includes(type)) return [notSupported(`${path}.type`, type, types)];
  const name = `${type.slice(0, 1).toLowerCase()}${type.slice(1)}`;
  const percentage = field(metric, name, "target", "averageUtilization");
  return typeof percentage === "number" && percentage < 1
    ? [invalidValue(`${path}.${name}.target.averageUtilization`, percentage, "must be greater than 0")]
    : [];
}
