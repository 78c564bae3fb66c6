import { describe, expect, it } from "vitest";
import type { ListOptions, WatchOptions } from "../../meta/index.ts";
import { AsyncQueue } from "../../util/index.ts";
import type { ListerWatcher } from "../lister-watcher.ts";
import { listOf, type Thing } from "../test-support/scripted-source.ts";
import { tweaked } from "./tweaked.ts";

/** A source that notes what it is asked for. */
function asking(more: Partial<ListerWatcher<Thing>> = {}) {
  const asked: [string, object][] = [];
  const source: ListerWatcher<Thing> = {
    list: async (options) => {
      asked.push(["list", options]);
      return listOf("1", []);
    },
    watch: (options) => {
      asked.push(["watch", options]);
      return new AsyncQueue<never>();
    },
    ...more,
  };
  return { asked, source };
}

const byLabel = <O extends ListOptions | WatchOptions>(options: O): O => ({ ...options, labelSelector: "app=web" });

describe("a source whose requests are changed", () => {
  it("is asked for what the change makes of each list and watch, decoded and raw", async () => {
    const { asked, source } = asking({
      raw: {
        list: async (options, { onItem }) => {
          asked.push(["raw list", options]);
          onItem({ key: "a" } as never);
          return { resourceVersion: "1" };
        },
        watch: async (options, sink) => {
          asked.push(["raw watch", options]);
          sink.onOpen();
        },
      },
    });
    const narrowed = tweaked(source, byLabel);
    await narrowed.list({ limit: 5 });
    await narrowed.watch({ resourceVersion: "7" });
    const received: unknown[] = [];
    const known = (): undefined => undefined;
    await narrowed.raw?.list({ limit: 5 }, { onItem: ({ key }) => void received.push(key), known });
    await narrowed.raw?.watch(
      { resourceVersion: "7" },
      { onOpen: () => void received.push("open"), onEvent: () => {}, onBookmark: () => {}, known },
    );
    expect(received).toEqual(["a", "open"]);
    expect(asked).toEqual([
      ["list", { limit: 5, labelSelector: "app=web" }],
      ["watch", { resourceVersion: "7", labelSelector: "app=web" }],
      ["raw list", { limit: 5, labelSelector: "app=web" }],
      ["raw watch", { resourceVersion: "7", labelSelector: "app=web" }],
    ]);
  });

  it("says the same about streaming lists, and has raw lists only where the source has them", () => {
    expect(tweaked(asking().source, byLabel).raw).toBeUndefined();
    for (const supportsWatchList of [undefined, true, false])
      expect(tweaked(asking({ supportsWatchList }).source, byLabel).supportsWatchList).toBe(supportsWatchList);
  });

  it("fails its request when the change is not there at once", () => {
    const { asked, source } = asking();
    const late = tweaked(source, (async (options: object) => options) as never);
    expect(() => late.list({})).toThrow("the result of tweakListOptions must be a value, not a promise");
    expect(asked).toEqual([]);
  });
});
