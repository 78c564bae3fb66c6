import { describe, expect, it } from "vitest";
import { InvalidArgumentError } from "../errors/index.ts";
import { defineCustomResource } from "./define-custom-resource.ts";
import type { JsonSchema } from "./json-schema.ts";

const spec = { type: "object", properties: { host: { type: "string" } } };
const define = (schema: JsonSchema, status?: boolean) =>
  defineCustomResource({
    group: "shop.example.com",
    kind: "Website",
    plural: "websites",
    scope: "Namespaced",
    versions: { v1: { schema, status } },
  });

describe("a custom resource with a status of its own", () => {
  it("is refused when its schema has no status, which servers would then drop", () => {
    const without = { type: "object", properties: { spec } };
    expect(() => define(without, true)).toThrow(InvalidArgumentError);
    expect(() => define(without, true)).toThrow(
      'the schema of websites.shop.example.com v1: status: true needs a property "status" in the schema',
    );
    expect(define(without).versions.v1.status).toBeUndefined();
  });

  it.each([
    ["describes the status", { type: "object", properties: { spec, status: { type: "object" } } }],
    ["keeps unknown fields", { type: "object", "x-kubernetes-preserve-unknown-fields": true }],
    ["allows any further field", { type: "object", properties: { spec }, additionalProperties: {} }],
  ])("is made when the schema %s", (_what, schema) => {
    expect(define(schema, true).crd.spec.versions[0]?.subresources).toEqual({ status: {} });
  });
});
