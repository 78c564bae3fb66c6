/**
 * The correlator reduces a stream of events to the writes that the core API should see, with the rules and limits of
 * client-go. Each event passes three steps:
 *
 * 1. Aggregation. Events that differ in their message alone are similar. From the tenth different message on (in a time
 *    without a gap of more than 600 s) a similar event becomes the combined event of its group.
 * 2. Counting. An event, or a combined event, that is known already becomes a patch with a higher count.
 * 3. Spam filter. Each source and object has 25 writes at first and then one every 300 s; the rest is skipped. A
 *    skipped event was counted: the next patch has the full count.
 *
 * Each step remembers the 4096 keys that it used last.
 */
import type { Event } from "../api/core/v1.ts";
import { InvalidArgumentError } from "../errors/index.ts";
import { checkNumber, type Clock, defined, LruMap, TokenBucket } from "../util/index.ts";

/** Options of the correlator. Every default is client-go's. */
export interface CorrelatorOptions {
  /** How many keys each step remembers. Default 4096. */
  readonly lruCacheSize?: number | undefined;
  /** How many events of one source and object are written before the spam filter slows them down. Default 25. */
  readonly burst?: number | undefined;
  /** How many events per second the spam filter lets through after that. Default 1/300. */
  readonly qps?: number | undefined;
  /** How many different messages make similar events one combined event. Default 10. */
  readonly maxEvents?: number | undefined;
  /** After a gap longer than this, similar events are counted from the beginning. Default 600,000 (10 minutes). */
  readonly maxIntervalMs?: number | undefined;
  /**
   * The group that an event is aggregated in, and what tells the events of a group apart. Default: all but the message,
   * and the message.
   */
  readonly aggregateKey?: ((event: Event) => readonly [group: string, local: string]) | undefined;
  /** The message of a combined event. Default: `(combined from similar events): ` and the newest message. */
  readonly combinedMessage?: ((event: Event) => string) | undefined;
  /** Events with the same key share the spam filter's budget. Default: source, object and type. */
  readonly spamKey?: ((event: Event) => string) | undefined;
}

/** What is to be done with an event. */
export type Correlation =
  | { readonly action: "skip" }
  | { readonly action: "create"; readonly event: Event }
  | { readonly action: "patch"; readonly event: Event; readonly patch: EventPatch };

/** What changes in an event that was seen again. */
export interface EventPatch {
  readonly count: number;
  readonly lastTimestamp: string;
  readonly message?: string;
}

/** What the correlator needs in addition to its options. */
export interface CorrelatorPorts {
  readonly clock: Clock;
  /** The name of a combined event about an object. */
  readonly nameFor: (objectName: string) => string;
  /** The time of a combined event, as the API writes it. */
  readonly timestamp: () => string;
}

/** Options with everything filled in. */
type Settings = { readonly [K in keyof CorrelatorOptions]-?: NonNullable<CorrelatorOptions[K]> };

/** Decides for each event whether it is created, patched or skipped; one for each sink. */
export class EventCorrelator {
  readonly #settings: Settings;
  readonly #ports: CorrelatorPorts;
  readonly #groups: LruMap<Group>;
  readonly #known: LruMap<Known>;
  readonly #budgets: LruMap<TokenBucket>;

  constructor(options: CorrelatorOptions, ports: CorrelatorPorts) {
    this.#settings = settingsOf(options);
    this.#ports = ports;
    const { lruCacheSize } = this.#settings;
    this.#groups = new LruMap(lruCacheSize);
    this.#known = new LruMap(lruCacheSize);
    this.#budgets = new LruMap(lruCacheSize);
  }

  /** What is to be done with the next event. The event given is not changed. */
  correlate(event: Event): Correlation {
    const [aggregated, key] = this.#aggregate(event);
    const observed = this.#count(aggregated, key);
    if (this.#isSpam(observed)) return { action: "skip" };
    if ((observed.count ?? 1) <= 1) return { action: "create", event: observed };
    return { action: "patch", event: observed, patch: patchOf(observed) };
  }

  /** Remembers an event as the server returned it. */
  remember(event: Event): void {
    this.#known.set(eventKey(event), knownOf(event));
  }

  #aggregate(event: Event): [event: Event, key: string] {
    const { maxEvents, maxIntervalMs, aggregateKey, combinedMessage } = this.#settings;
    const [groupKey, localKey] = aggregateKey(event);
    const now = this.#ports.clock.monotonic();
    let group = this.#groups.get(groupKey);
    if (group === undefined || now - group.lastAtMs > maxIntervalMs) group = { locals: new Set(), lastAtMs: now };
    group.lastAtMs = now;
    group.locals.add(localKey);
    this.#groups.set(groupKey, group);
    if (group.locals.size < maxEvents) return [event, eventKey(event)];
    // The set stays at its limit: the oldest message makes space, the next different one is combined again.
    group.locals.delete(group.locals.values().next().value as string);
    return [this.#combined(event, combinedMessage(event)), join(["combined", groupKey])];
  }

  #combined(event: Event, message: string): Event {
    const { metadata, involvedObject, type, reason, source } = event;
    const time = this.#ports.timestamp();
    return {
      apiVersion: "v1",
      kind: "Event",
      metadata: {
        name: this.#ports.nameFor(involvedObject.name ?? ""),
        ...defined({ namespace: metadata.namespace }),
      },
      involvedObject,
      message,
      firstTimestamp: time,
      lastTimestamp: time,
      count: 1,
      ...defined({ type, reason, source }),
    };
  }

  #count(event: Event, key: string): Event {
    const known = this.#known.get(key);
    const observed = known === undefined ? { ...event, metadata: { ...event.metadata } } : again(event, known);
    this.#known.set(key, knownOf(observed));
    return observed;
  }

  #isSpam(event: Event): boolean {
    const { burst, qps, spamKey } = this.#settings;
    const key = spamKey(event);
    const budget = this.#budgets.get(key) ?? new TokenBucket({ qps, burst, clock: this.#ports.clock });
    const accepted = budget.tryAccept();
    this.#budgets.set(key, budget);
    return !accepted;
  }
}

/** The different messages of similar events. */
interface Group {
  readonly locals: Set<string>;
  lastAtMs: number;
}

/** What is remembered of an event that was written. */
interface Known {
  readonly count: number;
  readonly firstTimestamp: string | undefined;
  readonly name: string | undefined;
}

function knownOf({ count = 1, firstTimestamp, metadata }: Event): Known {
  return { count, firstTimestamp, name: metadata.name };
}

function again(event: Event, { count, firstTimestamp, name }: Known): Event {
  return {
    ...event,
    metadata: { ...event.metadata, ...defined({ name }) },
    count: count + 1,
    ...defined({ firstTimestamp }),
  };
}

/** The message is part of it: a combined event shows its newest one. */
function patchOf({ count = 1, lastTimestamp = "", message = "" }: Event): EventPatch {
  return { count, lastTimestamp, ...defined({ message: message || undefined }) };
}

function settingsOf(options: CorrelatorOptions): Settings {
  const settings: Settings = {
    lruCacheSize: options.lruCacheSize ?? 4096,
    burst: options.burst ?? 25,
    qps: options.qps ?? 1 / 300,
    maxEvents: options.maxEvents ?? 10,
    maxIntervalMs: options.maxIntervalMs ?? 600_000,
    aggregateKey: options.aggregateKey ?? ((event) => [groupKey(event), event.message ?? ""]),
    combinedMessage: options.combinedMessage ?? (({ message = "" }) => `(combined from similar events): ${message}`),
    spamKey: options.spamKey ?? spamKey,
  };
  const error = InvalidArgumentError;
  checkNumber("correlator.lruCacheSize", settings.lruCacheSize, { least: 1, whole: true, error });
  checkNumber("correlator.burst", settings.burst, { least: 1, error });
  checkNumber("correlator.qps", settings.qps, { least: Number.MIN_VALUE, error });
  checkNumber("correlator.maxEvents", settings.maxEvents, { least: 1, whole: true, error });
  checkNumber("correlator.maxIntervalMs", settings.maxIntervalMs, { least: 0, error });
  return settings;
}

/** Identical events have the same key. */
function eventKey(event: Event): string {
  const { involvedObject, type, reason, message } = event;
  return join([...sourceAndObject(event), involvedObject.fieldPath, type, reason, message]);
}

/** Similar events have the same key. */
function groupKey(event: Event): string {
  const { type, reason, reportingComponent, reportingInstance } = event;
  return join([...sourceAndObject(event), type, reason, reportingComponent, reportingInstance]);
}

function spamKey(event: Event): string {
  return join([...sourceAndObject(event), event.type]);
}

function sourceAndObject({ source, involvedObject }: Event): (string | undefined)[] {
  const { kind, namespace, name, uid, apiVersion } = involvedObject;
  return [source?.component, source?.host, kind, namespace, name, uid, apiVersion];
}

/** With a separator that no part contains, so that `a` and `bc` differ from `ab` and `c`. */
function join(parts: readonly (string | undefined)[]): string {
  return parts.map((part) => part ?? "").join("\0");
}
