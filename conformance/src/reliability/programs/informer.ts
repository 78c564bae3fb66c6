// An informer on ConfigMaps in a process of its own, led by the spec that forked it: blocked, stopped, asked how it is.
import { ConfigMap } from "client-ts/api/core/v1";
import { newListWatchForKind, newSharedIndexInformer } from "client-ts/cache";
import { connect } from "client-ts/client";
import { loadKubeconfig } from "client-ts/kubeconfig";
import { counting, type WireCounts } from "../../counting.ts";

/** What the spec says. */
export type Command =
  | { readonly do: "start"; readonly kubeconfig: string }
  | { readonly do: "block"; readonly ms: number }
  | { readonly do: "tell" };

/** What it answers. */
export interface Told extends Readonly<WireCounts> {
  readonly synced: boolean;
  /** The text in the ConfigMap `news`. */
  readonly news: string | undefined;
  readonly failures: readonly string[];
  /** How often the cache was called stale. */
  readonly stale: number;
}

const count = { opened: 0, watches: 0, others: 0, stale: 0 };
const failures: string[] = [];
let tell = (): Told => ({ ...count, failures, synced: false, news: undefined });

async function start(kubeconfig: string): Promise<void> {
  const config = (await loadKubeconfig({ text: kubeconfig })).restConfig();
  const client = await connect({ kubeconfig: counting(config, count) });
  const informer = newSharedIndexInformer(
    newListWatchForKind(client.rest, ConfigMap, { namespace: "default" }),
    ConfigMap,
    {
      namespace: "default",
      onWatchError: ({ error }) => void failures.push(String(error)),
      onStale: (stale) => {
        if (stale) count.stale++;
      },
    },
  );
  void informer.run();
  tell = () => ({
    ...count,
    failures,
    synced: informer.hasSynced(),
    news: informer.store.getByKey("default/news")?.data?.["text"],
  });
}

process.on("message", async (command: Command) => {
  if (command.do === "start") await start(command.kubeconfig);
  // Stands still as a long computation would, without taking the processor from others.
  if (command.do === "block") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, command.ms);
  process.send?.(tell());
});
process.on("disconnect", () => process.exit(0));
