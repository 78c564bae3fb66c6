import { expect, it } from "vitest";
import { ProtocolError, TransportError } from "../../errors/index.ts";
import { type Decision, decide, type ListRead, type Outcome, type WatchEnded } from "../reflector/decide.ts";
import type { ReflectorFailure } from "../reflector/options.ts";
import { initialMemory, type ReflectorMemory } from "../reflector/reflector-memory.ts";
import { status } from "./reflecting.ts";

/** The settings of the reflector whose decisions are tested. */
export const settings = { name: "things", maxInternalErrorRetryMs: 60_000 };

/** A list at 10, answering a request for any version, of a reflector whose store is empty. */
export const listRead: ListRead = {
  type: "list-read",
  requested: "0",
  resourceVersion: "10",
  held: "",
  paged: false,
  duplicates: 0,
};
/** A watch from version 10 that the server ended after a minute, without an event. */
export const watchEnded: WatchEnded = {
  type: "watch-ended",
  ending: undefined,
  error: undefined,
  at: 1_000_000,
  openMs: 60_000,
  version: "10",
  events: 0,
  bookmarks: 0,
  initial: false,
};
export const initialEnded = { type: "initial-ended", ending: undefined, error: undefined } as const;
/** A watch that failed. */
export const failed = (error: unknown, more: Partial<WatchEnded> = {}): WatchEnded => ({
  ...watchEnded,
  openMs: 0,
  error,
  ...more,
});
export const listFailed = (error: unknown, requested = "10"): Outcome => ({ type: "list-failed", requested, error });
export const cut = (error: unknown): Outcome => ({ ...initialEnded, error });
export const busy = (retryAfterSeconds: number) => status("TooManyRequests", 429, { retryAfterSeconds });
export const ahead = (retryAfterSeconds?: number) =>
  status("Timeout", 504, {
    cause: "ResourceVersionTooLarge",
    retryAfterSeconds,
  });
export const large = new TransportError("too large", { code: "limit" });
export const garbage = new ProtocolError("not JSON");

/**
 * `list/backoff`, or with a delay named by the server `list/backoff>=5000`; `stay, end relist` when the open stream
 * ends.
 */
export function stepOf({ next, end }: Decision): string {
  const step = next.to === "stay" ? "stay" : `${next.to}/${next.pause}${next.minMs ? `>=${next.minMs}` : ""}`;
  return end === undefined ? step : `${step}, end ${end}`;
}

/** What differs between two memories, except for what follows from each decision: see {@link decides}. */
export function changes(before: ReflectorMemory, after: ReflectorMemory): Partial<ReflectorMemory> {
  const { listed: _, lastFailure: __, ...rest } = after;
  return Object.fromEntries(
    Object.entries(rest).filter(([name, value]) => value !== before[name as keyof ReflectorMemory]),
  ) as Partial<ReflectorMemory>;
}

/** The last failure after a decision: the last one that it reports and that is not an expired version. */
function lastFailureAfter(before: ReflectorMemory, { reports }: Decision): ReflectorFailure | undefined {
  let last = before.lastFailure;
  for (const report of reports) {
    if (report.type !== "failure" || report.expired) continue;
    const { during, error, expired } = report;
    last = { name: settings.name, during, error, expired };
  }
  return last;
}

/** What was reported: `failure list`, `anomaly older-list`, `log warn`, `unexpected: the loop of`, `short-watch`. */
export function reportsOf({ reports }: Decision): string[] {
  return reports.map((report) => {
    if (report.type === "failure") return `failure ${report.during}`;
    if (report.type === "anomaly") return `anomaly ${report.what}${report.count > 1 ? ` x${report.count}` : ""}`;
    if (report.type === "unexpected") return `unexpected: ${report.where}`;
    return report.type === "log" ? `log ${report.level}` : report.type;
  });
}

/** One row of a table: what is remembered, what happened, and what is decided. */
export type Row = readonly [
  title: string,
  before: Partial<ReflectorMemory>,
  outcome: Outcome,
  next: string,
  after: Partial<ReflectorMemory>,
  reports: readonly string[],
];

export const waited = { failures: 1 } as const;
export const watched = { watchesSinceList: 1 } as const;
export const ended = (ending: WatchEnded["ending"]): WatchEnded => failed(new Error("aborted"), { ending });
/** A watch that ended within a second. */
export const short = (more: Partial<WatchEnded>): WatchEnded => ({ ...watchEnded, openMs: 999, ...more });

/** One test for each row. Every decision remembers the last failure that it reports, and an accepted list. */
export function decides(rows: readonly Row[]): void {
  it.each(rows)("%s", (_title, before, outcome, next, after, reports) => {
    const memory = { ...initialMemory, ...before };
    const decision = decide(memory, outcome, settings);
    expect(stepOf(decision)).toBe(next);
    expect(changes(memory, decision.memory)).toEqual(after);
    expect(reportsOf(decision)).toEqual(reports);
    expect(decision.memory.lastFailure).toEqual(lastFailureAfter(memory, decision));
    expect(decision.memory.listed).toBe(decision.accepted === true);
    expect(decide({ ...memory, listed: true }, outcome, settings).memory.listed).toBe(true);
    expect(memory).toEqual({ ...initialMemory, ...before });
  });
}
