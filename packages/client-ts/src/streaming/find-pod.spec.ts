import { type ApiServer, startApiServer } from "client-ts-testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Pod } from "../api/core/v1.ts";
import { type Client, connect } from "../client/index.ts";
import { isNotFound } from "../errors/index.ts";
import { defined, FakeClock } from "../util/index.ts";
import { findPod } from "./find-pod.ts";

const namespace = "shop";
const pod = (name: string, app: string, status: object, more: object = {}): Pod =>
  ({
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      name,
      namespace,
      labels: { app },
      ...more,
    },
    spec: {
      containers: [
        { name: "app", image: "none", ports: [{ name: "http", containerPort: 8080 }] },
        { name: "side", image: "none", ports: [{ name: "metrics", containerPort: 9090 }] },
      ],
    },
    status,
  }) as Pod;
const ready = { phase: "Running", conditions: [{ type: "Ready", status: "True" }] };
const unready = { phase: "Running", conditions: [{ type: "Ready", status: "False" }] };
const service = (name: string, spec: object) => ({
  apiVersion: "v1",
  kind: "Service",
  metadata: { name, namespace },
  spec,
});
const workload = (
  kind: string,
  name: string,
  apiVersion = "apps/v1",
  selector: object = { matchLabels: { app: "web" } },
) => ({
  apiVersion,
  kind,
  metadata: { name, namespace },
  spec: {
    selector,
    serviceName: "web",
    ...defined({ manualSelector: kind === "Job" || undefined }),
    template: { metadata: { labels: { app: "web" } }, spec: { containers: [{ name: "app", image: "none" }] } },
  },
});

describe("the Pod behind a name", () => {
  let server: ApiServer;
  let client: Client;
  beforeAll(async () => {
    const clock = new FakeClock();
    server = await startApiServer({
      controllers: false,
      clock,
      objects: [{ apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } }],
    });
    client = await connect({ kubeconfigText: server.kubeconfig, namespace });
    // From the oldest to the youngest.
    for (const one of [
      pod("older-ready", "web", ready),
      pod("old-ready", "web", ready),
      pod("young-ready", "web", ready),
      pod("youngest-unready", "web", unready),
      pod("pending", "web", { phase: "Pending" }),
      pod("leaving", "web", ready, { finalizers: ["example.com/wait"] }),
      pod("slow", "slow", unready),
      pod("done", "done", { phase: "Succeeded" }),
    ]) {
      await clock.advance(60_000);
      server.apply(one);
    }
    await client.resource(Pod, { namespace }).delete("leaving");
    server.apply(
      workload("Deployment", "web") as never,
      workload("StatefulSet", "web") as never,
      workload("DaemonSet", "web") as never,
      workload("ReplicaSet", "web") as never,
      workload("Job", "web", "batch/v1") as never,
      workload("ReplicationController", "web", "v1", { app: "web" }) as never,
      workload("Deployment", "chosen", "apps/v1", {
        matchExpressions: [{ key: "app", operator: "In", values: ["slow"] }],
      }) as never,
      service("web", {
        selector: { app: "web" },
        ports: [
          { name: "named", port: 80, targetPort: "http" },
          { name: "number", port: 81, targetPort: 8081 },
          { name: "same", port: 82 },
          { name: "missing", port: 83, targetPort: "none" },
        ],
      }) as never,
      service("slow", { selector: { app: "slow" }, ports: [{ port: 80 }] }) as never,
      service("done", { selector: { app: "done" }, ports: [{ port: 80 }] }) as never,
      service("empty", { selector: { app: "empty" }, ports: [{ port: 80 }] }) as never,
      service("headless", { ports: [{ port: 80 }] }) as never,
    );
  });
  afterAll(async () => {
    await client.close();
    await server.close();
  });

  it("is the youngest of those that are ready, for every kind that selects them", async () => {
    const kinds = ["svc", "deploy", "sts", "ds", "rs", "job", "rc", "Deployment", "statefulsets", "services"];
    for (const kind of kinds) expect([kind, (await findPod(client, `${kind}/web`)).pod]).toEqual([kind, "young-ready"]);
  });

  it("is one that is running when none is ready, and never one that has ended, waits or is being deleted", async () => {
    expect((await findPod(client, "service/slow")).pod).toBe("slow");
    expect((await findPod(client, "deployment/chosen")).pod).toBe("slow");
    await expect(findPod(client, "service/done")).rejects.toThrow(
      /none of the 1 Pods of services "done" in shop is running/,
    );
    await expect(findPod(client, "service/empty")).rejects.toThrow(/none of the 0 Pods/);
    await expect(findPod(client, "service/headless")).rejects.toThrow(/"headless" in shop selects no Pods/);
  });

  it("is the named Pod itself, in any state, in the namespace that is named", async () => {
    expect((await findPod(client, "done")).pod).toBe("done");
    expect((await findPod(client, "po/pending")).pod).toBe("pending");
    await expect(findPod(client, "done", { namespace: "default" })).rejects.toSatisfy(isNotFound);
    await expect(findPod(client, "secret/x")).rejects.toMatchObject({ kind: "InvalidArgument" });
    const abort = new AbortController();
    abort.abort();
    await expect(findPod(client, "done", { signal: abort.signal })).rejects.toMatchObject({ kind: "Aborted" });
  });

  it("has the ports of the Service: by name and by number, those of the container where they are named", async () => {
    const { port } = await findPod(client, "service/web");
    expect([port("named"), port(80), port("80"), port("number"), port("same")]).toEqual([8080, 8080, 8080, 8081, 82]);
    expect(() => port(8080)).toThrow(/Service "web" has no port 8080/);
    expect(() => port("missing")).toThrow(/has no port named "none"/);
  });

  it("has the ports of its containers, by number also those that they do not name", async () => {
    const { port } = await findPod(client, "deployment/web");
    expect([port("http"), port("metrics"), port(7), port("7")]).toEqual([8080, 9090, 7, 7]);
    expect(() => port("none")).toThrow(/Pod "young-ready" has no port named "none"/);
  });
});
