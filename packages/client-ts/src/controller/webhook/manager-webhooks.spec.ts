import { describe, expect, it } from "vitest";
import { ConfigMap } from "../../api/core/v1.ts";
import type { KubeObject } from "../../meta/index.ts";
import { startWorld, Website } from "../test-support/world.ts";
import { postReview } from "./test-support/post-review.ts";
import { newWebhookServer } from "./webhook-server.ts";

describe("a manager with webhooks", () => {
  it("listens before its work begins, and no longer when it has stopped", async () => {
    const world = await startWorld();
    const server = newWebhookServer({ name: "hooks", port: 0, logger: false }).webhook(Website, { validate: () => {} });
    const manager = world.manager({ cache: [ConfigMap] });
    manager.webhooks(server);
    let listening: number | undefined;
    manager.add(() => {
      listening = server.port;
    });
    const running = manager.run();
    await manager.idle();
    expect(listening).toBe(server.port);
    const path = "/validate-example-com-v1-website";
    expect((await postReview(server.port, path, "{}", { ca: server.caBundle })).status).toBe(400);
    expect(() => manager.webhooks(server)).toThrow(/has been started/);
    await manager.close();
    await running;
    await expect(postReview(server.port, path, "{}")).rejects.toThrow(/ECONNREFUSED/);
    await world[Symbol.asyncDispose]();
  });

  it("is not ready before they listen", async () => {
    const world = await startWorld();
    const { client } = world;
    const certificateSecret = { name: "hooks-tls", namespace: "shop" };
    const hold = world.server.faults.add({ match: { resource: "secrets" } }, { type: "hold" });
    const server = newWebhookServer({ name: "hooks", port: 0, client, certificateSecret, logger: false });
    const manager = world.manager({ health: { port: 0 }, logger: false });
    manager.webhooks(server);
    const running = manager.run();
    await world.until(() => manager.ports.health !== undefined);
    const ready = async (): Promise<number> =>
      (await fetch(`http://127.0.0.1:${manager.ports.health}/readyz/hooks`)).status;
    expect(await ready()).toBe(500);
    hold.remove();
    await manager.idle();
    expect(await ready()).toBe(200);
    await manager.close();
    await running;
    await world[Symbol.asyncDispose]();
  });

  it("has the Service, the registrations and the permissions of the webhooks in its manifests", async () => {
    const world = await startWorld();
    const { client } = world;
    const server = newWebhookServer({ name: "hooks", host: "0.0.0.0", client });
    server.webhook(Website, { default: () => {}, validate: () => {}, subresources: ["status"] });
    const manager = world.manager({ name: "shop" });
    manager.webhooks(server);
    const manifests = manager.manifests({ image: "shop:1" });
    const of = (kind: string, name: string): KubeObject | undefined =>
      manifests.find((one) => one.kind === kind && one.metadata?.name === name);
    expect(of("Service", "shop-hooks")).toMatchObject({ spec: { ports: [{ port: 443, targetPort: 9443 }] } });
    expect(of("ClusterRole", "shop-hooks")).toMatchObject({
      rules: [
        { resources: ["mutatingwebhookconfigurations"], verbs: ["get", "update"] },
        { resources: ["validatingwebhookconfigurations"], verbs: ["get", "update"] },
      ],
    });
    expect(of("Deployment", "shop")).toMatchObject({
      spec: { template: { spec: { containers: [{ ports: [{ name: "hooks", containerPort: 9443 }] }] } } },
    });
    const clientConfig = { service: { name: "shop-hooks", namespace: "shop", port: 443 } };
    expect(of("MutatingWebhookConfiguration", "hooks")).toMatchObject({
      webhooks: [{ name: "default.websites.example.com", clientConfig, reinvocationPolicy: "Never" }],
    });
    expect(of("ValidatingWebhookConfiguration", "hooks")).toMatchObject({
      webhooks: [
        {
          name: "validate.websites.example.com",
          clientConfig: { service: { path: "/validate-example-com-v1-website" } },
          rules: [
            { operations: ["CREATE", "UPDATE"], resources: ["websites", "websites/status"], scope: "Namespaced" },
          ],
          failurePolicy: "Fail",
          sideEffects: "None",
        },
      ],
    });
    await world[Symbol.asyncDispose]();
  });
});
