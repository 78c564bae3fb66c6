import { PassThrough } from "node:stream";
import { createGunzip, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { readList, readWatch } from "../codec/index.ts";
import { InvalidArgumentError } from "../errors/index.ts";
import { FakeClock, silentLogger } from "../util/index.ts";
import { CacheLimitError } from "./cache-limit.ts";
import type { SharedIndexInformerOptions } from "./informer/options.ts";
import type { ListerWatcher, RawListerWatcher } from "./lister-watcher.ts";
import { informing, ThingKind } from "./test-support/informing.ts";
import type { Thing } from "./test-support/scripted-source.ts";
import { newSharedIndexInformer, entriesOf } from "./informer/shared-index-informer.ts";
import { eventually } from "../util/test-support/eventually.ts";

const kilobyte = "x".repeat(1_000);

function item(name: string, version: number, size = 1, namespace = "shop"): string {
  const metadata = `{"name":"${name}","namespace":"${namespace}","uid":"u-${name}","resourceVersion":"${version}"}`;
  return `{"apiVersion":"example.com/v1","kind":"Thing","metadata":${metadata},"spec":{"value":"${kilobyte.repeat(size)}"}}`;
}

function items(count: number, from = 0, namespace = "shop"): string[] {
  return Array.from({ length: count }, (_, i) => item(`t-${from + i}`, from + i + 1, 1, namespace));
}

function list(each: readonly string[], token = ""): string {
  const metadata = `{"resourceVersion":"5000"${token === "" ? "" : `,"continue":"${token}"`}}`;
  return `{"kind":"ThingList","apiVersion":"example.com/v1","metadata":${metadata},"items":[${each.join(",")}]}`;
}

/**
 * A source that is led by the spec: pages by continue token, and one watch at a time. Everything is sent compressed.
 */
class ByteSource implements ListerWatcher<Thing> {
  pages: Record<string, string> = { "": list([]) };
  watches = 0;
  /** Bytes of items that lists handed on, and of whole lists. */
  handedOn = 0;
  #stream = new PassThrough();
  readonly raw: RawListerWatcher<Thing> = {
    list: async (options, sink) => {
      const body = new PassThrough();
      body.end(gzipSync(this.pages[options.continue ?? ""]!));
      const onItem = (entry: Parameters<typeof sink.onItem>[0]): void => {
        this.handedOn++;
        sink.onItem(entry);
      };
      const { metadata } = await readList<Thing>(body.pipe(createGunzip()), {
        kind: "Thing",
        onItem,
        known: sink.known,
      });
      return metadata;
    },
    watch: async (options, sink) => {
      this.watches++;
      this.#stream = new PassThrough();
      const body = this.#stream;
      options.signal?.addEventListener("abort", () => body.destroy(), { once: true });
      sink.onOpen();
      await readWatch<Thing>(body, { kind: "Thing", onEvent: sink.onEvent, onBookmark: sink.onBookmark });
    },
  };

  list = (): never => {
    throw new Error("only bytes");
  };
  watch = this.list;

  send(type: string, object: string): void {
    this.#stream.write(`{"type":"${type}","object":${object}}\n`);
  }
}

function world(options: SharedIndexInformerOptions<Thing> = {}) {
  const failures: unknown[] = [];
  const made = informing({
    source: new ByteSource(),
    streaming: false,
    backoff: { next: () => 1_000 },
    onWatchError: ({ error }) => void failures.push(error),
    ...options,
  });
  return { ...made, failures };
}

describe("a cache with a limit of bytes", () => {
  it("gives up a list above the limit before its end, says what to do, and accepts a smaller list later", async () => {
    const { informer, source, clock, failures } = world({ maxCacheBytes: 100_000, name: "things of a test" });
    source.pages[""] = list(items(5_000));
    void informer.run();
    await eventually(() => failures.length === 1);
    const error = failures[0] as CacheLimitError;
    expect(error).toBeInstanceOf(CacheLimitError);
    expect(error).toMatchObject({
      kind: "Transport",
      code: "limit",
      resource: "things of a test",
      maxCacheBytes: 100_000,
    });
    expect(error.message).toMatch(
      /^the cache of things of a test would hold at least \d+ bytes, and maxCacheBytes is 100000: raise maxCacheBytes/,
    );
    expect(error.bytes).toBeGreaterThan(100_000);
    expect(error.bytes).toBeLessThan(110_000);
    expect(source.handedOn).toBeLessThan(100);
    expect([informer.hasSynced(), informer.store.listKeys()]).toEqual([false, []]);
    source.pages[""] = list(items(3));
    await clock.advance(1_000);
    await informer.waitForSync();
    expect(informer.store.listKeys()).toHaveLength(3);
    await informer.close();
  });

  it("counts all pages of a list together, and each list from the beginning", async () => {
    const { informer, source, clock, failures } = world({ maxCacheBytes: 100_000, pageSize: 50 });
    source.pages = { "": list(items(50), "2"), "2": list(items(50, 50)) };
    void informer.run();
    await eventually(() => failures.length === 1);
    expect(failures[0]).toBeInstanceOf(CacheLimitError);
    source.pages = { "": list(items(30), "2"), "2": list(items(30, 30)) };
    await clock.advance(1_000);
    await informer.waitForSync();
    expect(informer.store.listKeys()).toHaveLength(60);
    await informer.close();
  });

  it("keeps what it has when a later list is too large", async () => {
    const { informer, source, clock, failures } = world({ maxCacheBytes: 100_000 });
    source.pages[""] = list(items(40));
    void informer.run();
    await informer.waitForSync();
    await eventually(() => source.watches === 1);
    source.pages[""] = list(items(5_000));
    source.send("ERROR", '{"kind":"Status","apiVersion":"v1","status":"Failure","reason":"Expired","code":410}');
    await eventually(() => failures.some((error) => error instanceof CacheLimitError));
    await clock.advance(3_000);
    expect(informer.store.listKeys()).toHaveLength(40);
    expect(informer.store.getByKey("shop/t-39")).toMatchObject({ metadata: { resourceVersion: "40" } });
    await informer.close();
  });

  it("counts the initial events of a streaming list, then the cache, with one version of each object", async () => {
    const { informer, source, failures, clock } = world({ maxCacheBytes: 100_000, streaming: true });
    void informer.run();
    await eventually(() => source.watches === 1);
    for (const each of items(60)) source.send("ADDED", each);
    const end = '"metadata":{"resourceVersion":"60","annotations":{"k8s.io/initial-events-end":"true"}}';
    source.send("BOOKMARK", `{"kind":"Thing","apiVersion":"example.com/v1",${end}}`);
    await informer.waitForSync();
    for (let version = 100; version < 300; version++) source.send("MODIFIED", item("t-0", version));
    await eventually(() => informer.store.getByKey("shop/t-0")?.metadata?.resourceVersion === "299");
    expect(failures).toEqual([]);
    source.send("ADDED", item("large", 400, 50));
    await eventually(() => failures.length === 1);
    expect(failures[0]).toBeInstanceOf(CacheLimitError);
    expect(informer.store.listKeys()).toHaveLength(60);
    expect(entriesOf(informer).entry("shop/large")).toBeUndefined();
    // It lists again, and goes on when there is less.
    source.pages[""] = list(items(10));
    await eventually(async () => {
      await clock.advance(1_000);
      return source.watches > 1;
    });
    await informer.close();
  });

  it("takes a change that fits only in the place of the state before it", async () => {
    const { informer, source, failures } = world({ maxCacheBytes: 100_000 });
    source.pages[""] = list([item("large", 1, 60)]);
    void informer.run();
    await informer.waitForSync();
    await eventually(() => source.watches === 1);
    // Two such states are more than the cache may hold; one is not.
    source.send("MODIFIED", item("large", 6_000, 70));
    await eventually(() => informer.store.getByKey("shop/large")?.metadata?.resourceVersion === "6000");
    expect(failures).toEqual([]);
    source.send("MODIFIED", item("large", 6_001, 110));
    await eventually(() => failures.length === 1);
    expect(failures[0]).toBeInstanceOf(CacheLimitError);
    expect(informer.store.getByKey("shop/large")?.metadata?.resourceVersion).toBe("6000");
    await informer.close();
  });

  it("fails a streaming list that would bring in more", async () => {
    const { informer, source, failures } = world({ maxCacheBytes: 100_000, streaming: true });
    source.pages[""] = list(items(200));
    void informer.run();
    await eventually(() => source.watches === 1);
    for (const each of items(200)) source.send("ADDED", each);
    await eventually(() => failures.length > 0);
    expect(failures[0]).toBeInstanceOf(CacheLimitError);
    expect(informer.hasSynced()).toBe(false);
    await informer.close();
  });

  it("accepts deletions when it is full, and has capacity again after them", async () => {
    const { informer, source, failures } = world({ maxCacheBytes: 100_000 });
    source.pages[""] = list(items(65));
    void informer.run();
    await informer.waitForSync();
    await eventually(() => source.watches === 1);
    for (let i = 0; i < 60; i++) source.send("DELETED", item(`t-${i}`, 6_000 + i, 60));
    source.send("ADDED", item("large", 7_000, 80));
    await eventually(() => informer.store.listKeys().includes("shop/large"));
    expect([failures, informer.store.listKeys().length]).toEqual([[], 6]);
    await informer.close();
  });

  it("counts the objects of all its namespaces together, but not those that a list replaces", async () => {
    const failures: unknown[] = [];
    const clock = new FakeClock();
    const [a, b] = [new ByteSource(), new ByteSource()];
    a.pages[""] = list(items(40, 0, "a"));
    const informer = newSharedIndexInformer<Thing>(
      [
        { namespace: "a", listerWatcher: a },
        { namespace: "b", listerWatcher: b },
      ],
      ThingKind,
      {
        clock,
        logger: silentLogger,
        maxCacheBytes: 100_000,
        streaming: false,
        backoff: { next: () => 1 },
        onWatchError: ({ error }) => void failures.push(error),
      },
    );
    const expire = async (): Promise<void> => {
      b.send("ERROR", '{"kind":"Status","apiVersion":"v1","status":"Failure","reason":"Expired","code":410}');
      await eventually(() => failures.length > 0);
    };
    const tooLarge = (): boolean => failures.some((error) => error instanceof CacheLimitError);
    void informer.run();
    await eventually(() => a.watches === 1 && b.watches === 1 && informer.store.listKeys().length === 40);
    b.pages[""] = list(items(40, 100, "b"));
    await expire();
    await eventually(tooLarge);
    b.pages[""] = list(items(30, 100, "b"));
    await clock.advance(120_000);
    await eventually(() => informer.store.listKeys().length === 70 && b.watches === 2);
    failures.length = 0;
    b.pages[""] = list(items(30, 200, "b"));
    await expire();
    await clock.advance(120_000);
    await eventually(() => informer.store.listKeys().includes("b/t-229"));
    expect([tooLarge(), informer.store.listKeys().length]).toEqual([false, 70]);
    await informer.close();
  });

  it("refuses a limit that is not above zero", () => {
    for (const maxCacheBytes of [0, -1, Number.NaN])
      expect(() => world({ maxCacheBytes })).toThrow(InvalidArgumentError);
  });
});
