import { type FieldError, forbidden, forbiddenField, notSupported } from "../api-error.ts";
import type { Call } from "../core.ts";
import { type ApiObject, field, isObject, type Json, sameJson } from "../objects.ts";
import { findStored, storedSoFar } from "./stored.ts";

const priorityClasses = "priorityclasses.scheduling.k8s.io";
const systemClasses = ["system-cluster-critical", "system-node-critical"];

/** Gives a Pod what its ServiceAccount, its priority class and its runtime class say. */
export function completePod(call: Call, object: ApiObject): void {
  const spec = object["spec"];
  if (!isObject(spec)) return;
  const refuse = (why: string): Error => forbidden(call.resource, object.metadata.name ?? "", why);
  completeAccount(call, spec, refuse);
  completePriority(call, spec, refuse);
  completeRuntime(call, spec, refuse);
}

type Refuse = (why: string) => Error;

function completeAccount({ core, namespace }: Call, spec: Json, refuse: Refuse): void {
  const name = String(spec["serviceAccountName"] || "default");
  const account = findStored(core, "serviceaccounts", `${namespace}/${name}`);
  // A namespace without controllers has no default account, and its Pods are taken all the same.
  if (account === undefined && name !== "default")
    throw refuse(
      `error looking up service account ${namespace}/${name}: serviceaccount ${JSON.stringify(name)} not found`,
    );
  const secrets = field(account, "imagePullSecrets");
  const own = spec["imagePullSecrets"];
  if (Array.isArray(secrets) && !(Array.isArray(own) && own.length > 0))
    spec["imagePullSecrets"] = structuredClone(secrets);
}

/** Mounts the token of the ServiceAccount into a new Pod, unless there is no account or one of them forbids it. */
export function mountAccountToken({ core, namespace }: Call, spec: Json): void {
  const account = findStored(core, "serviceaccounts", `${namespace}/${String(spec["serviceAccountName"])}`);
  if (account === undefined) return;
  const mounts = spec["automountServiceAccountToken"] ?? account["automountServiceAccountToken"] ?? true;
  if (mounts === true) mountToken(core, spec);
}

const tokenPath = "/var/run/secrets/kubernetes.io/serviceaccount";

/** Gives the containers of a Pod the token of its ServiceAccount, unless they mount something there. */
function mountToken(core: Call["core"], spec: Json): void {
  const containers = ["initContainers", "containers"].flatMap((name) => (Array.isArray(spec[name]) ? spec[name] : []));
  const free = containers.filter(
    (one): one is Json =>
      isObject(one) &&
      !(
        Array.isArray(one["volumeMounts"]) &&
        one["volumeMounts"].some((mount) => field(mount, "mountPath") === tokenPath)
      ),
  );
  if (free.length === 0) return;
  const name = `kube-api-access-${core.randomSuffix()}`;
  for (const container of free)
    container["volumeMounts"] = [
      ...((container["volumeMounts"] as Json[] | undefined) ?? []),
      { name, readOnly: true, mountPath: tokenPath },
    ];
  const sources = [
    { serviceAccountToken: { expirationSeconds: 3607, path: "token" } },
    { configMap: { name: "kube-root-ca.crt", items: [{ key: "ca.crt", path: "ca.crt" }] } },
    {
      downwardAPI: {
        items: [{ path: "namespace", fieldRef: { apiVersion: "v1", fieldPath: "metadata.namespace" } }],
      },
    },
  ];
  const volumes = (spec["volumes"] as Json[] | undefined) ?? [];
  spec["volumes"] = [...volumes, { name, projected: { sources, defaultMode: 420 } }];
}

function completePriority({ core }: Call, spec: Json, refuse: Refuse): void {
  const name = String(spec["priorityClassName"] ?? "");
  // None of the classes that every cluster has is the default: they need not be made for that.
  const found =
    name === ""
      ? storedSoFar(core, priorityClasses).find((one) => one["globalDefault"] === true)
      : findStored(core, priorityClasses, name);
  if (name !== "" && found === undefined) throw refuse(`no PriorityClass with name ${name} was found`);
  const computed = Number(found?.["value"] ?? 0);
  const given = spec["priority"];
  if (typeof given === "number" && given !== computed)
    throw refuse(
      `the integer value of priority (${given}) must not be provided in pod spec; ` +
        `priority admission controller computed ${computed} from the given PriorityClass name`,
    );
  if (found === undefined) return;
  spec["priorityClassName"] = found.metadata.name;
  spec["priority"] = computed;
  spec["preemptionPolicy"] ??= found["preemptionPolicy"] ?? "PreemptLowerPriority";
}

function completeRuntime({ core }: Call, spec: Json, refuse: Refuse): void {
  const name = spec["runtimeClassName"];
  const own = spec["overhead"];
  const found = typeof name === "string" ? findStored(core, "runtimeclasses.node.k8s.io", name) : undefined;
  if (typeof name === "string" && found === undefined)
    throw refuse(`pod rejected: RuntimeClass ${JSON.stringify(name)} not found`);
  const overhead = field(found, "overhead", "podFixed");
  if (overhead === undefined) {
    if (own !== undefined)
      throw refuse("pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead");
    return;
  }
  if (own !== undefined && !sameJson(own, overhead))
    throw refuse("pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead");
  spec["overhead"] = structuredClone(overhead);
}

/** What is wrong with a PriorityClass. */
export function priorityClassErrors(object: ApiObject, old: ApiObject | undefined): FieldError[] {
  const { name = "" } = object.metadata;
  if (old !== undefined)
    return object["value"] === old["value"] ? [] : [forbiddenField("value", "may not be changed in an update.")];
  if (name.startsWith("system-")) {
    if (systemClasses.includes(name)) return [];
    const why = "priority class names with 'system-' prefix are reserved for system use only. error: ";
    return [forbiddenField("metadata.name", `${why}${name} is not a known system priority class`)];
  }
  const tooMuch = Number(object["value"] ?? 0) > 1_000_000_000;
  const policy = object["preemptionPolicy"];
  const policies = ["PreemptLowerPriority", "Never"];
  return [
    ...(tooMuch ? [forbiddenField("value", "maximum allowed value of a user defined priority is 1000000000")] : []),
    ...(policies.includes(String(policy)) ? [] : [notSupported("preemptionPolicy", policy, policies)]),
  ];
}

/** Whether a priority class is one of the server's own. */
export function isSystemClass(collection: string, name: string): boolean {
  return collection === priorityClasses && systemClasses.includes(name);
}
