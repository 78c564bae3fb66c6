import { describe, expect, expectTypeOf, it } from "vitest";
import { InvalidArgumentError } from "../errors/index.ts";
import { defineResource, type ResourceDefinition } from "./define-resource.ts";
import type { KubeObject } from "./object.ts";
import type { Resource } from "./resource.ts";

interface Website extends KubeObject {
  spec: { host: string };
}
const definition = {
  group: "shop.example.com",
  version: "v1",
  kind: "Website",
  plural: "websites",
  scope: "Namespaced",
} as const;

describe("defineResource", () => {
  it("gives a descriptor that has the form of a built-in one", () => {
    expect(defineResource<Website>(definition)).toEqual(definition);
    const subresources = ["status", "scale", "approval"];
    expect(defineResource<Website>({ ...definition, subresources, shortNames: ["web"] })).toEqual({
      ...definition,
      shortNames: ["web"],
      status: true,
      scale: true,
      subresources: ["approval"],
    });
  });

  it("keeps every name that was given, and none that was not", () => {
    const names = {
      accessor: "webSites",
      singular: "website",
      shortNames: ["web"],
      categories: ["all"],
      listKind: "WebsiteCollection",
    };
    expect(defineResource<Website>({ ...definition, ...names })).toStrictEqual({ ...definition, ...names });
    expect(defineResource<Website>({ ...definition, listKind: undefined })).toStrictEqual({ ...definition });
    expect(
      defineResource<Website>({ ...definition, group: "", scope: "Cluster", subresources: ["scale"] }),
    ).toStrictEqual({ ...definition, group: "", scope: "Cluster", scale: true });
  });

  it("carries scope, plural, accessor and subresources in the type when they are given in a second call", () => {
    const Site = defineResource<Website>()({ ...definition, accessor: "webSites", subresources: ["status"] });
    expect(Site).toEqual({ ...definition, accessor: "webSites", status: true });
    expectTypeOf(Site.plural).toEqualTypeOf<"websites">();
    expectTypeOf(Site.scope).toEqualTypeOf<"Namespaced">();
    expectTypeOf<NonNullable<typeof Site.__traits>>().toExtend<{ accessor: "webSites"; status: true }>();
    expectTypeOf<NonNullable<typeof Site.__traits>>().not.toExtend<{ scale: true }>();
    expectTypeOf(defineResource<Website>(definition)).toEqualTypeOf<Resource<Website>>();
  });

  it.each([
    ["group", "../etc"],
    ["group", "Shop.example.com"],
    ["version", "v1/../v2"],
    ["version", ""],
    ["kind", "Web/site"],
    ["plural", "web sites"],
    ["plural", ".."],
    ["scope", "Galaxy"],
  ])("refuses the %s %j before anything is sent", (field, value) => {
    const wrong = { ...definition, [field]: value } as ResourceDefinition;
    expect(() => defineResource(wrong)).toThrow(InvalidArgumentError);
    expect(() => defineResource(wrong)).toThrow(`the ${field} ${JSON.stringify(value)} of a resource must be`);
  });
});
