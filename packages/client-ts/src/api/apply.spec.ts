import { describe, expect, it } from "vitest";
import type { ApplyConfiguration } from "./apply.ts";
import type { Deployment } from "./apps/v1.ts";
import type { ConfigMap, Pod, Service } from "./core/v1.ts";

// The compiler decides here: each `@ts-expect-error` fails the type check when the line below it is accepted.
describe("ApplyConfiguration", () => {
  it("takes any part of an object and its name", () => {
    const deployment: ApplyConfiguration<Deployment> = { metadata: { name: "web" }, spec: { replicas: 3 } };
    const pod: ApplyConfiguration<Pod> = {
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: "web", namespace: "shop", labels: { app: "web" } },
      spec: { containers: [{ name: "app", resources: { limits: { cpu: "1" } } }], restartPolicy: "Never" },
    };
    const service: ApplyConfiguration<Service> = {
      metadata: { name: "web" },
      spec: { ports: [{ port: 80, targetPort: "http" }] },
    };
    const config: ApplyConfiguration<ConfigMap> = { metadata: { name: "web" }, data: { key: "value" } };
    expect([deployment, pod, service, config].map((one) => one.metadata?.name)).toEqual(["web", "web", "web", "web"]);
  });

  it("asks for the identity of list elements", () => {
    const noContainerName: ApplyConfiguration<Pod> = {
      metadata: { name: "web" },
      // @ts-expect-error containers are told apart by their names
      spec: { containers: [{ image: "web:1" }] },
    };
    // @ts-expect-error ports of a Service are told apart by their numbers
    const noPort: ApplyConfiguration<Service> = { metadata: { name: "web" }, spec: { ports: [{ name: "http" }] } };
    // @ts-expect-error a misspelt field is found
    const misspelt: ApplyConfiguration<Deployment> = { metadata: { name: "web" }, spec: { replica: 3 } };
    // @ts-expect-error a wrong type is found
    const wrong: ApplyConfiguration<Deployment> = { metadata: { name: "web" }, spec: { replicas: "3" } };
    expect([noContainerName, noPort, misspelt, wrong]).toHaveLength(4);
  });
});
