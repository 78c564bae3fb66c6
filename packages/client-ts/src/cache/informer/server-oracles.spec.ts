/**
 * Random runs on the in-memory server: objects come, change, go and come again while connections break, histories expire, events come twice and
 * replicas lag. After the quiet the oracles look at what store and handlers saw.
 */

import { type ApiServer, startApiServer } from "client-ts-testing";
import { describe, expect, it } from "vitest";
import { ConfigMap } from "../../api/core/v1.ts";
import { type Client, connect } from "../../client/index.ts";
import { TransportError } from "../../errors/index.ts";
import { compareResourceVersion, type KubeObject } from "../../meta/index.ts";
import { combineSignals } from "../../util/index.ts";
import { newListWatchForKind } from "../list-watch.ts";
import type { ListerWatcher, RawWatchSink } from "../lister-watcher.ts";
import { ReflectorSharing } from "../reflector/sharing.ts";
import { newCacheMutationDetector } from "../store/index.ts";
import type { InformerEvent } from "./events.ts";
import { newSharedIndexInformer } from "./shared-informer.ts";

/** How many runs; none unless asked for. */
const seeds = Number(process.env["CLIENT_TS_SEEDS"] ?? 0);
const together = 40;

function randomFrom(seed: number): (below: number) => number {
  let state = seed * 2654435761 + 1;
  return (below) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * below);
  };
}

/** What every run adds to. */
const sums = { missing: 0, skippedByRelist: 0, coalesced: 0, relists: 0, events: 0 };

class Run {
  readonly #server: ApiServer;
  readonly #client: Client;
  readonly #random: (below: number) => number;
  readonly #namespace: string;
  /** Everything the server committed here: version to key, uid and content. */
  readonly #truth = new Map<string, { readonly key: string; readonly uid: string; readonly stamp: string }>();
  readonly #granted = new Set<string>();
  readonly #problems: string[] = [];
  #lists = 0;
  #stamp = 0;

  constructor(server: ApiServer, client: Client, seed: number) {
    this.#server = server;
    this.#client = client;
    this.#random = randomFrom(seed);
    this.#namespace = `seed-${seed}`;
  }

  async run(): Promise<string[]> {
    const random = this.#random;
    const problem = (text: string) => void this.#problems.push(`${this.#namespace}: ${text}`);
    for (let n = 0; n < 5; n++) this.#write(`o${n}`);
    const mutated: unknown[] = [];
    const detector = newCacheMutationDetector("oracle", { enabled: true, onMutation: (error) => void mutated.push(error) });
    const informer = newSharedIndexInformer<ConfigMap>(
      this.#honest(newListWatchForKind(this.#client.rest, ConfigMap, { namespace: this.#namespace })),
      ConfigMap,
      {
        namespace: this.#namespace,
        indexers: { color: "data.color" },
        queue: random(4) === 0 ? "delta" : "ordered",
        backoff: { next: () => 2 + random(15) },
        sharing: this.#sharing,
        streaming: random(3) > 0,
        ...(random(3) === 0 && { pageSize: 2 }),
        ...(detector !== undefined && { mutationDetector: detector }),
        onWatchError: () => {},
        onUnexpectedError: (error) => problem(`unexpected: ${String(error)}`),
      },
    );
    const handlers = [new Folding(), new Folding(random(20))];
    const registrations = handlers.map((handler) => informer.addEventHandler(handler, handler.slow > 0 ? { maxPending: 3 } : {}));
    const running = informer.run();
    await informer.waitForSync({ signal: AbortSignal.timeout(60_000) }).catch((error) => {
      const { state, lastSyncResourceVersion, lastContactAgeMs } = informer;
      problem(`never synced: ${String(error)} ${JSON.stringify({ state, lastSyncResourceVersion, lastContactAgeMs })}`);
    });
    // O8: synced means that everything that was there before is in the store.
    for (let n = 0; n < 5; n++) if (informer.store.getByKey(`${this.#namespace}/o${n}`) === undefined) problem(`O8: synced without o${n}`);
    for (let step = 0; step < 40; step++) {
      const name = `o${random(8)}`;
      if (random(4) === 0) await this.#remove(name);
      else this.#write(name);
      if (random(6) === 0) this.#fault();
      if (random(3) === 0) await new Promise((resolve) => setImmediate(resolve));
      if (random(10) === 0) await new Promise((resolve) => setTimeout(resolve, random(8)));
    }
    const late = new Folding();
    const lateRegistration = informer.addEventHandler(late);
    this.#server.faults.clear();
    const target = this.#server.revision;
    await informer.atLeast(target, { signal: AbortSignal.timeout(60_000) }).catch((error) => {
      const { state, lastSyncResourceVersion, lastContactAgeMs } = informer;
      problem(`O1: ${target} was not reached: ${String(error)} ${JSON.stringify({ state, lastSyncResourceVersion, lastContactAgeMs })}`);
    });
    await Promise.all(
      [...registrations, lateRegistration].map((registration) => registration.waitForSync({ signal: AbortSignal.timeout(60_000) })),
    ).catch((error) => problem(`O8: a handler never synced: ${String(error)}`));
    for (let n = 0; n < 1000 && registrations.some(({ pending }) => pending > 0); n++)
      await new Promise((resolve) => setTimeout(resolve, 1));
    await new Promise((resolve) => setTimeout(resolve, 5));

    // O1: store = server; every handler's fold = store.
    const configMaps = this.#client.resource(ConfigMap, { namespace: this.#namespace });
    const { items } = await Promise.resolve(configMaps.list()).catch(() => configMaps.list());
    const expected = new Map(
      items.map(({ metadata }) => [`${metadata.namespace}/${metadata.name}`, `${metadata.uid} ${metadata.resourceVersion}`]),
    );
    const stored = new Map(
      informer.store
        .list()
        .map(({ metadata }) => [`${metadata?.namespace}/${metadata?.name}`, `${metadata?.uid} ${metadata?.resourceVersion}`]),
    );
    if (!same(expected, stored)) problem(`O1: the store has ${text(stored)}, the server ${text(expected)}`);
    for (const handler of [...handlers, late]) {
      if (!same(expected, handler.fold)) problem(`O1: a handler has ${text(handler.fold)}, the server ${text(expected)}`);
      this.#problems.push(...handler.problems.map((line) => `${this.#namespace}: ${line}`));
    }
    // O4: every state that was delivered was committed, with that content.
    for (const handler of handlers) {
      for (const [version, seen] of handler.seen) {
        const committed = this.#truth.get(version);
        if (committed === undefined || committed.stamp !== seen.stamp || committed.uid !== seen.uid)
          problem(`O4: ${version} was never so: ${seen.stamp}`);
      }
    }
    // O5: what was not delivered was jumped over by a list, or merged.
    const missing = [...this.#truth].filter(([version, { stamp }]) => stamp !== "" && handlers[0]?.seen.has(version) === false);
    if (this.#lists <= 1) sums.missing += missing.filter(([version]) => compareResourceVersion(version, this.#first) === 1).length;
    else sums.skippedByRelist += missing.length;
    sums.coalesced += registrations[1]?.coalesced ?? 0;
    sums.relists += this.#lists - 1;
    sums.events += handlers[0]?.seen.size ?? 0;
    // O9: the index is what one would compute.
    for (const color of ["red", "green", "blue"]) {
      const keys = items.filter(({ data }) => data?.["color"] === color).map(({ metadata }) => `${metadata.namespace}/${metadata.name}`);
      const indexed = informer.indexer.indexKeys("color", color);
      if (keys.toSorted().join() !== indexed.toSorted().join()) problem(`O9: ${color} has ${indexed}, not ${keys}`);
    }
    // O12: nobody changed what belongs to the cache.
    detector?.compare();
    if (mutated.length > 0) problem(`O12: ${mutated.length} objects changed`);
    await informer.stop();
    await running;
    return this.#problems;
  }

  readonly #sharing = new ReflectorSharing({ retriesPerSecond: 100_000, retryBurst: 1_000 });
  #cutStream: () => void = () => {};
  /** The version of the first list. */
  #first = "";

  #write(name: string): void {
    const stamp = `${name}-${++this.#stamp}`;
    const color = ["red", "green", "blue"][this.#random(3)] ?? "red";
    const [object] = this.#server.apply({
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name, namespace: this.#namespace },
      data: { stamp, color, umlaut: "ü".repeat(this.#random(30)) },
    } as KubeObject);
    this.#truth.set(object?.metadata?.resourceVersion ?? "", {
      key: `${this.#namespace}/${name}`,
      uid: object?.metadata?.uid ?? "",
      stamp,
    });
  }

  async #remove(name: string): Promise<void> {
    // Through HTTP, and so through the faults: it may fail, and then it may have happened.
    await this.#client
      .resource(ConfigMap, { namespace: this.#namespace })
      .delete(name)
      .catch(() => {});
  }

  #fault(): void {
    const { faults } = this.#server;
    const random = this.#random;
    const match = { verb: "watch", resource: "configmaps", namespace: this.#namespace };
    const once = { match, times: 1 };
    // Now and then for everybody, as a rule for this stream alone.
    const cut = () => (random(25) === 0 ? this.#server.cutConnections(random(2) === 0 ? "reset" : "end") : this.#cutStream());
    switch (random(12)) {
      case 0:
        break;
      case 1:
        faults.add(once, { type: "error-event", code: 410, reason: "Expired", afterEvents: random(3) });
        break;
      case 2:
        faults.add(once, { type: "status", code: 410, reason: "Expired" });
        break;
      case 3:
        faults.add(once, { type: "status", code: [429, 500, 503, 403][random(4)] ?? 500 });
        break;
      case 4:
        faults.add(
          { ...once, match: { ...match, verb: ["watch", "list"][random(2)] ?? "watch" } },
          { type: "drop", afterBytes: random(2_000), how: (["reset", "end", "stream"] as const)[random(3)] ?? "end" },
        );
        break;
      case 5:
        faults.add(once, {
          type: "garbage",
          afterBytes: random(1_500),
          bytes: ["}{", "\u0000", "nonsense\n", '{"type":"RENAMED","object":{}}\n'][random(4)] ?? "x",
        });
        break;
      case 6:
        faults.add(once, { type: "duplicate" });
        break;
      case 7:
        faults.add(once, { type: "end", afterEvents: random(3) });
        break;
      case 8:
        this.#server.compact();
        break;
      case 9:
        faults.add({ match: { ...match, verb: "list" }, times: 1 }, { type: "stale", behind: 1 + random(10) });
        faults.add(once, { type: "error-event", code: 410, reason: "Expired" });
        break;
      case 10:
        this.#server.goAway();
        return;
      default:
        faults.add(
          { match: { ...match, verb: "list" }, times: 1 },
          {
            type: "answer",
            code: 200,
            headers: { "content-type": "application/json" },
            body: ["{}", "[]", "null", '{"kind":"ConfigMapList","items":[]}', "<html>"][random(5)] ?? "{}",
          },
        );
    }
    cut();
  }

  /** O7: a watch begins only where the server said so: at a list's version, an event's or a bookmark's. */
  #honest(source: ListerWatcher<ConfigMap>): ListerWatcher<ConfigMap> {
    const raw = source.raw!;
    const granted = (version: string | undefined) => void this.#granted.add(version ?? "");
    const asked = (version: string | undefined, what: string) => {
      if (version !== undefined && version !== "0" && !this.#granted.has(version))
        this.#problems.push(`${this.#namespace}: O7: ${what} at ${version}, which nobody gave`);
    };
    return {
      list: source.list,
      watch: source.watch,
      raw: {
        list: async (options, sink) => {
          asked(options.resourceVersion, "list");
          const meta = await raw.list(options, sink);
          if (options.continue === undefined) this.#lists++;
          if (this.#first === "") this.#first = meta.resourceVersion ?? "";
          granted(meta.resourceVersion);
          return meta;
        },
        watch: async (options, sink) => {
          asked(options.resourceVersion, "watch");
          const own = new AbortController();
          const { signal, release } = combineSignals(options.signal, own.signal);
          this.#cutStream = () => own.abort(new TransportError("the stream was cut", { code: "reset" }));
          const events: RawWatchSink<ConfigMap> = {
            ...sink,
            onEvent: (type, entry) => {
              const later = sink.onEvent(type, entry);
              if (options.sendInitialEvents !== true || this.#granted.size > 0) granted(entry.resourceVersion);
              return later;
            },
            onBookmark: (version, end) => {
              if (end) {
                this.#lists++;
                if (this.#first === "") this.#first = version;
              }
              granted(version);
              return sink.onBookmark(version, end);
            },
          };
          try {
            await raw.watch({ ...options, signal }, events);
          } catch (error) {
            throw own.signal.aborted && options.signal?.aborted !== true ? own.signal.reason : error;
          } finally {
            release();
          }
        },
      },
    };
  }
}

/** A handler that folds what it hears, and holds it to the grammar. */
class Folding {
  readonly fold = new Map<string, string>();
  readonly seen = new Map<string, { readonly uid: string; readonly stamp: string }>();
  readonly problems: string[] = [];
  readonly slow: number;
  readonly #lastVersion = new Map<string, string>();

  constructor(slow = 0) {
    this.slow = slow;
  }

  readonly onAdd = (event: InformerEvent<ConfigMap>): void | Promise<void> => this.#take(event);
  readonly onUpdate = (event: InformerEvent<ConfigMap>): void | Promise<void> => this.#take(event);
  readonly onDelete = (event: InformerEvent<ConfigMap>): void | Promise<void> => this.#take(event);

  #take(event: InformerEvent<ConfigMap>): void | Promise<void> {
    const { key, uid, resourceVersion } = event;
    const state = `${uid} ${resourceVersion}`;
    const before = this.fold.get(key);
    // O2: one object's versions only grow.
    if (event.type !== "delete" || !event.finalStateUnknown) {
      const last = this.#lastVersion.get(key);
      if (last !== undefined && compareResourceVersion(resourceVersion, last) === -1)
        this.problems.push(`O2: ${key} went from ${last} to ${resourceVersion}`);
      this.#lastVersion.set(key, resourceVersion);
    }
    switch (event.type) {
      case "add":
        if (before !== undefined) this.problems.push(`O6: ${key} was added twice`);
        this.fold.set(key, state);
        break;
      case "update":
        if (before !== `${event.old.uid} ${event.old.resourceVersion}`)
          this.problems.push(`O6: ${key} was ${before}, not ${event.old.resourceVersion}`);
        if (event.old.uid !== uid) this.problems.push(`O6: ${key} became another object without a delete`);
        this.fold.set(key, state);
        break;
      case "delete":
        if (before === undefined) this.problems.push(`O6: ${key} was deleted without being there`);
        this.fold.delete(key);
        return this.#wait();
    }
    this.seen.set(resourceVersion, { uid, stamp: event.object.data?.["stamp"] ?? "" });
    return this.#wait();
  }

  #wait(): void | Promise<void> {
    if (this.slow > 0) return new Promise((resolve) => setTimeout(resolve, this.slow / 10));
  }
}

function same(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean {
  return a.size === b.size && [...a].every(([key, value]) => b.get(key) === value);
}

function text(map: ReadonlyMap<string, string>): string {
  return JSON.stringify([...map]);
}

describe.skipIf(seeds === 0)("an informer under random faults on the in-memory server", () => {
  it(`agrees with the server after the quiet, in ${seeds} random runs (O1, O2, O4, O5, O6, O7, O8, O9, O11, O12)`, async () => {
    const problems: string[] = [];
    for (let first = 0; first < seeds; first += together) {
      const server = await startApiServer({ bookmarkIntervalMs: 30, freshnessTimeoutMs: 50, controllers: false });
      const client = await connect({ kubeconfig: server.kubeconfig });
      const runs = Array.from({ length: Math.min(together, seeds - first) }, (_, n) => new Run(server, client, first + n).run());
      for (const found of await Promise.all(runs)) problems.push(...found);
      await client.close();
      // O11: nothing is left open.
      for (let n = 0; n < 200 && server.connectionCount > 0; n++) await new Promise((resolve) => setTimeout(resolve, 5));
      if (server.connectionCount > 0) problems.push(`O11: ${server.connectionCount} connections are open`);
      await server.close();
    }
    console.log(`oracles: ${JSON.stringify(sums)}`);
    expect(problems.slice(0, 20)).toEqual([]);
    expect(sums.missing).toBe(0);
  }, 240_000);
});
