import { makePod, type Json } from "./pod.ts";
import { newRandomSource } from "./random.ts";
import { makeWidget } from "./widget.ts";

/** The corpora there are. */
export type CorpusName = "pods" | "widgets";

/** What a server and a client must know of a corpus. */
export interface CorpusFacts {
  readonly apiVersion: string;
  readonly kind: string;
  /** Where its lists are. */
  readonly path: string;
  /** Items carry no kind and apiVersion of their own, as those of built-in lists. */
  readonly bareItems: boolean;
}

/** The facts of each corpus. */
export const corpora: Readonly<Record<CorpusName, CorpusFacts>> = {
  pods: { apiVersion: "v1", kind: "Pod", path: "/api/v1/pods", bareItems: true },
  widgets: {
    apiVersion: "bench.example.com/v1",
    kind: "Widget",
    path: "/apis/bench.example.com/v1/widgets",
    bareItems: false,
  },
};

/** Changes when the generator does, so that an old cache is not taken for a new corpus. */
export const corpusVersion = 2;
/** Objects in one file. */
export const shardSize = 10_000;
/**
 * Change events prepared for a corpus; one deletion follows them. There are enough to keep the fastest client busy for
 * two seconds: in the first half second it compiles.
 */
export const eventCount = 120_000;
/** How many objects change: the first ones, in turn. */
export const hotObjects = 2_000;
/** The object whose deletion ends every burst of events; never changed before. */
export const sentinelIndex = shardSize - 1;
/**
 * The first resourceVersion of an event: sixteen digits, so that the server can write a time of the same width over it.
 */
export const firstEventVersion = 2_000_000_000_000_000n;

/** The items of one shard, in order. The same on every machine. */
export function makeShard(corpus: CorpusName, shard: number, count: number = shardSize): Json[] {
  const random = newRandomSource(0x5eed + shard * 7919 + (corpus === "pods" ? 0 : 1));
  const make = corpus === "pods" ? makePod : makeWidget;
  return Array.from({ length: count }, (_, i) => make(shard * shardSize + i, random));
}

/** An item as it is written in a watch event, and with the version that the event gives it. */
export function eventObject(corpus: CorpusName, item: Json, resourceVersion: string, turn: number): Json {
  const facts = corpora[corpus];
  const changed: Json = { ...item, metadata: { ...(item["metadata"] as Json), resourceVersion } };
  const status = item["status"] as Json | undefined;
  if (corpus === "pods" && status !== undefined) {
    const statuses = status["containerStatuses"] as Json[];
    changed["status"] = { ...status, containerStatuses: statuses.map((s) => ({ ...s, restartCount: turn })) };
  } else changed["status"] = { ...status, observedGeneration: turn };
  return facts.bareItems ? { kind: facts.kind, apiVersion: facts.apiVersion, ...changed } : changed;
}
