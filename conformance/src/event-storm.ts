import type { Event } from "client-ts/api/core/v1";
import { seededRandom } from "client-ts/internal";
import { askGoProgram, buildGoProgram } from "./go-program.ts";

/** One event of a storm, as a recorder gets it. */
export interface StormEvent {
  /** The time since the event before. */
  readonly afterMs: number;
  /** Which of the two components reports it. */
  readonly component: "kubelet" | "scheduler";
  readonly object: { readonly apiVersion: string; readonly kind: string; readonly metadata: Record<string, string> };
  readonly type: "Normal" | "Warning";
  readonly reason: string;
  readonly message: string;
}

/** A call to the API that a correlator leads to. */
export type StormCall =
  | { readonly verb: "skip" }
  | { readonly verb: "create"; readonly event: Event }
  | { readonly verb: "patch"; readonly name: string; readonly patch: object };

/**
 * Events of 100 objects, of which twelve have nearly all: identical ones, similar ones whose messages all differ, ones
 * with few different messages, and now and then a pause after which similar events are counted from the beginning. A
 * message of a combined group never comes again: client-go would then take one at random out of the group.
 */
export function stormOf(count: number, seed: number): StormEvent[] {
  const random = seededRandom(seed);
  const pick = (most: number): number => Math.floor(random() * most);
  return Array.from({ length: count }, (_, at): StormEvent => {
    const number = at < 100 ? at : Math.floor(12 * random());
    const isNode = number % 10 === 9;
    const metadata = { name: `object-${number}`, uid: `uid-${number}`, resourceVersion: String(at) };
    const object = isNode
      ? { apiVersion: "v1", kind: "Node", metadata }
      : { apiVersion: "v1", kind: "Pod", metadata: { ...metadata, namespace: `team-${number % 3}` } };
    const afterMs = pick(3_000) === 0 ? 601_000 + pick(60_000) : pick(50);
    const component = pick(10) === 0 ? "scheduler" : "kubelet";
    const common = { afterMs, object, component } as const;
    const kind = pick(10);
    if (kind < 4) return { ...common, type: "Normal", reason: "Pulled", message: "the image is there" };
    if (kind < 8) return { ...common, type: "Warning", reason: "BackOff", message: `attempt ${at} failed` };
    return { ...common, type: "Warning", reason: "Unhealthy", message: `probe ${pick(5)} failed` };
  });
}

/** client-go's correlator, built from `conformance/go/informer/eventstorm`. */
export interface GoCorrelator {
  calls(events: readonly { readonly atMs: number; readonly event: Event }[]): Promise<StormCall[]>;
  close(): void;
}

/** Builds it. */
export async function buildGoCorrelator(): Promise<GoCorrelator> {
  const { program, remove } = await buildGoProgram("informer", "eventstorm");
  return { calls: (events) => askGoProgram<StormCall>(program, events), close: remove };
}

/**
 * The calls in a form that can be compared: names are replaced by the number of the call that created them, because
 * names of combined events hold the time in nanoseconds, and what is empty in Go's JSON is left out.
 */
export function comparable(calls: readonly StormCall[]): string[] {
  const created = new Map<string, number>();
  return calls.map((call, at) => {
    if (call.verb === "skip") return "skip";
    if (call.verb === "patch") return JSON.stringify([created.get(call.name), withoutEmpty(call.patch)]);
    const { metadata, apiVersion: _, kind: __, ...rest } = call.event;
    created.set(metadata.name ?? "", at);
    return JSON.stringify([metadata.namespace, withoutEmpty(rest)]);
  });
}

function withoutEmpty(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => field !== null && field !== "" && field !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, field]) => [name, withoutEmpty(field)]),
  );
}
