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
  readonly kind: string;
  readonly type: "add" | "update" | "delete";
  readonly version: string;
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
  /** Kinds that are in contact again, with the version of the newest write at that moment: they must catch up to it. */
  readonly back: Map<string, string>;
  events: number;
  deletions: number;
  /** When the last fault in force was seen. */
  faultyAt: number;
  /** When the last kind came back. */
  allBackAt: number | undefined;
}

/**
 * Follows the contact between the reflectors and the server through three states: in contact, lost, and back but not
 * caught up. It counts the changes that were missed: those that are delivered after the loss and that the server made
 * before their kind was in contact again.
 */
export class ContactLoss {
  #loss: Loss | undefined;

  /** Whether contact is lost, or the cache has not caught up. */
  get isOpen(): boolean {
    return this.#loss !== undefined;
  }

  /** Counts a change that a handler received. */
  delivered({ kind, type, version }: DeliveredChange): void {
    const loss = this.#loss;
    if (loss === undefined || !isReached(loss.back.get(kind) ?? "", version)) return;
    loss.events++;
    if (type === "delete") loss.deletions++;
  }

  /** Takes a sample; gives the recovery when it has just been completed. */
  sample(sample: ContactSample): Recovery | undefined {
    const { now, reflectors, faulty, lists, watches, writtenVersion, cachedVersion } = sample;
    if (this.#loss === undefined) {
      if (!faulty && reflectors.every(({ isWatching }) => isWatching)) return undefined;
      const none = { events: 0, deletions: 0, faultyAt: 0, allBackAt: undefined };
      this.#loss = { since: now, lists, watches, ended: new Set(), back: new Map(), ...none };
    }
    const loss = this.#loss;
    if (faulty) loss.faultyAt = now;
    for (const { kind, isWatching } of reflectors) if (!isWatching) loss.ended.add(kind);
    const isAnyBack = reflectors.some(({ lastContactAt }) => lastContactAt > Math.max(loss.since, loss.faultyAt));
    for (const { kind, isWatching, lastContactAt } of reflectors) {
      const isBack = isAnyBack && isWatching && !faulty && (!loss.ended.has(kind) || lastContactAt > loss.since);
      if (!isBack) loss.back.delete(kind);
      else if (!loss.back.has(kind)) loss.back.set(kind, writtenVersion);
    }
    if (loss.back.size < reflectors.length) loss.allBackAt = undefined;
    // One more sample follows before the end: handlers are called after the store has changed.
    else if (loss.allBackAt === undefined) loss.allBackAt = now;
    else if ([...loss.back.values()].every((version) => isReached(cachedVersion, version))) {
      this.#loss = undefined;
      return {
        withoutContactMs: loss.allBackAt - loss.since,
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

/** Whether a version is the wanted one or newer; also when the two cannot be compared. */
function isReached(version: string, wanted: string): boolean {
  return (compareResourceVersion(version, wanted) ?? 0) >= 0;
}
