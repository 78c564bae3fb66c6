import { Pod, Service } from "client-ts/api/core/v1";
import { defined } from "client-ts/internal";
import { type DeepReadonly, selectorFromMap } from "client-ts/meta";
import { type Cached, type ControllerFrame, keyOf } from "./controller-frame.ts";
import { isFinished, isReady } from "./pod-state.ts";

/** A port of a Service as it is on the Pods behind it. */
export interface BackendPort {
  readonly name?: string;
  readonly port: number;
  readonly protocol: string;
  readonly appProtocol?: string;
}

/** The Pods behind a Service that have the same ports. */
export interface Backends {
  readonly ports: readonly BackendPort[];
  readonly pods: readonly Cached<Pod>[];
}

/** The Services of a Pod's namespace that choose it, for `follow`. */
export function servicesOf(frame: ControllerFrame): (pod: Cached<Pod>) => string[] {
  return (pod) =>
    frame
      .list(Service, pod.metadata.namespace)
      .filter((service) => selects(service, pod))
      .map(keyOf);
}

/** The Pods with an address that a Service chooses, by their ports. */
export function backendsOf(frame: ControllerFrame, service: Cached<Service>): Backends[] {
  const groups = new Map<string, { ports: BackendPort[]; pods: Cached<Pod>[] }>();
  const pods = frame
    .list(Pod, service.metadata.namespace)
    .filter((pod) => selects(service, pod) && pod.status?.podIP !== undefined && !isFinished(pod));
  for (const pod of pods.sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1))) {
    const ports = portsOn(service, pod);
    const id = JSON.stringify(ports);
    const group = groups.get(id) ?? { ports, pods: [] };
    group.pods.push(pod);
    groups.set(id, group);
  }
  return [...groups.values()];
}

/** Whether a Pod gets traffic. */
export function isServing(pod: Cached<Pod>): boolean {
  return isReady(pod) && pod.metadata.deletionTimestamp === undefined;
}

/** A reference to the Pod behind an address. */
export function targetOf({ metadata }: Cached<Pod>): { kind: string; namespace: string; name: string; uid: string } {
  return { kind: "Pod", namespace: metadata.namespace ?? "", name: metadata.name, uid: metadata.uid };
}

function selects({ spec }: Cached<Service>, pod: Cached<Pod>): boolean {
  const selector = spec?.selector;
  return (
    selector !== undefined &&
    Object.keys(selector).length > 0 &&
    spec?.type !== "ExternalName" &&
    selectorFromMap(selector).matches(pod.metadata.labels ?? {})
  );
}

function portsOn({ spec }: Cached<Service>, pod: Cached<Pod>): BackendPort[] {
  return (spec?.ports ?? []).flatMap(({ name, port, targetPort, protocol = "TCP", appProtocol }) => {
    const number = typeof targetPort === "string" ? namedPort(pod, targetPort, protocol) : (targetPort ?? port);
    if (number === undefined) return [];
    return [
      {
        ...defined({ name }),
        port: number,
        protocol,
        ...defined({ appProtocol }),
      },
    ];
  });
}

function namedPort({ spec }: DeepReadonly<Pod>, name: string, protocol: string): number | undefined {
  return spec?.containers
    .flatMap(({ ports = [] }) => ports)
    .find((port) => port.name === name && (port.protocol ?? "TCP") === protocol)?.containerPort;
}
