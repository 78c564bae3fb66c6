import { describe, expect, it } from "vitest";
import { InvalidArgumentError } from "../errors/index.ts";
import { getReference } from "./object-reference.ts";

describe("getReference", () => {
  it("takes the kind from the object, else from the resource, and is refused without either (B502)", () => {
    const metadata = { namespace: "shop", name: "a-name", uid: "u", resourceVersion: "7" };
    expect(getReference({ apiVersion: "foo.group/v3", kind: "Bar", metadata })).toEqual({
      apiVersion: "foo.group/v3",
      kind: "Bar",
      ...metadata,
    });
    const resource = { group: "foo.group", version: "v3", kind: "Bar" };
    expect(getReference({ metadata }, { resource })).toEqual({ apiVersion: "foo.group/v3", kind: "Bar", ...metadata });
    expect(getReference({ metadata: {} }, { resource: { group: "", version: "v1", kind: "Pod" } })).toEqual({
      apiVersion: "v1",
      kind: "Pod",
    });
    // What the object says about itself counts, and an empty text says nothing.
    expect(getReference({ apiVersion: "v2", kind: "Other", metadata }, { resource })).toMatchObject({
      apiVersion: "v2",
      kind: "Other",
    });
    expect(getReference({ apiVersion: "", kind: "", metadata }, { resource })).toMatchObject({
      apiVersion: "foo.group/v3",
      kind: "Bar",
    });
    expect(getReference({ apiVersion: "v1", kind: "Pod", metadata }, { fieldPath: "spec" })).toEqual({
      apiVersion: "v1",
      kind: "Pod",
      ...metadata,
      fieldPath: "spec",
    });
    expect(() => getReference({ metadata })).toThrow(/needs the object's kind/);
    expect(() => getReference(null)).toThrow(InvalidArgumentError);
    expect(() => getReference({ apiVersion: "v1", kind: "Pod" })).toThrow(InvalidArgumentError);
  });

  it("gives back references, refers to lists by version, and adds the part that is meant (B502)", () => {
    const reference = { apiVersion: "v1", kind: "Pod", name: "web" };
    expect(getReference(reference)).toEqual(reference);
    expect(getReference(reference, { fieldPath: "spec.containers{web}" })).toEqual({
      ...reference,
      fieldPath: "spec.containers{web}",
    });
    expect(getReference({ apiVersion: "v1", kind: "PodList", metadata: { resourceVersion: "9" }, items: [] })).toEqual({
      apiVersion: "v1",
      kind: "PodList",
      resourceVersion: "9",
    });
    expect(getReference({ apiVersion: "v1", kind: "PodList", items: [] })).toEqual({
      apiVersion: "v1",
      kind: "PodList",
    });
  });
});
