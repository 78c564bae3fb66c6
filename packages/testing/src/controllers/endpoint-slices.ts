import { Pod, Service } from "client-ts/api/core/v1";
import { type Endpoint, EndpointSlice } from "client-ts/api/discovery/v1";
import { defined } from "client-ts/internal";
import { deepClone, deepEqual, type Stored } from "client-ts/meta";
import type { Cached, BuiltinController, ControllerFrame } from "./controller-frame.ts";
import { type BackendPort, backendsOf, isServing, servicesOf, targetOf } from "./endpoint-list.ts";
import { controlledBy } from "./owned.ts";
import { isReady } from "./pod-state.ts";

const serviceLabel = "kubernetes.io/service-name";
const managedBy = "endpointslice.kubernetes.io/managed-by";
const manager = "endpointslice-controller.k8s.io";
/** Endpoints of one slice, as kube-controller-manager has it by default. */
const sliceSize = 100;

/** EndpointSlices name the Pods behind each Service that has a selector, up to a hundred each. */
export const endpointSliceController: BuiltinController = (frame) => {
  frame.follow(Service);
  frame.follow(Pod, servicesOf(frame));
  frame.follow(EndpointSlice, ({ metadata }) =>
    metadata.labels?.[managedBy] === manager ? [`${metadata.namespace}/${metadata.labels[serviceLabel]}`] : [],
  );
  frame.reconcile(async (key) => {
    const service = frame.find(Service, key);
    const [namespace = "", name = ""] = key.split("/");
    const known = frame.list(EndpointSlice, namespace, { matchLabels: { [serviceLabel]: name, [managedBy]: manager } });
    if (service?.spec?.selector === undefined || service.metadata.deletionTimestamp !== undefined) {
      if (service === undefined) for (const slice of known) await frame.delete(EndpointSlice, slice);
      return undefined;
    }
    const wanted = backendsOf(frame, service).flatMap(({ ports, pods }) => {
      const endpoints = pods.map((pod) => endpointOf(service, pod));
      const chunks = Math.ceil(endpoints.length / sliceSize);
      return Array.from({ length: chunks }, (_, at) => ({
        ports,
        endpoints: endpoints.slice(at * sliceSize, (at + 1) * sliceSize),
      }));
    });
    // A Service without Pods has one empty slice.
    if (wanted.length === 0) wanted.push({ ports: [], endpoints: [] });
    for (const [at, one] of wanted.entries()) await writeSlice(frame, service, known[at], one);
    for (const slice of known.slice(wanted.length)) await frame.delete(EndpointSlice, slice);
    return undefined;
  });
};

async function writeSlice(
  frame: ControllerFrame,
  service: Cached<Service>,
  known: Cached<EndpointSlice> | undefined,
  { ports, endpoints }: { readonly ports: readonly BackendPort[]; readonly endpoints: Endpoint[] },
): Promise<void> {
  const { name, namespace } = service.metadata;
  const labels: Record<string, string> = { ...service.metadata.labels, [serviceLabel]: name, [managedBy]: manager };
  if (service.spec?.clusterIP === "None") labels["service.kubernetes.io/headless"] = "";
  const shown = ports.map(({ name: portName = "", ...port }) => ({ name: portName, ...port }));
  if (known === undefined) {
    const metadata = {
      generateName: `${name}-`,
      namespace: namespace!,
      labels,
      ownerReferences: [controlledBy(service, Service)],
    };
    await frame.create(EndpointSlice, { metadata, addressType: "IPv4", endpoints, ports: shown });
    return;
  }
  const same = deepEqual(known.endpoints ?? [], endpoints) && deepEqual(known.ports ?? [], shown);
  if (same && deepEqual(known.metadata.labels ?? {}, labels)) return;
  const draft = deepClone(known) as Stored<EndpointSlice>;
  draft.metadata.labels = labels;
  await frame.update(EndpointSlice, { ...draft, endpoints, ports: shown });
}

function endpointOf({ spec }: Cached<Service>, pod: Cached<Pod>): Endpoint {
  const serving = isReady(pod);
  const nodeName = pod.spec?.nodeName;
  return {
    addresses: [pod.status?.podIP ?? ""],
    conditions: {
      ready: spec?.publishNotReadyAddresses === true || isServing(pod),
      serving,
      terminating: pod.metadata.deletionTimestamp !== undefined,
    },
    ...defined({ nodeName }),
    targetRef: targetOf(pod),
  };
}
