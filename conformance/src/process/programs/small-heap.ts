// An informer over a great many objects in a process with a small heap; started and stopped several times. Run with
// --expose-gc.
import { ConfigMap } from "client-ts/api/core/v1";
import { newListWatchForKind, newSharedIndexInformer } from "client-ts/cache";
import { connect } from "client-ts/client";
import { sleep } from "client-ts/internal";

/** Memory after a collection, in MiB. */
export interface Memory {
  readonly heap: number;
  /** Buffers outside the heap. */
  readonly outside: number;
  readonly rss: number;
}

/** What it says at the end. */
export interface SmallHeapFacts {
  readonly before: Memory;
  /** For each round: with the informer full, and after it was stopped. */
  readonly rounds: readonly Round[];
  /** What V8 says that its heap may be, with the young generation. */
  readonly heapLimit: number;
}

/** One informer's life. */
export interface Round {
  readonly objects: number;
  readonly seconds: number;
  readonly full: Memory;
  readonly after: Memory;
}

const { url, rounds } = JSON.parse(process.env["TEST_INPUT"] ?? "") as { url: string; rounds: number };

async function memory(): Promise<Memory> {
  // What a collection sets free may free more in the next.
  for (let i = 0; i < 3; i++) {
    await sleep(10);
    globalThis.gc?.();
  }
  const { heapUsed, arrayBuffers, rss } = process.memoryUsage();
  return { heap: heapUsed / 2 ** 20, outside: arrayBuffers / 2 ** 20, rss: rss / 2 ** 20 };
}

async function round(): Promise<Omit<Round, "after">> {
  const began = performance.now();
  const client = await connect({ kubeconfig: { host: url } });
  const informer = newSharedIndexInformer(newListWatchForKind(client.rest, ConfigMap), ConfigMap, {
    indexers: { app: "metadata.labels.app" },
  });
  let added = 0;
  const handler = informer.addEventHandler({ onAdd: () => void added++ });
  const running = informer.run();
  await handler.waitForSync({ signal: AbortSignal.timeout(60_000) });
  const seconds = (performance.now() - began) / 1_000;
  const full = await memory();
  // Every object is there and can be read.
  const last = informer.store.getByKey(`default/m-${added - 1}`)?.data?.["text"]?.length;
  if (last === undefined || last < 4_000) throw new Error(`the last object is not whole: ${last}`);
  const objects = informer.store.listKeys().length;
  if (objects !== added) throw new Error(`${objects} objects, but ${added} were delivered`);
  await informer.close();
  await running;
  await client.close();
  return { objects, seconds, full };
}

const before = await memory();
const done: Round[] = [];
for (let n = 0; n < rounds; n++) {
  const lived = await round();
  // Measured out here: nothing in sight refers to the informer any more.
  done.push({ ...lived, after: await memory() });
}
const { getHeapStatistics } = await import("node:v8");
process.send?.({
  before,
  rounds: done,
  heapLimit: getHeapStatistics().heap_size_limit / 2 ** 20,
} satisfies SmallHeapFacts);
process.disconnect?.();
