import type { JournalEntry } from "client-ts-testing";
import { describe, expect, it } from "vitest";
import { checkHistory } from "./check.ts";
import type { Delivery, HandlerHistory, History, WireEvent } from "./history.ts";

/**
 * The tests of the oracles themselves. The numbers P1 to P15 are bugs that an informer can have; the section "Planted
 * bugs" of `conformance/oracles.md` explains each. A test takes the history of a run without a fault, changes it to
 * what a recorder would see of an informer with that bug, and names the oracles that must report a violation. P11
 * leaves no trace in a history: `conformance/src/reliability/crowd.slow.spec.ts` catches it. P16 needs a whole
 * informer: `planted-bugs.slow.spec.ts` has it.
 */

const uids = { a: "uid-a", b: "uid-b", c: "uid-c" } as const;
type Name = keyof typeof uids;

function entry(rv: number, type: JournalEntry["type"], name: Name, uid: string = uids[name]): JournalEntry {
  return { resourceVersion: String(rv), type, resource: "configmaps", key: `default/${name}`, uid, hash: `hash-${rv}` };
}

function told(type: Delivery["type"], name: Name, rv: number, more: Partial<Delivery> = {}): Delivery {
  return { type, key: `default/${name}`, uid: uids[name], rv: String(rv), hash: `hash-${rv}`, ...more };
}

const update = (name: Name, rv: number, oldRv: number): Delivery => told("update", name, rv, { oldRv: String(oldRv) });
const event = (type: string, name: Name, rv: number): WireEvent => ({
  kind: "event",
  from: "",
  type,
  key: `default/${name}`,
  rv: String(rv),
  initial: false,
});
const request = (verb: "list" | "watch", rv: string): WireEvent => ({
  kind: "request",
  from: "",
  verb,
  rv,
  initialEvents: false,
});
const list = (rv: number, ...names: Name[]): WireEvent => ({
  kind: "list",
  from: "",
  rv: String(rv),
  keys: names.map((name) => `default/${name}`),
});

/**
 * A list of a and b at 3; a changes at 4, c comes at 5, b goes at 6. The connection breaks, a changes at 7 and c at 8
 * unseen, and the server has forgotten: the second list, at 9, jumps over them. Then c changes at 10.
 */
const good = {
  journal: [
    entry(1, "ADDED", "a"),
    entry(2, "ADDED", "b"),
    entry(4, "MODIFIED", "a"),
    entry(5, "ADDED", "c"),
    entry(6, "DELETED", "b"),
    entry(7, "MODIFIED", "a"),
    entry(8, "MODIFIED", "c"),
    entry(9, "MODIFIED", "c"),
    entry(10, "MODIFIED", "c"),
  ],
  wire: [
    request("list", "0"),
    list(3, "a", "b"),
    request("watch", "3"),
    event("MODIFIED", "a", 4),
    event("ADDED", "c", 5),
    event("DELETED", "b", 6),
    request("watch", "6"),
    { kind: "trouble", from: "", what: "status 410" },
    request("list", "6"),
    list(9, "a", "c"),
    request("watch", "9"),
    event("MODIFIED", "c", 10),
  ] as const,
  deliveries: [
    told("add", "a", 1),
    told("add", "b", 2),
    update("a", 4, 1),
    told("add", "c", 5),
    told("delete", "b", 6),
    update("a", 7, 4),
    update("c", 9, 5),
    update("c", 10, 9),
  ],
  state: new Map<string, { uid: string; rv: string; hash: string }>([
    ["default/a", { uid: uids.a, rv: "7", hash: "hash-7" }],
    ["default/c", { uid: uids.c, rv: "10", hash: "hash-10" }],
  ]),
};

interface Tampered extends Partial<Omit<History, "handlers">> {
  readonly deliveries?: readonly Delivery[];
  readonly handler?: Partial<HandlerHistory>;
}

function check({
  deliveries = good.deliveries,
  handler = {},
  ...rest
}: Tampered = {}): ReturnType<typeof checkHistory> {
  return checkHistory({
    journal: good.journal,
    wire: good.wire,
    handlers: [{ name: "h", merges: false, deliveries, syncedAfter: 2, ...handler }],
    store: good.state,
    server: good.state,
    indexDifferences: [],
    mutated: [],
    openAfterStop: 0,
    listsNeedReasons: true,
    earlyReads: [],
    ...rest,
  });
}

/** The oracles that find a fault in a history. */
function firing(tampered: Tampered): string[] {
  return [...new Set(check(tampered).violations.map((violation) => violation.slice(0, violation.indexOf(" "))))].sort();
}

const without = (index: number): Delivery[] => good.deliveries.filter((_, i) => i !== index);
const change = (index: number, more: Partial<Delivery>): Delivery[] =>
  good.deliveries.map((delivery, i) => (i === index ? { ...delivery, ...more } : delivery));
const insert = (index: number, ...deliveries: Delivery[]): Delivery[] =>
  good.deliveries.toSpliced(index, 0, ...deliveries);

describe("the oracles", () => {
  it("find nothing wrong with a run in which all went well, and count what a list jumped over (O1 to O9, O12)", () => {
    const { violations, totals } = check();
    expect(violations).toEqual([]);
    expect(totals).toEqual({ versions: 9, delivered: 8, missing: 0, skippedByRelist: 1, coalesced: 0 });
  });

  it("catch an object that is never deleted because a replacement ignored what was pending (P1: O1)", () => {
    expect(
      firing({
        deliveries: without(4),
        store: new Map([...good.state, ["default/b", { uid: uids.b, rv: "2", hash: "hash-2" }]]),
      }),
    ).toEqual(["O1", "O5"]);
  });

  it("catch an add that was skipped after a pending delete (P2: O5)", () => {
    expect(firing({ deliveries: good.deliveries.filter(({ key }) => key !== "default/c") })).toEqual(["O1", "O5"]);
  });

  it("catch an index that lags behind its store (P3: O9)", () => {
    expect(firing({ indexDifferences: ["red: default/a instead of nothing"] })).toEqual(["O9"]);
  });

  it("catch one dropped delivery, as when an unreadable line is skipped, and count it as missing (P4: O5)", () => {
    const tampered = { deliveries: change(5, { oldRv: "1" }).filter((_, i) => i !== 2) };
    expect(firing(tampered)).toEqual(["O5"]);
    expect(check(tampered).totals).toMatchObject({ missing: 1, skippedByRelist: 1 });
  });

  it("catch a cache that an answer without objects has emptied (P5: O1, O4)", () => {
    const emptied = [
      told("delete", "a", 7, { finalStateUnknown: true }),
      told("delete", "c", 10, { finalStateUnknown: true }),
    ];
    expect(firing({ deliveries: [...good.deliveries, ...emptied], store: new Map() })).toEqual(["O1", "O4"]);
  });

  it("catch a watch from a version that the server never gave, such as that of a list's last object (P6: O7)", () => {
    expect(firing({ wire: good.wire.map((one) => (one === good.wire[2] ? request("watch", "2") : one)) })).toEqual([
      "O7",
    ]);
  });

  it("catch a version that was called done before it was taken in (P7: O5)", () => {
    // The event of c at 10 came, the connection broke, and the watch went on from 10.
    const tampered = { wire: [...good.wire, request("watch", "10")], deliveries: without(7) };
    expect(firing(tampered)).toEqual(["O1", "O5"]);
  });

  it("catch a step back to what was before a bookmark (P8: O2)", () => {
    expect(firing({ deliveries: [...good.deliveries, update("c", 9, 10), update("c", 10, 9)] })).toEqual(["O2"]);
  });

  it("catch a cache that asks again for an expired version, or never notices a silent connection (P9, P10: O1)", () => {
    expect(
      firing({
        wire: good.wire.slice(0, 7),
        deliveries: good.deliveries.slice(0, 5),
        store: new Map([["default/a", { uid: uids.a, rv: "4", hash: "hash-4" }]]),
      }),
    ).toEqual(["O1"]);
  });

  it("catch a handler that receives nothing more after it threw (P12: O1, O5)", () => {
    expect(firing({ deliveries: good.deliveries.slice(0, 3) })).toEqual(["O1", "O5"]);
  });

  it("catch notifications that overtake each other (P13: O2, O6)", () => {
    const [last, before] = [good.deliveries[7] as Delivery, good.deliveries[6] as Delivery];
    expect(firing({ deliveries: [...good.deliveries.slice(0, 6), last, before] })).toEqual(["O1", "O2", "O6"]);
  });

  it("catch half a list that was taken for a whole one (P14: O8)", () => {
    const deliveries = good.deliveries.toSpliced(1, 1).toSpliced(2, 0, told("add", "b", 2));
    expect(firing({ deliveries, handler: { syncedAfter: 1 } })).toEqual(["O8"]);
  });

  it("catch a list of the past (P15: O2, O3)", () => {
    const back = [told("add", "b", 2), told("delete", "b", 6)];
    expect(firing({ deliveries: insert(5, ...back) })).toEqual(["O2", "O3"]);
    expect(firing({ deliveries: [...good.deliveries, update("a", 4, 7)] })).toEqual(["O1", "O2"]);
  });

  it("catch an object that appears again after its deletion (O3)", () => {
    expect(firing({ deliveries: insert(6, told("add", "b", 2)), store: good.state })).toContain("O3");
  });

  it("catch a state that never existed, and content of another version (O4)", () => {
    expect(firing({ deliveries: insert(7, update("c", 99, 9), update("c", 9, 99)) })).toContain("O4");
    expect(firing({ deliveries: change(2, { hash: "hash-1" }) })).toEqual(["O4"]);
    expect(firing({ deliveries: change(3, { uid: "uid-other" }) })).toContain("O4");
  });

  it("catch an update with a wrong old state, an add of a known object, and a change of an unknown one (O6)", () => {
    expect(firing({ deliveries: change(2, { oldRv: "3" }) })).toEqual(["O6"]);
    expect(firing({ deliveries: change(2, { type: "add" }) })).toEqual(["O6"]);
    expect(firing({ deliveries: change(3, { type: "update" }) })).toEqual(["O6"]);
    expect(firing({ deliveries: insert(3, update("a", 4, 4)) })).toEqual(["O6"]);
    expect(firing({ deliveries: change(2, { uid: "uid-other" }) })).toContain("O6");
  });

  it("catch the same event delivered again and again (O5)", () => {
    expect(firing({ deliveries: insert(3, update("a", 4, 4), update("a", 4, 4)) })).toContain("O5");
  });

  it("catch a resume at a version that was never given, and allow one that only a bookmark gave (O7)", () => {
    expect(firing({ wire: [...good.wire, request("watch", "11")] })).toEqual(["O7"]);
    expect(firing({ wire: [...good.wire, { kind: "bookmark", from: "", rv: "11" }, request("watch", "11")] })).toEqual(
      [],
    );
  });

  it("catch a handler that says synced too early, or never (O8)", () => {
    expect(firing({ handler: { syncedAfter: 1 } })).toEqual(["O8"]);
    expect(firing({ handler: { syncedAfter: undefined } })).toEqual(["O8"]);
  });

  it("catch a list without a reason, after a watch that made progress (O10)", () => {
    expect(firing({ wire: good.wire.filter(({ kind }) => kind !== "trouble") })).toEqual(["O10"]);
    const again = [...good.wire, request("list", "10"), list(11, "a", "c")];
    expect(firing({ wire: again })).toEqual(["O10"]);
    const trouble: WireEvent = { kind: "trouble", from: "", what: "cut" };
    expect(firing({ wire: [...good.wire, trouble, request("list", "10"), list(11, "a", "c")] })).toEqual([]);
    const progress: WireEvent[] = [request("watch", "10"), { kind: "bookmark", from: "", rv: "11" }];
    expect(firing({ wire: [...good.wire, trouble, ...progress, request("list", "11"), list(12, "a", "c")] })).toEqual([
      "O10",
    ]);
    const past: WireEvent[] = [request("watch", "10"), event("MODIFIED", "c", 9), ...progress.slice(1)];
    expect(firing({ wire: [...good.wire, ...past, request("list", "11"), list(12, "a", "c")] })).toEqual([]);
  });

  it("catch a request that is open after the stop (O11), and a read at a version that does not show it (O8)", () => {
    expect(firing({ openAfterStop: 1 })).toEqual(["O11"]);
    expect(firing({ earlyReads: ["at version 5 the store has default/a@4"] })).toEqual(["O8"]);
  });

  it("hold each namespace's source to its own versions, lists and gaps (O5, O7, O8)", () => {
    const other = good.journal.map((one) => ({ ...one, key: one.key.replace("default", "other") }));
    const twice = (deliveries: readonly Delivery[]): Delivery[] =>
      deliveries.flatMap((delivery) => [delivery, { ...delivery, key: delivery.key.replace("default", "other") }]);
    const ofOther = (event: WireEvent): WireEvent =>
      event.kind === "list"
        ? { ...event, from: "other", keys: event.keys.map((key) => key.replace("default", "other")) }
        : event.kind === "event"
          ? { ...event, from: "other", key: event.key.replace("default", "other") }
          : { ...event, from: "other" };
    const state = new Map(
      [...good.state].flatMap(([key, one]) => [[key, one] as const, [key.replace("default", "other"), one] as const]),
    );
    const both = {
      journal: [...good.journal, ...other],
      wire: good.wire.flatMap((event: WireEvent) => [{ ...event, from: "default" }, ofOther(event)]),
      deliveries: twice(good.deliveries),
      store: state,
      server: state,
      handler: { syncedAfter: 4 },
    };
    expect(firing(both)).toEqual([]);
    // One of the two first lists was not reported.
    expect(firing({ ...both, handler: { syncedAfter: 3 } })).toEqual(["O8"]);
    // The relist of one namespace does not explain a gap in the other.
    const relistOfOne = both.wire
      .filter((event, at) => event.from === "default" || at < 14)
      .concat(
        [7, 8, 9].map((rv) => ofOther(event("MODIFIED", rv === 7 ? "a" : "c", rv))),
        ofOther(event("MODIFIED", "c", 10)),
      );
    expect(firing({ ...both, wire: relistOfOne })).toEqual(["O5"]);
    // A version that was given to one namespace was not given to the other.
    const borrowed = both.wire.filter(
      (event) => !(event.from === "other" && event.kind === "list" && event.rv === "9"),
    );
    expect(firing({ ...both, wire: borrowed })).toContain("O7");
  });

  it("catch a cached object that a caller changed (O12)", () => {
    expect(firing({ mutated: ["default/a"] })).toEqual(["O12"]);
  });

  it("count what was merged for a slow handler, and do not call it missing", () => {
    const { violations, totals } = check({
      deliveries: change(5, { oldRv: "1" }).filter((_, i) => i !== 2),
      handler: { merges: true },
    });
    expect(violations).toEqual([]);
    expect(totals).toMatchObject({ missing: 0, coalesced: 1, skippedByRelist: 1 });
  });
});
