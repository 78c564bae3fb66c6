import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Entry, plainEntry } from "../../codec/index.ts";
import type { KubeObject } from "../../meta/index.ts";
import { ListSnapshot } from "./list-snapshot.ts";

function entry(name: string, resourceVersion: string): Entry<KubeObject> {
  return plainEntry({ metadata: { name, resourceVersion } });
}

const change = fc.tuple(
  fc.constantFrom("ADDED", "MODIFIED", "DELETED", "listed"),
  fc.nat(6),
  fc.integer({ min: 1, max: 30 }),
);

function versionsOf(entries: Iterable<Entry<KubeObject>>): string[] {
  return [...entries].map(({ key, resourceVersion }) => `${key} ${resourceVersion}`);
}

describe("the objects of a list that is being read", () => {
  it("are what came last of each, or the newest of two in one list, and in order as long as each came once", () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 20, size: "max" }), (changes) => {
        const snapshot = new ListSnapshot<KubeObject>();
        const model = new Map<string, Entry<KubeObject>>();
        let duplicates = 0;
        for (const [type, n, version] of changes) {
          const made = entry(`o${n}`, String(version));
          if (type === "listed") {
            snapshot.listed(made);
            const earlier = model.get(made.key);
            if (earlier !== undefined) duplicates++;
            if (earlier === undefined || Number(earlier.resourceVersion) <= version) model.set(made.key, made);
          } else {
            snapshot.changed(type as "ADDED", made);
            if (type === "DELETED") model.delete(made.key);
            else model.set(made.key, made);
          }
          expect(snapshot.size).toBe(model.size);
        }
        expect(versionsOf(snapshot.entries())).toEqual(versionsOf(model.values()));
        expect(snapshot.duplicates).toBe(duplicates);
        snapshot.clear();
        expect([snapshot.size, snapshot.entries(), snapshot.duplicates]).toEqual([0, [], 0]);
        snapshot.changed("ADDED", entry("a", "1"));
        expect(versionsOf(snapshot.entries())).toEqual(["a 1"]);
      }),
      { numRuns: 500 },
    );
  });

  it("are in order also when there are very many", () => {
    const snapshot = new ListSnapshot<KubeObject>();
    const made = Array.from({ length: 150_000 }, (_, n) => entry(`o${n}`, "1"));
    for (const one of made) snapshot.listed(one);
    const entries = snapshot.entries();
    expect([entries.length, entries.findIndex((one, n) => one !== made[n])]).toEqual([made.length, -1]);
  });
});
