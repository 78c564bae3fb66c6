/**
 * Takes part in an election. While it leads, it creates a ConfigMap every 100 ms that names it, the time at which the
 * write was begun. It prints one line of JSON when it starts and stops leading and when it sees a new leader, and
 * begins again when it has lost the lease.
 */
import { ConfigMap } from "client-ts/api/core/v1";
import { connect } from "client-ts/client";
import { isLeadershipLost, newLeaderElector } from "client-ts/leaderelection";

const { kubeconfigPath, namespace, name, identity, leaseMs, renewMs, retryMs } = JSON.parse(
  process.env["TEST_INPUT"] ?? "{}",
);
const say = (event: string): void => console.log(JSON.stringify({ event }));
const client = await connect({ kubeconfigPath });
const stop = new AbortController();
process.once("SIGTERM", () => stop.abort());

const elector = newLeaderElector(client, {
  name,
  namespace,
  identity,
  leaseDurationMs: leaseMs,
  renewDeadlineMs: renewMs,
  retryPeriodMs: retryMs,
  onStartedLeading: async (leading) => {
    say("started");
    const maps = elector.client.resource(ConfigMap, { namespace });
    // The loop does not look at the signal on purpose: the client has to refuse what comes too late.
    for (;;) {
      const data = { by: identity, began: String(Date.now()) };
      try {
        await maps.create({ metadata: { generateName: "write-" }, data });
      } catch (error) {
        if (isLeadershipLost(error) || leading.aborted) return;
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
      if (stop.signal.aborted) return;
    }
  },
  onStoppedLeading: () => say("stopped"),
  onNewLeader: () => say("seen"),
});
while (!stop.signal.aborted) {
  try {
    await elector.run({ signal: stop.signal });
  } catch (error) {
    if (!isLeadershipLost(error)) throw error;
  }
}
await client.close();
