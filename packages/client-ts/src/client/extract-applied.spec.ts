import { describe, expect, expectTypeOf, it } from "vitest";
import type { ApplyConfiguration } from "../api/apply.ts";
import type { Pod } from "../api/core/v1.ts";
import { extractApplied } from "./extract-applied.ts";

const pod: Pod = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: {
    name: "web",
    namespace: "shop",
    uid: "u",
    labels: { mine: "yes", theirs: "yes" },
    finalizers: ["a/mine", "b/theirs"],
    managedFields: [
      {
        manager: "shop",
        operation: "Apply",
        apiVersion: "v1",
        fieldsType: "FieldsV1",
        fieldsV1: {
          "f:metadata": { "f:labels": { "f:mine": {} }, "f:finalizers": { 'v:"a/mine"': {} } },
          "f:spec": {
            "f:containers": {
              'k:{"name":"two"}': {
                ".": {},
                "f:name": {},
                "f:args": {},
                "f:ports": { 'k:{"containerPort":80,"protocol":"TCP"}': { ".": {}, "f:containerPort": {} } },
              },
            },
            "f:volumes": {},
            "f:hostname": {},
          },
        },
      },
      { manager: "shop", operation: "Update", fieldsV1: { "f:spec": { "f:nodeName": {} } } },
      { manager: "shop", operation: "Apply", subresource: "status", fieldsV1: { "f:status": { "f:phase": {} } } },
    ],
  },
  spec: {
    nodeName: "n1",
    containers: [
      { name: "one", image: "a" },
      {
        name: "two",
        image: "b",
        args: ["x", "y"],
        ports: [
          { containerPort: 80, protocol: "TCP", name: "http" },
          { containerPort: 81, protocol: "TCP" },
        ],
      },
    ],
    volumes: [{ name: "v", emptyDir: {} }],
  },
  status: { phase: "Running", reason: "theirs" },
};

describe("extractApplied", () => {
  it("gives what the manager applied, with the keys of list elements", () => {
    const mine = extractApplied(pod, "shop");
    expectTypeOf(mine).toEqualTypeOf<ApplyConfiguration<Pod>>();
    expect(mine).toEqual({
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: "web", namespace: "shop", labels: { mine: "yes" }, finalizers: ["a/mine"] },
      spec: {
        containers: [{ name: "two", args: ["x", "y"], ports: [{ containerPort: 80, protocol: "TCP" }] }],
        volumes: [{ name: "v", emptyDir: {} }],
      },
    });
  });

  it("distinguishes subresources and managers", () => {
    expect(extractApplied(pod, "shop", { subresource: "status" })).toEqual({
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: "web", namespace: "shop" },
      status: { phase: "Running" },
    });
    expect(extractApplied(pod, "unknown-manager")).toEqual({
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: "web", namespace: "shop" },
    });
  });

  it("shares nothing with the object, and takes hostile names for data (SEC-14)", () => {
    const mine = extractApplied(pod, "shop");
    (mine as Pod).spec!.volumes![0]!.name = "changed";
    expect(pod.spec?.volumes?.[0]?.name).toBe("v");
    const hostile = JSON.parse(
      '{"metadata":{"name":"x","labels":{"__proto__":"p"},' +
        '"managedFields":[{"manager":"m","operation":"Apply",' +
        '"fieldsV1":{"f:metadata":{"f:labels":{"f:__proto__":{},"f:constructor":{}}}}}]}}',
    );
    const labels = extractApplied(hostile, "m").metadata?.labels;
    expect(Object.getPrototypeOf(labels)).toBe(Object.prototype);
    expect(JSON.stringify(labels)).toBe('{"__proto__":"p"}');
  });

  it("refuses what is not a field set", () => {
    const broken = (fieldsV1: unknown): Pod => ({
      metadata: { name: "x", finalizers: ["a"], managedFields: [{ manager: "m", operation: "Apply", fieldsV1 }] },
    });
    for (const fieldsV1 of ["text", { "f:metadata": 7 }, { "f:metadata": { "f:finalizers": { "v:{": {} } } }]) {
      expect(() => extractApplied(broken(fieldsV1), "m")).toThrow("fieldsV1");
    }
    expect(() => extractApplied({ metadata: {} }, "m")).toThrow("an object with a name");
  });
});
