// Run: npm run examples -- metadata-informer
// Keeps a cache of the metadata alone, for programs that need labels and owners but not contents: here, of Secrets.
import { connect } from "client-ts";
import { Secret } from "client-ts/api/core/v1";
import { newMetadataSharedInformerFactory } from "client-ts/informers";

const client = await connect();
const { namespace } = client;
const secrets = client.resource(Secret, { namespace });
for (const team of ["blue", "green", "blue"])
  await secrets.create({ metadata: { generateName: `${team}-`, labels: { team } }, stringData: { token: "secret" } });

// The server sends names, labels, annotations and owners; the contents of the Secrets never leave it.
const factory = newMetadataSharedInformerFactory(client, { namespace });
const informer = factory.forKind(Secret);
const lister = informer.lister();
factory.start();
await factory.waitForCacheSync();

for (const { metadata } of lister.namespace(namespace).list({ labelSelector: "team=blue" }))
  console.log(`${metadata?.name}, created ${metadata?.creationTimestamp}`);
console.log(`contents in the cache: ${lister.list().some((secret) => "data" in secret)}`);

await secrets.deleteCollection({ labelSelector: "team" });
await factory.close();
await client.close();
