import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  compareObjectNames,
  deletionHandlingMetaNamespaceKeyFunc,
  formatObjectName,
  metaNamespaceKeyFunc,
  objectNameOf,
  parseObjectName,
  splitMetaNamespaceKey,
} from "./keys.ts";
import { refused } from "./test-support/refused.ts";

describe("keys", () => {
  it("are namespace/name, and the name alone without a namespace", () => {
    expect(metaNamespaceKeyFunc({ metadata: { namespace: "shop", name: "web" } })).toBe("shop/web");
    expect(metaNamespaceKeyFunc({ metadata: { name: "node-1" } })).toBe("node-1");
    expect(metaNamespaceKeyFunc({ metadata: { namespace: "", name: "node-1" } })).toBe("node-1");
    expect(refused(() => metaNamespaceKeyFunc({}))).toBe(true);
    expect(refused(() => metaNamespaceKeyFunc({ kind: "Pod", metadata: { namespace: "shop" } }))).toBe(true);
  });

  it("are taken from a tombstone as they stand", () => {
    expect(deletionHandlingMetaNamespaceKeyFunc({ key: "shop/web", finalStateUnknown: true })).toBe("shop/web");
    expect(deletionHandlingMetaNamespaceKeyFunc({ metadata: { namespace: "shop", name: "web" } })).toBe("shop/web");
  });

  it("split into namespace and name, and refuse a second slash", () => {
    expect(splitMetaNamespaceKey("shop/web")).toEqual({ namespace: "shop", name: "web" });
    expect(splitMetaNamespaceKey("node-1")).toEqual({ namespace: "", name: "node-1" });
    expect(splitMetaNamespaceKey("")).toEqual({ namespace: "", name: "" });
    expect(splitMetaNamespaceKey("/web")).toEqual({ namespace: "", name: "web" });
    for (const key of ["a/b/c", "//", "a//", "a/b/"]) expect(refused(() => splitMetaNamespaceKey(key))).toBe(true);
  });

  it("go through text and back, and order by namespace then name (B178)", () => {
    const part = fc.stringMatching(/^[a-z0-9-]{1,8}$/);
    const name = fc.record({ namespace: fc.oneof(fc.constant(""), part), name: part });
    fc.assert(
      fc.property(name, (n) => {
        expect(parseObjectName(formatObjectName(n))).toEqual(n);
        expect(objectNameOf({ metadata: n })).toEqual(n);
      }),
      { seed: 178 },
    );
    fc.assert(
      fc.property(fc.array(name, { maxLength: 20, size: "max" }), (names) => {
        const sorted = [...names].sort(compareObjectNames);
        for (let i = 1; i < sorted.length; i++) {
          const [a, b] = [sorted[i - 1]!, sorted[i]!];
          expect(a.namespace < b.namespace || (a.namespace === b.namespace && a.name <= b.name)).toBe(true);
        }
      }),
      { seed: 178 },
    );
    expect(objectNameOf({})).toEqual({ namespace: "", name: "" });
  });
});
