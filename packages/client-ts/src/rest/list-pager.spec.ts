import { describe, expect, it } from "vitest";
import { StatusError } from "../errors/index.ts";
import type { KubeList, ListOptions } from "../meta/index.ts";
import { defined, FakeClock } from "../util/index.ts";
import { newListPager } from "./list-pager.ts";

const expired = (): StatusError =>
  new StatusError({ status: "Failure", reason: "Expired", code: 410, message: "too old" });

/** A server with `total` numbered items; a page from `expireAt` on is no longer to be had. */
function source(total: number, { expireAt = Number.POSITIVE_INFINITY, failAt = Number.POSITIVE_INFINITY } = {}) {
  const asked: ListOptions[] = [];
  const fetch = async (options: ListOptions): Promise<KubeList<number>> => {
    asked.push(options);
    const from = Number(options.continue ?? 0);
    const page = options.limit ? Math.floor(from / options.limit) + 1 : 1;
    if (options.continue !== undefined && page >= expireAt) throw expired();
    if (page >= failAt) throw new Error("boom");
    const to = options.limit ? Math.min(from + options.limit, total) : total;
    const items = Array.from({ length: to - from }, (_, i) => from + i);
    return {
      kind: "List",
      metadata: { resourceVersion: "7", ...defined({ continue: to < total ? String(to) : undefined }) },
      items,
    };
  };
  return { asked, fetch };
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

describe("the pager", () => {
  it.each([0, 1, 10])(
    "asks once for a list of %i items on pages of ten, and says that it was not paged (B464)",
    async (total) => {
      const { asked, fetch } = source(total);
      const { list, paged } = await newListPager(fetch, { pageSize: 10 }).list();
      expect([list.items, paged]).toEqual([numbers(total), false]);
      expect(asked).toEqual([{ limit: 10 }]);
    },
  );

  it.each([
    [11, 2],
    [20, 2],
    [21, 3],
  ])("puts %i items from %i pages together and reports the paging (B465)", async (total, pages) => {
    const { asked, fetch } = source(total);
    const { list, paged } = await newListPager(fetch, { pageSize: 10 }).list({ labelSelector: "a=b" });
    expect([list.items, paged, list.metadata]).toEqual([numbers(total), true, { resourceVersion: "7" }]);
    expect(asked).toHaveLength(pages);
    expect(asked.every(({ labelSelector }) => labelSelector === "a=b")).toBe(true);
  });

  it("asks for pages of 500 by default", async () => {
    const { asked, fetch } = source(1);
    await newListPager(fetch).list();
    await newListPager(fetch).list({ limit: 3 });
    expect(asked).toEqual([{ limit: 500 }, { limit: 3 }]);
  });

  it("asks for the whole list when the second page has expired, or fails by option (B466)", async () => {
    const options: ListOptions = { resourceVersion: "5", resourceVersionMatch: "Exact" };
    const kept = source(25, { expireAt: 2 });
    const { list, paged } = await newListPager(kept.fetch, { pageSize: 10 }).list(options);
    expect([list.items, paged]).toEqual([numbers(25), true]);
    expect(kept.asked).toEqual([{ ...options, limit: 10 }, { limit: 10, continue: "10" }, options]);
    const strict = source(25, { expireAt: 2 });
    await expect(newListPager(strict.fetch, { pageSize: 10, fullListIfExpired: false }).list()).rejects.toMatchObject({
      reason: "Expired",
    });
    const broken = source(25, { failAt: 2 });
    await expect(newListPager(broken.fetch, { pageSize: 10 }).list()).rejects.toThrow("boom");
  });

  it("sends the version and its match with the first page only, also when iterating (B467)", async () => {
    const { asked, fetch } = source(25);
    const pager = newListPager(fetch, { pageSize: 10 });
    const options: ListOptions = { resourceVersion: "5", resourceVersionMatch: "NotOlderThan" };
    await pager.list(options);
    for await (const _item of pager.each(options));
    const expected = [
      { ...options, limit: 10 },
      { limit: 10, continue: "10" },
      { limit: 10, continue: "20" },
    ];
    expect(asked).toEqual([...expected, ...expected]);
  });

  it("gives every item once and in order, and stops at an error and at the signal (B468)", async () => {
    const seen: number[] = [];
    for await (const item of newListPager(source(95).fetch, { pageSize: 10 }).each()) seen.push(item);
    expect(seen).toEqual(numbers(95));

    const reader = async (): Promise<void> => {
      for await (const item of newListPager(source(95).fetch, { pageSize: 10 }).each())
        if (item === 33) throw new Error("mine");
    };
    await expect(reader()).rejects.toThrow("mine");

    const got: number[] = [];
    const failing = async (): Promise<void> => {
      for await (const item of newListPager(source(95, { failAt: 4 }).fetch, { pageSize: 10 }).each()) got.push(item);
    };
    await expect(failing()).rejects.toThrow("boom");
    expect(got).toEqual(numbers(30));

    const abort = new AbortController();
    const cancelled = async (): Promise<void> => {
      for await (const item of newListPager(source(95).fetch, { pageSize: 10 }).each({}, { signal: abort.signal }))
        if (item === 25) abort.abort();
    };
    await expect(cancelled()).rejects.toMatchObject({ name: "AbortError" });
  });

  it.each([0, 1, 10])("reads at most %i pages ahead of its reader (B469)", async (pageBuffer) => {
    const clock = new FakeClock();
    const { asked, fetch } = source(1_000);
    let pages = 0;
    for await (const _page of newListPager(fetch, { pageSize: 10, pageBuffer }).pages()) {
      pages++;
      await clock.advance(0);
      await clock.advance(0);
      expect(asked.length).toBeLessThanOrEqual(pages + pageBuffer + (pageBuffer > 0 ? 1 : 0));
      if (pageBuffer > 0) expect(asked.length).toBeGreaterThanOrEqual(Math.min(pages + 1, 100));
      else expect(asked.length).toBe(pages);
      if (pages === 20) break;
    }
    await clock.advance(0);
    expect(asked.length).toBeLessThanOrEqual(20 + pageBuffer + 1);
  });

  it.each(["pages", "each"] as const)("ends when its reader leaves while it waits for a page (%s)", async (how) => {
    const signals: (AbortSignal | undefined)[] = [];
    const pager = newListPager<number>((_, { signal }) => {
      signals.push(signal);
      return new Promise(() => {});
    });
    const reading = pager[how]();
    const waits = reading.next();
    expect(await reading.return()).toEqual({ done: true, value: undefined });
    expect(await waits).toEqual({ done: true, value: undefined });
    expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
    const unread = pager[how]();
    expect(await unread.return()).toEqual({ done: true, value: undefined });
    expect(signals).toHaveLength(1);
  });

  it("ends with an error when a continue token comes twice", async () => {
    let asked = 0;
    const fetch = async (): Promise<KubeList<number>> => {
      if (++asked > 50) throw new Error("read on");
      return {
        kind: "List",
        metadata: { resourceVersion: "7", continue: asked % 2 === 0 ? "even" : "odd" },
        items: [asked],
      };
    };
    await expect(newListPager(fetch).list()).rejects.toThrow("same continue token");
    const read = async (): Promise<void> => {
      for await (const _item of newListPager(fetch, { pageBuffer: 0 }).each());
    };
    await expect(read()).rejects.toThrow("same continue token");
    expect(asked).toBeLessThan(10);
  });
});
