import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InvalidArgumentError } from "../errors/index.ts";
import { escapeFieldValue, fieldSelectorFromMap, parseFieldSelector, unescapeFieldValue } from "./field-selector.ts";

describe("field selectors", () => {
  it("compare the text of fields, a missing one being empty", () => {
    const pod = { "status.phase": "Running", "metadata.name": "web" };
    expect(parseFieldSelector("").matches(pod)).toBe(true);
    expect(parseFieldSelector("status.phase=Running,metadata.name!=db").matches(pod)).toBe(true);
    expect(parseFieldSelector("status.phase==Pending").matches(pod)).toBe(false);
    expect(parseFieldSelector("spec.nodeName=").matches(pod)).toBe(true);
    expect(parseFieldSelector("spec.nodeName!=").matches(pod)).toBe(false);
    expect(parseFieldSelector(",a=,,").matches(pod)).toBe(true);
    expect(parseFieldSelector("toString=").matches({})).toBe(true);
    expect(parseFieldSelector("a=1").requiresExactMatch("a")).toBe("1");
    expect(parseFieldSelector("a!=1").requiresExactMatch("a")).toBeUndefined();
  });

  it("refuse terms without an operator and stray characters in a value", () => {
    for (const text of ["a", "a=b=c", "a=\\x", "a=\\", "a!b", "x=1,b"])
      expect(() => parseFieldSelector(text), text).toThrow(InvalidArgumentError);
  });

  it("escape and unescape any value", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom("\\", ",", "=", "a", "!") })), (value) => {
        expect(unescapeFieldValue(escapeFieldValue(value))).toBe(value);
        const selector = fieldSelectorFromMap({ "spec.x": value, b: "2" });
        expect(parseFieldSelector(selector.toString()).requirements).toEqual(selector.requirements);
        expect(selector.matches({ "spec.x": value, b: "2" })).toBe(true);
      }),
      { seed: 2, numRuns: 300 },
    );
  });

  it("of all say so, as text too", () => {
    expect(parseFieldSelector("").toString()).toBe("");
    expect(parseFieldSelector("").isEmpty).toBe(true);
  });

  it("of 1 MiB end in an answer or a typed error (F-J8)", () => {
    for (const unit of ["a=b,", "a", "\\", ",", "=", "a=\\,", "!"]) {
      const text = unit.repeat((1 << 20) / unit.length);
      try {
        parseFieldSelector(text).toString();
      } catch (error) {
        expect(error).toBeInstanceOf(InvalidArgumentError);
      }
    }
  });
});
