import { parseQuantity } from "client-ts/meta";
import { type FieldError, forbidden, forbiddenField, invalidValue } from "../api-error.ts";
import type { Call } from "../core.ts";
import { type ApiObject, field, isObject, type Json } from "../objects.ts";
import { storedIn } from "./stored.ts";

interface LimitItem {
  readonly type: string;
  readonly max: Json;
  readonly min: Json;
  readonly default: Json;
  readonly defaultRequest: Json;
}

/** What a LimitRange gets when it is written: a limit that is not named follows from the others. */
export function defaultLimitRange(object: Json): void {
  for (const item of listOf(field(object, "spec", "limits"))) {
    if (!isObject(item) || item["type"] !== "Container") continue;
    const limits = { ...mapOf(item["max"]), ...mapOf(item["default"]) };
    const requests = { ...mapOf(item["min"]), ...limits, ...mapOf(item["defaultRequest"]) };
    if (Object.keys(limits).length > 0) item["default"] = limits;
    if (Object.keys(requests).length > 0) item["defaultRequest"] = requests;
  }
}

/** What is wrong with a LimitRange. */
export function limitRangeErrors(object: ApiObject): FieldError[] {
  return itemsOf(object).flatMap((item, index) => {
    const path = `spec.limits[${index}]`;
    const errors: FieldError[] = [];
    if (item.type === "Pod") {
      for (const name of ["default", "defaultRequest"] as const)
        if (Object.keys(item[name]).length > 0)
          errors.push(forbiddenField(`${path}.${name}`, "may not be specified when `type` is 'Pod'"));
    }
    for (const [resource, least] of Object.entries(item.min)) {
      const above = (name: "max" | "default" | "defaultRequest", what: string, shown: "least" | "other"): void => {
        const other = item[name][resource];
        if (other === undefined || compare(least, other) <= 0) return;
        const place = name === "max" ? "min" : name;
        const why = `min value ${String(least)} is greater than ${what} ${String(other)}`;
        errors.push(invalidValue(`${path}.${place}[${resource}]`, String(shown === "least" ? least : other), why));
      };
      above("max", "max value", "least");
      above("defaultRequest", "default request value", "other");
      above("default", "default value", "least");
    }
    return errors;
  });
}

/** Fills in what the LimitRanges of a namespace say about containers that say nothing themselves. */
export function limitContainers({ core, namespace }: Call, object: ApiObject): void {
  for (const item of storedIn(core, "limitranges", namespace).flatMap(itemsOf)) {
    if (item.type !== "Container") continue;
    for (const container of containersOf(object)) {
      const resources = isObject(container["resources"]) ? container["resources"] : {};
      const limits = { ...item.default, ...mapOf(resources["limits"]) };
      const requests = { ...item.defaultRequest, ...mapOf(resources["requests"]) };
      if (Object.keys(limits).length > 0) resources["limits"] = limits;
      if (Object.keys(requests).length > 0) resources["requests"] = requests;
      container["resources"] = resources;
    }
  }
}

/** Refuses what lies outside of the LimitRanges of its namespace. */
export function checkLimits({ core, namespace, resource }: Call, object: ApiObject): void {
  const problems: string[] = [];
  for (const item of storedIn(core, "limitranges", namespace).flatMap(itemsOf)) {
    if (item.type === "Container" && resource.collection === "pods") {
      for (const container of containersOf(object)) problems.push(...outside(item, mapOf(container["resources"])));
    } else if (item.type === "PersistentVolumeClaim" && resource.collection === "persistentvolumeclaims") {
      problems.push(...outside(item, { requests: field(object, "spec", "resources", "requests") }));
    }
  }
  if (problems.length > 0)
    throw forbidden(
      resource,
      object.metadata.name ?? "",
      problems.length === 1 ? problems[0]! : `[${problems.join(", ")}]`,
    );
}

function outside({ type, max, min }: LimitItem, resources: Json): string[] {
  const problems: string[] = [];
  const requests = mapOf(resources["requests"]);
  const limits = mapOf(resources["limits"]);
  for (const [name, least] of Object.entries(min)) {
    const what = `minimum ${name} usage per ${type} is ${String(least)}`;
    if (requests[name] === undefined) problems.push(`${what}.  No request is specified`);
    else if (compare(requests[name], least) < 0) problems.push(`${what}, but request is ${String(requests[name])}`);
    else if (limits[name] !== undefined && compare(limits[name], least) < 0)
      problems.push(`${what}, but limit is ${String(limits[name])}`);
  }
  for (const [name, most] of Object.entries(max)) {
    const what = `maximum ${name} usage per ${type} is ${String(most)}`;
    const [used, word] = type === "Container" ? [limits[name], "limit"] : [requests[name], "request"];
    if (used === undefined) problems.push(`${what}.  No ${word} is specified`);
    else if (compare(used, most) > 0) problems.push(`${what}, but ${word} is ${String(used)}`);
  }
  return problems;
}

function compare(a: unknown, b: unknown): number {
  return parseQuantity(String(a)).compare(parseQuantity(String(b)));
}

function itemsOf(object: ApiObject): LimitItem[] {
  return listOf(field(object, "spec", "limits")).map((item) => ({
    type: String(field(item, "type") ?? ""),
    max: mapOf(field(item, "max")),
    min: mapOf(field(item, "min")),
    default: mapOf(field(item, "default")),
    defaultRequest: mapOf(field(item, "defaultRequest")),
  }));
}

/** The containers of a Pod, those that initialise it first. */
export function containersOf(object: ApiObject): Json[] {
  const names = ["initContainers", "containers"];
  return names.flatMap((name) => listOf(field(object, "spec", name)).filter(isObject));
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function mapOf(value: unknown): Json {
  return isObject(value) ? value : {};
}
