import { type Client, connect, waitFor } from "client-ts";
import { ControllerRevision, DaemonSet, Deployment, ReplicaSet, StatefulSet } from "client-ts/api/apps/v1";
import { CronJob, Job } from "client-ts/api/batch/v1";
import { ConfigMap, Endpoints, Namespace, Node, Pod, Service, ServiceAccount } from "client-ts/api/core/v1";
import { EndpointSlice } from "client-ts/api/discovery/v1";
import { isNotFound } from "client-ts/errors";
import { getCondition } from "client-ts/meta";
import { undoRollout, waitForRollout } from "client-ts/operations";
import { FakeClock } from "client-ts/util";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type ApiServer, startApiServer } from "../apiserver/index.ts";

const namespace = "default";
const template = (app: string, image = "web:1") => ({
  metadata: { labels: { app } },
  spec: { containers: [{ name: "main", image, ports: [{ name: "http", containerPort: 8080 }] }] },
});
const workload = (app: string, replicas = 3) => ({
  replicas,
  selector: { matchLabels: { app } },
  template: template(app),
});
const limit = { timeoutMs: 20_000 };

describe("the controllers of the in-memory server", () => {
  let server: ApiServer;
  let client: Client;
  beforeAll(async () => {
    server = await startApiServer({ controllers: true });
    client = await connect({ kubeconfigText: server.kubeconfig });
  });
  afterAll(async () => {
    await client.close();
    await server.close();
  });
  const podsOf = async (app: string) =>
    (await client.resource(Pod, { namespace }).list({ labelSelector: `app=${app}` })).items;

  it("roll a Deployment out, keep its history and undo a rollout", async () => {
    const deployments = client.resource(Deployment, { namespace });
    await deployments.create({ metadata: { name: "web" }, spec: workload("web") });
    await waitForRollout(client, Deployment, { namespace, name: "web" }, limit);
    expect((await podsOf("web")).map((pod) => pod.spec?.nodeName).sort()).toEqual(["node-0", "node-0", "node-1"]);

    await deployments.modify("web", (draft) => {
      draft.spec.template = template("web", "web:2");
    });
    await waitForRollout(client, Deployment, { namespace, name: "web" }, limit);
    await waitFor(deployments, "web", (web) => web?.status?.replicas === 3, limit);
    expect(
      (await podsOf("web"))
        .filter(({ metadata }) => !metadata.deletionTimestamp)
        .map((pod) => pod.spec?.containers[0]?.image),
    ).toEqual(["web:2", "web:2", "web:2"]);

    await undoRollout(client, Deployment, { namespace, name: "web" });
    await waitForRollout(client, Deployment, { namespace, name: "web" }, limit);
    const web = await waitFor(
      deployments,
      "web",
      (object) => getCondition(object?.status?.conditions, "Progressing")?.reason === "NewReplicaSetAvailable",
      limit,
    );
    expect(web?.metadata.annotations?.["deployment.kubernetes.io/revision"]).toBe("3");
    const sets = (await client.resource(ReplicaSet, { namespace }).list({ labelSelector: "app=web" })).items;
    expect(
      sets
        .map(({ metadata, spec }) => [
          metadata.annotations?.["deployment.kubernetes.io/revision"],
          metadata.annotations?.["deployment.kubernetes.io/revision-history"],
          spec.replicas,
        ])
        .sort(),
    ).toEqual([
      ["2", undefined, 0],
      ["3", "1", 3],
    ]);
  });

  it("adopt Pods that match and release those that no longer do", async () => {
    const pods = client.resource(Pod, { namespace });
    await pods.create({ metadata: { name: "stray", labels: { app: "adopt" } }, spec: template("adopt").spec });
    const sets = client.resource(ReplicaSet, { namespace });
    await sets.create({ metadata: { name: "adopt" }, spec: workload("adopt", 1) });
    await waitFor(sets, "adopt", (set) => set?.status?.readyReplicas === 1, limit);
    expect((await podsOf("adopt")).map(({ metadata }) => metadata.name)).toEqual(["stray"]);
    await pods.mergePatch("stray", { metadata: { labels: { app: "free" } } });
    await waitFor(pods, "stray", (pod) => (pod?.metadata.ownerReferences ?? []).length === 0, limit);
    await waitFor(sets, "adopt", (set) => set?.status?.readyReplicas === 1, limit);
    expect(await podsOf("adopt")).toHaveLength(1);
  });

  it("create the Pods of a StatefulSet in order and replace them from the last", async () => {
    const sets = client.resource(StatefulSet, { namespace });
    await sets.create({ metadata: { name: "db" }, spec: { ...workload("db"), serviceName: "db" } });
    await waitFor(sets, "db", (set) => set?.status?.readyReplicas === 3, limit);
    const before = server.revision;
    await sets.modify("db", (draft) => {
      draft.spec.template = template("db", "db:2");
    });
    await waitForRollout(client, StatefulSet, { namespace, name: "db" }, limit);
    const changes = server.journal
      .entries()
      .filter(({ resource, key, type }) => resource === "pods" && key.startsWith("default/db-") && type !== "MODIFIED");
    const steps = changes.map(({ type, key }) => `${type} ${key.slice(8)}`);
    expect(steps.slice(0, 3)).toEqual(["ADDED db-0", "ADDED db-1", "ADDED db-2"]);
    expect(
      changes
        .filter(({ resourceVersion: rv }) => BigInt(rv) > BigInt(before))
        .map(({ type, key }) => `${type} ${key.slice(8)}`),
    ).toEqual(["DELETED db-2", "ADDED db-2", "DELETED db-1", "ADDED db-1", "DELETED db-0", "ADDED db-0"]);
    const revisions = await client.resource(ControllerRevision, { namespace }).list({ labelSelector: "app=db" });
    expect(revisions.items.map(({ revision }) => revision).sort()).toEqual([1, 2]);
  });

  it("keep the Pods of a StatefulSet below the partition, counted from its first ordinal", async () => {
    const sets = client.resource(StatefulSet, { namespace });
    const pods = client.resource(Pod, { namespace });
    const spec = {
      ...workload("late", 2),
      serviceName: "late",
      ordinals: { start: 5 },
      updateStrategy: { type: "RollingUpdate" as const, rollingUpdate: { partition: 1 } },
    };
    await sets.create({ metadata: { name: "late" }, spec });
    await waitFor(sets, "late", (set) => set?.status?.readyReplicas === 2, limit);
    const { uid } = (await pods.get("late-5")).metadata;
    await sets.modify("late", (draft) => {
      draft.spec.template = template("late", "web:2");
    });
    const isUpdated = (pod: Pod | undefined): boolean => pod?.spec?.containers[0]?.image === "web:2";
    await waitFor(pods, "late-6", isUpdated, limit);
    const isOver = (set: StatefulSet | undefined): boolean =>
      set?.status?.updatedReplicas === 1 && set.status.readyReplicas === 2;
    await waitFor(sets, "late", isOver, limit);
    expect((await pods.get("late-5")).metadata).toMatchObject({ uid });
    expect((await pods.get("late-5")).metadata.deletionTimestamp).toBeUndefined();
  });

  it("remove a time of readiness from the ReplicaSet of a Deployment", async () => {
    const deployments = client.resource(Deployment, { namespace });
    const sets = client.resource(ReplicaSet, { namespace });
    await deployments.create({ metadata: { name: "calm" }, spec: { ...workload("calm", 0), minReadySeconds: 5 } });
    await waitFor(
      deployments,
      "calm",
      (object) => object?.metadata?.annotations?.["deployment.kubernetes.io/revision"] === "1",
      limit,
    );
    await deployments.modify("calm", (draft) => {
      delete draft.spec.minReadySeconds;
    });
    const [set] = (await sets.list({ labelSelector: "app=calm" })).items;
    await waitFor(sets, set!.metadata.name, (object) => !object?.spec.minReadySeconds, limit);
  });

  it("put one Pod of a DaemonSet on each node, also on one that comes later", async () => {
    const sets = client.resource(DaemonSet, { namespace });
    const { replicas: _replicas, ...spec } = workload("agent");
    await sets.create({ metadata: { name: "agent" }, spec });
    await waitFor(sets, "agent", (set) => set?.status?.numberReady === 2, limit);
    await client.resource(Node).create({ metadata: { name: "late" } });
    await waitFor(sets, "agent", (set) => set?.status?.numberReady === 3, limit);
    expect((await podsOf("agent")).map((pod) => pod.spec?.nodeName).sort()).toEqual(["late", "node-0", "node-1"]);
    await client.resource(Node).delete("late");
    await waitFor(sets, "agent", (set) => set?.status?.desiredNumberScheduled === 2, limit);
  });

  it("run a Job to its end and count Pods that are gone", async () => {
    const jobs = client.resource(Job, { namespace });
    const { metadata, spec } = template("sum");
    const pod = { metadata, spec: { ...spec, restartPolicy: "Never" as const } };
    await jobs.create({ metadata: { name: "sum" }, spec: { completions: 3, parallelism: 2, template: pod } });
    const sum = await waitFor(
      jobs,
      "sum",
      (job) => getCondition(job?.status?.conditions, "Complete")?.status === "True",
      limit,
    );
    expect(sum?.status).toMatchObject({ succeeded: 3, ready: 0, uncountedTerminatedPods: {} });
    expect(sum?.status?.conditions?.map(({ type, reason }) => `${type} ${reason}`)).toEqual([
      "SuccessCriteriaMet CompletionsReached",
      "Complete CompletionsReached",
    ]);
    await jobs.delete("sum", { propagationPolicy: "Foreground" });
    await waitFor(jobs, "sum", (job) => job === undefined, limit);
    expect(await podsOf("sum")).toEqual([]);
  });

  it("give a Service the addresses of its Pods", async () => {
    const ports = [{ name: "web", port: 80, targetPort: "http" }];
    await client
      .resource(Service, { namespace })
      .create({ metadata: { name: "front" }, spec: { selector: { app: "front" }, ports } });
    await client
      .resource(Deployment, { namespace })
      .create({ metadata: { name: "front" }, spec: workload("front", 2) });
    const endpoints = client.resource(Endpoints, { namespace });
    const found = await waitFor(endpoints, "front", (one) => one?.subsets?.[0]?.addresses?.length === 2, limit);
    expect(found?.subsets?.[0]?.ports).toEqual([{ name: "web", port: 8080, protocol: "TCP" }]);
    const slices = client.resource(EndpointSlice, { namespace });
    const [slice] = (await slices.list({ labelSelector: "kubernetes.io/service-name=front" })).items;
    await waitFor(
      slices,
      slice!.metadata.name,
      (one) => one?.endpoints?.filter((end) => end.conditions?.ready).length === 2,
      limit,
    );
  });

  it("give each namespace its ServiceAccount and the root certificate, and end it with its Pods first", async () => {
    await client.resource(Namespace).create({ metadata: { name: "shop" } });
    const there = { namespace: "shop" };
    await waitFor(client.resource(ServiceAccount, there), "default", (one) => one !== undefined, limit);
    const root = await waitFor(
      client.resource(ConfigMap, there),
      "kube-root-ca.crt",
      (one) => one !== undefined,
      limit,
    );
    expect(root?.data?.["ca.crt"]).toContain("BEGIN CERTIFICATE");
    await client.resource(Deployment, there).create({ metadata: { name: "web" }, spec: workload("web", 2) });
    await waitForRollout(client, Deployment, { ...there, name: "web" }, limit);
    await client.resource(Namespace).delete("shop");
    await waitFor(client.resource(Namespace), "shop", (one) => one === undefined, limit);
    const ends = server.journal.entries().filter(({ key, type }) => key.startsWith("shop/") && type === "DELETED");
    const order = ends.map(({ resource }) => resource);
    expect(order.lastIndexOf("pods")).toBeLessThan(order.indexOf("configmaps"));
  });

  it("refuse a name that is not one of theirs", async () => {
    await expect(startApiServer({ controllers: ["deploymnet" as "deployment"] })).rejects.toThrow(
      'there is no controller "deploymnet": use one of node,',
    );
  });
});

describe("controllers with a clock of the test", () => {
  it("run a CronJob at its times, and its Jobs when the clock moves", async () => {
    const clock = new FakeClock(Date.UTC(2026, 0, 1, 0, 0, 30));
    const server = await startApiServer({ controllers: true, clock });
    const client = await connect({ kubeconfigText: server.kubeconfig });
    onTestFinished(async () => {
      await client.close();
      await server.close();
    });
    const jobs = client.resource(Job, { namespace });
    const { metadata, spec } = template("tick");
    const pod = { metadata, spec: { ...spec, restartPolicy: "Never" as const } };
    await client.resource(CronJob, { namespace }).create({
      metadata: { name: "tick" },
      spec: { schedule: "* * * * *", successfulJobsHistoryLimit: 1, jobTemplate: { spec: { template: pod } } },
    });
    const names: string[] = [];
    for (const minute of [1, 2]) {
      const name = `tick-${Date.UTC(2026, 0, 1) / 60_000 + minute}`;
      while (!(await exists(() => jobs.get(name)))) await clock.advance(1000);
      while (getCondition((await jobs.get(name)).status?.conditions, "Complete") === undefined)
        await clock.advance(100);
      names.push(name);
    }
    expect(names).toHaveLength(2);
    expect(clock.now()).toBeLessThan(Date.UTC(2026, 0, 1, 0, 2, 30));
    await waitFor(jobs, names[0]!, (job) => job === undefined, limit);
  });
});

async function exists(read: () => Promise<unknown>): Promise<boolean> {
  try {
    await read();
    return true;
  } catch (error) {
    if (!isNotFound(error)) throw error;
    return false;
  }
}
