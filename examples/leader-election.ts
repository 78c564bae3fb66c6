// Run: npm run examples -- leader-election
// Two processes in one: the second leads as soon as the first has stopped.
import { connect } from "client-ts";
import { ConfigMap } from "client-ts/api/core/v1";
import { type LeaderElector, newLeaderElector } from "client-ts/leaderelection";

const client = await connect();

function candidate(identity: string, onStarted: () => void): LeaderElector {
  const elector = newLeaderElector(client, {
    name: "leader-election-example",
    namespace: client.namespace,
    identity, // leave it out: the default is the name of the host and a random suffix
    onStartedLeading: async (leading) => {
      console.log(`${identity} leads`);
      // Writes through the elector's client reject with a LeadershipLostError once the lease is not ours any more.
      const maps = elector.client.resource(ConfigMap, { namespace: client.namespace });
      await maps.apply({ metadata: { name: "led" }, data: { by: identity } }, { fieldManager: "example" });
      onStarted();
      await new Promise((resolve) => leading.addEventListener("abort", resolve)); // work until leadership ends
      console.log(`${identity} has stopped its work`); // only now the lease is released
    },
    onNewLeader: (leader) => console.log(`${identity} sees the leader ${JSON.stringify(leader)}`),
  });
  return elector;
}

const stopFirst = new AbortController();
const stopSecond = new AbortController();
const first = candidate("first", () => setTimeout(() => stopFirst.abort(), 100));
const second = candidate("second", () => stopSecond.abort());
const leading = first.run({ signal: stopFirst.signal });
while (!first.isLeader) await new Promise((resolve) => setTimeout(resolve, 10));
await Promise.all([leading, second.run({ signal: stopSecond.signal })]);
await client.resource(ConfigMap, { namespace: client.namespace }).delete("led");
await client.close();
