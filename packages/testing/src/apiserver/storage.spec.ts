import { describe, expect, it } from "vitest";
import { StorageJournal } from "./journal.ts";
import { type Collection, Storage, type StoredRecord } from "./storage.ts";

const record = (key: string, revision: number, text = key): StoredRecord => ({
  key,
  namespace: "",
  name: key,
  uid: `uid-${key}`,
  revision,
  version: "v1",
  bytes: Buffer.from(text),
  labels: undefined,
  owners: undefined,
  deleting: false,
});

/** A storage with one collection, and writes to it by key. */
function started(options?: ConstructorParameters<typeof Storage>[0]) {
  const storage = new Storage(options);
  const maps = storage.collection("configmaps");
  return {
    storage,
    maps,
    put: (key: string, text = key, collection: Collection = maps): number =>
      storage.put(collection, (revision) => record(key, revision, text)).revision,
    remove: (key: string): number | undefined =>
      storage.remove(maps, key, (revision) => record(key, revision))?.revision,
  };
}

const texts = (records: readonly StoredRecord[]): string[] => records.map(({ bytes }) => bytes.toString());

describe("the storage of the in-memory server", () => {
  it("counts one revision for each commit, over all collections, and none for a delete that finds nothing", () => {
    const { storage, put, remove } = started();
    const first = put("a");
    expect(put("s", "s", storage.collection("secrets"))).toBe(first + 1);
    expect(remove("missing")).toBeUndefined();
    expect(remove("a")).toBe(first + 2);
    expect(storage.revision).toBe(first + 2);
    expect(storage.journal.entries().map(({ resourceVersion: rv }) => Number(rv))).toEqual([
      first,
      first + 1,
      first + 2,
    ]);
  });

  it("gives keys in order whatever the order of writes, after deletes and when a key comes back", () => {
    const { maps, put, remove } = started();
    for (const key of ["b", "d", "a", "c"]) put(key);
    expect(maps.keys()).toEqual(["a", "b", "c", "d"]);
    remove("d");
    remove("b");
    expect(maps.keys()).toEqual(["a", "c"]);
    put("b");
    put("d");
    expect(maps.keys()).toEqual(["a", "b", "c", "d"]);
    put("c", "changed");
    expect(maps.keys()).toEqual(["a", "b", "c", "d"]);
  });

  it("shows a collection as it was at a revision, also after it was asked for a later one", () => {
    const { maps, put, remove } = started();
    put("a", "a1");
    const early = put("b", "b1");
    put("a", "a2");
    put("a", "a3");
    remove("b");
    const late = put("c", "c1");
    expect(texts(maps.at(late))).toEqual(["a3", "c1"]);
    expect(texts(maps.at(early))).toEqual(["a1", "b1"]);
    expect(texts(maps.at(early + 1))).toEqual(["a2", "b1"]);
    put("c", "c2");
    expect(texts(maps.at(late))).toEqual(["a3", "c1"]);
    expect(texts(maps.at(late + 1))).toEqual(["a3", "c2"]);
  });

  it("shows the past of many revisions, whichever it was asked for last", () => {
    const { maps, put } = started();
    const revisions = Array.from({ length: 8 }, (_, n) => put("a", `a${n}`));
    for (const _round of [1, 2]) {
      for (const [n, revision] of revisions.entries()) expect(texts(maps.at(revision))).toEqual([`a${n}`]);
    }
  });

  it("gives the commits after a revision: not the one at it, all of them before the first, none after the last", () => {
    const { maps, put, storage } = started();
    const first = put("a");
    put("s", "s", storage.collection("secrets"));
    const last = put("b");
    expect(maps.since(first - 1).map(({ revision }) => revision)).toEqual([first, last]);
    expect(maps.since(first).map(({ revision }) => revision)).toEqual([last]);
    expect(maps.since(first + 1).map(({ revision }) => revision)).toEqual([last]);
    expect(maps.since(last)).toEqual([]);
  });

  it("keeps at least as many commits as its window has, of each collection by itself", () => {
    const { storage, maps, put } = started({ historyWindow: 8 });
    const kept = put("s", "s", storage.collection("secrets"));
    const revisions = Array.from({ length: 10 }, () => put("a"));
    expect(maps.history).toHaveLength(10);
    expect(storage.oldest(maps)).toBe(0);
    revisions.push(put("a"));
    expect(maps.history.map(({ revision }) => revision)).toEqual(revisions.slice(-8));
    expect(storage.oldest(maps)).toBe(revisions.at(-9));
    expect(storage.collection("secrets").history.map(({ revision }) => revision)).toEqual([kept]);
    expect(storage.oldest(storage.collection("secrets"))).toBe(0);
  });

  it("counts the bytes of its history when commits leave it", () => {
    const { storage, maps, put } = started({ historyWindow: 4 });
    for (let n = 0; n < 6; n++) put("a", "x".repeat(100));
    expect(maps.historyBytes).toBe(100 * maps.history.length);
    storage.compact(maps.history[1]!.revision);
    expect(maps.historyBytes).toBe(100 * maps.history.length);
    storage.compact();
    expect([maps.history.length, maps.historyBytes]).toEqual([0, 0]);
  });

  it("forgets what is older than a revision, never remembers it again, and cannot forget what is to come", () => {
    const { storage, maps, put } = started();
    const first = put("a", "a1");
    const second = put("a", "a2");
    const third = put("a", "a3");
    storage.compact(second);
    expect(storage.oldest(maps)).toBe(second);
    expect(maps.history.map(({ revision }) => revision)).toEqual([third]);
    expect(texts(maps.at(second))).toEqual(["a2"]);
    storage.compact(first);
    expect(storage.oldest(maps)).toBe(second);
    storage.compact(third + 100);
    expect(storage.compacted).toBe(third);
  });

  it("has committed before it reports: the record, the journal, then the follower, then the watchers", () => {
    const { storage, maps, put } = started();
    const order: string[] = [];
    const state = (): string => `${maps.records.get("a")?.bytes} ${storage.journal.length} ${storage.revision}`;
    storage.follow((_collection, { type }) => void order.push(`follower ${type} ${state()}`));
    maps.listeners.add(({ type, previous }) => void order.push(`watcher ${type} ${previous?.bytes} ${state()}`));
    const first = put("a", "a1");
    put("a", "a2");
    expect(order).toEqual([
      `follower ADDED a1 1 ${first}`,
      `watcher ADDED undefined a1 1 ${first}`,
      `follower MODIFIED a2 2 ${first + 1}`,
      `watcher MODIFIED a1 a2 2 ${first + 1}`,
    ]);
  });

  it("lets watchers share rendered lines during a commit, and keeps none of them afterwards", () => {
    const { maps, put } = started();
    const seen: (string | undefined)[] = [];
    maps.listeners.add(({ lines }) => void lines.set("key", Buffer.from("line")));
    maps.listeners.add(({ lines }) => void seen.push(lines.get("key")?.toString()));
    put("a");
    expect(seen).toEqual(["line"]);
    expect(maps.history[0]!.lines.size).toBe(0);
  });

  it("replaces everything: what was there is reported as gone, revisions do not go back, the past is forgotten", () => {
    const { storage, maps, put } = started();
    put("old");
    const last = put("b", "b1");
    expect(texts(maps.at(last))).toEqual(["b1", "old"]);
    const seen: string[] = [];
    storage.follow(({ name }, { type, record: { key } }) => void seen.push(`${type} ${name} ${key}`));
    storage.replace(
      [
        { name: "secrets", record: record("s", 1) },
        { name: "configmaps", record: record("b", 2, "b0") },
      ],
      2,
    );
    expect(seen).toEqual(["DELETED configmaps old", "DELETED configmaps b", "ADDED secrets s", "ADDED configmaps b"]);
    expect([storage.revision, storage.oldest(maps)]).toEqual([last, last]);
    expect([maps.history.length, maps.historyBytes]).toEqual([0, 0]);
    expect(texts(maps.at(last))).toEqual(["b0"]);
    storage.replace([], 1000);
    expect([storage.revision, maps.keys().length]).toEqual([1000, 0]);
  });
});

describe("the journal", () => {
  const entry = { type: "ADDED", uid: "u", bytes: Buffer.from("x") } as const;

  it("finds the history of one key of one resource", () => {
    const journal = new StorageJournal();
    for (const [rv, resource, key] of [
      ["1", "configmaps", "a/b"],
      ["2", "secrets", "a/b"],
      ["3", "configmaps", "a/c"],
      ["4", "configmaps", "a/b"],
    ] as const)
      journal.append({ ...entry, resourceVersion: rv, resource, key });
    expect(journal.of("configmaps", "a/b").map(({ resourceVersion: rv }) => rv)).toEqual(["1", "4"]);
    expect([...journal].map(({ resourceVersion: rv }) => rv)).toEqual(["1", "2", "3", "4"]);
    expect([journal.at(0)?.resourceVersion, journal.at(-1)?.resourceVersion, journal.at(4)]).toEqual([
      "1",
      "4",
      undefined,
    ]);
  });

  it("drops the oldest entries in slices and counts them", () => {
    const journal = new StorageJournal(8);
    const append = (n: number): void =>
      journal.append({ ...entry, resourceVersion: String(n), resource: "pods", key: "a" });
    for (let n = 1; n <= 10; n++) append(n);
    expect([journal.length, journal.dropped]).toEqual([10, 0]);
    append(11);
    expect([journal.length, journal.dropped, journal.at(0)?.resourceVersion]).toEqual([8, 3, "4"]);
    for (let n = 12; n <= 14; n++) append(n);
    expect([journal.length, journal.dropped, journal.at(0)?.resourceVersion]).toEqual([8, 6, "7"]);
  });
});
