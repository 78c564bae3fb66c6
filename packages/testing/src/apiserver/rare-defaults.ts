import { defaultLimitRange } from "./admit/index.ts";
import { set, within } from "./builtin-defaults.ts";
import { apiTime, field, isObject, type Json } from "./objects.ts";
import { rbacCollections } from "./rbac/rbac-authorizer.ts";
import { defaultBinding } from "./rbac/validate.ts";

/** What the real server fills in on built-in kinds that few tests use. */
export function defaultRareKind(object: Json, collection: string, version: string): void {
  const spec = isObject(object["spec"]) ? object["spec"] : {};
  switch (collection) {
    case "horizontalpodautoscalers.autoscaling":
      defaultAutoscaler(object, spec, version);
      return;
    case "persistentvolumes":
      if (isObject(spec["hostPath"])) set(spec["hostPath"], "type", "");
      return;
    case "csidrivers.storage.k8s.io":
      set(spec, "attachRequired", true);
      set(spec, "volumeLifecycleModes", ["Persistent"]);
      set(spec, "fsGroupPolicy", "ReadWriteOnceWithFSType");
      for (const name of [
        "podInfoOnMount",
        "storageCapacity",
        "requiresRepublish",
        "seLinuxMount",
        "preventPodSchedulingIfMissing",
      ]) {
        set(spec, name, false);
      }
      return;
    case "prioritylevelconfigurations.flowcontrol.apiserver.k8s.io":
      if (isObject(spec["limited"])) set(spec["limited"], "lendablePercent", 0);
      return;
    case "resourceclaims.resource.k8s.io":
      defaultDeviceRequests(spec);
      return;
    case "resourceclaimtemplates.resource.k8s.io":
      if (isObject(spec["spec"])) defaultDeviceRequests(spec["spec"]);
      return;
    case "limitranges":
      defaultLimitRange(object);
      return;
    case rbacCollections.roleBindings:
    case rbacCollections.clusterRoleBindings:
      defaultBinding(object);
      return;
    case "mutatingwebhookconfigurations.admissionregistration.k8s.io":
    case "validatingwebhookconfigurations.admissionregistration.k8s.io":
      defaultWebhooks(object, collection.startsWith("mutating"));
      return;
    case "replicationcontrollers":
      defaultReplicationController(object, spec);
      return;
    case "daemonsets.apps":
      // The server counts the template's generation in an annotation, for clients of an old version.
      within(within(object, "metadata"), "annotations")["deprecated.daemonset.template.generation"] ??= "1";
      return;
  }
}

/** What the real server sets on a new object of a kind that few tests use: who asked, and when. */
export function admitRareKind(
  object: Json,
  collection: string,
  now: number,
  user: { readonly name: string; readonly groups: readonly string[] },
): void {
  const spec = isObject(object["spec"]) ? object["spec"] : {};
  switch (collection) {
    case "persistentvolumes":
      object["status"] = { phase: "Pending", lastPhaseTransitionTime: apiTime(now) };
      return;
    case "certificatesigningrequests.certificates.k8s.io":
      spec["username"] = user.name;
      spec["groups"] = [...user.groups];
      return;
    case "devicetaintrules.resource.k8s.io":
      if (isObject(spec["taint"])) set(spec["taint"], "timeAdded", apiTime(now));
      return;
    case "apiservices.apiregistration.k8s.io":
      if (spec["service"] !== undefined) return;
      object["status"] = {
        conditions: [
          {
            type: "Available",
            status: "True",
            lastTransitionTime: apiTime(now),
            reason: "Local",
            message: "Local APIServices are always available",
          },
        ],
      };
      return;
  }
}

function defaultAutoscaler({ metadata }: Json, spec: Json, version: string): void {
  if (version === "v1") {
    const metrics = isObject(metadata) ? field(metadata, "annotations", "autoscaling.alpha.kubernetes.io/metrics") : "";
    if (!metrics) set(spec, "targetCPUUtilizationPercentage", 80);
    return;
  }
  const target = { type: "Utilization", averageUtilization: 80 };
  if (!Array.isArray(spec["metrics"]) || spec["metrics"].length === 0) {
    spec["metrics"] = [{ type: "Resource", resource: { name: "cpu", target } }];
  }
  if (!isObject(spec["behavior"])) return;
  const percent = { type: "Percent", value: 100, periodSeconds: 15 };
  const up = within(spec["behavior"], "scaleUp");
  set(up, "stabilizationWindowSeconds", 0);
  set(up, "selectPolicy", "Max");
  set(up, "policies", [{ type: "Pods", value: 4, periodSeconds: 15 }, percent]);
  const down = within(spec["behavior"], "scaleDown");
  set(down, "selectPolicy", "Max");
  set(down, "policies", [percent]);
}

/** A request for devices asks for one, unless it says otherwise. */
function defaultDeviceRequests(spec: Json): void {
  const requests = isObject(spec["devices"]) ? spec["devices"]["requests"] : undefined;
  for (const request of Array.isArray(requests) ? requests.filter(isObject) : []) {
    const alternatives = Array.isArray(request["firstAvailable"]) ? request["firstAvailable"] : [];
    for (const one of [request["exactly"], ...alternatives]) {
      if (!isObject(one)) continue;
      set(one, "allocationMode", "ExactCount");
      if (one["allocationMode"] === "ExactCount") set(one, "count", 1);
    }
  }
}

/** Selector and labels come from the template where they are not given. */
function defaultReplicationController(object: Json, spec: Json): void {
  const template =
    isObject(spec["template"]) && isObject(spec["template"]["metadata"])
      ? spec["template"]["metadata"]["labels"]
      : undefined;
  if (!isObject(template)) return;
  set(spec, "selector", { ...template });
  const metadata = within(object, "metadata");
  if (!isObject(metadata["labels"]) || Object.keys(metadata["labels"]).length === 0)
    metadata["labels"] = { ...template };
}

function defaultWebhooks(object: Json, isMutating: boolean): void {
  const webhooks = Array.isArray(object["webhooks"]) ? object["webhooks"].filter(isObject) : [];
  for (const webhook of webhooks) {
    set(webhook, "failurePolicy", "Fail");
    set(webhook, "matchPolicy", "Equivalent");
    set(webhook, "namespaceSelector", {});
    set(webhook, "objectSelector", {});
    set(webhook, "timeoutSeconds", 10);
    if (isMutating) set(webhook, "reinvocationPolicy", "Never");
    for (const rule of Array.isArray(webhook["rules"]) ? webhook["rules"].filter(isObject) : [])
      set(rule, "scope", "*");
    const service = isObject(webhook["clientConfig"]) ? webhook["clientConfig"]["service"] : undefined;
    if (isObject(service)) set(service, "port", 443);
  }
}
