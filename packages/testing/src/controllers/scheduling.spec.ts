import { type Client, connect, waitFor } from "client-ts";
import { DaemonSet } from "client-ts/api/apps/v1";
import { Endpoints, Event, Node, Pod, type PodSpec, Service } from "client-ts/api/core/v1";
import { EndpointSlice } from "client-ts/api/discovery/v1";
import { isInvalid } from "client-ts/errors";
import { getCondition, type KubeObject, type Stored } from "client-ts/meta";
import { afterEach, describe, expect, it } from "vitest";
import { type ApiServer, type ApiServerOptions, startApiServer } from "../apiserver/index.ts";

const namespace = "default";
const limit = { timeoutMs: 20_000 };
const soon = <T>(read: () => Promise<T>) => expect.poll(read, { interval: 2 });
const containers = [{ name: "main", image: "i", ports: [{ name: "http", containerPort: 8080 }] }];
const node = (name: string, labels: Record<string, string> = {}, ready = "True"): KubeObject & { status: object } => ({
  apiVersion: "v1",
  kind: "Node",
  metadata: { name, labels },
  status: { conditions: [{ type: "Ready", status: ready }] },
});

let server: ApiServer;
let client: Client;
async function start(options: ApiServerOptions): Promise<void> {
  server = await startApiServer(options);
  client = await connect({ kubeconfigText: server.kubeconfig });
}
afterEach(async () => {
  await client.close();
  await server.close();
});

describe("the scheduler of the in-memory server", () => {
  const create = (name: string, spec: Partial<PodSpec> = {}) =>
    client.resource(Pod, { namespace }).create({ metadata: { name }, spec: { containers, ...spec } });
  const bound = async (name: string): Promise<string | undefined> =>
    (await waitFor(client.resource(Pod, { namespace }), name, (pod) => pod?.spec?.nodeName !== undefined, limit))?.spec
      ?.nodeName;

  it("spreads Pods over the ready nodes that they fit", async () => {
    const objects = [node("a", { disk: "ssd" }), node("b"), node("down", {}, "False")];
    await start({ controllers: ["scheduler"], objects });
    for (const name of ["p1", "p2", "p3", "p4"]) await create(name);
    const nodes = await Promise.all(["p1", "p2", "p3", "p4"].map(bound));
    expect(nodes.sort()).toEqual(["a", "a", "b", "b"]);
    await create("fast", { nodeSelector: { disk: "ssd" } });
    expect(await bound("fast")).toBe("a");
  });

  it("leaves Pods to others, and those with gates until these are open", async () => {
    await start({ controllers: ["scheduler"], objects: [node("a")] });
    await create("foreign", { schedulerName: "mine" });
    await create("gated", { schedulingGates: [{ name: "example.com/wait" }] });
    await create("plain");
    await bound("plain");
    const pods = client.resource(Pod, { namespace });
    for (const name of ["foreign", "gated"]) expect((await pods.get(name)).spec?.nodeName).toBeUndefined();
    await pods.modify("gated", (draft) => {
      delete draft.spec!.schedulingGates;
    });
    expect(await bound("gated")).toBe("a");
    const shut = pods.mergePatch("foreign", { spec: { schedulingGates: [{ name: "example.com/late" }] } });
    await expect(shut).rejects.toSatisfy(isInvalid);
  });

  it("says why a Pod fits nowhere, and tries again when a node changes", async () => {
    const objects = [node("a"), node("b"), node("tainted")];
    await start({ controllers: ["scheduler"], objects });
    const nodes = client.resource(Node);
    await nodes.modify("tainted", (draft) => {
      draft.spec = { taints: [{ key: "gpu", effect: "NoSchedule" }] };
    });
    await create("picky", { nodeSelector: { disk: "ssd" } });
    const pods = client.resource(Pod, { namespace });
    const message =
      "0/3 nodes are available: 1 node(s) had untolerated taint(s), " +
      "2 node(s) didn't match Pod's node affinity/selector. no new claims to deallocate, " +
      "preemption: 0/3 nodes are available: 3 Preemption is not helpful for scheduling.";
    const condition = async () => getCondition((await pods.get("picky")).status?.conditions, "PodScheduled");
    await soon(condition).toMatchObject({ status: "False", reason: "Unschedulable", message });
    const events = client.resource(Event, { namespace });
    await soon(async () => (await events.list()).items.map(({ reason }) => reason)).toEqual(["FailedScheduling"]);
    await nodes.mergePatch("b", { metadata: { labels: { disk: "ssd" } } });
    expect(await bound("picky")).toBe("b");
    expect(await condition()).toMatchObject({ status: "True" });
  });
});

describe("a DaemonSet of the in-memory server", () => {
  const nodesOf = async (): Promise<(string | undefined)[]> =>
    (await client.resource(Pod, { namespace }).list()).items
      .filter(({ metadata }) => !metadata.deletionTimestamp)
      .map(
        ({ spec }) =>
          spec?.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms[0]
            ?.matchFields?.[0]?.values?.[0],
      )
      .sort();

  it("runs on the nodes that its template's affinity chooses, and leaves one that it no longer fits", async () => {
    const objects = [node("a", { disk: "ssd" }), node("b"), node("c", { disk: "ssd" })];
    await start({ controllers: ["daemonset"], objects });
    const nodeSelectorTerms = [{ matchExpressions: [{ key: "disk", operator: "Exists" as const }] }];
    const affinity = { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } } };
    const sets = client.resource(DaemonSet, { namespace });
    await sets.create({
      metadata: { name: "agent" },
      spec: {
        selector: { matchLabels: { app: "agent" } },
        template: { metadata: { labels: { app: "agent" } }, spec: { affinity, containers } },
      },
    });
    await waitFor(sets, "agent", (set) => set?.status?.currentNumberScheduled === 2, limit);
    expect(await nodesOf()).toEqual(["a", "c"]);
    expect((await sets.get("agent")).status?.desiredNumberScheduled).toBe(2);
    await client.resource(Node).mergePatch("a", { metadata: { labels: { disk: null } } });
    await soon(nodesOf).toEqual(["c"]);
  });

  it("stays on a node that takes no more Pods", async () => {
    await start({ controllers: ["daemonset"], objects: [node("a"), node("b")] });
    await client.resource(Node).mergePatch("b", { spec: { unschedulable: true } });
    const sets = client.resource(DaemonSet, { namespace });
    await sets.create({
      metadata: { name: "agent" },
      spec: {
        selector: { matchLabels: { app: "agent" } },
        template: { metadata: { labels: { app: "agent" } }, spec: { containers } },
      },
    });
    await waitFor(sets, "agent", (set) => set?.status?.currentNumberScheduled === 2, limit);
    expect(await nodesOf()).toEqual(["a", "b"]);
  });
});

describe("the endpoints of a Service", () => {
  const pod = (name: string, ip: string, facts: { ready?: boolean; app?: string; phase?: string } = {}) => ({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name, namespace, labels: { app: facts.app ?? "web" } },
    spec: { nodeName: "n", containers },
    status: {
      phase: facts.phase ?? "Running",
      podIP: ip,
      conditions: [{ type: "Ready", status: facts.ready === false ? "False" : "True" }],
    },
  });
  const service = (name: string, spec: object) =>
    client.resource(Service, { namespace }).create({ metadata: { name }, spec: { ports: [{ port: 80 }], ...spec } });
  const subsets = async (name: string): Promise<unknown> =>
    (await client.resource(Endpoints, { namespace }).get(name)).subsets?.map(
      ({ addresses, notReadyAddresses, ports }) => ({
        ready: addresses?.map(({ ip }) => ip),
        notReady: notReadyAddresses?.map(({ ip }) => ip),
        ports: ports?.map(({ port }) => port),
      }),
    );
  const slices = async (name: string): Promise<Stored<EndpointSlice>[]> =>
    (await client.resource(EndpointSlice, { namespace }).list({ labelSelector: `kubernetes.io/service-name=${name}` }))
      .items;
  const conditions = async (name: string): Promise<unknown> =>
    (await slices(name)).flatMap(({ endpoints }) =>
      (endpoints ?? []).map(({ addresses, conditions: now }) => [
        addresses[0],
        now?.ready,
        now?.serving,
        now?.terminating,
      ]),
    );

  it("are the running Pods that it selects, apart by readiness, on the ports that they have", async () => {
    const objects = [
      pod("a", "10.0.0.1"),
      pod("b", "10.0.0.2", { ready: false }),
      pod("c", "10.0.0.3", { app: "other" }),
      pod("d", "10.0.0.4", { phase: "Succeeded" }),
    ];
    await start({ controllers: ["endpoints", "endpointslice"], objects });
    const selector = { app: "web" };
    await service("web", { selector, ports: [{ port: 80, targetPort: "http" }] });
    await service("plain", { selector });
    await service("all", { selector, publishNotReadyAddresses: true });
    await service("nowhere", { selector, ports: [{ port: 80, targetPort: "grpc" }] });
    await soon(() => subsets("web")).toEqual([{ ready: ["10.0.0.1"], notReady: ["10.0.0.2"], ports: [8080] }]);
    await soon(() => subsets("plain")).toEqual([{ ready: ["10.0.0.1"], notReady: ["10.0.0.2"], ports: [80] }]);
    await soon(() => subsets("all")).toEqual([{ ready: ["10.0.0.1", "10.0.0.2"], notReady: undefined, ports: [80] }]);
    await soon(() => conditions("web")).toEqual([
      ["10.0.0.1", true, true, false],
      ["10.0.0.2", false, false, false],
    ]);
    await soon(() => conditions("all")).toEqual([
      ["10.0.0.1", true, true, false],
      ["10.0.0.2", true, false, false],
    ]);
    expect((await slices("nowhere"))[0]?.ports ?? []).toEqual([]);
  });

  it("follow Pods that leave, and go with the Service", async () => {
    await start({ controllers: ["endpoints", "endpointslice"], objects: [pod("a", "10.0.0.1"), pod("b", "10.0.0.2")] });
    await service("web", { selector: { app: "web" } });
    await soon(() => subsets("web")).toMatchObject([{ ready: ["10.0.0.1", "10.0.0.2"] }]);
    const pods = client.resource(Pod, { namespace });
    await pods.delete("a");
    await soon(() => subsets("web")).toMatchObject([{ ready: ["10.0.0.2"], notReady: ["10.0.0.1"] }]);
    await soon(() => conditions("web")).toEqual([
      ["10.0.0.1", false, true, true],
      ["10.0.0.2", true, true, false],
    ]);
    await pods.mergePatch("b", { metadata: { labels: { app: "other" } } });
    await pods.delete("a", { gracePeriodSeconds: 0 });
    await soon(async () => (await subsets("web")) ?? []).toEqual([]);
    await soon(() => conditions("web")).toEqual([]);
    await client.resource(Service, { namespace }).delete("web");
    const endpoints = client.resource(Endpoints, { namespace });
    await waitFor(endpoints, "web", (one) => one === undefined, limit);
    await soon(() => slices("web")).toEqual([]);
  });
});
