import type { CustomResourceDefinition } from "client-ts/api/apiextensions/v1";
import { Deployment } from "client-ts/api/apps/v1";
import { ConfigMap, Service } from "client-ts/api/core/v1";
import { type Condition, defineResource, type KubeObject, type Resource } from "client-ts/meta";

/** A page to be served: the custom kind of the demo. */
export interface Website extends KubeObject {
  spec: { html: string; replicas?: number };
  status?: { conditions?: Condition[] };
}

/** The descriptor of {@link Website}. */
export const Website: Resource<Website, { scope: "Namespaced"; plural: "websites"; status: true }> =
  defineResource<Website>()({
    group: "demo.example.com",
    version: "v1",
    kind: "Website",
    plural: "websites",
    scope: "Namespaced",
    subresources: ["status"],
  });

/** The kinds that the operator makes of a Website, in the order in which it writes them. */
export const ownedKinds: readonly Resource[] = [Deployment, Service, ConfigMap];

/** The kinds that the demo caches. */
export const cachedKinds: readonly Resource[] = [Website, ...ownedKinds];

/** What makes a server serve {@link Website}. */
export const websiteDefinition: CustomResourceDefinition = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "websites.demo.example.com" },
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
        schema: {
          openAPIV3Schema: {
            type: "object",
            properties: {
              spec: {
                type: "object",
                required: ["html"],
                properties: { html: { type: "string" }, replicas: { type: "integer", minimum: 0 } },
              },
              status: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
            },
          },
        },
      },
    ],
  },
};
