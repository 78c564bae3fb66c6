/**
 * client-ts on the load, through the entries that its users import. `CLIENT_TS_BENCH_EAGER=1` makes it decode and hold
 * every object, which must show.
 */

import { type Client, connect } from "client-ts";
import { Pod } from "client-ts/api/core/v1";
import type { ResourceEventHandler, SharedIndexInformer } from "client-ts/cache";
import { newSharedInformerFactory } from "client-ts/informers";
import type { KubeObject, Resource } from "client-ts/meta";
import { newPool, type Pool } from "client-ts/internal";
import { newWorkQueue } from "client-ts/workqueue";
import { drive, type HandlerReports, type Subject } from "./harness.ts";
import type { ClientConfig, Numbers } from "./protocol.ts";

const Widget: Resource = {
  group: "bench.example.com",
  version: "v1",
  kind: "Widget",
  plural: "widgets",
  scope: "Namespaced",
};
const eager = process.env["CLIENT_TS_BENCH_EAGER"] === "1";
const held = new Map<string, unknown>();
let sink: unknown;
let pool: Pool | undefined;

await drive(create);

async function create(config: ClientConfig): Promise<Subject> {
  const client = await connect({
    kubeconfig: { host: config.url, tls: { ca: config.ca }, disableCompression: true },
    contentType: config.protobuf ? "application/vnd.kubernetes.protobuf" : undefined,
  });
  let failures = 0;
  const factory = newSharedInformerFactory(client, {
    streaming: config.streaming,
    freeze: config.frozen ? "always" : undefined,
    onWatchError: ({ error }) => {
      console.error(`client-ts: ${String((error as Error)?.message ?? error)}`);
      if (++failures === 3) process.exit(3);
    },
  });
  const pods = factory.core.v1.pods;
  const kind = config.corpus === "pods" ? pods : factory.forKind(Widget);
  return {
    start: (reports) => {
      const informer = kind.informer() as SharedIndexInformer<KubeObject>;
      if (config.indexed) informer.addIndexers({ node: "spec.nodeName" });
      informer.addEventHandler(handlerFor(config, reports));
      factory.start();
    },
    list: () => pods.lister().list(),
    select: () => pods.lister().list({ labelSelector: "app" }),
    lookup: (node) => pods.lister().byIndex("node", node).length,
    get: () => getPod(client),
    transfer: (path, watch) => transfer(config, path, watch),
    queue: measureQueue,
  };
}

function handlerFor(config: ClientConfig, reports: HandlerReports): ResourceEventHandler<KubeObject> {
  const look = (event: { readonly key: string; readonly object: unknown }): void => {
    if (eager) held.set(event.key, event.object);
    if (config.read) sink = (event.object as { readonly status?: { readonly phase?: string } }).status?.phase;
  };
  return {
    onAdd: (event) => {
      look(event);
      reports.added();
    },
    onUpdate: (event) => {
      look(event);
      reports.updated(() => event.resourceVersion);
    },
    onDelete: () => reports.deleted(),
  };
}

function getPod(client: Client): Promise<unknown> {
  return client.resource(Pod, { namespace: "team-000" }).get("web");
}

async function transfer(config: ClientConfig, path: string, watch: boolean): Promise<number> {
  pool ??= newPool(config.url, { tls: { ca: config.ca }, disableCompression: true });
  const { body } = await pool.send({
    method: "GET",
    path,
    headers: { accept: "application/json" },
    purpose: watch ? "watch" : "list",
  });
  let bytes = 0;
  await new Promise<void>((resolve, reject) => {
    body.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
    });
    body.on("end", resolve);
    body.on("error", reject);
  });
  return bytes;
}

/**
 * A thousand keys are added, taken and handed back, many times: the best of five rounds, waiting for each key and
 * emptying in one go.
 */
async function measureQueue(): Promise<Numbers> {
  const [keys, turns] = [1000, 1000];
  const names = Array.from(
    { length: keys },
    (_, i) => `team-${String(i % 100).padStart(3, "0")}/web-${String(i).padStart(5, "0")}`,
  );
  const queue = newWorkQueue<string>();
  const best = { awaited: Number.POSITIVE_INFINITY, drained: Number.POSITIVE_INFINITY };
  for (let round = 0; round < 5; round++) {
    let began = performance.now();
    for (let turn = 0; turn < turns; turn++) {
      for (const name of names) queue.add(name);
      for (let i = 0; i < keys; i++) {
        const taken = await queue.get();
        if (!taken.shutDown) queue.done(taken.key);
      }
    }
    best.awaited = Math.min(best.awaited, performance.now() - began);
    began = performance.now();
    for (let turn = 0; turn < turns; turn++) {
      for (const name of names) queue.add(name);
      for (let taken = queue.tryGet(); taken !== undefined && !taken.shutDown; taken = queue.tryGet())
        queue.done(taken.key);
    }
    best.drained = Math.min(best.drained, performance.now() - began);
  }
  void sink;
  const each = 1e6 / (keys * turns);
  return { nsPerKey: best.awaited * each, nsPerKeyDrained: best.drained * each };
}
