import { describe, expect, it } from "vitest";
import { checkOpenApi } from "./check-openapi.ts";
import type { PackageFacts } from "./facts.ts";
import { type Disagreement, marker, markers, shortType } from "./type-facts.ts";

describe("shortType", () => {
  it("shortens the Go packages it knows, inside lists, maps and pointers too", () => {
    expect(shortType("[]k8s.io/api/core/v1.Container")).toBe("[]core/v1.Container");
    expect(shortType("map[k8s.io/api/core/v1.ResourceName]k8s.io/apimachinery/pkg/api/resource.Quantity")).toBe(
      "map[core/v1.ResourceName]resource.Quantity",
    );
    expect(shortType("*k8s.io/apimachinery/pkg/apis/meta/v1.Time")).toBe("*meta/v1.Time");
    expect(shortType("string")).toBe("string");
  });
});

describe("markers", () => {
  it("are read by their whole name", () => {
    const lines = [
      "+optional",
      "+listType=map",
      "+listMapKey=port",
      "+listMapKey=protocol",
      "+k8s:listType=set",
      "+default=1",
    ];
    expect(marker(lines, "optional")).toBe("");
    expect(marker(lines, "listType")).toBe("map");
    expect(markers(lines, "listMapKey")).toEqual(["port", "protocol"]);
    expect(marker(lines, "list")).toBeUndefined();
  });
});

describe("checkOpenApi", () => {
  const pkg: PackageFacts = {
    name: "core/v1",
    group: "",
    go: "k8s.io/api/core/v1",
    model: "io.k8s.api.core.v1",
    proto: "k8s.io.api.core.v1",
    types: {
      Thing: { fields: { a: { type: "string", required: true }, b: { type: "[]string", omit: "e", list: "set" } } },
    },
  };

  it("is silent where the sources agree, and takes the default that only OpenAPI has", () => {
    const found: Disagreement[] = [];
    const schema = {
      required: ["a"],
      properties: { a: { type: "string", default: "x" }, b: { type: "array", "x-kubernetes-list-type": "set" } },
    };
    const result = checkOpenApi([pkg], new Map([["io.k8s.api.core.v1.Thing", schema]]), (one) => found.push(one));
    expect(found).toEqual([]);
    expect(result.published).toBe(1);
    expect(result.packages[0]?.types["Thing"]?.fields?.["a"]?.default).toBe("x");
  });

  it("notes a field that one source lacks and every difference in a field", () => {
    const found: Disagreement[] = [];
    const schema = { properties: { a: { type: "string" }, c: { type: "string" } } };
    checkOpenApi([pkg], new Map([["io.k8s.api.core.v1.Thing", schema]]), (one) => found.push(one));
    expect(found.map(({ about, where, says }) => `${about}: ${where}: ${says}`)).toEqual([
      "required: core/v1.Thing.a: OpenAPI false, Go true",
      "field in one source only: core/v1.Thing.b: OpenAPI lacks it",
      "field in one source only: core/v1.Thing.c: Go lacks it",
    ]);
  });
});
