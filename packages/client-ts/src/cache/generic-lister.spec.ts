import { describe, expect, it } from "vitest";
import { findStatusError, isNotFound } from "../errors/index.ts";
import { parseSelector, type Resource, type Unstructured } from "../meta/index.ts";
import { newGenericLister } from "./generic-lister.ts";
import { LazyStore, metaNamespaceIndexFunc, namespaceIndex } from "./store/index.ts";
import { informing, settled, ThingKind } from "./test-support/informing.ts";
import { type Thing, thing } from "./test-support/scripted-source.ts";

function filled(): LazyStore<Thing> {
  const store = new LazyStore<Thing>({
    indexers: { [namespaceIndex]: metaNamespaceIndexFunc, value: ({ spec }) => [String(spec?.value)] },
  });
  store.add(thing("web", "1", { namespace: "shop", labels: { app: "web", tier: "front" }, value: 1 }));
  store.add(thing("db", "2", { namespace: "shop", labels: { app: "db" }, value: 2 }));
  store.add(thing("web", "3", { namespace: "other", labels: { app: "web" }, value: 1 }));
  return store;
}
const names = (objects: readonly { readonly metadata?: { readonly namespace?: string; readonly name?: string } }[]) =>
  objects.map(({ metadata }) => `${metadata?.namespace}/${metadata?.name}`);

describe("a lister", () => {
  it("lists by selector and namespace, and throws NotFound, for typed, dynamic and metadata objects (B179)", () => {
    for (const resource of [ThingKind, { ...ThingKind, kind: "" } as Resource<Unstructured>]) {
      const lister = newGenericLister<Thing>(filled(), resource as Resource<Thing>);
      expect(names(lister.list())).toEqual(["shop/web", "shop/db", "other/web"]);
      expect(names(lister.list({ labelSelector: "app=web" }))).toEqual(["shop/web", "other/web"]);
      expect(names(lister.list({ labelSelector: { matchLabels: { tier: "front" } } }))).toEqual(["shop/web"]);
      expect(names(lister.list({ labelSelector: parseSelector("app in (db)") }))).toEqual(["shop/db"]);
      expect(names(lister.namespace("shop").list())).toEqual(["shop/web", "shop/db"]);
      expect(names(lister.namespace("shop").list({ labelSelector: "app!=db" }))).toEqual(["shop/web"]);
      expect(lister.namespace("other").get("web").metadata?.resourceVersion).toBe("3");
      expect(lister.get("shop/db").metadata?.resourceVersion).toBe("2");
      expect(lister.find("shop/none")).toBeUndefined();
      expect(lister.namespace("shop").find("none")).toBeUndefined();
      for (const miss of [() => lister.get("none"), () => lister.namespace("shop").get("none")]) {
        let error: unknown;
        try {
          miss();
        } catch (thrown) {
          error = thrown;
        }
        expect(isNotFound(error)).toBe(true);
        expect(String(error)).toContain('things.example.com "none"');
      }
      const named = (miss: () => unknown): unknown => {
        try {
          return miss();
        } catch (error) {
          return findStatusError(error)?.request.namespace;
        }
      };
      expect(named(() => lister.namespace("shop").get("none"))).toBe("shop");
      expect(named(() => lister.get("none"))).toBeUndefined();
    }
  });

  it("names what it did not find as its server would, and waits for nothing without a cache that can", async () => {
    const lister = newGenericLister<Thing>(filled(), { ...ThingKind, group: "" });
    const miss = (find: () => unknown): unknown => {
      try {
        return find();
      } catch (error) {
        const { request, status } = findStatusError(error) ?? {};
        return { request, details: status?.details, code: status?.code };
      }
    };
    expect(miss(() => lister.namespace("shop").get("none"))).toMatchObject({
      request: { resource: "things", name: "none", namespace: "shop" },
      details: { kind: "things", name: "none" },
      code: 404,
    });
    expect(miss(() => newGenericLister<Thing>(filled(), ThingKind).get("none"))).toMatchObject({
      request: { resource: "things.example.com", name: "none" },
      details: { group: "example.com", kind: "things", name: "none" },
    });
    expect(await lister.atLeast("99")).toBe(lister);
  });

  it("looks up by index, as typed as its objects; errors come through (B147)", () => {
    const lister = newGenericLister<Thing>(filled(), ThingKind);
    expect(names(lister.byIndex("value", "1"))).toEqual(["shop/web", "other/web"]);
    expect(lister.indexValues("value").toSorted()).toEqual(["1", "2"]);
    expect(() => lister.byIndex("none", "1")).toThrow('there is no index named "none"');
    const store = filled();
    store.addIndexers({
      tier: { entry: ({ meta }) => (meta.labels?.["tier"] === undefined ? [] : [meta.labels["tier"]]) },
    });
    expect(store.indexKeys("tier", "front")).toEqual(["shop/web"]);
    expect(() => store.addIndexers({ tier: () => [] })).toThrow('an index named "tier" exists already');
  });

  it("reads one's own writes when it waits for their version", async () => {
    const { informer, source } = informing();
    void informer.run();
    await settled();
    const written = source.add(thing("mine", ""));
    const { GenericLister } = await import("./generic-lister.ts");
    const lister = new GenericLister<Thing>(informer.indexer, ThingKind, (version, options) =>
      informer.atLeast(version, options),
    );
    const read = (await lister.atLeast(written.metadata?.resourceVersion ?? "")).get("mine");
    expect(read.metadata?.resourceVersion).toBe("1");
    const aborted = AbortSignal.abort(new Error("enough"));
    await expect(lister.atLeast("99", { signal: aborted })).rejects.toThrow("enough");
    await informer.close();
  });
});
