import { ConfigMap, Pod } from "client-ts/api/core/v1";
import type { Client } from "client-ts/client";
import { findStatusError, isAlreadyExists, isNotFound } from "client-ts/errors";
import type { ObjectMeta } from "client-ts/meta";
import { sleep } from "client-ts/internal";
import { pick } from "../oracles/random.ts";
import { tokenAnnotation } from "./etcd-journal.ts";
import { Pace } from "./pace.ts";

/** One write that the server has acknowledged. */
export interface Acknowledged {
  readonly resource: "configmaps" | "pods";
  readonly key: string;
  readonly uid: string;
  readonly rv: string;
  readonly token: string;
}

/** Options of {@link startWriter}. */
export interface WriterOptions {
  readonly namespace: string;
  /** The average over the whole run: what an outage kept from being written is written afterwards. */
  readonly changesPerSecond: number;
  readonly random: () => number;
}

/** Changes objects all the time. */
export interface Writer {
  /** Creates and changes whose answer came back; deletions answer without a version and are only counted. */
  readonly acknowledged: readonly Acknowledged[];
  /** Everything that was acknowledged, deletions too. */
  readonly changes: number;
  /** Writes whose outcome is unknown: the answer never came. */
  readonly unknown: number;
  /** How long it wrote, outages included. */
  readonly ranMs: number;
  /** How much of that time the server gave no answer to anything, in stretches of more than a second. */
  readonly silentMs: number;
  /** Lets writes under way end, and settles when there will be no more. */
  stop(): Promise<void>;
}

const workers = 16;
const namesPerWorker = 6;

/**
 * Begins to create, change, delete and recreate ConfigMaps and Pods. Each name belongs to one worker, so that nothing
 * about it happens at once.
 */
export function startWriter(client: Client, { namespace, changesPerSecond, random }: WriterOptions): Writer {
  const pace = new Pace({ perSecond: changesPerSecond });
  const acknowledged: Acknowledged[] = [];
  let [unknown, tokens] = [0, 0];
  let stopping = false;
  /** What is there, as far as the writer knows. */
  const present = new Set<string>();
  const maps = client.resource(ConfigMap, { namespace });
  const pods = client.resource(Pod, { namespace });

  const changeOne = async (name: string, resource: Acknowledged["resource"]): Promise<void> => {
    const token = `token-${++tokens}-`;
    const metadata = { name, annotations: { [tokenAnnotation]: token }, labels: { half: isHalf(name) ? "yes" : "no" } };
    const patch = { metadata: { annotations: { [tokenAnnotation]: token } } };
    const note = (stored: { readonly metadata: ObjectMeta }): void => {
      const { uid = "", resourceVersion: rv = "" } = stored.metadata;
      acknowledged.push({ resource, key: `${namespace}/${name}`, uid, rv, token });
    };
    const there = `${resource}/${name}`;
    if (!present.has(there)) {
      const data = { text: "x".repeat(Math.floor(random() * 2_000)) };
      note(
        resource === "pods"
          ? await pods.create({ metadata, spec: { containers: [{ name: "main", image: "none" }] } })
          : await maps.create({ metadata, data }),
      );
      present.add(there);
    } else if (random() < 0.85)
      note(resource === "pods" ? await pods.mergePatch(name, patch) : await maps.mergePatch(name, patch));
    else {
      await (resource === "pods" ? pods.delete(name, { gracePeriodSeconds: 0 }) : maps.delete(name));
      present.delete(there);
    }
  };

  /** Says whether a change was made and acknowledged. */
  const tryOne = async (worker: number): Promise<boolean> => {
    const number = worker * namesPerWorker + Math.floor(random() * namesPerWorker);
    const resource = pick(random, ["configmaps", "configmaps", "pods"] as const);
    const name = `thing-${number}`;
    try {
      await changeOne(name, resource);
      pace.answered();
      return true;
    } catch (error) {
      if (findStatusError(error) !== undefined) pace.answered();
      // A write whose answer was lost had happened, or a write that was thought to have happened had not.
      if (isNotFound(error)) present.delete(`${resource}/${name}`);
      else if (isAlreadyExists(error)) present.add(`${resource}/${name}`);
      else {
        unknown++;
        await sleep(100);
      }
      return false;
    }
  };
  const work = async (worker: number): Promise<void> => {
    while (!stopping) await pace.next(() => tryOne(worker));
  };
  const working = Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)));
  return {
    acknowledged,
    get changes() {
      return pace.done;
    },
    get unknown() {
      return unknown;
    },
    get ranMs() {
      return pace.ranMs;
    },
    get silentMs() {
      return pace.silentMs;
    },
    async stop() {
      stopping = true;
      await working;
      pace.end();
    },
  };
}

/** Every second name carries the label that some informers select by. */
export function isHalf(name: string): boolean {
  return Number(name.slice(name.lastIndexOf("-") + 1)) % 2 === 0;
}
