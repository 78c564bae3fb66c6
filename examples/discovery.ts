// Run: npm run examples -- discovery
// Asks a server for its version, its resources, and a kind that the program knows only by its name.
import { connect } from "client-ts";
import { apiResources, formatApiResources, isNoMatch } from "client-ts/discovery";

const client = await connect();
console.log(`Kubernetes ${(await client.health.version()).gitVersion}`);

// As `kubectl api-resources --api-group=apps`; what was asked once is remembered.
const { resources } = await apiResources(client.discovery, { group: "apps" });
console.log(formatApiResources(resources));

// Group, version and kind may come from a file or a user: the server says which resource that is.
const resource = await client.resolve("apps/v1", "Deployment");
const { items } = await client.resource(resource, { namespace: client.namespace }).list();
console.log(`${items.length} ${resource.plural} in ${client.namespace}`);

const error = await client.resolve("apps/v1", "Deploymint").catch((caught: unknown) => caught);
if (!isNoMatch(error)) throw error;
console.log(error.message);

await client.close();
