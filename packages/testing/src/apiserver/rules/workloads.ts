import { type FieldError, forbiddenField, invalidValue, notSupported, required } from "../api-error.ts";
import { type ApiObject, field, isObject, type Json, sameJson } from "../objects.ts";
import { notNegative } from "./field-rules.ts";

/** What is wrong with the parts of a workload that come before its Pod template, in the real server's order. */
export function strategyErrors(object: ApiObject, collection: string): FieldError[] {
  switch (collection) {
    case "statefulsets.apps":
      return statefulErrors(object["spec"]);
    case "deployments.apps":
      return deploymentErrors(object["spec"]);
    case "daemonsets.apps":
      return daemonErrors(object["spec"]);
    default:
      return [];
  }
}

/** A selector that chooses everything is refused; in whose name, differs. */
export function emptySelectorErrors(selector: unknown, collection: string): FieldError[] {
  const isEmpty = isObject(selector) && !isFilled(selector["matchLabels"]) && !isFilled(selector["matchExpressions"]);
  const kind = collection.replace(/s\.apps$/, "");
  if (!isEmpty || !["statefulset", "deployment", "daemonset"].includes(kind)) return [];
  return [invalidValue("spec.selector", selector, `empty selector is invalid for ${kind}`)];
}

/** The Pods of workloads that replace what ended must restart always. */
export function restartErrors(object: ApiObject): FieldError[] {
  const policy = field(object, "spec", "template", "spec", "restartPolicy");
  return policy === undefined || policy === "Always"
    ? []
    : [notSupported("spec.template.spec.restartPolicy", policy, ["Always"])];
}

/** What a StatefulSet fixes when it is made. */
export function statefulUpdateErrors(object: ApiObject, old: ApiObject): FieldError[] {
  return ["serviceName", "selector", "volumeClaimTemplates", "podManagementPolicy"].flatMap((name) => {
    const value = field(object, "spec", name);
    const isSame = sameJson(value ?? null, field(old, "spec", name) ?? null);
    return isSame ? [] : [invalidValue(`spec.${name}`, value ?? "", "field is immutable")];
  });
}

function statefulErrors(spec: unknown): FieldError[] {
  const errors: FieldError[] = [];
  const policy = field(spec, "podManagementPolicy");
  if (policy !== "OrderedReady" && policy !== "Parallel")
    errors.push(invalidValue("spec.podManagementPolicy", policy, "must be 'OrderedReady' or 'Parallel'"));
  const strategy = field(spec, "updateStrategy");
  const type = field(strategy, "type");
  const rolling = field(strategy, "rollingUpdate");
  if (type === "OnDelete" && rolling !== undefined)
    errors.push(
      invalidValue(
        "spec.updateStrategy.rollingUpdate",
        goRolling(rolling),
        "only allowed for updateStrategy 'RollingUpdate'",
      ),
    );
  if (type !== "RollingUpdate" && type !== "OnDelete")
    errors.push(
      invalidValue("spec.updateStrategy", goStrategy(type, rolling), "must be 'RollingUpdate' or 'OnDelete'"),
    );
  return [...errors, ...notNegative(spec, "spec", "replicas", "minReadySeconds", "revisionHistoryLimit")];
}

function deploymentErrors(spec: unknown): FieldError[] {
  const errors: FieldError[] = [...notNegative(spec, "spec", "replicas")];
  const strategy = field(spec, "strategy");
  const type = field(strategy, "type");
  const rolling = field(strategy, "rollingUpdate");
  if (type === "Recreate" && rolling !== undefined)
    errors.push(
      forbiddenField("spec.strategy.rollingUpdate", "may not be specified when strategy `type` is 'Recreate'"),
    );
  else if (type === "RollingUpdate") errors.push(...rollingErrors(rolling, "spec.strategy.rollingUpdate"));
  else if (type !== "Recreate")
    errors.push(notSupported("spec.strategy", goStrategy(type, rolling), ["Recreate", "RollingUpdate"]));
  errors.push(...notNegative(spec, "spec", "minReadySeconds", "revisionHistoryLimit", "progressDeadlineSeconds"));
  const deadline = Number(field(spec, "progressDeadlineSeconds"));
  const ready = Number(field(spec, "minReadySeconds") ?? 0);
  if (deadline <= ready) {
    const path = "spec.progressDeadlineSeconds";
    errors.push(invalidValue(path, deadline, "must be greater than minReadySeconds"));
  }
  return errors;
}

function rollingErrors(rolling: unknown, path: string): FieldError[] {
  const surge = field(rolling, "maxSurge");
  const unavailable = field(rolling, "maxUnavailable");
  const errors = [...amountErrors(surge, `${path}.maxSurge`), ...amountErrors(unavailable, `${path}.maxUnavailable`)];
  if (isZero(surge) && isZero(unavailable))
    errors.push(invalidValue(`${path}.maxUnavailable`, unavailable, "may not be 0 when `maxSurge` is 0"));
  if (typeof unavailable === "string" && Number.parseInt(unavailable, 10) > 100)
    errors.push(invalidValue(`${path}.maxUnavailable`, unavailable, "must not be greater than 100%"));
  return errors;
}

function amountErrors(value: unknown, path: string): FieldError[] {
  if (typeof value !== "string") return notNegative({ value }, "", "value").map((one) => ({ ...one, field: path }));
  const why =
    "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for " +
    "validation is '[0-9]+%')";
  return /^[0-9]+%$/.test(value) ? [] : [invalidValue(path, value, why)];
}

function daemonErrors(spec: unknown): FieldError[] {
  const strategy = field(spec, "updateStrategy");
  const type = field(strategy, "type");
  const path = "spec.updateStrategy";
  if (type === "OnDelete") return [];
  if (type !== "RollingUpdate")
    return [notSupported(path, goStrategy(type, field(strategy, "rollingUpdate")), ["RollingUpdate", "OnDelete"])];
  const surge = field(strategy, "rollingUpdate", "maxSurge");
  const unavailable = field(strategy, "rollingUpdate", "maxUnavailable");
  if (!isZero(surge) && !isZero(unavailable)) {
    const why = "may not be set when maxUnavailable is non-zero";
    return [invalidValue(`${path}.rollingUpdate.maxSurge`, surge, why)];
  }
  return isZero(surge) && isZero(unavailable)
    ? [required(`${path}.rollingUpdate.maxUnavailable`, "cannot be 0 when maxSurge is 0")]
    : [];
}

function isZero(value: unknown): boolean {
  return value === undefined || value === 0 || value === "0%";
}

function isFilled(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : isObject(value) && Object.keys(value).length > 0;
}

/** A strategy as the real server shows it: its internal type. */
function goStrategy(type: unknown, rolling: unknown): Json {
  return { Type: type ?? "", RollingUpdate: rolling === undefined ? null : goRolling(rolling) };
}

function goRolling(rolling: unknown): Json {
  return { Partition: field(rolling, "partition") ?? 0, MaxUnavailable: field(rolling, "maxUnavailable") ?? null };
}
