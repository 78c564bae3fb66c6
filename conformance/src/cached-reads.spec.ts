/** What a cache finds by label and by index, in JSON and in protobuf, compared with what the server itself finds. */
import { connect } from "client-ts";
import { Service } from "client-ts/api/core/v1";
import { createOrPatch } from "client-ts/controller";
import { newSharedInformerFactory } from "client-ts/informers";
import { defined } from "client-ts/internal";
import { describe, expect, it } from "vitest";
import { bothServers, serverWithNamespace } from "./both-servers.ts";

const selectors = [
  "app",
  "!app",
  "app=web",
  "app!=web",
  "app in (web,api),tier",
  "app notin (web)",
  "tier=",
  "example.com/part-of=shop",
  "number>5",
];
const labels: { readonly [name: string]: Readonly<Record<string, string>> | undefined } = {
  none: undefined,
  web: { app: "web" },
  api: { app: "api", tier: "front", "example.com/part-of": "shop" },
  // A value that is a key, an empty value, a key that begins as another one.
  odd: { kind: "app", tier: "", "app.kubernetes.io/name": "web" },
  many: Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`label-${i}`, "x".repeat(63)])),
  number: { number: "7", app: "web" },
};

describe.each(bothServers)("a cache of %s", (_, start) => {
  const server = serverWithNamespace(start, "reads");
  const { namespace } = server;

  it.each(["application/json", "application/vnd.kubernetes.protobuf"] as const)(
    "finds by label and by index what the server finds, also after changes, in %s",
    async (contentType) => {
      const own = await connect({ kubeconfig: server.client.rest.config, contentType });
      const services = server.client.resource(Service, { namespace });
      const factory = newSharedInformerFactory(own, { namespace });
      const informer = factory.core.v1.services.informer();
      informer.addIndexers({ type: "spec.type" });
      const lister = factory.core.v1.services.lister();
      const names = (found: readonly { readonly metadata?: { readonly name?: string } }[]): string[] =>
        found.map(({ metadata }) => metadata?.name ?? "").sort();
      try {
        for (const [name, of] of Object.entries(labels))
          await services.create({ metadata: { name, ...defined({ labels: of }) }, spec: { ports: [{ port: 80 }] } });
        factory.start();
        await factory.waitForCacheSync();
        for (const labelSelector of selectors)
          expect(names(lister.list({ labelSelector })), labelSelector).toEqual(
            names((await services.list({ labelSelector })).items),
          );
        expect(lister.byIndex("type", "ClusterIP")).toHaveLength(6);
        const changed = await services.mergePatch("web", { metadata: { labels: { app: "api" } } });
        const gone = await services.delete("odd");
        expect(gone).toBeDefined();
        await expect.poll(() => names(lister.list({ labelSelector: "app=api" }))).toEqual(["api", "web"]);
        await expect.poll(() => lister.byIndex("type", "ClusterIP").length).toBe(5);
        const found = lister.byIndex("type", "ClusterIP").find(({ metadata }) => metadata.name === "web");
        expect(found?.metadata.resourceVersion).toBe(changed.metadata.resourceVersion);
      } finally {
        await factory.close();
        await own.close();
        await services.deleteCollection({ all: true });
        await expect.poll(async () => (await services.list()).items.length).toBe(0);
      }
    },
  );

  it("has the status of an object that createOrPatch created", async () => {
    const ingress = [{ ip: "192.0.2.7" }];
    const change = (service: { spec?: object; status?: object }): void => {
      service.spec = { type: "LoadBalancer", ports: [{ port: 80 }] };
      service.status = { loadBalancer: { ingress } };
    };
    const { operation, object } = await createOrPatch(server.client, Service, { namespace, name: "made" }, change);
    expect([operation, object.status?.loadBalancer?.ingress?.[0]?.ip]).toEqual(["created", "192.0.2.7"]);
    const stored = await server.client.resource(Service, { namespace }).get("made");
    expect(stored.status?.loadBalancer?.ingress?.[0]?.ip).toBe("192.0.2.7");
  });
});
