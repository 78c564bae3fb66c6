import { parseQuantity } from "client-ts/meta";
import { containersOf } from "../admit/index.ts";
import { duplicateValue, type FieldError, forbiddenField, invalidValue, notSupported, required } from "../api-error.ts";
import { type ApiObject, field, isObject, type Json, sameJson } from "../objects.ts";
import { labelErrors, listOf, notFoundValue } from "./field-rules.ts";

const counted = ["cpu", "memory"];

/** The quality of service of a Pod: by whether its containers say what they need, and no more. */
export function qualityOf(pod: ApiObject): "Guaranteed" | "Burstable" | "BestEffort" {
  const amounts = (container: Json, kind: string): Json => {
    const found = field(container, "resources", kind);
    return isObject(found) ? found : {};
  };
  const containers = containersOf(pod);
  const asks = (container: Json): boolean =>
    counted.some(
      (name) => isPositive(amounts(container, "requests")[name]) || isPositive(amounts(container, "limits")[name]),
    );
  if (!containers.some(asks)) return "BestEffort";
  const isFixed = (container: Json): boolean =>
    counted.every((name) => {
      const limit = amounts(container, "limits")[name];
      return isPositive(limit) && isSame(limit, amounts(container, "requests")[name] ?? limit);
    });
  return containers.every(isFixed) ? "Guaranteed" : "Burstable";
}

/** What a resize may not do. */
export function resizeErrors(object: ApiObject, old: ApiObject): FieldError[] {
  const containers = field(object, "spec", "containers");
  const errors = (Array.isArray(containers) ? containers : []).flatMap((container: unknown, index) =>
    limitErrors(container, `spec.containers[${index}].resources.requests`),
  );
  const before = qualityOf(old);
  if (qualityOf(object) !== before)
    errors.push(invalidValue("spec", before, "Pod QOS Class may not change as a result of resizing"));
  if (errors.length === 0 && !sameJson(otherResources(object), otherResources(old)))
    errors.push(forbiddenField("spec", "only cpu and memory resources are mutable"));
  return errors;
}

function limitErrors(container: unknown, path: string): FieldError[] {
  const requests = field(container, "resources", "requests");
  return Object.entries(isObject(requests) ? requests : {}).flatMap(([name, amount]) => {
    const limit = field(container, "resources", "limits", name);
    if (limit === undefined || parseQuantity(String(amount)).compare(parseQuantity(String(limit))) <= 0) return [];
    return [invalidValue(path, amount, `must be less than or equal to ${name} limit of ${String(limit)}`)];
  });
}

/** What containers ask for in addition to processors and memory. */
function otherResources(pod: ApiObject): unknown {
  return containersOf(pod).map((container) =>
    ["requests", "limits"].map((kind) => {
      const found = field(container, "resources", kind);
      return Object.fromEntries(
        Object.entries(isObject(found) ? found : {}).filter(([name]) => !counted.includes(name)),
      );
    }),
  );
}

/** Fields that a container that was added later cannot have. */
const notEphemeral = ["ports", "resources", "livenessProbe", "readinessProbe", "startupProbe", "lifecycle"];

/** What is wrong with the ephemeral containers of a Pod. */
export function ephemeralErrors(object: ApiObject, old: ApiObject): FieldError[] {
  const path = "spec.ephemeralContainers";
  const own = new Set(containersOf(object).map(({ name }) => name));
  const seen = new Set<unknown>(own);
  const added = ephemeralOf(object).flatMap((container, index) => {
    const errors: FieldError[] = [];
    const at = `${path}[${index}]`;
    const { name, image, targetContainerName: target } = container;
    if (!name) errors.push(required(`${at}.name`));
    else if (seen.has(name)) errors.push(duplicateValue(`${at}.name`, name));
    seen.add(name);
    if (!image) errors.push(required(`${at}.image`));
    if (target && !own.has(target)) errors.push(notFoundValue(`${at}.targetContainerName`, target));
    for (const one of notEphemeral)
      if (isSet(one, container[one]))
        errors.push(forbiddenField(`${at}.${one}`, "cannot be set for an Ephemeral Container"));
    return errors;
  });
  const now = ephemeralOf(object);
  const removed = ephemeralOf(old).filter(({ name }) => !now.some((one) => one["name"] === name));
  return [
    ...added,
    ...removed.map(({ name }) =>
      forbiddenField(path, `existing ephemeral containers ${JSON.stringify(name)} may not be removed\n`),
    ),
  ];
}

function ephemeralOf(pod: ApiObject): Json[] {
  const found = field(pod, "spec", "ephemeralContainers");
  return Array.isArray(found) ? found.filter(isObject) : [];
}

/** Resources are always there, be they empty. */
function isSet(name: string, value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return isObject(value) && (name !== "resources" || Object.keys(value).length > 0);
}

function isPositive(amount: unknown): boolean {
  return amount !== undefined && parseQuantity(String(amount)).sign() > 0;
}

function isSame(a: unknown, b: unknown): boolean {
  return parseQuantity(String(a)).compare(parseQuantity(String(b))) === 0;
}

const restartPolicies = ["Always", "OnFailure", "Never"];
const dnsPolicies = ["ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"];
const pullPolicies = ["Always", "IfNotPresent", "Never"];

/** What is wrong with the containers of a Pod, in the order of the real server. */
export function containerErrors(spec: unknown, path: string): FieldError[] {
  const containers = listOf(spec, "containers");
  if (containers.length === 0) return [required(`${path}.containers`)];
  const volumes = new Set(listOf(spec, "volumes").map((volume) => field(volume, "name")));
  const seen = new Set<unknown>();
  return containers.flatMap((container, index) => {
    const at = `${path}.containers[${index}]`;
    const name = field(container, "name");
    const errors: FieldError[] = [];
    if (!name) errors.push(required(`${at}.name`));
    else if (seen.has(name)) errors.push(duplicateValue(`${at}.name`, name));
    else errors.push(...labelErrors(name, `${at}.name`));
    seen.add(name);
    if (!field(container, "image")) errors.push(required(`${at}.image`));
    for (const [number, port] of listOf(container, "ports").entries())
      if (!field(port, "containerPort")) errors.push(required(`${at}.ports[${number}].containerPort`));
    for (const [number, mount] of listOf(container, "volumeMounts").entries()) {
      const volume = field(mount, "name");
      if (!volumes.has(volume)) errors.push(notFoundValue(`${at}.volumeMounts[${number}].name`, volume));
      if (!field(mount, "mountPath")) errors.push(required(`${at}.volumeMounts[${number}].mountPath`));
    }
    const policy = field(container, "imagePullPolicy");
    if (policy !== undefined && !pullPolicies.includes(String(policy)))
      errors.push(notSupported(`${at}.imagePullPolicy`, policy, pullPolicies));
    return errors;
  });
}

/** What is wrong with a Pod itself, without its containers. */
export function podPolicyErrors(spec: unknown, path: string): FieldError[] {
  const errors: FieldError[] = [];
  const restart = field(spec, "restartPolicy");
  if (restart !== undefined && !restartPolicies.includes(String(restart)))
    errors.push(notSupported(`${path}.restartPolicy`, restart, restartPolicies));
  const dns = field(spec, "dnsPolicy");
  if (dns !== undefined && !dnsPolicies.includes(String(dns)))
    errors.push(notSupported(`${path}.dnsPolicy`, dns, dnsPolicies));
  for (const [index, container] of listOf(spec, "containers").entries()) {
    const image = field(container, "image");
    if (typeof image === "string" && image !== image.trim())
      errors.push(
        invalidValue(`${path}.containers[${index}].image`, image, "must not have leading or trailing whitespace"),
      );
  }
  return errors;
}
