import { describe, expect, it } from "vitest";
import { readReview } from "./read-review.ts";

const read = (request: object, more = "") =>
  readReview(
    Buffer.from(`${JSON.stringify({ apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", request })}${more}`),
    "AdmissionReview",
  );
const nested = (levels: number): unknown => JSON.parse(`${"[".repeat(levels)}${"]".repeat(levels)}`);

describe("a review", () => {
  it("may nest as deep as 500 levels, and brackets in its texts are not levels (F-F13)", () => {
    // The review and its request are two levels.
    expect(read({ uid: "u", object: nested(498) }).uid).toBe("u");
    expect(() => read({ uid: "u", object: nested(499) })).toThrow("nested deeper than 500 levels");
    const text = `${"[{".repeat(1_000)}"\\${'"['.repeat(1_000)}`;
    expect(read({ uid: "u", object: { text } }).request["object"]).toEqual({ text });
    // Levels that were closed do not count.
    expect(read({ uid: "u", object: Array.from({ length: 1_000 }, () => ({ a: [] })) }).uid).toBe("u");
  });

  it("has a uid of 1 to 253 characters (F-F13)", () => {
    for (const uid of ["u", "u".repeat(253)]) expect(read({ uid }).uid).toBe(uid);
    for (const uid of ["", "u".repeat(254), undefined]) expect(() => read({ uid })).toThrow("1 to 253 characters");
  });

  it("is answered with what was wrong, shortened and quoted (F-F13)", () => {
    const body = Buffer.from(JSON.stringify({ kind: `"${"k".repeat(200)}`, request: { uid: "u" } }));
    expect(() => readReview(body, "ConversionReview")).toThrow(
      `the kind of the body is ${JSON.stringify(`"${"k".repeat(79)}…`)}: this path takes a ConversionReview`,
    );
  });
});
