/* One object that cannot be decoded among many: the others are served in every way in which a cache is read. */
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { Pod } from "../api/core/v1.ts";
import {
  newReflector,
  filteringHandler,
  type InformerFactoryOptions,
  newCacheMutationDetector,
  newListWatchForKind,
  newMutationCache,
  newSharedIndexInformer,
  newStore,
  type SharedIndexInformer,
  entriesOf,
} from "../cache/index.ts";
import { isUndecodable } from "../errors/index.ts";
import { type KubeObject, metaNamespaceKeyFunc } from "../meta/index.ts";
import { restClientFor } from "../rest/index.ts";
import { FakeClock } from "../util/index.ts";
import { RecordingMeter } from "../util/test-support/recording-meter.ts";
import { newDynamicSharedInformerFactory } from "./dynamic-shared-informer-factory.ts";
import { newMetadataSharedInformerFactory } from "./metadata-shared-informer-factory.ts";
import { newSharedInformerFactory } from "./shared-informer-factory.ts";

/** What is behind the metadata of an object that cannot be decoded, by what is wrong with it. */
const bodies: Record<string, string> = {
  "nested over 1,000 levels": `,"spec":${'{"x":'.repeat(1_200)}1${"}".repeat(1_200)}`,
  "nested 50,000 lists deep": `,"spec":${"[".repeat(50_000)}${"]".repeat(50_000)}`,
  "a word that is not JSON": ',"spec":{"nodeName":tru}',
  "a comma too many": ',"spec":{"nodeName":"n1",}',
  "an escape that is not JSON": ',"spec":{"nodeName":"\\x"}',
  "garbage between two fields": ',"spec":{} oops,"status":{}',
  "a byte that is not UTF-8": ',"spec":{"nodeName":"\u00ff"}',
  "half a surrogate pair in UTF-8": ',"spec":{"nodeName":"\u00ed\u00a0\u0080"}',
};

/** Metadata that cannot be decoded itself. */
const annotations: Record<string, string> = {
  "annotations that are not JSON": '"annotations":{"a":tru},',
  "annotations that are not UTF-8": '"annotations":{"a":"\u00ff"},',
};

/** Odd, and fine. */
const fine: Record<string, string> = {
  "a key twice": ',"spec":{"nodeName":"n0"},"spec":{"nodeName":"n1"}',
  "a key that is a prototype's": ',"spec":{"nodeName":"n1","__proto__":{"a":1},"constructor":1}',
  "an empty key and an escaped one": ',"spec":{"nodeName":"n1","":1,"\\u0061":2}',
  "halves of surrogate pairs in escapes": ',"spec":{"nodeName":"n1","odd":"\\ud800 \\udfff"}',
};

function item(name: string, version: number, { body = ',"spec":{"nodeName":"n1"}', meta = "" } = {}): string {
  const identity = `"name":"${name}","namespace":"shop","uid":"u-${name}","resourceVersion":"${version}"`;
  return `{"apiVersion":"v1","kind":"Pod","metadata":{${meta}${identity},"labels":{"app":"web"}}${body}}`;
}

interface World {
  readonly url: string;
  readonly lists: { count: number };
  /** Sends an event to every open watch; `bytes` are Latin-1, so that bytes that are not UTF-8 can be written. */
  send(type: string, bytes: string): void;
  watching(): Promise<void>;
}

/** A server of Pods, each given as text. */
async function serve(items: readonly string[], { streaming = false } = {}): Promise<World> {
  const watches = new Set<ServerResponse>();
  const lists = { count: 0 };
  const waiting: (() => void)[] = [];
  const frame = (type: string, bytes: string): Buffer =>
    Buffer.from(`{"type":"${type}","object":${bytes}}\n`, "latin1");
  const server: Server = createServer((request, response) => {
    const metadataOnly = String(request.headers.accept).includes("as=PartialObjectMetadata");
    const kind = metadataOnly ? "PartialObjectMetadata" : "Pod";
    const apiVersion = metadataOnly ? "meta.k8s.io/v1" : "v1";
    const typed = (text: string): string =>
      text.replace('"apiVersion":"v1","kind":"Pod"', `"apiVersion":"${apiVersion}","kind":"${kind}"`);
    const { searchParams } = new URL(request.url!, "http://x");
    response.setHeader("content-type", "application/json");
    if (searchParams.get("watch") !== "true") {
      lists.count++;
      const head = `{"kind":"${kind}List","apiVersion":"${apiVersion}","metadata":{"resourceVersion":"5000"},"items":[`;
      response.end(Buffer.from(`${head}${items.map(typed).join(",")}]}`, "latin1"));
      return;
    }
    response.flushHeaders();
    if (searchParams.get("sendInitialEvents") === "true") {
      if (!streaming) {
        response.statusCode = 422;
        response.end("{}");
        return;
      }
      for (const each of items) response.write(frame("ADDED", typed(each)));
      const end = '"metadata":{"resourceVersion":"5000","annotations":{"k8s.io/initial-events-end":"true"}}';
      response.write(frame("BOOKMARK", `{"apiVersion":"v1","kind":"Pod",${end}}`));
    }
    watches.add(response);
    response.on("close", () => watches.delete(response));
    for (const wake of waiting.splice(0)) wake();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lists,
    send: (type, bytes) => {
      for (const watch of watches) watch.write(frame(type, bytes));
    },
    watching: async () => {
      if (watches.size === 0) await new Promise<void>((resolve) => waiting.push(resolve));
    },
  };
}

function clientOf(world: World) {
  const client = restClientFor({ host: world.url }, { groupVersion: { group: "", version: "v1" } });
  onTestFinished(() => client.close());
  return client;
}

const count = 1_000;
const good = Array.from({ length: count - 1 }, (_, i) => item(`p-${i}`, i + 1));
const withBad = (bad: string): string[] => [...good.slice(0, 500), bad, ...good.slice(500)];

/** An informer with every kind of index over a server, and what it reports. */
async function informerOver(
  world: World,
  options: InformerFactoryOptions = {},
  which: "typed" | "dynamic" | "metadata" = "typed",
) {
  const unexpected: unknown[] = [];
  const meter = new RecordingMeter();
  const all: InformerFactoryOptions = {
    streaming: false,
    backoff: { next: () => 1 },
    onWatchError: () => {},
    onUnexpectedError: (error) => void unexpected.push(error),
    meter,
    ...options,
  };
  const client = { rest: clientOf(world) };
  const pods = { group: "", version: "v1", resource: "pods" };
  const kind = {
    typed: () => newSharedInformerFactory(client, all).core.v1.pods,
    dynamic: () => newDynamicSharedInformerFactory(client, all).forResource(pods),
    metadata: () => newMetadataSharedInformerFactory(client, all).forResource(pods),
  }[which]();
  const informer = kind.informer() as unknown as SharedIndexInformer<KubeObject>;
  informer.addIndexers({
    node: "spec.nodeName",
    byObject: (object) => [object.metadata?.labels?.["app"] ?? ""],
    byEntry: { entry: (entry) => [(entry.object.metadata?.labels?.["app"] ?? "") as string] },
    byMeta: { entry: (entry) => [entry.meta.labels?.["app"] ?? "none"] },
  });
  onTestFinished(() => informer.close());
  const undecodable = (): number => meter.total("client_ts_informer_undecodable_objects_total");
  return { informer, lister: kind.lister(), unexpected, undecodable };
}

/** Reads a cache of 999 objects and one bad one in every way there is. */
async function readEverything(
  world: World,
  options: InformerFactoryOptions,
  which: "typed" | "dynamic" | "metadata",
): Promise<void> {
  const { informer, lister, unexpected, undecodable } = await informerOver(world, options, which);
  const keys: string[] = [];
  const objects: string[] = [];
  informer.addEventHandler({ onAdd: ({ key, meta }) => void keys.push(`${key} ${meta.name}`) });
  informer.addEventHandler({ onAdd: ({ object }) => void objects.push(object.metadata!.name!) });
  const decoding = { onAdd: async ({ object }: { object: KubeObject }) => void objects.push(object.metadata!.name!) };
  const late = informer.addEventHandler(decoding as never);
  void informer.run();
  await informer.waitForSync();
  await late.waitForSync();
  for (let again = 0; again < 3; again++) {
    expect(lister.list()).toHaveLength(count - 1);
    expect(informer.store.list()).toHaveLength(count - 1);
    expect(lister.list({ labelSelector: "app=web" })).toHaveLength(count - 1);
    expect(lister.namespace("shop").list()).toHaveLength(count - 1);
    expect(lister.namespace("shop").list({ labelSelector: "app=web" })).toHaveLength(count - 1);
    for (const index of ["byObject", "byEntry"]) expect(lister.byIndex(index, "web"), index).toHaveLength(count - 1);
    expect(lister.byIndex("byMeta", "web").length).toBe(count - 1);
    if (which !== "metadata") expect(lister.byIndex("node", "n1")).toHaveLength(count - 1);
    expect(informer.indexer.index("namespace", { metadata: { name: "x", namespace: "shop" } })).toHaveLength(count - 1);
  }
  // Its key and metadata are there, and reading it says what is wrong.
  expect(informer.store.listKeys()).toHaveLength(count);
  expect([...entriesOf(informer).entries()]).toHaveLength(count);
  expect(entriesOf(informer).entry("shop/bad")?.meta).toMatchObject({
    name: "bad",
    namespace: "shop",
    uid: "u-bad",
    resourceVersion: "4000",
  });
  for (const read of [
    () => lister.get("shop/bad"),
    () => lister.find("shop/bad"),
    () => lister.namespace("shop").get("bad"),
    () => informer.store.getByKey("shop/bad"),
    () => entriesOf(informer).entry("shop/bad")?.object,
  ]) {
    let caught: unknown;
    try {
      read();
    } catch (error) {
      caught = error;
    }
    expect(isUndecodable(caught)).toBe(true);
    expect(caught).toMatchObject({ kind: "Protocol", key: "shop/bad", resourceVersion: "4000", uid: "u-bad" });
    expect(String(caught)).toContain('"shop/bad"');
    expect(String((caught as Error).cause)).not.toContain("oops");
  }
  expect(keys).toHaveLength(count);
  expect(keys).toContain("shop/bad bad");
  expect(objects.filter((name) => name === "p-998")).toHaveLength(2);
  expect(objects).toHaveLength(2 * (count - 1));
  // However often it was read.
  expect(unexpected.map(String)).toEqual([expect.stringContaining('"shop/bad"')]);
  expect(undecodable()).toBe(1);
  await informer.close();
}

describe("one object that cannot be decoded among a thousand", () => {
  for (const [what, body] of Object.entries(bodies)) {
    it(`does not hide the others, and is reported once: ${what}`, async () => {
      await readEverything(await serve(withBad(item("bad", 4_000, { body }))), {}, "typed");
    });
  }

  for (const [what, meta] of Object.entries(annotations)) {
    it(`does not hide the others, and is reported once: ${what}`, async () => {
      await readEverything(await serve(withBad(item("bad", 4_000, { meta }))), {}, "typed");
    });
  }

  it("hides no other object, whatever the informer, the transform, the memo, the queue or the list", async () => {
    for (const what of ["nested over 1,000 levels", "garbage between two fields", "a byte that is not UTF-8"]) {
      const items = withBad(item("bad", 4_000, { body: bodies[what]! }));
      const world = await serve(items, { streaming: true });
      await readEverything(world, {}, "dynamic");
      await readEverything(world, {}, "metadata");
      await readEverything(world, { transform: (object) => ({ ...object, status: {} }) }, "typed");
      await readEverything(world, { memoBytes: 0 }, "typed");
      await readEverything(world, { queue: "delta" }, "typed");
      await readEverything(world, { freeze: "never" }, "typed");
      await readEverything(world, { streaming: true }, "typed");
    }
  });

  for (const [what, body] of Object.entries(fine)) {
    it(`is served as any other when it is only unusual: ${what}`, async () => {
      const world = await serve(withBad(item("odd", 4_000, { body })));
      const { informer, lister, unexpected } = await informerOver(world);
      void informer.run();
      await informer.waitForSync();
      expect(lister.list()).toHaveLength(count);
      expect(lister.byIndex("node", "n1")).toHaveLength(count);
      expect(lister.get("shop/odd")).toMatchObject({ spec: { nodeName: "n1" } });
      expect([unexpected, world.lists.count]).toEqual([[], 1]);
    });
  }
});

describe("an object that cannot be decoded in a watch", () => {
  for (const what of [
    "nested over 1,000 levels",
    "a word that is not JSON",
    "garbage between two fields",
    "a byte that is not UTF-8",
  ]) {
    it(`comes, changes and goes with key and metadata while others receive everything else: ${what}`, async () => {
      const body = bodies[what]!;
      const world = await serve([item("a", 1), item("b", 2)]);
      const { informer, lister, unexpected, undecodable } = await informerOver(world);
      const received: string[] = [];
      const decoded: string[] = [];
      const filtered: string[] = [];
      informer.addEventHandler({
        onAdd: ({ key, meta }) => void received.push(`+${key}@${meta.resourceVersion}`),
        onUpdate: ({ key, meta, old }) =>
          void received.push(`~${key}@${old.meta.resourceVersion}>${meta.resourceVersion}`),
        onDelete: ({ key, meta }) => void received.push(`-${key}@${meta.resourceVersion}`),
      });
      const reader = informer.addEventHandler({
        onAdd: ({ object }) => void decoded.push(`+${object.metadata?.name}`),
        onUpdate: ({ object }) => void decoded.push(`~${object.metadata?.name}@${object.metadata?.resourceVersion}`),
        onDelete: ({ object }) => void decoded.push(`-${object?.metadata?.name}`),
      });
      informer.addEventHandler(
        filteringHandler(({ object }) => object.metadata?.labels?.["app"] === "web", {
          onAdd: ({ key }) => void filtered.push(`+${key}`),
          onUpdate: ({ key }) => void filtered.push(`~${key}`),
          onDelete: ({ key }) => void filtered.push(`-${key}`),
        }),
      );
      void informer.run();
      await informer.waitForSync();
      await reader.waitForSync();
      const step = async (type: string, name: string, version: number, bad: boolean): Promise<void> => {
        const text = item(name, version, bad ? { body } : {});
        const wanted = type === "DELETED" ? undefined : String(version);
        // What arrives as garbage ends the first watch; a server sends it again to the next.
        const shown = async (): Promise<string | undefined> => {
          await world.watching();
          world.send(type, text);
          return entriesOf(informer).entry(`shop/${name}`)?.resourceVersion;
        };
        await expect.poll(shown, { interval: 10 }).toBe(wanted);
      };
      await step("ADDED", "bad", 5_001, true);
      await step("MODIFIED", "a", 5_002, false);
      await step("MODIFIED", "a", 5_003, true);
      await step("MODIFIED", "bad", 5_004, true);
      expect(lister.list().map(({ metadata }) => metadata?.name)).toEqual(["b"]);
      await step("MODIFIED", "a", 5_005, false);
      await step("DELETED", "bad", 5_006, true);
      await step("ADDED", "c", 5_007, false);
      await expect
        .poll(() => decoded.includes("+c") && received.includes("+shop/c@5007") && filtered.includes("+shop/c"))
        .toBe(true);
      expect(received).toEqual([
        "+shop/a@1",
        "+shop/b@2",
        "+shop/bad@5001",
        "~shop/a@1>5002",
        "~shop/a@5002>5003",
        "~shop/bad@5001>5004",
        "~shop/a@5003>5005",
        "-shop/bad@5006",
        "+shop/c@5007",
      ]);
      expect(decoded).toEqual(["+a", "+b", "~a@5002", "~a@5005", "+c"]);
      expect(filtered).toEqual(["+shop/a", "+shop/b", "~shop/a", "-shop/a", "+shop/a", "-shop/bad", "+shop/c"]);
      expect(lister.list().map(({ metadata }) => metadata?.name)).toEqual(["a", "b", "c"]);
      expect(unexpected.every(isUndecodable)).toBe(true);
      // Each object once, whatever its version.
      expect(unexpected.map((error) => (error as { key: string }).key).sort()).toEqual(["shop/a", "shop/bad"]);
      expect(undecodable()).toBe(2);
    });
  }

  it("costs a handler that reads it no pause, though it comes in every second event", async () => {
    const world = await serve([]);
    // A pause would not end: this clock stands still.
    const { informer, unexpected } = await informerOver(world, { clock: new FakeClock() });
    const read: string[] = [];
    informer.addEventHandler({
      onAdd: async ({ object }) => void read.push(object.metadata!.name!),
      onUpdate: ({ object }) => void read.push(object.metadata!.resourceVersion!),
    });
    void informer.run();
    await informer.waitForSync();
    await world.watching();
    const body = bodies["nested over 1,000 levels"]!;
    for (let n = 0; n < 50; n++) {
      world.send(n === 0 ? "ADDED" : "MODIFIED", item("bad", 6_000 + 2 * n, { body }));
      world.send("ADDED", item(`n-${n}`, 6_001 + 2 * n));
    }
    await expect.poll(() => read.length, { timeout: 20_000 }).toBe(50);
    expect(unexpected).toHaveLength(1);
  });

  it.each([
    ["not UTF-8", ',"spec":{"nodeName":"\xff"}'],
    ["not JSON", ',"spec":{"nodeName":nope}'],
  ])("is replaced by an intact copy of the same version that a later list brings: %s", async (_what, body) => {
    const items = [item("a", 1), item("bad", 2, { body })];
    const world = await serve(items);
    const { informer, lister } = await informerOver(world);
    const updated: string[] = [];
    informer.addEventHandler({ onUpdate: ({ key, object }) => void updated.push(`${key}@${object.metadata?.uid}`) });
    void informer.run();
    await informer.waitForSync();
    expect(lister.list()).toHaveLength(1);
    items[1] = item("bad", 2);
    await world.watching();
    world.send(
      "ERROR",
      '{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","reason":"Expired","code":410}',
    );
    await expect.poll(() => lister.list().length, { interval: 10 }).toBe(2);
    await expect.poll(() => updated).toEqual(["shop/bad@u-bad"]);
    expect(lister.get("shop/bad").metadata?.resourceVersion).toBe("2");
  });

  it("is shown again at a resync, and the others with it", async () => {
    const world = await serve([
      item("a", 1),
      item("bad", 2, { body: bodies["nested over 1,000 levels"]! }),
      item("c", 3),
    ]);
    const clock = new FakeClock();
    const { informer, unexpected } = await informerOver(world, { clock });
    const [keys, objects]: [string[], string[]] = [[], []];
    informer.addEventHandler({ onUpdate: ({ key, resync }) => void (resync && keys.push(key)) }, { resyncMs: 1_000 });
    informer.addEventHandler(
      { onUpdate: ({ object }) => void objects.push(object.metadata!.name!) },
      { resyncMs: 1_000 },
    );
    void informer.run();
    await informer.waitForSync();
    await clock.advance(1_000);
    await expect
      .poll(() => [keys, objects])
      .toEqual([
        ["shop/a", "shop/bad", "shop/c"],
        ["a", "c"],
      ]);
    expect(unexpected).toHaveLength(1);
  });
});

describe("outside of an informer, an object that cannot be decoded", () => {
  const body = bodies["nested over 1,000 levels"]!;

  it("is left out of a store of objects that a reflector fills, and goes from it when it was there", async () => {
    const world = await serve([item("a", 1), item("bad", 2, { body }), item("c", 3)]);
    const unexpected: unknown[] = [];
    const store = newStore<KubeObject>(metaNamespaceKeyFunc);
    const source = newListWatchForKind<KubeObject>(clientOf(world), Pod);
    const reflector = newReflector<KubeObject>(source, Pod, store, {
      streaming: false,
      onUnexpectedError: (error) => void unexpected.push(error),
    });
    const stopper = new AbortController();
    const running = reflector.run({ signal: stopper.signal });
    onTestFinished(() => stopper.abort());
    await world.watching();
    expect(store.listKeys()).toEqual(["shop/a", "shop/c"]);
    world.send("MODIFIED", item("a", 10, { body }));
    world.send("DELETED", item("c", 11, { body }));
    world.send("ADDED", item("d", 12));
    await expect.poll(() => store.listKeys()).toEqual(["shop/d"]);
    expect(unexpected.map((error) => (error as { key: string }).key)).toEqual(["shop/bad", "shop/a", "shop/c"]);
    stopper.abort();
    await running;
  });

  it("from a user's list function is treated in the same way, with a mutation detector too", async () => {
    const deep = (): object => {
      let value: object = {};
      for (let level = 0; level < 1_500; level++) value = { value };
      return value;
    };
    const object = (name: string, spec: object = {}): KubeObject & { spec: object } => ({
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name, namespace: "shop", uid: `u-${name}`, resourceVersion: "1" },
      spec,
    });
    for (const freeze of ["always", "never"] as const) {
      const unexpected: unknown[] = [];
      const items = [object("a"), object("bad", deep()), object("c")];
      const detector = newCacheMutationDetector("pods", { enabled: true })!;
      const informer = newSharedIndexInformer<KubeObject>(
        {
          list: async () => ({ apiVersion: "v1", kind: "PodList", metadata: { resourceVersion: "5" }, items }),
          watch: ({ signal }) => never(signal),
          supportsWatchList: false,
        },
        Pod,
        { freeze, mutationDetector: detector, onUnexpectedError: (error) => void unexpected.push(error) },
      );
      onTestFinished(() => informer.close());
      void informer.run();
      await informer.waitForSync();
      expect(informer.store.list().map(({ metadata }) => metadata?.name)).toEqual(["a", "c"]);
      expect(() => informer.store.getByKey("shop/bad")).toThrow("cannot be decoded");
      expect(entriesOf(informer).entry("shop/bad")?.meta.uid).toBe("u-bad");
      detector.compare();
      expect(unexpected.map(String)).toEqual([expect.stringContaining("shop/bad")]);
    }
  });

  it("is covered by one's own newer write in a mutation cache, and left out of its index otherwise", async () => {
    const world = await serve([item("a", 1), item("bad", 2, { body })]);
    const { informer } = await informerOver(world);
    void informer.run();
    await informer.waitForSync();
    const cache = newMutationCache<KubeObject>(informer.store, { indexer: informer.indexer });
    expect(cache.byIndex("namespace", "shop").map(({ metadata }) => metadata?.name)).toEqual(["a"]);
    expect(() => cache.getByKey("shop/bad")).toThrow("cannot be decoded");
    cache.mutation({ metadata: { name: "bad", namespace: "shop", uid: "u-bad", resourceVersion: "9" } });
    expect(cache.getByKey("shop/bad")?.metadata?.resourceVersion).toBe("9");
  });

  it("is a ProtocolError when a client asks for it and it is not JSON, and does not quote its text", async () => {
    for (const what of ["a word that is not JSON", "garbage between two fields", "a byte that is not UTF-8"]) {
      const world = await serve([item("bad", 2, { body: bodies[what]! })]);
      const call = clientOf(world).get().resource("pods").do();
      await expect(call).rejects.toMatchObject({ kind: "Protocol" });
    }
  });
});

async function* never(signal: AbortSignal | undefined): AsyncGenerator<never> {
  await new Promise((resolve) => signal?.addEventListener("abort", resolve, { once: true }));
}
