import { describe, expect, it } from "vitest";
import { ConfigMap, Node } from "../api/core/v1.ts";
import { type Entry, plainEntry } from "../codec/index.ts";
import type { KubeObject, Resource } from "../meta/index.ts";
import { type Clock, FakeClock, noopMeter, silentLogger, systemClock } from "../util/index.ts";
import { eventually } from "../util/test-support/eventually.ts";
import { type Answer, scripted } from "../rest/test-support/scripted.ts";
import { CacheLimitError, type LimitedCache, withCacheLimit } from "./cache-limit.ts";
import { newSharedIndexInformer } from "./informer/shared-index-informer.ts";
import type { ListerWatcher, RawWatchSink } from "./lister-watcher.ts";
import {
  type KindListWatchOptions,
  newFilteredListWatchFromClient,
  newListWatch,
  newListWatchForKind,
  newListWatchFromClient,
} from "./list-watch.ts";
import type { ReflectorStore } from "./queue.ts";
import type { ReflectorFailure } from "./reflector/options.ts";
import { Reflector } from "./reflector/reflector.ts";
import { settled, type Thing, thing } from "./test-support/scripted-source.ts";

const list = { kind: "ConfigMapList", apiVersion: "v1", metadata: { resourceVersion: "10" }, items: [] };
const event = (type: string, name: string, version: string): string =>
  `${JSON.stringify({ type, object: { kind: "ConfigMap", apiVersion: "v1", metadata: { name, uid: name, resourceVersion: version } } })}\n`;

function sink(): RawWatchSink<never> & { readonly seen: string[]; readonly asked: string[] } {
  const [seen, asked]: [string[], string[]] = [[], []];
  return {
    seen,
    asked,
    onOpen: () => void seen.push("open"),
    onEvent: (type, { key }) => void seen.push(`${type} ${key}`),
    onBookmark: (version) => void seen.push(`bookmark ${version}`),
    known: (key) => {
      asked.push(key);
      return undefined;
    },
  };
}

/** A clock that counts how often it is read. */
function countingClock(): Clock & { looks: number } {
  const clock = {
    ...systemClock,
    looks: 0,
    monotonic: () => {
      clock.looks++;
      return performance.now();
    },
  };
  return clock;
}

describe("a source on a connection", () => {
  it("reads lists and watches in the slices of the clock that it is given", async () => {
    const { client } = scripted([{ body: list }, { body: event("ADDED", "a", "11") }]);
    const { raw } = newListWatchForKind(client, ConfigMap, { namespace: "shop" });
    const clocks = [countingClock(), countingClock()] as const;
    await raw?.list({ clock: clocks[0] }, { onItem: () => {}, known: () => undefined });
    await raw?.watch({ clock: clocks[1] }, sink());
    expect(clocks.map(({ looks }) => looks > 0)).toEqual([true, true]);
  });

  it("is given the clock of its informer, and does not send it to the server", async () => {
    const clock = countingClock();
    const { client, sent } = scripted([
      { body: list },
      { body: event("ADDED", "a", "11") },
      { status: 403 },
      { status: 403 },
    ]);
    const source = newListWatchForKind(client, ConfigMap, { namespace: "shop" });
    const given: unknown[] = [];
    const raw: typeof source.raw = source.raw && {
      list: (options, to) => {
        given.push(options.clock);
        return source.raw!.list(options, to);
      },
      watch: (options, to) => {
        given.push(options.clock);
        return source.raw!.watch(options, to);
      },
    };
    const informer = newSharedIndexInformer<ConfigMap>(
      { list: source.list.bind(source), watch: source.watch.bind(source), raw },
      ConfigMap,
      { clock, streaming: false, logger: false, onWatchError: () => {} },
    );
    const done = informer.run();
    await eventually(() => informer.store.getByKey("a") !== undefined);
    await informer.close();
    await done;
    expect(given.slice(0, 2)).toEqual([clock, clock]);
    expect(sent.map(({ path }) => path).join()).not.toContain("clock");
  });

  it("calls a sink and a source that are objects of a class as such", async () => {
    class Sink {
      readonly seen: string[] = [];
      onOpen(): void {
        this.seen.push("open");
      }
      onItem({ key }: Entry<ConfigMap>): void {
        this.seen.push(`item ${key}`);
      }
      onEvent(type: string, { key }: Entry<ConfigMap>): void {
        this.seen.push(`${type} ${key}`);
      }
      onBookmark(version: string): void {
        this.seen.push(`bookmark ${version}`);
      }
      known(key: string): undefined {
        this.seen.push(`known ${key}`);
      }
    }
    const item = { metadata: { name: "a", uid: "a", resourceVersion: "9" } };
    const bookmark = { type: "BOOKMARK", object: { kind: "ConfigMap", metadata: { resourceVersion: "12" } } };
    const { client } = scripted([
      { body: { ...list, items: [item] } },
      { body: `${event("ADDED", "a", "11")}${JSON.stringify(bookmark)}\n` },
    ]);
    const onConnection = newListWatchForKind(client, ConfigMap, { namespace: "shop" }).raw!;
    class Source {
      readonly #raw = onConnection;
      list(...call: Parameters<typeof onConnection.list>) {
        return this.#raw.list(...call);
      }
      watch(...call: Parameters<typeof onConnection.watch>) {
        return this.#raw.watch(...call);
      }
    }
    const { raw } = newListWatch<ConfigMap>({
      list: () => Promise.reject(new Error("not plain")),
      watch: () => Promise.reject(new Error("not plain")),
      raw: new Source(),
    });
    const to = new Sink();
    await raw?.list({}, to);
    await raw?.watch({ sendInitialEvents: true }, to);
    expect(to.seen.filter((line) => line !== "known ")).toEqual([
      "known a",
      "item a",
      "open",
      "known a",
      "ADDED a",
      "bookmark 12",
    ]);
  });
});

describe("the list of an informer's source", () => {
  it("goes over a connection for lists, with limits of time and none of length, and is asked once", async () => {
    const { client, sent } = scripted([{ status: 500, headers: { "retry-after": "1" } }, { body: list }]);
    const source = newListWatchForKind(client, ConfigMap, { namespace: "shop" });
    const read = source.raw?.list({ limit: 5 }, { onItem: () => {}, known: () => undefined });
    await expect(read).rejects.toMatchObject({ code: 500 });
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({
      path: "/api/v1/namespaces/shop/configmaps?limit=5",
      purpose: "list",
      headersTimeoutMs: 60_000,
      idleTimeoutMs: 30_000,
      maxBodyBytes: Number.MAX_SAFE_INTEGER,
    });
  });

  it("takes a list of the kind that its resource names", async () => {
    const { client } = scripted([{ body: { ...list, kind: "MapCollection" } }, { body: list }]);
    const source = newListWatchForKind(client, { ...ConfigMap, listKind: "MapCollection" });
    const read = () => source.raw?.list({}, { onItem: () => {}, known: () => undefined });
    expect(await read()).toEqual({ resourceVersion: "10" });
    await expect(read()).rejects.toThrow("not a MapCollection");
  });

  it("names the namespace where the kind has one, and what the source is narrowed to", async () => {
    const paths = async (make: (client: ReturnType<typeof scripted>["client"]) => ListerWatcher<never>) => {
      const { client, sent } = scripted([{ body: list }]);
      await make(client).list({});
      return sent.map(({ path }) => path).join();
    };
    expect(await paths((client) => newListWatchForKind<never>(client, Node as never, { namespace: "shop" }))).toBe(
      "/api/v1/nodes",
    );
    expect(await paths((client) => newListWatchForKind<never>(client, ConfigMap as never))).toBe("/api/v1/configmaps");
    expect(await paths((client) => newListWatchFromClient(client, "pods", "shop", "spec.nodeName=n1"))).toBe(
      "/api/v1/namespaces/shop/pods?fieldSelector=spec.nodeName%3Dn1",
    );
    const tweak = (client: Parameters<typeof newFilteredListWatchFromClient>[0]) =>
      newFilteredListWatchFromClient<never>(client, "pods", "", (options) => ({
        ...options,
        labelSelector: "app=web",
      }));
    expect(await paths(tweak)).toBe("/api/v1/pods?labelSelector=app%3Dweb");
  });
});

describe("the watch of an informer's source", () => {
  const answer: Answer = { body: event("ADDED", "a", "11") + event("BOOKMARK", "", "12") };

  it("is open before its first event, and asks what the cache has only for initial events", async () => {
    for (const initial of [false, true]) {
      const { client, sent } = scripted([answer]);
      const source = newListWatchForKind(client, ConfigMap);
      const receiver = sink();
      await source.raw?.watch({ resourceVersion: "10", sendInitialEvents: initial || undefined }, receiver as never);
      expect(receiver.seen).toEqual(["open", "ADDED a", "bookmark 12"]);
      expect(receiver.asked.includes("a")).toBe(initial);
      expect(sent[0]).toMatchObject({ purpose: "watch" });
      expect(sent[0]?.path).toContain("watch=true");
    }
  });

  it("that is refused is not open, and is asked once", async () => {
    const { client, sent } = scripted([{ status: 429, headers: { "retry-after": "1" } }, answer]);
    const receiver = sink();
    const source = newListWatchForKind(client, ConfigMap);
    await expect(source.raw?.watch({ resourceVersion: "10" }, receiver as never)).rejects.toMatchObject({ code: 429 });
    expect([receiver.seen, sent.length]).toEqual([[], 1]);
  });
});

describe("what an informer's source asks for", () => {
  const item = { metadata: { name: "a", namespace: "shop", resourceVersion: "5" } };
  const partialList = { ...list, kind: "PartialObjectMetadataList", apiVersion: "meta.k8s.io/v1", items: [item] };
  const added = `${JSON.stringify({ type: "ADDED", object: item })}\n`;

  /** Lists and watches, and gives the `Accept` headers and the entries that came. */
  async function asking(
    answers: readonly Answer[],
    resource: Resource<KubeObject>,
    { contentType, ...options }: KindListWatchOptions & { readonly contentType?: string } = {},
  ) {
    const { client, sent } = scripted(answers, { contentType });
    const source = newListWatchForKind<KubeObject>(client, resource, options);
    const entries: Entry<KubeObject>[] = [];
    const known = (): undefined => undefined;
    await source.raw?.list({}, { onItem: (entry) => void entries.push(entry), known });
    await source.raw?.watch(
      { resourceVersion: "10" },
      { onOpen: () => {}, onEvent: (_type, entry) => void entries.push(entry), onBookmark: () => {}, known },
    );
    const accepts = sent.map(({ headers }) => new Headers(headers as Record<string, string>).get("accept"));
    return { accepts, kinds: entries.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`), entries };
  }

  it("is its kind, or the metadata of it alone", async () => {
    const maps = { ...list, items: [item] };
    const whole = await asking([{ body: maps }, { body: added }], ConfigMap as unknown as Resource<KubeObject>);
    expect(whole.kinds).toEqual(["v1 ConfigMap", "v1 ConfigMap"]);
    const partial = await asking(
      [{ body: partialList }, { body: added }],
      ConfigMap as unknown as Resource<KubeObject>,
      {
        metadataOnly: true,
      },
    );
    expect(partial.kinds).toEqual(["meta.k8s.io/v1 PartialObjectMetadata", "meta.k8s.io/v1 PartialObjectMetadata"]);
    expect(partial.accepts).toEqual([
      "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json",
      "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json",
    ]);
    const dynamic = await asking([{ body: maps }, { body: added }], { ...ConfigMap, kind: "" } as never);
    // The list names the kind of its items; an event does not.
    expect(dynamic.kinds).toEqual(["v1 ConfigMap", " "]);
  });

  it("is protobuf before JSON where the configuration says so, and JSON is read as well", async () => {
    const maps = { ...list, items: [item] };
    const contentType = "application/vnd.kubernetes.protobuf";
    const { accepts, kinds } = await asking([{ body: maps }, { body: added }], ConfigMap as never, { contentType });
    expect(accepts).toEqual([`${contentType},application/json`, `${contentType},application/json`]);
    expect(kinds).toEqual(["v1 ConfigMap", "v1 ConfigMap"]);
  });

  it("keeps managed fields and freezes objects as it was asked to", async () => {
    const managed = { metadata: { ...item.metadata, managedFields: [{ manager: "kubectl" }] } };
    const answers = [{ body: { ...list, items: [managed] } }, { body: added }];
    for (const keepManagedFields of [undefined, true]) {
      for (const freeze of ["always", "never"] as const) {
        const { entries } = await asking(answers, ConfigMap as never, { keepManagedFields, freeze });
        const object = entries[0]!.object;
        expect([object.metadata?.managedFields !== undefined, Object.isFrozen(object)]).toEqual([
          keepManagedFields === true,
          freeze === "always",
        ]);
      }
    }
  });

  it("comes with the logger and the meter of its client", () => {
    const { client } = scripted([{}], { logger: silentLogger, meter: noopMeter });
    for (const source of [newListWatchForKind(client, ConfigMap), newListWatchFromClient(client, "pods", "shop")])
      expect([source.logger, source.meter]).toEqual([silentLogger, noopMeter]);
    const fake = { get: () => client.get(), supportsWatchList: false };
    expect(newListWatchFromClient(fake, "pods", "").supportsWatchList).toBe(false);
    expect(newListWatchFromClient(client, "pods", "").supportsWatchList).toBeUndefined();
    const config = { supportsWatchList: false, logger: silentLogger, meter: noopMeter };
    expect(newListWatchForKind(scripted([{}], config).client, ConfigMap)).toMatchObject(config);
  });
});

describe("the limit of a cache", () => {
  /** A source whose lists and watches hand over these entries; each counts 256 bytes. */
  function limited(cache: Partial<LimitedCache>, ...entries: Entry<Thing>[]) {
    const held = new Map<string, Entry<Thing>>();
    let listed = entries;
    const source: ListerWatcher<Thing> = {
      list: () => Promise.reject(new Error("not raw")),
      watch: () => Promise.reject(new Error("not raw")),
      raw: {
        list: async (_options, { onItem }) => {
          for (const entry of listed) onItem(entry);
          return { resourceVersion: "1" };
        },
        watch: async ({ sendInitialEvents }, receiver) => {
          receiver.onOpen();
          for (const entry of entries) await receiver.onEvent("ADDED", entry);
          if (sendInitialEvents) await receiver.onBookmark("1", true);
          for (const entry of entries) await receiver.onEvent("MODIFIED", entry);
          for (const entry of entries) await receiver.onEvent("DELETED", entry);
        },
      },
    };
    const limitedSource = withCacheLimit(source, {
      resource: "things",
      maxCacheBytes: 1_024,
      heldBytes: () => held.size * 256,
      othersBytes: () => 0,
      entry: (key) => held.get(key),
      ...cache,
    });
    const put = (entry: Entry<Thing>): void => void held.set(entry.key, entry);
    const store: ReflectorStore<Entry<Thing>> = {
      add: put,
      update: put,
      delete: ({ key }) => void held.delete(key),
      replace: (all) => {
        held.clear();
        for (const entry of all) put(entry);
      },
    };
    const read = (options: { readonly continue?: string } = {}) =>
      limitedSource.raw?.list(options, { onItem: () => {}, known: () => undefined });
    /** Watches, after a list of nothing or with the initial events; rejects with the first failure. */
    const watch = async (streaming: boolean): Promise<void> => {
      const failures: unknown[] = [];
      const onWatchError = ({ error }: ReflectorFailure): void => void failures.push(error);
      listed = [];
      const reflector = new Reflector(limitedSource, store, { clock: new FakeClock(), streaming, onWatchError });
      void reflector.run();
      await settled();
      await reflector.close();
      if (failures.length > 0) throw failures[0];
    };
    return { read, watch, held };
  }
  const things = (count: number): Entry<Thing>[] =>
    Array.from({ length: count }, (_, n) => plainEntry(thing(`t${n}`, String(n + 1))));

  it("may be reached and not exceeded, by all pages of one list together", async () => {
    const four = limited({}, ...things(4));
    await four.read();
    // A new list begins at nothing; a further page does not.
    await four.read();
    await expect(four.read({ continue: "t" })).rejects.toBeInstanceOf(CacheLimitError);
    await expect(limited({}, ...things(5)).read()).rejects.toMatchObject({ bytes: 1_280, maxCacheBytes: 1_024 });
  });

  it("counts what other sources hold, in lists and in initial events", async () => {
    const others = { othersBytes: () => 256 };
    await limited(others, ...things(3)).read();
    await expect(limited(others, ...things(4)).read()).rejects.toBeInstanceOf(CacheLimitError);
    await limited(others, ...things(3)).watch(true);
    await expect(limited(others, ...things(4)).watch(true)).rejects.toBeInstanceOf(CacheLimitError);
  });

  it("holds for each event of a watch; a change replaces the bytes of the old state", async () => {
    await limited({}, ...things(4)).watch(false);
    await limited({}, ...things(4)).watch(true);
    const five = limited({}, ...things(5));
    await expect(five.watch(false)).rejects.toMatchObject({ bytes: 1_280 });
    expect(five.held.size).toBe(4);
  });

  it("changes nothing else about its source", async () => {
    const calls: unknown[] = [];
    const entry = plainEntry(thing("a", "1"));
    const source: ListerWatcher<Thing> = {
      supportsWatchList: false,
      list: async (options) => {
        calls.push(["list", options]);
        return { metadata: { resourceVersion: "1" }, items: [] };
      },
      watch: async (options) => {
        calls.push(["watch", options]);
        return (async function* () {})();
      },
    };
    const cache: LimitedCache = {
      resource: "things",
      maxCacheBytes: 1_024,
      heldBytes: () => 0,
      othersBytes: () => 0,
      entry: () => undefined,
    };
    expect(withCacheLimit(source, cache)).toBe(source);
    const raw: NonNullable<ListerWatcher<Thing>["raw"]> = {
      list: async (options, { known, onItem }) => {
        calls.push(["raw list", options, known("a")]);
        onItem(entry);
        return { resourceVersion: "1" };
      },
      watch: async (options, { known, onOpen, onEvent, onBookmark }) => {
        onOpen();
        await onEvent("ADDED", entry);
        await onBookmark("2", false);
        calls.push(["raw watch", options, known("b")]);
      },
    };
    const limited = withCacheLimit({ ...source, raw }, cache);
    const { supportsWatchList: _, ...unsaid } = { ...source, raw };
    expect([limited.supportsWatchList, withCacheLimit(unsaid, cache).supportsWatchList]).toEqual([false, undefined]);
    await limited.list({ limit: 1 });
    await limited.watch({ timeoutSeconds: 1 });
    const receiver = {
      known: (key: string) => void calls.push(["known", key]) as undefined,
      onItem: (one: Entry<Thing>) => void calls.push(["item", one.key]),
      onOpen: () => void calls.push(["open"]),
      onEvent: (type: string, one: Entry<Thing>) => void calls.push([type, one.key]),
      onBookmark: (version: string, end: boolean) => void calls.push(["bookmark", version, end]),
    };
    await limited.raw?.list({ limit: 2 }, receiver);
    await limited.raw?.watch({ timeoutSeconds: 2 }, receiver);
    expect(calls).toEqual([
      ["list", { limit: 1 }],
      ["watch", { timeoutSeconds: 1 }],
      ["known", "a"],
      ["raw list", { limit: 2 }, undefined],
      ["item", "a"],
      ["open"],
      ["ADDED", "a"],
      ["bookmark", "2", false],
      ["known", "b"],
      ["raw watch", { timeoutSeconds: 2 }, undefined],
    ]);
  });
});
