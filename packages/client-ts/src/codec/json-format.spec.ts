import { describe, expect, it } from "vitest";
import { jsonFormat } from "./json-format.ts";
import { pieceBytes } from "./scanner.ts";

const isShallow = (text: string, choice: "auto" | "js" = "auto"): boolean => {
  const bytes = Buffer.from(text);
  return jsonFormat(choice).isShallow(bytes, 0, bytes.length);
};
const nested = (levels: number, pad = ""): string => `${"[".repeat(levels)}"${pad}"${"]".repeat(levels)}`;

describe("the JSON format", () => {
  it("knows what is surely not nested deeper than 1,000 levels without decoding it", () => {
    expect(isShallow(nested(900))).toBe(true);
    expect(isShallow(nested(1_000, "x".repeat(5_000)))).toBe(true);
    // Brackets inside of strings do not count.
    expect(isShallow(JSON.stringify({ text: "[".repeat(5_000) }))).toBe(true);
  });

  it("leaves to the caller what may be nested deeper, and what it cannot count", () => {
    expect(isShallow(nested(1_001))).toBe(false);
    expect(isShallow(nested(1_001, "x".repeat(5_000)))).toBe(false);
    expect(isShallow(nested(50_000))).toBe(false);
    expect(isShallow(nested(1, "x".repeat(pieceBytes)))).toBe(false);
    expect(isShallow(nested(1, "x".repeat(5_000)), "js")).toBe(false);
  });

  it("reads a field of the metadata from the metadata alone", () => {
    const metadata = '{"name":"a","labels":{"app":"web","odd\\u0061":"x"}}';
    const bytes = Buffer.from(`{"spec":tru,"metadata":${metadata}}`);
    const start = bytes.indexOf(metadata);
    const field = (path: readonly string[]): unknown =>
      jsonFormat("auto").metaField(bytes, start, start + metadata.length, true, path);
    expect(field(["labels"])).toEqual({ app: "web", odda: "x" });
    expect(field(["labels", "app"])).toBe("web");
    expect(field(["annotations"])).toBeUndefined();
  });
});
