// From a Website to a ConfigMap with its page, a Deployment that serves it, and a Service.
import { Deployment } from "client-ts/api/apps/v1";
import { ConfigMap, Service } from "client-ts/api/core/v1";
import { createOrPatch, type ReconcileContext } from "client-ts/controller";
import { controllerReferenceTo, type DeepReadonly, isConditionTrue, type Stored } from "client-ts/meta";
import type { Website } from "./website.ts";

type Site = DeepReadonly<Stored<Website, "Namespaced">>;
type Context = ReconcileContext<Website>;

export async function reconcile(site: Site, ctx: Context): Promise<void> {
  const { name, namespace } = site.metadata;
  const metadata = { name, ownerReferences: [controllerReferenceTo(site)] };
  const labels = { website: name };
  const { replicas = 1, html } = site.spec;
  const force = { force: true };
  await ctx.client.resource(ConfigMap, { namespace }).apply({ metadata, data: { "index.html": html } }, force);
  await ctx.client
    .resource(Service, { namespace })
    .apply({ metadata, spec: { selector: labels, ports: [{ port: 80 }] } }, force);
  const container = {
    name: "web",
    image: "nginx:1.29",
    volumeMounts: [{ name: "page", mountPath: "/usr/share/nginx/html" }],
  };
  const template = {
    metadata: { labels },
    spec: { containers: [container], volumes: [{ name: "page", configMap: { name } }] },
  };
  await ctx.client
    .resource(Deployment, { namespace })
    .apply({ metadata, spec: { replicas, selector: { matchLabels: labels }, template } }, force);
  await listSite(site, ctx, true);
  const ready = ctx.cache.get(Deployment, { namespace, name })?.status?.readyReplicas ?? 0;
  const wasReady = isConditionTrue(site.status?.conditions, "Ready");
  const isReady = ready >= replicas;
  const message = `${ready} of ${replicas} replicas are ready`;
  const reason = isReady ? "Serving" : "Starting";
  await ctx.setCondition(site, { type: "Ready", status: isReady ? "True" : "False", reason, message });
  if (isReady && !wasReady) await ctx.events.event(site, "Normal", "Published", message);
}

/** Owned objects go with the Website; the list of sites is shared, so its entry is removed by hand. */
export async function finalize(site: Site, ctx: Context): Promise<void> {
  await listSite(site, ctx, false);
}

async function listSite({ metadata: { name, namespace } }: Site, ctx: Context, listed: boolean): Promise<void> {
  await createOrPatch(ctx.client, ConfigMap, { namespace, name: "sites" }, (sites) => {
    const { [name]: _, ...others } = sites.data ?? {};
    sites.data = listed ? { ...others, [name]: `http://${name}.${namespace}.svc` } : others;
  });
}
