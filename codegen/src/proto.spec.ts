import { describe, expect, it } from "vitest";
import { parseProto } from "./proto.ts";

const text = `
/* A licence
   message Wrong { */
syntax = "proto2";
package k8s.io.api.core.v1;
import "k8s.io/apimachinery/pkg/apis/meta/v1/generated.proto";
option go_package = "k8s.io/api/core/v1";
// A comment with a { brace.
message Pod {
  // message Other {
  optional .k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta metadata = 1;
  repeated .k8s.io.api.core.v1.Thing things = 12; // why
  map<string, .k8s.io.api.core.v1.Thing> byName = 3;
  optional int64 count = 4;
  reserved 5;
}
message Empty {
}
`;

describe("parseProto", () => {
  it("reads messages, numbers and types, names of the same file without their package", () => {
    const file = parseProto(text, "test");
    expect(file.package).toBe("k8s.io.api.core.v1");
    expect(Object.fromEntries(file.messages.get("Pod") ?? [])).toEqual({
      metadata: [1, "k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta"],
      things: [12, "repeated Thing"],
      byName: [3, "map<string,Thing>"],
      count: [4, "int64"],
    });
    expect(file.messages.get("Empty")?.size).toBe(0);
    expect(file.messages.size).toBe(2);
  });

  it("refuses what it does not understand, with file and line", () => {
    expect(() => parseProto("package a;\nmessage B {\n  oneof c {\n", "x.proto")).toThrow(
      "x.proto: line 3 is not understood: oneof c {",
    );
    expect(() => parseProto("package a;\nenum B {\n", "x.proto")).toThrow("line 2");
  });
});
