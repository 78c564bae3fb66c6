import { compareResourceVersion } from "client-ts/meta";
import { formatCount } from "./view/format.ts";

/** How one reflector is, as its informer shows it. Times are of one monotonic clock, in milliseconds. */
export interface ReflectorSample {
  readonly kind: string;
  readonly isWatching: boolean;
  readonly lastContactAt: number;
}

/** The whole pipeline at one moment. */
export interface ContactSample {
  readonly now: number;
  readonly reflectors: readonly ReflectorSample[];
  /** Whether a fault that the demo injected is in force. */
  readonly faulty: boolean;
  /** Lists and watches that were requested so far. */
  readonly lists: number;
  readonly watches: number;
  /** The version of the newest write, and the one up to which the cache of the written kind is complete. */
  readonly writtenVersion: string;
  readonly cachedVersion: string;
}

/** One change that the cache delivered. */
export interface DeliveredChange {
  readonly type: "add" | "update" | "delete";
}

/** A time without contact that is over: everything that was missed has been delivered. */
export interface Recovery {
  readonly withoutContactMs: number;
  readonly events: number;
  readonly deletions: number;
  /** Lists and watches that the recovery took. */
  readonly lists: number;
  readonly watches: number;
}

interface Loss {
  readonly since: number;
  readonly lists: number;
  readonly watches: number;
  /** Kinds whose watch ended. */
  readonly ended: Set<string>;
  events: number;
  deletions: number;
  /** When the last fault in force was seen. */
  faultyAt: number;
  /** Contact is back since then, and the cache must reach this version. */
  back: { readonly at: number; readonly target: string } | undefined;
}

/**
 * Follows the contact between the reflectors and the server through three states: in contact, lost, and back but not
 * caught up. What it counts from the loss until the cache has caught up is what would have been missed without the
 * recovery.
 */
export class ContactLoss {
  #loss: Loss | undefined;

  /** Whether contact is lost, or the cache has not caught up. */
  get isOpen(): boolean {
    return this.#loss !== undefined;
  }

  /** Counts a change that a handler received. */
  delivered({ type }: DeliveredChange): void {
    if (this.#loss === undefined) return;
    this.#loss.events++;
    if (type === "delete") this.#loss.deletions++;
  }

  /** Takes a sample; gives the recovery when it has just been completed. */
  sample(sample: ContactSample): Recovery | undefined {
    const { now, reflectors, faulty, lists, watches } = sample;
    const ended = reflectors.filter(({ isWatching }) => !isWatching);
    if (this.#loss === undefined) {
      if (!faulty && ended.length === 0) return undefined;
      this.#loss = {
        since: now,
        lists,
        watches,
        ended: new Set(),
        events: 0,
        deletions: 0,
        faultyAt: 0,
        back: undefined,
      };
    }
    const loss = this.#loss;
    for (const { kind } of ended) loss.ended.add(kind);
    if (faulty) loss.faultyAt = now;
    if (faulty || ended.length > 0) loss.back = undefined;
    else if (loss.back === undefined && isBack(loss, reflectors))
      // One more sample follows before the end: handlers are called after the store has changed.
      loss.back = { at: now, target: sample.writtenVersion };
    else if (loss.back !== undefined && isReached(sample.cachedVersion, loss.back.target)) {
      this.#loss = undefined;
      return {
        withoutContactMs: loss.back.at - loss.since,
        events: loss.events,
        deletions: loss.deletions,
        lists: lists - loss.lists,
        watches: watches - loss.watches,
      };
    }
    return undefined;
  }
}

/** What was missed and how it was recovered, in one sentence. */
export function describeRecovery({ withoutContactMs, events, deletions, lists, watches }: Recovery): string {
  const how =
    lists > 0
      ? `the history was gone (410), ${formatCount(lists, "list")} compared with the cache`
      : watches > 0
        ? "the watches resumed at the last version"
        : "the connection was kept";
  return (
    `${(withoutContactMs / 1000).toFixed(1)} s without contact, ${formatCount(events, "event")} caught up, ` +
    `${formatCount(deletions, "deletion")} delivered late: ${how}`
  );
}

/** Every watch that ended is open again, and some of them has had contact since the fault. */
function isBack(loss: Loss, reflectors: readonly ReflectorSample[]): boolean {
  return (
    reflectors.every(({ kind, lastContactAt }) => !loss.ended.has(kind) || lastContactAt > loss.since) &&
    reflectors.some(({ lastContactAt }) => lastContactAt > Math.max(loss.since, loss.faultyAt))
  );
}

function isReached(cached: string, target: string): boolean {
  return target === "" || (compareResourceVersion(cached, target) ?? 0) >= 0;
}
