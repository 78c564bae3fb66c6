// The custom kind of this operator: its type, its descriptor, and the definition that makes a cluster serve it.
import type { CustomResourceDefinition, JSONSchemaProps } from "client-ts/api/apiextensions/v1";
import { type Condition, defineResource, type KubeObject } from "client-ts/meta";

export interface Website extends KubeObject {
  spec: { html: string; replicas?: number };
  status?: { conditions?: Condition[] };
}

export const Website = defineResource<Website>()({
  group: "example.com",
  version: "v1",
  kind: "Website",
  plural: "websites",
  scope: "Namespaced",
  subresources: ["status"],
});

const anyObject: JSONSchemaProps = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
const spec: JSONSchemaProps = {
  type: "object",
  required: ["html"],
  properties: { html: { type: "string" }, replicas: { type: "integer", minimum: 0, default: 1 } },
};

export const definition: CustomResourceDefinition = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "websites.example.com" },
  spec: {
    group: Website.group,
    scope: "Namespaced",
    names: { kind: "Website", listKind: "WebsiteList", plural: "websites", singular: "website" },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: { openAPIV3Schema: { type: "object", properties: { spec, status: anyObject } } },
      },
    ],
  },
};
