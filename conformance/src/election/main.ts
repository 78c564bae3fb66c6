/**
 * The election on the real control plane, with client-go's elector among the candidates.
 * Run: npm run election -- --kills 50 --pauses 25
 */
import { parseArgs } from "node:util";
import { startControlPlane } from "client-ts-testing";
import { buildGoProgram } from "../go-program.ts";
import { runElection } from "./run.ts";

const { values } = parseArgs({
  options: { kills: { type: "string", default: "50" }, pauses: { type: "string", default: "25" } },
});
const times = { leaseMs: 5_000, renewMs: 3_500, retryMs: 700 };
const go = await buildGoProgram("informer", "elector");
const plane = await startControlPlane({ parts: "core" });
try {
  const result = await runElection({
    kubeconfigPath: plane.kubeconfigPath,
    namespace: "election",
    ...times,
    goElector: go.program,
    kills: Number(values.kills),
    pauses: Number(values.pauses),
    say: (line) => console.log(line),
  });
  const { writes, foreign, late, transitions, terms, takeoversMs } = result;
  const spread = (list: readonly number[]): string =>
    list.length === 0
      ? "none"
      : `${list.length}, median ${seconds(list[list.length >> 1])} s, maximum ${seconds(list.at(-1))} s`;
  console.log(
    `figure: election of real processes: ${values.kills} kills, ${values.pauses} stops; ${transitions} transitions ` +
      `(ours led ${terms.ours} times, client-go's ${terms.go} times); ${writes} writes of ours landed, ` +
      `${late.length} of them begun after the deadline, ${foreign.length} while another held the lease`,
  );
  console.log(
    `figure: takeovers by ours: ${spread(takeoversMs.ours)}; bound ${seconds(times.leaseMs + times.retryMs)} s`,
  );
  console.log(`figure: takeovers by client-go's: ${spread(takeoversMs.go)}`);
  for (const line of [...late, ...foreign]) console.log(line);
  if (late.length + foreign.length > 0) process.exitCode = 1;
} finally {
  await plane.close();
  go.remove();
}

function seconds(ms = Number.NaN): string {
  return (ms / 1_000).toFixed(2);
}
