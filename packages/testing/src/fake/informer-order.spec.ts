/**
 * Informers on the fake see exactly what its storage committed, in order, whatever reactors do to the requests: hold
 * them back, refuse them, change their objects, delay or cut watches.
 */
import { ConfigMap } from "client-ts/api/core/v1";
import { newListWatchForKind, newSharedIndexInformer } from "client-ts/cache";
import { newStatus, StatusError } from "client-ts/errors";
import { nextTurn } from "client-ts/internal";
import { FakeClock } from "client-ts/util";
import fc from "fast-check";
import { expect, it } from "vitest";
import { type FakeClientset, newFakeClientset, type Reactor } from "./index.ts";

type Trouble =
  | { readonly kind: "none" }
  | { readonly kind: "delay"; readonly turns: number }
  | { readonly kind: "fail"; readonly reason: "InternalError" | "Forbidden" | "Conflict" }
  | { readonly kind: "change"; readonly value: string };

type Step = {
  readonly name: string;
  readonly verb: "create" | "update" | "patch" | "apply" | "delete" | "add";
  readonly value: string;
  /** Runs together with the step before it. */
  readonly joined: boolean;
};

const names = ["a", "b", "c"];
const value = fc.constantFrom("1", "2", "3");
const trouble: fc.Arbitrary<Trouble> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ kind: "none" } as const) },
  fc.record({ kind: fc.constant("delay" as const), turns: fc.integer({ min: 1, max: 4 }) }),
  fc.record({
    kind: fc.constant("fail" as const),
    reason: fc.constantFrom("InternalError", "Forbidden", "Conflict"),
  }),
  fc.record({ kind: fc.constant("change" as const), value }),
);
const step: fc.Arbitrary<Step> = fc.record({
  name: fc.constantFrom(...names),
  verb: fc.constantFrom("create", "update", "patch", "apply", "delete", "add"),
  value,
  joined: fc.boolean(),
});
/** What happens to the lists and watches of the informer, one after the other; then nothing more. */
const openings = fc.array(fc.constantFrom("delay", "fail", "cut", "none"), { maxLength: 4 });

it("shows informers each commit once, in order, under reactors that delay, fail and change objects", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 25, size: "max" }),
      fc.array(trouble, { maxLength: 25, size: "max" }),
      openings,
      async (steps, troubles, watches) => {
        const clock = new FakeClock();
        const fake = newFakeClientset([], { clock, logger: false });
        fake.prependReactor("*", "configmaps", disturb(troubles));
        disturbWatches(fake, watches);
        const informer = newSharedIndexInformer(newListWatchForKind(fake.client.rest, ConfigMap), ConfigMap, {
          clock,
          logger: false,
        });
        const seen: string[] = [];
        const saw = (type: string) => (event: { key: string; meta: { resourceVersion?: string } }) =>
          void seen.push(`${type} ${event.key} ${event.meta.resourceVersion}`);
        informer.addEventHandler({ onAdd: saw("ADDED"), onUpdate: saw("MODIFIED"), onDelete: saw("DELETED") });
        const running = informer.run();
        await play(fake, steps, clock);
        const committed = (await fake.tracker.journal())
          .entries()
          .filter(({ resource }) => resource === "configmaps")
          .map(({ type, key, resourceVersion: rv }) => `${type} ${key} ${rv}`);
        for (let turn = 0; turn < 200 && (seen.at(-1) !== committed.at(-1) || !informer.hasSynced()); turn++)
          await clock.advance(1_000);
        expect(matched(seen, committed)).toEqual(seen);
        const stored = (await fake.tracker.resource(ConfigMap).list()).items;
        const cached = informer.indexer.list();
        const brief = (object: (typeof cached)[number]) => [object.metadata?.resourceVersion, object.data];
        expect(cached.map(brief).sort()).toEqual(stored.map(brief).sort());
        await informer.close();
        await running;
        await fake.close();
      },
    ),
    { numRuns: 60 },
  );
});

/**
 * What must have been seen: the first list shows states that were committed before it, and from there on every commit
 * must come. `seen` begins with additions of the list; the commits after the newest version of the list follow.
 */
function matched(seen: readonly string[], committed: readonly string[]): string[] {
  const tail = (from: number): string[] => committed.slice(from);
  for (let from = 0; from <= committed.length; from++) {
    const listed = stateAfter(committed.slice(0, from));
    const expected = [...listed, ...tail(from)];
    if (expected.length === seen.length && expected.every((one, index) => one === seen[index])) return expected;
  }
  return ["no list version explains what was seen", ...committed];
}

/** The additions that a list shows after commits, in the order of a list. */
function stateAfter(commits: readonly string[]): string[] {
  const state = new Map<string, string>();
  for (const commit of commits) {
    const [type = "", key = "", version = ""] = commit.split(" ");
    if (type === "DELETED") state.delete(key);
    else state.set(key, version);
  }
  return [...state].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, version]) => `ADDED ${key} ${version}`);
}

function disturb(troubles: readonly Trouble[]): Reactor {
  let next = 0;
  return async (action) => {
    if (action.verb === "list") return undefined;
    const one = troubles[next++] ?? { kind: "none" };
    if (one.kind === "delay") for (let turn = 0; turn < one.turns; turn++) await nextTurn();
    if (one.kind === "fail") throw new StatusError(newStatus(one.reason, { resource: "configmaps" }));
    if (one.kind === "change" && action.object !== undefined) Object.assign(action.object, { data: { by: one.value } });
    return undefined;
  };
}

/** Lists and watches are delayed or refused; a watch may also end after its first event. */
function disturbWatches(fake: FakeClientset, openings: readonly string[]): void {
  let opened = 0;
  let listed = 0;
  fake.prependReactor("list", "configmaps", async () => {
    const how = openings[listed++];
    if (how === "delay") await nextTurn();
    if (how === "fail") throw new StatusError(newStatus("InternalError"));
    return undefined;
  });
  fake.prependWatchReactor("configmaps", async ({ options }) => {
    const how = openings[opened++];
    if (how === "delay") await nextTurn();
    if (how === "fail") throw new StatusError(newStatus("InternalError"));
    if (how !== "cut") return undefined;
    const { resourceVersion } = options as { resourceVersion?: string };
    return (async function* () {
      const from = { resourceVersion };
      for await (const event of fake.tracker.resource(ConfigMap).watch(from)) {
        yield event;
        if (event.type !== "BOOKMARK") return;
      }
    })();
  });
}

async function play(fake: FakeClientset, steps: readonly Step[], clock: FakeClock): Promise<void> {
  let together: Promise<unknown>[] = [];
  for (const { name, verb, value: data, joined } of steps) {
    if (!joined) {
      await Promise.all(together);
      together = [];
      await clock.advance(100);
    }
    together.push(write(fake, name, verb, data).catch(() => undefined));
  }
  await Promise.all(together);
}

async function write(fake: FakeClientset, name: string, verb: Step["verb"], data: string): Promise<unknown> {
  const maps = fake.core.v1.configMaps("default");
  const object: ConfigMap = { apiVersion: "v1", kind: "ConfigMap", metadata: { name }, data: { by: data } };
  switch (verb) {
    case "create":
      return maps.create(object);
    case "update":
      return maps.update({ ...object, metadata: { name } });
    case "patch":
      return maps.mergePatch(name, { data: { by: data } });
    case "apply":
      return maps.apply({ metadata: { name }, data: { by: data } }, { fieldManager: "tester", force: true });
    case "delete":
      return maps.delete(name);
    case "add":
      return fake.tracker.add({ ...object, metadata: { name, namespace: "default" } });
  }
}
