import { isIP } from "node:net";
import { type FieldError, invalidValue, notSupported, required } from "../api-error.ts";
import { type ApiObject, field } from "../objects.ts";
import { labelErrors, listOf, portErrors, subdomainErrors, wildcardErrors } from "./field-rules.ts";

/** What a path may not contain, and what it may not end with. */
const badParts = ["//", "/./", "/../", "%2f", "%2F"];
const badEnds = ["/..", "/."];
const pathTypes = ["Exact", "ImplementationSpecific", "Prefix"];

/** What is wrong with an Ingress. */
export function ingressErrors({ spec }: ApiObject): FieldError[] {
  const rules = listOf(spec, "rules");
  const backend = field(spec, "defaultBackend");
  const errors: FieldError[] = [];
  if (rules.length === 0 && backend === undefined)
    errors.push(invalidValue("spec", null, "either `defaultBackend` or `rules` must be specified"));
  if (backend !== undefined) errors.push(...backendErrors(backend, "spec.defaultBackend"));
  for (const [index, rule] of rules.entries()) errors.push(...ruleErrors(rule, `spec.rules[${index}]`));
  for (const [index, tls] of listOf(spec, "tls").entries())
    for (const [at, host] of listOf(tls, "hosts").entries())
      errors.push(...hostErrors(String(host), `spec.tls[${index}].hosts[${at}]`));
  const name = field(spec, "ingressClassName");
  if (name !== undefined) errors.push(...subdomainErrors(name, "spec.ingressClassName"));
  return errors;
}

function ruleErrors(rule: unknown, path: string): FieldError[] {
  const host = String(field(rule, "host") ?? "");
  const errors: FieldError[] = [];
  if (host !== "") {
    if (isIP(host) !== 0) errors.push(invalidValue(`${path}.host`, host, "must be a DNS name, not an IP address"));
    else errors.push(...hostErrors(host, `${path}.host`));
  }
  const http = field(rule, "http");
  if (http === undefined) return errors;
  const paths = listOf(http, "paths");
  if (paths.length === 0) errors.push(required(`${path}.http.paths`));
  for (const [index, one] of paths.entries()) errors.push(...pathErrors(one, `${path}.http.paths[${index}]`));
  return errors;
}

function hostErrors(host: string, path: string): FieldError[] {
  return host.includes("*") ? wildcardErrors(host, path) : subdomainErrors(host, path);
}

function pathErrors(one: unknown, at: string): FieldError[] {
  const type = field(one, "pathType");
  const path = String(field(one, "path") ?? "");
  const errors: FieldError[] = [];
  if (type === undefined) errors.push(required(`${at}.pathType`, "pathType must be specified"));
  else if (type === "Exact" || type === "Prefix") {
    if (!path.startsWith("/")) errors.push(invalidValue(`${at}.path`, path, "must be an absolute path"));
    for (const part of badParts)
      if (path.includes(part)) errors.push(invalidValue(`${at}.path`, path, `must not contain '${part}'`));
    for (const end of badEnds)
      if (path.endsWith(end)) errors.push(invalidValue(`${at}.path`, path, `cannot end with '${end}'`));
  } else if (type === "ImplementationSpecific") {
    if (path !== "" && !path.startsWith("/")) errors.push(invalidValue(`${at}.path`, path, "must be an absolute path"));
  } else errors.push(notSupported(`${at}.pathType`, type, pathTypes));
  return [...errors, ...backendErrors(field(one, "backend"), `${at}.backend`)];
}

function backendErrors(backend: unknown, path: string): FieldError[] {
  const service = field(backend, "service");
  const resource = field(backend, "resource");
  if (service !== undefined && resource !== undefined)
    return [invalidValue(path, "", "cannot set both resource and service backends")];
  if (resource !== undefined) return [];
  if (service === undefined) return [invalidValue(path, "", "resource or service backend is required")];
  const name = field(service, "name");
  const errors =
    name === undefined || name === "" ? [required(`${path}.service.name`)] : labelErrors(name, `${path}.service.name`);
  const portName = field(service, "port", "name");
  const number = field(service, "port", "number");
  if (portName !== undefined && number !== undefined)
    return [...errors, invalidValue(path, "", "cannot set both port name & port number")];
  if (number !== undefined) return [...errors, ...portErrors(number, `${path}.service.port.number`)];
  return portName === undefined ? [...errors, required(path, "port name or number is required")] : errors;
}
