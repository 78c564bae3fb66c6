/** The operator of examples/operator on both servers. */
import { type Client, condition, connect, created, deleted, isNotFound, waitFor } from "client-ts";
import { Deployment } from "client-ts/api/apps/v1";
import { ConfigMap, Event, Namespace, Service } from "client-ts/api/core/v1";
import { ClusterRole, ClusterRoleBinding } from "client-ts/api/rbac/v1";
import { applyYaml } from "client-ts/client";
import { installCRDs } from "client-ts/custom-resources";
import { runController, sharedKubeconfig, testNamespaceName } from "client-ts-testing";
import { describe, expect, it } from "vitest";
import newWebsiteManager from "../../examples/operator/manager.ts";
import { definition, Website } from "../../examples/operator/website.ts";

/** Makes, changes and deletes a Website; `serve` brings its Pods up where no cluster does. */
async function tour(client: Client, namespace: string, serve: (replicas: number) => Promise<void>): Promise<void> {
  const sites = client.resource(Website, { namespace });
  const listed = async (): Promise<object> => (await client.resource(ConfigMap, { namespace }).get("sites")).data ?? {};
  const site = await sites.create({ metadata: { name: "web" }, spec: { html: "<h1>hello</h1>", replicas: 2 } });
  await serve(2);
  await waitFor(sites, "web", condition("Ready"), { timeoutMs: 60_000 });
  const owner = [{ kind: "Website", name: "web", uid: site.metadata.uid, controller: true }];
  const page = await client.resource(ConfigMap, { namespace }).get("web");
  expect(page).toMatchObject({ data: { "index.html": "<h1>hello</h1>" }, metadata: { ownerReferences: owner } });
  expect(await client.resource(Service, { namespace }).get("web")).toMatchObject({ spec: { ports: [{ port: 80 }] } });
  expect((await client.resource(Deployment, { namespace }).get("web")).spec.replicas).toBe(2);
  expect(await listed()).toEqual({ web: `http://web.${namespace}.svc` });
  // What another client changes is brought back, and what it deletes is made again.
  await client.resource(ConfigMap, { namespace }).mergePatch("web", { data: { "index.html": "<h1>other</h1>" } });
  await client.resource(Service, { namespace }).delete("web");
  const limit = { timeoutMs: 60_000 };
  await waitFor(client.resource(Service, { namespace }), "web", created(), limit);
  const isRestored = (map: ConfigMap | undefined): boolean => map?.data?.["index.html"] === "<h1>hello</h1>";
  await waitFor(client.resource(ConfigMap, { namespace }), "web", isRestored, limit);
  const events = await client.resource(Event, { namespace }).list();
  expect(events.items.map(({ reason }) => reason)).toContain("Published");
  await sites.delete("web");
  await waitFor(sites, "web", deleted(), { timeoutMs: 60_000 });
  expect(await listed()).toEqual({});
}

describe("the operator of the examples", () => {
  it("brings a Website to a ConfigMap, a Service and a Deployment, and cleans up, on the in-memory one", async () => {
    await using run = await runController((client, options) => newWebsiteManager(client, options), {
      objects: [definition],
    });
    await tour(run.client, "default", async (replicas) => {
      await run.idle();
      const deployments = run.client.resource(Deployment, { namespace: "default" });
      const deployment = await deployments.get("web");
      await deployments.updateStatus({ ...deployment, status: { replicas, readyReplicas: replicas } });
    });
    await run.idle();
    await expect(run.client.resource(Deployment, { namespace: "default" }).get("web")).rejects.toSatisfy(isNotFound);
  });

  const kubeconfigPath = sharedKubeconfig();
  it.skipIf(kubeconfigPath === undefined)("does the same on the real control plane", { timeout: 120_000 }, async () => {
    const client = await connect({ kubeconfigPath });
    const namespace = testNamespaceName("operator");
    // As the service account of the generated manifests: they permit what the operator does, and nothing else.
    const userName = `system:serviceaccount:${namespace}:websites`;
    const options = { leaderElection: { name: "websites", namespace }, health: undefined, metrics: undefined };
    const manager = newWebsiteManager(client.with({ impersonate: { userName } }), options);
    await installCRDs(client, [definition]);
    const manifests = manager.manifests({ image: "websites:1", namespace, replicas: 0 });
    const names = manifests.map(({ kind, metadata }) => `${kind} ${metadata?.name}`);
    const text = manifests.map((object) => JSON.stringify(object)).join("\n---\n");
    const applied = await applyYaml(client, text, { fieldManager: "test" });
    expect(applied.results.filter(({ error }) => error !== undefined)).toEqual([]);
    expect(names).toContain("Role websites-leader-election");
    const running = manager.run();
    try {
      await tour(client, namespace, async () => {});
    } finally {
      await manager.close();
      await client.resource(ClusterRoleBinding).delete("websites");
      await client.resource(ClusterRole).delete("websites");
      await client.resource(Namespace).delete(namespace);
      await client.close();
    }
    await running;
  });
});
