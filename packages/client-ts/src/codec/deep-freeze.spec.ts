import { describe, expect, it } from "vitest";
import { isClientError } from "../errors/index.ts";
import { checkDepth, deepFreeze, deepFreezeBeside } from "./deep-freeze.ts";

type Value = Record<string, unknown>;

function nested(levels: number, list = false): object {
  let value: object = {};
  for (let level = 1; level < levels; level++) value = list ? [value] : { next: value };
  return value;
}

function failure(run: () => void): Error | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

/** Each object inside of a value, and the value itself. */
function parts(value: unknown): object[] {
  return typeof value === "object" && value !== null ? [value, ...Object.values(value).flatMap(parts)] : [];
}

const sample = (): Value => ({ a: { b: [{ c: 1 }, [], "text", null] }, d: null, e: "text", f: 1, g: undefined });

describe("freezing plain JSON", () => {
  it("freezes every object and array in it, and gives it back unchanged", () => {
    const value = sample();
    expect(parts(value).some(Object.isFrozen)).toBe(false);
    expect(deepFreeze(value)).toBe(value);
    expect(parts(value)).toHaveLength(5);
    expect(parts(value).every(Object.isFrozen)).toBe(true);
    expect(value).toEqual(sample());
    expect([deepFreeze("text"), deepFreeze(null), deepFreeze(1)]).toEqual(["text", null, 1]);
  });

  it("freezes what an object does not share with another one that is frozen already", () => {
    const before = deepFreeze({ spec: { a: { b: 1 } }, status: { c: {} } });
    const after = { spec: before.spec, status: { c: {} }, more: { d: [{}] } };
    deepFreezeBeside(after, before);
    expect(parts(after)).toHaveLength(8);
    expect(parts(after).every(Object.isFrozen)).toBe(true);
    // What is the same is not looked at again.
    const open = { a: {} };
    const sharing = { spec: open, status: {} };
    deepFreezeBeside(sharing, { spec: open });
    expect([sharing, open, open.a, sharing.status].map(Object.isFrozen)).toEqual([true, false, false, true]);
  });

  it("refuses what is nested deeper than 1,000 levels, and so does the check that changes nothing", () => {
    const runs: ((value: object) => void)[] = [
      deepFreeze,
      checkDepth,
      // One level is the object itself.
      (value) => deepFreezeBeside(value, {}),
    ];
    for (const run of runs)
      for (const list of [false, true]) {
        expect(failure(() => run(nested(1_001, list)))).toBeUndefined();
        const error = failure(() => run(nested(1_002, list)));
        expect(isClientError(error, "InvalidArgument")).toBe(true);
        expect(error?.message).toBe("the object is nested deeper than 1000 levels");
      }
    const value = sample();
    checkDepth(value);
    expect(parts(value).some(Object.isFrozen)).toBe(false);
    for (const plain of [null, "text", 1, undefined]) expect(failure(() => checkDepth(plain))).toBeUndefined();
  });
});
