import { defined } from "client-ts/internal";
import type { ClientConfig, Numbers } from "../clients/protocol.ts";
import type { Contender, ContenderName, BenchEnvironment } from "../contenders.ts";
import type { CorpusName } from "../corpus/corpus.ts";
import { ClientProcess, type LoadServer } from "../processes.ts";

/** What a measure works with. */
export interface Bench {
  readonly here: BenchEnvironment;
  readonly server: LoadServer;
  /** Where profiles and snapshots go; `undefined` when none were asked for. */
  readonly snapshots: string | undefined;
}

/** One thing to measure: at one size, for some contenders, one round of one of them at a time. */
export interface Job {
  readonly measure: string;
  readonly corpus: CorpusName;
  readonly size: number;
  readonly contenders: readonly ContenderName[];
  /** Rounds if not those of the profile. */
  readonly rounds?: number | undefined;
  /** Memory that a run needs per object, the server's copy included, if not what client-go needs. */
  readonly bytesPerObject?: number;
  run(bench: Bench, contender: Contender): Promise<Numbers>;
}

/** Starts a client, lets it work, and ends it. */
export async function withClient(
  bench: Bench,
  contender: Contender,
  job: Pick<Job, "size" | "corpus">,
  work: (client: ClientProcess) => Promise<Numbers>,
  { indexed = false }: { readonly indexed?: boolean } = {},
): Promise<Numbers> {
  const { url, ca } = bench.server;
  const config: ClientConfig = {
    url,
    ca,
    corpus: job.corpus,
    size: job.size,
    indexed,
    ...contender.config,
    ...defined({ peers: bench.here.peers }),
  };
  const client = new ClientProcess(contender.program(job.size), config, 60_000 + job.size);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
