/** A definition of Websites with the given properties of `spec`. */
export function definitionOf(spec: object, changes: { version?: object; spec?: object; names?: object } = {}) {
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "websites.shop.example.com" },
    spec: {
      group: "shop.example.com",
      scope: "Namespaced",
      names: { kind: "Website", plural: "websites", shortNames: ["web"], ...changes.names },
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          subresources: { status: {} },
          schema: {
            openAPIV3Schema: {
              type: "object",
              description: "A site in the shop.",
              required: ["spec"],
              properties: { spec, status: { type: "object", properties: { ready: { type: "boolean" } } } },
            },
          },
          ...changes.version,
        },
      ],
      ...changes.spec,
    },
  };
}

/** A definition with one of everything that a structural schema can have. */
export const everything = definitionOf({
  type: "object",
  required: ["host", "rules", "defaulted"],
  properties: {
    host: { type: "string", description: "Where it is served." },
    color: { type: "string", enum: ["red", "blue", ""], default: "red" },
    defaulted: { type: "integer", default: 3 },
    level: { type: "integer", enum: [1, 2] },
    port: { "x-kubernetes-int-or-string": true, anyOf: [{ type: "integer" }, { type: "string" }] },
    maybe: { type: "string", nullable: true },
    labels: { type: "object", additionalProperties: { type: "string" } },
    anything: { "x-kubernetes-preserve-unknown-fields": true },
    free: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
    partly: {
      type: "object",
      "x-kubernetes-preserve-unknown-fields": true,
      properties: { known: { type: "boolean" } },
    },
    template: { type: "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true },
    pod: {
      type: "object",
      "x-kubernetes-embedded-resource": true,
      properties: { spec: { type: "object", properties: { image: { type: "string" } } } },
    },
    rules: {
      type: "array",
      description: "The rules.",
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["path"],
      items: {
        type: "object",
        required: ["path"],
        properties: { path: { type: "string" }, weight: { type: "number" } },
      },
    },
    matrix: { type: "array", items: { type: "array", items: { type: "integer", nullable: true } } },
    one: { type: "object", properties: { same: { type: "string" } } },
    two: { type: "object", properties: { same: { type: "string" } } },
  },
});
