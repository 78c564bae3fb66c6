import { forbidden, type FieldError, invalidValue } from "../api-error.ts";
import type { Call } from "../core.ts";
import { type ApiObject, field, isObject, type Json } from "../objects.ts";
import { findStored } from "./stored.ts";

const prefix = "pod-security.kubernetes.io/";
const levels = ["privileged", "baseline", "restricted"] as const;
type Level = (typeof levels)[number];

/** What is wrong with the labels of a namespace that choose its level of security. */
export function securityLabelErrors({ metadata }: ApiObject): FieldError[] {
  return ["enforce", "audit", "warn"].flatMap((mode) => {
    const value = metadata.labels?.[prefix + mode];
    if (value === undefined || levels.includes(value as Level)) return [];
    return [invalidValue(`metadata.labels[${prefix}${mode}]`, value, `must be one of ${levels.join(", ")}`)];
  });
}

/** Refuses a Pod that the level of its namespace forbids, and warns of one that another level would forbid. */
export function checkPodSecurity(call: Call, object: ApiObject): void {
  const labels = findStored(call.core, "namespaces", call.namespace)?.metadata.labels ?? {};
  const violation = (mode: string): string | undefined => {
    const level = (labels[prefix + mode] ?? "privileged") as Level;
    if (level === "privileged") return undefined;
    const found = violations(object, level);
    const version = labels[`${prefix}${mode}-version`] ?? "latest";
    return found.length === 0 ? undefined : `PodSecurity "${level}:${version}": ${found.join(", ")}`;
  };
  const enforced = violation("enforce");
  if (enforced !== undefined) throw forbidden(call.resource, object.metadata.name ?? "", `violates ${enforced}`);
  const warned = violation("warn");
  if (warned !== undefined) call.warnings.push(`would violate ${warned}`);
}

/** The checks that tests are likely to meet, in the order in which the real server lists them. */
function violations(object: ApiObject, level: Level): string[] {
  const spec = isObject(object["spec"]) ? object["spec"] : {};
  const all = ["initContainers", "containers", "ephemeralContainers"].flatMap((name) =>
    (Array.isArray(spec[name]) ? spec[name] : []).filter(isObject),
  );
  const strict = level === "restricted";
  const found: string[] = [];
  const report = (bad: readonly Json[], check: string, must: (names: string) => string): void => {
    if (bad.length === 0) return;
    const names = bad.map(({ name }) => JSON.stringify(name)).join(", ");
    found.push(`${check} (${must(`container${bad.length > 1 ? "s" : ""} ${names}`)})`);
  };
  const context = (container: Json, ...path: string[]): unknown => field(container, "securityContext", ...path);
  const orPod = (container: Json, ...path: string[]): unknown =>
    context(container, ...path) ?? field(spec, "securityContext", ...path);
  if (strict)
    report(
      all.filter((one) => context(one, "allowPrivilegeEscalation") !== false),
      "allowPrivilegeEscalation != false",
      (names) => `${names} must set securityContext.allowPrivilegeEscalation=false`,
    );
  const added = (one: Json): string[] => textsOf(context(one, "capabilities", "add"));
  const allowed = strict ? new Set(["NET_BIND_SERVICE"]) : defaultCapabilities;
  const extra = [...new Set(all.flatMap(added).filter((name) => !allowed.has(name)))];
  const undropped = strict ? all.filter((one) => !textsOf(context(one, "capabilities", "drop")).includes("ALL")) : [];
  report(
    strict && undropped.length > 0 ? undropped : all.filter((one) => added(one).some((name) => extra.includes(name))),
    strict ? "unrestricted capabilities" : "non-default capabilities",
    (names) =>
      undropped.length > 0
        ? `${names} must set securityContext.capabilities.drop=["ALL"]`
        : `${names} must not include ${extra.map((one) => JSON.stringify(one)).join(", ")} in securityContext.capabilities.add`,
  );
  const host = ["hostNetwork", "hostPID", "hostIPC"].filter((name) => spec[name] === true);
  if (host.length > 0) found.push(`host namespaces (${host.map((name) => `${name}=true`).join(", ")})`);
  const volumes = (Array.isArray(spec["volumes"]) ? spec["volumes"] : []).filter(isObject);
  const onHost = volumes.filter((one) => one["hostPath"] !== undefined).map(({ name }) => JSON.stringify(name));
  if (onHost.length > 0) found.push(`hostPath volumes (volume${onHost.length > 1 ? "s" : ""} ${onHost.join(", ")})`);
  const hostPorts = (one: Json): unknown[] =>
    (Array.isArray(one["ports"]) ? one["ports"] : []).map((port) => field(port, "hostPort")).filter(Boolean);
  const ports = all.flatMap(hostPorts);
  report(
    all.filter((one) => hostPorts(one).length > 0),
    "hostPort",
    (names) => `${names} uses hostPort${ports.length > 1 ? "s" : ""} ${ports.join(", ")}`,
  );
  report(
    all.filter((one) => context(one, "privileged") === true),
    "privileged",
    (names) => `${names} must not set securityContext.privileged=true`,
  );
  if (!strict) return found;
  for (const volume of volumes) {
    const type = Object.keys(volume).find((name) => name !== "name");
    if (type === undefined || restrictedVolumes.has(type) || type === "hostPath") continue;
    const name = JSON.stringify(volume["name"]);
    found.push(`restricted volume types (volume ${name} uses restricted volume type ${JSON.stringify(type)})`);
  }
  report(
    all.filter((one) => orPod(one, "runAsNonRoot") !== true),
    "runAsNonRoot != true",
    (names) => `pod or ${names} must set securityContext.runAsNonRoot=true`,
  );
  report(
    all.filter((one) => context(one, "runAsUser") === 0),
    "runAsUser=0",
    (names) => `${names} must not set runAsUser=0`,
  );
  report(
    all.filter((one) => !["RuntimeDefault", "Localhost"].includes(String(orPod(one, "seccompProfile", "type")))),
    "seccompProfile",
    (names) => `pod or ${names} must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost"`,
  );
  return found;
}

const defaultCapabilities = new Set([
  "AUDIT_WRITE",
  "CHOWN",
  "DAC_OVERRIDE",
  "FOWNER",
  "FSETID",
  "KILL",
  "MKNOD",
  "NET_BIND_SERVICE",
  "SETFCAP",
  "SETGID",
  "SETPCAP",
  "SETUID",
  "SYS_CHROOT",
]);

const restrictedVolumes = new Set([
  "configMap",
  "csi",
  "downwardAPI",
  "emptyDir",
  "ephemeral",
  "image",
  "persistentVolumeClaim",
  "projected",
  "secret",
]);

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
