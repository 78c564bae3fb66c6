// Twenty informers, a work queue and calls under way in a process whose loop stands still for 30 s: of its own clock,
// which runs six times as fast as the machine's, so that everything the library measures is as long as ever and the
// spec a sixth of it. Sockets and the loop itself are real.
import { ConfigMap } from "client-ts/api/core/v1";
import { newListWatchForKind, newSharedIndexInformer, type SharedIndexInformer } from "client-ts/cache";
import { connect } from "client-ts/client";
import { loadKubeconfig } from "client-ts/kubeconfig";
import { type Clock, systemClock } from "client-ts/util";
import { nextTurn, sleep } from "client-ts/internal";
import { newDelayingQueue } from "client-ts/workqueue";
import { counting, type WireCounts } from "../../counting.ts";

/** What the spec says. */
export type BlockedCommand = { readonly do: "block"; readonly ms: number } | { readonly do: "finish" };

/** What it counts. */
export interface BlockedCounts extends Readonly<WireCounts> {
  readonly failures: readonly string[];
  /** How often a cache was called stale. */
  readonly stale: number;
}

/** What it says. */
export interface BlockedNews {
  /** What every informer has received. */
  readonly received?: string;
  /** Before the loop stood still, and long after. */
  readonly finished?: {
    readonly before: BlockedCounts;
    readonly after: BlockedCounts;
    /** The outcome of calls that were under way. */
    readonly calls: readonly string[];
    /** How often each delayed key came. */
    readonly keys: readonly number[];
    /** For how long the loop stood still, on the program's clock. */
    readonly blockedMs: number;
  };
}

const speed = 6;
const clock: Clock = {
  now: () => Date.now(),
  monotonic: () => systemClock.monotonic() * speed,
  setTimer: (delayMs, run, options) => systemClock.setTimer(delayMs / speed, run, options),
};
const { kubeconfig } = JSON.parse(process.env["TEST_INPUT"] ?? "") as { kubeconfig: string };
const tell = (news: BlockedNews): void => void process.send?.(news);
const count = { opened: 0, watches: 0, others: 0, stale: 0 };
const failures: string[] = [];
const counts = (): BlockedCounts => ({ ...count, failures: [...failures] });

const config = (await loadKubeconfig({ text: kubeconfig })).restConfig();
const clients = await Promise.all(
  [true, false].map((http2) => connect({ kubeconfig: counting({ ...config, http2 }, count), clock })),
);
const received = new Map<unknown, string>();
const informers: SharedIndexInformer<ConfigMap>[] = clients.flatMap((client) =>
  Array.from({ length: 10 }, () => {
    const informer = newSharedIndexInformer(
      newListWatchForKind(client.rest, ConfigMap, { namespace: "default" }),
      ConfigMap,
      {
        namespace: "default",
        clock,
        // Its clock runs six times as fast: on a busy machine even the first list seems slow.
        logger: false,
        onWatchError: ({ error }) => void failures.push(String(error)),
        onStale: (stale) => {
          if (stale) count.stale++;
        },
      },
    );
    const onNews = ({ object }: { readonly object: { readonly data?: Readonly<Record<string, string>> } }): void => {
      const text = object.data?.["text"] ?? "";
      received.set(informer, text);
      if (informers.every((one) => received.get(one) === text)) tell({ received: text });
    };
    informer.addEventHandler({ onAdd: onNews, onUpdate: onNews });
    return informer;
  }),
);
const running = informers.map((informer) => informer.run());
const queue = newDelayingQueue<number>({ clock });
const keys: number[] = Array.from({ length: 100 }, () => 0);
const working = (async () => {
  for (let taken = await queue.get(); !taken.shutDown; taken = await queue.get()) {
    keys[taken.key] = (keys[taken.key] ?? 0) + 1;
    queue.done(taken.key);
  }
})();
let before = counts();
let blockedMs = 0;
let calls: Promise<string>[] = [];

process.on("message", async (command: BlockedCommand) => {
  if (command.do === "block") {
    before = counts();
    for (const key of keys.keys()) queue.addAfter(key, 250 * (key + 1));
    calls = clients.flatMap((client) =>
      [{}, { timeoutMs: 10_000 }].map((limit) =>
        client
          .resource(ConfigMap, { namespace: "default" })
          .get("news", limit)
          .then(() => "answered", String),
      ),
    );
    // The requests are on their way when the loop stops.
    await sleep(300, { clock });
    // Of all turns the worst: what comes next are the timers, all of them late, and only then what the sockets have.
    await nextTurn();
    const began = clock.monotonic();
    // Stands still as a long computation would, without taking the processor from others.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, command.ms);
    blockedMs = clock.monotonic() - began;
    return;
  }
  // Long enough for a ping that was under way to be checked, and for one more.
  await sleep(20_000, { clock });
  const after = counts();
  queue.shutDown();
  await Promise.all(informers.map((informer) => informer.close()));
  await Promise.all([...running, working]);
  const outcome = await Promise.all(calls);
  await Promise.all(clients.map((client) => client.close()));
  tell({ finished: { before, after, calls: outcome, keys, blockedMs } });
  process.disconnect?.();
});
