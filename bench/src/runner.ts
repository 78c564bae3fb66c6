import { freemem } from "node:os";
import type { Contender, ContenderName } from "./contenders.ts";
import type { Bench, Job } from "./measures/measure.ts";
import { ClientFailure } from "./processes.ts";
import type { Results } from "./results.ts";

/** Reports the progress of a run. */
export type Progress = (text: string) => void;

/** Options of {@link runJob}. */
export interface RunOptions {
  readonly progress: Progress;
  /** Ends the run after the present client. */
  readonly signal: AbortSignal;
}

/** Memory that a run of client-go needs per object, the server's copy included. */
const bytesPerObject = 36_000;

/**
 * Runs a job round by round. Within a round every contender has its turn, and each round begins with another one, so
 * that what happens to the machine happens to all. A contender that fails is noted and, having failed twice, not tried
 * again.
 */
export async function runJob(
  job: Job,
  rounds: number,
  bench: Bench,
  contenders: ReadonlyMap<ContenderName, Contender>,
  results: Results,
  { progress, signal }: RunOptions,
): Promise<void> {
  const able = job.contenders.flatMap((name) => contenders.get(name) ?? []);
  if (able.length === 0) return;
  if (job.size * (job.bytesPerObject ?? bytesPerObject) > freemem()) {
    progress(`${job.measure} ${job.size}: not enough memory here, left out`);
    return;
  }
  await bench.server.tell({
    do: "serve",
    corpus: job.corpus,
    size: Math.max(job.size, 10_000),
    streaming: true,
    paged: false,
  });
  const failures = new Map<ContenderName, number>();
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < able.length; turn++) {
      if (signal.aborted) return;
      const contender = able[(turn + round) % able.length] as Contender;
      const failed = failures.get(contender.name) ?? 0;
      if (failed >= 2) {
        results.fail(job.measure, contender.name, job.size, "failed before");
        continue;
      }
      const began = performance.now();
      let outcome: string;
      try {
        results.record(job.measure, contender.name, job.size, await job.run(bench, contender));
        outcome = `${((performance.now() - began) / 1000).toFixed(1)} s`;
      } catch (error) {
        if (!(error instanceof ClientFailure)) throw error;
        if (signal.aborted) return;
        failures.set(contender.name, failed + 1);
        results.fail(job.measure, contender.name, job.size, error.message);
        outcome = `failed: ${error.message.slice(0, 160)}`;
      }
      progress(`${job.measure} ${job.size}, round ${round + 1} of ${rounds}, ${contender.name}: ${outcome}`);
    }
  }
}
