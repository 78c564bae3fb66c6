import { createHash } from "node:crypto";
import { type FieldError, internalError, invalid, invalidValue } from "./api-error.ts";
import type { Core } from "./core.ts";
import { type ApiObject, field, isObject, type Json, objectOf } from "./objects.ts";
import type { StoredRecord } from "./storage.ts";

/** The range of cluster addresses is `10.96.0.0/16`. */
const addressPrefix = "10.96.";
/** The address of the Service `kubernetes`, which is made when it is first asked for. */
const firstAddress = "10.96.0.1";
/** Smaller ones are for addresses that Services ask for. */
const firstNumber = 256;
const lastNumber = 65_534;
const firstNodePort = 30_000;
const lastNodePort = 32_767;

/**
 * Gives a Service its cluster address and its node ports, or takes them away when its type no longer has them. Throws
 * what is wrong with those that it asks for.
 */
export function allocateService(core: Core, service: ApiObject, old?: ApiObject): void {
  const spec = service["spec"];
  if (!isObject(spec)) return;
  const others = otherServices(core, service);
  const isFirst = service.metadata.name === "kubernetes" && service.metadata.namespace === "default";
  const start = startOf(service);
  const errors = [
    ...allocateAddress(spec, field(old, "spec"), others, { reserved: isFirst ? [] : [firstAddress], start }),
    ...allocatePorts(spec, field(old, "spec"), others, start),
  ];
  if (errors.length > 0) throw invalid({ kind: "Service", group: "" }, service.metadata.name ?? "", errors);
}

/** What a stored Service has taken; a record never changes, so each is read once. */
interface Taken {
  readonly address: unknown;
  readonly ports: ReadonlySet<unknown>;
}

const takenBy = new WeakMap<StoredRecord, Taken>();

function otherServices({ storage, table }: Core, { metadata }: ApiObject): Taken[] {
  const resource = table.find("", "v1", "services")!;
  const others = [...storage.collection("services").records.values()].filter(
    ({ name, namespace }) => name !== metadata.name || namespace !== metadata.namespace,
  );
  return others.map((record) => {
    let taken = takenBy.get(record);
    if (taken === undefined) {
      const spec = field(objectOf(record, resource), "spec");
      taken = { address: field(spec, "clusterIP"), ports: nodePorts(spec) };
      takenBy.set(record, taken);
    }
    return taken;
  });
}

function allocateAddress(
  spec: Json,
  old: unknown,
  others: readonly Taken[],
  { reserved, start }: { readonly reserved: readonly string[]; readonly start: number },
): FieldError[] {
  if (spec["type"] === "ExternalName") {
    for (const name of ["clusterIP", "clusterIPs", "ipFamilies", "ipFamilyPolicy"]) delete spec[name];
    return [];
  }
  const taken = new Set([...others.map(({ address }) => address), ...reserved]);
  const kept = field(old, "clusterIP");
  if (!spec["clusterIP"] && kept) spec["clusterIP"] = kept;
  const errors: FieldError[] = [];
  if (!spec["clusterIP"]) spec["clusterIP"] = freeAddress(taken, start);
  else if (spec["clusterIP"] !== kept && spec["clusterIP"] !== "None" && taken.has(spec["clusterIP"])) {
    const asked = String(spec["clusterIP"]);
    const why = `failed to allocate IP ${asked}: provided IP is already allocated`;
    errors.push(invalidValue("spec.clusterIPs", [asked], why));
  }
  spec["clusterIPs"] ??= [spec["clusterIP"]];
  if (spec["clusterIP"] === "None" && spec["selector"] === undefined) {
    spec["ipFamilies"] ??= ["IPv4", "IPv6"];
    spec["ipFamilyPolicy"] ??= "RequireDualStack";
  }
  spec["ipFamilies"] ??= ["IPv4"];
  spec["ipFamilyPolicy"] ??= "SingleStack";
  return errors;
}

function freeAddress(taken: ReadonlySet<unknown>, start: number): string {
  const addressOf = (number: number): string => `${addressPrefix}${number >> 8}.${number & 255}`;
  const number = freeNumber(firstNumber, lastNumber, start, (one) => taken.has(addressOf(one)));
  if (number === undefined) throw internalError("failed to allocate a serviceIP: range is full");
  return addressOf(number);
}

function allocatePorts(spec: Json, old: unknown, others: readonly Taken[], start: number): FieldError[] {
  const ports = Array.isArray(spec["ports"]) ? spec["ports"].filter(isObject) : [];
  const wants =
    spec["type"] === "NodePort" || (spec["type"] === "LoadBalancer" && spec["allocateLoadBalancerNodePorts"] !== false);
  if (!wants && spec["type"] !== "LoadBalancer") {
    // A Service that had node ports and is of another type now gives them back.
    const had = nodePorts(old);
    for (const port of ports) if (had.has(port["nodePort"])) delete port["nodePort"];
    if (isObject(old) && spec["type"] !== old["type"]) delete spec["externalTrafficPolicy"];
    return [];
  }
  if (!wants) return [];
  const kept = nodePorts(old);
  const taken = new Set(others.flatMap((one) => [...one.ports]));
  const errors: FieldError[] = [];
  for (const [index, port] of ports.entries()) {
    const asked = port["nodePort"];
    if (typeof asked === "number" && asked !== 0) {
      if (taken.has(asked) && !kept.has(asked))
        errors.push(invalidValue(`spec.ports[${index}].nodePort`, asked, "provided port is already allocated"));
      else if (asked < firstNodePort || asked > lastNodePort) {
        const why = "provided port is not in the valid range. The range of valid ports is 30000-32767";
        errors.push(invalidValue(`spec.ports[${index}].nodePort`, asked, why));
      }
      taken.add(asked);
      continue;
    }
    const before = Array.isArray(field(old, "ports"))
      ? (field(old, "ports") as unknown[]).find(
          (one) => field(one, "port") === port["port"] && field(one, "protocol") === port["protocol"],
        )
      : undefined;
    const number = field(before, "nodePort") ?? freePort(taken, start);
    port["nodePort"] = number;
    taken.add(number);
  }
  return errors;
}

function nodePorts(spec: unknown): Set<unknown> {
  const ports = field(spec, "ports");
  const numbers = Array.isArray(ports) ? ports.map((port) => field(port, "nodePort")) : [];
  return new Set(numbers.filter((one) => typeof one === "number" && one !== 0));
}

function freePort(taken: ReadonlySet<unknown>, start: number): number {
  const port = freeNumber(firstNodePort, lastNodePort, start, (one) => taken.has(one));
  if (port === undefined) throw internalError("failed to allocate a nodePort: range is full");
  return port;
}

/**
 * Where the search for a free number begins: anywhere, as on the real server, but for one Service always at the same
 * place, because a write is begun again when it has waited for a webhook, and must then be the same write.
 */
function startOf({ metadata }: ApiObject): number {
  return createHash("sha256").update(`${metadata.namespace}/${metadata.name}`).digest().readUInt32BE();
}

/** The first number of a range that is free, from a place on. `undefined` when there is none. */
function freeNumber(
  first: number,
  last: number,
  start: number,
  isTaken: (number: number) => boolean,
): number | undefined {
  const size = last - first + 1;
  for (let step = 0; step < size; step++) {
    const number = first + ((start + step) % size);
    if (!isTaken(number)) return number;
  }
  return undefined;
}
