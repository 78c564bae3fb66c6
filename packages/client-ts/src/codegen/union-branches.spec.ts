import { describe, expect, it } from "vitest";
import { unionBranches } from "./union-branches.ts";

const text = { type: "string" };
const kind = { type: "string", enum: ["bucket", "url"] };
const only = (value: string, required: string) => ({
  properties: { kind: { enum: [value] } },
  required: [required],
});

describe("unionBranches", () => {
  it("gives each part the fields that it requires and those that no part requires", () => {
    const union = unionBranches({
      type: "object",
      required: ["kind"],
      properties: { kind, bucket: text, url: text, note: text },
      oneOf: [only("bucket", "bucket"), only("url", "url")],
    });
    expect(union).toEqual([
      {
        value: "bucket",
        schema: {
          type: "object",
          required: ["kind", "bucket"],
          properties: { kind: { type: "string", enum: ["bucket"] }, bucket: text, note: text },
        },
      },
      {
        value: "url",
        schema: {
          type: "object",
          required: ["kind", "url"],
          properties: { kind: { type: "string", enum: ["url"] }, url: text, note: text },
        },
      },
    ]);
  });

  it("leaves out what a part forbids", () => {
    const [first, second] =
      unionBranches({
        properties: { kind, a: text, b: text },
        anyOf: [
          { properties: { kind: { enum: ["bucket"] } }, not: { anyOf: [{ required: ["b"] }] } },
          { properties: { kind: { enum: ["url"] } }, not: { required: ["a"] } },
        ],
      }) ?? [];
    expect(Object.keys(first?.schema.properties ?? {})).toEqual(["kind", "a"]);
    expect(Object.keys(second?.schema.properties ?? {})).toEqual(["kind", "b"]);
  });

  it.each([
    ["a single part", [only("bucket", "bucket")]],
    ["parts with a value in common", [only("bucket", "bucket"), only("bucket", "url")]],
    ["a part without values", [only("bucket", "bucket"), { required: ["url"] }]],
    ["values that are not texts", [{ properties: { kind: { enum: [1] } } }, { properties: { kind: { enum: [2] } } }]],
  ])("sees no union in %s", (_, oneOf) => {
    expect(unionBranches({ properties: { kind, bucket: text, url: text }, oneOf })).toBeUndefined();
  });
});
