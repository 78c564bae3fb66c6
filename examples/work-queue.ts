// Run: npm run examples -- work-queue (in memory only: it needs no server at all)
// A rate-limited work queue with two workers, without any cluster.
import { newRateLimitingQueue } from "client-ts/workqueue";

const queue = newRateLimitingQueue<string>({ name: "orders" });
const failedOnce = new Set<string>();

async function worker(name: string): Promise<void> {
  for (let taken = await queue.get(); !taken.shutDown; taken = await queue.get()) {
    try {
      if (taken.key === "order-2" && !failedOnce.has(taken.key)) {
        failedOnce.add(taken.key);
        throw new Error("not yet");
      }
      console.log(`${name} did ${taken.key}`);
      queue.forget(taken.key);
      if (taken.key === "order-2") queue.shutDown();
    } catch {
      queue.addRateLimited(taken.key); // Comes back after 5 ms, then 10, then 20 …
    } finally {
      queue.done(taken.key);
    }
  }
}

for (const order of ["order-1", "order-2", "order-1"]) queue.add(order); // A key waits once, however often it is added.
await Promise.all([worker("ann"), worker("bob")]);
