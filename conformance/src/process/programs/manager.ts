// Runs managers, one after the other, and sends itself SIGTERM at another moment of the life of each. Ends by itself
// when nothing is left open. The spec is manager-signals.spec.ts.
import { setImmediate as turn } from "node:timers/promises";
import { connect } from "client-ts";
import { ConfigMap } from "client-ts/api/core/v1";
import { newManager } from "client-ts/controller";

/** What it is started with. */
export interface SignalsInput {
  readonly kubeconfig: string;
  /** After how many turns of the loop each manager gets its signal; below 0, that many after its first reconcile. */
  readonly moments: readonly number[];
  /** How many signals each gets, a turn apart. */
  readonly signals: number;
  readonly gracePeriodMs: number;
}

/** What it says about each manager. */
export interface ManagerLife {
  readonly moment: number;
  readonly outcome: string;
  readonly ms: number;
  readonly runnableEnded: boolean;
  readonly reconciles: number;
  readonly openServers: number;
  readonly listeners: number;
}

const { kubeconfig, moments, signals, gracePeriodMs } = JSON.parse(process.env["TEST_INPUT"] ?? "") as SignalsInput;
const lives: ManagerLife[] = [];
for (const moment of moments) {
  const client = await connect({ kubeconfigText: kubeconfig, logger: false });
  const manager = newManager(client, {
    leaderElection: { name: `at-${moment}`, namespace: "default" },
    health: { port: 0 },
    metrics: { port: 0 },
    gracePeriodMs,
    logger: false,
  });
  let reconciles = 0;
  let runnableEnded = true;
  manager.controller(ConfigMap, {
    async reconcile(_map, { signal, shutdown }) {
      reconciles++;
      while (!signal.aborted && !shutdown.aborted) await turn();
    },
  });
  manager.add(async ({ signal }) => {
    runnableEnded = false;
    await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
    await turn();
    runnableEnded = true;
  });
  const running = manager.run({ handleSignals: true }).then(
    () => "resolved",
    (error: unknown) => String(error),
  );
  while (moment < 0 && reconciles === 0) await turn();
  for (let turns = 0; turns < Math.abs(moment); turns++) await turn();
  const began = performance.now();
  for (let sent = 0; sent < signals; sent++) {
    // Without a listener, as after the end of the manager, the signal would end this process.
    if (process.listenerCount("SIGTERM") > 0) process.kill(process.pid, "SIGTERM");
    await turn();
  }
  const outcome = await running;
  const ms = performance.now() - began;
  await client.close();
  const openServers = Object.keys(manager.ports).length;
  const listeners = process.listenerCount("SIGTERM");
  lives.push({ moment, outcome, ms, runnableEnded, reconciles, openServers, listeners });
}
process.send?.({ lives });
process.disconnect();
