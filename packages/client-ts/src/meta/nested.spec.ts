import { describe, expect, it } from "vitest";
import { isClientError } from "../errors/index.ts";
import { getNested, removeNested, setNested } from "./nested.ts";

describe("nested fields", () => {
  it("reads, writes and removes by path", () => {
    const object: Record<string, unknown> = { spec: { replicas: 3 } };
    expect(getNested(object, ["spec", "replicas"])).toBe(3);
    expect(getNested(object, ["spec", "replicas", "x"])).toBeUndefined();
    expect(getNested(object, ["status", "phase"])).toBeUndefined();
    expect(getNested(object, [])).toBe(object);
    setNested(object, ["status", "phase"], "Running");
    expect(object).toEqual({ spec: { replicas: 3 }, status: { phase: "Running" } });
    const empty = { status: null, spec: undefined };
    setNested(empty, ["status", "conditions", "ready"], true);
    setNested(empty, ["spec", "replicas"], 1);
    expect(empty).toEqual({ status: { conditions: { ready: true } }, spec: { replicas: 1 } });
    expect(removeNested(object, ["status", "phase"])).toBe(true);
    expect(removeNested(object, ["status", "phase"])).toBe(false);
    expect(removeNested(object, [])).toBe(false);
    expect(object).toEqual({ spec: { replicas: 3 }, status: {} });
  });

  it("refuses a path through something that is not an object", () => {
    for (const path of [["spec", "replicas", "x"], []]) {
      let caught: unknown;
      try {
        setNested({ spec: { replicas: 3 } }, path, 1);
      } catch (error) {
        caught = error;
      }
      expect(isClientError(caught, "InvalidArgument")).toBe(true);
    }
  });

  it("never reaches a prototype (SEC-14)", () => {
    const object = {};
    setNested(object, ["__proto__", "polluted"], true);
    setNested(object, ["constructor", "prototype", "polluted"], true);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(Object.getPrototypeOf(object)).toBe(Object.prototype);
    expect(JSON.stringify(object)).toBe(
      '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
    );
    expect(getNested(object, ["__proto__", "polluted"])).toBe(true);
    expect(getNested({}, ["__proto__"])).toBeUndefined();
    expect(getNested({}, ["toString"])).toBeUndefined();
    expect(removeNested({}, ["__proto__", "toString"])).toBe(false);
    expect(removeNested(object, ["__proto__"])).toBe(true);
  });
});
