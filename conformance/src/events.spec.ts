/** Events on the in-memory server and, with a control plane, on the real one: both APIs, chosen by discovery. */
import { connect, isNotFound } from "client-ts";
import { ConfigMap, Event as CoreEvent, Namespace } from "client-ts/api/core/v1";
import { Event as NewEvent } from "client-ts/api/events/v1";
import { newBroadcaster, eventFieldSelector } from "client-ts/events";
import { newSharedInformerFactory } from "client-ts/informers";
import { nextTurn } from "client-ts/internal";
import { type ApiServer, startApiServer } from "client-ts-testing";
import { describe, expect, it } from "vitest";
import { bothServers, serverWithNamespace } from "./both-servers.ts";

describe.each(bothServers)("events on %s", (_, start) => {
  const server = serverWithNamespace(start, "events");
  const { namespace } = server;

  const newObject = (name: string) => server.client.resource(ConfigMap, { namespace }).create({ metadata: { name } });
  const eventsOf = async (object: object) =>
    (
      await server.client
        .resource(CoreEvent, { namespace })
        .list({ fieldSelector: eventFieldSelector(CoreEvent, object) })
    ).items;

  it("are created and counted in the core API (B207, B208, B217)", async () => {
    const object = await newObject("core");
    const broadcaster = newBroadcaster();
    broadcaster.startRecordingToSink(server.client, { api: "v1" });
    const recorder = broadcaster.newRecorder({ component: "shop", host: "node-1" });
    for (let at = 0; at < 3; at++) await recorder.eventf(object, "Warning", "Failed", "exit code %d", 7);
    await recorder.annotatedEventf(object, { team: "checkout" }, "Normal", "Started", "up");
    await broadcaster.shutDown();
    const events = (await eventsOf(object)).sort((a, b) => ((a.reason ?? "") < (b.reason ?? "") ? -1 : 1));
    expect(events).toMatchObject([
      {
        type: "Warning",
        reason: "Failed",
        message: "exit code 7",
        count: 3,
        source: { component: "shop", host: "node-1" },
        involvedObject: { kind: "ConfigMap", name: "core", uid: object.metadata.uid },
        reportingComponent: "shop",
      },
      { type: "Normal", reason: "Started", count: 1, metadata: { annotations: { team: "checkout" } } },
    ]);
  });

  it("are created again in the core API when they have expired (B219)", async () => {
    const object = await newObject("expired");
    const broadcaster = newBroadcaster();
    broadcaster.startRecordingToSink(server.client, { api: "v1" });
    const recorder = broadcaster.newRecorder({ component: "shop" });
    await recorder.event(object, "Normal", "Started", "up");
    const [first] = await untilThereIs(() => eventsOf(object));
    await server.client.resource(CoreEvent, { namespace }).delete(first?.metadata.name ?? "");
    await recorder.event(object, "Normal", "Started", "up");
    await broadcaster.shutDown();
    expect(await eventsOf(object)).toMatchObject([{ metadata: { name: first?.metadata.name }, count: 2 }]);
  });

  it("become a series in events.k8s.io/v1, which discovery chooses (B226, B231)", async () => {
    const object = await newObject("series");
    const broadcaster = newBroadcaster();
    broadcaster.startRecordingToSink(server.client);
    const recorder = broadcaster.newRecorder({ component: "shop.example.com/checkout", host: "node-1" });
    const options = { action: "Binding", related: object, annotations: { team: "checkout" } };
    for (let at = 0; at < 5; at++) await recorder.event(object, "Normal", "Scheduled", `try ${at}`, options);
    await recorder.event(object, "Normal", "Started", "x".repeat(2_000));
    await broadcaster.shutDown();
    const fieldSelector = eventFieldSelector(NewEvent, object);
    const { items } = await server.client.resource(NewEvent, { namespace }).list({ fieldSelector });
    expect(items.sort((a, b) => ((a.reason ?? "") < (b.reason ?? "") ? -1 : 1))).toMatchObject([
      {
        reason: "Scheduled",
        action: "Binding",
        note: "try 0",
        series: { count: 5 },
        related: { name: "series" },
        reportingController: "shop.example.com/checkout",
        reportingInstance: "shop.example.com/checkout-node-1",
        metadata: { annotations: { team: "checkout" } },
        eventTime: expect.stringMatching(/\.\d{6}Z$/),
      },
      { reason: "Started", action: "Started", note: expect.stringMatching(/^x+…$/) },
    ]);
  });

  it.each(["v1", "events.k8s.io/v1"] as const)(
    "of objects without a namespace are in the namespace default, in %s (B222)",
    async (api) => {
      const object = await server.client.resource(Namespace).get(namespace);
      const broadcaster = newBroadcaster();
      broadcaster.startRecordingToSink(server.client, { api });
      const reason = api === "v1" ? "Old" : "New";
      await broadcaster.newRecorder({ component: "shop" }).event(object, "Normal", reason, "up");
      await broadcaster.shutDown();
      const fieldSelector = eventFieldSelector(CoreEvent, object);
      const { items } = await server.client.resource(CoreEvent, { namespace: "default" }).list({ fieldSelector });
      expect(items.map((event) => event.reason)).toContain(reason);
    },
  );

  it("refer to objects from a cache", async () => {
    const { metadata } = await newObject("cached");
    const factory = newSharedInformerFactory(server.client, { namespace });
    const lister = factory.core.v1.configMaps.lister();
    factory.start();
    await factory.waitForCacheSync();
    const object = lister.namespace(namespace).get("cached");
    const broadcaster = newBroadcaster();
    broadcaster.startRecordingToSink(server.client);
    await broadcaster.newRecorder({ component: "shop" }).event(object, "Normal", "Cached", "up");
    await broadcaster.shutDown();
    await factory.close();
    expect(await eventsOf(object)).toMatchObject([{ involvedObject: { kind: "ConfigMap", uid: metadata.uid } }]);
  });

  it("that the server refuses are dropped with one try and a reason (B218)", async () => {
    const dropped: unknown[] = [];
    const logger = { debug() {}, info() {}, error() {}, warn: (...line: unknown[]) => void dropped.push(line) };
    const broadcaster = newBroadcaster({ logger });
    broadcaster.startRecordingToSink(server.client);
    const nowhere = { apiVersion: "v1", kind: "Pod", name: "web", namespace: "no-such-namespace" };
    await broadcaster.newRecorder({ component: "shop" }).event(nowhere, "Normal", "Lost", "up");
    await broadcaster.shutDown();
    expect(dropped).toMatchObject([
      ["an event was dropped: the server refused it", { error: expect.toSatisfy(isNotFound) }],
    ]);
  });
});

describe("the API for events", () => {
  const begin = async (onTestFinished: (run: () => Promise<void>) => void) => {
    const server: ApiServer = await startApiServer();
    const client = await connect({ kubeconfigText: server.kubeconfig });
    onTestFinished(async () => {
      await client.close();
      await server.close();
    });
    return { server, client };
  };
  const object = { apiVersion: "v1", kind: "Pod", name: "web", namespace: "default" };

  it("is the core API where the server has no other", async ({ onTestFinished }) => {
    const { server, client } = await begin(onTestFinished);
    server.faults.add({ match: { path: "/apis/events.k8s.io/v1" } }, { type: "status", code: 404 });
    const broadcaster = newBroadcaster();
    broadcaster.startRecordingToSink(client);
    await broadcaster.newRecorder({ component: "shop" }).event(object, "Normal", "Started", "up");
    await broadcaster.shutDown();
    const { items } = await client.resource(CoreEvent, { namespace: "default" }).list();
    expect(items).toMatchObject([{ count: 1, source: { component: "shop" } }]);
  });

  it("is asked for again after the connection failed", async ({ onTestFinished }) => {
    const { server, client } = await begin(onTestFinished);
    const fault = server.faults.add({ match: { path: "/apis/events.k8s.io/v1" } }, { type: "drop", how: "reset" });
    const broadcaster = newBroadcaster({ retryMs: 5, logger: false });
    broadcaster.startRecordingToSink(client);
    await broadcaster.newRecorder({ component: "shop" }).event(object, "Normal", "Started", "up");
    while (fault.hits < 2) await nextTurn();
    fault.remove();
    await broadcaster.shutDown();
    const { items } = await client.resource(NewEvent, { namespace: "default" }).list();
    expect(items).toMatchObject([{ reason: "Started", action: "Started", reportingController: "shop" }]);
  });

  it("is refused when it is unknown", async ({ onTestFinished }) => {
    const { client } = await begin(onTestFinished);
    expect(() => newBroadcaster().startRecordingToSink(client, { api: "v2" as "v1" })).toThrow(/must be "v1" or/);
  });
});

async function untilThereIs<T>(read: () => Promise<T[]>): Promise<T[]> {
  for (;;) {
    const items = await read();
    if (items.length > 0) return items;
  }
}
