// Run: npm run examples -- raw-rest
// Builds requests by hand, for what has no method: any path, any verb, the answer as an object or as bytes.
import { connect, isNotFound } from "client-ts";
import { ConfigMap } from "client-ts/api/core/v1";
import type { Stored } from "client-ts/meta";

const client = await connect();
const core = client.rest.forGroupVersion({ group: "", version: "v1" }); // paths begin with /api/v1

const created = await core
  .post()
  .namespace("default")
  .resource(ConfigMap.plural)
  .body({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "raw" }, data: { color: "red" } })
  .do<Stored<ConfigMap>>();
console.log(created.statusCode, created.into().metadata.uid !== undefined);

const request = core.get().namespace("default").resource(ConfigMap.plural).param("fieldSelector", "metadata.name=raw");
console.log("GET", request.url());
const { items } = (await request.do<{ items: ConfigMap[] }>()).into();
console.log(items.map(({ data }) => data?.["color"]));

await core.delete().namespace("default").resource(ConfigMap.plural).name("raw").do();

// Not every path belongs to a resource. `doRaw` gives the bytes.
console.log((await client.rest.get().absPath("/readyz").doRaw()).toString());
const wrong = client.rest.get().absPath("/no/such/path");
await wrong.doRaw().catch((error: Error) => {
  if (!isNotFound(error)) throw error;
  console.log(error.message);
});

await client.close();
