// The operator of the benchmark written with client-ts: every ConfigMap with the label "site" gets a Secret with its
// page. The other side is bench/go/controller; main.ts beside this file runs both.
import { connect } from "client-ts";
import { ConfigMap, Secret } from "client-ts/api/core/v1";
import { newManager } from "client-ts/controller";
import { controllerReferenceTo } from "client-ts/meta";
import { reportLine } from "../report-line.ts";

const { kubeconfig, objects, concurrency, lease } = JSON.parse(process.argv[2] ?? "") as {
  kubeconfig: string;
  objects: number;
  concurrency: number;
  lease: string;
};

const client = await connect({ kubeconfigPath: kubeconfig });
const manager = newManager(client, {
  cache: [Secret],
  leaderElection: lease === "" ? undefined : { name: lease, namespace: "default" },
});
const keys = new Set<string>();
manager.controller(ConfigMap, {
  labelSelector: "site=yes",
  concurrency,
  owns: [Secret],
  async reconcile(site, ctx) {
    const { name, namespace } = site.metadata;
    if (ctx.cache.get(Secret, { namespace, name }) === undefined) {
      const data = { page: Buffer.from(site.data?.["page"] ?? "").toString("base64") };
      const metadata = { name, ownerReferences: [controllerReferenceTo(site)] };
      await ctx.client.resource(Secret, { namespace }).create({ metadata, data });
    }
    // The creation of the child brings the key again: each counts once.
    if (keys.size === keys.add(`${namespace}/${name}`).size) return;
    if (keys.size === 1) reportLine("first");
    if (keys.size === objects) {
      reportLine("done");
      process.exit(0);
    }
  },
});
manager.add(async () => reportLine("synced"), { elected: false });
await manager.run();
