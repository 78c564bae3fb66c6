/**
 * Random runs without a network: objects come, change, go and come again while streams break at any event, histories
 * expire, events come twice or late, and lists are cut. After the quiet the oracles look at what store and handlers
 * saw. The clock is fake, so a seed replays a run exactly.
 */

import { describe, expect, it } from "vitest";
import { ProtocolError, TransportError } from "../../errors/index.ts";
import { compareResourceVersion, type WatchEvent } from "../../meta/index.ts";
import { defined, FakeClock, seededRandom } from "../../util/index.ts";
import type { ListerWatcher } from "../lister-watcher.ts";
import { newCacheMutationDetector } from "../store/index.ts";
import { FakeControllerSource } from "../test-support/fake-controller-source.ts";
import { settled, ThingKind } from "../test-support/informing.ts";
import { status } from "../test-support/reflecting.ts";
import { type Thing, thing } from "../test-support/scripted-source.ts";
import { StridedClock } from "../test-support/strided-clock.ts";
import type { InformerEvent } from "./events.ts";
import { newSharedIndexInformer, type SharedIndexInformer, entriesOf } from "./shared-index-informer.ts";

const seeds = 200;
const sums = {
  missing: 0,
  skippedByRelist: 0,
  coalesced: 0,
  relists: 0,
  events: 0,
  faults: 0,
  severalNamespaces: 0,
  outages: 0,
};

function randomFrom(seed: number): (below: number) => number {
  const random = seededRandom(seed);
  return (below) => Math.floor(random() * below);
}

/** A source that now and then goes wrong, and remembers which versions it gave away. */
class FaultySource implements ListerWatcher<Thing> {
  readonly supportsWatchList: boolean;
  readonly #inner: FakeControllerSource;
  readonly #random: (below: number) => number;
  readonly problems: string[] = [];
  readonly #granted = new Set<string>();
  /** Complete lists that were given. */
  completeLists = 0;
  first = "";
  quiet = false;
  /** It answers nothing. */
  down = false;

  constructor(inner: FakeControllerSource, random: (below: number) => number) {
    this.#inner = inner;
    this.#random = random;
    this.supportsWatchList = inner.supportsWatchList;
  }

  async list(options: Parameters<ListerWatcher<Thing>["list"]>[0]): ReturnType<ListerWatcher<Thing>["list"]> {
    this.#check(options.resourceVersion, "list");
    if (this.down) throw new TransportError("no answer", { code: "refused" });
    const fault = this.#fault(8);
    if (fault === 0) throw status("Expired", 410);
    if (fault === 1) throw new TransportError("cut", { code: "reset" });
    const list = await this.#inner.list(options);
    if (fault === 2) return {} as never;
    if (fault === 3) return { ...list, metadata: {} };
    this.#complete(list.metadata.resourceVersion ?? "");
    return fault === 4 ? { ...list, items: [...list.items, ...list.items] } : list;
  }

  async watch(options: Parameters<ListerWatcher<Thing>["watch"]>[0]): Promise<AsyncIterable<WatchEvent<Thing>>> {
    this.#check(options.resourceVersion, "watch");
    if (this.down) throw new TransportError("no answer", { code: "refused" });
    const fault = this.#fault(6);
    if (fault === 0)
      throw status(
        ["TooManyRequests", "InternalError", "Forbidden", "Expired"][this.#random(4)] ?? "",
        [429, 500, 403, 410][this.#random(4)] ?? 500,
      );
    if (fault === 1) throw new TransportError("refused", { code: "refused" });
    return this.#events(await this.#inner.watch(options));
  }

  async *#events(events: AsyncIterable<WatchEvent<Thing>>): AsyncGenerator<WatchEvent<Thing>> {
    const earlier: WatchEvent<Thing>[] = [];
    for await (const event of events) {
      const fault = this.#fault(40);
      if (fault === 0) return;
      if (fault === 1) throw status("Expired", 410);
      if (fault === 2) throw new ProtocolError("garbage");
      if (fault === 3) throw new TransportError("reset", { code: "reset" });
      if (event.type === "BOOKMARK") {
        if (event.initialEventsEnd) this.#complete(event.resourceVersion);
        this.#granted.add(event.resourceVersion);
      } else this.#granted.add(event.object.metadata?.resourceVersion ?? "");
      if (fault === 4) yield event;
      const late = earlier[this.#random(earlier.length)];
      if (fault === 5 && late !== undefined) yield late;
      if (fault === 6) yield { type: "RENAMED", object: thing("x", "1") } as never;
      if (event.type !== "BOOKMARK") earlier.push(event);
      yield event;
    }
  }

  #complete(version: string): void {
    this.completeLists++;
    this.first ||= version;
    this.#granted.add(version);
  }

  #fault(outOf: number): number {
    const chosen = this.quiet ? -1 : this.#random(outOf);
    if (chosen >= 0 && chosen < 7) sums.faults++;
    return chosen;
  }

  /** O7: only versions that were given may be asked for. */
  #check(version: string | undefined, what: string): void {
    if (version !== undefined && version !== "0" && !this.#granted.has(version))
      this.problems.push(`O7: ${what} at ${version}, which the server never sent`);
  }
}

/** A handler that folds the events that it receives, and checks their grammar. */
class Folding {
  readonly fold = new Map<string, string>();
  readonly seen = new Map<string, unknown>();
  readonly problems: string[] = [];
  readonly #slow: boolean;
  readonly #last = new Map<string, string>();

  constructor(slow = false) {
    this.#slow = slow;
  }

  readonly onAdd = (event: InformerEvent<Thing>): void | Promise<void> => this.#take(event);
  readonly onUpdate = (event: InformerEvent<Thing>): void | Promise<void> => this.#take(event);
  readonly onDelete = (event: InformerEvent<Thing>): void | Promise<void> => this.#take(event);

  #take(event: InformerEvent<Thing>): void | Promise<void> {
    const { key, uid, resourceVersion } = event;
    const before = this.fold.get(key);
    if (event.type !== "delete" || !event.finalStateUnknown) {
      const last = this.#last.get(key);
      if (last !== undefined && compareResourceVersion(resourceVersion, last) === -1)
        this.problems.push(`O2: ${key} went from ${last} to ${resourceVersion}`);
      this.#last.set(key, resourceVersion);
    }
    if (event.type === "delete") {
      if (before === undefined) this.problems.push(`O6: ${key} was deleted without being there`);
      this.fold.delete(key);
    } else {
      if (event.type === "add" && before !== undefined) this.problems.push(`O6: ${key} was added twice`);
      if (event.type === "update" && before !== `${event.old.uid} ${event.old.resourceVersion}`)
        this.problems.push(`O6: ${key} was ${before} before`);
      if (event.type === "update" && event.old.uid !== uid)
        this.problems.push(`O6: ${key} became another object without a delete`);
      this.fold.set(key, `${uid} ${resourceVersion}`);
      this.seen.set(`${prefix(event.namespace)}${resourceVersion}`, event.object.spec?.value);
    }
    if (this.#slow) return settled();
  }
}

/** One namespace of a run: what the server has of it, and the source that now and then goes wrong. */
interface Space {
  readonly namespace: string;
  readonly inner: FakeControllerSource;
  readonly source: FaultySource;
}

const prefix = (namespace: string): string => (namespace === "" ? "" : `${namespace}/`);

async function run(seed: number): Promise<string[]> {
  const random = randomFrom(seed);
  const namespaces = random(2) === 0 ? [""] : ["a", "ab", "b"].slice(0, 2 + random(2));
  const spaces = namespaces.map((namespace): Space => {
    const inner = new FakeControllerSource({ streaming: random(2) === 0 });
    return { namespace, inner, source: new FaultySource(inner, random) };
  });
  const truth = new Map<string, unknown>();
  let stamp = 0;
  let uids = 0;
  let deletions = 0;
  const write = ({ namespace, inner }: Space, name: string): void => {
    const old = inner.objects.get(`${prefix(namespace)}${name}`);
    const value = `${name}-${++stamp}`;
    const object = thing(name, "", {
      value,
      uid: old?.metadata?.uid ?? `uid-${++uids}`,
      labels: { color: ["red", "blue"][random(2)] ?? "red" },
      ...defined({ namespace: namespace || undefined }),
    });
    const stored = old === undefined ? inner.add(object) : inner.modify(object);
    truth.set(`${prefix(namespace)}${stored.metadata?.resourceVersion}`, value);
  };
  // Some lists are so long that they are taken in over several turns.
  const count = random(4) === 0 ? 150 : 5;
  for (const space of spaces) for (let n = 0; n < count; n++) write(space, `o${n}`);
  const mutated: unknown[] = [];
  const detector = newCacheMutationDetector("oracle", {
    enabled: true,
    onMutation: (error) => void mutated.push(error),
  });
  const clock = random(2) === 0 ? new FakeClock() : new StridedClock();
  const unexpected: unknown[] = [];
  const transforms = random(3) === 0;
  const sources = spaces.map(({ namespace, source }) => ({ namespace, listerWatcher: source }));
  const informer = newSharedIndexInformer<Thing>(
    namespaces.length > 1 ? sources : (sources[0]?.listerWatcher as FaultySource),
    ThingKind,
    {
      clock,
      random: () => 0.5,
      queue: random(3) === 0 ? "delta" : "ordered",
      indexers: { color: { entry: ({ meta }) => [meta.labels?.["color"] ?? ""] } },
      onWatchError: () => {},
      logger: false,
      onUnexpectedError: (error) => void unexpected.push(error),
      transform: transforms
        ? (object: Thing) => ({ ...object, spec: { value: `${String(object.spec?.value)}!` } })
        : undefined,
      mutationDetector: detector,
    },
  );
  const problems: string[] = [];
  const handlers = [new Folding(), new Folding(true)];
  const registrations = handlers.map((handler, at) =>
    informer.addEventHandler(handler, at === 1 ? { maxPending: 3 } : {}),
  );
  void informer.run();
  void informer.waitForSync().then(
    () => {
      if (informer.store.listKeys().length < count * spaces.length && deletions === 0)
        problems.push("O8: synced without everything");
    },
    () => {},
  );
  const outageAt = random(3) === 0 ? random(40) : -1;
  for (let step = 0; step < 40; step++) {
    const space = spaces[random(spaces.length)] as Space;
    const name = `o${random(8)}`;
    const old = space.inner.objects.get(`${prefix(space.namespace)}${name}`);
    if (old !== undefined && random(4) === 0) {
      space.inner.delete(old);
      deletions++;
    } else write(space, name);
    const luck = random(12);
    if (luck === 0) space.inner.resetWatch();
    if (luck === 1) space.inner.closeWatches();
    if (step === outageAt) problems.push(...(await outage(space, informer, clock, () => write(space, name))));
    if (random(2) === 0) await settled();
    if (random(4) === 0) await clock.advance(random(4_000));
  }
  for (const { source } of spaces) source.quiet = true;
  const late = new Folding();
  const lateRegistration = informer.addEventHandler(late);
  const isThere = (): boolean => {
    const controllers = spaces.map(({ inner }) => inner.resourceVersion);
    return (
      informer.lastSyncResourceVersion === controllers.toSorted((x, y) => Number(x) - Number(y))[0] &&
      hasEverything(informer, spaces)
    );
  };
  for (let n = 0; n < 300 && !isThere(); n++) await clock.advance(1_000);
  for (let n = 0; n < 2_000 && [...registrations, lateRegistration].some(({ pending }) => pending > 0); n++)
    await settled();
  await settled();
  if (informer.isStale) problems.push("O16: stale although it has everything and every source answers");
  const expected = statesOf(spaces);
  const stored = storedStates(informer);
  if (!same(expected, stored)) problems.push(`O1: the store has ${text(stored)}, the server ${text(expected)}`);
  for (const handler of [...handlers, late]) {
    if (!same(expected, handler.fold))
      problems.push(`O1: a handler has ${text(handler.fold)}, the server ${text(expected)}`);
    problems.push(...handler.problems);
    for (const [version, value] of handler.seen)
      if (`${String(truth.get(version))}${transforms ? "!" : ""}` !== value)
        problems.push(`O4: ${version} never was ${String(value)}`);
  }
  for (const registration of [...registrations, lateRegistration])
    if (!registration.hasSynced()) problems.push("O8: a handler never synced");
  for (const { namespace, source } of spaces) {
    const missing = [...truth.keys()].filter(
      (version) =>
        version.slice(0, version.lastIndexOf("/") + 1) === prefix(namespace) &&
        handlers[0]?.seen.has(version) === false &&
        compareResourceVersion(version.slice(version.lastIndexOf("/") + 1), source.first) === 1,
    );
    if (source.completeLists <= 1) sums.missing += missing.length;
    else sums.skippedByRelist += missing.length;
    sums.relists += source.completeLists - 1;
  }
  sums.coalesced += registrations[1]?.coalesced ?? 0;
  sums.events += handlers[0]?.seen.size ?? 0;
  if (namespaces.length > 1) sums.severalNamespaces++;
  for (const color of ["red", "blue"]) {
    const keys = spaces.flatMap(({ inner }) =>
      [...inner.objects].filter(([, { metadata }]) => metadata?.labels?.["color"] === color).map(([key]) => key),
    );
    if (keys.toSorted().join() !== informer.indexer.indexKeys("color", color).toSorted().join())
      problems.push(`O9: the index ${color} is wrong`);
  }
  detector?.compare();
  if (mutated.length > 0) problems.push("O12: an object changed");
  await informer.close();
  await settled();
  const openWatches = spaces.reduce((sum, { inner }) => sum + inner.openWatches, 0);
  if (clock.pending > 0 || openWatches > 0) problems.push(`O11: ${clock.pending} timers, ${openWatches} watches`);
  return [
    ...problems,
    ...spaces.flatMap(({ source }) => source.problems),
    ...unexpected.map((error) => `unexpected: ${String(error)}`),
  ].map((line) => `seed ${seed}: ${line}`);
}

/**
 * One source does not answer for forty seconds, and something changes meanwhile: then the cache must not pass for
 * fresh.
 */
async function outage(
  space: Space,
  informer: SharedIndexInformer<Thing>,
  clock: FakeClock,
  change: () => void,
): Promise<string[]> {
  const problems: string[] = [];
  space.source.down = true;
  space.inner.closeWatches();
  await settled();
  change();
  sums.outages++;
  for (let second = 1; second <= 40; second++) {
    await clock.advance(1_000);
    // Ten seconds without a watch are normal, and the clock may be a second ahead.
    if (second >= 12 && !informer.isStale)
      problems.push(`O16: ${second} s without ${space.namespace || "the server"}, and not stale`);
  }
  space.source.down = false;
  return problems;
}

function statesOf(spaces: readonly Space[]): Map<string, string> {
  return new Map(
    spaces.flatMap(({ inner }) =>
      [...inner.objects].map(([key, { metadata }]) => [key, `${metadata?.uid} ${metadata?.resourceVersion}`] as const),
    ),
  );
}

function storedStates(informer: SharedIndexInformer<Thing>): Map<string, string> {
  return new Map(
    [...entriesOf(informer).entries()].map(({ key, uid, resourceVersion }) => [key, `${uid} ${resourceVersion}`]),
  );
}

function hasEverything(informer: SharedIndexInformer<Thing>, spaces: readonly Space[]): boolean {
  return same(statesOf(spaces), storedStates(informer));
}

function same(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean {
  return a.size === b.size && [...a].every(([key, value]) => b.get(key) === value);
}

function text(map: ReadonlyMap<string, string>): string {
  return JSON.stringify([...map]);
}

describe("an informer under random faults", () => {
  it(`agrees with its source after the quiet, in ${seeds} random runs (O1, O2, O4 to O9, O11, O12, O16)`, async () => {
    const problems: string[] = [];
    for (let seed = 0; seed < seeds && problems.length < 20; seed++) problems.push(...(await run(seed)));
    console.log(`oracles: ${JSON.stringify(sums)}`);
    expect(problems).toEqual([]);
    expect(sums.missing).toBe(0);
    expect(sums.relists).toBeGreaterThan(seeds);
    expect(sums.severalNamespaces).toBeGreaterThan(seeds / 3);
    expect(sums.outages).toBeGreaterThan(seeds / 10);
  }, 120_000);
});
