// The manager of this operator. `npx client-ts manifests examples/operator/manager.ts` prints what a cluster needs.
import type { Client } from "client-ts";
import { Deployment } from "client-ts/api/apps/v1";
import { ConfigMap, Service } from "client-ts/api/core/v1";
import { type Manager, type ManagerOptions, newManager } from "client-ts/controller";
import { finalize, reconcile } from "./reconcile.ts";
import { newWebsiteWebhooks } from "./webhook.ts";
import { Website } from "./website.ts";

export { definition } from "./website.ts";

export default function newWebsiteManager(
  client: Client,
  options: ManagerOptions = {},
  webhooks = newWebsiteWebhooks(client),
): Manager {
  const manager = newManager(client, {
    leaderElection: { name: "websites" },
    health: { port: 8081, host: "0.0.0.0" },
    metrics: { port: 8080 },
    cache: [Deployment],
    ...options,
  });
  manager.controller(Website, { owns: [Deployment, Service, ConfigMap], reconcile, finalize });
  manager.webhooks(webhooks);
  return manager;
}
