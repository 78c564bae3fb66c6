// A whole operator: Website to Deployment, Service and ConfigMap. Run: npx tsx examples/operator/main.ts
import { connect } from "client-ts";
import { installCRDs } from "client-ts/custom-resources";
import newWebsiteManager from "./manager.ts";
import { definition } from "./website.ts";

const client = await connect();
await installCRDs(client, [definition]);
const manager = newWebsiteManager(client, {
  leaderElection: { name: "websites" },
  health: { port: 8081, host: "0.0.0.0" },
  metrics: { port: 8080 },
});
await manager.run({ handleSignals: true }); // ends with SIGINT or SIGTERM, after the work that is under way
await client.close();
