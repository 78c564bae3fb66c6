// Run: npm run examples -- controller
// A controller: an informer fills a rate-limited queue, a worker brings the world into the wanted state. Every
// ConfigMap with the label "mirror" gets a copy with the suffix "-copy".
import { connect, isNotFound } from "client-ts";
import { ConfigMap } from "client-ts/api/core/v1";
import { splitMetaNamespaceKey } from "client-ts/meta";
import { newSharedInformerFactory } from "client-ts/informers";
import { newRateLimitingQueue } from "client-ts/workqueue";

const client = await connect();
const factory = newSharedInformerFactory(client, { namespace: client.namespace });
const maps = factory.core.v1.configMaps;
const queue = newRateLimitingQueue<string>({ name: "mirror" });
const enqueue = ({
  key,
  meta,
}: {
  readonly key: string;
  readonly meta?: { readonly labels?: Readonly<Record<string, string>> };
}): void => {
  if (meta?.labels?.["mirror"] !== undefined) queue.add(key);
};
maps.informer().addEventHandler({ onAdd: enqueue, onUpdate: enqueue, onDelete: ({ key }) => queue.add(key) });

/** Looks at what is, not at what happened: it can run any number of times. */
async function reconcile(key: string): Promise<void> {
  const { namespace, name } = splitMetaNamespaceKey(key);
  const copies = client.resource(ConfigMap, { namespace });
  try {
    const { data = {} } = maps.lister().namespace(namespace).get(name);
    await copies.apply(
      { metadata: { name: `${name}-copy` }, data: { ...data } },
      { fieldManager: "mirror", force: true },
    );
    console.log("mirrored", key);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    await copies.delete(`${name}-copy`, { ignoreNotFound: true });
    console.log("removed the copy of", key);
    queue.shutDown(); // the example ends here
  }
}

async function worker(): Promise<void> {
  for (let taken = await queue.get(); !taken.shutDown; taken = await queue.get()) {
    try {
      await reconcile(taken.key);
      queue.forget(taken.key);
    } catch (error) {
      console.log(`${taken.key} again later: ${(error as Error).message}`);
      queue.addRateLimited(taken.key);
    } finally {
      queue.done(taken.key);
    }
  }
}

factory.start();
await factory.waitForCacheSync();
const working = worker();
const source = client.resource(ConfigMap, { namespace: client.namespace });
await source.create({ metadata: { name: "original", labels: { mirror: "yes" } }, data: { greeting: "hello" } });
while ((await source.get("original-copy").catch(() => undefined)) === undefined)
  await new Promise((resolve) => setTimeout(resolve, 20));
await source.delete("original");
await working;
await factory.close();
await client.close();
