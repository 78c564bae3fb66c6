import { describe, expect, it } from "vitest";
import { type KubeObject, metaNamespaceKeyFunc } from "../../meta/index.ts";
import { FakeClock } from "../../util/index.ts";
import { tombstone } from "../delta.ts";
import { newMutationCache } from "./mutation-cache.ts";
import { newIndexer } from "./object-store.ts";

function pod(version: string, uid = "1", name = "a"): KubeObject {
  return { metadata: { name, namespace: "shop", uid, resourceVersion: version } };
}

function setup(includeAdds = true) {
  const clock = new FakeClock();
  const indexer = newIndexer<KubeObject>(metaNamespaceKeyFunc, { namespace: "metadata.namespace" });
  const cache = newMutationCache<KubeObject>(indexer, { indexer, includeAdds, clock, ttlMs: 1000, maxEntries: 2 });
  const version = (key = "shop/a"): string | undefined => cache.getByKey(key)?.metadata?.resourceVersion;
  return { clock, indexer, cache, version };
}

describe("a cache with one's own writes over it", () => {
  it("gives the newer of the cache's object and the written one", () => {
    const { indexer, cache, version } = setup(false);
    expect(version()).toBeUndefined();
    indexer.add(pod("5"));
    cache.mutation(pod("10"));
    expect(version()).toBe("10");
    cache.mutation(pod("9"));
    expect(version()).toBe("10");
    indexer.update(pod("11"));
    expect(version()).toBe("11");
    expect(cache.byIndex("namespace", "shop").map(({ metadata }) => metadata?.resourceVersion)).toEqual(["11"]);
  });

  it("is cleared by an event that is as new as the write, and kept by an older one (B169)", () => {
    const { cache, version } = setup();
    cache.mutation(pod("10"));
    cache.onAddOrUpdate(pod("9"));
    expect(version()).toBe("10");
    cache.onAddOrUpdate(pod("10"));
    expect(version()).toBeUndefined();
    cache.mutation(pod("12"));
    cache.onAddOrUpdate(pod("13"));
    expect(version()).toBeUndefined();
  });

  it("is cleared by a deletion of its uid or a newer version, and kept by an older one of another uid (B170)", () => {
    for (const [deleted, left] of [
      [pod("5", "1"), undefined],
      [pod("20", "other"), undefined],
      [pod("5", "other"), "10"],
    ] as const) {
      const { cache, version } = setup();
      cache.mutation(pod("10", "1"));
      cache.onDelete(deleted);
      expect(version()).toBe(left);
    }
  });

  it("refuses an answer that comes after the deletion was seen (B171)", () => {
    const { indexer, cache, version } = setup();
    indexer.add(pod("5"));
    indexer.delete(pod("5"));
    cache.onDelete(tombstone("shop/a", pod("5")));
    cache.mutation(pod("10"));
    expect(version()).toBeUndefined();
    cache.mutation(pod("12", "new"));
    expect(version()).toBe("12");
  });

  it("prefers the object that was created again to a late answer about the old one (B172)", () => {
    const { indexer, cache } = setup();
    cache.onDelete(pod("11", "1"));
    indexer.add(pod("12", "2"));
    cache.onAddOrUpdate(pod("12", "2"));
    cache.mutation(pod("10", "1"));
    expect(cache.getByKey("shop/a")?.metadata).toMatchObject({ uid: "2", resourceVersion: "12" });
  });

  it("forgets an object that only was written once it is deleted (B173)", () => {
    const { cache, version } = setup();
    cache.mutation(pod("10"));
    expect(version()).toBe("10");
    expect(cache.byIndex("namespace", "shop")).toHaveLength(1);
    cache.onDelete(pod("11"));
    expect(version()).toBeUndefined();
    expect(cache.byIndex("namespace", "shop")).toEqual([]);
  });

  it("forgets after a while, and what was used longest ago when there is too much", async () => {
    const { clock, cache, version } = setup();
    for (const name of ["a", "b", "c"]) cache.mutation(pod("10", name, name));
    expect([version("shop/a"), version("shop/b"), version("shop/c")]).toEqual([undefined, "10", "10"]);
    await clock.advance(1001);
    expect([version("shop/b"), version("shop/c")]).toEqual([undefined, undefined]);
  });
});
