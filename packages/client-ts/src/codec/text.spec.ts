import { describe, expect, it } from "vitest";
import { asciiText, utf8Text, withoutText } from "./text.ts";

describe("text from bytes", () => {
  it("is what lies between two positions", () => {
    const bytes = Buffer.from("<grüße>");
    expect(utf8Text(bytes, 1, bytes.length - 1)).toBe("grüße");
    expect(asciiText(bytes, 1, 3)).toBe("gr");
    expect([utf8Text(bytes, 3, 3), asciiText(bytes, 3, 3)]).toEqual(["", ""]);
  });

  it("is not repeated by the error about it", () => {
    const errors = [new SyntaxError("s3cret"), "s3cret", undefined].map(withoutText);
    expect(errors.map(({ name, message }) => [name, message])).toEqual([
      ["Error", "SyntaxError"],
      ["Error", "Error"],
      ["Error", "Error"],
    ]);
    expect(errors.some(({ cause }) => cause !== undefined)).toBe(false);
  });
});
