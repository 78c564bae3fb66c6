import { type ApiServer, startApiServer } from "client-ts-testing";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { ConfigMap } from "../api/core/v1.ts";
import type { FreezePolicy } from "../codec/index.ts";
import { type Client, connect } from "../client/index.ts";
import type { SharedIndexInformerOptions } from "./informer/options.ts";
import { newSharedIndexInformer, type SharedIndexInformer } from "./informer/shared-index-informer.ts";
import { InformerFactory } from "./informer-factory.ts";
import { newListWatch, newListWatchForKind } from "./list-watch.ts";
import type { ListerWatcher } from "./lister-watcher.ts";
import { eventually } from "../util/test-support/eventually.ts";

let server: ApiServer;
let client: Client;
beforeAll(async () => {
  server = await startApiServer();
  client = await connect({ kubeconfigText: server.kubeconfig });
});
afterAll(async () => {
  await client.close();
  await server.close();
});

let namespaces = 0;

/** Whether the objects of an informer are frozen: one from its list, and one from its watch. */
async function frozen(make: (namespace: string) => SharedIndexInformer<ConfigMap>): Promise<[boolean, boolean]> {
  const namespace = `ns-${++namespaces}`;
  const put = (name: string) =>
    server.apply({ apiVersion: "v1", kind: "ConfigMap", metadata: { name, namespace } } as never);
  put("listed");
  const informer = make(namespace);
  onTestFinished(() => informer.close());
  void informer.run();
  await informer.waitForSync();
  put("watched");
  const stored = (name: string) => informer.indexer.getByKey(`${namespace}/${name}`);
  await eventually(() => stored("watched") !== undefined);
  const isFrozen = (name: string) => Object.isFrozen(stored(name)) && Object.isFrozen(stored(name)?.metadata);
  return [isFrozen("listed"), isFrozen("watched")];
}

/** A source whose objects are decoded by functions of its user. */
function decoded(namespace: string): ListerWatcher<ConfigMap> {
  const maps = client.resource(ConfigMap, { namespace });
  return newListWatch<ConfigMap>({
    supportsWatchList: false,
    list: ({ signal, ...options }) => maps.list({ ...options, signal }),
    watch: ({ signal, ...options }) => maps.watch({ ...options, signal }),
  });
}

const sources: readonly [string, (namespace: string) => ListerWatcher<ConfigMap>][] = [
  ["a source for a kind", (namespace) => newListWatchForKind(client.rest, ConfigMap, { namespace })],
  ["a source of functions", decoded],
];
const options: readonly [string, SharedIndexInformerOptions<ConfigMap>][] = [
  ["by default", {}],
  ["with plain lists", { streaming: false }],
  ["with a DeltaFIFO", { queue: "delta" }],
  ["with a transform", { transform: (object) => object }],
  ["with changed requests", { tweakListOptions: (given) => ({ ...given, labelSelector: "" }) }],
];

describe.each(sources)("the objects of an informer on %s", (_, source) => {
  it.each(options)("are frozen as the informer says, %s", async (__, given) => {
    const isFrozen = (freeze?: FreezePolicy) =>
      frozen((namespace) => newSharedIndexInformer(source(namespace), ConfigMap, { ...given, freeze }));
    expect(await isFrozen("never")).toEqual([false, false]);
    expect(await isFrozen("always")).toEqual([true, true]);
    expect(await isFrozen()).toEqual([true, true]);
  });
});

describe("the objects of an informer", () => {
  it("are frozen as their source says when the informer does not say it", async () => {
    const informer = (namespace: string) =>
      newSharedIndexInformer(newListWatchForKind(client.rest, ConfigMap, { namespace, freeze: "never" }), ConfigMap);
    expect(await frozen(informer)).toEqual([false, false]);
  });

  it("are frozen as the factory of the informer says", async () => {
    const informer = (namespace: string) =>
      new InformerFactory(client, { namespace, freeze: "never" }).forKind(ConfigMap).informer();
    expect(await frozen(informer)).toEqual([false, false]);
  });
});
