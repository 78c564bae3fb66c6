import { type Client, connect, waitFor } from "client-ts";
import { DaemonSet, ReplicaSet, StatefulSet, type StatefulSetSpec } from "client-ts/api/apps/v1";
import { PersistentVolumeClaim, Pod, ResourceQuota } from "client-ts/api/core/v1";
import { getCondition, type KubeObject, type Stored } from "client-ts/meta";
import { FakeClock } from "client-ts/util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ApiServer, startApiServer } from "../apiserver/index.ts";

const namespace = "default";
const limit = { timeoutMs: 20_000 };
const soon = <T>(read: () => Promise<T>) => expect.poll(read, { interval: 2 });
const template = (image = "i:1") => ({
  metadata: { labels: { app: "db" } },
  spec: { containers: [{ name: "main", image }] },
});
const node = (name: string): KubeObject & { status: object } => ({
  apiVersion: "v1",
  kind: "Node",
  metadata: { name },
  status: { conditions: [{ type: "Ready", status: "True" }] },
});

let clock: FakeClock;
let server: ApiServer;
let client: Client;
beforeEach(async () => {
  clock = new FakeClock();
  // No kubelet: the test decides which Pods are ready.
  const controllers = ["statefulset", "replicaset", "daemonset"] as const;
  server = await startApiServer({ controllers, clock, objects: [node("a"), node("b"), node("c")] });
  client = await connect({ kubeconfigText: server.kubeconfig });
});
afterEach(async () => {
  await client.close();
  await server.close();
});

const pods = async (): Promise<Stored<Pod>[]> =>
  (await client.resource(Pod, { namespace }).list()).items.filter(({ metadata }) => !metadata.deletionTimestamp);
const names = async (): Promise<string[]> => (await pods()).map(({ metadata }) => metadata.name);
const images = async (): Promise<(string | undefined)[]> =>
  (await pods()).map(({ spec }) => spec?.containers[0]?.image);
const patchStatus = async (name: string, status: object): Promise<void> => {
  await client.rest
    .patch("application/merge-patch+json")
    .absPath(`/api/v1/namespaces/${namespace}/pods/${name}/status`)
    .body({ status })
    .do();
};
const ready = (name: string): Promise<void> =>
  patchStatus(name, { phase: "Running", conditions: [{ type: "Ready", status: "True" }] });
/** What happened to Pods so far, without changes of their status. */
const steps = (): string[] =>
  server.journal
    .entries()
    .filter(({ resource, type }) => resource === "pods" && type !== "MODIFIED")
    .map(({ type, key }) => `${type} ${key.slice(namespace.length + 1)}`);

describe("a StatefulSet", () => {
  const sets = () => client.resource(StatefulSet, { namespace });
  const create = async (spec: Partial<StatefulSetSpec> = {}): Promise<void> => {
    const whole = { selector: { matchLabels: { app: "db" } }, serviceName: "db", template: template(), ...spec };
    await sets().create({ metadata: { name: "db" }, spec: whole });
  };

  it("waits for each Pod before it creates the next, and before it deletes one more", async () => {
    await create({ replicas: 3 });
    for (const name of ["db-0", "db-1", "db-2"]) {
      await soon(async () => (await names()).at(-1)).toBe(name);
      await waitFor(sets(), "db", (set) => set?.status?.replicas === Number(name.slice(3)) + 1, limit);
      await ready(name);
    }
    await waitFor(sets(), "db", (set) => set?.status?.readyReplicas === 3, limit);
    await sets().mergePatch("db", { spec: { replicas: 1 } });
    await soon(names).toEqual(["db-0"]);
    expect(steps()).toEqual(["ADDED db-0", "ADDED db-1", "ADDED db-2", "DELETED db-2", "DELETED db-1"]);
  });

  it("creates all Pods at once when its policy is Parallel", async () => {
    await create({ replicas: 3, podManagementPolicy: "Parallel" });
    await soon(names).toEqual(["db-0", "db-1", "db-2"]);
  });

  it("replaces a Pod that has ended, under the same name", async () => {
    await create({ replicas: 1 });
    await soon(names).toEqual(["db-0"]);
    const { uid } = (await pods())[0]!.metadata;
    await patchStatus("db-0", { phase: "Failed" });
    await soon(async () => (await pods()).map(({ metadata }) => [metadata.name, metadata.uid === uid])).toEqual([
      ["db-0", false],
    ]);
  });

  it("leaves Pods of an old template alone when its strategy is OnDelete", async () => {
    await create({ replicas: 1, updateStrategy: { type: "OnDelete" } });
    await soon(names).toEqual(["db-0"]);
    await ready("db-0");
    await sets().modify("db", (draft) => {
      draft.spec.template = template("i:2");
    });
    await waitFor(sets(), "db", (set) => set?.status?.updateRevision !== set?.status?.currentRevision, limit);
    expect(await images()).toEqual(["i:1"]);
    await client.resource(Pod, { namespace }).delete("db-0");
    await soon(images).toEqual(["i:2"]);
  });

  it("gives each Pod its own claim, which stays when the Pod is created again", async () => {
    const spec = { accessModes: ["ReadWriteOnce" as const], resources: { requests: { storage: "1Gi" } } };
    await create({ replicas: 1, volumeClaimTemplates: [{ metadata: { name: "data" }, spec }] });
    const claims = client.resource(PersistentVolumeClaim, { namespace });
    await soon(names).toEqual(["db-0"]);
    const claim = await claims.get("data-db-0");
    expect((await pods())[0]?.spec?.volumes?.[0]).toEqual({
      name: "data",
      persistentVolumeClaim: { claimName: "data-db-0" },
    });
    const { uid } = (await pods())[0]!.metadata;
    await client.resource(Pod, { namespace }).delete("db-0");
    await soon(async () => (await pods()).map(({ metadata }) => metadata.uid === uid)).toEqual([false]);
    expect((await claims.get("data-db-0")).metadata.uid).toBe(claim.metadata.uid);
  });
});

describe("a ReplicaSet", () => {
  const sets = () => client.resource(ReplicaSet, { namespace });
  const create = (replicas: number) =>
    sets().create({
      metadata: { name: "db" },
      spec: { replicas, selector: { matchLabels: { app: "db" } }, template: template() },
    });

  it("deletes the Pods first that serve least", async () => {
    await create(3);
    await soon(async () => (await names()).length).toBe(3);
    const [first, second, third] = (await names()) as [string, string, string];
    await client.resource(Pod, { namespace }).bind(second, { kind: "Node", name: "a" });
    await client.resource(Pod, { namespace }).bind(third, { kind: "Node", name: "a" });
    await ready(second);
    await waitFor(sets(), "db", (set) => set?.status?.readyReplicas === 1, limit);
    await sets().mergePatch("db", { spec: { replicas: 2 } });
    await soon(names).toEqual([second, third]);
    await sets().mergePatch("db", { spec: { replicas: 1 } });
    await soon(names).toEqual([second]);
    expect(steps()).toContain(`DELETED ${first}`);
  });

  it("says why it cannot create Pods, and creates them when it can", async () => {
    const quotas = client.resource(ResourceQuota, { namespace });
    await quotas.create({ metadata: { name: "few" }, spec: { hard: { pods: "1" } } });
    await create(2);
    const failed = await waitFor(
      sets(),
      "db",
      (set) => getCondition(set?.status?.conditions, "ReplicaFailure")?.status === "True",
      limit,
    );
    expect(getCondition(failed?.status?.conditions, "ReplicaFailure")?.message).toContain("exceeded quota: few");
    expect(await pods()).toHaveLength(1);
    // It tries again by the clock, not as fast as it can.
    for (let turn = 0; turn < 200; turn++) await new Promise(setImmediate);
    const writes = server.journal.of("replicasets.apps", "default/db").length;
    for (let turn = 0; turn < 200; turn++) await new Promise(setImmediate);
    expect(server.journal.of("replicasets.apps", "default/db")).toHaveLength(writes);
    await quotas.delete("few");
    await soon(async () => {
      await clock.advance(1_000);
      return (await pods()).length;
    }).toBe(2);
    await waitFor(sets(), "db", (set) => set?.status?.replicas === 2 && set.status.conditions === undefined, limit);
  });
});

describe("a DaemonSet", () => {
  const sets = () => client.resource(DaemonSet, { namespace });
  const create = async (updateStrategy: object): Promise<void> => {
    await sets().create({
      metadata: { name: "db" },
      spec: { selector: { matchLabels: { app: "db" } }, template: template(), updateStrategy },
    });
    await soon(async () => (await names()).length).toBe(3);
    for (const name of await names()) await ready(name);
    await waitFor(sets(), "db", (set) => set?.status?.numberReady === 3, limit);
    await sets().modify("db", (draft) => {
      draft.spec.template = template("i:2");
    });
  };

  it("replaces one Pod after the other, and waits until each is ready", async () => {
    await create({});
    for (const updated of [1, 2, 3]) {
      await soon(async () => (await images()).filter((image) => image === "i:2").length).toBe(updated);
      await waitFor(sets(), "db", (set) => set?.status?.updatedNumberScheduled === updated, limit);
      expect(await pods()).toHaveLength(3);
      for (const { metadata, spec } of await pods())
        if (spec?.containers[0]?.image === "i:2") await ready(metadata.name);
    }
    await waitFor(sets(), "db", (set) => set?.status?.numberReady === 3, limit);
  });

  it("leaves Pods of an old template alone when its strategy is OnDelete", async () => {
    await create({ type: "OnDelete" });
    await waitFor(sets(), "db", (set) => set?.status?.observedGeneration === 2, limit);
    expect(await images()).toEqual(["i:1", "i:1", "i:1"]);
    await client.resource(Pod, { namespace }).delete((await names())[0]!);
    await soon(async () => (await images()).sort()).toEqual(["i:1", "i:1", "i:2"]);
  });
});
