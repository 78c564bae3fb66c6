// A busy program for bad times: informers, watches, calls that are aborted, over HTTP/2 and HTTP/1.1, with an exec
// plugin. Says what its informers have received, and ends by itself when it is asked to. Run with
// --unhandled-rejections=strict: an unhandled error ends it with another code.
import { ConfigMap } from "client-ts/api/core/v1";
import { newListWatchForKind, newSharedIndexInformer, type SharedIndexInformer } from "client-ts/cache";
import { type Client, connect } from "client-ts/client";
import { isAborted, isClientError } from "client-ts/errors";
import { loadKubeconfig } from "client-ts/kubeconfig";
import { nextTurn } from "client-ts/internal";
import { newRateLimitingQueue } from "client-ts/workqueue";

/** What the spec says. */
export type BusyCommand =
  | { readonly do: "finish" }
  | { readonly do: "plant"; readonly what: "rejection" | "exception" | "late" };

/** What it says. */
export interface BusyNews {
  /** What every informer has received. */
  readonly received?: string;
  readonly finishing?: true;
  readonly finished?: {
    readonly calls: number;
    readonly failed: number;
    readonly watches: number;
    readonly handlerErrors: number;
  };
}

const { kubeconfig } = JSON.parse(process.env["TEST_INPUT"] ?? "") as { kubeconfig: string };
const tell = (news: BusyNews): void => void process.send?.(news);
const stopping = new AbortController();
const count = { calls: 0, failed: 0, watches: 0, handlerErrors: 0 };
const received = new Map<unknown, string>();
const clients: Client[] = [];
const informers: SharedIndexInformer<ConfigMap>[] = [];
const work: Promise<unknown>[] = [];

/** What the library throws is ours to handle here; anything else is a fault of this program and ends it. */
function expected(error: unknown): void {
  count.failed++;
  if (!isClientError(error) && !isAborted(error)) throw error;
}

function follow(client: Client, name: string): SharedIndexInformer<ConfigMap> {
  const informer = newSharedIndexInformer(
    newListWatchForKind(client.rest, ConfigMap, { namespace: "default" }),
    ConfigMap,
    {
      name,
      namespace: "default",
      onWatchError: () => {},
      // A cache that is stale on a busy machine is worth a line, and is no unhandled error.
      logger: false,
      onUnexpectedError: () => void count.handlerErrors++,
      backoff: { next: () => 20 },
    },
  );
  const onNews = ({ object }: { readonly object: { readonly data?: Readonly<Record<string, string>> } }): void => {
    const text = object.data?.["text"];
    if (text === undefined || received.get(informer) === text) return;
    received.set(informer, text);
    if (informers.every((one) => received.get(one) === text)) tell({ received: text });
  };
  informer.addEventHandler({ onAdd: onNews, onUpdate: onNews });
  // Handlers of users fail, at once and later.
  informer.addEventHandler({
    onUpdate: () => {
      throw new Error("a handler that throws");
    },
  });
  informer.addEventHandler({ onUpdate: () => Promise.reject(new Error("a handler that rejects")) });
  work.push(informer.run());
  return informer;
}

/** Watches again and again; leaves some of them in the middle. */
async function watchOn(client: Client): Promise<void> {
  const maps = client.resource(ConfigMap, { namespace: "default" });
  for (let round = 0; !stopping.signal.aborted; round++) {
    count.watches++;
    try {
      for await (const event of maps.watch({ signal: stopping.signal }))
        if (event.type === "MODIFIED" && round % 2 === 0) break;
    } catch (error) {
      expected(error);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
}

/** Lists and gets; every third call is aborted, before it begins or on its way. */
async function callOn(client: Client): Promise<void> {
  const maps = client.resource(ConfigMap, { namespace: "default" });
  while (!stopping.signal.aborted) {
    const number = count.calls++;
    const aborting = new AbortController();
    const signal = AbortSignal.any([aborting.signal, stopping.signal]);
    const calling = (number % 2 === 0 ? maps.list({ signal }) : maps.get("news", { signal })).then(() => {}, expected);
    if (number % 3 === 0) {
      if (number % 2 === 0) await nextTurn();
      aborting.abort();
    }
    await calling;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function start(): Promise<void> {
  const { bearerToken, ...config } = (await loadKubeconfig({ text: kubeconfig })).restConfig();
  const answer = {
    apiVersion: "client.authentication.k8s.io/v1",
    kind: "ExecCredential",
    status: { token: bearerToken?.reveal() },
  };
  const exec = {
    apiVersion: answer.apiVersion,
    command: process.execPath,
    args: ["-e", `console.log(${JSON.stringify(JSON.stringify(answer))})`],
    interactiveMode: "Never",
  } as const;
  for (const http2 of [true, false]) clients.push(await connect({ kubeconfig: { ...config, exec, http2 } }));
  for (const [n, client] of clients.entries()) informers.push(follow(client, `busy-${n}`));
  for (const client of clients) work.push(watchOn(client), callOn(client));
}

/**
 * Ends everything at an awkward moment: lists under way, informers that have not synced, a queue that waits, calls that
 * no server will answer.
 */
async function finish(): Promise<void> {
  const late = clients.map((client, n) => follow(client, `late-${n}`));
  const calls = clients.flatMap((client) =>
    [1, 2, 3].map(() =>
      client
        .resource(ConfigMap)
        .list()
        .then(() => {}, expected),
    ),
  );
  const waiting = late.map((informer) => informer.waitForSync().catch(() => {}));
  const queue = newRateLimitingQueue<string>();
  queue.addAfter("never", 60_000);
  const taking = queue.get();
  await nextTurn();
  tell({ finishing: true });
  stopping.abort();
  const stops = [...informers, ...late].map((informer) => informer.close());
  queue.shutDown();
  await Promise.all(clients.map((client) => client.close()));
  await Promise.all([...stops, ...calls, ...waiting, ...work, taking]);
  tell({ finished: count });
  process.disconnect?.();
}

process.on("message", (command: BusyCommand) => {
  if (command.do === "finish") void finish();
  else if (command.what === "rejection") void Promise.reject(new Error("planted"));
  else if (command.what === "late") void clients[0]?.resource(ConfigMap, { namespace: "default" }).get("missing");
  else
    setImmediate(() => {
      throw new Error("planted");
    });
});
await start();
