import { type ApiServer, startApiServer } from "client-ts-testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ControllerRevision, DaemonSet, Deployment, StatefulSet } from "../api/apps/v1.ts";
import { type Client, connect } from "../client/index.ts";
import { isNotFound } from "../errors/index.ts";
import { FakeClock } from "../util/index.ts";
import { canI } from "./can-i.ts";
import { restartRollout } from "./restart-rollout.ts";
import type { RolloutKind } from "./rollout.ts";
import { undoRollout } from "./undo-rollout.ts";
import { RolloutError, waitForRollout } from "./wait-for-rollout.ts";

const namespace = "shop";
const workload = (app: string, image = "one", annotations: Record<string, string> = {}) => ({
  metadata: { name: app },
  spec: {
    selector: { matchLabels: { app } },
    serviceName: app,
    template: { metadata: { labels: { app }, annotations }, spec: { containers: [{ name: "c", image }] } },
  },
});

let server: ApiServer;
let client: Client;
/** The bodies of what was created. */
let created: unknown[];
beforeAll(async () => {
  server = await startApiServer({
    objects: [{ apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } }],
  });
  client = await connect({
    kubeconfigText: server.kubeconfig,
    interceptors: [
      (next) => (request) => {
        if (request.method === "POST") created.push(JSON.parse(String(request.body)));
        return next(request);
      },
    ],
  });
});
beforeEach(() => {
  created = [];
});
afterAll(async () => {
  await client?.close();
  await server?.close();
});

describe("restarting a rollout", () => {
  it.each<[string, RolloutKind]>([
    ["a StatefulSet", StatefulSet],
    ["a DaemonSet", DaemonSet],
  ])("changes one annotation of %s and keeps the others", async (_what, resource) => {
    const name = resource.plural;
    const objects = client.resource(resource as typeof StatefulSet, { namespace });
    await objects.create(workload(name, "one", { kept: "yes" }));
    const { spec } = await restartRollout(client, resource, { namespace, name }, { clock: new FakeClock() });
    expect(spec.template.metadata?.annotations).toEqual({
      kept: "yes",
      "kubectl.kubernetes.io/restartedAt": "2026-01-01T00:00:00Z",
    });
    expect(spec.template.spec?.containers[0]?.image).toBe("one");
  });

  it("ends with its signal", async () => {
    const abort = new AbortController();
    abort.abort();
    const { signal } = abort;
    const target = { namespace, name: "statefulsets" };
    for (const call of [restartRollout, undoRollout, waitForRollout])
      await expect(call(client, StatefulSet, target, { signal })).rejects.toMatchObject({ kind: "Aborted" });
    await expect(canI(client, { verb: "get", path: "/" }, { signal })).rejects.toMatchObject({ kind: "Aborted" });
  });
});

describe("undoing a rollout", () => {
  it("of a DaemonSet takes the revision that is named, or the one before the newest", async () => {
    const objects = client.resource(DaemonSet, { namespace });
    const { metadata } = await objects.create(workload("log", "three"));
    const reference = { apiVersion: "apps/v1", kind: "DaemonSet", name: "log", uid: metadata.uid, controller: true };
    const target = { namespace, name: "log" };
    await expect(undoRollout(client, DaemonSet, target)).rejects.toThrow("(revisions: none)");
    // The order of names is not that of revisions.
    for (const [revision, image] of [
      [10, "ten"],
      [2, "two"],
      [9, "nine"],
    ] as const)
      await client.resource(ControllerRevision, { namespace }).create({
        metadata: { name: `log-${revision}`, labels: { app: "log" }, ownerReferences: [reference] },
        revision,
        data: { spec: { template: { ...workload("log", image).spec.template, $patch: "replace" } } },
      } as never);
    expect(await undoRollout(client, DaemonSet, target)).toEqual({ revision: 9, changed: true });
    expect(await undoRollout(client, DaemonSet, target, { toRevision: 2 })).toEqual({ revision: 2, changed: true });
    expect((await objects.get("log")).spec.template.spec?.containers[0]?.image).toBe("two");
    await expect(undoRollout(client, DaemonSet, target, { toRevision: 3 })).rejects.toThrow("(revisions: 10, 9, 2)");
  });
});

describe("waiting for a rollout", () => {
  const status = { observedGeneration: 9 };

  it("ends when the object is deleted, when it cannot complete and when the time is over", async () => {
    const objects = client.resource(Deployment, { namespace });
    await objects.create({ ...workload("wait"), spec: { ...workload("wait").spec, replicas: 2 } });
    const target = { namespace, name: "wait" };
    const clock = new FakeClock();
    const limited = waitForRollout(client, Deployment, target, { timeoutMs: 1_000, clock }).catch((error) => error);
    await expect.poll(() => clock.pending).toBeGreaterThan(0);
    await clock.advance(1_000);
    expect(await limited).toMatchObject({ name: "WaitTimeoutError" });
    const progress: string[] = [];
    const waiting = waitForRollout(client, Deployment, target, { onProgress: (line) => progress.push(line) });
    await expect.poll(() => progress).toEqual(["waiting for the new spec to be observed"]);
    // A change that means nothing for the rollout is not progress.
    await objects.mergePatch("wait", { metadata: { labels: { other: "yes" } } });
    await objects.updateStatus({ ...(await objects.get("wait")), status: { ...status, updatedReplicas: 1 } });
    await expect.poll(() => progress.length).toBe(2);
    expect(progress[1]).toBe("1 out of 2 new replicas have been updated");
    await objects.delete("wait");
    await expect(waiting).rejects.toSatisfy(isNotFound);
  });

  it("fails with an error of its own kind when the strategy has no rollout", async () => {
    const spec = { ...workload("manual").spec, updateStrategy: { type: "OnDelete" } };
    await client.resource(DaemonSet, { namespace }).create({ metadata: { name: "manual" }, spec });
    const error = await waitForRollout(client, DaemonSet, { namespace, name: "manual" }).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(RolloutError);
    expect(error).toMatchObject({ kind: "Timeout", name: "RolloutError" });
    expect(error.message).toMatch(/^DaemonSet "manual" in namespace "shop": only the update strategy RollingUpdate/);
  });
});

describe("checking permissions", () => {
  it("sends every field of the action, and none that was left out", async () => {
    const action = { verb: "get", group: "apps", resource: "deployments", subresource: "scale", name: "web" };
    await canI(client, { ...action, namespace: undefined });
    await canI(client, { verb: "get", path: "/metrics" });
    expect(created).toMatchObject([
      { kind: "SelfSubjectAccessReview", spec: { resourceAttributes: action } },
      { kind: "SelfSubjectAccessReview", spec: { nonResourceAttributes: { verb: "get", path: "/metrics" } } },
    ]);
    expect(Object.keys((created[0] as { spec: object }).spec)).toEqual(["resourceAttributes"]);
    expect(Object.keys((created[1] as { spec: object }).spec)).toEqual(["nonResourceAttributes"]);
  });

  it("says no where the server does not say yes", async () => {
    const unknownUser = client.with({ impersonate: { userName: "missing" } });
    expect(await canI(unknownUser, { verb: "list", resource: "secrets", namespace })).toMatchObject({ allowed: false });
    server.faults.add(
      { match: { path: "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews" }, times: 1 },
      {
        type: "answer",
        code: 201,
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          apiVersion: "authorization.k8s.io/v1",
          kind: "SelfSubjectAccessReview",
          status: { evaluationError: "half of it" },
        }),
      },
    );
    expect(await canI(client, { verb: "list", resource: "secrets" })).toEqual({
      allowed: false,
      reason: "",
      evaluationError: "half of it",
    });
  });
});
