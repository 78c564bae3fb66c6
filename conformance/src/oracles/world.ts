/**
 * One random world: an in-memory API server, a writer that changes ConfigMaps in several namespaces, an informer of a
 * random build with several handlers on its own connection, and faults that hit the informer's lists and watches.
 * Everything but the timing of sockets follows from the seed. At the end faults stop, the world gets quiet, and the
 * recorded history is checked against every oracle.
 */

import { ConfigMap } from "client-ts/api/core/v1";
import type { ListerWatcher, ResourceEventHandler, SharedIndexInformer } from "client-ts/cache";
import { type Client, connect } from "client-ts/client";
import { compareResourceVersion, type KubeObject } from "client-ts/meta";
import { type LazyStore, nextTurn, objectIfDecodable, sleep, seededRandom, entriesOf } from "client-ts/internal";
import { type ApiServer, type Fault, startApiServer } from "client-ts-testing";
import {
  type Build,
  buildInformer,
  isInScope,
  namespaces,
  partsOf,
  randomBuild,
  selectorOf,
  serverHash,
  shownHash,
  visibleJournal,
  withEmptyNamespace,
} from "./build.ts";
import { checkHistory } from "./check.ts";
import type { Delivery, Totals, WireEvent } from "./history.ts";
import { jumpingClock } from "./jumping-clock.ts";
import { pick } from "./random.ts";
import { recordingHandler } from "./recorder.ts";
import { newWireTap } from "./wire-tap.ts";

/** The results of a world. */
export interface WorldResult {
  readonly seed: number;
  readonly violations: readonly string[];
  readonly totals: Totals;
  readonly faults: Readonly<Record<string, number>>;
  /** The parts that its informer was built of. */
  readonly build: readonly string[];
  /** With violations: the last that came on the wire of each source, and what was open. */
  readonly lastOnWire: readonly string[];
}

/**
 * Where a bug is planted, to see whether the oracles find it: around what the informer requests, what it delivers, or
 * what it stores.
 */
export interface BugHooks {
  readonly source?: (original: ListerWatcher<ConfigMap>, random: () => number) => ListerWatcher<ConfigMap>;
  readonly handler?: (
    original: ResourceEventHandler<ConfigMap>,
    random: () => number,
  ) => ResourceEventHandler<ConfigMap>;
  readonly store?: (original: LazyStore<ConfigMap>) => void;
  /** The build in which the bug shows, when it does not show in every one. */
  readonly build?: Partial<Build>;
  /** How many objects there are in addition to those that change, in each namespace. */
  readonly fill?: number;
}

const expired = { code: 410, reason: "Expired" } as const;
/**
 * Ends a string, the brackets around it and the line wherever it stands, so that the objects in the answer cannot be
 * told apart.
 */
const unreadable = '"]}{\n';

/** Runs the world of a seed to its end. */
export async function runWorld(
  seed: number,
  {
    steps = 60,
    bug = {},
    maxWaitMs = 40_000,
  }: { readonly steps?: number; readonly bug?: BugHooks; readonly maxWaitMs?: number } = {},
): Promise<WorldResult> {
  const random = seededRandom(seed);
  const chance = (p: number): boolean => random() < p;
  const server = await startApiServer({
    historyWindow: pick(random, [20, 100, 10_000]),
    bookmarkIntervalMs: 200,
    controllers: false,
  });
  // A random source of its own: a seed's world is otherwise the same in both formats.
  const isProtobuf = Object.keys(bug).length === 0 && seededRandom(seed + 2)() < 0.3;
  const quietRandom = seededRandom(seed + 3);
  /** Nothing changes until the informer has synced: no event can then hide that it waits for one. */
  const isQuietAtFirst = Object.keys(bug).length === 0 && quietRandom() < 0.3;
  const things = new Things(server, random);
  const writer = await connect({ kubeconfigText: server.kubeconfig });
  const wire: WireEvent[] = [];
  const tap = newWireTap((event) => wire.push(event));
  const reader = await connect({
    kubeconfigText: server.kubeconfig,
    http2: chance(0.8),
    contentType: isProtobuf ? "application/vnd.kubernetes.protobuf" : "application/json",
    interceptors: [tap.interceptor],
  });
  const faults: Record<string, number> = {};
  const over = new AbortController();
  try {
    const parts = { ...randomBuild(random), format: isProtobuf ? "protobuf" : "JSON", ...bug.build } as const;
    const build: Build = isQuietAtFirst ? { ...parts, namespaces: withEmptyNamespace(quietRandom, parts) } : parts;
    const hash = shownHash(build);
    const informer = buildInformer(
      build,
      reader.rest,
      {
        streaming: chance(0.5),
        freeze: "always",
        indexers: {
          color: "metadata.labels.color",
          twice: ({ metadata }) => [metadata?.labels?.["color"] ?? "none", `again-${metadata?.labels?.["color"]}`],
        },
        backoff: { next: () => 2 + Math.floor(random() * 10) },
        random,
        onWatchError: () => {},
        onUnexpectedError: () => {},
        clock: chance(0.5) ? jumpingClock(seededRandom(seed + 1)) : undefined,
        pageSize: chance(0.3) ? 5 : undefined,
      },
      (original) => bug.source?.(original, random) ?? original,
    );
    bug.store?.(entriesOf(informer));
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
      const handler = recordingHandler<ConfigMap>((delivery) => recorder.deliveries.push(delivery), then, hash);
      const registration = informer.addEventHandler(bug.handler?.(handler, random) ?? handler, {
        name: recorder.name,
        maxPending: index === 1 ? 8 : undefined,
        // Nothing is missing in a backlog that is as long as it must be.
        overflow: index === 0 ? "keep" : undefined,
      });
      registration.waitForSync().then(
        () => {
          recorder.syncedAfter = recorder.deliveries.length;
        },
        () => {},
      );
    };

    things.fill(bug.fill ?? pick(random, [0, 0, 0, 0, 120]));
    await things.change(writer, 15);
    listen(0);
    listen(1);
    const running = informer.run();
    const unsynced: string[] = [];
    if (isQuietAtFirst && !(await hasSyncedInTime(informer)))
      unsynced.push("O8 hasSynced: the informer did not sync while nothing changed");
    const earlyReads: string[] = [];
    for (let step = 0; step < steps; step++) {
      if (step === Math.floor(steps / 3)) listen(2);
      await things.change(writer, Math.floor(random() * 6));
      if (chance(0.1)) readOwnWrite(informer, things.lastWrite, earlyReads, over.signal);
      if (chance(0.25)) await goWrong(server, random, faults, isProtobuf);
      if (chance(0.1)) indexDifferences.push(...compareIndex(informer.indexer));
      if (chance(0.3)) await sleep(Math.floor(random() * 15));
    }
    server.faults.clear();
    await things.change(writer, 3);
    let truth = await finalState(writer, build);
    await quiet(informer, recorders, truth, maxWaitMs);
    // What was damaged twice on its way stays undecodable until its next change.
    const damaged = [...entriesOf(informer).entries()].filter((entry) => objectIfDecodable(entry) === undefined);
    if (damaged.length > 0) {
      for (const { key } of damaged) things.rewrite(key);
      truth = await finalState(writer, build);
      await quiet(informer, recorders, truth, maxWaitMs);
    }
    indexDifferences.push(...compareIndex(informer.indexer));
    const store = new Map(
      [...entriesOf(informer).entries()].map((e) => [
        e.key,
        { uid: e.uid, rv: e.resourceVersion, hash: hash(e.object as object) },
      ]),
    );
    const mutated = [...entriesOf(informer).entries()]
      .filter((e) => hash(e.object as object) !== store.get(e.key)?.hash)
      .map((e) => e.key);
    const stillOpen = tap.open;
    await informer.close();
    await running;
    for (let turn = 0; turn < 200 && tap.open > 0; turn++) await nextTurn();
    const journal = server.journal.entries().filter((entry) => entry.resource === "configmaps");
    const { violations: found, totals } = checkHistory({
      journal: visibleJournal(build, journal, things.states),
      wire,
      handlers: recorders.map(({ name, deliveries, syncedAfter, presentAtStart }) => ({
        name,
        deliveries,
        syncedAfter,
        // The slow one has a short backlog, the late one begins with the present state, and DeltaFIFO gathers by key.
        merges: name !== "plain" || build.queue === "delta",
        presentAtStart,
      })),
      store,
      server: truth,
      indexDifferences,
      mutated,
      openAfterStop: tap.open,
      listsNeedReasons: true,
      earlyReads,
    });
    const violations = [...unsynced, ...found];
    const lastOnWire = violations.length === 0 ? [] : lastEvents(wire, stillOpen);
    return {
      seed,
      violations,
      totals,
      faults,
      build: partsOf(build),
      lastOnWire,
    };
  } finally {
    over.abort();
    await reader.close();
    await writer.close();
    await server.close();
  }
}

/** The last events of each source, to find the cause of a violation. */
function lastEvents(wire: readonly WireEvent[], open: number): string[] {
  const sources = [...new Set(wire.map(({ from }) => from))];
  const text = (event: WireEvent): string => JSON.stringify(event).slice(0, 160);
  return [
    `${open} answers were open before the stop`,
    ...sources.flatMap((source) =>
      wire
        .filter(({ from }) => from === source)
        .slice(-12)
        .map(text),
    ),
  ];
}

/** The objects of a world, and everything they ever were. */
class Things {
  /** By `key@rv`. */
  readonly states = new Map<string, KubeObject>();
  lastWrite: { readonly key: string; readonly rv: string } = { key: "", rv: "" };
  readonly #server: ApiServer;
  readonly #random: () => number;

  constructor(server: ApiServer, random: () => number) {
    this.#server = server;
    this.#random = random;
  }

  /** Makes this many objects in each namespace that hardly change, so that lists are long. */
  fill(count: number): void {
    for (const namespace of namespaces) for (let n = 0; n < count; n++) this.#write(namespace, `filler-${n}`);
  }

  /** Creates, changes, deletes or recreates some of twenty names in each namespace. */
  async change(client: Client, count: number): Promise<void> {
    for (let i = 0; i < count; i++) {
      const name = `thing-${Math.floor(this.#random() * 20)}`;
      const namespace = pick(this.#random, namespaces);
      const act = this.#random();
      if (act >= 0.75) {
        try {
          await client.resource(ConfigMap, { namespace }).delete(name);
        } catch {
          // NotFound, or a cut connection: both part of the world.
        }
      }
      if (act < 0.75 || act >= 0.9) this.#write(namespace, name);
      // Others get their turn as often as if the write had gone over the network.
      await nextTurn();
    }
  }

  /** Changes an object that is there. */
  rewrite(key: string): void {
    const [namespace = "", name = ""] = key.split("/");
    this.#write(namespace, name);
  }

  /** Past the network, so that every stored state is known. */
  #write(namespace: string, name: string): void {
    const labels = { chosen: this.#random() < 0.6 ? "yes" : "no", color: pick(this.#random, ["red", "green", "blue"]) };
    const data = {
      word: pick(this.#random, ["red", "gr\u00fcn", "\u0441\u0438\u043d\u0438\u0439"]),
      token: String(this.#random()),
    };
    const [written] = this.#server.apply({
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { namespace, name, labels },
      data,
    } as KubeObject);
    const rv = written?.metadata?.resourceVersion ?? "";
    const key = `${namespace}/${name}`;
    this.states.set(`${key}@${rv}`, written as KubeObject);
    this.lastWrite = { key, rv };
  }
}

/** Waits for the version of a write, then reads: an older state, or none where one was before, is a violation. */
function readOwnWrite(
  informer: SharedIndexInformer<ConfigMap>,
  { key, rv }: { readonly key: string; readonly rv: string },
  violations: string[],
  signal: AbortSignal,
): void {
  informer.atLeast(rv, { signal }).then(
    () => {
      const found = entriesOf(informer).entry(key)?.resourceVersion;
      if (found !== undefined && compareResourceVersion(found, rv) === -1)
        violations.push(`at version ${rv} the store has ${key}@${found}`);
    },
    () => {},
  );
}

/** Whether an informer syncs within five seconds. */
async function hasSyncedInTime(informer: SharedIndexInformer<ConfigMap>): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < 5_000 && !informer.hasSynced(); waitedMs += 5) await sleep(5);
  return informer.hasSynced();
}

/** One fault, or several at once. */
async function goWrong(
  server: ApiServer,
  random: () => number,
  count: Record<string, number>,
  isProtobuf: boolean,
): Promise<void> {
  const bytes = (): number => Math.floor(random() * 3_000);
  const informers = { resource: "configmaps" };
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
        ["garbage", "watch", { type: "garbage", afterBytes: bytes(), bytes: unreadable }],
        ["garbage list", "list", { type: "garbage", afterBytes: bytes(), bytes: unreadable }],
        ["stale list", "list", { type: "stale", behind: Math.floor(random() * 30) }],
        ["hold", "watch", { type: "hold", ms: 20 }],
        [
          "login page",
          "list",
          { type: "answer", code: 200, headers: { "content-type": "text/html" }, body: "<html>sign in</html>" },
        ],
        [
          "empty object",
          "list",
          { type: "answer", code: 200, headers: { "content-type": "application/json" }, body: "{}" },
        ],
      ] as const satisfies readonly (readonly [string, string, Fault])[]
    ).map(([name, verb, fault]): [string, () => void] => [
      name,
      () => void server.faults.add({ match: { ...informers, verb }, times: fault.type === "stale" ? 1 : times }, fault),
    ]),
  ];
  for (let i = 0; i < 1 + Math.floor(random() * 2); i++) {
    const [name, act] = pick(random, kinds);
    // A fourth old list in a row is accepted: then the server insists, as one that was restored does.
    if (name === "stale list" && (count[name] ?? 0) >= 3) continue;
    // Foreign bytes inside of protobuf can be protobuf: no reader could tell.
    if (isProtobuf && name.startsWith("garbage")) continue;
    count[name] = (count[name] ?? 0) + 1;
    await act();
    // New faults show when a stream begins.
    if (random() < 0.5) server.cutConnections("reset");
  }
}

async function finalState(
  client: Client,
  build: Build,
): Promise<Map<string, { uid: string; rv: string; hash: string }>> {
  const hash = serverHash(build);
  for (;;) {
    try {
      const { items } = await client.resource(ConfigMap).list(selectorOf(build));
      return new Map(
        items
          .filter(({ metadata }) => isInScope(build, metadata.namespace ?? ""))
          .map((map) => [
            `${map.metadata.namespace}/${map.metadata.name}`,
            { uid: map.metadata.uid, rv: map.metadata.resourceVersion, hash: hash(map) },
          ]),
      );
    } catch {
      // The connection was cut as the faults ended; ask again.
    }
  }
}

/** Waits until store and handlers show the final state, or long enough to say that they will not. */
async function quiet(
  informer: SharedIndexInformer<ConfigMap>,
  recorders: readonly { readonly deliveries: readonly Delivery[]; readonly syncedAfter: number | undefined }[],
  truth: ReadonlyMap<string, { readonly rv: string }>,
  maxWaitMs: number,
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
  for (let waitedMs = 0; waitedMs < maxWaitMs; waitedMs += 10) {
    const have = text([...entriesOf(informer).entries()].map((entry) => [entry.key, entry.resourceVersion] as const));
    // The last notification may be followed by the mark that the list is complete.
    if (
      have === want &&
      recorders.every(({ deliveries, syncedAfter }) => syncedAfter !== undefined && folded(deliveries) === want)
    )
      return;
    await sleep(10);
  }
}

/** Where an index that is kept differs from one that is computed again. */
function compareIndex(indexer: {
  list(): readonly unknown[];
  byIndex(name: string, value: string): readonly unknown[];
  listIndexFuncValues(name: string): readonly string[];
}): string[] {
  const made = new Map<string, string[]>();
  for (const object of indexer.list() as readonly ConfigMap[]) {
    const value = object.metadata?.labels?.["color"];
    if (value === undefined) continue;
    made.set(value, [...(made.get(value) ?? []), `${object.metadata?.namespace}/${object.metadata?.name}`]);
  }
  const found: string[] = [];
  const values = indexer.listIndexFuncValues("color");
  if ([...values].sort().join() !== [...made.keys()].sort().join())
    found.push(`values ${[...values].sort()} instead of ${[...made.keys()].sort()}`);
  for (const [value, keys] of made) {
    const kept = (indexer.byIndex("color", value) as readonly ConfigMap[]).map(
      (o) => `${o.metadata?.namespace}/${o.metadata?.name}`,
    );
    if (kept.sort().join() !== keys.sort().join()) found.push(`${value}: ${kept} instead of ${keys}`);
  }
  return found;
}
