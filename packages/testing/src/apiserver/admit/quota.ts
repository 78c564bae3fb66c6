import { parseQuantity, type Quantity } from "client-ts/meta";
import { type FieldError, forbidden, invalidValue } from "../api-error.ts";
import type { Call, Core } from "../core.ts";
import { type ApiObject, field, isObject, type Json, objectOf, recordOf, sameJson } from "../objects.ts";
import { containersOf } from "./limit-range.ts";
import { isInScope, scopeErrors } from "./quota-scopes.ts";
import { storedIn } from "./stored.ts";

/** Kinds that a quota counts by their plural alone. */
const counted = new Set([
  "configmaps",
  "persistentvolumeclaims",
  "pods",
  "replicationcontrollers",
  "resourcequotas",
  "secrets",
  "services",
]);

const zero = parseQuantity("0");
const one = parseQuantity("1");

/** What is wrong with a ResourceQuota. */
export function quotaErrors(object: ApiObject): FieldError[] {
  return [...amountErrors(object), ...scopeErrors(object)];
}

function amountErrors(object: ApiObject): FieldError[] {
  return Object.entries(hardOf(object)).flatMap(([name, hard]) => {
    const path = `spec.hard[${name}]`;
    if (!isCountable(name))
      return [
        invalidValue(path, name, "must be a standard resource type or fully qualified"),
        invalidValue(path, name, "must be a standard resource for quota"),
      ];
    const amount = parseQuantity(String(hard));
    if (amount.sign() < 0) return [invalidValue(path, amount.toString(), "must be greater than or equal to 0")];
    const whole = counted.has(name) || name.startsWith("count/") || name.startsWith("services.");
    const milli = amount.milliValue();
    return whole && milli % 1000n !== 0n ? [invalidValue(path, amount.toString(), "must be an integer")] : [];
  });
}

/** Whether a name stands for something that is counted: a known one, or one with a domain. */
function isCountable(name: string): boolean {
  if (counted.has(name) || name.includes("/")) return true;
  return /^(services\.(loadbalancers|nodeports)|(requests\.|limits\.)?(cpu|memory|storage|ephemeral-storage)|(requests\.)?hugepages-.+)$/.test(
    name,
  );
}

/** Refuses a new object, or a change of an old one, for which a quota of its namespace has nothing left. */
export function checkQuotas(call: Call, object: ApiObject, old?: ApiObject): void {
  const { core, namespace, resource } = call;
  for (const quota of storedIn(core, "resourcequotas", namespace)) {
    const hard = hardOf(quota);
    if (old === undefined && isInScope(object, resource.collection, quota))
      refuseUnnamed(call, object, quota, Object.keys(hard));
    const asked = addedUse(call, quota, Object.keys(hard), object, old);
    if (Object.keys(asked).length === 0) continue;
    refuseUncounted(call, object, quota, asked);
    const used = core.settings.countsQuotas ? usedBy(core, quota) : usedIn(quota);
    const over = Object.keys(asked)
      .filter((name) => asked[name]!.add(used[name] ?? zero).compare(parseQuantity(String(hard[name]))) > 0)
      .sort();
    if (over.length === 0) continue;
    const shown = (amounts: Readonly<Record<string, unknown>>): string =>
      over.map((name) => `${name}=${String(amounts[name] ?? zero)}`).join(",");
    throw forbidden(
      resource,
      object.metadata.name ?? "",
      `exceeded quota: ${quota.metadata.name}, requested: ${shown(asked)}, used: ${shown(used)}, limited: ${shown(hard)}`,
    );
  }
}

/** Adds what a new object, or a change of an old one, uses to the quotas that were counted before. */
export function addUse(call: Call, object: ApiObject, old?: ApiObject): void {
  const { core, namespace } = call;
  const collection = core.storage.collections.get("resourcequotas");
  if (collection === undefined || collection.records.size === 0) return;
  const resource = core.table.preferred(collection.name)!;
  for (const record of [...collection.records.values()]) {
    if (record.namespace !== namespace) continue;
    const quota = objectOf(record, resource);
    const hard = countedOf(quota);
    const added = Object.entries(addedUse(call, quota, Object.keys(hard), object, old));
    if (added.length === 0) continue;
    const used = usedIn(quota);
    for (const [name, amount] of added) used[name] = amount.add(used[name] ?? zero);
    quota["status"] = { hard, used: Object.fromEntries(Object.entries(used).map(([name, sum]) => [name, `${sum}`])) };
    core.storage.put(collection, (revision) => recordOf(quota, resource, revision));
  }
}

/** What an object uses of a quota, and did not use as it was before. */
function addedUse(
  { resource: { collection } }: Call,
  quota: ApiObject,
  names: readonly string[],
  object: ApiObject,
  old: ApiObject | undefined,
): Record<string, Quantity> {
  if (!isInScope(object, collection, quota)) return {};
  const before = old !== undefined && isInScope(old, collection, quota) ? usageOf(old, collection, names) : {};
  const added: Record<string, Quantity> = {};
  for (const [name, amount] of Object.entries(usageOf(object, collection, names))) {
    const more = amount.sub(before[name] ?? zero);
    if (more.sign() > 0) added[name] = more;
  }
  return added;
}

/** What the status of a quota says is limited: nothing until it was counted for the first time. */
function countedOf(quota: ApiObject): Json {
  const hard = field(quota, "status", "hard");
  return isObject(hard) ? hard : {};
}

/** What the status of a quota says is used. */
function usedIn(quota: ApiObject): Record<string, Quantity> {
  const used = field(quota, "status", "used");
  const amounts = Object.entries(isObject(used) ? used : {});
  return Object.fromEntries(amounts.map(([name, amount]) => [name, parseQuantity(String(amount))]));
}

/** Where others count, nothing is let in that they have not counted yet. */
function refuseUncounted({ core, resource }: Call, object: ApiObject, quota: ApiObject, asked: object): void {
  if (core.settings.countsQuotas) return;
  const counts = countedOf(quota);
  const unknown = Object.keys(asked).filter((name) => counts[name] === undefined);
  if (unknown.length === 0) return;
  throw forbidden(
    resource,
    object.metadata.name ?? "",
    `status unknown for quota: ${quota.metadata.name}, resources: ${unknown.sort().join(",")}`,
  );
}

/** Writes into the quotas of a namespace, or of all, what is used of them now. */
export function countUse(core: Core, namespace?: string): void {
  const collection = core.storage.collections.get("resourcequotas");
  if (collection === undefined || collection.records.size === 0) return;
  const resource = core.table.preferred(collection.name)!;
  for (const record of [...collection.records.values()]) {
    if (namespace !== undefined && record.namespace !== namespace) continue;
    const object = objectOf(record, resource);
    const status = quotaStatus(core, object);
    if (sameJson(status, object["status"] ?? null)) continue;
    object["status"] = status;
    core.storage.put(collection, (revision) => recordOf(object, resource, revision));
  }
}

/** The status of a quota as it should be. */
function quotaStatus(core: Core, quota: ApiObject): Json {
  const used = usedBy(core, quota);
  const hard = hardOf(quota);
  const names = Object.keys(hard).sort();
  return {
    hard: Object.fromEntries(names.map((name) => [name, String(hard[name])])),
    used: Object.fromEntries(names.map((name) => [name, (used[name] ?? zero).toString()])),
  };
}

/** A container of a namespace with a quota for a resource must say how much of it it needs. */
function refuseUnnamed({ resource }: Call, object: ApiObject, quota: ApiObject, names: readonly string[]): void {
  if (resource.collection !== "pods") return;
  const missing = names
    .filter((name) => /^(requests|limits)\.(cpu|memory)$|^(cpu|memory)$/.test(name))
    .sort()
    .flatMap((name) => {
      const unnamed = containersOf(object).filter((container) => amountOf(container, name) === undefined);
      return unnamed.length === 0 ? [] : [`${name} for: ${unnamed.map((one) => String(one["name"])).join(",")}`];
    });
  if (missing.length > 0)
    throw forbidden(
      resource,
      object.metadata.name ?? "",
      `failed quota: ${quota.metadata.name}: must specify ${missing.join("; ")}`,
    );
}

function hardOf(quota: ApiObject): Json {
  const hard = field(quota, "spec", "hard");
  return isObject(hard) ? hard : {};
}

/** What the objects of a quota's namespace use of what it limits. */
function usedBy(core: Core, quota: ApiObject): Record<string, Quantity> {
  const names = Object.keys(hardOf(quota));
  const used: Record<string, Quantity> = {};
  for (const collection of new Set(names.map(collectionOf))) {
    for (const object of storedIn(core, collection, quota.metadata.namespace ?? "")) {
      if (!isInScope(object, collection, quota)) continue;
      for (const [name, amount] of Object.entries(usageOf(object, collection, names)))
        used[name] = (used[name] ?? zero).add(amount);
    }
  }
  return used;
}

/** The collection whose objects use what a name stands for. */
function collectionOf(name: string): string {
  if (name.startsWith("count/")) return name.slice("count/".length);
  if (counted.has(name)) return name;
  if (name.startsWith("services.")) return "services";
  if (name.endsWith(deviceSuffix)) return "resourceclaims.resource.k8s.io";
  return name === "requests.storage" || name.includes(classPart) ? "persistentvolumeclaims" : "pods";
}

/** `gold.storageclass.storage.k8s.io/requests.storage`: what claims of one class use. */
const classPart = ".storageclass.storage.k8s.io/";
/** `gpu.deviceclass.resource.k8s.io/devices`: the devices of one class that are claimed. */
const deviceSuffix = ".deviceclass.resource.k8s.io/devices";

function usageOf(object: ApiObject, collection: string, names: readonly string[]): Record<string, Quantity> {
  const usage: Record<string, Quantity> = {};
  for (const name of names) {
    if (collectionOf(name) !== collection) continue;
    if (name.startsWith("count/") || (counted.has(name) && name !== "pods")) usage[name] = one;
    else if (collection === "pods") {
      // A Pod that has ended uses nothing any more.
      if (["Succeeded", "Failed"].includes(String(field(object, "status", "phase")))) continue;
      usage[name] = name === "pods" ? one : podUse(object, name);
    } else if (collection === "services") usage[name] = parseQuantity(String(serviceUse(object, name)));
    else if (collection === "persistentvolumeclaims") usage[name] = claimUse(object, name);
    else usage[name] = parseQuantity(String(claimedDevices(object, name.slice(0, -deviceSuffix.length))));
  }
  return usage;
}

function serviceUse(object: ApiObject, name: string): number {
  const type = field(object, "spec", "type");
  if (name === "services.loadbalancers") return type === "LoadBalancer" ? 1 : 0;
  const hasPorts =
    type === "NodePort" ||
    (type === "LoadBalancer" && field(object, "spec", "allocateLoadBalancerNodePorts") !== false);
  const ports = field(object, "spec", "ports");
  return name === "services.nodeports" && hasPorts && Array.isArray(ports) ? ports.length : 0;
}

function claimUse(object: ApiObject, name: string): Quantity {
  const [storageClass, what = name] = name.split(classPart);
  if (what !== name && field(object, "spec", "storageClassName") !== storageClass) return zero;
  if (what === "persistentvolumeclaims") return one;
  return parseQuantity(String(field(object, "spec", "resources", "requests", "storage") ?? "0"));
}

/** The devices of a class that a claim asks for; of alternatives, the most that one of them takes. */
function claimedDevices(object: ApiObject, deviceClass: string): number {
  const requests = field(object, "spec", "devices", "requests");
  const count = (request: unknown): number =>
    field(request, "deviceClassName") === deviceClass ? Number(field(request, "count") ?? 1) : 0;
  return (Array.isArray(requests) ? requests : []).reduce((sum: number, request: unknown) => {
    const alternatives = field(request, "firstAvailable");
    const most = Array.isArray(alternatives) ? Math.max(0, ...alternatives.map(count)) : 0;
    return sum + count(field(request, "exactly")) + most;
  }, 0);
}

/** Containers run together; those that initialise run one by one before them. */
function podUse(object: ApiObject, name: string): Quantity {
  const amounts = (list: unknown): Quantity[] =>
    (Array.isArray(list) ? list : []).map((container) => parseQuantity(String(amountOf(container, name) ?? "0")));
  const running = amounts(field(object, "spec", "containers")).reduce((sum, amount) => sum.add(amount), zero);
  return amounts(field(object, "spec", "initContainers")).reduce(
    (most, amount) => (amount.compare(most) > 0 ? amount : most),
    running,
  );
}

function amountOf(container: unknown, name: string): unknown {
  const [, kind = "requests", resource = name] = /^(requests|limits)\.(.+)$/.exec(name) ?? [];
  return field(container, "resources", kind, resource);
}
