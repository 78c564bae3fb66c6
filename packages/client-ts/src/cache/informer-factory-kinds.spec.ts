import { afterEach, describe, expect, it } from "vitest";
import { ConfigMap } from "../api/core/v1.ts";
import type { KubeObject, Resource } from "../meta/index.ts";
import { scripted } from "../rest/test-support/scripted.ts";
import { FakeClock, type Logger, silentLogger } from "../util/index.ts";
import { type InformerClient, InformerFactory, type InformerFactoryOptions } from "./informer-factory.ts";
import { newSharedIndexInformer } from "./informer/shared-index-informer.ts";
import type { KindListWatchOptions } from "./list-watch.ts";
import type { ListerWatcher } from "./lister-watcher.ts";
import { settled, ThingKind } from "./test-support/informing.ts";
import { refusedConnection } from "./test-support/reflecting.ts";
import { listOf, ScriptedSource, type Thing, thing } from "./test-support/scripted-source.ts";

const NodeKind: Resource<Thing, { scope: "Cluster"; plural: "nodes" }> = {
  group: "",
  version: "v1",
  kind: "Node",
  plural: "nodes",
  scope: "Cluster",
};

const factories: InformerFactory[] = [];
afterEach(async () => {
  for (const factory of factories.splice(0)) await factory.close();
});

/** A factory over scripted sources, what it asked its client for, and the lines that it logged. */
function making(options: InformerFactoryOptions = {}, more: { readonly metadataOnly?: boolean } = {}) {
  const asked: unknown[] = [];
  const sources: ScriptedSource[] = [];
  const lines: unknown[] = [];
  const logger: Logger = { ...silentLogger, warn: (...line) => void lines.push(line) };
  const client = {
    listerWatcher: <T extends KubeObject>(resource: Resource<T>, given: KindListWatchOptions) => {
      asked.push([resource.plural, given]);
      sources.push(new ScriptedSource());
      return sources.at(-1) as unknown as ListerWatcher<T>;
    },
  };
  const clock = new FakeClock();
  const factory = new InformerFactory(client, { clock, logger, onWatchError: () => {}, ...options }, more);
  factories.push(factory);
  return { client, factory, asked, sources, lines, clock };
}

describe("the informer of a kind", () => {
  it("is made when it is asked for, and once for a group, version and plural", () => {
    const { factory, asked } = making();
    const things = factory.forKind(ThingKind);
    expect(asked).toEqual([]);
    const informer = things.informer();
    expect(things.informer()).toBe(informer);
    expect(factory.forKind({ ...ThingKind, kind: "" }).informer()).toBe(informer);
    const others = [
      { ...ThingKind, group: "other.com" },
      { ...ThingKind, version: "v2" },
      { ...ThingKind, plural: "others" as const },
    ].map((resource) => factory.forKind(resource as Resource<Thing>).informer());
    expect(new Set([informer, ...others]).size).toBe(4);
    expect(asked).toHaveLength(4);
  });

  it("asks its client for what the options of the factory say, in its own scope", () => {
    const namespaced = { namespace: "shop", keepManagedFields: true, freeze: "always" as const };
    const forEntries = { keepManagedFields: undefined, freeze: undefined, metadataOnly: false };
    const cases: readonly (readonly [InformerFactoryOptions, Resource<Thing>, readonly object[], string])[] = [
      [{}, ThingKind, [{ ...forEntries, namespace: "" }], "things.example.com"],
      [namespaced, ThingKind, [{ ...namespaced, metadataOnly: false }], "things.example.com in shop"],
      [{ namespace: "shop" }, NodeKind, [{ ...forEntries, namespace: "shop" }], "nodes"],
      [{ namespaces: ["a", "b"] }, NodeKind, [{ ...forEntries, namespace: "" }], "nodes"],
      [
        { namespaces: ["a", "b", "a"] },
        ThingKind,
        [
          { ...forEntries, namespace: "a" },
          { ...forEntries, namespace: "b" },
        ],
        "things.example.com",
      ],
    ];
    for (const [options, resource, wanted, name] of cases) {
      const { factory, asked } = making(options);
      expect(factory.forKind(resource).informer().name).toBe(name);
      expect(asked).toEqual(wanted.map((request) => [resource.plural, request]));
    }
    const { factory, asked } = making({}, { metadataOnly: true });
    factory.forKind(ThingKind).informer();
    expect(asked).toEqual([["things", { ...forEntries, metadataOnly: true, namespace: "" }]]);
  });

  it("is refused with a namespace and namespaces, or when its server cannot list or watch it", () => {
    expect(() => making({ namespace: "a", namespaces: ["b"] })).toThrow(
      "a factory takes `namespace` or `namespaces`, not both",
    );
    const { factory } = making();
    for (const [verbs, kind, message] of [
      [["get"], "Thing", "example.com/v1 Thing has no informer: servers do not offer list and watch for it"],
      [["watch"], "Thing", "example.com/v1 Thing has no informer: servers do not offer list for it"],
      [["list", "get"], "", "example.com/v1 things has no informer: servers do not offer watch for it"],
    ] as const)
      expect(() => factory.forKind({ ...ThingKind, kind, verbs })).toThrow(message);
    expect(() => factory.forKind({ ...ThingKind, verbs: ["watch", "list"] })).not.toThrow();
  });

  it("is resynced as its kind is, else as the factory is, else never", () => {
    const customResyncMs = new Map<Resource, number>([[ThingKind, 5_000]]);
    const periods = (options: InformerFactoryOptions): number[] => {
      const { factory } = making(options);
      return [ThingKind, NodeKind].map((resource) => factory.forKind<Thing>(resource).informer().resyncCheckMs);
    };
    expect(periods({ resyncMs: 7_000, customResyncMs })).toEqual([5_000, 7_000]);
    expect(periods({ customResyncMs })).toEqual([5_000, 0]);
    expect(periods({})).toEqual([0, 0]);
  });

  it("can be made by the caller, who gets the client and the resync period", () => {
    const { factory, client, asked } = making({ resyncMs: 7_000 });
    const given: unknown[] = [];
    const create = (...args: readonly [InformerClient, number]) => {
      given.push(args);
      return newSharedIndexInformer<Thing>(new ScriptedSource(), ThingKind, { name: "my own" });
    };
    const own = factory.informerFor(ThingKind, create);
    expect(own.name).toBe("my own");
    expect(given).toEqual([[client, 7_000]]);
    expect(factory.informerFor(ThingKind, create)).toBe(own);
    expect(factory.forKind(ThingKind).informer()).toBe(own);
    expect([given.length, asked]).toEqual([1, []]);
  });

  it("stores what the transform of the factory returns, and metadata alone when that is asked for", async () => {
    const transform = <T extends KubeObject>(object: T): T => ({ ...object, spec: { value: "changed" } });
    for (const metadataOnly of [false, true]) {
      const { factory, sources } = making({ transform }, { metadataOnly });
      const lister = factory.forKind(ThingKind).lister();
      factory.start();
      const item = {
        ...thing("a", "5"),
        ...(metadataOnly && { apiVersion: "meta.k8s.io/v1", kind: "PartialObjectMetadata" }),
      };
      await (await sources[0]!.nextList()).answer(listOf("10", [item]));
      await (await sources[0]!.nextWatch()).open();
      expect((await lister.atLeast("10")).list()).toEqual([{ ...item, spec: { value: "changed" } }]);
    }
  });

  it("lists and watches with the REST client of a client or a clientset", async () => {
    const list = { kind: "ConfigMapList", apiVersion: "v1", metadata: { resourceVersion: "10" }, items: [] };
    for (const wrapped of [false, true]) {
      const { client: rest, sent } = scripted([{ body: list }, () => new Promise(() => {})]);
      const factory = new InformerFactory(wrapped ? { client: { rest } } : { rest }, {
        namespace: "shop",
        streaming: false,
      });
      factories.push(factory);
      const informer = factory.forKind(ConfigMap).informer();
      factory.start();
      await informer.waitForSync();
      expect(sent[0]?.path).toMatch(/^\/api\/v1\/namespaces\/shop\/configmaps/);
    }
  });
});

describe("a factory that is started", () => {
  it("runs what was asked for since, and says which caches have synced", async () => {
    const { factory, sources } = making();
    factory.start();
    expect(factory.syncResult()).toEqual(new Map());
    factory.forKind(ThingKind).informer();
    factory.start();
    factory.start();
    const list = await sources[0]!.nextList();
    factory.forKind(NodeKind).informer();
    expect([sources[0]!.lists.length, sources[1]!.lists.length]).toEqual([1, 0]);
    await list.answer(listOf("10", []));
    expect(factory.syncResult()).toEqual(new Map([[ThingKind, true]]));
    factory.start();
    await settled();
    expect(factory.syncResult()).toEqual(
      new Map<Resource, boolean>([
        [ThingKind, true],
        [NodeKind, false],
      ]),
    );
    const synced = factory.waitForCacheSync();
    await (await sources[1]!.nextList()).answer(listOf("10", []));
    expect([...(await synced).values()]).toEqual([true, true]);
  });

  it("names the caches that did not sync, with the reasons of their failed lists, when the wait ends", async () => {
    const { factory, sources } = making();
    for (const resource of [ThingKind, NodeKind, { ...NodeKind, kind: "", plural: "dynamic" }] as Resource<Thing>[])
      factory.forKind(resource).informer();
    factory.start();
    await (await sources[0]!.nextList()).fail(refusedConnection());
    const stopper = new AbortController();
    const waiting = factory.waitForCacheSync({ signal: stopper.signal });
    const failed = expect(waiting).rejects.toMatchObject({
      missing: ["example.com/v1 Thing", "v1 Node", "v1 dynamic"],
      message:
        "informers did not sync: example.com/v1 Thing (list failed: connect ECONNREFUSED), v1 Node, v1 dynamic: enough",
    });
    await settled();
    stopper.abort(new Error("enough"));
    await failed;
  });

  it("warns once of an informer that was asked for after the start, and of no other", async () => {
    const { factory, sources, lines } = making();
    factory.forKind(ThingKind).informer();
    factory.start();
    await (await sources[0]!.nextList()).answer(listOf("10", []));
    await factory.waitForCacheSync();
    expect(lines).toEqual([]);
    factory.forKind(NodeKind).informer();
    factory.forKind({ ...NodeKind, kind: "", plural: "dynamic" as "nodes" }).informer();
    const own = factory.forKind({ ...NodeKind, plural: "own" as "nodes" }).informer();
    void own.run();
    const stopped = factory.forKind({ ...NodeKind, plural: "stopped" as "nodes" }).informer();
    await stopped.close();
    await factory.waitForCacheSync();
    await factory.waitForCacheSync();
    expect(lines).toEqual([
      [
        "informers of this factory were never started, and waitForCacheSync does not wait for them: call start() again",
        { informers: "v1 Node, v1 dynamic" },
      ],
    ]);
  });

  it("warns with the logger of its client when it has none", async () => {
    const lines: string[] = [];
    const logger: Logger = { ...silentLogger, warn: (line) => void lines.push(line) };
    const { client: rest } = scripted([{}], { logger });
    const factory = new InformerFactory({ rest });
    factories.push(factory);
    factory.forKind(ConfigMap).informer();
    await factory.waitForCacheSync();
    expect(lines).toHaveLength(1);
  });

  it("stops every informer when it is closed or disposed of, also one that never ran, and starts none", async () => {
    for (const end of ["close", Symbol.asyncDispose] as const) {
      const { factory, sources, clock } = making();
      const [first, second] = [factory.forKind(ThingKind).informer(), factory.forKind(NodeKind).informer()];
      factory.start();
      await sources[0]!.nextList();
      const never = factory.forKind({ ...NodeKind, plural: "never" as "nodes" }).informer();
      await factory[end]();
      expect([first.isStopped, second.isStopped, never.isStopped, clock.pending]).toEqual([true, true, true, 0]);
      expect(() => factory.start()).toThrow("the informer factory was closed");
      await expect(first.waitForSync()).rejects.toThrow("the informer was closed");
    }
  });

  it("stops its informers when the signal of its start fires, and may start others after that", async () => {
    const { factory, sources } = making();
    const first = factory.forKind(ThingKind).informer();
    const stopper = new AbortController();
    factory.start({ signal: stopper.signal });
    await sources[0]!.nextList();
    stopper.abort(new Error("enough"));
    await settled();
    const second = factory.forKind(NodeKind).informer();
    factory.start();
    await sources[1]!.nextList();
    expect([first.isStopped, second.isStopped]).toEqual([true, false]);
  });
});
