// Run: npm run examples -- from-client-go/wait
// wait.Until and wait.Group, as in the Run method of sample-controller: two workers, and one that fails begins again.
import assert from "node:assert/strict";
import { connect } from "client-ts";
import { Namespace } from "client-ts/api/core/v1";
import { type TaskGroup, newTaskGroup, until } from "client-ts/util";
import { newRateLimitingQueue } from "client-ts/workqueue";

const client = await connect();
const namespaces = client.resource(Namespace);
const names = ["default", "kube-node-lease", "kube-public", "kube-system"]; // every cluster has these
const queue = newRateLimitingQueue<string>({ name: "namespaces" });
for (const name of names) queue.add(name);

const ending = new AbortController(); // ctx, cancel := context.WithCancel(context.Background())
const done = new Set<string>();
const failures: string[] = [];

async function syncHandler(name: string): Promise<void> {
  if (failures.length === 0) throw new Error(`first attempt for ${name}`);
  console.log("synced", (await namespaces.get(name)).metadata.name);
  done.add(name);
}

async function runWorker(): Promise<void> {
  for (let taken = await queue.get(); !taken.shutDown; taken = await queue.get()) {
    try {
      await syncHandler(taken.key);
      queue.forget(taken.key);
    } catch (error) {
      queue.addRateLimited(taken.key);
      throw error; // ends this worker; until() reports it and calls the worker again
    } finally {
      queue.done(taken.key);
    }
    if (done.size < names.length) continue;
    queue.shutDown(); // the example ends here
    ending.abort(); // cancel()
  }
}

// var group wait.Group
// group.StartWithContext(ctx, func(ctx context.Context) { wait.UntilWithContext(ctx, runWorker, 10*time.Millisecond) })
const group: TaskGroup = newTaskGroup({ signal: ending.signal });
const onError = (error: unknown): void => void failures.push((error as Error).message);
for (let worker = 0; worker < 2; worker++) group.run((signal) => until(runWorker, 10, { signal, onError }));
await group.wait(); // group.Wait(), which here also rejects with the first error of a task

assert.deepEqual([...done].sort(), names);
assert(failures.length > 0);
console.log(failures);
await client.close();
