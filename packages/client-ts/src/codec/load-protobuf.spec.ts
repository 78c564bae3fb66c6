import { describe, expect, it } from "vitest";
import { loadProtobuf } from "./load-protobuf.ts";

describe("an answer in protobuf", () => {
  it("is read by one codec, however often it is loaded", async () => {
    const codec = await loadProtobuf();
    expect(codec.planFor({ group: "", version: "v1", kind: "Pod" })).toBeDefined();
    expect(await loadProtobuf()).toBe(codec);
  });
});
