import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { escapeForPrint } from "./escape.ts";

describe("escapeForPrint", () => {
  it("shows C0, C1, ESC, CR, DEL and bidi characters as text (SEC-18)", () => {
    expect(escapeForPrint("a\u001b[31mb\rc\u009bd\u007fe\u202ef\u2067g\u200fh\u0000")).toBe(
      "a\\x1b[31mb\\rc\\x9bd\\x7fe\\u202ef\\u2067g\\u200fh\\x00",
    );
  });

  it("shows what breaks a line or cannot be printed alone: separators, byte order mark, half a pair (SEC-18)", () => {
    expect(escapeForPrint("a\u2028b\u2029c\ufeffd\ud83de\ude00f\u061cg\u200eh\u202ai\u2066j\u2069")).toBe(
      "a\\u2028b\\u2029c\\ufeffd\\ud83de\\ude00f\\u061cg\\u200eh\\u202ai\\u2066j\\u2069",
    );
    expect(escapeForPrint("a\u000bb\u000cc\u001fd\u0080e\u009f")).toBe("a\\x0bb\\x0cc\\x1fd\\x80e\\x9f");
  });

  it("leaves ordinary text of any language, tabs and newlines alone", () => {
    const text = "größe 大きさ 🚀\n\tspec.replicas: Invalid value";
    expect(escapeForPrint(text)).toBe(text);
    expect(escapeForPrint("a\n\tb", { singleLine: true })).toBe("a\\n\\tb");
  });

  it("keeps to the length that it was given", () => {
    expect(escapeForPrint("abcdef", { maxLength: 3 })).toBe("abc…");
    expect(escapeForPrint("abc", { maxLength: 3 })).toBe("abc");
    expect(escapeForPrint("\u001b".repeat(100), { maxLength: 10 }).length).toBe(11);
  });

  it("lets no control character through, whatever the text (SEC-18)", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const shown = escapeForPrint(text, { singleLine: true });
        expect(shown).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/u);
      }),
    );
  });
});
