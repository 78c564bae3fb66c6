import { describe, expect, it } from "vitest";
import { checkStream, sendsBookmarks, type StreamState } from "./stream-check.ts";

/** A watch that began at 1,000,000 and may last 310 seconds; the server sends no bookmarks. */
const watch: StreamState = {
  startedAt: 1_000_000,
  limitMs: 310_000,
  heldMs: 0,
  initial: false,
  lastEventAt: 1_000_000,
  bookmarks: 0,
};
const streamingList = { initial: true };
const withBookmarks = { bookmarks: 2 };

describe("checkStream", () => {
  it.each([
    // title, what differs, milliseconds since the beginning, why it ends, whether it is slow, when to look again
    ["a watch without bookmarks has its limit alone", {}, 0, undefined, false, 310_000],
    ["one bookmark says nothing", { bookmarks: 1 }, 309_999, undefined, false, 1],
    ["at its limit it ends", {}, 310_000, "limit", false, 0],
    ["later, too", {}, 400_000, "limit", false, -90_000],
    ["the time for which the source was held back does not count", { heldMs: 5_000 }, 310_000, undefined, false, 5_000],
    ["where bookmarks come, silence has a limit", withBookmarks, 0, undefined, false, 150_000],
    ["it ends after that silence", withBookmarks, 150_000, "silence", false, 0],
    ["an event begins it again", { ...withBookmarks, lastEventAt: 1_100_000 }, 150_000, undefined, false, 100_000],
    ["the nearer limit counts", { ...withBookmarks, lastEventAt: 1_300_000 }, 300_000, undefined, false, 10_000],
    ["the limit comes before silence", { ...withBookmarks, limitMs: 150_000 }, 150_000, "limit", false, 0],
    ["initial events that pause are looked at first for a warning", streamingList, 0, undefined, false, 10_000],
    ["a moment before", streamingList, 9_999, undefined, false, 1],
    ["then for their end", streamingList, 10_000, undefined, true, 20_000],
    ["which does not come", streamingList, 30_000, "no-initial-end", true, 0],
    ["bookmarks do not matter among them", { ...streamingList, bookmarks: 9 }, 29_999, undefined, true, 1],
    ["an event ends the pause", { ...streamingList, lastEventAt: 1_025_000 }, 30_000, undefined, false, 5_000],
    ["a shorter limit counts for them, too", { ...streamingList, limitMs: 5_000 }, 0, undefined, false, 5_000],
    ["and comes first", { ...streamingList, limitMs: 30_000 }, 30_000, "limit", true, 0],
  ] as const)("%s", (_title, more, sinceMs, overdue, isSlow, againInMs) => {
    const state = { ...watch, ...more };
    const now = watch.startedAt + sinceMs;
    expect(checkStream(state, now)).toEqual({ overdue, isSlow, againInMs, silentForMs: now - state.lastEventAt });
  });
});

describe("sendsBookmarks", () => {
  it("is known of a server after two", () => {
    expect([0, 1, 2, 3].map(sendsBookmarks)).toEqual([false, false, true, true]);
  });
});
