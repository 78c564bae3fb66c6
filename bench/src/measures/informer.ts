import { join } from "node:path";
import type { Numbers } from "../clients/protocol.ts";
import type { ContenderName } from "../contenders.ts";
import type { CorpusName } from "../corpus/corpus.ts";
import { type Bench, type Job, withClient } from "./measure.ts";

/** An informer fills its cache: time, processor, longest stall, memory at its highest and after it has settled. */
export function syncJob(size: number, contenders: readonly ContenderName[], rounds?: number): Job {
  return {
    measure: "sync",
    corpus: "pods",
    size,
    contenders,
    rounds,
    run(bench, contender) {
      return withClient(bench, contender, this, async (client) => {
        const synced = await client.tell({ do: "sync" });
        const settled = await client.tell({ do: "settle" });
        await snapshot(bench, client, `sync-${size}-${contender.name}`, contender.ours);
        return { ...settled, ...synced };
      });
    },
  };
}

/** The same, and then a burst of changes as fast as they can be sent. */
export function eventsJob(
  size: number,
  count: number,
  contenders: readonly ContenderName[],
  corpus: CorpusName = "pods",
): Job {
  return {
    measure: corpus === "pods" ? "events" : "custom",
    corpus,
    size,
    contenders,
    run(bench, contender) {
      return withClient(bench, contender, this, async (client) => {
        const synced = await client.tell({ do: "sync" });
        const settled = await client.tell({ do: "settle" });
        const events = await client.tell({ do: "events" }, () => bench.server.tell({ do: "burst", count }));
        return { ...settled, ...synced, ...events };
      });
    },
  };
}

/** From the server's write to the handler's call, while changes come evenly. */
export function latencyJob(size: number, count: number, perSecond: number, contenders: readonly ContenderName[]): Job {
  return {
    measure: "latency",
    corpus: "pods",
    size,
    contenders,
    run(bench, contender) {
      return withClient(bench, contender, this, async (client) => {
        await client.tell({ do: "sync" });
        await client.tell({ do: "settle" });
        return client.tell({ do: "latency" }, () => bench.server.tell({ do: "pace", count, perSecond }));
      });
    },
  };
}

/**
 * Ten lists of the whole cache with every object looked at, and lookups by an index. `readCpuS` is what sync and lists
 * cost together.
 */
export function listerJob(size: number, contenders: readonly ContenderName[]): Job {
  return {
    measure: "lister",
    corpus: "pods",
    size,
    contenders,
    run(bench, contender) {
      return withClient(
        bench,
        contender,
        this,
        async (client) => {
          const { syncCpuS = 0 } = await client.tell({ do: "sync" });
          const numbers = await client.tell({ do: "lister" });
          return { ...numbers, readCpuS: syncCpuS + (numbers["listCpuS"] ?? 0) };
        },
        { indexed: true },
      );
    },
  };
}

/** Reads the whole cache in a loop that yields, before anything is decoded and after. */
export function readsJob(size: number, contenders: readonly ContenderName[]): Job {
  return {
    measure: "reads",
    corpus: "pods",
    size,
    contenders,
    run(bench, contender) {
      return withClient(bench, contender, this, async (client) => {
        await client.tell({ do: "sync" });
        await client.tell({ do: "settle" });
        return client.tell({ do: "reads" });
      });
    },
  };
}

/** A million Pods in one process. */
export function millionJob(contenders: readonly ContenderName[]): Job {
  // The server's copies of both encodings, and the client.
  return { ...syncJob(1_000_000, contenders, 1), measure: "million", bytesPerObject: 15_000 };
}

async function snapshot(
  bench: Bench,
  client: { tell(command: never): Promise<Numbers> },
  name: string,
  ours: boolean,
): Promise<void> {
  if (bench.snapshots === undefined || !ours) return;
  const file = join(bench.snapshots, `${name.replaceAll(/[^\w-]+/g, "-")}-${Date.now()}.heapsnapshot`);
  await client.tell({ do: "heap-snapshot", file } as never);
}
