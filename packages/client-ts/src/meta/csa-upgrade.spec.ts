import { describe, expect, it } from "vitest";
import { InvalidArgumentError } from "../errors/index.ts";
import { findFieldsOwners, upgradeManagedFields, upgradeManagedFieldsPatch } from "./csa-upgrade.ts";
import { FieldSet } from "./field-set.ts";
import { applyJsonPatch } from "./json-patch.ts";
import type { KubeObject, ManagedFieldsEntry } from "./object.ts";

function entry(
  manager: string,
  operation: "Apply" | "Update",
  fieldsV1: object,
  more: ManagedFieldsEntry = {},
): ManagedFieldsEntry {
  return { manager, operation, apiVersion: "v1", fieldsType: "FieldsV1", fieldsV1, ...more };
}

function object(...managedFields: ManagedFieldsEntry[]): KubeObject {
  return { metadata: { name: "web", resourceVersion: "7", managedFields } };
}

function upgraded(
  source: KubeObject,
  managers = ["kubectl-client-side-apply"],
  subresource?: string,
): ManagedFieldsEntry[] | undefined {
  const options = { subresource };
  const patch = upgradeManagedFieldsPatch(source, managers, "kubectl", options);
  const patched = patch === undefined ? source : applyJsonPatch(source, patch);
  const before = JSON.stringify(source);
  upgradeManagedFields(source, managers, "kubectl", options);
  expect(patched.metadata?.managedFields ?? []).toEqual(source.metadata?.managedFields ?? []);
  if (patch === undefined) expect(JSON.stringify(source)).toBe(before);
  return source.metadata?.managedFields;
}

const csa = "kubectl-client-side-apply";
const data = { "f:data": { ".": {}, "f:key": {} } };
const labels = { "f:metadata": { "f:labels": { "f:app": {} } } };

describe("upgradeManagedFields", () => {
  it("turns the client-side entry into the server-side one when there is none (B499)", () => {
    expect(upgraded(object(entry(csa, "Update", data), entry("other", "Update", labels)))).toEqual([
      entry("kubectl", "Apply", data),
      entry("other", "Update", labels),
    ]);
  });

  it("moves the client-side fields to the server-side entry of that version, and drops the rest (B499)", () => {
    const old = entry(csa, "Update", { "f:data": { "f:old": {} } }, { apiVersion: "v0" });
    expect(upgraded(object(entry("kubectl", "Apply", labels), entry(csa, "Update", data), old))).toEqual([
      entry("kubectl", "Apply", { "f:data": { ".": {}, "f:key": {} }, "f:metadata": { "f:labels": { "f:app": {} } } }),
    ]);
  });

  it("is a patch that a server refuses when the object has changed meanwhile (B499)", () => {
    expect(upgradeManagedFieldsPatch(object(entry(csa, "Update", data)), [csa], "kubectl")).toEqual([
      { op: "replace", path: "/metadata/managedFields", value: [entry("kubectl", "Apply", data)] },
      { op: "replace", path: "/metadata/resourceVersion", value: "7" },
    ]);
  });

  it("leaves the entries that it was given as they are (B499)", () => {
    const given = [entry("kubectl", "Apply", labels), entry(csa, "Update", data)];
    const before = JSON.stringify(given);
    upgraded(object(...given));
    expect(JSON.stringify(given)).toBe(before);
  });

  it("takes the newest of several client-side entries, and several managers one after the other (B499)", () => {
    expect(upgraded(object(entry(csa, "Update", labels, { apiVersion: "v2" }), entry(csa, "Update", data)))).toEqual([
      entry("kubectl", "Apply", labels, { apiVersion: "v2" }),
    ]);
    expect(
      upgraded(object(entry("before-first-apply", "Update", labels), entry(csa, "Update", data)), [
        csa,
        "before-first-apply",
      ]),
    ).toEqual([entry("kubectl", "Apply", { ...data, ...labels })]);
  });

  it("leaves entries of other subresources and objects without client-side entries alone (B499)", () => {
    const status = entry(csa, "Update", data, { subresource: "status" });
    expect(upgraded(object(status, entry("other", "Update", labels)))).toEqual([
      status,
      entry("other", "Update", labels),
    ]);
    expect(upgraded(object(status), [csa], "status")).toEqual([
      entry("kubectl", "Apply", data, { subresource: "status" }),
    ]);
    expect(upgradeManagedFieldsPatch({}, [csa], "kubectl")).toBeUndefined();
    const bare: KubeObject = { metadata: {} };
    upgradeManagedFields(bare, [csa], "kubectl");
    expect(bare).toEqual({ metadata: {} });
  });

  it("finds who owns all of some fields (B499)", () => {
    const entries = [
      entry("a", "Update", data),
      entry("b", "Apply", data),
      entry("c", "Update", labels),
      entry("d", "Update", { bad: {} }),
    ];
    expect(findFieldsOwners(entries, "Update", { "f:data": { "f:key": {} } }).map(({ manager }) => manager)).toEqual([
      "a",
    ]);
    expect(findFieldsOwners(entries, "Apply", { "f:data": {} }).map(({ manager }) => manager)).toEqual(["b"]);
    expect(findFieldsOwners(entries, "Update", { "f:data": { "f:key": {} }, "f:metadata": {} })).toEqual([]);
  });
});

describe("field sets", () => {
  it("tell a field from what is below it, and write themselves back sorted", () => {
    const leaf = FieldSet.parse({ "f:a": {} });
    const below = FieldSet.parse({ "f:a": { "f:b": {} } });
    expect(leaf.union(below).toFieldsV1()).toEqual({ "f:a": { ".": {}, "f:b": {} } });
    expect(leaf.includes(below)).toBe(false);
    expect(below.includes(leaf)).toBe(false);
    expect(leaf.union(below).includes(below)).toBe(true);
    const keyed = FieldSet.parse({ 'k:{"b":1,"a":"x"}': {}, 'v:"t"': {}, "i:3": {}, "z:new": {}, "f:__proto__": {} });
    expect(JSON.stringify(keyed.toFieldsV1())).toBe(
      '{"f:__proto__":{},"i:3":{},"k:{\\"a\\":\\"x\\",\\"b\\":1}":{},"v:\\"t\\"":{}}',
    );
    for (const bad of [null, [], { x: {} }, { "k:{": {} }, { "k:1": {} }, { "i:x": {} }, { "f:a": 1 }])
      expect(() => FieldSet.parse(bad)).toThrow(InvalidArgumentError);
  });
});
