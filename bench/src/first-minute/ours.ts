// The controller of the benchmark written with client-ts. The others are client-node.ts beside this file and
// bench/go/firstminute.
import { connect } from "client-ts";
import { Deployment } from "client-ts/api/apps/v1";
import { newSharedInformerFactory } from "client-ts/informers";
import { newRateLimitingQueue } from "client-ts/workqueue";
import { reportLine } from "../report-line.ts";

const { kubeconfig, reconciles, nodes } = JSON.parse(process.argv[2] ?? "") as {
  kubeconfig: string;
  reconciles: number;
  nodes: readonly string[];
};

const client = await connect({ kubeconfigPath: kubeconfig });
const factory = newSharedInformerFactory(client);
const { pods, services, configMaps, secrets } = factory.core.v1;
const { deployments } = factory.apps.v1;
pods.informer().addIndexers({ node: "spec.nodeName" });
for (const kind of [services, configMaps, secrets]) kind.informer();
const queue = newRateLimitingQueue<string>({ name: "deployments" });
deployments.informer().addEventHandler({ onAdd: ({ key }) => void queue.add(key) });
factory.start();
await factory.waitForCacheSync();
reportLine("synced");

let done = 0;
let running = 0;
async function reconcile(key: string): Promise<void> {
  const deployment = deployments.lister().get(key);
  const { name = "", namespace = "" } = deployment.metadata ?? {};
  const number = done++;
  const onNode = pods.lister().byIndex("node", nodes[number % nodes.length]!);
  const ready = onNode.filter((pod) => pod.status?.phase === "Running").length;
  if (number % 10 !== 0) return;
  const annotations = { ready: String(ready), config: String(configMaps.lister().get(key).data?.["settings"]?.length) };
  await client.resource(Deployment, { namespace }).mergePatch(name, { metadata: { annotations } });
}

async function worker(): Promise<void> {
  for (let taken = await queue.get(); !taken.shutDown && done < reconciles; taken = await queue.get()) {
    running++;
    await reconcile(taken.key);
    queue.done(taken.key);
    running--;
  }
  if (running > 0) return;
  reportLine("done");
  process.exit(0);
}
for (let workers = 0; workers < 4; workers++) void worker();
