// Run: npm run examples -- from-client-go/leader-election
// client-go's examples/leader-election: one of several processes runs the controller loop.
import { randomUUID } from "node:crypto";
import { connect } from "client-ts";
import { isLeadershipLost, newLeaderElector } from "client-ts/leaderelection";

const id = randomUUID();
const client = await connect();

// A signal stands for the context of the Go program: an interrupt cancels it.
const ending = new AbortController();
process.once("SIGTERM", () => ending.abort());
process.once("SIGINT", () => ending.abort());

async function run(leading: AbortSignal): Promise<void> {
  console.log("Controller loop...");
  setTimeout(() => ending.abort(), 100); // the example ends here
  await new Promise((resolve) => leading.addEventListener("abort", resolve));
}

const elector = newLeaderElector(client, {
  name: "example",
  namespace: "default",
  identity: id,
  releaseOnCancel: true, // the default here: the lease is released when run() has settled
  leaseDurationMs: 60_000,
  renewDeadlineMs: 15_000,
  retryPeriodMs: 5_000,
  onStartedLeading: run,
  onStoppedLeading: () => console.log(`leader lost: ${id}`),
  onNewLeader: (identity) => {
    if (identity === id) return; // I just got the lock
    console.log(`new leader elected: ${identity}`);
  },
});

try {
  await elector.run({ signal: ending.signal });
} catch (error) {
  if (!isLeadershipLost(error)) throw error;
  process.exitCode = 1; // the Go program exits in OnStoppedLeading; here the promise says that the lease was lost
} finally {
  await client.close();
}
