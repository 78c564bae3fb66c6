import { duplicateValue, type FieldError, invalidValue, notSupported, required } from "../api-error.ts";
import { type ApiObject, field } from "../objects.ts";
import { listOf } from "./field-rules.ts";

const operations = ["*", "CONNECT", "CREATE", "DELETE", "UPDATE"];
const reviewVersions = ["v1", "v1beta1"];

/** What is wrong with a configuration of admission webhooks. */
export function webhookErrors(object: ApiObject): FieldError[] {
  const seen = new Set<unknown>();
  return listOf(object, "webhooks").flatMap((webhook, index) => {
    const path = `webhooks[${index}]`;
    const name = field(webhook, "name");
    const errors = [...versionErrors(webhook, path), ...oneWebhookErrors(webhook, path)];
    if (seen.has(name)) errors.push(duplicateValue(`${path}.name`, name));
    seen.add(name);
    return errors;
  });
}

function versionErrors(webhook: unknown, path: string): FieldError[] {
  const versions = listOf(webhook, "admissionReviewVersions");
  const at = `${path}.admissionReviewVersions`;
  if (versions.length === 0) return [required(at, `must specify one of ${reviewVersions.join(", ")}`)];
  return versions.some((one) => reviewVersions.includes(String(one)))
    ? []
    : [invalidValue(at, versions, `must include at least one of ${reviewVersions.join(", ")}`)];
}

function oneWebhookErrors(webhook: unknown, path: string): FieldError[] {
  const errors: FieldError[] = [];
  const name = String(field(webhook, "name") ?? "");
  if (name.split(".").length < 3)
    errors.push(
      invalidValue(`${path}.name`, name, "should be a domain with at least three segments separated by dots"),
    );
  for (const [index, rule] of listOf(webhook, "rules").entries())
    errors.push(...ruleErrors(rule, `${path}.rules[${index}]`));
  errors.push(...choiceErrors(webhook, path, "failurePolicy", ["Fail", "Ignore"]));
  errors.push(...choiceErrors(webhook, path, "matchPolicy", ["Equivalent", "Exact"]));
  const effects = field(webhook, "sideEffects");
  if (effects === undefined) errors.push(required(`${path}.sideEffects`, "must specify one of None, NoneOnDryRun"));
  else errors.push(...choiceErrors(webhook, path, "sideEffects", ["None", "NoneOnDryRun"]));
  const seconds = field(webhook, "timeoutSeconds");
  if (typeof seconds === "number" && (seconds < 1 || seconds > 30)) {
    const why = "the timeout value must be between 1 and 30 seconds";
    errors.push(invalidValue(`${path}.timeoutSeconds`, seconds, why));
  }
  return [...errors, ...clientErrors(field(webhook, "clientConfig"), `${path}.clientConfig`)];
}

function choiceErrors(webhook: unknown, path: string, name: string, choices: readonly string[]): FieldError[] {
  const value = field(webhook, name);
  return value === undefined || choices.includes(String(value))
    ? []
    : [notSupported(`${path}.${name}`, value, [...choices])];
}

function ruleErrors(rule: unknown, path: string): FieldError[] {
  const errors: FieldError[] = [];
  const chosen = listOf(rule, "operations");
  if (chosen.length === 0) errors.push(required(`${path}.operations`));
  if (chosen.length > 1 && chosen.includes("*"))
    errors.push(invalidValue(`${path}.operations`, chosen, "if '*' is present, must not specify other operations"));
  for (const [index, one] of chosen.entries())
    if (!operations.includes(String(one))) errors.push(notSupported(`${path}.operations[${index}]`, one, operations));
  for (const name of ["apiGroups", "apiVersions", "resources"])
    if (listOf(rule, name).length === 0) errors.push(required(`${path}.${name}`));
  const resources = listOf(rule, "resources");
  if (resources.includes("*") && resources.some((one) => one !== "*" && !String(one).includes("/"))) {
    const why = "if '*' is present, must not specify other resources without subresources";
    errors.push(invalidValue(`${path}.resources`, resources, why));
  }
  return [...errors, ...choiceErrors(rule, path, "scope", ["*", "Cluster", "Namespaced"])];
}

function clientErrors(config: unknown, path: string): FieldError[] {
  const url = field(config, "url");
  const service = field(config, "service");
  if ((url === undefined) === (service === undefined))
    return [required(path, "exactly one of url or service is required")];
  if (url === undefined) return serviceErrors(service, `${path}.service`);
  const scheme = /^([a-z]+):/.exec(String(url))?.[1] ?? "";
  const why = "'https' is the only allowed URL scheme; desired format: https://host[/path]";
  return scheme === "https" ? [] : [invalidValue(`${path}.url`, scheme, why)];
}

function serviceErrors(service: unknown, path: string): FieldError[] {
  const errors: FieldError[] = [];
  for (const name of ["name", "namespace"]) if (!field(service, name)) errors.push(required(`${path}.${name}`));
  const port = field(service, "port");
  if (typeof port === "number" && (port < 1 || port > 65_535))
    errors.push(invalidValue(`${path}.port`, port, "port is not valid: must be between 1 and 65535, inclusive"));
  const target = field(service, "path");
  if (typeof target !== "string" || target === "/") return errors;
  if (!target.startsWith("/")) errors.push(invalidValue(`${path}.path`, target, "must start with a '/'"));
  for (const [index, step] of target.slice(1).replace(/\/$/, "").split("/").entries())
    if (step === "") errors.push(invalidValue(`${path}.path`, target, `segment[${index}] may not be empty`));
  return errors;
}
