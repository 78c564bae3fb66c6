import { describe, expect, it } from "vitest";
import { isProtobuf } from "./media-type.ts";

describe("the header of an answer in protobuf", () => {
  it("is recognised in any case and with parameters, and no other is", () => {
    for (const header of [
      "application/vnd.kubernetes.protobuf",
      "Application/VND.Kubernetes.Protobuf",
      " application/vnd.kubernetes.protobuf",
      "application/vnd.kubernetes.protobuf;stream=watch",
      "application/vnd.kubernetes.protobuf ; as=PartialObjectMetadata;g=meta.k8s.io;v=v1",
    ])
      expect(isProtobuf(header), header).toBe(true);
    for (const header of [
      undefined,
      "",
      "application/json",
      "application/json;of=application/vnd.kubernetes.protobuf",
      "application/vnd.kubernetes.protobuf2",
    ])
      expect(isProtobuf(header), header).toBe(false);
  });
});
