import { describe, expect, it } from "vitest";
import { jsonFormat } from "./json-format.ts";

describe("the JSON format", () => {
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
