import { describe, expect, it } from "vitest";
import {
  type Delta,
  elementKey,
  isDeletedFinalStateUnknown,
  keyOfAny,
  newest,
  type ObjectDelta,
  tombstone,
} from "./delta.ts";

describe("a tombstone", () => {
  it("has the key and the last known state, and is told apart from everything else", () => {
    expect(tombstone("a", 1)).toEqual({ finalStateUnknown: true, key: "a", object: 1 });
    expect(isDeletedFinalStateUnknown(tombstone("a", undefined))).toBe(true);
    const others = [
      undefined,
      null,
      "text",
      { key: "a" },
      { finalStateUnknown: "true" },
      Object.assign(() => {}, { finalStateUnknown: true }),
    ];
    expect(others.map(isDeletedFinalStateUnknown)).toEqual(others.map(() => false));
  });
});

describe("the key of an element", () => {
  it.each([
    [{ key: "shop/web" }, "shop/web"],
    [{ key: "" }, ""],
    [{ key: 1, metadata: { name: "web" } }, "web"],
    [{ metadata: { name: "web" } }, "web"],
    [{ metadata: { name: "web", namespace: "" } }, "web"],
    [{ metadata: { name: "web", namespace: "shop" } }, "shop/web"],
  ])("of %j is %j", (element, key) => {
    expect(elementKey(element)).toBe(key);
  });

  it.each([
    [undefined],
    [null],
    ["text"],
    [{}],
    [{ metadata: {} }],
    [{ metadata: { name: "" } }],
    [{ metadata: { name: 1 } }],
    [Object.assign(() => {}, { key: "a function" })],
  ])("does not exist for %j", (element) => {
    expect(() => elementKey(element)).toThrow("an object without metadata.name has no key");
  });
});

describe("the key of what a queue handles", () => {
  interface Item {
    readonly id: string;
  }
  const idOf = ({ id }: Item): string => id;
  const item: Item = { id: "a" };

  it("is that of the object, of the tombstone, of the delta, or of the last of several deltas", () => {
    expect(keyOfAny<Item>(item, idOf)).toBe("a");
    expect(keyOfAny<Item>(tombstone<Item>("gone", item), idOf)).toBe("gone");
    for (const type of ["Added", "Updated", "Replaced", "Sync", "Deleted"] as const)
      expect(keyOfAny<Item>({ type, object: item } as ObjectDelta<Item>, idOf)).toBe("a");
    expect(keyOfAny<Item>({ type: "Deleted", object: tombstone<Item>("gone", undefined) }, idOf)).toBe("gone");
    const deltas: ObjectDelta<Item>[] = [
      { type: "Added", object: { id: "first" } },
      { type: "Updated", object: { id: "last" } },
    ];
    expect(keyOfAny<Item>(deltas, idOf)).toBe("last");
    expect([newest(deltas), newest([])]).toEqual([deltas.at(-1), undefined]);
    expect(() => keyOfAny<Item>([], idOf)).toThrow("an empty list of deltas has no key");
  });

  it("is that of an object that only looks like a delta", () => {
    const shown = (element: unknown): string => JSON.stringify(element);
    const alike: unknown[] = [
      { type: "Other", object: { id: "x" } },
      { type: "Added", object: "text" },
      { type: "Added", object: null },
      { type: "Added", object: { id: "x" }, metadata: {} },
      { type: "Bookmark", resourceVersion: "1" } satisfies Delta<unknown>,
      "text",
      null,
      undefined,
    ];
    for (const element of alike) expect(keyOfAny<unknown>(element, shown)).toBe(shown(element));
  });
});
