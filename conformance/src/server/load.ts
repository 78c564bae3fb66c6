/**
 * What the in-memory API server holds and how fast it writes: `npm run load`.
 *
 * Ends with exit code 1 below 5,000 writes per second of a core (processor time, so that a busy machine does not
 * decide), or when 100,000 objects of 5 KB cannot all be written and listed. The server runs in a process of its own,
 * so that the client's work is not counted as its.
 */
import { fork } from "node:child_process";
import { loadavg } from "node:os";
import { fileURLToPath } from "node:url";
import { startApiServer } from "client-ts-testing";
import { ApiConnection } from "./api-connection.ts";

const path = "/api/v1/namespaces/default/configmaps";
/** Writes before the clock starts. */
const warm = 2_000;
/** Writes per second of a core that must be reached. */
const fewestWrites = 5_000;
/** How often that is tried: neighbours on the same cores cost processor time too. */
const rounds = 3;
const manyObjects = 100_000;

if (process.argv[2] === "serve") await serve();
else await measure();

/** The server's side: answers with its memory and processor time when asked. */
async function serve(): Promise<void> {
  const server = await startApiServer({ journalLimit: 1000 });
  process.on("message", (question: string) => {
    if (question === "usage") {
      globalThis.gc?.();
      const { rss, heapUsed, external } = process.memoryUsage();
      const { user, system } = process.cpuUsage();
      process.send!({ rss, heapUsed, external, cpuMs: (user + system) / 1000 });
    } else {
      server.close().then(() => process.disconnect());
    }
  });
  // A client that failed must not leave the server behind.
  process.on("disconnect", () => process.exit());
  process.send!(server.kubeconfig);
}

async function measure(): Promise<void> {
  const child = fork(fileURLToPath(import.meta.url), ["serve"], { execArgv: [...process.execArgv, "--expose-gc"] });
  const answer = <T>(): Promise<T> =>
    new Promise((resolve) => child.once("message", (message) => resolve(message as T)));
  const usage = (): Promise<Usage> => {
    const next = answer<Usage>();
    child.send("usage");
    return next;
  };
  const kubeconfig = await answer<string>();
  const connection = await ApiConnection.open({ text: kubeconfig });
  console.log(`load of the machine before: ${loadavg()[0]!.toFixed(1)}`);

  let best = 0;
  for (let round = 1; round <= rounds && best < fewestWrites; round++)
    best = Math.max(best, await writes(connection, kubeconfig, usage, round));
  const problems = await objects(connection, usage);
  if (best < fewestWrites)
    problems.push(`the server makes only ${best} writes per second of a core: fewer than ${fewestWrites}`);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;

  connection.close();
  child.send("end");
  await new Promise((resolve) => child.once("exit", resolve));
}

interface Usage {
  readonly rss: number;
  readonly heapUsed: number;
  readonly external: number;
  readonly cpuMs: number;
}

/** Writes of 1 KB over one connection, while ten watchers see each of them: how many in a second of a core. */
async function writes(
  connection: ApiConnection,
  kubeconfig: string,
  usage: () => Promise<Usage>,
  round: number,
): Promise<number> {
  const count = 20_000;
  const { metadata } = (await connection.request("GET", path)).body;
  const watchers: Promise<number>[] = [];
  const watching: ApiConnection[] = [];
  for (let i = 0; i < 10; i++) {
    const watcher = await ApiConnection.open({ text: kubeconfig });
    watching.push(watcher);
    const { begun, lines } = watcher.count(
      `${path}?watch=true&resourceVersion=${metadata.resourceVersion}`,
      count + warm,
    );
    await begun;
    watchers.push(lines);
  }
  const body = (i: number): string =>
    JSON.stringify({ metadata: { name: `write-${round}-${i}` }, data: { filler: "x".repeat(900) } });
  await inParallel(warm, 64, (i) => create(connection, body(i)));
  const before = await usage();
  const started = performance.now();
  await inParallel(count, 64, (i) => create(connection, body(warm + i)));
  const ms = performance.now() - started;
  const after = await usage();
  const seen = await Promise.all(watchers);
  const all = performance.now() - started;
  for (const watcher of watching) watcher.close();
  const perCore = Math.round((count / (after.cpuMs - before.cpuMs)) * 1000);
  console.log(
    `figure: ${perCore} writes per second of a core (at least ${fewestWrites}), ${Math.round((count / ms) * 1000)} writes/s of 1 KB over one HTTP/2 connection with 10 watchers (${count} writes in ${(ms / 1000).toFixed(1)} s, ` +
      `the last watcher had all ${Math.min(...seen)} after ${(all / 1000).toFixed(1)} s); the server used ${Math.round(after.cpuMs - before.cpuMs)} ms of processor time; load ${loadavg()[0]!.toFixed(1)}`,
  );
  return perCore;
}

/** 100,000 objects of 5 KB, written and listed. Says what is wrong with that. */
async function objects(connection: ApiConnection, usage: () => Promise<Usage>): Promise<string[]> {
  const before = await usage();
  const started = performance.now();
  const filler = "y".repeat(4700);
  await inParallel(manyObjects, 64, (i) =>
    create(
      connection,
      JSON.stringify({ metadata: { name: `object-${i}`, labels: { many: "yes" } }, data: { filler: `${i}${filler}` } }),
    ),
  );
  const wroteS = (performance.now() - started) / 1000;
  const after = await usage();
  const mb = (bytes: number): number => Math.round(bytes / 1024 / 1024);
  const listing = performance.now();
  const found = await listed(connection);
  console.log(
    `figure: ${found} of ${manyObjects} objects of 5 KB written in ${wroteS.toFixed(1)} s and listed in ${((performance.now() - listing) / 1000).toFixed(1)} s: ` +
      `resident ${mb(before.rss)} to ${mb(after.rss)} MB, heap ${mb(before.heapUsed)} to ${mb(after.heapUsed)} MB, ` +
      `outside of it ${mb(before.external)} to ${mb(after.external)} MB`,
  );
  return found === manyObjects ? [] : [`the server lists ${found} of ${manyObjects} objects`];
}

/** How many of the many objects a list has, page by page. */
async function listed(connection: ApiConnection): Promise<number> {
  let found = 0;
  let more = "";
  do {
    const { body } = await connection.request(
      "GET",
      `${path}?labelSelector=many%3Dyes&limit=5000&continue=${encodeURIComponent(more)}`,
    );
    found += body.items.length;
    more = body.metadata.continue ?? "";
  } while (more !== "");
  return found;
}

async function create(connection: ApiConnection, body: string): Promise<void> {
  const { status, text } = await connection.request("POST", path, {
    body,
    headers: { "content-type": "application/json" },
  });
  if (status !== 201) throw new Error(`a write failed: ${text}`);
}

async function inParallel(count: number, width: number, run: (i: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) await run(next++);
  };
  await Promise.all(Array.from({ length: width }, worker));
}
