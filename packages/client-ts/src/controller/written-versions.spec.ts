import { describe, expect, it } from "vitest";
import { ConfigMap } from "../api/core/v1.ts";
import { Caches } from "./caches.ts";
import { startWorld } from "./test-support/world.ts";
import { WrittenVersions } from "./written-versions.ts";

describe("the writes of keys that never run again", () => {
  it("are forgotten once they are visible, and those that are not visible stay", async ({ onTestFinished }) => {
    await using world = await startWorld();
    const { client, clock } = world;
    const caches = new Caches({ clock, logger: false, meter: undefined, namespaces: undefined });
    const cache = caches.use(client, ConfigMap, "metadata");
    onTestFinished(() => caches.close());
    caches.start();
    const written = await client.resource(ConfigMap, { namespace: "shop" }).create({ metadata: { name: "m" } });
    await cache.informer.atLeast(written.metadata.resourceVersion);
    const versions = new WrittenVersions({ cacheOf: () => cache, now: () => 0 });
    const write = { resource: ConfigMap, namespace: "shop", outcome: "accepted" } as const;
    const { metadata } = written;
    const unseen = { ...written, metadata: { ...metadata, resourceVersion: `${metadata.resourceVersion}0` } };
    versions.record("shop/unseen", { ...write, answer: unseen });
    // As a controller whose last write to each object removes its finalizer.
    for (let at = 0; at < 10_000; at++) versions.record(`shop/site-${at}`, { ...write, answer: written });
    expect(versions.size).toBeLessThanOrEqual(1_000);
    expect(versions.unseen("shop/unseen")).toHaveLength(1);
  });
});
