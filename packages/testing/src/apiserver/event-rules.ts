import { type FieldError, invalidValue, required } from "./api-error.ts";
import { type ApiObject, field, sameJson } from "./objects.ts";
import { qualifiedNameProblems } from "./validate-meta.ts";

/**
 * What is wrong with an event, in its core form. The newer API (`strict`) asks for more, and lets little be changed.
 */
export function eventErrors(event: ApiObject, old: ApiObject | undefined, strict: boolean): FieldError[] {
  const errors = event["eventTime"] ? newErrors(event, strict) : oldErrors(event);
  if (!strict) return errors;
  return [...errors, ...(old === undefined ? createErrors(event) : updateErrors(event, old))];
}

const foreignNamespace = "does not match event.namespace";

/** Events of the older kind have no event time. */
function oldErrors(event: ApiObject): FieldError[] {
  const namespace = String(field(event, "involvedObject", "namespace") ?? "");
  const own = event.metadata.namespace;
  const fits = namespace === own || (namespace === "" && own === "default");
  return fits ? [] : [invalidValue("involvedObject.namespace", namespace, foreignNamespace)];
}

function newErrors(event: ApiObject, strict: boolean): FieldError[] {
  const errors: FieldError[] = [];
  const namespace = String(field(event, "involvedObject", "namespace") ?? "");
  const own = event.metadata.namespace;
  // Another namespace than the event's own is fine for the real server here.
  if (namespace === "" && own !== "default" && own !== "kube-system") {
    errors.push(invalidValue("involvedObject.namespace", namespace, foreignNamespace));
  }
  const controller = String(event["reportingComponent"] ?? "");
  const name = strict ? "reportingController" : "reportingComponent";
  if (controller === "") errors.push(required(name));
  errors.push(...qualifiedNameProblems(controller).map((problem) => invalidValue(name, controller, problem)));
  for (const other of ["reportingInstance", "action", "reason"]) {
    const text = String(event[other] ?? "");
    if (text === "") errors.push(required(other));
    else if (text.length > 128) errors.push(invalidValue(other, "", "can have at most 128 characters"));
  }
  if (String(event["message"] ?? "").length > 1024)
    errors.push(invalidValue("message", "", "can have at most 1024 characters"));
  return errors;
}

function createErrors(event: ApiObject): FieldError[] {
  const errors: FieldError[] = [];
  if (!event["eventTime"]) errors.push(required("eventTime"));
  if (event["type"] !== "Normal" && event["type"] !== "Warning")
    errors.push(invalidValue("type", "", `has invalid value: ${String(event["type"] ?? "")}`));
  for (const name of ["firstTimestamp", "lastTimestamp", "count"])
    if (event[name]) errors.push(invalidValue(name, "", "needs to be unset"));
  if (field(event, "source", "component") || field(event, "source", "host"))
    errors.push(invalidValue("source", "", "needs to be unset"));
  return errors;
}

const fixed = [
  "involvedObject",
  "reason",
  "message",
  "source",
  "firstTimestamp",
  "lastTimestamp",
  "count",
  "type",
  "eventTime",
  "action",
  "related",
  "reportingComponent",
  "reportingInstance",
];

function updateErrors(event: ApiObject, old: ApiObject): FieldError[] {
  return fixed
    .filter((name) => !sameJson(event[name], old[name]))
    .map((name) =>
      invalidValue(
        name === "reportingComponent" ? "reportingController" : name,
        name === "involvedObject" || name === "related" ? referenceShown(event[name]) : event[name],
        "field is immutable",
      ),
    );
}

/** A reference as Go's names show it. */
function referenceShown(reference: unknown): unknown {
  const text = (name: string): string => String(field(reference, name) ?? "");
  return {
    Kind: text("kind"),
    Namespace: text("namespace"),
    Name: text("name"),
    UID: text("uid"),
    APIVersion: text("apiVersion"),
    ResourceVersion: text("resourceVersion"),
    FieldPath: text("fieldPath"),
  };
}
