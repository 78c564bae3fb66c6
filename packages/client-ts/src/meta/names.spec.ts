import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  isDns1035Label,
  isDnsLabel,
  isDnsSubdomain,
  isLabelKey,
  isLabelValue,
  isValidPathSegment,
  whyNotPathSegment,
} from "./names.ts";

describe("isValidPathSegment", () => {
  it("refuses every name that could retarget a request (SEC-10, F-J12)", () => {
    const hostile = [
      "",
      ".",
      "..",
      "a/b",
      "../x",
      "\\..\\",
      "a%2fb",
      "%2e%2e",
      "a?watch=1",
      "a#b",
      "a\tb",
      "a\nb",
      "a\u0000",
      "\u007f",
      "\u0085",
    ];
    for (const name of [...hostile, "\ud800", "a\udc00", "\ud800a", "\udc00\ud800", "x".repeat(254)]) {
      expect(isValidPathSegment(name), JSON.stringify(name)).toBe(false);
      expect(whyNotPathSegment(name)).toBeTypeOf("string");
    }
    for (const name of ["web", "system:node:x", "a b", "ü", "😀", "...", ".a", "x".repeat(253)])
      expect(isValidPathSegment(name), name).toBe(true);
  });

  it("lets through only what a URL keeps as one segment, from a hostile alphabet (SEC-10, F-J12)", () => {
    const letters = [
      "a",
      ".",
      "/",
      "\\",
      "%",
      "2",
      "e",
      "f",
      "?",
      "#",
      "\t",
      "\n",
      "\u0000",
      "\ud800",
      "\udc00",
      " ",
      ":",
      ";",
      "@",
      "ü",
      "\u007f",
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...letters), { maxLength: 6 }), (parts) => {
        const name = parts.join("");
        if (!isValidPathSegment(name)) return;
        const intended = `/api/v1/namespaces/${encodeURIComponent(name)}/pods`;
        expect(new URL(`https://host${intended}`).pathname).toBe(intended);
      }),
      { seed: 10, numRuns: 3_000 },
    );
  });
});

describe("names", () => {
  it("are labels and subdomains as DNS has them", () => {
    for (const name of ["a", "web-1", "0", "x".repeat(63)]) expect(isDnsLabel(name), name).toBe(true);
    for (const name of ["", "-a", "a-", "A", "a.b", "a_b", "x".repeat(64), "ü"])
      expect(isDnsLabel(name), name).toBe(false);
    expect(isDns1035Label("a1")).toBe(true);
    expect(isDns1035Label("1a")).toBe(false);
    expect(isDns1035Label("")).toBe(false);
    for (const name of ["a", "a.b", "a-b.c-d.0", "x".repeat(253)]) expect(isDnsSubdomain(name), name).toBe(true);
    for (const name of ["", ".", "a.", ".a", "a..b", "a.-b", "A.b", "x".repeat(254)])
      expect(isDnsSubdomain(name), name).toBe(false);
  });

  it("are label keys and values as the API has them", () => {
    for (const key of ["a", "A_b.c-d", "example.com/name", "x".repeat(63), `${"x".repeat(253)}/${"y".repeat(63)}`])
      expect(isLabelKey(key), key).toBe(true);
    for (const key of ["", "/", "a/", "/a", "a/b/c", "-a", "a-", "Example.com/name", "x".repeat(64), "a b", "é"])
      expect(isLabelKey(key), key).toBe(false);
    for (const value of ["", "a", "A_b.c-d", "1.2.3"]) expect(isLabelValue(value), value).toBe(true);
    for (const value of ["-a", "a.", "a/b", " ", "x".repeat(64)]) expect(isLabelValue(value), value).toBe(false);
  });

  it("are checked in time linear in their length, whatever they hold (SEC-15)", () => {
    const checks = [isValidPathSegment, isDnsLabel, isDnsSubdomain, isLabelKey, isLabelValue];
    for (const unit of ["a", "a.", "a-", "-", "/", "a/", "\ud800"]) {
      const text = unit.repeat(1 << 20);
      for (const check of checks) expect(check(text)).toBe(false);
    }
  });
});
