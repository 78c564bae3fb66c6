// The main job in small: informers on Pods and ConfigMaps, a lister and a work queue behind them, under load, through
// faults. Run: npm start on the in-memory server, until ctrl-C
//      npm start -- --duration 20s                  ends by itself; exit code 0 only if cache and server agree
//      npm start -- --kubeconfig FILE --context C   on a real cluster, in a namespace of its own
import {
  type Client,
  connect,
  created,
  isNotFound,
  type KubeList,
  type KubeObject,
  type Stored,
  waitFor,
} from "client-ts";
import { ConfigMap, Namespace, Pod, ServiceAccount } from "client-ts/api/core/v1";
import { newSharedInformerFactory } from "client-ts/informers";
import { newRateLimitingQueue } from "client-ts/workqueue";
import { type ApiServer, startApiServer } from "client-ts-testing";
import { pause, runLoad } from "./load.ts";
import { readOptions } from "./options.ts";

const options = readOptions(process.argv.slice(2));
const ending = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => ending.abort());

const server: ApiServer | undefined =
  options.kubeconfig === undefined && options.context === undefined ? await startApiServer() : undefined;
const client = await connect({
  kubeconfigText: server?.kubeconfig,
  kubeconfigPath: options.kubeconfig,
  context: options.context,
});
const namespace = `client-ts-start-${process.pid}`;
console.log(
  `${server === undefined ? "the cluster of your kubeconfig" : `an in-memory API server at ${server.url}`}, ` +
    `namespace ${namespace}`,
);
await client.resource(Namespace).create({ metadata: { name: namespace } });
if (server === undefined)
  await waitFor(client.resource(ServiceAccount, { namespace }), "default", created(), { timeoutMs: 30_000 });

// Informers on two kinds; every change puts the object's key into one work queue.
const factory = newSharedInformerFactory(client, { namespace });
const kinds = { pods: factory.core.v1.pods, configmaps: factory.core.v1.configMaps };
const queue = newRateLimitingQueue<string>({ name: "start" });
let events = 0;
for (const [name, kind] of Object.entries(kinds)) {
  const enqueue = ({ key }: { readonly key: string }): void => {
    events++;
    queue.add(`${name}/${key}`);
  };
  kind.informer().addEventHandler({ onAdd: enqueue, onUpdate: enqueue, onDelete: enqueue });
}

// Two workers: they read what the lister has, and now and then fail once and try again later.
let reconciled = 0;
async function worker(): Promise<void> {
  for (let taken = await queue.get(); !taken.shutDown; taken = await queue.get()) {
    const [kind, space, name] = taken.key.split("/") as ["pods" | "configmaps", string, string];
    try {
      kinds[kind].lister().namespace(space).get(name);
      if (++reconciled % 50 === 0 && queue.numRequeues(taken.key) === 0) throw new Error("try again");
      queue.forget(taken.key);
    } catch (error) {
      if (isNotFound(error)) queue.forget(taken.key);
      else queue.addRateLimited(taken.key);
    } finally {
      queue.done(taken.key);
    }
  }
}
const workers = [worker(), worker()];

factory.start({ signal: ending.signal });
await factory.waitForCacheSync({ signal: ending.signal }).catch(() => {});

const stopLoad = new AbortController();
const load = runLoad(client, namespace, AbortSignal.any([stopLoad.signal, ending.signal]));
const started = performance.now();
const story = [
  { at: 0.3, what: "cutting every connection", act: () => server?.cutConnections("reset") },
  {
    at: 0.6,
    what: "forcing a 410: the history is gone",
    act: () => {
      server?.faults.add({ match: { verb: "watch" }, times: 2 }, { type: "error-event", code: 410, reason: "Expired" });
      server?.cutConnections("reset");
    },
  },
];
for (let second = 1; !ending.signal.aborted && performance.now() - started < options.durationMs; second++) {
  await pause(Math.min(1_000, options.durationMs - (performance.now() - started)), ending.signal);
  while (
    server !== undefined &&
    story[0] !== undefined &&
    performance.now() - started > Math.min(options.durationMs, 20_000) * story[0].at
  ) {
    const { what, act } = story.shift() as (typeof story)[number];
    console.log(`  ${what}`);
    act();
  }
  const size = (kind: keyof typeof kinds): number => kinds[kind].informer().store.listKeys().length;
  const states = Object.values(kinds).map((kind) => kind.informer().state);
  console.log(
    `${second} s: ${events} events, ${size("pods")} Pods, ${size("configmaps")} ConfigMaps, queue ${queue.len}, reflectors ${states.join(" and ")}`,
  );
}

stopLoad.abort();
const writes = await load;
const agree = ending.signal.aborted ? undefined : await compare(client);
queue.shutDown();
await Promise.all(workers);
await factory.close();
await client
  .resource(Namespace)
  .delete(namespace)
  .catch(() => {});
await client.close();
await server?.close();
if (agree === undefined) console.log(`ended after ${writes} writes and ${events} events`);
else if (agree.length === 0) console.log(`cache and server agree after ${writes} writes and ${events} events`);
else {
  console.log(`cache and server DISAGREE:\n  ${agree.slice(0, 20).join("\n  ")}`);
  process.exitCode = 1;
}

/**
 * What differs between the caches and fresh lists; a cluster's own controllers may still be at work, so the caches get
 * half a minute to catch up.
 */
async function compare(from: Client): Promise<string[]> {
  for (const deadline = performance.now() + 30_000; ; ) {
    const pods = differences("pods", await from.resource(Pod, { namespace }).list());
    const maps = differences("configmaps", await from.resource(ConfigMap, { namespace }).list());
    if (pods.length + maps.length === 0 || performance.now() > deadline) return [...pods, ...maps];
    await pause(200, ending.signal);
  }
}

/** Each object whose version in the cache is not the one in the list, and each that only the cache has. */
function differences(name: keyof typeof kinds, list: KubeList<Stored<KubeObject>>): string[] {
  const found: string[] = [];
  const cached = new Map<string, string>();
  for (const { key, resourceVersion } of kinds[name].informer().entries.entries()) cached.set(key, resourceVersion);
  for (const { metadata } of list.items) {
    const key = `${metadata.namespace}/${metadata.name}`;
    const here = cached.get(key) ?? "nothing";
    if (here !== metadata.resourceVersion)
      found.push(`${name} ${key}: server ${metadata.resourceVersion}, cache ${here}`);
    cached.delete(key);
  }
  return [...found, ...[...cached.keys()].map((key) => `${name} ${key}: only in the cache`)];
}
