import type { Client } from "client-ts";
import { Deployment } from "client-ts/api/apps/v1";
import { ConfigMap, Service } from "client-ts/api/core/v1";
import { type Manager, newManager, type ReconcileContext } from "client-ts/controller";
import { controllerReferenceTo, type DeepReadonly, type Stored } from "client-ts/meta";
import type { Meter } from "client-ts/util";
import { ownedKinds, Website } from "./website.ts";

type Site = DeepReadonly<Stored<Website, "Namespaced">>;

/** One run of the operator for one Website. */
export interface ReconcileRun {
  readonly name: string;
  /** The version of the Website that the run worked from. */
  readonly resourceVersion: string;
  /** What brought it: `update of Website`, or a retry. */
  readonly trigger: string;
  /** How many runs of this Website have failed in a row before. */
  readonly attempt: number;
}

/** What the demo wants to know about the operator, and where it interferes. */
export interface OperatorHooks {
  /** Called when a run begins; the run fails with what it throws. */
  begins(run: ReconcileRun): void;
  ended(run: ReconcileRun, error: unknown): void;
}

/** Options of {@link newWebsiteManager}. */
export interface WebsiteManagerOptions {
  readonly namespace: string;
  readonly meter: Meter;
  readonly hooks: OperatorHooks;
}

/** The operator of the demo: each Website of a namespace becomes a Deployment, a Service and a ConfigMap. */
export function newWebsiteManager(client: Client, { namespace, meter, hooks }: WebsiteManagerOptions): Manager {
  const manager = newManager(client, {
    name: "demo",
    namespaces: [namespace],
    meter,
    logger: false,
    gracePeriodMs: 2_000,
  });
  manager.controller(Website, {
    owns: ownedKinds,
    cacheSyncTimeoutMs: 20_000,
    async reconcile(site, ctx) {
      const { name, resourceVersion } = site.metadata;
      const run = { name, resourceVersion, trigger: ctx.trigger, attempt: ctx.attempt };
      try {
        hooks.begins(run);
        await publish(site, ctx);
      } catch (error) {
        hooks.ended(run, error);
        throw error;
      }
      hooks.ended(run, undefined);
    },
  });
  return manager;
}

/** Owned objects have an owner reference: the server deletes them with their Website. */
async function publish(site: Site, ctx: ReconcileContext<Website>): Promise<void> {
  const { name, namespace } = site.metadata;
  const metadata = { name, ownerReferences: [controllerReferenceTo(site)] };
  const labels = { website: name };
  const { html, replicas = 1 } = site.spec;
  const force = { force: true };
  await ctx.client.resource(ConfigMap, { namespace }).apply({ metadata, data: { "index.html": html } }, force);
  await ctx.client
    .resource(Service, { namespace })
    .apply({ metadata, spec: { selector: labels, ports: [{ port: 80 }] } }, force);
  const page = { name: "page", configMap: { name } };
  const web = {
    name: "web",
    image: "nginx:1.29",
    volumeMounts: [{ name: "page", mountPath: "/usr/share/nginx/html" }],
  };
  const template = { metadata: { labels }, spec: { containers: [web], volumes: [page] } };
  await ctx.client
    .resource(Deployment, { namespace })
    .apply({ metadata, spec: { replicas, selector: { matchLabels: labels }, template } }, force);
  const message = `http://${name}.${namespace}.svc serves ${html.length} characters`;
  await ctx.setCondition(site, { type: "Published", status: "True", reason: "Applied", message });
}
