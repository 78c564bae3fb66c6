import { describe, expect, it } from "vitest";
import { InvalidArgumentError, UndecodableObjectError } from "../../errors/index.ts";
import type { DeepReadonly } from "../../meta/index.ts";
import { FakeClock } from "../../util/index.ts";
import { tombstone } from "../delta.ts";
import { type Thing, thing } from "../test-support/scripted-source.ts";
import { type MutationCacheOptions, newMutationCache } from "./mutation-cache.ts";
import { newIndexer } from "./object-store.ts";

const uid = (name: string, version: string, of: string): Thing => thing(name, version, { uid: of });

/** A mutation cache over objects that a test sets, and the version that it gives for a key. */
function overlay(options: MutationCacheOptions<Thing> = {}) {
  const clock = new FakeClock();
  const objects = new Map<string, Thing>();
  const backing = { getByKey: (key: string) => objects.get(key) as DeepReadonly<Thing> | undefined };
  const cache = newMutationCache<Thing>(backing, { clock, ...options });
  const version = (key = "a"): string | undefined => cache.getByKey(key)?.metadata?.resourceVersion;
  const set = (...things: Thing[]): void => {
    for (const one of things) objects.set(one.metadata?.name ?? "", one);
  };
  return { clock, objects, cache, version, set };
}

describe("a write is remembered", () => {
  it("for five minutes, and at their end still", async () => {
    const { clock, cache, version, set } = overlay();
    set(thing("a", "1"));
    cache.mutation(thing("a", "2"));
    await clock.advance(300_000);
    expect(version()).toBe("2");
    await clock.advance(1);
    expect(version()).toBe("1");
  });

  it("as one of a hundred; the one that was used longest ago is forgotten", () => {
    const { cache, version, set } = overlay();
    const names = Array.from({ length: 101 }, (_, n) => `n${n}`);
    set(...names.map((name) => thing(name, "1")));
    for (const name of names.slice(0, 100)) cache.mutation(thing(name, "2"));
    // Written again, and read: neither is the one used longest ago any more.
    cache.mutation(thing("n0", "3"));
    expect(version("n1")).toBe("2");
    cache.mutation(thing("n100", "2"));
    expect(names.filter((name) => version(name) === "1")).toEqual(["n2"]);
  });

  it("until the cache has caught up, and not when it falls back behind it", () => {
    const { cache, version, set } = overlay();
    set(thing("a", "1"));
    cache.mutation(thing("a", "2"));
    set(thing("a", "2"));
    expect(version()).toBe("2");
    set(thing("a", "1"));
    expect(version()).toBe("1");
  });

  it("unless a later one is, or versions cannot be compared", () => {
    const { cache, version, set } = overlay();
    set(thing("a", "1"));
    cache.mutation(thing("a", "5"));
    cache.mutation(thing("a", "4"));
    expect(version()).toBe("5");
    set(thing("b", "v-b"));
    cache.mutation(thing("b", "v-c"));
    expect(version("b")).toBe("v-b");
  });

  it("as an object that the cache does not have, only where that is asked for", () => {
    for (const includeAdds of [false, true]) {
      const { cache, version } = overlay({ includeAdds });
      cache.mutation(thing("a", "2"));
      expect(version()).toBe(includeAdds ? "2" : undefined);
    }
  });
});

describe("an object of the cache that cannot be decoded", () => {
  const undecodable = new UndecodableObjectError({ key: "a", uid: "uid-a", resourceVersion: "5", reason: "damaged" });

  it("gives way to a newer write, and is the error that it is otherwise", () => {
    const cache = newMutationCache<Thing>({
      getByKey: (key) => {
        throw key === "a" ? undecodable : new Error("another failure");
      },
    });
    expect(() => cache.getByKey("a")).toThrow(undecodable);
    cache.mutation(thing("a", "5"));
    expect(() => cache.getByKey("a")).toThrow(undecodable);
    cache.mutation(thing("a", "6"));
    expect(cache.getByKey("a")?.metadata?.resourceVersion).toBe("6");
    expect(() => cache.getByKey("b")).toThrow("another failure");
  });

  it("is left out of an index", () => {
    const indexer = newIndexer<Thing>(({ metadata }) => metadata?.name ?? "", { value: "spec.value" });
    for (const name of ["a", "b"]) indexer.add(thing(name, "1", { value: "x" }));
    const getByKey = indexer.getByKey.bind(indexer);
    indexer.getByKey = (key) => {
      if (key === "a") throw undecodable;
      return getByKey(key);
    };
    const cache = newMutationCache<Thing>(indexer, { indexer });
    expect(cache.byIndex("value", "x").map(({ metadata }) => metadata?.name)).toEqual(["b"]);
    expect(() => newMutationCache<Thing>(indexer).byIndex("value", "x")).toThrow(
      new InvalidArgumentError("this mutation cache has no indexes: give it the option indexer"),
    );
  });
});

describe("an event of the informer", () => {
  it("clears a write that is not newer, and no other", () => {
    for (const [event, left] of [
      ["4", "5"],
      ["5", undefined],
      ["6", undefined],
    ] as const) {
      const { cache, version } = overlay({ includeAdds: true });
      cache.mutation(thing("a", "5"));
      cache.onAddOrUpdate(thing("a", event));
      expect(version()).toBe(left);
    }
  });

  it("of a deletion refuses the late answers of that object, and of an earlier state of any", () => {
    const { cache, version } = overlay({ includeAdds: true });
    cache.mutation(uid("a", "5", "first"));
    cache.onDelete(uid("a", "7", "first"));
    expect(version()).toBeUndefined();
    // The same object, however new the version; another one from before the deletion; one without a uid.
    for (const late of [uid("a", "9", "first"), uid("a", "6", "second"), uid("a", "7", "second"), uid("a", "6", "")]) {
      cache.mutation(late);
      expect(version()).toBeUndefined();
    }
    cache.mutation(uid("a", "8", "second"));
    expect(version()).toBe("8");
  });

  it("of a deletion leaves the newer write of another object", () => {
    const { cache, version } = overlay({ includeAdds: true });
    cache.mutation(uid("a", "8", "second"));
    cache.onDelete(uid("a", "7", "first"));
    expect(version()).toBe("8");
    cache.onDelete(uid("a", "9", "third"));
    expect(version()).toBeUndefined();
  });

  it("of another object of that name ends the refusals of the deletion before it", () => {
    const { cache, version } = overlay({ includeAdds: true });
    cache.onDelete(uid("a", "7", "first"));
    cache.onAddOrUpdate(uid("a", "6", "first"));
    cache.mutation(uid("a", "6", "second"));
    expect(version()).toBeUndefined();
    cache.onAddOrUpdate(uid("a", "8", "second"));
    cache.mutation(uid("a", "6", "second"));
    expect(version()).toBe("6");
  });

  it("of a deletion of which nothing is known clears the write, and refuses nothing", () => {
    const { cache, version } = overlay({ includeAdds: true });
    cache.mutation(thing("a", "5"));
    cache.onDelete(tombstone<DeepReadonly<Thing>>("a", undefined));
    expect(version()).toBeUndefined();
    cache.mutation(thing("a", "5"));
    expect(version()).toBe("5");
  });
});

describe("an index over writes", () => {
  it("gives each object once, the newer one, and what was added where that is asked for", () => {
    const indexer = newIndexer<Thing>(({ metadata }) => metadata?.name ?? "", { value: "spec.value" });
    indexer.add(thing("a", "1", { value: "x" }));
    indexer.add(thing("b", "1", { value: "y" }));
    const versions = (includeAdds: boolean): string[] => {
      const cache = newMutationCache<Thing>(indexer, { indexer, includeAdds });
      cache.mutation(thing("a", "2", { value: "x" }));
      cache.mutation(thing("new", "3", { value: "x" }));
      cache.mutation(thing("other", "3", { value: "y" }));
      return cache.byIndex("value", "x").map(({ metadata }) => `${metadata?.name}@${metadata?.resourceVersion}`);
    };
    expect(versions(false)).toEqual(["a@2"]);
    expect(versions(true)).toEqual(["a@2", "new@3"]);
  });
});
