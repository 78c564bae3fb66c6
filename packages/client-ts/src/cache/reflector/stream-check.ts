import { reflectorDefaults } from "./defaults.ts";

/** Why a stream should end: it lasted too long, it fell silent, or the end of its initial events did not come. */
export type Overdue = "limit" | "silence" | "no-initial-end";

/** What is known of a stream. Times are on the monotonic clock. */
export interface StreamState {
  readonly startedAt: number;
  /** How long it may last. */
  readonly limitMs: number;
  /** For how long its source was held back. */
  readonly heldMs: number;
  /** Whether its initial events are not complete. */
  readonly initial: boolean;
  /** When the last event or bookmark came. */
  readonly lastEventAt: number;
  /** Bookmarks that came after the initial events. */
  readonly bookmarks: number;
}

/** What a look at a stream says. */
export interface StreamCheck {
  /** Why it should end now; `undefined`: it should not. */
  readonly overdue: Overdue | undefined;
  /** Whether its initial events have paused for so long that it is worth a warning. */
  readonly isSlow: boolean;
  /** For how long nothing has come. */
  readonly silentForMs: number;
  /** When to look again, unless something comes; not positive when it is overdue. */
  readonly againInMs: number;
}

/** Whether a stream lasts too long or is too silent, and when that could be so. */
export function checkStream(state: StreamState, now: number): StreamCheck {
  const { initial } = state;
  const leftMs = state.startedAt + state.heldMs + state.limitMs - now;
  const silentForMs = now - state.lastEventAt;
  const quietMs = longestSilenceMs(state) - silentForMs;
  const warnInMs = initial ? reflectorDefaults.initialWarnMs - silentForMs : Number.POSITIVE_INFINITY;
  const isSlow = warnInMs <= 0;
  const overdue = leftMs <= 0 ? "limit" : quietMs > 0 ? undefined : initial ? "no-initial-end" : "silence";
  return { overdue, isSlow, silentForMs, againInMs: Math.min(leftMs, quietMs, isSlow ? quietMs : warnInMs) };
}

/** After the initial events only a server that sends bookmarks is never silent for long. */
function longestSilenceMs({ initial, bookmarks }: StreamState): number {
  if (initial) return reflectorDefaults.initialLimitMs;
  return sendsBookmarks(bookmarks) ? reflectorDefaults.bookmarkSilenceMs : Number.POSITIVE_INFINITY;
}

/** Whether a server is known to send bookmarks after this many of them on one watch. */
export function sendsBookmarks(bookmarks: number): boolean {
  return bookmarks >= reflectorDefaults.bookmarksExpectedAfter;
}
