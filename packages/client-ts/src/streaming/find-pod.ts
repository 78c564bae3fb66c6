import type { Pod, Service } from "../api/core/v1.ts";
import { InvalidArgumentError, ProtocolError } from "../errors/index.ts";
import { type LabelSelector, selectorFromLabelSelector, selectorText } from "../meta/index.ts";
import type { RESTClient } from "../rest/index.ts";

/** The Pod for a target such as `service/web`. */
export interface PodTarget {
  /** The Pod's name. */
  readonly pod: string;
  /** The Pod's port for a port of the target: for a Service its `targetPort`, else the same. Names are looked up. */
  port(port: number | string): number;
}

/** The kinds whose Pods can be found, with their names and the short names of kubectl. */
const kinds: readonly { readonly names: readonly string[]; readonly path: string; readonly plural: string }[] = [
  { names: ["pod", "pods", "po"], path: "/api/v1", plural: "pods" },
  { names: ["service", "services", "svc"], path: "/api/v1", plural: "services" },
  { names: ["replicationcontroller", "rc"], path: "/api/v1", plural: "replicationcontrollers" },
  { names: ["deployment", "deployments", "deploy"], path: "/apis/apps/v1", plural: "deployments" },
  { names: ["replicaset", "replicasets", "rs"], path: "/apis/apps/v1", plural: "replicasets" },
  { names: ["statefulset", "statefulsets", "sts"], path: "/apis/apps/v1", plural: "statefulsets" },
  { names: ["daemonset", "daemonsets", "ds"], path: "/apis/apps/v1", plural: "daemonsets" },
  { names: ["job", "jobs"], path: "/apis/batch/v1", plural: "jobs" },
];

/**
 * The Pod behind `pod/web` (or just `web`), `service/web`, `deployment/web` and the other kinds that select Pods by
 * labels. Of several Pods, the youngest that is ready, else the youngest that is running. Rejects when there is none.
 *
 * ```ts
 * const { pod, port } = await findPod(client, "service/web", { namespace: "shop" });
 * const forward = await pods.portForward(pod, [{ local: 0, remote: port("http") }]);
 * ```
 */
export async function findPod(
  client: { readonly rest: RESTClient; readonly namespace: string },
  target: string,
  options: { readonly namespace?: string | undefined; readonly signal?: AbortSignal | undefined } = {},
): Promise<PodTarget> {
  const { namespace = client.namespace, signal } = options;
  const slash = target.indexOf("/");
  const kind = slash < 0 ? "pod" : target.slice(0, slash).toLowerCase();
  const name = target.slice(slash + 1);
  const known = kinds.find(({ names }) => names.includes(kind));
  if (known === undefined)
    throw new InvalidArgumentError(
      `${JSON.stringify(kind)} is not a kind that has Pods: use one of ${kinds.map(({ names }) => names[0]).join(", ")}`,
    );
  const get = async <T>(path: string, plural: string, one?: string, labelSelector?: string): Promise<T> => {
    const request = client.rest.get().absPath(path).namespace(namespace).resource(plural);
    if (one !== undefined) request.name(one);
    return (await request.versionedParams({ labelSelector }).do<T>({ signal })).into();
  };
  const object = await get<Pod | Service>(known.path, known.plural, name);
  if (known.plural === "pods") return targetOf(object as Pod, undefined);
  const labelSelector = selectorOf(object);
  if (labelSelector === "")
    throw new InvalidArgumentError(`${known.plural} ${JSON.stringify(name)} in ${namespace} selects no Pods`);
  const { items } = await get<{ items: Pod[] }>("/api/v1", "pods", undefined, labelSelector);
  const best = items.toSorted((a, b) => rank(b) - rank(a) || ageOf(b).localeCompare(ageOf(a)))[0];
  if (best === undefined || rank(best) === 0)
    throw new InvalidArgumentError(
      `none of the ${items.length} Pods of ${known.plural} ${JSON.stringify(name)} in ${namespace} is running`,
    );
  return targetOf(best, known.plural === "services" ? (object as Service) : undefined);
}

function targetOf(pod: Pod, service: Service | undefined): PodTarget {
  const name = pod.metadata?.name;
  if (name === undefined) throw new ProtocolError("the server sent a Pod without a name");
  const containerPort = (port: number | string): number => {
    const ports = (pod.spec?.containers ?? []).flatMap((container) => container.ports ?? []);
    const number = /^\d+$/.test(String(port)) ? Number(port) : ports.find((one) => one.name === port)?.containerPort;
    if (number === undefined)
      throw new InvalidArgumentError(`the Pod ${JSON.stringify(name)} has no port named ${JSON.stringify(port)}`);
    return number;
  };
  return {
    pod: name,
    port(port) {
      if (service === undefined) return containerPort(port);
      const ports = service.spec?.ports ?? [];
      const found = ports.find((one) => one.name === port || String(one.port) === String(port));
      if (found === undefined)
        throw new InvalidArgumentError(
          `the Service ${JSON.stringify(service.metadata?.name)} has no port ${JSON.stringify(port)}`,
        );
      return containerPort(found.targetPort ?? found.port);
    },
  };
}

/** A Service and a ReplicationController select by labels alone, the others by a LabelSelector. */
function selectorOf(object: Pod | Service): string {
  const { selector } = (object.spec ?? {}) as { selector?: Record<string, string> | LabelSelector };
  if (selector === undefined) return "";
  const isFull = "matchLabels" in selector || "matchExpressions" in selector;
  const full: LabelSelector = isFull
    ? (selector as LabelSelector)
    : { matchLabels: selector as Record<string, string> };
  return selectorText(selectorFromLabelSelector(full));
}

/** 2 for a Pod that is ready, 1 for one that is running, 0 for others. */
function rank({ metadata, status }: Pod): number {
  if (status?.phase !== "Running" || metadata?.deletionTimestamp !== undefined) return 0;
  return status.conditions?.some(({ type, status: value }) => type === "Ready" && value === "True") ? 2 : 1;
}

function ageOf({ metadata }: Pod): string {
  return String(metadata?.creationTimestamp ?? "");
}
