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
    for (const bad of ["", ".", "a.", ".a", "a..b"]) expect(() => parseFieldPath(bad)).toThrow("empty step");
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
    for (const step of ["length", "map", "-1", "1.0", "", "2"])
      expect(fieldOf(object, ["list", step]), step).toBeUndefined();
    expect(fieldOf(object, ["toString"])).toBeUndefined();
    expect(fieldOf("text", ["length"])).toBeUndefined();
  });
});
