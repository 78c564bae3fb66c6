// A whole operator: Website to Deployment, Service and ConfigMap. Run: npx tsx examples/operator/main.ts
import { connect } from "client-ts";
import { installCRDs } from "client-ts/custom-resources";
import newWebsiteManager from "./manager.ts";
import { definition } from "./website.ts";

const client = await connect();
await installCRDs(client, [definition]);
await newWebsiteManager(client).run({ handleSignals: true }); // until SIGINT or SIGTERM, and the work has ended
await client.close();
