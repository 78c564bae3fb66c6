// Many informers in a process of its own, and one started and stopped again and again; counts what is left. Run with
// --expose-gc.
import { ConfigMap } from "client-ts/api/core/v1";
import { newListWatchForKind, newSharedIndexInformer, type SharedIndexInformer } from "client-ts/cache";
import { type Client, connect } from "client-ts/client";
import { newSharedInformerFactory, type SharedInformerFactory } from "client-ts/informers";
import { defined, nextTurn, sleep } from "client-ts/internal";

/** What the spec says. */
export type CrowdCommand =
  | { readonly do: "gather"; readonly kubeconfig: string; readonly informers: number; readonly handlers: number }
  | { readonly do: "count"; readonly text: string }
  | { readonly do: "leave" }
  | { readonly do: "cycle"; readonly kubeconfig: string; readonly times: number };

/** What is there: open sockets, timers and the like by name, and memory after a collection. */
export interface Remains {
  readonly resources: Readonly<Record<string, number>>;
  readonly heapMiB: number;
  readonly externalMiB: number;
}

/** What it answers. */
export interface CrowdAnswer extends Remains {
  /** Handlers that received the text; synced ones after `gather`. */
  readonly handlers: number;
  readonly watches: number;
  /** Halfway and at the end of `cycle`. */
  readonly halfway?: Remains;
}

let watches = 0;
let client: Client | undefined;
let factories: SharedInformerFactory[] = [];
const received: (string | undefined)[] = [];

async function connectTo(kubeconfig: string): Promise<Client> {
  return connect({
    kubeconfigText: kubeconfig,
    interceptors: [
      (next) => (request) => {
        if (request.purpose === "watch") watches++;
        return next(request);
      },
    ],
  });
}

async function remains(): Promise<Remains> {
  // What a collection sets free may free more in the next.
  for (let i = 0; i < 4; i++) {
    await sleep(20);
    globalThis.gc?.();
  }
  const resources: Record<string, number> = {};
  for (const name of process.getActiveResourcesInfo()) resources[name] = (resources[name] ?? 0) + 1;
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  return { resources, heapMiB: heapUsed / 2 ** 20, externalMiB: (external + arrayBuffers) / 2 ** 20 };
}

/** Starts this many informers, each on a namespace of its own, with this many handlers altogether. */
async function gather(kubeconfig: string, informers: number, handlers: number): Promise<number> {
  const own = await connectTo(kubeconfig);
  client = own;
  factories = Array.from({ length: informers }, (_, n) => newSharedInformerFactory(own, { namespace: `crowd-${n}` }));
  const syncing: Promise<void>[] = [];
  for (let n = 0; n < handlers; n++) {
    const informer = factories[n % informers]?.core.v1.configMaps.informer() as SharedIndexInformer<ConfigMap>;
    const onNews = ({ object }: { readonly object: { readonly data?: Readonly<Record<string, string>> } }): void => {
      received[n] = object.data?.["text"];
    };
    syncing.push(informer.addEventHandler({ onAdd: onNews, onUpdate: onNews }).waitForSync());
  }
  for (const factory of factories) factory.start();
  for (const factory of factories) await factory.waitForCacheSync();
  return (await Promise.all(syncing)).length;
}

async function leave(): Promise<void> {
  await Promise.all(factories.map((factory) => factory.close()));
  factories = [];
  received.length = 0;
  await client?.close();
  client = undefined;
}

/** Starts an informer, twice, and stops it at one point or another of its life. */
async function startAndStop(own: Client, number: number): Promise<void> {
  const informer = newSharedIndexInformer(
    newListWatchForKind(own.rest, ConfigMap, { namespace: "default" }),
    ConfigMap,
    {
      namespace: "default",
      resyncMs: 60_000,
      indexers: { text: "data.text" },
      onWatchError: () => {},
    },
  );
  for (let n = 0; n < 3; n++)
    informer.addEventHandler({ onAdd: ({ object }) => void object, onDelete: () => sleep(1) });
  const running = informer.run();
  void informer.run();
  if (number % 4 === 1) await nextTurn();
  if (number % 4 === 2) await sleep(2);
  if (number % 4 === 3) await informer.waitForSync();
  await informer.close();
  await running;
}

async function cycle(kubeconfig: string, times: number): Promise<Remains> {
  let halfway: Remains | undefined;
  let own = await connectTo(kubeconfig);
  for (let number = 0; number < times; number += 10) {
    // Now and then with other connections.
    if (number % 100 === 0) {
      await own.close();
      own = await connectTo(kubeconfig);
    }
    await Promise.all(Array.from({ length: 10 }, (_, n) => startAndStop(own, number + n)));
    if (number + 10 === times / 2) halfway = await remains();
  }
  await own.close();
  return halfway as Remains;
}

process.on("message", async (command: CrowdCommand) => {
  let handlers = 0;
  let halfway: Remains | undefined;
  if (command.do === "gather") handlers = await gather(command.kubeconfig, command.informers, command.handlers);
  if (command.do === "count") handlers = received.filter((text) => text === command.text).length;
  if (command.do === "leave") await leave();
  if (command.do === "cycle") halfway = await cycle(command.kubeconfig, command.times);
  const left = command.do === "count" ? { resources: {}, heapMiB: 0, externalMiB: 0 } : await remains();
  process.send?.({ ...left, handlers, watches, ...defined({ halfway }) } satisfies CrowdAnswer);
});
process.on("disconnect", () => process.exit(0));
