/** The operator of examples/operator on both servers. */
import { type Client, condition, connect, created, deleted, isNotFound, waitFor } from "client-ts";
import { MutatingWebhookConfiguration, ValidatingWebhookConfiguration } from "client-ts/api/admissionregistration/v1";
import { Deployment } from "client-ts/api/apps/v1";
import { ConfigMap, Event, Namespace, Service } from "client-ts/api/core/v1";
import { ClusterRole, ClusterRoleBinding } from "client-ts/api/rbac/v1";
import { applyYaml } from "client-ts/client";
import type { Manager, ManagerOptions } from "client-ts/controller";
import { installCRDs } from "client-ts/custom-resources";
import { runController, sharedKubeconfig, testNamespaceName } from "client-ts-testing";
import { describe, expect, it } from "vitest";
import newWebsiteManager from "../../examples/operator/manager.ts";
import { newWebsiteWebhooks } from "../../examples/operator/webhook.ts";
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

/** The webhooks of the operator on a free port, each replica with a certificate of its own. */
function localWebhooks(client: Client): ReturnType<typeof newWebsiteWebhooks> {
  const options = { port: 0, host: "127.0.0.1", certificateHosts: undefined, certificateSecret: undefined };
  return newWebsiteWebhooks(client, options);
}

/** Registers webhooks for one namespace; what it gives back removes them. */
async function register(
  client: Client,
  webhooks: ReturnType<typeof newWebsiteWebhooks>,
  namespace: string,
): Promise<() => Promise<void>> {
  const matchLabels = { "kubernetes.io/metadata.name": namespace };
  const [mutating, validating] = webhooks.manifests({ url: `https://127.0.0.1:${webhooks.port}` }).map((object) => {
    const { webhooks: list = [] } = object as MutatingWebhookConfiguration;
    const metadata = { name: `websites-${namespace}` };
    return { ...object, metadata, webhooks: list.map((one) => ({ ...one, namespaceSelector: { matchLabels } })) };
  });
  const defaults = client.resource(MutatingWebhookConfiguration);
  const checks = client.resource(ValidatingWebhookConfiguration);
  await defaults.create(mutating as MutatingWebhookConfiguration);
  await checks.create(validating as ValidatingWebhookConfiguration);
  return async () => {
    await defaults.delete(`websites-${namespace}`);
    await checks.delete(`websites-${namespace}`);
  };
}

/** What the API server answers when it asks the webhooks. */
async function askWebhooks(client: Client, namespace: string): Promise<void> {
  const sites = client.resource(Website, { namespace });
  const dryRun = { dryRun: true };
  const empty = { metadata: { name: "empty" }, spec: {} } as Website;
  // A real API server takes up new webhooks within a second or two; before that, the schema refuses this one.
  const defaulted = async (): Promise<string | undefined> =>
    (await sites.create(empty, dryRun).catch(() => undefined))?.spec.html;
  await expect.poll(defaulted, { timeout: 20_000 }).toBe("<h1>empty</h1>");
  const many = { metadata: { name: "many" }, spec: { html: "", replicas: 11 } };
  await expect
    .poll(() => sites.create(many, dryRun).then(String, String), { timeout: 20_000 })
    .toContain('Website.example.com "many" is invalid: spec.replicas: must be at most 10');
  await expect(sites.create({ metadata: { name: "sites" }, spec: { html: "" } }, dryRun)).rejects.toThrow(
    "is the name of the list of all sites",
  );
}

describe("the operator of the examples", () => {
  it("brings a Website to a ConfigMap, a Service and a Deployment, and cleans up, on the in-memory one", async () => {
    const made: ReturnType<typeof newWebsiteWebhooks>[] = [];
    const build = (client: Client, options: ManagerOptions): Manager => {
      made.push(localWebhooks(client));
      return newWebsiteManager(client, options, made[0]);
    };
    await using run = await runController(build, { objects: [definition] });
    await run.idle();
    await register(run.client, made[0] as ReturnType<typeof newWebsiteWebhooks>, "default");
    await askWebhooks(run.client, "default");
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
    const webhooks = localWebhooks(client);
    const manager = newWebsiteManager(client.with({ impersonate: { userName } }), options, webhooks);
    await installCRDs(client, [definition]);
    // The registrations lead to a Service, which no Pod answers here: those below lead to this process.
    const manifests = newWebsiteManager(client, options)
      .manifests({ image: "websites:1", namespace, replicas: 0 })
      .filter(({ kind }) => !kind?.endsWith("WebhookConfiguration"));
    const names = manifests.map(({ kind, metadata }) => `${kind} ${metadata?.name}`);
    const text = manifests.map((object) => JSON.stringify(object)).join("\n---\n");
    const applied = await applyYaml(client, text, { fieldManager: "test" });
    expect(applied.results.filter(({ error }) => error !== undefined)).toEqual([]);
    expect(names).toContain("Role websites-leader-election");
    const running = manager.run();
    let unregister = async (): Promise<void> => {};
    try {
      await expect.poll(() => webhooks.port, { timeout: 20_000 }).toBeGreaterThan(0);
      unregister = await register(client, webhooks, namespace);
      await askWebhooks(client, namespace);
      await tour(client, namespace, async () => {});
    } finally {
      await unregister();
      await manager.close();
      for (const name of ["websites", "websites-websites"]) {
        await client.resource(ClusterRoleBinding).delete(name);
        await client.resource(ClusterRole).delete(name);
      }
      await client.resource(Namespace).delete(namespace);
      await client.close();
    }
    await running;
  });
});
