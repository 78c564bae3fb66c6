import { describe, expect, it } from "vitest";
import { ConfigMap, Namespace } from "../api/core/v1.ts";
import { isAborted } from "../errors/index.ts";
import { parseSelector } from "../meta/index.ts";
import { configMap, startWorld, website } from "./test-support/world.ts";

describe("the cache of a manager", () => {
  it("is read by any combination of namespace, labels and owner", async () => {
    await using world = await startWorld({ apiVersion: "v1", kind: "Namespace", metadata: { name: "other" } });
    // An owner of the cluster may have objects in any namespace.
    const ownedBy = await world.client.resource(Namespace).get("other");
    const owner = { apiVersion: "v1", kind: "Namespace", name: "other", uid: ownedBy.metadata.uid };
    const owned = { ownerReferences: [owner] };
    world.server.apply(
      configMap("plain"),
      configMap("x", { labels: { app: "x" } }),
      configMap("owned", owned),
      configMap("owned-x", { ...owned, labels: { app: "x" } }),
      configMap("far-x", { ...owned, namespace: "other", labels: { app: "x" } }),
    );
    const manager = world.manager({ cache: [ConfigMap, Namespace] });
    void manager.run();
    await world.settled();
    const { cache } = manager;
    const names = (options: Parameters<typeof cache.list>[1]): string[] =>
      cache
        .list(ConfigMap, options)
        .map(({ metadata }) => metadata.name)
        .sort();
    expect(names({})).toEqual(["far-x", "owned", "owned-x", "plain", "x"]);
    expect(names({ namespace: "shop" })).toEqual(["owned", "owned-x", "plain", "x"]);
    expect(names({ labelSelector: "app=x" })).toEqual(["far-x", "owned-x", "x"]);
    expect(names({ labelSelector: { matchLabels: { app: "x" } } })).toEqual(["far-x", "owned-x", "x"]);
    expect(names({ labelSelector: parseSelector("!app"), namespace: "shop" })).toEqual(["owned", "plain"]);
    expect(names({ ownedBy })).toEqual(["far-x", "owned", "owned-x"]);
    expect(names({ ownedBy, namespace: "other" })).toEqual(["far-x"]);
    expect(names({ ownedBy, namespace: "shop", labelSelector: "app=x" })).toEqual(["owned-x"]);
    expect(cache.get(Namespace, { name: "other" })?.metadata.name).toBe("other");
    expect(cache.metadata(ConfigMap, { namespace: "other", name: "far-x" })?.labels).toEqual({ app: "x" });
  });

  it("is waited for until it shows a version, or until the signal of the caller fires", async () => {
    await using world = await startWorld(website("a"));
    const manager = world.manager({ cache: [ConfigMap] });
    void manager.run();
    await world.settled();
    const maps = world.client.resource(ConfigMap, { namespace: "shop" });
    const { metadata } = await maps.create({ metadata: { name: "m" } });
    await manager.cache.atLeast(ConfigMap, metadata.resourceVersion);
    expect(manager.cache.get(ConfigMap, "shop/m")?.metadata.uid).toBe(metadata.uid);
    const end = new AbortController();
    const future = manager.cache.atLeast(ConfigMap, `${metadata.resourceVersion}000`, { signal: end.signal });
    end.abort();
    await expect(future).rejects.toSatisfy(isAborted);
  });
});
