import { describe, expect, it } from "vitest";
import type { Resource } from "../meta/index.ts";
import { emitKinds } from "./generate-types.ts";
import { kindsIn } from "./openapi-kinds.ts";

const resource: Resource = {
  group: "metrics.example.com",
  version: "v1",
  kind: "NodeMetrics",
  plural: "nodes",
  scope: "Cluster",
  verbs: ["get", "list"],
};
const gvk = [{ group: "metrics.example.com", version: "v1", kind: "NodeMetrics" }];
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const documentOf = (properties: object, others: Record<string, Record<string, unknown>> = {}) => ({
  components: {
    schemas: {
      "com.example.metrics.v1.NodeMetrics": { type: "object", properties, "x-kubernetes-group-version-kind": gvk },
      ...others,
    },
  },
});
const meta = "io.k8s.apimachinery.pkg.apis.meta.v1";

describe("types from an OpenAPI document", () => {
  it("take known types from client-ts, follow references, and end where a type refers to itself", () => {
    const document = documentOf(
      {
        metadata: { allOf: [ref(`${meta}.ObjectMeta`)], default: {} },
        window: ref(`${meta}.Duration`),
        usage: { type: "object", additionalProperties: ref("io.k8s.apimachinery.pkg.api.resource.Quantity") },
        tree: { allOf: [ref("com.example.Tree")], description: "The tree." },
        owner: ref(`${meta}.OwnerReference`),
      },
      {
        [`${meta}.ObjectMeta`]: { type: "object" },
        [`${meta}.OwnerReference`]: { type: "object" },
        [`${meta}.Duration`]: { type: "string" },
        "io.k8s.apimachinery.pkg.api.resource.Quantity": { oneOf: [{ type: "string" }, { type: "number" }] },
        "com.example.Tree": {
          type: "object",
          required: ["name"],
          properties: { name: { type: "string" }, below: { type: "array", items: ref("com.example.Tree") } },
        },
      },
    );
    const text = emitKinds(kindsIn(document, [resource])).get("metrics.example.com/v1.ts");
    expect(text).toContain('import type { KubeList, KubeObject, OwnerReference, Resource } from "client-ts/meta";');
    expect(text).toContain('plural: "nodes"; verbs: "get" | "list" }>');
    expect(text).toMatch(/usage\?: \{ \[key: string\]: string \};\n {2}window\?: string;/);
    expect(text).toContain("  /** The tree. */\n  tree?: Tree;");
    expect(text).toContain("export interface Tree {\n  below?: Tree[];\n  name: string;\n}");
  });

  it("are refused when a reference leads nowhere or the server's names could leave the folder (SEC-22)", () => {
    const open = documentOf({ spec: { type: "array", items: ref("com.example.Missing") } });
    expect(() => kindsIn(open, [resource])).toThrow('nodes of metrics.example.com/v1 refers to "com.example.Missing"');
    const names = { group: "../x", version: "v1/../../y", kind: "A*/b", plural: "a b" };
    for (const [field, value] of Object.entries(names))
      expect(() => kindsIn(documentOf({}), [{ ...resource, [field]: value }])).toThrow(
        "the server's discovery has an invalid name",
      );
  });

  it("take nothing from a document that does not have the form of a schema", () => {
    const odd = { properties: [], type: {}, items: 7, required: "all", enum: {}, description: ["*/"] };
    const document = documentOf({ spec: odd, deep: { type: "object", properties: { x: null } } });
    const text = emitKinds(kindsIn(document, [resource])).get("metrics.example.com/v1.ts");
    expect(text).toContain("  spec?: unknown;");
    expect(text).toContain("  x?: unknown;");
    expect(kindsIn({}, [resource])).toEqual([]);
  });
});
