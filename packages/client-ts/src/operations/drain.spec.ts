import { type ApiServer, startApiServer } from "client-ts-testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DaemonSet } from "../api/apps/v1.ts";
import { Node, Pod } from "../api/core/v1.ts";
import { type Client, connect } from "../client/index.ts";
import { isNotFound } from "../errors/index.ts";
import { FakeClock } from "../util/index.ts";
import { drain, type DrainOptions } from "./drain.ts";
import { eventually } from "../util/test-support/eventually.ts";

const namespace = "shop";
const owned = (kind: string) => ({
  ownerReferences: [{ apiVersion: "apps/v1", kind, name: "web", uid: "u", controller: true }],
});
const emptyDir = { volumes: [{ name: "v", emptyDir: {} }] };

let server: ApiServer;
let client: Client;
let clock: FakeClock;
/** What was sent to evict Pods: the name and the body. */
let evictions: { readonly name: string; readonly body: Record<string, unknown> }[];
const pods = () => client.resource(Pod, { namespace });
/** The server as it is before each test. */
let beginning: ReturnType<ApiServer["snapshot"]>;
beforeAll(async () => {
  server = await startApiServer({
    controllers: false,
    objects: [
      { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } },
      { apiVersion: "v1", kind: "Node", metadata: { name: "n1" } },
    ],
  });
  beginning = server.snapshot();
  client = await connect({
    kubeconfigText: server.kubeconfig,
    interceptors: [
      (next) => (request) => {
        const name = /pods\/([\w-]+)\/eviction/.exec(request.path)?.[1];
        if (name !== undefined) evictions.push({ name, body: JSON.parse(String(request.body)) });
        return next(request);
      },
    ],
  });
});
beforeEach(() => {
  clock = new FakeClock();
  evictions = [];
  server.faults.clear();
  server.load(beginning);
});
afterAll(async () => {
  await client.close();
  await server.close();
});

const create = (name: string, metadata: object = owned("ReplicaSet"), spec: object = {}) =>
  pods().create({
    metadata: { name, ...metadata },
    spec: { nodeName: "n1", containers: [{ name: "c", image: "one" }], ...spec },
  });
const refuse = (name: string, code: number, reason: string, times?: number) =>
  server.faults.add(
    { match: { path: `/api/v1/namespaces/${namespace}/pods/${name}/eviction` }, times },
    { type: "status", code, reason },
  );
const now: DrainOptions = { gracePeriodSeconds: 0 };

describe("draining a node", () => {
  it("evicts the very Pods that it looked at, with the time that they are given", async () => {
    const { metadata } = await create("web");
    await drain(client, "n1", { gracePeriodSeconds: 0 });
    expect(evictions).toEqual([
      {
        name: "web",
        body: expect.objectContaining({
          deleteOptions: expect.objectContaining({ gracePeriodSeconds: 0, preconditions: { uid: metadata.uid } }),
        }),
      },
    ]);
  });

  it("leaves alone what the selector does not name", async () => {
    await create("chosen", { labels: { app: "chosen" }, ...owned("ReplicaSet") });
    await create("other", { labels: { app: "other" } });
    const { evicted } = await drain(client, "n1", { ...now, podSelector: "app=chosen" });
    expect(evicted).toEqual(["shop/chosen"]);
    expect((await pods().get("other")).metadata.name).toBe("other");
  });

  it("needs an option for each kind of loss, and one option does not include the other", async () => {
    await create("lonely", {}, emptyDir);
    const problems = (options: DrainOptions) =>
      drain(client, "n1", { ...now, ...options }).catch((error) => error.problems);
    expect(await problems({})).toEqual([expect.stringContaining("has no controller")]);
    expect(await problems({ force: true })).toEqual([expect.stringContaining("emptyDir")]);
    expect(await problems({ deleteEmptyDirData: true })).toEqual([expect.stringContaining("has no controller")]);
    expect(evictions).toEqual([]);
    expect(await drain(client, "n1", { ...now, force: true, deleteEmptyDirData: true })).toMatchObject({
      evicted: ["shop/lonely"],
    });
  });

  it("evicts Pods that have failed or succeeded without an option, also those that a DaemonSet has left", async () => {
    await client.resource(DaemonSet, { namespace }).create({
      metadata: { name: "web" },
      spec: {
        selector: { matchLabels: { app: "web" } },
        template: { metadata: { labels: { app: "web" } }, spec: { containers: [{ name: "c", image: "one" }] } },
      },
    });
    for (const [name, phase, metadata] of [
      ["failed", "Failed", {}],
      ["succeeded", "Succeeded", {}],
      ["old", "Failed", owned("DaemonSet")],
    ] as const)
      await pods().updateStatus({ ...(await create(name, metadata, emptyDir)), status: { phase } });
    await create("runs", owned("DaemonSet"));
    const { evicted, skipped } = await drain(client, "n1", now);
    expect([...evicted].sort()).toEqual(["shop/failed", "shop/old", "shop/succeeded"]);
    expect(skipped).toEqual([{ pod: "shop/runs", reason: "DaemonSet" }]);
  });

  it("tries again when the server says that the Pod has changed meanwhile, or that it is busy", async () => {
    await create("web");
    refuse("web", 409, "Conflict", 1);
    const seen: string[] = [];
    const draining = drain(client, "n1", { ...now, clock, onPod: (_pod, what) => void seen.push(what) });
    await eventually(() => seen.length >= 1);
    refuse("web", 429, "TooManyRequests", 1);
    await clock.advance(5_000);
    await eventually(() => seen.length >= 2);
    await clock.advance(5_000);
    expect((await draining).evicted).toEqual(["shop/web"]);
    expect(seen).toEqual(["waiting", "waiting", "evicted", "gone"]);
  });

  it("counts a Pod that is gone already as drained, and reports no eviction", async () => {
    await create("web");
    refuse("web", 404, "NotFound", 1);
    const seen: string[] = [];
    await drain(client, "n1", { ...now, onPod: (pod, what) => void seen.push(`${pod} ${what}`) });
    expect(seen).toEqual(["shop/web gone"]);
  });

  it("ends with any other refusal, and evicts nothing more after that", async () => {
    await create("broken");
    await create("guarded");
    refuse("broken", 400, "BadRequest");
    refuse("guarded", 403, "Forbidden");
    await expect(drain(client, "n1", { ...now, clock })).rejects.toMatchObject({ kind: "Status", code: 400 });
    const sent = evictions.length;
    await clock.advance(60_000);
    expect([evictions.length, clock.pending]).toEqual([sent, 0]);
    expect((await pods().list()).items).toHaveLength(2);
  });

  it("waits until a Pod is gone, not only evicted", async () => {
    await create("web", { ...owned("ReplicaSet"), finalizers: ["example.com/wait"] });
    const seen: string[] = [];
    let done = false;
    const draining = drain(client, "n1", { ...now, onPod: (_pod, what) => void seen.push(what) }).then(() => {
      done = true;
    });
    await eventually(() => seen.length >= 1);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([seen, done]).toEqual([["evicted"], false]);
    await pods().mergePatch("web", { metadata: { finalizers: null } } as never);
    await draining;
    expect(seen).toEqual(["evicted", "gone"]);
  });

  it("marks the node before anything else, and fails when there is no such node", async () => {
    await create("lonely", {});
    await drain(client, "n1").catch(() => {});
    expect((await client.resource(Node).get("n1")).spec?.unschedulable).toBe(true);
    await expect(drain(client, "none")).rejects.toSatisfy(isNotFound);
  });

  it("ends at once with a signal that has fired", async () => {
    await create("web");
    const abort = new AbortController();
    abort.abort();
    await expect(drain(client, "n1", { ...now, signal: abort.signal })).rejects.toMatchObject({
      kind: "Aborted",
      message: expect.stringContaining('draining node "n1" was aborted'),
    });
    expect(evictions).toEqual([]);
  });
});
