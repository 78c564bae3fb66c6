import { describe, expect, it } from "vitest";
import { isUndecodable } from "../errors/index.ts";
import type { KubeObject } from "../meta/index.ts";
import { isEntry } from "./entry.ts";
import { plainEntry } from "./plain-entry.ts";

const identity = { name: "a", namespace: "shop", uid: "u", resourceVersion: "5" };

function nested(levels: number): object {
  let value: object = {};
  for (let level = 1; level < levels; level++) value = { next: value };
  return value;
}

describe("an entry made from an object", () => {
  it("has the object's names, empty where it has none, and the object itself", () => {
    const object: KubeObject = { apiVersion: "v1", kind: "Pod", metadata: { ...identity, labels: { app: "web" } } };
    const entry = plainEntry(object);
    expect(isEntry(entry)).toBe(true);
    expect([entry.key, entry.name, entry.namespace, entry.uid, entry.resourceVersion]).toEqual([
      "shop/a",
      "a",
      "shop",
      "u",
      "5",
    ]);
    expect([entry.apiVersion, entry.kind]).toEqual(["v1", "Pod"]);
    expect([entry.object, entry.meta]).toEqual([object, object.metadata]);
    expect(entry.object).toBe(object);
    expect([entry.field(["metadata", "labels", "app"]), entry.field(["spec"]), entry.field([])]).toEqual([
      "web",
      undefined,
      object,
    ]);
    const bare = plainEntry<KubeObject>({});
    expect([bare.key, bare.uid, bare.resourceVersion, bare.kind, bare.apiVersion, bare.meta]).toEqual([
      "",
      "",
      "",
      "",
      "",
      {},
    ]);
    expect(plainEntry({ metadata: { name: "node" } }).key).toBe("node");
    expect(plainEntry({ metadata: { namespace: "shop" } }).key).toBe("");
  });

  it("freezes the object as it is asked to, and by default unless the program runs in production", () => {
    for (const [options, frozen] of [
      [{ freeze: "always" }, true],
      [{ freeze: "never" }, false],
      [{ production: true }, false],
      [{ production: false }, true],
      [{ freeze: "always", production: true }, true],
    ] as const) {
      const object: KubeObject = { metadata: { name: "a", labels: {} } };
      plainEntry(object, options);
      expect([Object.isFrozen(object), Object.isFrozen(object.metadata?.labels)]).toEqual([frozen, frozen]);
    }
  });

  it("that is nested too deep cannot be decoded, frozen or not, and has its names and metadata all the same", () => {
    for (const freeze of ["always", "never"] as const) {
      expect(plainEntry({ metadata: identity, spec: nested(1_000) } as KubeObject, { freeze }).object).toBeDefined();
      const entry = plainEntry({ metadata: identity, spec: nested(1_001) } as KubeObject, { freeze });
      let error: unknown;
      try {
        void entry.object;
      } catch (thrown) {
        error = thrown;
      }
      expect(isUndecodable(error)).toBe(true);
      expect(error).toMatchObject({ key: "shop/a", uid: "u", resourceVersion: "5" });
      expect((error as Error).message).toBe(
        'object "shop/a" at resourceVersion "5" cannot be decoded: it is nested deeper than 1000 levels',
      );
      expect(((error as Error).cause as Error).message).toBe("the object is nested deeper than 1000 levels");
      expect(() => entry.field([])).toThrow("nested deeper than 1000 levels");
      expect([entry.key, entry.meta, entry.field(["metadata", "name"])]).toEqual(["shop/a", identity, "a"]);
      const annotations = nested(1_001) as Record<string, string>;
      const deep = plainEntry({ metadata: { ...identity, annotations } }, { freeze });
      expect(deep.meta).toEqual(identity);
      expect(plainEntry({ metadata: { name: "a", annotations } }, { freeze }).meta).toStrictEqual({
        name: "a",
        resourceVersion: "",
      });
    }
  });
});
