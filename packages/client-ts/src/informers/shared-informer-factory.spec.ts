import { type ApiServer, startApiServer } from "client-ts-testing";
import { newClientset } from "../clientset/index.ts";
import { afterAll, afterEach, beforeAll, describe, expect, expectTypeOf, it, vi } from "vitest";
import { Deployment } from "../api/apps/v1.ts";
import { ConfigMap, Namespace, Node, Pod } from "../api/core/v1.ts";
import {
  type InformerFactory,
  type GenericLister,
  newListWatchForKind,
  newListWatchFromClient,
  newSharedIndexInformer,
  waitForCacheSync,
} from "../cache/index.ts";
import { type Client, connect } from "../client/index.ts";
import { ClosedError, isForbidden, isNotFound } from "../errors/index.ts";
import type { KubeObject } from "../meta/index.ts";
import { newPrometheusMeter } from "../prometheus/index.ts";
import { newLogger } from "../util/index.ts";
import {
  newDynamicSharedInformerFactory,
  type InformerClient,
  newMetadataSharedInformerFactory,
  newSharedInformerFactory,
} from "./index.ts";
import { eventually } from "../util/test-support/eventually.ts";

let server: ApiServer;
let client: Client;
beforeAll(async () => {
  server = await startApiServer();
  client = await connect({ kubeconfigText: server.kubeconfig });
  for (const name of ["shop", "other", "third"]) await client.resource(Namespace).create({ metadata: { name } });
});
afterAll(async () => {
  await client.close();
  await server.close();
});
const factories: InformerFactory[] = [];
afterEach(async () => {
  for (const factory of factories.splice(0)) await factory.close();
  server.faults.clear();
  for (const namespace of ["shop", "other", "third"])
    await client
      .resource(ConfigMap, { namespace })
      .deleteCollection({ all: true })
      .catch(() => {});
});
const kept = <F extends InformerFactory>(factory: F): F => {
  factories.push(factory);
  return factory;
};
const put = (name: string, { namespace = "shop", labels = {} as Record<string, string> } = {}) =>
  client.resource(ConfigMap, { namespace }).create({ metadata: { name, labels } });
const requests = async (run: () => Promise<unknown>) => {
  const seen = [
    server.faults.add({ match: { verb: "list", resource: "configmaps" } }, { type: "delay", ms: 0 }),
    server.faults.add({ match: { verb: "watch", resource: "configmaps" } }, { type: "delay", ms: 0 }),
  ];
  await run();
  const hits = { lists: seen[0]?.hits, watches: seen[1]?.hits };
  for (const fault of seen) fault.remove();
  return hits;
};
const recorder = () => {
  const lines: string[] = [];
  return {
    lines,
    onAdd: ({ key }: { readonly key: string }) => void lines.push(`+${key}`),
    onUpdate: ({ key }: { readonly key: string }) => void lines.push(`~${key}`),
    onDelete: ({ key }: { readonly key: string }) => void lines.push(`-${key}`),
  };
};

describe("a shared informer factory", () => {
  it("takes a clientset in the place of its client", async () => {
    await put("one");
    const factory = kept(newSharedInformerFactory(newClientset(client), { namespace: "shop" }));
    const lister = factory.core.v1.configMaps.lister();
    factory.start();
    await factory.waitForCacheSync();
    expect(lister.get("shop/one").metadata?.name).toBe("one");
  });

  it("has informers by group, version and plural; reaching one makes nothing, asking for it does", async () => {
    const factory = kept(newSharedInformerFactory(client));
    const { configMaps } = factory.core.v1;
    void factory.apps.v1.deployments;
    factory.start();
    expect((await factory.waitForCacheSync()).size).toBe(0);
    await put("a", { labels: { app: "web" } });
    await put("b");
    expect(configMaps.informer()).toBe(factory.forKind(ConfigMap).informer());
    const lister = configMaps.lister();
    factory.start();
    expect([...(await factory.waitForCacheSync())]).toEqual([[ConfigMap, true]]);
    expect(
      lister
        .namespace("shop")
        .list({ labelSelector: "app=web" })
        .map(({ metadata }) => metadata?.name),
    ).toEqual(["a"]);
    expect(lister.namespace("shop").get("b").kind).toBe("ConfigMap");
    expect(() => lister.namespace("shop").get("none")).toThrow(expect.toSatisfy(isNotFound));
  });

  it("has no informer for kinds that cannot be listed and watched", () => {
    const factory = kept(newSharedInformerFactory(client));
    expect(Object.keys(factory.core.v1)).toEqual(expect.arrayContaining(["pods", "nodes"]));
    // The first can be listed and not watched, the others only created.
    expect(Object.keys(factory.core.v1)).not.toContain("componentStatuses");
    expect(Object.keys(factory.authorization.v1)).toEqual([]);
    const none = { group: "shop.example.com", version: "v1", resource: "websites" };
    expect(() => factory.forResource(none)).toThrow("websites of shop.example.com/v1 is not a built-in kind");
  });

  it("starts again what is new, and nothing twice; the same kind is one watch (F-E15)", async () => {
    const factory = kept(newSharedInformerFactory(client, { namespace: "shop" }));
    const hits = await requests(async () => {
      factory.core.v1.configMaps.informer();
      factory.forKind(ConfigMap).lister();
      factory.forResource({ group: "", version: "v1", resource: "configmaps" }).informer();
      factory.start();
      factory.start();
      await factory.waitForCacheSync();
      factory.core.v1.pods.informer();
      factory.start();
      expect([...(await factory.waitForCacheSync()).keys()]).toEqual([ConfigMap, Pod]);
    });
    expect(hits).toEqual({ lists: 0, watches: 1 });
  });

  it("names in the log what was asked for after the start when one waits for the caches, once", async () => {
    const lines: string[] = [];
    const logger = newLogger({ write: (line) => void lines.push(line) });
    const factory = kept(newSharedInformerFactory(client, { namespace: "shop", logger }));
    factory.core.v1.configMaps.informer();
    factory.start();
    await factory.waitForCacheSync();
    expect(lines).toEqual([]);
    factory.core.v1.pods.informer();
    factory.apps.v1.deployments.lister();
    const own = factory.core.v1.secrets.informer();
    void own.run();
    expect([...(await factory.waitForCacheSync()).keys()]).toEqual([ConfigMap]);
    await factory.waitForCacheSync();
    expect(lines).toEqual([
      "client-ts: warn: informers of this factory were never started, and waitForCacheSync does not wait for them: " +
        'call start() again informers="v1 Pod, apps/v1 Deployment"',
    ]);
    factory.start();
    expect((await factory.waitForCacheSync()).get(Pod)).toBe(true);
    expect(lines).toHaveLength(1);
  });

  it("begins with one streaming watch where the server can, else with a list and a watch (B155)", async () => {
    await put("a");
    const capable: InformerFactory[] = [
      newSharedInformerFactory(client, { namespace: "shop" }),
      newDynamicSharedInformerFactory(client, { namespace: "shop" }),
      newMetadataSharedInformerFactory(client, { namespace: "shop" }),
    ];
    for (const factory of capable) {
      kept(factory).forKind(ConfigMap).informer();
      const hits = await requests(async () => {
        factory.start();
        await factory.waitForCacheSync();
      });
      expect(hits).toEqual({ lists: 0, watches: 1 });
    }
    const fake: InformerClient = {
      listerWatcher: (resource) => ({
        ...newListWatchFromClient(
          client.rest.forGroupVersion({ group: resource.group, version: resource.version }),
          resource.plural,
          "shop",
        ),
        supportsWatchList: false,
        list: async () => ({ kind: "ConfigMapList", metadata: { resourceVersion: server.revision }, items: [] }),
        watch: async function* () {
          await new Promise(() => {});
        },
        raw: undefined as never,
      }),
    };
    const plain = kept(newSharedInformerFactory(fake));
    plain.core.v1.configMaps.informer();
    plain.start();
    await plain.waitForCacheSync();
  });

  it("delivers the changes of its namespace, typed, dynamic and as metadata, and none of others (B156)", async () => {
    const gvr = { group: "", version: "v1", resource: "configmaps" };
    const informers = [
      () => kept(newSharedInformerFactory(client, { namespace: "shop" })),
      () => kept(newDynamicSharedInformerFactory(client, { namespace: "shop" })),
      () => kept(newMetadataSharedInformerFactory(client, { namespace: "shop" })),
    ].map((make) => {
      const factory = make();
      return { factory, kind: factory.forResource(gvr), handler: recorder() };
    });
    for (const { factory, kind, handler } of informers) {
      kind.informer().addEventHandler(handler);
      factory.start();
      await factory.waitForCacheSync();
    }
    const shop = client.resource(ConfigMap, { namespace: "shop" });
    await put("a", { namespace: "other" });
    await put("a");
    await shop.update({ ...(await shop.get("a")), data: { key: "value" } });
    await shop.delete("a");
    for (const { handler } of informers) {
      await eventually(() => handler.lines.includes("-shop/a"));
      expect(handler.lines).toEqual(["+shop/a", "~shop/a", "-shop/a"]);
    }
    await put("b");
    const [typed, dynamic, metadata] = informers.map(({ kind }) => kind.lister() as GenericLister<KubeObject>);
    for (const lister of [typed, dynamic, metadata]) await eventually(() => lister?.find("shop/b") !== undefined);
    expect(typed?.get("shop/b").kind).toBe("ConfigMap");
    expect(dynamic?.get("shop/b").kind).toBe("ConfigMap");
    expect(metadata?.get("shop/b")).toMatchObject({
      apiVersion: "meta.k8s.io/v1",
      kind: "PartialObjectMetadata",
      metadata: { name: "b" },
    });
    expect(metadata?.get("shop/b")).not.toHaveProperty("data");
    expect(() => metadata?.namespace("shop").get("none")).toThrow(expect.toSatisfy(isNotFound));
  });

  it("narrows every list and watch by its tweak (B156)", async () => {
    const factory = kept(
      newDynamicSharedInformerFactory(client, {
        namespace: "shop",
        tweakListOptions: (options) => ({ ...options, labelSelector: "app=web" }),
      }),
    );
    await put("seen", { labels: { app: "web" } });
    await put("unseen", { labels: { app: "db" } });
    const { informer } = factory.forResource({ group: "", version: "v1", resource: "configmaps" });
    const handler = recorder();
    informer().addEventHandler(handler);
    factory.start();
    await factory.waitForCacheSync();
    await put("later", { labels: { app: "web" } });
    await put("other", { labels: { app: "db" } });
    await eventually(() => handler.lines.length === 2);
    expect(handler.lines).toEqual(["+shop/seen", "+shop/later"]);
  });

  it("watches several namespaces, each on its own, into one cache", async () => {
    for (const namespace of ["shop", "other", "third"]) await put("a", { namespace });
    const factory = kept(newSharedInformerFactory(client, { namespaces: ["shop", "other", "shop"] }));
    const lister = factory.core.v1.configMaps.lister();
    const nodes = factory.core.v1.nodes.informer();
    const hits = await requests(async () => {
      factory.start();
      await factory.waitForCacheSync();
    });
    expect(hits).toEqual({ lists: 0, watches: 2 });
    expect(
      lister
        .list()
        .map(({ metadata }) => metadata?.namespace)
        .toSorted(),
    ).toEqual(["other", "shop"]);
    expect(nodes.hasSynced()).toBe(true);
    expect(() => newSharedInformerFactory(client, { namespace: "a", namespaces: ["b"] })).toThrow("not both");
  });

  it("hands resync, transform and the rest to each informer, with exceptions by kind", async () => {
    await client
      .resource(ConfigMap, { namespace: "shop" })
      .create({ metadata: { name: "a" }, data: { key: "value" } }, { fieldManager: "spec" });
    const factory = kept(
      newSharedInformerFactory(client, {
        namespace: "shop",
        resyncMs: 60_000,
        customResyncMs: new Map([[ConfigMap, 5_000]]),
        transform: (object) => ({ ...object, metadata: { ...object.metadata, annotations: { seen: "yes" } } }),
      }),
    );
    const { configMaps } = factory.core.v1;
    expect(configMaps.informer().resyncCheckMs).toBe(5_000);
    expect(factory.core.v1.pods.informer().resyncCheckMs).toBe(60_000);
    factory.start();
    await factory.waitForCacheSync();
    expect(configMaps.lister().get("shop/a").metadata?.annotations).toEqual({ seen: "yes" });
    expect(configMaps.lister().get("shop/a").metadata?.managedFields).toBeUndefined();
    const keeping = kept(newSharedInformerFactory(client, { namespace: "shop", keepManagedFields: true }));
    const lister = keeping.core.v1.configMaps.lister();
    keeping.start();
    await keeping.waitForCacheSync();
    expect(lister.get("shop/a").metadata?.managedFields).toBeDefined();
  });

  it("makes an informer of one's own once (informerFor)", async () => {
    const factory = kept(newSharedInformerFactory(client, { resyncMs: 7_000 }));
    let made = 0;
    const create = (_: unknown, resyncMs: number) => {
      made++;
      return newSharedIndexInformer<ConfigMap>(
        newListWatchFromClient(
          client.rest.forGroupVersion({ group: "", version: "v1" }),
          "configmaps",
          "shop",
          "metadata.name=a",
        ),
        ConfigMap,
        { resyncMs },
      );
    };
    await put("a");
    await put("b");
    const informer = factory.informerFor(ConfigMap, create);
    expect(factory.informerFor(ConfigMap, create)).toBe(informer);
    expect(factory.core.v1.configMaps.informer()).toBe(informer);
    expect([made, informer.resyncCheckMs]).toEqual([1, 7_000]);
    factory.start();
    await factory.waitForCacheSync();
    expect(informer.store.listKeys()).toEqual(["shop/a"]);
  });

  it("has no informer for kinds that cannot be listed and watched, by type and in words", () => {
    const factory = kept(newSharedInformerFactory(client));
    expectTypeOf(factory.core.v1).not.toHaveProperty("bindings");
    expectTypeOf(factory.core.v1).not.toHaveProperty("componentstatuses");
    expectTypeOf(factory.core.v1.pods.lister()).toEqualTypeOf<GenericLister<Pod, "Namespaced">>();
    expectTypeOf(factory.apps.v1.deployments.informer().addEventHandler).parameter(0).toHaveProperty("onAdd");
    expect("bindings" in factory.core.v1).toBe(false);
    expect(() => factory.forResource({ group: "", version: "v1", resource: "componentstatuses" })).toThrow(
      "do not offer watch",
    );
    expect(() => factory.forResource({ group: "", version: "v1", resource: "widgets" })).toThrow("not a built-in kind");
    expect(factory.forResource({ group: "apps", version: "v1", resource: "deployments" }).informer().resource).toBe(
      Deployment,
    );
  });

  it("stops by its signal or by close, and refuses to start after that", async () => {
    const factory = kept(newSharedInformerFactory(client));
    const stopper = new AbortController();
    const first = factory.core.v1.configMaps.informer();
    factory.start({ signal: stopper.signal });
    await factory.waitForCacheSync();
    stopper.abort();
    await eventually(() => first.isStopped);
    const second = factory.core.v1.nodes.informer();
    factory.start();
    await eventually(() => second.hasSynced());
    await factory.close();
    expect(second.isStopped).toBe(true);
    expect(() => factory.start()).toThrow(ClosedError);
  });

  it("names the kinds that have not synced, and why, when the wait is ended; one wait can span factories", async () => {
    server.faults.add({ match: { resource: "nodes" } }, { type: "status", code: 403, reason: "Forbidden" });
    const [one, two] = [
      kept(newSharedInformerFactory(client)),
      kept(newSharedInformerFactory(client, { logger: false })),
    ];
    const [configmaps, nodes] = [one.forKind(ConfigMap).informer(), two.forKind(Node).informer()];
    const registration = nodes.addEventHandler({});
    one.start();
    two.start();
    await one.waitForCacheSync();
    await eventually(() => nodes.lastFailure !== undefined);
    const error = await two.waitForCacheSync({ signal: AbortSignal.timeout(100) }).catch((reason) => reason);
    expect(error.message).toMatch(
      /^informers did not sync: v1 Node \((list|watch) failed: \[Forbidden\] nodes: injected fault: 403\): The operation was aborted/,
    );
    expect(isForbidden(error.cause)).toBe(true);
    expect(error.missing).toEqual(["v1 Node"]);
    expect(error.reason.name).toBe("TimeoutError");
    for (const waiting of [[configmaps, nodes], registration]) {
      await expect(waitForCacheSync(waiting, { signal: AbortSignal.timeout(100) })).rejects.toThrow(
        /did not sync: .*\[Forbidden\]/,
      );
    }
    expect([...two.syncResult()]).toEqual([[Node, false]]);
    server.faults.clear();
    await eventually(() => nodes.hasSynced());
    expect(nodes.lastFailure).toBeUndefined();
  });

  it("writes failures to the logger that was given to connect, unless it has one of its own", async () => {
    const lines: string[] = [];
    const logger = newLogger({ write: (line) => void lines.push(line) });
    const logging = await connect({ kubeconfigText: server.kubeconfig, logger });
    const silent = await connect({ kubeconfigText: server.kubeconfig, logger: false });
    const standardError = vi.spyOn(console, "error").mockImplementation(() => {});
    try {
      server.faults.add({ match: { resource: "nodes" } }, { type: "status", code: 403, reason: "Forbidden" });
      const [speaks, isSilent, inheritsSilence] = [
        kept(newSharedInformerFactory(logging)),
        kept(newSharedInformerFactory(logging, { logger: false })),
        kept(newSharedInformerFactory(silent)),
      ];
      const informers = [speaks, isSilent, inheritsSilence].map((factory) => factory.forKind(Node).informer());
      isSilent.start();
      inheritsSilence.start();
      await eventually(() => informers[1]?.lastFailure !== undefined && informers[2]?.lastFailure !== undefined);
      expect(lines).toEqual([]);
      speaks.start();
      await eventually(() => lines.length > 0);
      expect(lines[0]).toMatch(
        /^client-ts: error: (list|watch) of nodes failed, trying again error="\[Forbidden\] nodes: injected fault: 403"$/,
      );
      expect(standardError).not.toHaveBeenCalled();
    } finally {
      standardError.mockRestore();
      await Promise.all([logging.close(), silent.close()]);
    }
  });

  it("measures with the meter that was given to connect, as informers on a list watch of its client do", async () => {
    const meter = newPrometheusMeter();
    const client = await connect({ kubeconfigText: server.kubeconfig, meter });
    const factory = kept(newSharedInformerFactory(client));
    factory.forKind(Node).informer();
    const single = newSharedIndexInformer(newListWatchForKind(client.rest, ConfigMap), ConfigMap);
    factory.start();
    void single.run();
    await factory.waitForCacheSync();
    await single.waitForSync();
    for (const name of ["nodes", "configmaps"])
      expect(meter.text()).toMatch(new RegExp(`^client_ts_reflector_watches_total\\{name="${name}"\\} 1$`, "m"));
    expect(client.meter).toBe(meter);
    expect(client.logger).toBeUndefined();
    await single.close();
    await factory.close();
    await client.close();
  });
});
