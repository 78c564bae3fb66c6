/**
 * The oracles: what must hold of every recorded run, whatever went wrong in it. Each violation begins with the oracle's
 * name.
 *
 * - O1 convergence: at the end the store, and the fold of each handler's calls, equal the server.
 * - O2 order: what a handler sees of one key never goes back.
 * - O3 no resurrection: after a delete at version d, no state older than d of that key appears.
 * - O4 no phantom: every delivered state is in the journal, with the same content; what is called deleted was.
 * - O5 gap-free: every version that came on the wire and was news was delivered; a version that was jumped over lies
 *   before a list.
 * - O6 grammar: per uid add, update*, delete; the old value is the last new one.
 * - O7 resume version: each version that was sent had been received as a list's, an event's or a bookmark's.
 * - O8 hasSynced: an informer that says it is synced has seen the whole first list of every source, or what was
 *   there when it came; a caller that waited for a version reads it. An informer syncs also while nothing changes, when
 *   its lists are empty (checked in `world.ts`).
 * - O9 index: the maintained index is the recomputed one.
 * - O10 no unneeded requests: a client that lists again has a reason: a failure, a list or an event of the past.
 * - O11 nothing left open: no request is open after the stop.
 * - O12 immutability: what lies in the cache does not change.
 */

import { damagedHash } from "./recorder.ts";
import { compareResourceVersion } from "client-ts/meta";
import type { Delivery, HandlerHistory, History, Totals, WireEvent } from "./history.ts";

/** Whether version a is older than b; "0" is before everything. */
function older(a: string, b: string): boolean {
  if (a === "0" || b === "0") return a !== b && a === "0";
  return (compareResourceVersion(a, b) ?? 0) < 0;
}

/** Every violation in a run, and its totals. */
export function checkHistory(history: History): { readonly violations: readonly string[]; readonly totals: Totals } {
  const violations = [
    ...converged(history),
    ...history.handlers.flatMap((handler) => [...ordered(handler), ...notResurrected(handler), ...grammar(handler)]),
    ...noPhantoms(history),
    ...wrongResumeVersions(history),
    ...wrongSyncs(history),
    ...history.earlyReads.map((read) => `O8 hasSynced: ${read}`),
    ...(history.listsNeedReasons ? unneededLists(history) : []),
    ...(history.openAfterStop > 0 ? [`O11 left open: ${history.openAfterStop} requests are open after the stop`] : []),
    ...history.indexDifferences.map((difference) => `O9 index: ${difference}`),
    ...history.mutated.map((key) => `O12 immutability: ${key} changed in the cache`),
  ];
  const { violations: gaps, totals } = gapFree(history);
  return { violations: [...violations, ...gaps], totals };
}

function converged({ store, server, handlers }: History): string[] {
  const violations = differences("O1 convergence: store", store, server);
  for (const { name, deliveries } of handlers) {
    const fold = new Map<string, { uid: string; rv: string; hash: string }>();
    for (const { type, key, uid, rv, hash } of deliveries) {
      if (type === "delete") fold.delete(key);
      else fold.set(key, { uid, rv, hash });
    }
    violations.push(...differences(`O1 convergence: handler ${name}`, fold, server));
  }
  return violations;
}

function differences(what: string, have: History["store"], want: History["server"]): string[] {
  const found: string[] = [];
  for (const [key, { uid, rv, hash }] of want) {
    const here = have.get(key);
    if (here === undefined) found.push(`${what} lacks ${key}@${rv}`);
    else if (here.uid !== uid || here.rv !== rv || here.hash !== hash)
      found.push(`${what} has ${key}@${here.rv} instead of @${rv}`);
  }
  for (const key of have.keys()) if (!want.has(key)) found.push(`${what} still has ${key}`);
  return found;
}

function ordered({ name, deliveries }: HandlerHistory): string[] {
  const last = new Map<string, Delivery>();
  const found: string[] = [];
  for (const delivery of deliveries) {
    const before = last.get(delivery.key);
    if (before !== undefined && older(delivery.rv, before.rv) && delivery.finalStateUnknown !== true) {
      found.push(`O2 order: ${name} saw ${delivery.key}@${delivery.rv} after @${before.rv}`);
    }
    last.set(delivery.key, delivery);
  }
  return found;
}

function notResurrected({ name, deliveries }: HandlerHistory): string[] {
  const deleted = new Map<string, string>();
  const found: string[] = [];
  for (const { type, key, rv } of deliveries) {
    const at = deleted.get(key);
    if (type === "delete") deleted.set(key, at === undefined || older(at, rv) ? rv : at);
    else if (at !== undefined && older(rv, at))
      found.push(`O3 resurrection: ${name} saw ${key}@${rv} after its delete @${at}`);
  }
  return found;
}

function grammar({ name, deliveries, merges }: HandlerHistory): string[] {
  const present = new Map<string, Delivery>();
  const found: string[] = [];
  for (const delivery of deliveries) {
    const { type, key, uid, rv, oldRv } = delivery;
    const before = present.get(key);
    const say = (what: string): void => {
      found.push(`O6 grammar: ${name}: ${type} ${key}@${rv} ${what}`);
    };
    if (type === "add" && before !== undefined) say(`while @${before.rv} was there`);
    if (type !== "add" && before === undefined) say("of something that was not there");
    if (before !== undefined && type !== "add" && before.uid !== uid) say("changes the uid");
    if (type === "update" && before !== undefined && oldRv !== before.rv)
      say(`says old ${oldRv}, last was ${before.rv}`);
    if (type === "update" && delivery.resync !== true && before?.rv === rv && !merges) say("changes nothing");
    if (type === "delete") present.delete(key);
    else present.set(key, delivery);
  }
  return found;
}

function noPhantoms({ journal, handlers }: History): string[] {
  const known = new Map(journal.map((entry) => [`${entry.key}@${entry.resourceVersion}`, entry]));
  const left = new Set(journal.filter(({ type }) => type === "DELETED").map(({ key, uid }) => `${key} ${uid}`));
  const found: string[] = [];
  for (const { name, deliveries } of handlers) {
    for (const { type, key, uid, rv, hash } of deliveries) {
      const entry = known.get(`${key}@${rv}`);
      if (entry === undefined) found.push(`O4 phantom: ${name} saw ${type} ${key}@${rv}, which was never stored`);
      // An object that leaves a selector is shown as it was before; its version is that of the change.
      else if (entry.uid !== uid || (entry.hash !== hash && hash !== damagedHash && type !== "delete"))
        found.push(`O4 phantom: ${name} saw other content of ${key}@${rv}`);
      if (type === "delete" && !left.has(`${key} ${uid}`))
        found.push(`O4 phantom: ${name} saw ${key}@${rv} deleted, which never was`);
    }
  }
  return found;
}

/** What was seen on the wire of each source. */
function sourcesOf(wire: readonly WireEvent[]): ReadonlyMap<string, readonly WireEvent[]> {
  const sources = new Map<string, WireEvent[]>();
  for (const event of wire) {
    const source = sources.get(event.from);
    if (source === undefined) sources.set(event.from, [event]);
    else source.push(event);
  }
  return sources;
}

/** The source that reports a key: the one of its namespace, or the one of all. */
function sourceOf(key: string): (from: string) => boolean {
  const namespace = key.slice(0, Math.max(0, key.indexOf("/")));
  return (from) => from === "" || from === namespace;
}

function isList(event: WireEvent): event is Extract<WireEvent, { kind: "list" }> {
  return event.kind === "list";
}

function wrongResumeVersions({ wire }: History): string[] {
  const found: string[] = [];
  for (const [from, events] of sourcesOf(wire)) {
    const given = new Set<string>(["", "0"]);
    for (const [at, event] of events.entries()) {
      if (event.kind === "request") {
        if (event.rv !== undefined && !given.has(event.rv))
          found.push(
            `O7 resume version: a ${event.verb}${from && ` of ${from}`} asked for version ${event.rv}, ` +
              `which the server never gave to it, after ${JSON.stringify(events.slice(Math.max(0, at - 5), at))}`,
          );
      } else if (event.kind !== "trouble" && (event.kind !== "event" || !event.initial)) given.add(event.rv);
    }
  }
  return found;
}

function unneededLists({ wire }: History): string[] {
  const found: string[] = [];
  for (const [from, events] of sourcesOf(wire)) {
    let hasReason = true;
    /** An event or a list of the past: a good event behind it does not put that right. */
    let hasLasting = false;
    let reached = "0";
    const seen = new Map<string, string>();
    for (const event of events) {
      if (event.kind === "trouble") hasReason = true;
      else if (event.kind === "request") {
        if (event.verb === "watch" && !event.initialEvents) continue;
        if (!hasReason && !hasLasting)
          found.push(`O10 unneeded request: ${from || "all"} was listed again at ${reached} without a reason`);
        hasReason = false;
        hasLasting = false;
      } else {
        if (older(event.rv, reached) && event.kind === "list") hasLasting = true;
        if (event.kind === "event") {
          if (older(event.rv, seen.get(event.key) ?? "0") || (event.initial && older(event.rv, reached)))
            hasLasting = true;
          seen.set(event.key, event.rv);
          if (event.initial) continue;
        }
        if (older(reached, event.rv)) reached = event.rv;
        // Progress: what went wrong before is over.
        if (event.kind !== "list") hasReason = false;
      }
    }
  }
  return found;
}

function wrongSyncs({ journal, wire, handlers }: History): string[] {
  const firstLists = [...sourcesOf(wire).values()].flatMap((events) => events.find(isList) ?? []);
  const firstKeys = firstLists.flatMap(({ keys }) => keys);
  const wasListed = (key: string, rv: string): boolean =>
    firstLists.some((list) => sourceOf(key)(list.from) && !older(rv, list.rv));
  const found: string[] = [];
  // For a handler that merges, an add and its delete may vanish together.
  const deleted = new Set(
    journal
      .filter(({ type, resourceVersion: rv, key }) => type === "DELETED" && wasListed(key, rv))
      .map(({ key }) => key),
  );
  for (const { name, merges, deliveries, syncedAfter, presentAtStart = firstKeys } of handlers) {
    if (syncedAfter === undefined) {
      found.push(`O8 hasSynced: ${name} never said that it is synced`);
      continue;
    }
    const seen = new Set(deliveries.slice(0, syncedAfter).map((delivery) => delivery.key));
    const lacking = presentAtStart.filter((key) => !seen.has(key) && !(merges && deleted.has(key)));
    if (lacking.length > 0) found.push(`O8 hasSynced: ${name} said synced without ${lacking.slice(0, 3).join(", ")}`);
  }
  return found;
}

/**
 * Follows the wire: between two lists the watch is continuous, so every version of the journal that it covers must have
 * reached each handler that merges nothing. What a list jumped over is counted, not missing.
 */
function gapFree({ journal, wire, handlers }: History): { violations: string[]; totals: Totals } {
  const progress = [...sourcesOf(wire)].map(([from, events]) => ({ from, ...progressOf(events) }));
  const progressFor = (key: string): (typeof progress)[number] | undefined =>
    progress.find(({ from }) => sourceOf(key)(from));
  const isJumped = (key: string, rv: string): boolean =>
    progressFor(key)?.jumped.some(({ after, to }) => older(after, rv) && !older(to, rv)) === true;
  const wanted = journal.filter(({ key, resourceVersion: rv }) => !older(progressFor(key)?.reached ?? "0", rv));
  const violations: string[] = [];
  let missing = 0;
  let skippedByRelist = 0;
  let coalesced = 0;
  let delivered = 0;
  for (const { name, merges, deliveries } of handlers) {
    const seen = new Map<string, number>();
    for (const { key, rv, resync, finalStateUnknown } of deliveries) {
      if (resync !== true && finalStateUnknown !== true) seen.set(`${key}@${rv}`, (seen.get(`${key}@${rv}`) ?? 0) + 1);
    }
    for (const { key, resourceVersion: rv } of wanted) {
      const times = seen.get(`${key}@${rv}`) ?? 0;
      if (times > 0) delivered++;
      // A state that is shown and then taken away again in one step (uid change, selector) has the same version twice;
      // more is a repetition.
      if (times > 2) violations.push(`O5 gap: ${name} received ${key}@${rv} ${times} times`);
      if (times > 0) continue;
      if (isJumped(key, rv)) skippedByRelist++;
      else if (merges) coalesced++;
      else {
        missing++;
        violations.push(`O5 gap: ${name} never received ${key}@${rv}`);
      }
    }
  }
  return {
    violations,
    totals: { versions: wanted.length * handlers.length, delivered, missing, skippedByRelist, coalesced },
  };
}

/** How far one source came, and which versions its lists jumped over. */
function progressOf(events: readonly WireEvent[]): {
  readonly reached: string;
  readonly jumped: readonly { readonly after: string; readonly to: string }[];
} {
  const jumped: { readonly after: string; readonly to: string }[] = [];
  let position = "0";
  let reached = "0";
  for (const event of events) {
    if (event.kind === "list") {
      jumped.push({ after: position, to: event.rv });
      position = older(position, event.rv) ? event.rv : position;
    } else if (event.kind === "request" && event.rv !== undefined && event.rv !== "" && event.rv !== "0") {
      // What it asks to go on from is what it has: bytes that had arrived when a connection broke may never have been
      // taken in.
      if (older(event.rv, position)) position = event.rv;
    } else if (event.kind === "bookmark" || (event.kind === "event" && !event.initial)) {
      if (older(position, event.rv)) position = event.rv;
    }
    if (older(reached, position)) reached = position;
  }
  return { reached, jumped };
}
