// Measures what importing the built core costs, as the median of 20 processes. Run after `npm run build`:
// npm run measure:import
// The goal is 20 ms. What fails is a ratio, because a slow or busy machine makes everything slower: the import may take
// at most half of the time in which the same process has started Node itself (40 ms on a quiet machine), and 15 MB.
// Then the cold start of a program: import and first call, compared with client-node's where the benchmark has
// installed it.
import { execFile, execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { startApiServer } from "client-ts-testing";
import { repository } from "./layers/source-tree.ts";
import { nodeBinary } from "./nodes.mjs";

interface Cost {
  readonly ms: number;
  readonly mb: number;
}

interface ImportCost extends Cost {
  /** The time of the import as a part of the time in which the process started Node. */
  readonly ofStart: number;
  /** The time of importing the kinds of one group-version after it. */
  readonly groupMs: number;
}

const rounds = 20;
const most = { ofStart: 0.5, mb: 15 };
const entry = pathToFileURL(join(repository, "packages/client-ts/dist/index.js")).href;
const group = pathToFileURL(join(repository, "packages/client-ts/dist/api/core/v1.js")).href;

const core = measureImport();
const handles = Number(
  run(
    `await import(${JSON.stringify(entry)}); console.log(process.getActiveResourcesInfo().filter((r) => !/TTYWrap|PipeWrap|FSReq|CloseReq|TickObject|Immediate/.test(r)).length)`,
  ),
);
console.log(
  `figure: import of the core ${core.ms.toFixed(1)} ms, ${core.ofStart.toFixed(2)} of the start of Node (at most ${most.ofStart}), ${core.mb.toFixed(1)} MB (median of ${rounds} processes, Node ${process.versions.node})`,
);
console.log(`figure: one group-version after it ${core.groupMs.toFixed(2)} ms`);
await firstCalls();
if (handles > 0) fail(`importing the core left ${handles} handles open`);
if (core.ofStart > most.ofStart)
  fail(`importing the core takes ${core.ofStart.toFixed(2)} of the start of Node; ${most.ofStart} is allowed`);
if (core.mb > most.mb) fail(`importing the core takes ${core.mb.toFixed(1)} MB; ${most.mb} are allowed`);

/** The cost of importing the core and then a group-version, in processes of their own; medians over the rounds. */
function measureImport(): ImportCost {
  const code = `
    await import("data:text/javascript,"); // the loader's own start is not ours
    const rss = () => process.memoryUsage().rss / 1e6;
    const before = rss(), start = performance.now(); // counted from the start of the process
    await import(${JSON.stringify(entry)});
    const ms = performance.now() - start, mb = rss() - before;
    await import(${JSON.stringify(group)});
    const groupMs = performance.now() - start - ms;
    console.log(JSON.stringify({ ms, ofStart: ms / start, groupMs, mb }));`;
  const costs = Array.from({ length: rounds }, () => JSON.parse(run(code)) as ImportCost);
  const of = (field: keyof ImportCost): number => median(costs.map((cost) => cost[field]));
  return { ms: of("ms"), ofStart: of("ofStart"), groupMs: of("groupMs"), mb: of("mb") };
}

/** Cold import and the first call, a GET of a ConfigMap over TLS, in processes of their own. */
async function firstCalls(): Promise<void> {
  const server = await startApiServer();
  server.apply({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "first", namespace: "default" } });
  const head = "const start = performance.now();";
  const tail =
    "console.log(JSON.stringify({ ms: performance.now() - start, mb: process.memoryUsage().rss / 1e6 })); process.exit(0);";
  const ours = `${head} const { connect } = await import(${JSON.stringify(entry)}); const { ConfigMap } = await import(${JSON.stringify(group)});
    const client = await connect({ kubeconfigText: process.env.KC });
    await client.resource(ConfigMap, { namespace: "default" }).get("first"); ${tail}`;
  const newer = nodeBinary(24);
  const peers = join(process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "client-ts/bench/peers");
  const peer = (existsSync(peers) ? readdirSync(peers) : [])
    .map((name) => join(peers, name, "node_modules/@kubernetes/client-node/dist/index.js"))
    .find((path) => existsSync(path));
  const theirs =
    peer === undefined
      ? undefined
      : `${head} const k8s = await import(${JSON.stringify(pathToFileURL(peer).href)}); const kc = new k8s.KubeConfig(); kc.loadFromString(process.env.KC);
    await kc.makeApiClient(k8s.CoreV1Api).readNamespacedConfigMap({ name: "first", namespace: "default" }); ${tail}`;
  const measured = async (node: string, code: string): Promise<Cost> => {
    const costs: Cost[] = [];
    for (let round = 0; round < 7; round++) {
      const { stdout } = await promisify(execFile)(node, ["--input-type=module", "-e", code], {
        env: { ...process.env, KC: server.kubeconfig },
      });
      costs.push(JSON.parse(stdout) as Cost);
    }
    return { ms: median(costs.map((c) => c.ms)), mb: median(costs.map((c) => c.mb)) };
  };
  const say = (who: string, { ms, mb }: Cost): void =>
    console.log(`figure: cold import and first call, ${who}: ${ms.toFixed(0)} ms, ${mb.toFixed(0)} MB in all`);
  say(`client-ts on Node ${process.versions.node}`, await measured(process.execPath, ours));
  if (newer !== undefined) say("client-ts on Node 24", await measured(newer, ours));
  if (newer !== undefined && theirs !== undefined) say("client-node on Node 24", await measured(newer, theirs));
  await server.close();
}

function run(code: string): string {
  return execFileSync(process.execPath, ["--input-type=module", "-e", code], { encoding: "utf8" });
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] as number;
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
