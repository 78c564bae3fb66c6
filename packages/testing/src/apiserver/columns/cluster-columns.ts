import { type ApiObject, field, type Json } from "../objects.ts";
import {
  ageColumn,
  ageOf,
  type Column,
  column,
  countOf,
  createdColumn,
  durationText,
  labelText,
  listOf,
  selectorText,
  text,
  textOf,
  wide,
} from "./column.ts";

const keysOf = (object: unknown, ...path: string[]): number =>
  Object.keys((field(object, ...path) as Json) ?? {}).length;
const roleColumn = text("Role", (one) => `${field(one, "roleRef", "kind")}/${field(one, "roleRef", "name")}`);
const subjects = (name: string, kind: string): Column =>
  wide(name, (one) =>
    listOf(one, "subjects")
      .filter((subject) => field(subject, "kind") === kind)
      .map((subject) =>
        kind === "ServiceAccount" ? `${field(subject, "namespace")}/${field(subject, "name")}` : field(subject, "name"),
      )
      .join(", "),
  );
const bindingColumns: readonly Column[] = [
  roleColumn,
  ageColumn,
  subjects("Users", "User"),
  subjects("Groups", "Group"),
  subjects("ServiceAccounts", "ServiceAccount"),
];
const webhooks = column("Webhooks", "integer", (one) => listOf(one, "webhooks").length);
const rbac = "rbac.authorization.k8s.io";
const admission = "admissionregistration.k8s.io";

/** The columns of configuration, networks, storage, access and nodes, by collection. */
export const clusterColumns: Readonly<Record<string, readonly Column[]>> = {
  namespaces: [text("Status", (one) => textOf(one, "", "status", "phase")), ageColumn],
  configmaps: [text("Data", (one) => keysOf(one, "data") + keysOf(one, "binaryData")), ageColumn],
  secrets: [text("Type", (one) => textOf(one, "", "type")), text("Data", (one) => keysOf(one, "data")), ageColumn],
  nodes: [
    text("Status", nodeStatus),
    text("Roles", rolesOf),
    ageColumn,
    text("Version", (one) => textOf(one, "", "status", "nodeInfo", "kubeletVersion")),
    wide("Internal-IP", (one) => addressOf(one, "InternalIP")),
    wide("External-IP", (one) => addressOf(one, "ExternalIP")),
    wide("OS-Image", (one) => textOf(one, "<unknown>", "status", "nodeInfo", "osImage")),
    wide("Kernel-Version", (one) => textOf(one, "<unknown>", "status", "nodeInfo", "kernelVersion")),
    wide("Container-Runtime", (one) => textOf(one, "<unknown>", "status", "nodeInfo", "containerRuntimeVersion")),
  ],
  services: [
    text("Type", (one) => textOf(one, "", "spec", "type")),
    text("Cluster-IP", (one) => textOf(one, "<none>", "spec", "clusterIP")),
    text("External-IP", externalAddress),
    text("Port(s)", (one) => portsText(listOf(one, "spec", "ports"))),
    ageColumn,
    wide("Selector", (one) => labelText(field(one, "spec", "selector"))),
  ],
  endpoints: [text("Endpoints", endpointsText), ageColumn],
  "endpointslices.discovery.k8s.io": [
    text("AddressType", (one) => textOf(one, "", "addressType")),
    text("Ports", (one) =>
      firstThree(
        listOf(one, "ports").map((port) => textOf(port, "*", "port")),
        "<unset>",
      ),
    ),
    text("Endpoints", (one) =>
      firstThree(
        listOf(one, "endpoints").flatMap((end) => listOf(end, "addresses").map(String)),
        "<unset>",
      ),
    ),
    ageColumn,
  ],
  "ingresses.networking.k8s.io": [
    text("Class", (one) =>
      textOf(one, one.metadata.annotations?.["kubernetes.io/ingress.class"] ?? "<none>", "spec", "ingressClassName"),
    ),
    text("Hosts", (one) => {
      const hosts = listOf(one, "spec", "rules")
        .map((rule) => textOf(rule, "", "host"))
        .filter((host) => host !== "");
      return hosts.length === 0 ? "*" : firstThree(hosts, "*", " + ");
    }),
    text("Address", (one) => loadBalancerText(one)),
    text("Ports", (one) => (listOf(one, "spec", "tls").length > 0 ? "80, 443" : "80")),
    ageColumn,
  ],
  "ingressclasses.networking.k8s.io": [
    text("Controller", (one) => textOf(one, "", "spec", "controller")),
    text("Parameters", (one) => {
      const group = textOf(one, "", "spec", "parameters", "apiGroup");
      const kind = textOf(one, "<none>", "spec", "parameters", "kind");
      const name = textOf(one, "", "spec", "parameters", "name");
      return kind === "<none>" ? kind : `${kind}${group === "" ? "" : `.${group}`}/${name}`;
    }),
    ageColumn,
  ],
  "networkpolicies.networking.k8s.io": [
    text("Pod-Selector", (one) => selectorText(field(one, "spec", "podSelector"))),
    ageColumn,
  ],
  persistentvolumeclaims: [
    text("Status", (one) =>
      one.metadata.deletionTimestamp === undefined ? textOf(one, "", "status", "phase") : "Terminating",
    ),
    text("Volume", (one) => textOf(one, "", "spec", "volumeName")),
    text("Capacity", (one) =>
      field(one, "spec", "volumeName") ? textOf(one, "", "status", "capacity", "storage") : "",
    ),
    text("Access Modes", (one) =>
      field(one, "spec", "volumeName") ? accessModes(listOf(one, "status", "accessModes")) : "",
    ),
    text("StorageClass", (one) => textOf(one, "", "spec", "storageClassName")),
    text("VolumeAttributesClass", (one) => textOf(one, "<unset>", "spec", "volumeAttributesClassName")),
    ageColumn,
    wide("VolumeMode", (one) => textOf(one, "<unset>", "spec", "volumeMode")),
  ],
  persistentvolumes: [
    text("Capacity", (one) => textOf(one, "", "spec", "capacity", "storage")),
    text("Access Modes", (one) => accessModes(listOf(one, "spec", "accessModes"))),
    text("Reclaim Policy", (one) => textOf(one, "", "spec", "persistentVolumeReclaimPolicy")),
    text("Status", (one) =>
      one.metadata.deletionTimestamp === undefined ? textOf(one, "", "status", "phase") : "Terminating",
    ),
    text("Claim", (one) => {
      const claim = field(one, "spec", "claimRef");
      return claim === undefined ? "" : `${field(claim, "namespace")}/${field(claim, "name")}`;
    }),
    text("StorageClass", (one) => textOf(one, "", "spec", "storageClassName")),
    text("VolumeAttributesClass", (one) => textOf(one, "<unset>", "spec", "volumeAttributesClassName")),
    text("Reason", (one) => textOf(one, "", "status", "reason")),
    ageColumn,
    wide("VolumeMode", (one) => textOf(one, "<unset>", "spec", "volumeMode")),
  ],
  "storageclasses.storage.k8s.io": [
    text("Provisioner", (one) => textOf(one, "", "provisioner")),
    text("ReclaimPolicy", (one) => textOf(one, "Delete", "reclaimPolicy")),
    text("VolumeBindingMode", (one) => textOf(one, "Immediate", "volumeBindingMode")),
    text("AllowVolumeExpansion", (one) => field(one, "allowVolumeExpansion") === true),
    ageColumn,
  ],
  resourcequotas: [
    text("Request", (one) => quotaText(one, (name) => !name.startsWith("limits."))),
    text("Limit", (one) => quotaText(one, (name) => name.startsWith("limits."))),
    ageColumn,
  ],
  limitranges: [createdColumn],
  [`roles.${rbac}`]: [createdColumn],
  [`clusterroles.${rbac}`]: [createdColumn],
  [`rolebindings.${rbac}`]: bindingColumns,
  [`clusterrolebindings.${rbac}`]: bindingColumns,
  "certificatesigningrequests.certificates.k8s.io": [
    ageColumn,
    text("SignerName", (one) => textOf(one, "<none>", "spec", "signerName")),
    text("Requestor", (one) => textOf(one, "", "spec", "username")),
    text("RequestedDuration", (one) => {
      const seconds = field(one, "spec", "expirationSeconds");
      return typeof seconds === "number" ? durationText(seconds * 1000) : "<none>";
    }),
    text("Condition", certificateState),
  ],
  "leases.coordination.k8s.io": [text("Holder", (one) => textOf(one, "", "spec", "holderIdentity")), ageColumn],
  "priorityclasses.scheduling.k8s.io": [
    column("Value", "integer", (one) => countOf(one, "value")),
    column("Global-Default", "boolean", (one) => field(one, "globalDefault") === true),
    ageColumn,
    text("PreemptionPolicy", (one) => textOf(one, "PreemptLowerPriority", "preemptionPolicy")),
  ],
  "runtimeclasses.node.k8s.io": [text("Handler", (one) => textOf(one, "", "handler")), ageColumn],
  [`validatingwebhookconfigurations.${admission}`]: [webhooks, ageColumn],
  [`mutatingwebhookconfigurations.${admission}`]: [webhooks, ageColumn],
  [`validatingadmissionpolicies.${admission}`]: [
    column("Validations", "integer", (one) => listOf(one, "spec", "validations").length),
    text("ParamKind", (one) => {
      const kind = textOf(one, "", "spec", "paramKind", "kind");
      return kind === "" ? "<unset>" : `${textOf(one, "", "spec", "paramKind", "apiVersion")}/${kind}`;
    }),
    ageColumn,
  ],
  "flowschemas.flowcontrol.apiserver.k8s.io": [
    text("PriorityLevel", (one) => textOf(one, "", "spec", "priorityLevelConfiguration", "name")),
    column("MatchingPrecedence", "integer", (one) => countOf(one, "spec", "matchingPrecedence")),
    text("DistinguisherMethod", (one) => textOf(one, "<none>", "spec", "distinguisherMethod", "type")),
    ageColumn,
    text("MissingPL", (one) => {
      const dangling = listOf(one, "status", "conditions").find((each) => field(each, "type") === "Dangling");
      return textOf(dangling, "?", "status");
    }),
  ],
  events: [
    text("Last Seen", lastSeen),
    text("Type", (one) => textOf(one, "", "type")),
    text("Reason", (one) => textOf(one, "", "reason")),
    text("Object", (one) => {
      const [kind, name] = [textOf(one, "", "involvedObject", "kind"), textOf(one, "", "involvedObject", "name")];
      return `${kind.toLowerCase()}/${name}`;
    }),
    wide("Subobject", (one) => textOf(one, "", "involvedObject", "fieldPath")),
    wide("Source", (one) => {
      const [component, host] = [textOf(one, "", "source", "component"), textOf(one, "", "source", "host")];
      return host === "" ? component : `${component}, ${host}`;
    }),
    text("Message", (one) => textOf(one, "", "message").trim()),
    wide("First Seen", (one, nowMs) => ageOf(firstTime(one), nowMs)),
    wide("Count", (one) => String(countOf(one, "series", "count") || countOf(one, "count") || 1)),
    wide("Name", (one) => one.metadata.name ?? ""),
  ],
};

function nodeStatus(node: ApiObject): string {
  const ready = listOf(node, "status", "conditions").find((one) => field(one, "type") === "Ready");
  const state = ready === undefined ? "Unknown" : field(ready, "status") === "True" ? "Ready" : "NotReady";
  return field(node, "spec", "unschedulable") === true ? `${state},SchedulingDisabled` : state;
}

function rolesOf({ metadata }: ApiObject): string {
  const prefix = "node-role.kubernetes.io/";
  const roles = Object.entries(metadata.labels ?? {}).flatMap(([key, value]) =>
    key.startsWith(prefix) ? [key.slice(prefix.length)] : key === "kubernetes.io/role" && value !== "" ? [value] : [],
  );
  return roles.length === 0 ? "<none>" : [...new Set(roles)].sort().join(",");
}

function addressOf(node: ApiObject, type: string): string {
  const found = listOf(node, "status", "addresses").find((one) => field(one, "type") === type);
  return textOf(found, "<none>", "address");
}

function loadBalancerText(object: ApiObject): string {
  return listOf(object, "status", "loadBalancer", "ingress")
    .map((one) => textOf(one, textOf(one, "", "hostname"), "ip"))
    .join(",");
}

function externalAddress(service: ApiObject): string {
  const given = listOf(service, "spec", "externalIPs").join(",");
  switch (field(service, "spec", "type")) {
    case "LoadBalancer":
      return [loadBalancerText(service), given].filter((one) => one !== "").join(",") || "<pending>";
    case "ExternalName":
      return textOf(service, "", "spec", "externalName");
    default:
      return given === "" ? "<none>" : given;
  }
}

function portsText(ports: readonly unknown[]): string {
  if (ports.length === 0) return "<none>";
  return ports
    .map((port) => {
      const node = countOf(port, "nodePort");
      return `${field(port, "port")}${node === 0 ? "" : `:${node}`}/${textOf(port, "TCP", "protocol")}`;
    })
    .join(",");
}

/** The addresses of ready endpoints with their ports: three at most, then how many more. */
function endpointsText(endpoints: ApiObject): string {
  const all = listOf(endpoints, "subsets").flatMap((subset) => {
    const ports = listOf(subset, "ports").filter((port) => field(port, "name") !== "non-port");
    const addresses = listOf(subset, "addresses").map((one) => String(field(one, "ip")));
    if (ports.length === 0) return addresses;
    return ports.flatMap((port) =>
      addresses.map((ip) => `${ip.includes(":") ? `[${ip}]` : ip}:${field(port, "port")}`),
    );
  });
  return firstThree(all, "<none>");
}

function firstThree(values: readonly string[], absent: string, joiner = " + "): string {
  if (values.length === 0) return absent;
  const more = values.length > 3 ? `${joiner}${values.length - 3} more...` : "";
  return values.slice(0, 3).join(",") + more;
}

const modeNames: Readonly<Record<string, string>> = {
  ReadWriteOnce: "RWO",
  ReadOnlyMany: "ROX",
  ReadWriteMany: "RWX",
  ReadWriteOncePod: "RWOP",
};

function accessModes(modes: readonly unknown[]): string {
  const given = new Set(modes.map(String));
  return Object.entries(modeNames)
    .filter(([mode]) => given.has(mode))
    .map(([, name]) => name)
    .join(",");
}

function quotaText(quota: ApiObject, wanted: (name: string) => boolean): string {
  const hard = (field(quota, "status", "hard") as Json | undefined) ?? {};
  return Object.keys(hard)
    .filter(wanted)
    .sort()
    .map((name) => `${name}: ${textOf(quota, "0", "status", "used", name)}/${String(hard[name])}`)
    .join(", ");
}

function certificateState(request: ApiObject): string {
  const conditions = listOf(request, "status", "conditions").map((one) => field(one, "type"));
  const state = conditions.includes("Denied") ? "Denied" : conditions.includes("Approved") ? "Approved" : "Pending";
  const failed = conditions.includes("Failed") ? ",Failed" : "";
  return `${state}${failed}${textOf(request, "", "status", "certificate") === "" ? "" : ",Issued"}`;
}

function firstTime(event: ApiObject): string | undefined {
  const time = textOf(event, textOf(event, "", "eventTime"), "firstTimestamp");
  return time === "" ? undefined : time;
}

function lastSeen(event: ApiObject, nowMs: number): string {
  const first = firstTime(event);
  const series = textOf(event, "", "series", "lastObservedTime");
  const last = series === "" ? textOf(event, first ?? "", "lastTimestamp") : series;
  return last === "" ? "<unknown>" : ageOf(last, nowMs);
}
