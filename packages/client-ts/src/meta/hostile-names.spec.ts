import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { upgradeManagedFieldsPatch } from "./csa-upgrade.ts";
import { deepClone } from "./deep-clone.ts";
import { deepEqual } from "./deep-equal.ts";
import { applyJsonPatch, newJsonPatch } from "./json-patch.ts";
import { parseJsonPath } from "./jsonpath.ts";
import { applyMergePatch, newMergePatch } from "./merge-patch.ts";
import { getNested, removeNested, setNested } from "./nested.ts";
import { parseSelector } from "./parse-selector.ts";
import { applyStrategicMergePatch } from "./strategic-merge-patch.ts";

const text = '{"__proto__":{"x":1},"constructor":{"prototype":{"x":1}},"toString":"t","hasOwnProperty":"h"}';
const accessor = Object.getOwnPropertyDescriptor(Object.prototype, "__proto__")!;

/** As Node's `--disable-proto=throw`: any use of `__proto__` other than as a member's name throws. */
beforeEach(() => {
  const fail = (): never => {
    throw new Error("__proto__ was used");
  };
  Object.defineProperty(Object.prototype, "__proto__", { get: fail, set: fail, configurable: true });
});

afterEach(() => {
  Object.defineProperty(Object.prototype, "__proto__", accessor);
});

describe("hostile names", () => {
  it("pass through every function as data while __proto__ itself throws (SEC-14)", () => {
    const hostile = JSON.parse(text) as Record<string, unknown>;
    const results: unknown[] = [
      deepClone(hostile),
      applyMergePatch({}, hostile),
      applyMergePatch(hostile, {}),
      applyMergePatch({}, newMergePatch({}, hostile)),
      applyJsonPatch({}, newJsonPatch({}, hostile)),
      applyStrategicMergePatch({}, hostile, { schemas: { struct: () => undefined }, struct: "X" }),
    ];
    const built = {};
    for (const name of Object.keys(hostile)) setNested(built, [name], getNested(hostile, [name]));
    for (const result of [...results, built]) expect(JSON.stringify(result)).toBe(text);
    expect(results.every((result) => deepEqual(result, hostile))).toBe(true);
    expect(deepEqual({}, hostile)).toBe(false);
    expect(parseJsonPath("{.__proto__.x}{.toString}").print(hostile)).toBe("1t");
    expect(removeNested(built, ["__proto__"])).toBe(true);
    expect(parseSelector("toString=t,hasOwnProperty").matches(hostile as Record<string, string>)).toBe(true);
    const entry = { manager: "a", operation: "Update", fieldsV1: { "f:__proto__": { "f:x": {} } } };
    expect(upgradeManagedFieldsPatch({ metadata: { managedFields: [entry] } }, ["a"], "b")).toHaveLength(2);
  });
});
