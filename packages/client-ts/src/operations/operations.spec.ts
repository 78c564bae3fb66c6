import { type ApiServer, startApiServer } from "client-ts-testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ControllerRevision, DaemonSet, Deployment, ReplicaSet, StatefulSet } from "../api/apps/v1.ts";
import { Node, Pod } from "../api/core/v1.ts";
import { type Client, connect } from "../client/index.ts";
import { isNotFound } from "../errors/index.ts";
import { FakeClock } from "../util/index.ts";
import { canI } from "./can-i.ts";
import { cordon, DrainError, type DrainOptions, drain, uncordon } from "./drain.ts";
import { restartRollout } from "./restart-rollout.ts";
import { undoRollout } from "./undo-rollout.ts";
import { waitForRollout } from "./wait-for-rollout.ts";
import { eventually } from "../util/test-support/eventually.ts";

const namespace = "shop";
const workload = (app: string, image = "one") => ({
  metadata: { name: app },
  spec: {
    replicas: 2,
    selector: { matchLabels: { app } },
    template: { metadata: { labels: { app } }, spec: { containers: [{ name: "c", image }] } },
  },
});
const pod = (nodeName: string, name: string, extra: object = {}, metadata: object = {}) => ({
  metadata: { name, ...metadata },
  spec: { nodeName, containers: [{ name: "c", image: "one" }], ...extra },
});
const owner = (kind: string, name: string, uid = "u") => ({
  ownerReferences: [{ apiVersion: "apps/v1", kind, name, uid, controller: true }],
});

let server: ApiServer;
let client: Client;
beforeAll(async () => {
  const nodes = Array.from({ length: 6 }, (_, index) => ({
    apiVersion: "v1",
    kind: "Node",
    metadata: { name: `n${index + 1}` },
  }));
  server = await startApiServer({
    objects: [...nodes, { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } }],
  });
  client = await connect({ kubeconfigText: server.kubeconfig });
});
afterAll(async () => {
  await client?.close();
  await server?.close();
});

describe("a rollout", () => {
  it("is restarted by the annotation that kubectl sets; a paused Deployment is refused", async () => {
    const deployments = client.resource(Deployment, { namespace });
    await deployments.create(workload("web"));
    const target = { namespace, name: "web" };
    const restarted = await restartRollout(client, Deployment, target, { clock: new FakeClock() });
    expect(restarted.spec.template.metadata?.annotations).toEqual({
      "kubectl.kubernetes.io/restartedAt": "2026-01-01T00:00:00Z",
    });
    await deployments.mergePatch("web", { spec: { paused: true } });
    await expect(restartRollout(client, Deployment, target)).rejects.toThrow(
      /"web" in namespace "shop" is paused: resume it/,
    );
    await expect(undoRollout(client, Deployment, target)).rejects.toThrow(/is paused/);
    await expect(waitForRollout(client, Deployment, { namespace, name: "none" })).rejects.toSatisfy(isNotFound);
    // @ts-expect-error a Pod has no rollout
    await expect(restartRollout(client, Pod, target)).rejects.toThrow(/has no rollout: give a Deployment/);
    await expect(restartRollout(client, Deployment, { ...target, name: "" })).rejects.toThrow("needs a namespace and");
  });

  it("is waited for, with its progress, and fails when its deadline is over", async () => {
    const deployments = client.resource(Deployment, { namespace });
    const { metadata } = await deployments.create(workload("wait"));
    const progress: string[] = [];
    const status = (more: object) => ({ ...workload("wait"), status: { observedGeneration: 9, ...more } });
    const target = { namespace, name: "wait" };
    const waiting = waitForRollout(client, Deployment, target, { onProgress: (line) => progress.push(line) });
    await deployments.updateStatus(status({ replicas: 2, updatedReplicas: 2, availableReplicas: 2 }));
    expect((await waiting).metadata.uid).toBe(metadata.uid);
    expect(progress.at(-1)).toContain("successfully rolled out");
    expect(new Set(progress).size).toBe(progress.length);
    await deployments.updateStatus(
      status({ conditions: [{ type: "Progressing", status: "False", reason: "ProgressDeadlineExceeded" }] }),
    );
    await expect(waitForRollout(client, Deployment, target)).rejects.toThrow(/exceeded its progress deadline/);
  });

  it("of a Deployment returns to the template of its own ReplicaSet of an earlier revision", async () => {
    const target = { namespace, name: "undo" };
    const deployments = client.resource(Deployment, { namespace });
    const { metadata } = await deployments.create(workload("undo", "three"));
    const set = (revision: number, image: string, uid: string = metadata.uid) => {
      const { spec } = workload("undo", image);
      const labels = { app: "undo", "pod-template-hash": `h${revision}` };
      return {
        metadata: {
          name: `undo-${image}`,
          labels,
          annotations: { "deployment.kubernetes.io/revision": String(revision) },
          ...owner("Deployment", "undo", uid),
        },
        spec: { ...spec, selector: { matchLabels: labels }, template: { ...spec.template, metadata: { labels } } },
      };
    };
    const sets = client.resource(ReplicaSet, { namespace });
    await expect(undoRollout(client, Deployment, target)).rejects.toThrow("no earlier revision to return to");
    for (const one of [set(2, "two"), set(10, "three"), set(1, "one"), set(9, "foreign", "another")])
      await sets.create(one);
    expect(await undoRollout(client, Deployment, target)).toEqual({ revision: 2, changed: true });
    const { template } = (await deployments.get("undo")).spec;
    expect([template.metadata?.labels, template.spec?.containers[0]?.image]).toEqual([{ app: "undo" }, "two"]);
    expect(await undoRollout(client, Deployment, target, { toRevision: 2 })).toEqual({ revision: 2, changed: false });
    expect(await undoRollout(client, Deployment, target, { toRevision: 1 })).toEqual({ revision: 1, changed: true });
    await expect(undoRollout(client, Deployment, target, { toRevision: 9 })).rejects.toThrow(
      "has no revision 9 (revisions: 10, 2, 1)",
    );
    for (const toRevision of [0, 1.5, Number.NaN])
      await expect(undoRollout(client, Deployment, target, { toRevision })).rejects.toThrow("toRevision must be");
  });

  it("of a StatefulSet returns to its own ControllerRevision", async () => {
    const objects = client.resource(StatefulSet, { namespace });
    const { metadata } = await objects.create({
      ...workload("db", "two"),
      spec: { ...workload("db", "two").spec, serviceName: "db" },
    });
    const revision = (number: number, image: string, uid: string = metadata.uid) => ({
      metadata: { name: `db-${image}`, labels: { app: "db" }, ...owner("StatefulSet", "db", uid) },
      revision: number,
      data: {
        spec: { template: { ...workload("db", image).spec.template, $patch: "replace" } },
      },
    });
    const revisions = client.resource(ControllerRevision, { namespace });
    for (const one of [revision(1, "one"), revision(2, "two"), revision(3, "foreign", "another")])
      await revisions.create(one as never);
    const target = { namespace, name: "db" };
    expect(await undoRollout(client, StatefulSet, target)).toEqual({ revision: 1, changed: true });
    expect((await objects.get("db")).spec.template.spec?.containers[0]?.image).toBe("one");
    expect(await undoRollout(client, StatefulSet, target)).toEqual({ revision: 1, changed: false });
  });
});

describe("draining a node", () => {
  it("evicts what has a controller, leaves DaemonSets and mirror Pods, and refuses losses", async () => {
    const pods = client.resource(Pod, { namespace });
    await client.resource(DaemonSet, { namespace }).create(workload("log"));
    await pods.create(pod("n1", "web", {}, owner("ReplicaSet", "web")));
    await pods.create(pod("n1", "log", {}, owner("DaemonSet", "log")));
    await pods.create(pod("n1", "static", {}, { annotations: { "kubernetes.io/config.mirror": "x" } }));
    await pods.create(pod("n1", "lonely"));
    await pods.create(pod("n1", "scratch", { volumes: [{ name: "v", emptyDir: {} }] }, owner("ReplicaSet", "web")));
    await pods.create(pod("n2", "elsewhere"));
    const refused = await drain(client, "n1").catch((error: unknown) => error as DrainError);
    expect(refused).toBeInstanceOf(DrainError);
    expect((refused as DrainError).problems).toEqual([
      "shop/lonely has no controller and would be lost (use force)",
      "shop/scratch has an emptyDir volume that would be lost (use deleteEmptyDirData)",
    ]);
    const strict = { force: true, deleteEmptyDirData: true, ignoreDaemonSets: false };
    await expect(drain(client, "n1", strict)).rejects.toThrow("shop/log belongs to a DaemonSet (use ignoreDaemonSets)");
    expect((await client.resource(Node).get("n1")).spec?.unschedulable).toBe(true);
    expect((await pods.list()).items).toHaveLength(6);
    const seen: string[] = [];
    const { evicted, skipped } = await drain(client, "n1", {
      force: true,
      deleteEmptyDirData: true,
      gracePeriodSeconds: 0,
      onPod: (one, what) => one === "shop/web" && seen.push(what),
    });
    expect([...evicted].sort()).toEqual(["shop/lonely", "shop/scratch", "shop/web"]);
    expect(seen).toEqual(["evicted", "gone"]);
    expect(skipped).toEqual([
      { pod: "shop/log", reason: "DaemonSet" },
      { pod: "shop/static", reason: "mirror" },
    ]);
    const left = (await pods.list()).items.map(({ metadata }) => metadata.name);
    expect(left.sort()).toEqual(["elsewhere", "log", "static"]);
    await uncordon(client, "n1");
    expect((await client.resource(Node).get("n1")).spec?.unschedulable ?? false).toBe(false);
    await expect(cordon(client, "no-such-node")).rejects.toSatisfy(isNotFound);
  });

  it("evicts Pods that have ended, and those of a DaemonSet that is gone only when an option says so", async () => {
    const pods = client.resource(Pod, { namespace });
    await pods.create(pod("n3", "ended", { volumes: [{ name: "v", emptyDir: {} }] }));
    await pods.updateStatus({ ...pod("n3", "ended"), status: { phase: "Succeeded" } });
    await pods.create(pod("n3", "orphan", {}, owner("DaemonSet", "gone")));
    await expect(drain(client, "n3")).rejects.toThrow("shop/orphan belongs to a DaemonSet that does not exist");
    const { evicted } = await drain(client, "n3", { force: true, gracePeriodSeconds: 0 });
    expect([...evicted].sort()).toEqual(["shop/ended", "shop/orphan"]);
  });

  it("tries again every five seconds while a disruption budget forbids it, or when the server says", async () => {
    const pods = client.resource(Pod, { namespace });
    await pods.create(pod("n4", "guarded", {}, owner("ReplicaSet", "web")));
    const refuse = (after: number, retryAfterSeconds?: number): void =>
      void server.faults.add(
        { match: { path: "/api/v1/namespaces/shop/pods/guarded/eviction" }, after, times: 1 },
        { type: "status", code: 403, reason: "Forbidden", retryAfterSeconds },
      );
    const clock = new FakeClock();
    const seen: string[] = [];
    refuse(0);
    refuse(1, 9);
    const draining = drain(client, "n4", {
      clock,
      gracePeriodSeconds: 0,
      timeoutMs: 60_000,
      onPod: (_pod, what) => seen.push(what),
    });
    await eventually(() => seen.length >= 1);
    expect(clock.nextInMs).toBe(5_000);
    await clock.advance(5_000);
    await eventually(() => seen.length >= 2);
    expect([seen, clock.nextInMs]).toEqual([["waiting", "waiting"], 9_000]);
    await clock.advance(9_000);
    expect((await draining).evicted).toEqual(["shop/guarded"]);
    expect(seen).toEqual(["waiting", "waiting", "evicted", "gone"]);
    expect(clock.pending).toBe(0);
  });

  it("leaves a Pod alone that has the name of one that is gone", async () => {
    const pods = client.resource(Pod, { namespace });
    await pods.create(pod("n6", "again", {}, owner("ReplicaSet", "web")));
    server.faults.add(
      { match: { path: "/api/v1/namespaces/shop/pods/again/eviction" }, times: 1 },
      { type: "status", code: 403, reason: "Forbidden" },
    );
    const clock = new FakeClock();
    let waits = false;
    const onPod = (): void => {
      waits = true;
    };
    const draining = drain(client, "n6", { clock, gracePeriodSeconds: 0, onPod });
    await eventually(() => waits);
    await pods.delete("again", { gracePeriodSeconds: 0 });
    const { metadata } = await pods.create(pod("n2", "again", {}, owner("ReplicaSet", "web")));
    await clock.advance(5_000);
    await draining;
    expect((await pods.get("again")).metadata.uid).toBe(metadata.uid);
  });

  it("ends with the Pods that are left when its time is over, and with its signal", async () => {
    const pods = client.resource(Pod, { namespace });
    await pods.create(pod("n5", "slow", {}, owner("ReplicaSet", "web")));
    const fault = server.faults.add(
      { match: { path: /eviction$/ } },
      { type: "status", code: 403, reason: "Forbidden" },
    );
    for (const timeoutMs of [0, -1, Number.NaN])
      await expect(drain(client, "n5", { timeoutMs })).rejects.toThrow("timeoutMs must be greater than 0");
    const clock = new FakeClock();
    const waiting = async (options: DrainOptions): Promise<{ readonly ended: Promise<unknown> }> => {
      let seen = false;
      const onPod = (): void => {
        seen = true;
      };
      const ended = drain(client, "n5", { clock, onPod, ...options }).catch((error: unknown) => error);
      await eventually(() => seen);
      return { ended };
    };
    const limited = await waiting({ timeoutMs: 3_000 });
    await clock.advance(3_000);
    expect(String(await limited.ended)).toContain('node "n5" was not drained within 3000 ms: shop/slow left');
    expect(clock.pending).toBe(0);
    const giveUp = new AbortController();
    const aborted = await waiting({ signal: giveUp.signal });
    giveUp.abort();
    expect(await aborted.ended).toMatchObject({ kind: "Aborted" });
    expect(clock.pending).toBe(0);
    fault.remove();
  });
});

describe("what the client may do", () => {
  it("is asked for resources and for paths", async () => {
    const action = { verb: "list", resource: "pods", namespace };
    expect(await canI(client, action)).toEqual({
      allowed: true,
      reason: expect.any(String),
      evaluationError: undefined,
    });
    expect(await canI(client, { verb: "get", path: "/metrics" })).toMatchObject({ allowed: true });
  });
});
