import { escapeForPrint } from "../errors/index.ts";
import type { Resource } from "../meta/index.ts";
import { messageOf } from "../util/index.ts";
import type { KindCache } from "./kind-cache.ts";
import type { Reconciler } from "./reconciler.ts";

/** What a manager is looked at for. */
export interface BusyFacts {
  readonly caches: readonly Pick<KindCache, "informer" | "isAt" | "resource">[];
  readonly reconcilers: readonly Pick<Reconciler, "name" | "waiting" | "running" | "isIdle">[];
  /** The version of a kind that its cache must show. */
  readonly upTo?: ((resource: Resource) => string | undefined) | undefined;
}

/** The most keys of one controller that are named. */
const mostKeys = 3;

/** Says why a manager is not idle: caches that are not filled, keys that run or wait, or caches that are behind. */
export function describeBusy({ caches, reconcilers, upTo }: BusyFacts): string {
  const unfilled = caches.flatMap(({ informer, resource: { kind } }) =>
    informer.hasSynced() ? [] : [`the cache of ${kind} is not filled${reasonOf(informer.lastFailure?.error)}`],
  );
  if (unfilled.length > 0) return unfilled.join("; ");
  const behind = caches.filter((cache) => !cache.isAt(upTo?.(cache.resource)));
  const busy = reconcilers.filter(({ isIdle }) => !isIdle).map(describeController);
  const parts = [
    ...busy,
    ...behind.map(({ resource: { kind } }) => `the cache of ${kind} does not show the last write`),
  ];
  return `${parts.join("; ") || "keys keep being added"}. Look for a reconcile that wakes itself, or that does not settle`;
}

function reasonOf(error: unknown): string {
  return error === undefined ? "" : `: ${escapeForPrint(messageOf(error))}`;
}

function describeController({ name, running, waiting }: Pick<Reconciler, "name" | "waiting" | "running">): string {
  const keys = running.slice(0, mostKeys);
  if (running.length > mostKeys) keys.push("…");
  return `the controller ${name} runs ${keys.join(", ") || "no key"}, and ${waiting} wait`;
}
