import { type ApiServer, startApiServer } from "client-ts-testing";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ConfigMap, Namespace } from "../api/core/v1.ts";
import {
  type Controller,
  type Deltas,
  newController,
  newDeltaFIFO,
  newFIFO,
  newIndexerInformer,
  newInformer,
  newListWatchForKind,
  waitForCacheSync,
} from "../cache/index.ts";
import { type Client, connect } from "../client/index.ts";
import { newSharedInformerFactory } from "./index.ts";

const namespaces = ["empty", "full", "void"] as const;
const timeoutMs = 3_000;
let server: ApiServer;
let client: Client;
beforeAll(async () => {
  server = await startApiServer();
  client = await connect({ kubeconfigText: server.kubeconfig });
  for (const name of namespaces) await client.resource(Namespace).create({ metadata: { name } });
  await client.resource(ConfigMap, { namespace: "full" }).create({ metadata: { name: "one" } });
});
afterAll(async () => {
  await client.close();
  await server.close();
});
const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
  server.faults.clear();
});
const inTime = () => ({ signal: AbortSignal.timeout(timeoutMs) });

/** The answer to the list of this namespace comes later than the others. */
const delay = (namespace: string): void =>
  void server.faults.add({ match: { resource: "configmaps", namespace } }, { type: "delay", ms: 50 });

describe("an informer whose first list is empty", () => {
  for (const queue of ["ordered", "delta"] as const) {
    for (const streaming of [true, false]) {
      const how = `${queue} queue, ${streaming ? "streaming" : "paged"} list`;
      it.each([
        ["of one namespace", ["empty"], undefined],
        ["of two empty namespaces", ["empty", "void"], undefined],
        ["of two namespaces, the empty one last", ["empty", "full"], "empty"],
        ["of two namespaces, the empty one first", ["empty", "full"], "full"],
      ] as const)(`syncs, and so do its handlers and its factory: %s (${how}, B24)`, async (_, watched, last) => {
        if (last !== undefined) delay(last);
        const factory = newSharedInformerFactory(client, { namespaces: watched, queue, streaming });
        ends.push(() => factory.close());
        const informer = factory.core.v1.configMaps.informer();
        const synced: string[] = [];
        const early = informer.addEventHandler({ onAdd: ({ name }) => void synced.push(name) });
        factory.start();
        await Promise.all([
          factory.waitForCacheSync(inTime()),
          informer.waitForSync(inTime()),
          early.waitForSync(inTime()),
          waitForCacheSync([informer, early, informer.controller], inTime()),
        ]);
        const late = informer.addEventHandler({});
        await late.waitForSync(inTime());
        expect([informer, informer.controller, early, late].map((one) => one.hasSynced())).toEqual(
          Array.from({ length: 4 }, () => true),
        );
        expect(synced).toEqual((watched as readonly string[]).includes("full") ? ["one"] : []);
      });
    }

    it.each([
      ["newInformer", newInformer],
      ["newIndexerInformer", newIndexerInformer],
    ] as const)(`syncs when it was made by %s (${queue} queue, B24)`, async (_, make) => {
      const source = newListWatchForKind(client.rest, ConfigMap, { namespace: "empty" });
      const { controller } = make(source, ConfigMap, {}, { queue });
      ends.push(() => controller.close());
      void controller.run();
      await waitForCacheSync(controller, inTime());
    });
  }
});

describe("a controller whose first list is empty", () => {
  const source = () => newListWatchForKind(client.rest, ConfigMap, { namespace: "empty" });
  it.each<[string, () => Controller]>([
    [
      "a DeltaFIFO",
      () =>
        newController<ConfigMap, ConfigMap, Deltas<ConfigMap>>({
          queue: newDeltaFIFO<ConfigMap>(),
          listerWatcher: source(),
          process: () => {},
        }),
    ],
    [
      "a FIFO",
      () =>
        newController<ConfigMap, ConfigMap, ConfigMap>({
          queue: newFIFO<ConfigMap>(),
          listerWatcher: source(),
          process: () => {},
        }),
    ],
  ])("syncs with %s (B24)", async (_, make) => {
    const controller = make();
    ends.push(() => controller.close());
    void controller.run();
    await waitForCacheSync(controller, inTime());
    expect(controller.hasSynced()).toBe(true);
  });
});
