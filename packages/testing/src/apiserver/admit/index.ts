import type { Call } from "../core.ts";
import { type ApiObject, isObject } from "../objects.ts";
import { checkLimits, limitContainers } from "./limit-range.ts";
import { checkPodSecurity } from "./pod-security.ts";
import { completePod } from "./pods.ts";
import { checkQuotas } from "./quota.ts";
import { storedIn } from "./stored.ts";

/** What admission adds to a new object, before it is validated. */
export function completeNew(call: Call, object: ApiObject): void {
  switch (call.resource.collection) {
    case "pods":
      completePod(call, object);
      limitContainers(call, object);
      return;
    case "persistentvolumeclaims":
      setDefaultClass(call, object, {
        field: "storageClassName",
        classes: "storageclasses.storage.k8s.io",
        mark: "storageclass.kubernetes.io/is-default-class",
      });
      return;
    case "ingresses.networking.k8s.io":
      if (object.metadata.annotations?.["kubernetes.io/ingress.class"] !== undefined) return;
      setDefaultClass(call, object, {
        field: "ingressClassName",
        classes: "ingressclasses.networking.k8s.io",
        mark: "ingressclass.kubernetes.io/is-default-class",
      });
      return;
  }
}

/** Throws when admission refuses a new object that is valid by itself. */
export function checkNew(call: Call, object: ApiObject): void {
  const { collection, namespaced } = call.resource;
  if (collection === "pods" || collection === "persistentvolumeclaims") checkLimits(call, object);
  if (collection === "pods") checkPodSecurity(call, object);
  if (namespaced) checkQuotas(call, object);
}

/** An object that names no class gets the one that is marked as the default, the newest of several. */
function setDefaultClass(
  { core }: Call,
  object: ApiObject,
  { field, classes, mark }: { readonly field: string; readonly classes: string; readonly mark: string },
): void {
  const spec = object["spec"];
  if (!isObject(spec) || (spec[field] !== undefined && spec[field] !== null)) return;
  const marked = storedIn(core, classes).filter(({ metadata }) => metadata.annotations?.[mark] === "true");
  const newest = marked.sort((a, b) => (a.metadata.creationTimestamp! < b.metadata.creationTimestamp! ? 1 : -1))[0];
  if (newest !== undefined) spec[field] = newest.metadata.name;
}

export { checkDisruption, disruptionStatus } from "./disruption.ts";
export { defaultLimitRange, limitRangeErrors } from "./limit-range.ts";
export { securityLabelErrors } from "./pod-security.ts";
export { isSystemClass, mountAccountToken, priorityClassErrors } from "./pods.ts";
export { addUse, checkQuotas, countUse, quotaErrors } from "./quota.ts";
export { containersOf } from "./limit-range.ts";
export { storedIn } from "./stored.ts";
