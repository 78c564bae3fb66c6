import { ConfigMap, type Node, type Pod } from "client-ts/api/core/v1";
import { newSharedIndexInformer, newListWatchForKind } from "client-ts/cache";
import { isGone, isResourceExpired, newStatus, StatusError } from "client-ts/errors";
import { newDynamicSharedInformerFactory, newSharedInformerFactory } from "client-ts/informers";
import type { WatchEvent } from "client-ts/meta";
import { FakeClock } from "client-ts/util";
import { describe, expect, it } from "vitest";
import { newFakeClientset, newFakeWatcher } from "./index.ts";

const map = (name: string, namespace = "default", data: Record<string, string> = {}): ConfigMap => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name, namespace },
  data,
});
const short = (event: WatchEvent<{ metadata: { name: string } }>): string =>
  event.type === "BOOKMARK" ? "BOOKMARK" : `${event.type} ${event.object.metadata.name}`;

/** Takes the next events of a watch and leaves it open. */
function taker(watch: AsyncIterable<WatchEvent<{ metadata: { name: string } }>>) {
  const iterator = watch[Symbol.asyncIterator]();
  return {
    async take(count: number): Promise<string[]> {
      const events: string[] = [];
      while (events.length < count) {
        const next = await iterator.next();
        if (next.done) break;
        events.push(short(next.value));
      }
      return events;
    },
    stop: () => iterator.return?.(),
  };
}

describe("a watch on the fake", () => {
  it("sees the writes of its namespace or of all, and every watcher sees each (B384)", async () => {
    const fake = newFakeClientset(map("first", "shop"));
    const { resourceVersion } = (await fake.core.v1.configMaps().list()).metadata;
    const from = { resourceVersion };
    const watchers = [
      taker(fake.core.v1.configMaps().watch(from)),
      taker(fake.core.v1.configMaps().watch(from)),
      taker(fake.core.v1.configMaps("shop").watch(from)),
    ];
    await fake.core.v1.configMaps("default").create(map("a"));
    await fake.core.v1.configMaps("shop").create(map("b", "shop"));
    await fake.core.v1.configMaps("shop").delete("first");
    expect(await watchers[0]!.take(3)).toEqual(["ADDED a", "ADDED b", "DELETED first"]);
    expect(await watchers[1]!.take(3)).toEqual(["ADDED a", "ADDED b", "DELETED first"]);
    expect(await watchers[2]!.take(2)).toEqual(["ADDED b", "DELETED first"]);
    const node: Node = { apiVersion: "v1", kind: "Node", metadata: { name: "n1" } };
    await fake.core.v1.nodes().create(node);
    expect(await taker(fake.core.v1.nodes().watch()).take(1)).toEqual(["ADDED n1"]);
    for (const watcher of watchers) await watcher.stop();
  });

  it("that was left does not disturb later writes (B385)", async () => {
    const fake = newFakeClientset(map("a"));
    const watcher = taker(fake.core.v1.configMaps().watch());
    await watcher.take(1);
    await watcher.stop();
    await fake.core.v1.configMaps("default").create(map("b"));
    expect((await fake.core.v1.configMaps().list()).items).toHaveLength(2);
  });

  it("from the version of a list misses nothing (B396)", async () => {
    const fake = newFakeClientset(map("a"));
    const { metadata, items } = await fake.core.v1.configMaps().list();
    await fake.core.v1.configMaps("default").mergePatch("a", { data: { x: "1" } });
    await fake.core.v1.configMaps("default").create(map("b"));
    const watcher = taker(fake.core.v1.configMaps().watch({ resourceVersion: metadata.resourceVersion! }));
    await fake.core.v1.configMaps("default").create(map("c"));
    expect(items).toHaveLength(1);
    expect(await watcher.take(3)).toEqual(["MODIFIED a", "ADDED b", "ADDED c"]);
    await watcher.stop();
    await fake.tracker.compact();
    const late = taker(fake.core.v1.configMaps().watch({ resourceVersion: metadata.resourceVersion! }));
    await expect(late.take(1)).rejects.toSatisfy((error: unknown) => isGone(error) || isResourceExpired(error));
  });

  it("follows label and field selectors", async () => {
    const fake = newFakeClientset();
    const maps = fake.core.v1.configMaps("default");
    const watcher = taker(maps.watch({ labelSelector: "app=a" }));
    const named = taker(maps.watch({ fieldSelector: "metadata.name=b" }));
    const taken = watcher.take(2);
    const takenByName = named.take(1);
    await expect.poll(() => fake.actions.length).toBe(2);
    await maps.create({ metadata: { name: "b" } });
    await maps.create({ metadata: { name: "a", labels: { app: "a" } } });
    await maps.mergePatch("a", { metadata: { labels: { app: "b" } } });
    expect(await taken).toEqual(["ADDED a", "DELETED a"]);
    expect(await takenByName).toEqual(["ADDED b"]);
  });

  it("can be answered by a reactor with events of the test", async () => {
    const fake = newFakeClientset();
    const watcher = newFakeWatcher<ConfigMap>();
    fake.addWatchReactor("*", () => {
      throw new Error("asked too late");
    });
    fake.prependWatchReactor("configmaps", ({ namespace }) => (namespace === "default" ? watcher : undefined));
    const seen = taker(fake.core.v1.configMaps("default").watch());
    watcher.add(map("a"));
    watcher.modify(map("a"));
    watcher.delete(map("a"));
    watcher.bookmark("7");
    expect(await seen.take(4)).toEqual(["ADDED a", "MODIFIED a", "DELETED a", "BOOKMARK"]);
    watcher.fail(new StatusError(newStatus("Expired", { message: "too old" })));
    await expect(seen.take(1)).rejects.toSatisfy(isResourceExpired);
    await expect(taker(fake.core.v1.configMaps("other").watch()).take(1)).rejects.toThrow("asked too late");
  });

  it("asks prepended reactors first, added ones in their order, and the tracker when none answers", async () => {
    const fake = newFakeClientset(map("stored"));
    const asked: string[] = [];
    fake.addWatchReactor("configmaps", () => void asked.push("first added"));
    fake.addWatchReactor("configmaps", () => void asked.push("then added"));
    fake.prependWatchReactor("configmaps", () => void asked.push("prepended"));
    fake.prependWatchReactor("pods", () => void asked.push("of another kind"));
    const seen = taker(fake.core.v1.configMaps("default").watch());
    expect(await seen.take(1)).toEqual(["ADDED stored"]);
    expect(asked).toEqual(["prepended", "first added", "then added"]);
    await seen.stop();
  });

  it("ends with the events of a reactor, which get their kind, and marks the end of the initial ones", async () => {
    const fake = newFakeClientset();
    fake.addWatchReactor("configmaps", () => [
      { type: "ADDED", object: { metadata: { name: "a" } } },
      { type: "BOOKMARK", resourceVersion: "7", initialEventsEnd: true },
    ]);
    const events: unknown[] = [];
    const maps = fake.client.dynamic.resource({ group: "", version: "v1", resource: "configmaps" });
    for await (const event of maps.namespace("default").watch()) events.push(event);
    expect(events).toMatchObject([
      { type: "ADDED", object: { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } } },
      { type: "BOOKMARK", resourceVersion: "7", initialEventsEnd: true },
    ]);
  });

  it("ends the events of a reactor when it is left", async () => {
    const fake = newFakeClientset();
    const watcher = newFakeWatcher<ConfigMap>();
    fake.addWatchReactor("configmaps", () => watcher);
    const seen = taker(fake.core.v1.configMaps("default").watch());
    watcher.add(map("a"));
    await seen.take(1);
    await seen.stop();
    await expect.poll(() => watcher.closed).toBe(true);
  });

  it("ends when the test closes the events of a reactor", async () => {
    const fake = newFakeClientset();
    const watcher = newFakeWatcher<ConfigMap>();
    fake.addWatchReactor("configmaps", () => watcher);
    watcher.add(map("a"));
    watcher.close();
    expect(watcher.closed).toBe(true);
    expect(await taker(fake.core.v1.configMaps("default").watch()).take(2)).toEqual(["ADDED a"]);
  });
});

describe("informers on the fake", () => {
  it("list and watch, and do not ask for streaming lists (B393)", async () => {
    const fake = newFakeClientset(map("a"), map("b", "shop"));
    const factory = newSharedInformerFactory(fake);
    const dynamic = newDynamicSharedInformerFactory(fake.client);
    const typed = factory.core.v1.configMaps.lister();
    const byName = dynamic.forResource({ group: "", version: "v1", resource: "configmaps" }).lister();
    factory.start();
    dynamic.start();
    await factory.waitForCacheSync();
    await dynamic.waitForCacheSync();
    expect(typed.list().map(({ metadata }) => metadata?.name)).toEqual(["a", "b"]);
    expect(byName.list()).toHaveLength(2);
    expect(fake.client.rest.supportsWatchList).toBe(false);
    expect(newListWatchForKind(fake.client.rest, ConfigMap).supportsWatchList).toBe(false);
    await expect.poll(() => fake.actions.filter(({ verb }) => verb === "watch")).toHaveLength(2);
    expect(fake.actions.map(({ verb }) => verb).sort()).toEqual(["list", "list", "watch", "watch"]);
    expect(fake.actions.some(({ options }) => "sendInitialEvents" in options)).toBe(false);
    await factory.close();
    await dynamic.close();
  });

  it("call handlers, and recover from a failing list on the fake clock", async () => {
    const clock = new FakeClock();
    const fake = newFakeClientset([map("a")], { clock, logger: false });
    let failures = 2;
    fake.prependReactor("list", "configmaps", () => {
      if (failures-- > 0) throw new StatusError(newStatus("InternalError"));
      return undefined;
    });
    const informer = newSharedIndexInformer(newListWatchForKind(fake.client.rest, ConfigMap), ConfigMap, {
      clock,
      logger: false,
    });
    const seen: string[] = [];
    informer.addEventHandler({
      onAdd: ({ key }) => void seen.push(`add ${key}`),
      onUpdate: ({ key }) => void seen.push(`update ${key}`),
      onDelete: ({ key }) => void seen.push(`delete ${key}`),
    });
    const running = informer.run();
    await clock.advance(30_000);
    await expect.poll(() => informer.hasSynced()).toBe(true);
    await fake.core.v1.configMaps("default").mergePatch("a", { data: { x: "1" } });
    await fake.core.v1.configMaps("default").delete("a");
    await expect.poll(() => seen).toEqual(["add default/a", "update default/a", "delete default/a"]);
    await informer.close();
    await running;
  });

  it("see Pods that a test creates through the clientset", async () => {
    const fake = newFakeClientset();
    const factory = newSharedInformerFactory(fake, { namespace: "default" });
    const added = new Promise<Pod>((resolve) => {
      factory.core.v1.pods.informer().addEventHandler({ onAdd: ({ object }) => resolve(object as Pod) });
    });
    factory.start();
    await factory.waitForCacheSync();
    await fake.core.v1.pods("default").create({
      metadata: { name: "web" },
      spec: { containers: [{ name: "web", image: "web:1" }] },
    });
    expect((await added).metadata?.name).toBe("web");
    await factory.close();
  });
});
