import { type FieldError, forbiddenField, invalidValue, notSupported, required, tooLong } from "./api-error.ts";
import { limitRangeErrors, priorityClassErrors, quotaErrors, securityLabelErrors } from "./admit/index.ts";
import { type ApiObject, field, isObject, type Json, sameJson } from "./objects.ts";
import { rbacCollections } from "./rbac/rbac-authorizer.ts";
import { rbacErrors } from "./rbac/validate.ts";
import { mutatingPolicyErrors, validatingPolicyErrors } from "./rules/admission-policies.ts";
import { autoscalerErrors } from "./rules/autoscalers.ts";
import { cronJobErrors, cronJobNameErrors } from "./rules/cron-jobs.ts";
import { listOf, portErrors } from "./rules/field-rules.ts";
import { ingressErrors } from "./rules/ingresses.ts";
import { claimErrors, disruptionErrors, leaseErrors, networkPolicyErrors } from "./rules/small-kinds.ts";
import { containerErrors, ephemeralErrors, podPolicyErrors, resizeErrors } from "./rules/pods.ts";
import { secretTypeErrors } from "./rules/secrets.ts";
import { webhookErrors } from "./rules/webhook-configurations.ts";
import { emptySelectorErrors, restartErrors, statefulUpdateErrors, strategyErrors } from "./rules/workloads.ts";

/**
 * What the real server demands of built-in kinds, as far as tests are likely to meet it. Kinds and fields that are not
 * here are not checked.
 */
export function builtinErrors(
  object: ApiObject,
  old: ApiObject | undefined,
  collection: string,
  subresource: string,
): FieldError[] {
  const errors = requiredErrors(object, collection);
  switch (collection) {
    case "pods":
      if (old === undefined) return podErrors(object["spec"], "spec");
      if (subresource === "resize") return resizeErrors(object, old);
      if (subresource === "ephemeralcontainers") return ephemeralErrors(object, old);
      // Binding and the like exist to change what an update may not.
      return subresource === "" ? podUpdateErrors(object, old) : [];
    case "podtemplates":
      return podErrors(field(object, "template", "spec"), "template.spec");
    case "configmaps":
      return dataErrors(object, old, collection);
    case "secrets":
      return [...dataErrors(object, old, collection), ...secretTypeErrors(object)];
    case "services":
      return serviceErrors(object);
    case "deployments.apps":
    case "replicasets.apps":
    case "statefulsets.apps":
    case "daemonsets.apps":
      return workloadErrors(object, old, collection);
    case "jobs.batch":
      return [
        ...negative(object, "completions"),
        ...negative(object, "parallelism"),
        ...jobErrors(field(object, "spec", "template", "spec"), "spec.template.spec"),
      ];
    case "cronjobs.batch":
      return [
        ...errors,
        ...cronJobErrors(object),
        ...jobErrors(
          field(object, "spec", "jobTemplate", "spec", "template", "spec"),
          "spec.jobTemplate.spec.template.spec",
        ),
        ...(old === undefined ? cronJobNameErrors(object) : []),
      ];
    case "ingresses.networking.k8s.io":
      return ingressErrors(object);
    case "networkpolicies.networking.k8s.io":
      return networkPolicyErrors(object);
    case "poddisruptionbudgets.policy":
      return disruptionErrors(object);
    case "persistentvolumeclaims":
      return [...errors, ...claimErrors(object)];
    case "leases.coordination.k8s.io":
      return leaseErrors(object);
    case "horizontalpodautoscalers.autoscaling":
      return autoscalerErrors(object);
    case "validatingadmissionpolicies.admissionregistration.k8s.io":
      return [...errors, ...validatingPolicyErrors(object)];
    case "mutatingadmissionpolicies.admissionregistration.k8s.io":
      return [...errors, ...mutatingPolicyErrors(object)];
    case "mutatingwebhookconfigurations.admissionregistration.k8s.io":
    case "validatingwebhookconfigurations.admissionregistration.k8s.io":
      return webhookErrors(object);
    case "limitranges":
      return [...errors, ...limitRangeErrors(object)];
    case "resourcequotas":
      return [...errors, ...quotaErrors(object)];
    case "namespaces":
      return [...errors, ...securityLabelErrors(object)];
    case "priorityclasses.scheduling.k8s.io":
      return [...errors, ...priorityClassErrors(object, old)];
    case "certificatesigningrequests.certificates.k8s.io":
      return [...errors, ...(old === undefined ? [] : approvalErrors(object, old))];
    case rbacCollections.roles:
    case rbacCollections.clusterRoles:
    case rbacCollections.roleBindings:
    case rbacCollections.clusterRoleBindings:
      return rbacErrors(object, old, collection);
    default:
      return errors;
  }
}

/** Fields that must be there, with what the message adds. */
const needed: Readonly<Record<string, readonly (readonly [path: string, why?: string])[]>> = {
  "controllerrevisions.apps": [["data", "data is mandatory"]],
  persistentvolumeclaims: [
    ["spec.accessModes", "at least 1 access mode is required"],
    ["spec.resources.requests.storage"],
  ],
  persistentvolumes: [["spec.accessModes"], ["spec.capacity"]],
  replicationcontrollers: [["spec.selector"], ["spec.template"]],
  "cronjobs.batch": [["spec.schedule"]],
  "endpointslices.discovery.k8s.io": [["addressType"]],
  "ingressclasses.networking.k8s.io": [["spec.controller"]],
  "runtimeclasses.node.k8s.io": [["handler"]],
  "storageclasses.storage.k8s.io": [["provisioner"]],
  "volumeattributesclasses.storage.k8s.io": [
    ["driverName"],
    ["parameters", "must contain at least one key/value pair"],
  ],
  "flowschemas.flowcontrol.apiserver.k8s.io": [
    ["spec.priorityLevelConfiguration.name", "must reference a priority level"],
  ],
  "prioritylevelconfigurations.flowcontrol.apiserver.k8s.io": [["spec.type"]],
  "validatingadmissionpolicybindings.admissionregistration.k8s.io": [["spec.policyName"], ["spec.validationActions"]],
  "mutatingadmissionpolicybindings.admissionregistration.k8s.io": [["spec.policyName"]],
  "validatingadmissionpolicies.admissionregistration.k8s.io": [
    ["spec.matchConstraints"],
    ["spec.validations", "validations or auditAnnotations must be specified"],
  ],
  "mutatingadmissionpolicies.admissionregistration.k8s.io": [
    ["spec.matchConstraints"],
    ["spec.mutations", "mutations must contain at least one item"],
  ],
  "certificatesigningrequests.certificates.k8s.io": [["spec.request"], ["spec.usages"], ["spec.signerName"]],
};

function requiredErrors(object: ApiObject, collection: string): FieldError[] {
  return (needed[collection] ?? []).flatMap(([path, why]) => {
    const value = field(object, ...path.split("."));
    const missing = value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
    return missing ? [required(path.replace(".requests.storage", "[storage]"), why)] : [];
  });
}

function podErrors(spec: unknown, path: string): FieldError[] {
  return [...containerErrors(spec, path), ...podPolicyErrors(spec, path)];
}

const podUpdateRule =
  "pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)";

/** A Pod that was made can change little of what it wants. */
function podUpdateErrors(object: ApiObject, old: ApiObject): FieldError[] {
  const fixed = (pod: ApiObject): Json => {
    const spec = structuredClone(pod["spec"]) as Json;
    for (const name of ["containers", "initContainers"]) {
      const list = spec[name];
      if (Array.isArray(list)) for (const one of list) if (isObject(one)) delete one["image"];
    }
    for (const name of ["activeDeadlineSeconds", "tolerations", "terminationGracePeriodSeconds"]) delete spec[name];
    // Scheduling gates may be removed one after the other; none can be added.
    if (gatesOf(object).every((gate) => gatesOf(old).includes(gate))) delete spec["schedulingGates"];
    return spec;
  };
  return isObject(object["spec"]) && isObject(old["spec"]) && !sameJson(fixed(object), fixed(old))
    ? [forbiddenField("spec", podUpdateRule)]
    : [];
}

function gatesOf(pod: ApiObject): unknown[] {
  return listOf(pod["spec"], "schedulingGates").map((gate) => field(gate, "name"));
}

function negative(object: ApiObject, name: string): FieldError[] {
  const value = field(object, "spec", name);
  return typeof value === "number" && value < 0
    ? [invalidValue(`spec.${name}`, value, "must be greater than or equal to 0")]
    : [];
}

function workloadErrors(object: ApiObject, old: ApiObject | undefined, collection: string): FieldError[] {
  const errors: FieldError[] = collection === "replicasets.apps" ? negative(object, "replicas") : [];
  // For a StatefulSet these errors come first, for other kinds last.
  const isStateful = collection === "statefulsets.apps";
  if (isStateful) errors.push(...strategyErrors(object, collection));
  const selector = field(object, "spec", "selector");
  const wanted = field(selector, "matchLabels");
  const labels = field(object, "spec", "template", "metadata", "labels");
  const isEmpty = emptySelectorErrors(selector, collection);
  if (selector === undefined) errors.push(required("spec.selector"));
  errors.push(...isEmpty);
  const fits = isObject(wanted)
    ? isObject(labels) && Object.entries(wanted).every(([key, value]) => labels[key] === value)
    : Array.isArray(field(selector, "matchExpressions"));
  if (!fits && isEmpty.length === 0)
    errors.push(
      invalidValue("spec.template.metadata.labels", labels ?? null, "`selector` does not match template `labels`"),
    );
  errors.push(...podErrors(field(object, "spec", "template", "spec"), "spec.template.spec"));
  if (collection !== "replicasets.apps") errors.push(...restartErrors(object));
  if (!isStateful) errors.push(...strategyErrors(object, collection));
  if (old === undefined) return errors;
  if (isStateful) return [...errors, ...statefulUpdateErrors(object, old)];
  if (!sameJson(selector, field(old, "spec", "selector")))
    errors.push(invalidValue("spec.selector", selector, "field is immutable"));
  return errors;
}

function jobErrors(spec: unknown, path: string): FieldError[] {
  const errors = podErrors(spec, path);
  const policy = field(spec, "restartPolicy");
  if (policy !== "OnFailure" && policy !== "Never") {
    if (policy === "Always") errors.push(required(`${path}.restartPolicy`, 'valid values: "OnFailure", "Never"'));
    else errors.push(notSupported(`${path}.restartPolicy`, policy ?? "", ["OnFailure", "Never"]));
  }
  return errors;
}

const serviceTypes = ["ClusterIP", "ExternalName", "LoadBalancer", "NodePort"];

function serviceErrors(object: ApiObject): FieldError[] {
  const found = field(object, "spec", "ports");
  const ports: unknown[] = Array.isArray(found) ? found : [];
  const type = field(object, "spec", "type");
  const isFree = type === "ExternalName" || field(object, "spec", "clusterIP") === "None";
  const errors = ports.flatMap((port, index) => {
    const path = `spec.ports[${index}]`;
    const target = field(port, "targetPort") ?? field(port, "port") ?? 0;
    return [
      ...(ports.length > 1 && !field(port, "name") ? [required(`${path}.name`)] : []),
      ...portErrors(field(port, "port"), `${path}.port`),
      ...(typeof target === "number" ? portErrors(target, `${path}.targetPort`) : []),
    ];
  });
  if (ports.length === 0 && !isFree) errors.push(required("spec.ports"));
  if (!serviceTypes.includes(String(type))) errors.push(notSupported("spec.type", type, serviceTypes));
  return errors;
}

/** What was decided about a certificate stays decided. */
function approvalErrors(object: ApiObject, old: ApiObject): FieldError[] {
  const types = (one: ApiObject): unknown[] => {
    const conditions = field(one, "status", "conditions");
    return Array.isArray(conditions) ? conditions.map((condition) => field(condition, "type")) : [];
  };
  return ["Approved", "Denied", "Failed"]
    .filter((type) => types(old).includes(type) && !types(object).includes(type))
    .map((type) => forbiddenField("status.conditions", `updates may not remove a condition of type "${type}"`));
}

function dataErrors(object: ApiObject, old: ApiObject | undefined, collection: string): FieldError[] {
  const errors: FieldError[] = [];
  for (const name of ["data", "binaryData"]) {
    if (!isObject(object[name])) continue;
    for (const key of Object.keys(object[name] as Json)) {
      if (key.length > 253) errors.push(invalidValue(`${name}[${key}]`, key, "must be no more than 253 bytes"));
      if (!/^[-._a-zA-Z0-9]+$/.test(key)) {
        errors.push(
          invalidValue(
            `${name}[${key}]`,
            key,
            "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')",
          ),
        );
      }
    }
  }
  const { data, binaryData } = object;
  if (isObject(data) && isObject(binaryData)) {
    for (const key of Object.keys(data))
      if (Object.hasOwn(binaryData, key))
        errors.push(invalidValue(`data[${key}]`, key, "duplicate of key present in binaryData"));
  }
  const size = [data, binaryData]
    .flatMap((one) => (isObject(one) ? Object.values(one) : []))
    .reduce((sum: number, one) => sum + Buffer.byteLength(String(one)), 0);
  if (collection === "configmaps" && size > 1_048_576)
    errors.push(tooLong("[]", "may not be more than", 1_048_576, "bytes"));
  if (old?.["immutable"] === true) {
    const forbidden = (name: string): FieldError => ({
      reason: "FieldValueForbidden",
      field: name,
      message: "Forbidden: field is immutable when `immutable` is set",
    });
    if (object["immutable"] !== true) errors.push(forbidden("immutable"));
    if (JSON.stringify(object["data"]) !== JSON.stringify(old["data"])) errors.push(forbidden("data"));
    if (collection === "configmaps" && JSON.stringify(object["binaryData"]) !== JSON.stringify(old["binaryData"]))
      errors.push(forbidden("binaryData"));
  }
  if (collection === "secrets" && old !== undefined && object["type"] !== old["type"]) {
    errors.push(invalidValue("type", object["type"], "field is immutable"));
  }
  return errors;
}
