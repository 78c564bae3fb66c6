/**
 * Replicas of one manager as real processes on a server, killed, stopped and cut off over and over while objects
 * change. An observer follows objects and Leases; at the end the starts and ends of reconciles are compared with the
 * states of the Leases by resourceVersion.
 */
import { Lease } from "client-ts/api/coordination/v1";
import { ConfigMap, Namespace } from "client-ts/api/core/v1";
import { connect, type Watchable } from "client-ts/client";
import type { KubeObject, Stored } from "client-ts/meta";
import { seededRandom, shardOf, sleep } from "client-ts/internal";
import type { FaultProxy } from "client-ts-testing";
import { checkObject, type LandedStamp, type ObjectReport, type ShardLeaseState } from "./history.ts";
import { type ReplicaFacts, ReplicaProcess } from "./replica-process.ts";
import { endOf, stampOf, startOf } from "./stamp.ts";

/** Options of {@link runFleet}. */
export interface FleetRunOptions extends Omit<ReplicaFacts, "kubeconfigText" | "identity" | "name"> {
  readonly kubeconfigPath: string;
  /** A proxy in front of the server for one replica. */
  readonly newProxy: () => Promise<FaultProxy & { readonly kubeconfig: string }>;
  readonly objects: number;
  readonly replicas: number;
  /** How often a replica is killed, stopped and cut off, for longer and for shorter than its lease. */
  readonly faults: Readonly<Record<"kill" | "stop" | "partition", number>>;
  readonly seed: number;
  readonly say: (line: string) => void;
}

/** The results of a run. */
export interface FleetRunResult extends Omit<ObjectReport, "starts"> {
  readonly reconciles: number;
  /** Objects that were not brought into the wanted state within a minute after the last fault. */
  readonly unconverged: readonly string[];
  /** How often the Lease of a shard was taken. */
  readonly transitions: number;
}

/** Runs it. */
export async function runFleet(options: FleetRunOptions): Promise<FleetRunResult> {
  const { namespace, kubeconfigPath, objects, shards, renewMs } = options;
  const client = await connect({ kubeconfigPath });
  await client.resource(Namespace).create({ metadata: { name: namespace } });
  const maps = client.resource(ConfigMap, { namespace });
  const leases = new Map<string, ShardLeaseState[]>();
  const landed = new Map<string, LandedStamp[]>();
  const ending = new AbortController();
  const following = [
    follow(client.resource(Lease, { namespace }), ending.signal, ({ metadata, spec = {} }) => {
      listOf(leases, metadata.name).push({ resourceVersion: metadata.resourceVersion, spec });
    }),
    follow(maps, ending.signal, (map) => noteStamps(map, listOf(landed, map.metadata.name))),
  ];
  const names = Array.from({ length: objects }, (_, i) => `object-${i}`);
  const uids = new Map<string, string>();
  const fleet = new Fleet(options);
  try {
    for (const name of names) {
      const made = await maps.create({ metadata: { name, labels: { fleet: "yes" } }, data: { wanted: "0" } });
      uids.set(name, made.metadata.uid);
    }
    await fleet.fill();
    const changing = change(maps, names, seededRandom(options.seed), fleet.over);
    await fleet.injectFaults();
    await changing;
    const unconverged = await notConverged(maps);
    await fleet.close();
    ending.abort();
    const failed = (await Promise.allSettled(following)).find((one) => one.status === "rejected");
    if (failed !== undefined) throw failed.reason;
    const reports = names.map((name) => {
      const lease = `fleet-shard-${shardOf(uids.get(name) ?? "", shards)}-of-${shards}`;
      return checkObject(name, listOf(landed, name), listOf(leases, lease), { ...fleet.history, renewMs });
    });
    return {
      reconciles: reports.reduce((sum, { starts }) => sum + starts, 0),
      overlaps: reports.flatMap(({ overlaps }) => overlaps),
      excused: reports.flatMap(({ excused }) => excused),
      foreign: reports.flatMap(({ foreign }) => foreign),
      unconverged,
      transitions: [...leases.values()].reduce((sum, states) => sum + (states.at(-1)?.spec.leaseTransitions ?? 0), 0),
    };
  } finally {
    ending.abort();
    await fleet.close();
    await client.resource(Namespace).delete(namespace);
    await client.close();
  }
}

/** Asks for another state of an object every few milliseconds. */
async function change(
  maps: { mergePatch(name: string, patch: object): Promise<unknown> },
  names: readonly string[],
  random: () => number,
  over: AbortSignal,
): Promise<void> {
  for (let wanted = 1; !over.aborted; wanted++) {
    const name = names[Math.floor(random() * names.length)] as string;
    await maps.mergePatch(name, { data: { wanted: String(wanted) } });
    await sleep(30);
  }
}

async function notConverged(maps: { list(): Promise<{ items: Stored<ConfigMap>[] }> }): Promise<string[]> {
  for (let tries = 0; ; tries++) {
    const { items } = await maps.list();
    const left = items.filter(({ data }) => data?.["wanted"] !== undefined && data["done"] !== data["wanted"]);
    if (left.length === 0 || tries === 120) return left.map(({ metadata }) => metadata.name);
    await sleep(500);
  }
}

/** Calls back with each state of the objects; rejects when the history has a gap. */
async function follow<T extends KubeObject>(
  objects: Watchable<Stored<T>>,
  signal: AbortSignal,
  onState: (object: Stored<T>) => void,
): Promise<void> {
  try {
    for await (const event of objects.watch({ signal })) if (event.type !== "BOOKMARK") onState(event.object);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  if (!signal.aborted) throw new Error("a watch of the observer ended: the history has a gap");
}

/** Each write changes one of the two annotations. */
function noteStamps({ metadata }: Stored<ConfigMap>, list: LandedStamp[]): void {
  const { annotations = {}, resourceVersion } = metadata;
  for (const [what, annotation] of [["start", startOf] as const, ["end", endOf] as const]) {
    const stamp = stampOf(annotations[annotation]);
    if (stamp === undefined || list.some((one) => one.what === what && one.stamp.run === stamp.run)) continue;
    list.push({ resourceVersion, what, stamp });
  }
}

function listOf<T>(lists: Map<string, T[]>, name: string): T[] {
  const list = lists.get(name) ?? [];
  lists.set(name, list);
  return list;
}

/** The processes of the replicas. Each start has an identity of its own. */
class Fleet {
  readonly #options: FleetRunOptions;
  readonly #random: () => number;
  readonly #all: ReplicaProcess[] = [];
  readonly #settled = new Map<string, number>();
  readonly #over = new AbortController();

  constructor(options: FleetRunOptions) {
    this.#options = options;
    this.#random = seededRandom(options.seed + 1);
  }

  /** Fires after the last fault. */
  get over(): AbortSignal {
    return this.#over.signal;
  }

  get history() {
    return {
      killedAtMs: (replica: string) => this.#all.find(({ identity }) => identity === replica)?.killedAtMs,
      settledAtMs: (run: string) => this.#settled.get(run),
    };
  }

  /** Starts what is missing. */
  async fill(): Promise<void> {
    const { newProxy, replicas, namespace, shards, leaseMs, renewMs, retryMs, workMs } = this.#options;
    while (this.#running.length < replicas) {
      const proxy = await newProxy();
      const identity = `r${this.#all.length + 1}`;
      const times = { leaseMs, renewMs, retryMs, workMs };
      const facts = { kubeconfigText: proxy.kubeconfig, namespace, name: "fleet", identity, shards, ...times };
      this.#all.push(new ReplicaProcess(facts, proxy, (run, atMs) => this.#settled.set(run, atMs)));
    }
  }

  async injectFaults(): Promise<void> {
    const { faults, leaseMs, say } = this.#options;
    const left = Object.entries(faults).flatMap(([fault, times]) => Array.from({ length: times }, () => fault));
    await sleep(2 * leaseMs);
    while (left.length > 0) {
      const [fault = ""] = left.splice(Math.floor(this.#random() * left.length), 1);
      const victim = this.#running[Math.floor(this.#random() * this.#running.length)] as ReplicaProcess;
      const lastsMs = Math.round(leaseMs * (0.3 + 1.5 * this.#random()));
      say(`${victim.identity}: ${fault}${fault === "kill" ? "" : ` for ${lastsMs} ms`}; ${left.length} to come`);
      if (fault === "kill") await victim.end();
      else if (fault === "stop") {
        victim.pause();
        await sleep(lastsMs);
        victim.resume();
      } else {
        // Half of the partitions deliver what was under way when they end, the others lose it.
        const isLost = this.#random() < 0.5;
        if (isLost) victim.proxy.blackHole();
        victim.proxy.hold();
        await sleep(lastsMs);
        victim.proxy.heal();
      }
      await sleep(leaseMs * (0.2 + this.#random()));
      for (const ended of this.#all.filter((one) => !one.isRunning && one.killedAtMs === undefined))
        say(`${ended.identity} has ended by itself: ${ended.errors.slice(-500)}`);
      await this.fill();
    }
    await sleep(leaseMs);
    this.#over.abort();
  }

  async close(): Promise<void> {
    this.#over.abort();
    for (const one of this.#running) one.resume();
    await Promise.all(this.#running.map((one) => one.end("SIGTERM")));
  }

  get #running(): ReplicaProcess[] {
    return this.#all.filter((one) => one.isRunning);
  }
}
