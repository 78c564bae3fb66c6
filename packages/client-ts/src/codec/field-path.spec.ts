import { describe, expect, it } from "vitest";
import { fieldOf, parseFieldPath } from "./field-path.ts";

describe("a field path", () => {
  it("has steps between dots, and a dot inside a step after a backslash", () => {
    expect(parseFieldPath("spec.nodeName")).toEqual(["spec", "nodeName"]);
    expect(parseFieldPath("metadata.labels.app\\.kubernetes\\.io/name")).toEqual([
      "metadata",
      "labels",
      "app.kubernetes.io/name",
    ]);
    expect(parseFieldPath("a\\\\b\\c\\")).toEqual(["a\\bc\\"]);
    expect(parseFieldPath("\\")).toEqual(["\\"]);
    for (const bad of ["", ".", "a.", ".a", "a..b"])
      expect(() => parseFieldPath(bad)).toThrow(`field path "${bad}" has an empty step`);
  });

  it("finds own properties only", () => {
    const object = { a: { b: [{ c: 1 }] } };
    expect(fieldOf(object, ["a", "b", "0", "c"])).toBe(1);
    expect(fieldOf(object, ["a", "toString"])).toBeUndefined();
    expect(fieldOf(object, ["a", "b", "length"])).toBeUndefined();
    expect(fieldOf(null, ["a"])).toBeUndefined();
  });

  it("goes into lists by number alone", () => {
    const object = { list: [{ a: 1 }, { a: 2 }] };
    expect(fieldOf(object, ["list", "1", "a"])).toBe(2);
    for (const step of ["length", "map", "-1", "1.0", "", "2", "x0", "0x"])
      expect(fieldOf(object, ["list", step]), step).toBeUndefined();
    expect(fieldOf(object, ["toString"])).toBeUndefined();
    expect(fieldOf("text", ["length"])).toBeUndefined();
    // A list may have more than elements.
    const named = Object.assign([5], { "0x": 1, x0: 2, x: 3 });
    expect(["0", "0x", "x0", "x"].map((step) => fieldOf(named, [step]))).toEqual([5, undefined, undefined, undefined]);
    expect(
      fieldOf(
        Array.from({ length: 12 }, (_, n) => n),
        ["11"],
      ),
    ).toBe(11);
    expect(fieldOf(object, [])).toBe(object);
  });
});
