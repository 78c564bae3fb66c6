// The webhooks of this operator: a page for Websites without one, and refusals of what could not work.
import type { Client } from "client-ts";
import { newWebhookServer, type WebhookServer, type WebhookServerOptions } from "client-ts/controller";
import { Website } from "./website.ts";

export function newWebsiteWebhooks(client: Client, options: WebhookServerOptions = {}): WebhookServer {
  const server = newWebhookServer({
    name: "websites",
    host: "0.0.0.0",
    certificateHosts: [`websites-websites.${client.namespace}.svc`], // the Service that `client-ts manifests` makes
    certificateSecret: { name: "websites-webhooks" }, // the replicas share one certificate
    client,
    ...options,
  });
  return server.webhook(Website, {
    default(draft, { name }) {
      draft.spec = { ...draft.spec, html: draft.spec?.html ?? `<h1>${name}</h1>` };
    },
    validate(site, { name, refuse, warn }) {
      const { replicas = 1 } = site.spec;
      if (name === "sites") refuse("is the name of the list of all sites", { field: "metadata.name" });
      if (replicas > 10) refuse("must be at most 10", { field: "spec.replicas" });
      if (replicas === 0) warn("a site without replicas is not served");
    },
  });
}
