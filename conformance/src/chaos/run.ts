/**
 * A real control plane under load and faults, and the state of the informers that watched it.
 *
 * A writer changes ConfigMaps and Pods all the time; informers watch them directly and through a proxy; the API server
 * is killed, stopped and restarted, etcd forgets its history, connections break in every way. etcd's own watch is the
 * journal of what truly happened. At the end the faults stop, the world gets quiet, a fresh list is taken, and the
 * oracles look at everything that every handler received.
 */

import { ConfigMap, Namespace, Pod } from "client-ts/api/core/v1";
import { type Client, connect } from "client-ts/client";
import type { KubeObject, Resource } from "client-ts/meta";
import { sleep, seededRandom } from "client-ts/internal";
import { systemClock } from "client-ts/util";
import { type JournalEntry, startControlPlane } from "client-ts-testing";
import type { Totals } from "../oracles/history.ts";
import { startEtcdJournal } from "./etcd-journal.ts";
import { injectFaults } from "./faults.ts";
import { type States, tokenOf, Watched, type WatchedOptions } from "./watched.ts";
import { type Acknowledged, startWriter } from "./writer.ts";

/** Options of {@link runChaos}. */
export interface ChaosOptions {
  /** For how long things are written and go wrong. */
  readonly durationMs: number;
  /** On average over the whole run, outages included. */
  readonly changesPerSecond: number;
  readonly seed: number;
  readonly say: (line: string) => void;
}

/** The results of a run. */
export interface ChaosResult {
  readonly violations: readonly string[];
  readonly totals: Totals;
  readonly changes: number;
  readonly unknown: number;
  /** How long was written, outages included, and how much of it the server answered nothing. */
  readonly wroteMs: number;
  readonly silentMs: number;
  readonly versions: number;
  readonly relists: number;
  readonly informers: number;
  readonly agreeing: number;
  readonly faults: ReadonlyMap<string, number>;
  /** From the end of the faults until every cache and handler agreed. */
  readonly quietMs: number;
}

const namespace = "chaos";
/**
 * Twice the longest wait of an informer after many failures (30 s and as much again at random), and a minute: what is
 * promised is promised after that.
 */
const quietLimitMs = 180_000;

/** Runs it. */
export async function runChaos({ durationMs, changesPerSecond, seed, say }: ChaosOptions): Promise<ChaosResult> {
  const plane = await startControlPlane({ parts: "core" });
  const closers: (() => Promise<void> | void)[] = [() => plane.close()];
  try {
    const writing = await connect({ kubeconfigText: plane.kubeconfig, timeoutMs: 10_000 });
    closers.push(() => writing.close());
    await writing.resource(Namespace).create({ metadata: { name: namespace } });
    const journal = await startEtcdJournal(plane.etcdUrl, namespace, ["configmaps", "pods"]);
    closers.push(() => journal.close());
    const writer = startWriter(writing, { namespace, changesPerSecond, random: seededRandom(seed) });
    await sleep(1_000);
    const proxies = [await plane.faultProxy(), await plane.faultProxy()] as const;
    const watched = await Promise.all(
      informersOf(plane.kubeconfig, proxies[0].kubeconfig, proxies[1].kubeconfig).map(Watched.start),
    );
    for (const one of watched) closers.push(() => one.stop());

    // The minute of the long run does not fit into the short one.
    const pauseMs = durationMs >= 300_000 ? 60_000 : 15_000;
    const faults = await injectFaults({ plane, proxies, pauseMs }, { durationMs, say });
    for (const proxy of proxies) proxy.heal();
    say("the faults are over");
    const overAt = systemClock.monotonic();
    await writer.stop();
    const server = {
      configmaps: await statesOf(plane.kubeconfig, ConfigMap),
      pods: await statesOf(plane.kubeconfig, Pod),
    };
    const agrees = (one: Watched): boolean => one.agrees(server[pluralOf(one)]);
    while (!watched.every(agrees) && systemClock.monotonic() - overAt < quietLimitMs) await sleep(100);
    const quietMs = systemClock.monotonic() - overAt;
    await sleep(500);
    for (const one of watched) if (!agrees(one)) say(`${one.name} does not agree: ${one.state}`);

    const entries = [...journal.entries()];
    const violations: string[] = journal.broken === undefined ? [] : [journal.broken];
    violations.push(...acknowledgedAndStored(writer.acknowledged, entries));
    const sums: Totals = { versions: 0, delivered: 0, missing: 0, skippedByRelist: 0, coalesced: 0 };
    let relists = 0;
    for (const one of watched) {
      const { violations: own, totals } = one.check(entries, server[pluralOf(one)]);
      violations.push(...own);
      relists += one.lists - 1;
      for (const field of Object.keys(sums) as (keyof Totals)[])
        (sums as Record<keyof Totals, number>)[field] += totals[field];
      const failures = [...one.failures].map(([why, times]) => `${why} ${times}`).join(", ");
      say(
        `${one.name}: ${totals.delivered} of ${totals.versions} versions told, missing ${totals.missing}, skipped-by-relist ${totals.skippedByRelist}, ` +
          `coalesced ${totals.coalesced}, ${one.lists} lists, stale ${one.stale} times; failures: ${failures}`,
      );
    }
    return {
      violations,
      totals: sums,
      changes: writer.changes,
      unknown: writer.unknown,
      wroteMs: writer.ranMs,
      silentMs: writer.silentMs,
      versions: entries.length,
      relists,
      informers: watched.length,
      agreeing: watched.filter(agrees).length,
      faults,
      quietMs,
    };
  } finally {
    for (const close of closers.reverse()) await close();
  }
}

/** Comes back sooner than the default would in times as bad as these, and so sees more of them. */
const shortBackoff = { next: () => 200 + Math.random() * 800 };

/**
 * Informers of every make: direct and through a proxy, both protocols, JSON and protobuf, streaming and paged lists,
 * both queues, with a selector and without.
 */
function informersOf(direct: string, proxied: string, other: string): WatchedOptions[] {
  const maps = { resource: ConfigMap as Resource<KubeObject>, namespace };
  const pods = { resource: Pod as Resource<KubeObject>, namespace };
  return [
    { ...maps, name: "configmaps direct", kubeconfig: direct },
    { ...maps, name: "configmaps by proxy", kubeconfig: proxied, informer: { backoff: shortBackoff } },
    {
      ...maps,
      name: "configmaps half, HTTP/1.1, pages, by proxy",
      kubeconfig: other,
      http2: false,
      half: true,
      informer: { streaming: false, pageSize: 10, backoff: shortBackoff },
    },
    { ...pods, name: "pods direct, delta", kubeconfig: direct, informer: { queue: "delta" } },
    { ...pods, name: "pods by proxy", kubeconfig: proxied, informer: { streaming: false } },
    { ...maps, name: "configmaps by proxy, protobuf", kubeconfig: proxied, protobuf: true },
    {
      ...pods,
      name: "pods by proxy, protobuf, pages",
      kubeconfig: other,
      protobuf: true,
      informer: { streaming: false },
    },
  ];
}

function pluralOf({ name }: Watched): "configmaps" | "pods" {
  return name.startsWith("pods") ? "pods" : "configmaps";
}

/** A fresh list over a fresh connection; asked again while the server is still coming back. */
async function statesOf<T extends KubeObject>(kubeconfig: string, resource: Resource<T>): Promise<States> {
  for (let tries = 0; ; tries++) {
    const client: Client = await connect({ kubeconfigText: kubeconfig, timeoutMs: 20_000 });
    try {
      const path = `/api/v1/namespaces/${namespace}/${resource.plural}`;
      const list = (await (await client.rest.get().absPath(path).do()).into()) as {
        items: (T & { metadata: Record<string, string> })[];
      };
      return new Map(
        list.items.map((object) => [
          `${namespace}/${object.metadata["name"]}`,
          {
            uid: String(object.metadata["uid"]),
            rv: String(object.metadata["resourceVersion"]),
            hash: tokenOf(object),
          },
        ]),
      );
    } catch (error) {
      if (tries === 20) throw error;
      await sleep(500);
    } finally {
      await client.close();
    }
  }
}

/**
 * The two journals must agree: what the writer was promised, etcd has seen. One exception: a change to a Pod whose
 * deletion was begun and not finished when the server was killed finishes the deletion instead; the server then answers
 * with the object that it did not store.
 */
function acknowledgedAndStored(acknowledged: readonly Acknowledged[], journal: readonly JournalEntry[]): string[] {
  const stored = new Map<string, JournalEntry>();
  const next = new Map<JournalEntry, JournalEntry>();
  const last = new Map<string, JournalEntry>();
  for (const entry of journal) {
    const name = `${entry.resource} ${entry.key}`;
    const before = last.get(name);
    if (before !== undefined) next.set(before, entry);
    last.set(name, entry);
    stored.set(`${name}@${entry.resourceVersion}`, entry);
  }
  return acknowledged.flatMap(({ resource, key, uid, rv, token }) => {
    const entry = stored.get(`${resource} ${key}@${rv}`);
    if (entry === undefined) return [`journal: ${resource} ${key}@${rv} was acknowledged and never stored`];
    if (entry.uid === uid && (entry.hash === token || next.get(entry)?.type === "DELETED")) return [];
    return [
      `journal: ${resource} ${key}@${rv} was acknowledged as ${uid} with ${token}, and stored as ${entry.uid} with ${entry.hash}`,
    ];
  });
}
