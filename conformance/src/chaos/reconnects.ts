// How long informers on a real control plane are without contact when their connections are cut again and again.
// Run: npm run reconnects -- --duration 30m [--every 20s]
// Ends with exit code 0 when 99 of 100 gaps are at most 5 seconds; without the control plane's binaries it says so.
import { parseArgs } from "node:util";
import { ConfigMap, Namespace } from "client-ts/api/core/v1";
import { newListWatchForKind, newSharedIndexInformer, type SharedIndexInformer } from "client-ts/cache";
import { type Client, connect } from "client-ts/client";
import { sleep } from "client-ts/internal";
import { parseDurationMs } from "client-ts/meta";
import { systemClock } from "client-ts/util";
import { type FaultProxy, startControlPlane } from "client-ts-testing";
import { findBinaries } from "client-ts-testing/workspace";
import { type Gap, quantile, summary } from "./gaps.ts";

const namespace = "reconnects";
const goalMs = 5_000;
/** A gap that is longer counts as this long. */
const giveUpMs = 60_000;

/** The informers: both protocols, streaming and plain lists, both queues; with the default backoff. */
const makes = [
  { name: "HTTP/2, streaming", http2: true },
  { name: "HTTP/2, plain lists", http2: true, informer: { streaming: false } },
  { name: "HTTP/2, delta queue", http2: true, informer: { queue: "delta" } },
  { name: "HTTP/1.1, streaming", http2: false },
  { name: "HTTP/1.1, plain lists", http2: false, informer: { streaming: false } },
] as const;

interface Watching {
  readonly name: string;
  readonly client: Client;
  readonly informer: SharedIndexInformer<ConfigMap>;
}

const { values } = parseArgs({
  options: { duration: { type: "string", default: "3m" }, every: { type: "string", default: "20s" } },
});

function missingBinaries(): string | undefined {
  try {
    findBinaries(["etcd", "kube-apiserver"]);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

async function startWatching(kubeconfig: string, { name, http2, ...make }: (typeof makes)[number]): Promise<Watching> {
  const client = await connect({ kubeconfigText: kubeconfig, http2 });
  const source = newListWatchForKind(client.rest, ConfigMap, { namespace });
  const options = { ...("informer" in make && make.informer), namespace, name, onWatchError: () => {} };
  const informer = newSharedIndexInformer<ConfigMap>(source, ConfigMap, options);
  void informer.run();
  await informer.waitForSync();
  return { name, client, informer };
}

/**
 * Cuts every connection, makes a change past the proxy, and measures how long each informer needs until it has the
 * change.
 */
async function measure(
  proxy: FaultProxy,
  writer: Client,
  watching: readonly Watching[],
  options: { readonly cut: number; readonly reset: boolean },
): Promise<Gap[]> {
  const { cut, reset } = options;
  const cutAt = systemClock.monotonic();
  proxy.cut({ reset });
  const beacon = await writer.resource(ConfigMap, { namespace }).mergePatch("beacon", { data: { cut: String(cut) } });
  const version = beacon.metadata.resourceVersion ?? "";
  return Promise.all(
    watching.map(async ({ name, informer }) => {
      const signal = AbortSignal.timeout(giveUpMs);
      await informer.atLeast(version, { signal }).catch(() => {});
      const missed = signal.aborted;
      return { name, reset, ms: missed ? giveUpMs : systemClock.monotonic() - cutAt };
    }),
  );
}

async function run(durationMs: number, everyMs: number): Promise<readonly Gap[]> {
  const plane = await startControlPlane({ parts: "core" });
  const closers: (() => Promise<void> | void)[] = [() => plane.close()];
  try {
    const writer = await connect({ kubeconfigText: plane.kubeconfig, timeoutMs: 10_000 });
    closers.push(() => writer.close());
    await writer.resource(Namespace).create({ metadata: { name: namespace } });
    await writer.resource(ConfigMap, { namespace }).create({ metadata: { name: "beacon" } });
    const proxy = await plane.faultProxy();
    const watching = await Promise.all(makes.map((make) => startWatching(proxy.kubeconfig, make)));
    for (const { informer, client } of watching)
      closers.push(
        () => client.close(),
        () => informer.close(),
      );
    const gaps: Gap[] = [];
    const began = systemClock.monotonic();
    for (let cut = 1; systemClock.monotonic() - began + everyMs <= durationMs; cut++) {
      await sleep(Math.max(0, began + cut * everyMs - systemClock.monotonic()));
      const own = await measure(proxy, writer, watching, { cut, reset: cut % 2 === 0 });
      gaps.push(...own);
      const longest = Math.max(...own.map(({ ms }) => ms));
      console.log(
        `cut ${cut} (${cut % 2 === 0 ? "RST" : "FIN"}): all have caught up after ${(longest / 1_000).toFixed(2)} s`,
      );
    }
    return gaps;
  } finally {
    for (const close of closers.reverse()) await close();
  }
}

const missing = missingBinaries();
if (missing !== undefined) console.log(`skipped: reconnects on the real control plane: ${missing}`);
else {
  const gaps = await run(parseDurationMs(values.duration), parseDurationMs(values.every));
  for (const { name } of makes)
    console.log(
      summary(
        name,
        gaps.filter((gap) => gap.name === name),
      ),
    );
  console.log(
    `figure: ${summary("gap between a cut and having caught up", gaps)}, a cut every ${values.every} for ${values.duration}`,
  );
  const p99 = quantile(gaps, 0.99);
  if (!(p99 <= goalMs)) console.log(`the p99 of the gaps is above ${goalMs / 1_000} s, or there was no cut`);
  process.exitCode = p99 <= goalMs ? 0 : 1;
}
