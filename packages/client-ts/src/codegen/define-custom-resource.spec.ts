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

describe("a custom resource", () => {
  it("with a status of its own is refused when its schema has no status, which servers would then drop", () => {
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
  ])("with a status of its own is made when the schema %s", (_what, schema) => {
    expect(define(schema, true).crd.spec.versions[0]?.subresources).toEqual({ status: {} });
  });

  it("has in its manifest what was said of its names, its versions and itself", () => {
    const schema = { type: "object", properties: { spec } };
    const columns = [{ name: "Host", type: "string", jsonPath: ".spec.host" }];
    const { crd, versions } = defineCustomResource({
      group: "shop.example.com",
      kind: "Website",
      plural: "websites",
      scope: "Cluster",
      singular: "site",
      shortNames: ["web"],
      categories: ["all"],
      labels: { a: "1" },
      annotations: { b: "2" },
      versions: {
        v1alpha1: { schema, deprecated: true, served: false },
        v1beta1: { schema, deprecated: "use v1" },
        v1: { schema, storage: true, printerColumns: columns, selectableFields: [{ jsonPath: ".spec.host" }] },
      },
    });
    expect(crd.metadata).toEqual({ name: "websites.shop.example.com", labels: { a: "1" }, annotations: { b: "2" } });
    expect(crd.spec).toMatchObject({
      scope: "Cluster",
      names: { singular: "site", listKind: "WebsiteList", shortNames: ["web"], categories: ["all"] },
      versions: [
        { name: "v1alpha1", served: false, storage: false, deprecated: true },
        { name: "v1beta1", served: true, storage: false, deprecated: true, deprecationWarning: "use v1" },
        { name: "v1", served: true, storage: true, additionalPrinterColumns: columns },
      ],
    });
    expect(crd.spec.versions[0]).not.toHaveProperty("deprecationWarning");
    expect(crd.spec.versions[2]).not.toHaveProperty("deprecated");
    expect(crd.spec.versions[2]?.selectableFields).toEqual([{ jsonPath: ".spec.host" }]);
    expect(versions.v1).toMatchObject({ singular: "site", shortNames: ["web"], categories: ["all"], scope: "Cluster" });
    const twice = { v1: { schema, storage: true }, v2: { schema, storage: true } };
    expect(() =>
      defineCustomResource({ group: "a.example.com", kind: "A", plural: "as", scope: "Cluster", versions: twice }),
    ).toThrow("is stored in one version, not in v1 and v2");
  });
});
