// Run: npm run examples -- custom-resource
// Installs a CRD and uses its kind with generated types, which this command has made:
// npx client-ts codegen --out examples/api examples/website-crd.yaml
import { readFile } from "node:fs/promises";
import { connect } from "client-ts";
import type { CustomResourceDefinition } from "client-ts/api/apiextensions/v1";
import { parseManifests } from "client-ts/client";
import { newClientset } from "client-ts/clientset";
import { installCRDs, uninstallCRDs } from "client-ts/custom-resources";
import { newSharedInformerFactory } from "client-ts/informers";
import * as shopV1 from "./api/shop.example.com/v1.ts";

const manifest = await readFile(new URL("website-crd.yaml", import.meta.url), "utf8");
const crds = (await parseManifests(manifest)).map(({ object }) => object as unknown as CustomResourceDefinition);
const client = await connect();
for (const { name, action } of await installCRDs(client, crds)) console.log(`${name} ${action}`);

const { namespace } = client;
const clientset = newClientset(client).extend({ shop: { v1: shopV1 } });
const websites = clientset.shop.v1.websites(namespace);
const factory = newSharedInformerFactory(client, { namespace }).extend({ shop: { v1: shopV1 } });
const lister = factory.shop.v1.websites.lister();
factory.start();

const stored = await websites.create({ metadata: { name: "web" }, spec: { host: "a.example", port: "http" } });
console.log(`${stored.metadata.name} is ${stored.spec.color}`); // the server has filled in the default
await websites.updateStatus({ ...stored, status: { ready: true } });

await factory.waitForCacheSync();
console.log(`${lister.namespace(namespace).list().length} in the cache`);

await factory.close();
await uninstallCRDs(client, crds, { deleteObjects: true });
await client.close();
