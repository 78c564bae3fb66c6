import { type EndpointAddress, Endpoints, Pod, Service } from "client-ts/api/core/v1";
import { defined } from "client-ts/internal";
import { deepClone, deepEqual, type Stored } from "client-ts/meta";
import { type Cached, type BuiltinController, keyOf } from "./controller-frame.ts";
import { backendsOf, isServing, servicesOf, targetOf } from "./endpoint-list.ts";

/** Endpoints name the Pods behind each Service that has a selector. */
export const endpointsController: BuiltinController = (frame) => {
  frame.follow(Service);
  frame.follow(Pod, servicesOf(frame));
  frame.follow(Endpoints, (endpoints) => [keyOf(endpoints)]);
  frame.reconcile(async (key) => {
    const service = frame.find(Service, key);
    const known = frame.find(Endpoints, key);
    if (service === undefined) {
      if (known?.metadata.labels?.[managedBy] !== undefined) await frame.delete(Endpoints, known);
      return undefined;
    }
    if (service.spec?.selector === undefined || service.metadata.deletionTimestamp !== undefined) return undefined;
    const labels: Record<string, string> = { ...service.metadata.labels, [managedBy]: "endpoint-controller" };
    if (service.spec.clusterIP === "None") labels["service.kubernetes.io/headless"] = "";
    const all = service.spec.publishNotReadyAddresses === true;
    const subsets = backendsOf(frame, service).map(({ ports, pods }) => {
      const ready = pods.filter((pod) => all || isServing(pod)).map(addressOf);
      const notReady = pods.filter((pod) => !all && !isServing(pod)).map(addressOf);
      return {
        ...defined({
          addresses: ready.length !== 0 ? ready : undefined,
          notReadyAddresses: notReady.length !== 0 ? notReady : undefined,
        }),
        ports: ports.map((port) => ({ ...port })),
      };
    });
    const { name, namespace } = service.metadata;
    if (known === undefined) {
      await frame.create(Endpoints, { metadata: { name, namespace: namespace!, labels }, subsets });
      return undefined;
    }
    if (deepEqual(known.subsets ?? [], subsets) && deepEqual(known.metadata.labels ?? {}, labels)) return undefined;
    const draft = deepClone(known) as Stored<Endpoints>;
    draft.metadata.labels = labels;
    draft.subsets = subsets;
    await frame.update(Endpoints, draft);
    return undefined;
  });
};

const managedBy = "endpoints.kubernetes.io/managed-by";

function addressOf(pod: Cached<Pod>): EndpointAddress {
  const nodeName = pod.spec?.nodeName;
  return {
    ip: pod.status?.podIP ?? "",
    ...defined({ nodeName }),
    targetRef: targetOf(pod),
  };
}
