import { isObject, type Json } from "./objects.ts";

/**
 * What the real server fills in on built-in kinds that tests use most. Kinds that are not here keep what they were
 * given.
 */
export function defaultBuiltin(object: Json, collection: string): void {
  const spec = isObject(object["spec"]) ? object["spec"] : undefined;
  switch (collection) {
    case "secrets":
      set(object, "type", "Opaque");
      mergeStringData(object);
      return;
    case "pods":
      if (spec === undefined) return;
      defaultPodSpec(spec);
      requestLimits(spec);
      set(spec, "enableServiceLinks", true);
      return;
    case "services":
      if (spec !== undefined) defaultService(spec);
      return;
    case "deployments.apps":
      if (spec === undefined) return;
      set(spec, "replicas", 1);
      set(spec, "revisionHistoryLimit", 10);
      set(spec, "progressDeadlineSeconds", 600);
      defaultRollout(within(spec, "strategy"), { maxUnavailable: "25%", maxSurge: "25%" });
      defaultTemplate(spec);
      return;
    case "statefulsets.apps":
      if (spec === undefined) return;
      set(spec, "replicas", 1);
      set(spec, "revisionHistoryLimit", 10);
      set(spec, "podManagementPolicy", "OrderedReady");
      set(spec, "persistentVolumeClaimRetentionPolicy", { whenDeleted: "Retain", whenScaled: "Retain" });
      defaultRollout(within(spec, "updateStrategy"), { partition: 0, maxUnavailable: 1 });
      defaultTemplate(spec);
      for (const claim of (spec["volumeClaimTemplates"] ?? []) as Json[]) defaultClaim(claim);
      return;
    case "daemonsets.apps":
      if (spec === undefined) return;
      set(spec, "revisionHistoryLimit", 10);
      defaultRollout(within(spec, "updateStrategy"), { maxUnavailable: 1, maxSurge: 0 });
      defaultTemplate(spec);
      return;
    case "replicasets.apps":
    case "replicationcontrollers":
      if (spec === undefined) return;
      set(spec, "replicas", 1);
      defaultTemplate(spec);
      return;
    case "jobs.batch":
      if (spec === undefined) return;
      set(spec, "completions", 1);
      set(spec, "parallelism", 1);
      set(spec, "backoffLimit", 6);
      set(spec, "completionMode", "NonIndexed");
      set(spec, "suspend", false);
      set(spec, "podReplacementPolicy", "TerminatingOrFailed");
      set(spec, "manualSelector", false);
      defaultTemplate(spec);
      return;
    case "persistentvolumeclaims":
      if (spec !== undefined) set(spec, "volumeMode", "Filesystem");
      return;
    case "cronjobs.batch":
      if (spec === undefined) return;
      set(spec, "concurrencyPolicy", "Allow");
      set(spec, "suspend", false);
      set(spec, "successfulJobsHistoryLimit", 3);
      set(spec, "failedJobsHistoryLimit", 1);
      if (isObject(spec["jobTemplate"]) && isObject(spec["jobTemplate"]["spec"]))
        defaultTemplate(spec["jobTemplate"]["spec"]);
      return;
    case "podtemplates":
      defaultTemplate(object);
      return;
    case "persistentvolumes":
      if (spec === undefined) return;
      set(spec, "persistentVolumeReclaimPolicy", "Retain");
      set(spec, "volumeMode", "Filesystem");
      return;
    case "horizontalpodautoscalers.autoscaling":
      if (spec !== undefined) set(spec, "minReplicas", 1);
      return;
    case "storageclasses.storage.k8s.io":
      set(object, "reclaimPolicy", "Delete");
      set(object, "volumeBindingMode", "Immediate");
      return;
    case "priorityclasses.scheduling.k8s.io":
      set(object, "preemptionPolicy", "PreemptLowerPriority");
      return;
    case "validatingadmissionpolicies.admissionregistration.k8s.io":
    case "mutatingadmissionpolicies.admissionregistration.k8s.io":
      if (spec !== undefined) defaultAdmissionPolicy(spec);
      return;
    case "networkpolicies.networking.k8s.io":
      if (spec === undefined) return;
      set(spec, "policyTypes", Array.isArray(spec["egress"]) ? ["Ingress", "Egress"] : ["Ingress"]);
      for (const name of ["ingress", "egress"])
        each(spec[name], (rule) => each(rule["ports"], (port) => set(port, "protocol", "TCP")));
      return;
  }
}

/** Sets a member that is not there. */
export function set(object: Json, name: string, value: unknown): void {
  if (value !== undefined) object[name] ??= value;
}

/** A container of a Pod that limits a resource and does not request it requests its limit. */
function requestLimits(spec: Json): void {
  for (const name of ["containers", "initContainers"]) {
    for (const container of Array.isArray(spec[name]) ? spec[name] : []) {
      const resources = isObject(container) ? container["resources"] : undefined;
      if (!isObject(resources) || !isObject(resources["limits"])) continue;
      resources["requests"] = {
        ...resources["limits"],
        ...(isObject(resources["requests"]) && resources["requests"]),
      };
    }
  }
}

/** The object under a name, made where there is none. */
export function within(object: Json, name: string): Json {
  if (!isObject(object[name])) object[name] = {};
  return object[name] as Json;
}

function each(value: unknown, run: (item: Json) => void): void {
  if (Array.isArray(value)) for (const item of value) if (isObject(item)) run(item);
}

function mergeStringData(secret: Json): void {
  const { stringData } = secret;
  if (!isObject(stringData)) return;
  const data = within(secret, "data");
  for (const [key, value] of Object.entries(stringData)) data[key] = Buffer.from(String(value)).toString("base64");
  delete secret["stringData"];
}

function defaultClaim(claim: Json): void {
  claim["kind"] = "PersistentVolumeClaim";
  claim["apiVersion"] = "v1";
  set(within(claim, "spec"), "volumeMode", "Filesystem");
  set(within(claim, "status"), "phase", "Pending");
}

function defaultRollout(strategy: Json, rolling: Json): void {
  set(strategy, "type", "RollingUpdate");
  if (strategy["type"] !== "RollingUpdate") return;
  const target = within(strategy, "rollingUpdate");
  for (const [name, value] of Object.entries(rolling)) set(target, name, value);
}

function defaultAdmissionPolicy(spec: Json): void {
  set(spec, "failurePolicy", "Fail");
  const constraints = spec["matchConstraints"];
  if (!isObject(constraints)) return;
  set(constraints, "matchPolicy", "Equivalent");
  set(constraints, "namespaceSelector", {});
  set(constraints, "objectSelector", {});
  each(constraints["resourceRules"], (rule) => set(rule, "scope", "*"));
}

function defaultTemplate(spec: Json): void {
  const { template } = spec;
  if (isObject(template) && isObject(template["spec"])) defaultPodSpec(template["spec"]);
}

function defaultPodSpec(spec: Json): void {
  set(spec, "restartPolicy", "Always");
  set(spec, "terminationGracePeriodSeconds", 30);
  set(spec, "dnsPolicy", "ClusterFirst");
  set(spec, "securityContext", {});
  set(spec, "schedulerName", "default-scheduler");
  set(spec, "serviceAccount", spec["serviceAccountName"]);
  for (const name of ["initContainers", "containers", "ephemeralContainers"]) each(spec[name], defaultContainer);
  each(spec["volumes"], (volume) => {
    for (const name of ["configMap", "secret", "projected", "downwardAPI"]) {
      const source = volume[name];
      if (isObject(source)) set(source, "defaultMode", 420);
    }
    if (isObject(volume["hostPath"])) set(volume["hostPath"], "type", "");
    if (Object.keys(volume).length === 1) volume["emptyDir"] = {};
  });
}

function defaultContainer(container: Json): void {
  const image = String(container["image"] ?? "");
  const tag = image.includes("@") ? "digest" : (/:([^/:]+)$/.exec(image)?.[1] ?? "latest");
  set(container, "imagePullPolicy", tag === "latest" ? "Always" : "IfNotPresent");
  set(container, "terminationMessagePath", "/dev/termination-log");
  set(container, "terminationMessagePolicy", "File");
  each(container["ports"], (port) => set(port, "protocol", "TCP"));
  each(container["env"], (env) => {
    const source = isObject(env["valueFrom"]) ? env["valueFrom"]["fieldRef"] : undefined;
    if (isObject(source)) set(source, "apiVersion", "v1");
  });
  for (const name of ["livenessProbe", "readinessProbe", "startupProbe"]) {
    const probe = container[name];
    if (!isObject(probe)) continue;
    set(probe, "timeoutSeconds", 1);
    set(probe, "periodSeconds", 10);
    set(probe, "successThreshold", 1);
    set(probe, "failureThreshold", 3);
    if (isObject(probe["httpGet"])) {
      set(probe["httpGet"], "path", "/");
      set(probe["httpGet"], "scheme", "HTTP");
    }
  }
}

function defaultService(spec: Json): void {
  set(spec, "type", "ClusterIP");
  set(spec, "sessionAffinity", "None");
  if (spec["type"] === "ExternalName") return;
  set(spec, "internalTrafficPolicy", "Cluster");
  if (spec["type"] === "NodePort" || spec["type"] === "LoadBalancer") set(spec, "externalTrafficPolicy", "Cluster");
  if (spec["type"] === "LoadBalancer") set(spec, "allocateLoadBalancerNodePorts", true);
  each(spec["ports"], (port) => {
    set(port, "protocol", "TCP");
    if (!port["targetPort"]) port["targetPort"] = port["port"];
  });
}

/** What admission adds to a new Pod: after it was decided who owns which field. */
export function admitPod(spec: Json): void {
  set(spec, "serviceAccountName", "default");
  set(spec, "serviceAccount", spec["serviceAccountName"]);
  set(spec, "priority", 0);
  set(spec, "preemptionPolicy", "PreemptLowerPriority");
  const tolerations = Array.isArray(spec["tolerations"]) ? spec["tolerations"] : [];
  for (const key of ["node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable"]) {
    if (
      tolerations.some(
        (one) => isObject(one) && (one["key"] === key || (one["key"] === undefined && one["operator"] === "Exists")),
      )
    )
      continue;
    tolerations.push({ key, operator: "Exists", effect: "NoExecute", tolerationSeconds: 300 });
  }
  spec["tolerations"] = tolerations;
}

/** What the server gives a new Job: labels by which it knows its Pods. */
export function admitJob(job: Json, name: string, uid: string): void {
  const spec = within(job, "spec");
  if (spec["manualSelector"] === true) return;
  const labels = {
    "batch.kubernetes.io/controller-uid": uid,
    "batch.kubernetes.io/job-name": name,
    "controller-uid": uid,
    "job-name": name,
  };
  const template = within(within(spec, "template"), "metadata");
  template["labels"] = { ...(template["labels"] as Json | undefined), ...labels };
  const metadata = within(job, "metadata");
  metadata["labels"] ??= { ...(template["labels"] as Json) };
  spec["selector"] = { matchLabels: { "batch.kubernetes.io/controller-uid": uid } };
}
