import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ConfigMap, Pod } from "../api/core/v1.ts";
import type { KubeObject } from "../meta/index.ts";
import { FakeClock } from "../util/index.ts";
import { type Client, newClient } from "./client.ts";
import {
  and,
  condition,
  crdEstablished,
  created,
  deleted,
  deploymentComplete,
  field,
  ingressProvisioned,
  jobComplete,
  jobFailed,
  not,
  or,
  podReady,
  podRunning,
  serviceHasLoadBalancer,
} from "./conditions.ts";
import { jsonPath } from "./json-path-condition.ts";
import {
  type Answer,
  failure,
  type SeenRequest,
  startServer,
  type TestServer,
} from "../discovery/test-support/server.ts";
import { watchUntil } from "./watch-until.ts";
import { WaitTimeoutError, waitFor } from "./wait-for.ts";

const pod = (phase: string, version: string, uid = "u1", name = "web"): KubeObject & { status: { phase: string } } => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name, namespace: "shop", uid, resourceVersion: version, creationTimestamp: "2026-01-01T00:00:00Z" },
  status: { phase },
});
const list = (...items: object[]): Answer => ({
  body: { kind: "PodList", apiVersion: "v1", metadata: { resourceVersion: "10" }, items },
});
const events =
  (...lines: object[]): Answer =>
  (response: ServerResponse) =>
    response
      .writeHead(200, { "content-type": "application/json" })
      .end(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));

let server: TestServer;
let client: Client;
let answers: ((request: SeenRequest) => Answer)[];

beforeEach(async () => {
  answers = [];
  server = await startServer((request) => (answers.length > 1 ? answers.shift()! : answers[0]!)(request));
  client = newClient({ host: server.url, timeoutMs: 5_000 });
});
afterEach(async () => {
  await client.close();
  await server[Symbol.asyncDispose]();
});
const pods = () => client.resource(Pod, { namespace: "shop" });

/** Lets a fake clock run as long as something waits on it. */
async function ticking<T>(clock: FakeClock, promise: Promise<T>): Promise<T> {
  let settled = false;
  const done = promise.finally(() => {
    settled = true;
  });
  done.catch(() => {});
  while (!settled) {
    await clock.advance(100);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return done;
}

describe("waitFor", () => {
  it("is done at once when the condition holds already", async () => {
    answers = [() => list(pod("Running", "5"))];
    expect((await waitFor(pods(), "web", podRunning())).metadata.resourceVersion).toBe("5");
    expect(server.seen.map(({ query }) => query)).toEqual([{ fieldSelector: "metadata.name=web" }]);
  });

  it("watches from the list on, and looks only at the object it was asked about", async () => {
    answers = [
      () => list(pod("Pending", "5")),
      () =>
        events(
          { type: "MODIFIED", object: pod("Running", "11", "u9", "other") },
          { type: "BOOKMARK", object: { metadata: { resourceVersion: "12" } } },
          { type: "MODIFIED", object: pod("Running", "13") },
        ),
    ];
    expect((await waitFor(pods(), "web", podRunning())).metadata.resourceVersion).toBe("13");
    expect(server.seen[1]?.query).toMatchObject({
      watch: "true",
      resourceVersion: "10",
      fieldSelector: "metadata.name=web",
      allowWatchBookmarks: "true",
    });
  });

  it("reads again when a watch ends, breaks or has expired, and when the server is away for a while", async () => {
    const clock = new FakeClock();
    answers = [
      () => list(pod("Pending", "5")),
      () => events(),
      () => list(pod("Pending", "5")),
      () => events({ type: "ERROR", object: { kind: "Status", status: "Failure", code: 410, reason: "Expired" } }),
      () => failure(503, "ServiceUnavailable"),
      () => (response) => response.destroy(),
      () => list(pod("Running", "20")),
    ];
    // The retries of a single call are not what is tested here.
    const found = await ticking(clock, waitFor(pods(), "web", podRunning(), { clock, random: () => 0 }));
    expect(found.metadata.resourceVersion).toBe("20");
  });

  const silent = (): Answer => (response) =>
    response.writeHead(200, { "content-type": "application/json" }).flushHeaders();
  const timeoutOf = async (condition: Parameters<typeof waitFor<KubeObject>>[2]): Promise<unknown> => {
    const clock = new FakeClock();
    return ticking(clock, waitFor(pods(), "web", condition, { timeoutMs: 60_000, clock })).catch(
      (thrown: unknown) => thrown,
    );
  };

  it("names the condition and the last state seen when the time is over", async () => {
    const ready = { type: "Ready", status: "False", reason: "ContainersNotReady" };
    const pending = pod("Pending", "5");
    answers = [() => list({ ...pending, status: { phase: "Pending", conditions: [ready] } }), silent];
    const error = await timeoutOf(podRunning());
    expect(error).toBeInstanceOf(WaitTimeoutError);
    expect(error).toMatchObject({
      kind: "Timeout",
      message:
        'timed out after 60000 ms waiting for Pod "web" in namespace "shop": expected status.phase to be "Running", ' +
        "the last state seen is resourceVersion 5, phase Pending, Ready=False (ContainersNotReady)",
      lastSeen: { metadata: { resourceVersion: "5" } },
    });
  });

  it("says that the object does not exist when the time is over", async () => {
    answers = [() => list(), silent];
    expect(await timeoutOf(and(podReady(), not(deleted("u1"))))).toMatchObject({
      message:
        'timed out after 60000 ms waiting for Pod "web" in namespace "shop": expected the condition Ready=True and ' +
        "not (the object with uid u1 to be deleted), but the object does not exist",
      lastSeen: undefined,
    });
  });

  it("says why the object could not be read when the time is over", async () => {
    answers = [() => failure(500, "InternalError")];
    const error = await timeoutOf(function isPaid() {
      return false;
    });
    expect(error).toMatchObject({
      message: expect.stringContaining(
        "expected the condition isPaid, the object could not be read; the last attempt failed: [InternalError] pods",
      ),
      cause: { kind: "Status", code: 500 },
    });
  });

  it("ends by its signal, before and during", async () => {
    await expect(waitFor(pods(), "web", created(), { signal: AbortSignal.abort("no") })).rejects.toMatchObject({
      kind: "Aborted",
    });
    expect(server.seen).toEqual([]);
    const controller = new AbortController();
    answers = [
      () => list(),
      () => (response) => {
        response.writeHead(200, { "content-type": "application/json" }).flushHeaders();
        controller.abort(new Error("enough"));
      },
    ];
    await expect(
      waitFor(pods(), "web", created(), { signal: controller.signal, timeoutMs: 60_000 }),
    ).rejects.toMatchObject({
      kind: "Aborted",
      cause: { message: "enough" },
    });
  });

  it("throws errors that will not pass, and those of the condition", async () => {
    answers = [() => failure(403, "Forbidden")];
    await expect(waitFor(pods(), "web", created())).rejects.toMatchObject({ kind: "Status", code: 403 });
    answers = [() => list(pod("Pending", "5"))];
    const broken = (): boolean => {
      throw new RangeError("mine");
    };
    await expect(waitFor(pods(), "web", broken)).rejects.toThrow(new RangeError("mine"));
    expect(server.seen).toHaveLength(2);
  });

  it("waits until an object is deleted, also when there is another of that name by then", async () => {
    answers = [() => list(pod("Running", "5")), () => events({ type: "DELETED", object: pod("Running", "6") })];
    expect(await waitFor(pods(), "web", deleted())).toBeUndefined();
    answers = [() => list(pod("Running", "7", "u2"))];
    expect((await waitFor(pods(), "web", deleted("u1")))?.metadata.uid).toBe("u2");
  });

  it("needs a namespace, and a name (F-J12)", async () => {
    const open = client.resource(Pod);
    await expect(waitFor(open, "web", created())).rejects.toMatchObject({ kind: "InvalidArgument" });
    await expect(waitFor(pods(), "", created())).rejects.toMatchObject({ kind: "InvalidArgument" });
    expect(server.seen).toEqual([]);
  });
});

describe("until", () => {
  it("meets its conditions in order across watches", async () => {
    const clock = new FakeClock();
    answers = [
      () => events({ type: "ADDED", object: pod("Pending", "11") }),
      () =>
        events({ type: "MODIFIED", object: pod("Running", "12") }, { type: "DELETED", object: pod("Running", "13") }),
    ];
    const last = await ticking(
      clock,
      watchUntil(
        pods(),
        "10",
        [
          (event) => event.type !== "BOOKMARK" && event.object.status?.phase === "Running",
          (event) => event.type === "DELETED",
        ],
        { clock },
      ),
    );
    expect(last).toMatchObject({ type: "DELETED", object: { metadata: { resourceVersion: "13" } } });
    expect(server.seen.map(({ query }) => query.resourceVersion)).toEqual(["10", "11"]);
  });
});

describe("conditions", () => {
  const object = (more: object): KubeObject => ({ metadata: { name: "x", generation: 2 }, ...more });
  const conditions = (...list: object[]): KubeObject => object({ status: { conditions: list } });

  it("read what objects say of themselves", () => {
    expect([created()(undefined), created()(object({}))]).toEqual([false, true]);
    expect([
      podReady()(conditions({ type: "Ready", status: "True" })),
      podReady()(conditions({ type: "Ready", status: "False" })),
      podReady()(undefined),
    ]).toEqual([true, false, false]);
    expect([
      jobComplete()(conditions({ type: "Complete", status: "True" })),
      jobFailed()(conditions({ type: "Complete", status: "True" })),
    ]).toEqual([true, false]);
    expect(crdEstablished()(conditions({ type: "Established", status: "True" }))).toBe(false);
    expect(
      crdEstablished()(conditions({ type: "Established", status: "True" }, { type: "NamesAccepted", status: "True" })),
    ).toBe(true);
    expect(field(["status", "phase"], "Bound")(object({ status: { phase: "Bound" } }))).toBe(true);
    expect(field(["status", "phase"])(object({ status: { phase: "" } }))).toBe(false);
    expect(jsonPath("{.status.phase}", "Bound")(object({ status: { phase: "Bound" } }))).toBe(true);
    expect(jsonPath("{.status.missing}")(object({}))).toBe(false);
    const address = object({ status: { loadBalancer: { ingress: [{ ip: "1.2.3.4" }] } } });
    expect([serviceHasLoadBalancer()(address), ingressProvisioned()(object({ status: { loadBalancer: {} } }))]).toEqual(
      [true, false],
    );
  });

  it("do not accept a status that was observed for an older generation", () => {
    expect(condition("Ready")(conditions({ type: "Ready", status: "True", observedGeneration: 1 }))).toBe(false);
    expect(condition("ready", "true")(conditions({ type: "Ready", status: "True", observedGeneration: 2 }))).toBe(true);
    const rollout = (status: object): boolean => deploymentComplete()(object({ spec: { replicas: 2 }, status }));
    expect(rollout({ observedGeneration: 1, replicas: 2, updatedReplicas: 2, availableReplicas: 2 })).toBe(false);
    expect(rollout({ observedGeneration: 2, replicas: 3, updatedReplicas: 2, availableReplicas: 2 })).toBe(false);
    expect(rollout({ observedGeneration: 2, replicas: 2, updatedReplicas: 2, availableReplicas: 1 })).toBe(false);
    expect(rollout({ observedGeneration: 2, replicas: 2, updatedReplicas: 2, availableReplicas: 2 })).toBe(true);
  });

  it("take a rollout for complete only when as many replicas are new as the spec wants, one by default", () => {
    const rollout = (spec: object, replicas: number): boolean =>
      deploymentComplete()(
        object({
          spec,
          status: { observedGeneration: 2, replicas, updatedReplicas: replicas, availableReplicas: replicas },
        }),
      );
    expect([rollout({ replicas: 2 }, 1), rollout({ replicas: 2 }, 2)]).toEqual([false, true]);
    expect([rollout({}, 0), rollout({}, 1)]).toEqual([false, true]);
    expect(rollout({ replicas: 0 }, 0)).toBe(true);
    expect(deploymentComplete()(object({ spec: { replicas: 0 } }))).toBe(false);
  });

  it("look at the generation that the whole status has observed where a condition does not say", () => {
    const ready = { type: "Ready", status: "True" };
    const observed = (observedGeneration: number): boolean =>
      condition("Ready")(object({ status: { observedGeneration, conditions: [ready] } }));
    expect([observed(1), observed(2), observed(3)]).toEqual([false, true, true]);
    const own = { ...ready, observedGeneration: 2 };
    expect(condition("Ready")(object({ status: { observedGeneration: 1, conditions: [own] } }))).toBe(true);
    expect(condition("Ready", "Unknown")(conditions({ type: "Ready", status: "Unknown" }))).toBe(true);
  });

  it("find an address by name or number, and a value only where it is the one", () => {
    const addressed = (...ingress: object[]): boolean =>
      serviceHasLoadBalancer()(object({ status: { loadBalancer: { ingress } } }));
    expect([addressed({ hostname: "a.example" }), addressed({ ip: "", hostname: "a.example" })]).toEqual([true, true]);
    expect([addressed(), addressed({}), addressed({ ip: "" }), addressed({}, { ip: "1.2.3.4" })]).toEqual([
      false,
      false,
      false,
      true,
    ]);
    const many = object({ status: { list: [{ x: "a" }, { x: "b" }] } });
    expect([jsonPath("{.status.list[*].x}", "a")(many), jsonPath("{.status.list[*].x}")(many)]).toEqual([false, true]);
    expect(jsonPath("{.status.list[0].x}", "a")(many)).toBe(true);
    expect([field(["status", "n"], 0)(object({ status: { n: 0 } })), field(["status", "n"])(object({}))]).toEqual([
      true,
      false,
    ]);
    expect(field(["status", "n"])(object({ status: { n: 0 } }))).toBe(true);
  });

  it("are put together, with promises too", async () => {
    const yes = (): boolean => true;
    const later = async (): Promise<boolean> => false;
    expect(and(yes, yes)(undefined)).toBe(true);
    expect(await and(yes, later, yes)(undefined)).toBe(false);
    expect(await or(later, yes)(undefined)).toBe(true);
    expect(or()(undefined)).toBe(false);
    expect(await not(yes)(undefined)).toBe(false);
  });

  it("work with every kind", async () => {
    answers = [() => ({ body: { kind: "ConfigMapList", metadata: { resourceVersion: "1" }, items: [pod("", "1")] } })];
    expect((await waitFor(client.resource(ConfigMap, { namespace: "shop" }), "web", created())).kind).toBe("Pod");
  });
});
