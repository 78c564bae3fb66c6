import { type Summary, summarize } from "./stats.ts";

/** What must hold: our figure against a peer's, or against a number. */
export interface Bar {
  /** The row of the list of benchmarks, `BENCH-S1`. */
  readonly id: string;
  /** What is compared, in words. */
  readonly name: string;
  readonly metric: string;
  readonly size: number;
  readonly ours: string;
  /** Absent: the figure itself is compared. */
  readonly theirs?: string;
  /** The largest and the smallest allowed figure; with `theirs`, as a multiple of the figure of the peer. */
  readonly most?: number;
  readonly least?: number;
  /** A peer that cannot do it at all is a win. */
  readonly peerMayFail?: boolean;
  /** Why it is not checked yet. */
  readonly waitsFor?: string;
  /**
   * Of a bar that was never reached: the limit that holds until it is, and the reason. A figure beyond `held` is a
   * failure; one within it is `"short"`, which is not a pass.
   */
  readonly short?: { readonly held: number; readonly because: string };
}

/**
 * How a bar was met. Only `"pass"` is a pass; `"short"` is one that was never reached and keeps the limit `held`.
 */
export type Outcome = "pass" | "short" | "fail" | "undecided" | "missing";

/** The result of one bar. */
export interface BarResult {
  readonly name: string;
  readonly id: string;
  readonly ours: number | null;
  readonly theirs: number | null;
  readonly ratio: number | null;
  readonly bar: string;
  readonly pass: boolean;
  readonly outcome: Outcome;
  /** The interquartile range of the rounds' ratios as a share of their median. */
  readonly spread: number | null;
  readonly rounds: number;
  /** Why it is not a plain pass or fail. */
  readonly note: string;
}

/** The values of each round, in order; `undefined` where a round failed. */
export type Series = readonly (number | undefined)[];

/** An interquartile range above this share of the median decides nothing. */
export const mostSpread = 0.15;

/**
 * Compares one bar with the rounds, in pairs: ours with the peer's of the same round, so that what slows the machine
 * for a while slows both; the ratio is the median of the pairs. A range of the pairs above 15 % is undecided, whatever
 * the median says.
 */
export function checkBar(bar: Bar, ours: Series, theirs: Series | undefined, fewestRounds: number): BarResult {
  const base = { name: bar.name, id: bar.id, bar: barText(bar) };
  const none = { ...base, ours: null, theirs: null, ratio: null, spread: null, rounds: 0, pass: false };
  if (bar.waitsFor !== undefined) return { ...none, outcome: "missing", note: `waits for ${bar.waitsFor}` };
  const mine = summarize(present(ours));
  if (mine === undefined)
    return {
      ...none,
      outcome: ours.length > 0 ? "fail" : "missing",
      note: ours.length > 0 ? "ours failed" : "not measured",
    };
  if (present(ours).length < ours.length) {
    return { ...none, ours: mine.median, rounds: mine.n, outcome: "fail", note: "ours failed in some rounds" };
  }
  if (bar.theirs === undefined)
    return decide(bar, { ...base, ours: mine.median, theirs: null, ratio: null }, mine, fewestRounds);
  const peer = theirs === undefined ? undefined : summarize(present(theirs));
  if (peer === undefined || theirs === undefined) {
    const failed = theirs !== undefined && theirs.length > 0;
    const won = failed && bar.peerMayFail === true;
    return {
      ...none,
      ours: mine.median,
      rounds: mine.n,
      outcome: won ? "pass" : "missing",
      pass: won,
      note: failed ? "the peer failed" : "the peer is not here",
    };
  }
  const ratios = ours.flatMap((value, i) => {
    const other = theirs[i];
    return value === undefined || other === undefined || other === 0 ? [] : [value / other];
  });
  const ratio = summarize(ratios) as Summary;
  return decide(bar, { ...base, ours: mine.median, theirs: peer.median, ratio: ratio.median }, ratio, fewestRounds);
}

function decide(
  bar: Bar,
  facts: Pick<BarResult, "name" | "id" | "bar" | "ours" | "theirs" | "ratio">,
  summary: Summary,
  fewestRounds: number,
): BarResult {
  const within = (most = bar.most, least = bar.least): boolean =>
    (most === undefined || summary.median <= most) && (least === undefined || summary.median >= least);
  const meets = within();
  const common = { ...facts, spread: summary.spread, rounds: summary.n };
  if (summary.n < fewestRounds)
    return {
      ...common,
      outcome: "undecided",
      pass: false,
      note: `only ${summary.n} rounds; median ${meets ? "meets" : "misses"} it`,
    };
  if (summary.spread > mostSpread) {
    const note = `spread ${Math.round(summary.spread * 100)} % of the median; median ${meets ? "meets" : "misses"} it`;
    return { ...common, outcome: "undecided", pass: false, note };
  }
  const { held, because } = bar.short ?? {};
  if (!meets && held !== undefined && within(bar.most && held, bar.least && held))
    return { ...common, outcome: "short", pass: false, note: because ?? "" };
  return { ...common, outcome: meets ? "pass" : "fail", pass: meets, note: "" };
}

/** Whether the median alone, however uncertain, is on the wrong side: what makes the quick profile fail. */
export function isBelowBar(result: BarResult): boolean {
  return result.outcome === "fail" || (result.outcome === "undecided" && result.note.endsWith("misses it"));
}

/** The bar in words: `<= 0.25x client-node`. */
export function barText({ most, least, theirs }: Bar): string {
  const limit = most === undefined ? `>= ${least}` : `<= ${most}`;
  return theirs === undefined ? limit : `${limit}x ${theirs}`;
}

function present(series: Series): number[] {
  return series.filter((value): value is number => value !== undefined);
}
