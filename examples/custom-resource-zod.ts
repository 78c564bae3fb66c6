// Run: npm run examples -- custom-resource-zod
// Defines a custom resource by a zod schema: the type, the CRD and a validator.
import { connect, isClientError } from "client-ts";
import { defineCustomResource, installCRDs, uninstallCRDs } from "client-ts/custom-resources";
import type { ObjectOf } from "client-ts/meta";
import { z } from "zod";

const baskets = defineCustomResource({
  group: "shop.example.com",
  kind: "Basket",
  plural: "baskets",
  scope: "Namespaced",
  versions: {
    v1: {
      schema: z.object({
        spec: z.object({
          owner: z.string().min(1),
          currency: z.enum(["EUR", "USD"]).default("EUR"),
          items: z.array(z.object({ sku: z.string(), count: z.int().min(1) })),
        }),
        status: z.object({ total: z.number() }).optional(),
      }),
      status: true,
      printerColumns: [{ name: "Owner", type: "string", jsonPath: ".spec.owner" }],
    },
  },
});
const { v1: Basket } = baskets.versions;
type Basket = ObjectOf<typeof Basket>;

const mine: Basket = { metadata: { name: "mine" }, spec: { owner: "ada", items: [{ sku: "tea", count: 2 }] } };
const wrong: Basket = { metadata: { name: "wrong" }, spec: { owner: "ada", items: [{ sku: "tea", count: 0 }] } };
console.log(baskets.validate(wrong)); // before anything is sent

const client = await connect();
await installCRDs(client, [baskets]);
const inNamespace = client.resource(Basket, { namespace: client.namespace });
const stored = await inNamespace.create(mine);
console.log(`${stored.spec.owner} pays in ${stored.spec.currency}`);
try {
  await inNamespace.create(wrong);
} catch (error) {
  if (!isClientError(error)) throw error;
  console.log(error.message); // the server says the same
}
await uninstallCRDs(client, [baskets], { deleteObjects: true });
await client.close();
