import { describe, expect, it } from "vitest";
import { extractList, isList, listMeta, objectMeta } from "./accessor.ts";
import { refused } from "./test-support/refused.ts";

describe("object accessor", () => {
  it("gives an object's metadata and refuses what has none", () => {
    expect(objectMeta({ kind: "Pod", metadata: { name: "web" } }).name).toBe("web");
    for (const value of [null, undefined, 1, "x", [], {}, { metadata: null }, { metadata: [] }])
      expect(refused(() => objectMeta(value))).toBe(true);
  });
});

describe("lists", () => {
  it("give their metadata, empty when there is none", () => {
    expect(listMeta({ metadata: { resourceVersion: "7", continue: "c" }, items: [] })).toEqual({
      resourceVersion: "7",
      continue: "c",
    });
    expect(listMeta({ items: null })).toEqual({});
    for (const value of [null, {}, { items: "x" }, []]) expect(refused(() => listMeta(value))).toBe(true);
  });

  it("give their items with the kind that a typed list leaves out", () => {
    const list = {
      apiVersion: "v1",
      kind: "PodList",
      items: [{ metadata: { name: "a" } }, { apiVersion: "x/v1", kind: "Other" }],
    };
    expect(extractList(list)).toEqual([
      { apiVersion: "v1", kind: "Pod", metadata: { name: "a" } },
      { apiVersion: "x/v1", kind: "Other" },
    ]);
    expect(list.items[0]).toEqual({ metadata: { name: "a" } });
    expect(extractList({ apiVersion: "v1", kind: "PodList", items: [{ kind: "Other" }, null, 5] })).toEqual([
      { kind: "Other" },
      null,
      5,
    ]);
    expect(extractList({ apiVersion: "v1", kind: "List", items: [{ kind: "Pod" }, {}] })).toEqual([
      { kind: "Pod" },
      {},
    ]);
    expect(extractList({ items: null })).toEqual([]);
    expect(refused(() => extractList({}))).toBe(true);
    expect(isList({ items: [] })).toBe(true);
    expect(isList({ items: {} })).toBe(false);
  });
});
