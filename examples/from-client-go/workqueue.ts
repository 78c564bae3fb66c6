// Run: npm run examples -- from-client-go/workqueue
// client-go's examples/workqueue: an informer puts the keys of Pods into a queue, a worker reads the cache.
import { connect } from "client-ts";
import { Pod } from "client-ts/api/core/v1";
import { newIndexerInformer, newListWatchForKind } from "client-ts/cache";
import { newRateLimitingQueue } from "client-ts/workqueue";

const client = await connect();
const source = newListWatchForKind(client.rest, Pod, { namespace: "default" });
const queue = newRateLimitingQueue<string>({ name: "pods" });
const { indexer, controller } = newIndexerInformer(source, Pod, {
  onAdd: ({ key }) => queue.add(key),
  onUpdate: ({ key }) => queue.add(key),
  onDelete: ({ key }) => queue.add(key), // the same key for a deletion that was missed
});

function syncToStdout(key: string): void {
  const pod = indexer.getByKey(key);
  if (pod === undefined) {
    console.log(`Pod ${key} does not exist any more`);
    queue.shutDown(); // the example ends here
  } else console.log(`Sync of Pod ${pod.metadata?.name}`);
}

async function runWorker(): Promise<void> {
  for (let taken = await queue.get(); !taken.shutDown; taken = await queue.get()) {
    const { key } = taken;
    try {
      syncToStdout(key);
      queue.forget(key);
    } catch (error) {
      if (queue.numRequeues(key) < 5) queue.addRateLimited(key);
      else {
        queue.forget(key);
        console.log(`Dropping Pod ${key} out of the queue: ${(error as Error).message}`);
      }
    } finally {
      queue.done(key);
    }
  }
}

const ending = new AbortController();
const running = controller.run({ signal: ending.signal });
while (!controller.hasSynced()) await new Promise((resolve) => setTimeout(resolve, 10));
const working = runWorker();

const pods = client.resource(Pod, { namespace: "default" });
await pods.create({ metadata: { name: "mypod" }, spec: { containers: [{ name: "web", image: "nginx" }] } });
while (indexer.getByKey("default/mypod") === undefined) await new Promise((resolve) => setTimeout(resolve, 10));
await pods.delete("mypod", { gracePeriodSeconds: 0 });
await working;
ending.abort();
await running;
await client.close();
