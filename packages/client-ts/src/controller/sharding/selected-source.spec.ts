import { describe, expect, it } from "vitest";
import type { ConfigMap } from "../../api/core/v1.ts";
import { newListWatch } from "../../cache/index.ts";
import { newStatus, StatusError } from "../../errors/index.ts";
import type { WatchEvent } from "../../meta/index.ts";
import { SelectedSource } from "./selected-source.ts";
import { shardSelectorOf } from "./shard-hash.ts";

/** A server that chooses the objects of shards, and sends the end of the initial events and a bookmark. */
function selected(onHeld: () => void): SelectedSource<ConfigMap> {
  const source = newListWatch<ConfigMap>({
    list: async () => ({ metadata: { resourceVersion: "7", shardInfo: { selector: "…" } }, items: [] }),
    watch: async () =>
      (async function* (): AsyncGenerator<WatchEvent<ConfigMap>> {
        yield { type: "BOOKMARK", resourceVersion: "7", initialEventsEnd: true };
        yield { type: "BOOKMARK", resourceVersion: "8" };
      })(),
  });
  return new SelectedSource(source, { shards: 4, chosen: () => [1], onHeld });
}

describe("a source of decoded objects", () => {
  it("has the objects of its shards when the initial events were taken in, not before", async () => {
    let held = 0;
    const source = selected(() => held++);
    const events = await source.listerWatcher.watch({ sendInitialEvents: true });
    const states: string[] = [];
    for await (const { type } of events) states.push(`${type} ${held} ${source.holds(1)}`);
    expect(states).toEqual(["BOOKMARK 0 false", "BOOKMARK 1 true"]);
    expect(source.holds(2)).toBe(false);
  });

  it("has them as soon as the watch after a list begins", async () => {
    let held = 0;
    const source = selected(() => held++);
    await source.listerWatcher.list({});
    expect(source.holds(1)).toBe(false);
    await source.listerWatcher.watch({ resourceVersion: "7" });
    expect([held, source.holds(1)]).toEqual([1, true]);
  });

  it("asks for the shards of the first page on every page, whatever is gained meanwhile", async () => {
    const asked: (string | undefined)[] = [];
    const source = newListWatch<ConfigMap>({
      list: async ({ shardSelector, limit }) => {
        if (limit !== 1) asked.push(shardSelector);
        return { metadata: { resourceVersion: "7", shardInfo: { selector: "…" } }, items: [] };
      },
      watch: async () => (async function* () {})(),
    });
    let chosen = [1];
    const selected = new SelectedSource(source, { shards: 4, chosen: () => chosen, onHeld() {} });
    const { listerWatcher } = selected;
    await listerWatcher.list({});
    chosen = [1, 2];
    await listerWatcher.list({ continue: "more" });
    await listerWatcher.watch({ resourceVersion: "7" });
    // The cache has what was listed, not what is wanted by now.
    expect([selected.holds(1), selected.holds(2)]).toEqual([true, false]);
    await listerWatcher.list({ continue: "" });
    expect(asked).toEqual([[1], [1], [1, 2]].map((shards) => shardSelectorOf(shards, 4)));
  });

  it("tries again to find out whether the server can select after a request that failed", async () => {
    let broken = true;
    const source = newListWatch<ConfigMap>({
      list: async () => {
        if (broken) throw new StatusError(newStatus("InternalError"));
        return { metadata: { resourceVersion: "7", shardInfo: { selector: "…" } }, items: [] };
      },
      watch: async () => (async function* () {})(),
    });
    const selected = new SelectedSource(source, { shards: 4, chosen: () => [1], onHeld() {} });
    await expect(selected.listerWatcher.list({})).rejects.toThrow("InternalError");
    expect(selected.byServer).toBeUndefined();
    broken = false;
    await selected.listerWatcher.list({});
    expect(selected.byServer).toBe(true);
  });
});
