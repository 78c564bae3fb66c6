import { describe, expect, it } from "vitest";
import { type Entry, plainEntry } from "../codec/index.ts";
import { UndecodableObjectError } from "../errors/index.ts";
import { withResolvers } from "../util/index.ts";
import { isDeletedFinalStateUnknown, tombstone } from "./delta.ts";
import { storeOfElements } from "./element-store.ts";
import { GenericLister } from "./generic-lister.ts";
import type { ReflectorStore } from "./queue.ts";
import { LazyStore } from "./store/index.ts";
import { ThingKind } from "./test-support/informing.ts";
import { type Thing, thing } from "./test-support/scripted-source.ts";
import { UndecodableReports } from "./undecodable-reports.ts";

const failure = (key: string, uid = "u"): UndecodableObjectError =>
  new UndecodableObjectError({ key, uid, resourceVersion: "1", reason: "it is not valid JSON" });

describe("a store of objects that a reflector fills", () => {
  it("gets no object that cannot be decoded, loses one that it had, and is held back by the store below", async () => {
    const calls: string[] = [];
    const held = withResolvers();
    const objects: ReflectorStore<string> = {
      add: (name) => calls.push(`add ${name}`),
      update: (name) => calls.push(`update ${name}`),
      delete: (one) =>
        calls.push(isDeletedFinalStateUnknown<string>(one) ? `delete ${one.key}?${one.object}` : `delete ${one}`),
      replace: (names, version) => calls.push(`replace ${names.join(" ")} at ${version}`),
      resync: () => calls.push("resync"),
      bookmark: (version) => calls.push(`bookmark ${version}`),
      updateResourceVersion: (version) => calls.push(`version ${version}`),
      holdBack: () => held.promise,
    };
    const reported: string[] = [];
    const store = storeOfElements<Thing, string>(
      objects,
      ({ key }) => {
        if (key === "bad") throw failure(key);
        return key;
      },
      new UndecodableReports(({ key }) => reported.push(key)),
    );
    const [good, bad] = [plainEntry(thing("good", "1")), plainEntry(thing("bad", "2"))] as [Entry<Thing>, Entry<Thing>];
    store.replace([good, bad], "5");
    for (const entry of [good, bad]) {
      store.add(entry);
      store.update(entry);
      store.delete(entry);
      store.delete(tombstone(entry.key, entry));
    }
    store.delete(tombstone<Entry<Thing>>("gone", undefined));
    store.resync?.();
    store.bookmark?.("6");
    store.updateResourceVersion?.("7");
    expect(calls).toEqual([
      "replace good at 5",
      ...["add good", "update good", "delete good", "delete good?good"],
      ...["delete bad?undefined", "delete bad?undefined", "delete bad?undefined", "delete bad?undefined"],
      ...["delete gone?undefined", "resync", "bookmark 6", "version 7"],
    ]);
    expect(store.holdBack?.()).toBe(held.promise);
    expect(reported).toEqual(["bad"]);
  });
});

describe("reports of objects that cannot be decoded", () => {
  it("come once for each object, also as a cause, and not for other errors", () => {
    const reported: string[] = [];
    const reports = new UndecodableReports(({ key, uid }) => reported.push(`${key} ${uid}`));
    expect(reports.take(new Error("another"))).toBe(false);
    for (let n = 0; n < 3; n++) expect(reports.take(failure("a"))).toBe(true);
    expect(reports.take(new Error("index failed", { cause: failure("b") }))).toBe(true);
    expect(reports.take(failure("a", "second"))).toBe(true);
    expect(reported).toEqual(["a u", "b u", "a second"]);
  });

  it("remember a thousand objects", () => {
    let reported = 0;
    const reports = new UndecodableReports(() => reported++);
    for (let n = 0; n < 1_001; n++) reports.take(failure(`n${n}`));
    reports.take(failure("n1000"));
    expect(reported).toBe(1_001);
    reports.take(failure("n0"));
    expect(reported).toBe(1_002);
  });
});

describe("a lister at a version", () => {
  it("resolves when the cache has that version, and fails when the cache never will", async () => {
    const waiting = withResolvers();
    const lister = new GenericLister<Thing>(new LazyStore<Thing>(), ThingKind, () => waiting.promise);
    let there = false;
    const asked = lister.atLeast("5").then((same) => {
      there = same === lister;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(there).toBe(false);
    waiting.resolve();
    await asked;
    expect(there).toBe(true);
    const failing = new GenericLister<Thing>(new LazyStore<Thing>(), ThingKind, () =>
      Promise.reject(new Error("stopped")),
    );
    await expect(failing.atLeast("5")).rejects.toThrow("stopped");
  });
});
