import { describe, expect, it } from "vitest";
import { goDuration, optionParams } from "./params.ts";

describe("the parameters of an options object", () => {
  it.each([
    [{ a: undefined, b: null, c: "", d: 0, e: false, f: [] }, []],
    [
      { a: "x", b: true, c: 5, d: -1.5, e: 7n },
      [
        ["a", "x"],
        ["b", "true"],
        ["c", "5"],
        ["d", "-1.5"],
        ["e", "7"],
      ],
    ],
    [
      { a: ["x", "", "y", null, 0, 2] },
      [
        ["a", "x"],
        ["a", "y"],
        ["a", "2"],
      ],
    ],
    [
      { dryRun: true, force: true },
      [
        ["dryRun", "All"],
        ["force", "true"],
      ],
    ],
    [{ dryRun: false }, []],
    [{ dryRun: ["All"] }, [["dryRun", "All"]]],
    [
      { labelSelector: "a=b", fieldSelector: "x=y" },
      [
        ["labelSelector", "a=b"],
        ["fieldSelector", "x=y"],
      ],
    ],
    [{ labelSelector: "", fieldSelector: undefined }, []],
    [{ labelSelector: { matchLabels: { a: "b" } } }, [["labelSelector", "a=b"]]],
  ])("of %o are %j", (options, params) => {
    expect(optionParams(options)).toEqual(params);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, {}, [[]], Symbol("x"), () => {}])(
    "cannot be %s, and the message names the option",
    (value) => {
      expect(() => optionParams({ limit: value })).toThrow(
        expect.objectContaining({
          kind: "InvalidArgument",
          message: "the option limit cannot be sent as a query parameter",
        }),
      );
    },
  );
});

describe("a duration", () => {
  it.each([
    [0, "0s"],
    [0.4, "0s"],
    [0.5, "1ms"],
    [999, "999ms"],
    [999.6, "1s"],
    [1_000, "1s"],
    [59_999, "59.999s"],
    [60_000, "1m0s"],
    [61_500, "1m1.5s"],
    [3_599_999, "59m59.999s"],
    [3_600_000, "1h0m0s"],
    [90_061_001, "25h1m1.001s"],
  ])("of %f ms is written as Go writes it: %s", (ms, text) => {
    expect(goDuration(ms)).toBe(text);
  });

  it.each([-1, -0.1, Number.NaN, Number.POSITIVE_INFINITY])("is not %f ms, and the message says so", (ms) => {
    expect(() => goDuration(ms)).toThrow(
      expect.objectContaining({
        kind: "InvalidArgument",
        message: `a timeout is a number of milliseconds from zero up, not ${ms}`,
      }),
    );
  });
});
