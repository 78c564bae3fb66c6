import { parseQuantity } from "client-ts/meta";
import { type FieldError, invalidValue, notSupported, required } from "../api-error.ts";
import { type ApiObject, field, isObject } from "../objects.ts";
import { listOf, notNegative, portErrors } from "./field-rules.ts";

const accessModes = ["ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"];

/** What is wrong with a PersistentVolumeClaim, apart from missing fields. */
export function claimErrors({ spec }: ApiObject): FieldError[] {
  const modes = field(spec, "accessModes");
  const size = field(spec, "resources", "requests", "storage");
  const wrong = (Array.isArray(modes) ? modes : []).filter((mode) => !accessModes.includes(String(mode)));
  const errors = wrong.map((mode) => notSupported("spec.accessModes", mode, accessModes));
  if (size !== undefined && parseQuantity(String(size)).sign() <= 0)
    errors.push(invalidValue("spec.resources[storage]", String(size), "must be greater than zero"));
  return errors;
}

/** What is wrong with a PodDisruptionBudget. */
export function disruptionErrors({ spec }: ApiObject): FieldError[] {
  const min = field(spec, "minAvailable");
  const max = field(spec, "maxUnavailable");
  if (min === undefined || max === undefined) return [...notNegative(spec, "spec", "minAvailable", "maxUnavailable")];
  const shown = {
    MinAvailable: min,
    Selector: field(spec, "selector") ?? null,
    MaxUnavailable: max,
    UnhealthyPodEvictionPolicy: field(spec, "unhealthyPodEvictionPolicy") ?? null,
  };
  return [invalidValue("spec", shown, "minAvailable and maxUnavailable cannot be both set")];
}

/** What is wrong with a Lease. */
export function leaseErrors({ spec }: ApiObject): FieldError[] {
  const seconds = field(spec, "leaseDurationSeconds");
  const errors: FieldError[] = [];
  if (typeof seconds === "number" && seconds <= 0)
    errors.push(invalidValue("spec.leaseDurationSeconds", seconds, "must be greater than 0"));
  return [...errors, ...notNegative(spec, "spec", "leaseTransitions")];
}

/** What is wrong with a NetworkPolicy. */
export function networkPolicyErrors({ spec }: ApiObject): FieldError[] {
  const sides = [
    ["ingress", "from"],
    ["egress", "to"],
  ] as const;
  const errors = sides.flatMap(([side, peers]) =>
    listOf(spec, side).flatMap((rule, index) => trafficErrors(rule, `spec.${side}[${index}]`, peers)),
  );
  for (const [index, type] of listOf(spec, "policyTypes").entries())
    if (type !== "Ingress" && type !== "Egress")
      errors.push(notSupported(`spec.policyTypes[${index}]`, type, ["Ingress", "Egress"]));
  return errors;
}

function trafficErrors(rule: unknown, path: string, peers: "from" | "to"): FieldError[] {
  const ports = listOf(rule, "ports").flatMap((port, index) => {
    const number = field(port, "port");
    return typeof number === "number" ? portErrors(number, `${path}.ports[${index}].port`) : [];
  });
  const empty = listOf(rule, peers).flatMap((peer, index) =>
    isObject(peer) && Object.keys(peer).length === 0
      ? [required(`${path}.${peers}[${index}]`, "must specify a peer")]
      : [],
  );
  return [...ports, ...empty];
}
