import { describe, expect, it, onTestFinished } from "vitest";
import { Deployment } from "../api/apps/v1.ts";
import { startServer } from "../discovery/test-support/server.ts";
import type { RestConfig } from "../transport/index.ts";
import { newDynamicClient, newMetadataClient, newScaleClient } from "./index.ts";

const metadata = { name: "web", namespace: "shop" };
const namespace = metadata.namespace;
const get = {
  metadata: (config: RestConfig) => {
    const client = newMetadataClient(config);
    return { client, call: () => client.resource(Deployment, { namespace }).get("web") };
  },
  scale: (config: RestConfig) => {
    const client = newScaleClient(config);
    return { client, call: () => client.resource(Deployment, { namespace }).get("web") };
  },
  dynamic: (config: RestConfig) => {
    const client = newDynamicClient(config);
    const deployments = { group: "apps", version: "v1", resource: "deployments" };
    return { client, call: () => client.resource(deployments).namespace(namespace).get("web") };
  },
};

describe("a client with connections of its own", () => {
  it.each(["metadata", "scale", "dynamic"] as const)("closes them when it is closed: the %s client", async (name) => {
    const server = await startServer(() => ({ body: { apiVersion: "autoscaling/v1", kind: "Scale", metadata } }));
    onTestFinished(() => server[Symbol.asyncDispose]());
    for (const end of ["close", Symbol.asyncDispose] as const) {
      const { client, call } = get[name]({ host: server.url });
      await call();
      await client[end]();
      await expect(call()).rejects.toMatchObject({ kind: "Transport", code: "closed" });
    }
  });
});
