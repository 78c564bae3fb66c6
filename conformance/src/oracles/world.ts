/**
 * One random world: an in-memory API server, a writer that changes ConfigMaps, an informer with several handlers on its own connection, and faults that
 * hit the informer's lists and watches. Everything but the timing of sockets follows from the seed. At the end faults stop, the world gets quiet, and the
 * recorded history is checked against every oracle.
 */

import { ConfigMap } from "client-ts/api/core/v1";
import { type ListerWatcher, newListWatchForKind, newSharedIndexInformer, type ResourceEventHandler } from "client-ts/cache";
import { type Client, connect } from "client-ts/client";
import { sleep } from "client-ts/internal";
import { type ApiServer, type Fault, startApiServer } from "client-ts-testing";
import { checkHistory } from "./check.ts";
import type { Delivery, Totals, WireEvent } from "./history.ts";
import { pick, seeded } from "./random.ts";
import { contentHash, recordingHandler } from "./recorder.ts";
import { tapWire } from "./wire-tap.ts";

/** What came of a world. */
export interface WorldResult {
  readonly seed: number;
  readonly complaints: readonly string[];
  readonly totals: Totals;
  readonly faults: Readonly<Record<string, number>>;
}

/** A bug that is built in, to see whether the oracles find it: around what the informer asks, or around what it tells. */
export interface Plant {
  readonly source?: (honest: ListerWatcher<ConfigMap>, random: () => number) => ListerWatcher<ConfigMap>;
  readonly handler?: (honest: ResourceEventHandler<ConfigMap>, random: () => number) => ResourceEventHandler<ConfigMap>;
}

const namespaces = ["default", "kube-public"];
const expired = { code: 410, reason: "Expired" } as const;

/** Runs the world of a seed to its end. */
export async function runWorld(
  seed: number,
  { steps = 60, plant = {}, patienceMs = 20_000 }: { readonly steps?: number; readonly plant?: Plant; readonly patienceMs?: number } = {},
): Promise<WorldResult> {
  const random = seeded(seed);
  const chance = (p: number): boolean => random() < p;
  const server = await startApiServer({ historyWindow: pick(random, [20, 100, 10_000]), bookmarkIntervalMs: 200, controllers: false });
  const writer = await connect({ kubeconfigText: server.kubeconfig });
  const wire: WireEvent[] = [];
  const reader = await connect({
    kubeconfigText: server.kubeconfig,
    http2: chance(0.8),
    interceptors: [tapWire((event) => wire.push(event))],
  });
  const faults: Record<string, number> = {};
  try {
    const queue = chance(0.8) ? "ordered" : "delta";
    const labelSelector = chance(0.3) ? "half=yes" : undefined;
    const honest = newListWatchForKind(reader.rest, ConfigMap, { keepManagedFields: true });
    const informer = newSharedIndexInformer(plant.source?.(honest, random) ?? honest, ConfigMap, {
      streaming: chance(0.5),
      queue,
      freeze: "always",
      indexers: { color: "data.color", twice: (map) => [map.data?.["color"] ?? "none", `again-${map.data?.["color"]}`] },
      backoff: { next: () => 2 + Math.floor(random() * 10) },
      random,
      onWatchError: () => {},
      onUnexpectedError: () => {},
      ...(chance(0.3) && { pageSize: 5 }),
      ...(labelSelector !== undefined && { tweakListOptions: (options) => ({ ...options, labelSelector }) }),
    });
    const indexDifferences: string[] = [];
    const recorders = (["plain", "slow", "late"] as const).map((name) => ({
      name,
      deliveries: [] as Delivery[],
      syncedAfter: undefined as number | undefined,
      presentAtStart: undefined as readonly string[] | undefined,
    }));
    const listen = (index: 0 | 1 | 2): void => {
      const recorder = recorders[index] as (typeof recorders)[number];
      if (index === 2) recorder.presentAtStart = informer.store.listKeys();
      const then = index === 1 ? () => sleep(1) : () => {};
      const handler = recordingHandler<ConfigMap>((delivery) => recorder.deliveries.push(delivery), then);
      const registration = informer.addEventHandler(plant.handler?.(handler, random) ?? handler, {
        name: recorder.name,
        ...(index === 1 && { maxPending: 8 }),
      });
      registration.waitForSync().then(
        () => {
          recorder.syncedAfter = recorder.deliveries.length;
        },
        () => {},
      );
    };

    await changeThings(writer, random, 15);
    listen(0);
    listen(1);
    const running = informer.run();
    for (let step = 0; step < steps; step++) {
      if (step === Math.floor(steps / 3)) listen(2);
      await changeThings(writer, random, Math.floor(random() * 6));
      if (chance(0.25)) await goWrong(server, random, faults);
      if (chance(0.1)) indexDifferences.push(...compareIndex(informer.indexer));
      if (chance(0.3)) await sleep(Math.floor(random() * 15));
    }
    server.faults.clear();
    await changeThings(writer, random, 3);
    const truth = await finalState(writer, labelSelector);
    await quiet(informer, recorders, truth, patienceMs);
    indexDifferences.push(...compareIndex(informer.indexer));
    const store = new Map(
      [...informer.entries.entries()].map((e) => [e.key, { uid: e.uid, rv: e.resourceVersion, hash: contentHash(e.object as object) }]),
    );
    const mutated = [...informer.entries.entries()]
      .filter((e) => contentHash(e.object as object) !== store.get(e.key)?.hash)
      .map((e) => e.key);
    await informer.stop();
    await running;
    const journal = server.journal.entries().filter((entry) => entry.resource === "configmaps");
    const { complaints, totals } = checkHistory({
      journal,
      selects: (entry) => labelSelector === undefined || isHalf(entry.key),
      wire,
      handlers: recorders.map(({ name, deliveries, syncedAfter, presentAtStart }) => ({
        name,
        deliveries,
        syncedAfter,
        // The slow one has a short backlog, the late one begins with the present state, and DeltaFIFO gathers by key.
        merges: name !== "plain" || queue === "delta",
        ...(presentAtStart !== undefined && { presentAtStart }),
      })),
      store,
      server: truth,
      indexDifferences,
      mutated,
    });
    return { seed, complaints, totals, faults };
  } finally {
    await reader.close();
    await writer.close();
    await server.close();
  }
}

/** Every second name carries the label that some informers select by. */
function isHalf(key: string): boolean {
  return Number(key.slice(key.lastIndexOf("-") + 1)) % 2 === 0;
}

/** Creates, changes, deletes or recreates some of twenty names; what the connection loses is the journal's to know. */
async function changeThings(client: Client, random: () => number, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    const number = Math.floor(random() * 20);
    const namespace = pick(random, namespaces);
    const name = `thing-${number}`;
    const maps = client.resource(ConfigMap, { namespace });
    const data = { color: pick(random, ["red", "grün", "синий"]), token: String(random()) };
    const labels = { half: number % 2 === 0 ? "yes" : "no" };
    const act = random();
    try {
      if (act < 0.35) await maps.create({ metadata: { name, labels }, data });
      else if (act < 0.75) await maps.mergePatch(name, { data });
      else if (act < 0.9) await maps.delete(name);
      else {
        await maps.delete(name);
        await maps.create({ metadata: { name, labels }, data });
      }
    } catch {
      // AlreadyExists, NotFound, a cut connection: all part of the world.
    }
  }
}

/** One fault, or several at once. */
async function goWrong(server: ApiServer, random: () => number, count: Record<string, number>): Promise<void> {
  const bytes = (): number => Math.floor(random() * 3_000);
  const informers = { path: "/api/v1/configmaps" };
  const times = 1 + Math.floor(random() * 3);
  const kinds: readonly [string, () => void | Promise<void>][] = [
    ["cut", () => server.cutConnections(pick(random, ["reset", "end"]))],
    ["compact", () => server.compact()],
    ["restart", () => server.restart({ history: pick(random, ["kept", "lost"]) })],
    ["goaway", () => server.goAway()],
    ...(
      [
        ["410 event", "watch", { type: "error-event", afterEvents: Math.floor(random() * 5), ...expired }],
        ["410", "watch", { type: "status", ...expired }],
        ["410 list", "list", { type: "status", ...expired }],
        ["429", "watch", { type: "error-event", afterEvents: 1, code: 429, reason: "TooManyRequests" }],
        ["500 event", "watch", { type: "error-event", afterEvents: 2, code: 500, reason: "InternalError" }],
        ["500", "list", { type: "status", code: 500 }],
        ["503", "watch", { type: "status", code: 503 }],
        ["duplicates", "watch", { type: "duplicate" }],
        ["end", "watch", { type: "end", afterEvents: Math.floor(random() * 4) }],
        ["drop", "watch", { type: "drop", afterBytes: bytes(), how: pick(random, ["reset", "end", "stream"]) }],
        ["drop list", "list", { type: "drop", afterBytes: bytes(), how: "reset" }],
        ["garbage", "watch", { type: "garbage", afterBytes: bytes() }],
        ["garbage list", "list", { type: "garbage", afterBytes: bytes() }],
        ["stale list", "list", { type: "stale", behind: Math.floor(random() * 30) }],
        ["hold", "watch", { type: "hold", ms: 20 }],
        ["login page", "list", { type: "answer", code: 200, headers: { "content-type": "text/html" }, body: "<html>sign in</html>" }],
        ["empty object", "list", { type: "answer", code: 200, headers: { "content-type": "application/json" }, body: "{}" }],
      ] as const satisfies readonly (readonly [string, string, Fault])[]
    ).map(([name, verb, fault]): [string, () => void] => [
      name,
      () => void server.faults.add({ match: { ...informers, verb }, times: fault.type === "stale" ? 1 : times }, fault),
    ]),
  ];
  for (let i = 0; i < 1 + Math.floor(random() * 2); i++) {
    const [name, act] = pick(random, kinds);
    // A fourth old list in a row is believed: then the server insists, as one that was restored does.
    if (name === "stale list" && (count[name] ?? 0) >= 3) continue;
    count[name] = (count[name] ?? 0) + 1;
    await act();
    // New faults show when a stream begins.
    if (random() < 0.5) server.cutConnections("reset");
  }
}

async function finalState(
  client: Client,
  labelSelector: string | undefined,
): Promise<Map<string, { uid: string; rv: string; hash: string }>> {
  for (;;) {
    try {
      const list = await client.resource(ConfigMap).list({ ...(labelSelector !== undefined && { labelSelector }) });
      return new Map(
        list.items.map((map) => [
          `${map.metadata.namespace}/${map.metadata.name}`,
          { uid: map.metadata.uid, rv: map.metadata.resourceVersion, hash: contentHash(map) },
        ]),
      );
    } catch {
      // The connection was cut as the faults ended; ask again.
    }
  }
}

/** Waits until store and handlers show the final state, or long enough to say that they will not. */
async function quiet(
  informer: { readonly entries: { entries(): Iterable<{ readonly key: string; readonly resourceVersion: string }> } },
  recorders: readonly { readonly deliveries: readonly Delivery[]; readonly syncedAfter: number | undefined }[],
  truth: ReadonlyMap<string, { readonly rv: string }>,
  patienceMs: number,
): Promise<void> {
  const text = (pairs: Iterable<readonly [string, string]>): string =>
    [...pairs]
      .map(([key, rv]) => `${key}@${rv}`)
      .sort()
      .join();
  const want = text([...truth].map(([key, { rv }]) => [key, rv] as const));
  const folded = (deliveries: readonly Delivery[]): string => {
    const fold = new Map<string, string>();
    for (const { type, key, rv } of deliveries) {
      if (type === "delete") fold.delete(key);
      else fold.set(key, rv);
    }
    return text(fold);
  };
  for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += 10) {
    const have = text([...informer.entries.entries()].map((entry) => [entry.key, entry.resourceVersion] as const));
    // What is told last may be followed by the word that it was all.
    if (have === want && recorders.every(({ deliveries, syncedAfter }) => syncedAfter !== undefined && folded(deliveries) === want)) return;
    await sleep(10);
  }
}

/** Where an index that is kept differs from one that is made anew. */
function compareIndex(indexer: {
  list(): readonly unknown[];
  byIndex(name: string, value: string): readonly unknown[];
  listIndexFuncValues(name: string): readonly string[];
}): string[] {
  const made = new Map<string, string[]>();
  for (const object of indexer.list() as readonly ConfigMap[]) {
    const value = object.data?.["color"];
    if (value === undefined) continue;
    made.set(value, [...(made.get(value) ?? []), `${object.metadata?.namespace}/${object.metadata?.name}`]);
  }
  const found: string[] = [];
  const values = indexer.listIndexFuncValues("color");
  if ([...values].sort().join() !== [...made.keys()].sort().join())
    found.push(`values ${[...values].sort()} instead of ${[...made.keys()].sort()}`);
  for (const [value, keys] of made) {
    const kept = (indexer.byIndex("color", value) as readonly ConfigMap[]).map((o) => `${o.metadata?.namespace}/${o.metadata?.name}`);
    if (kept.sort().join() !== keys.sort().join()) found.push(`${value}: ${kept} instead of ${keys}`);
  }
  return found;
}
