import { describe, expect, it } from "vitest";
import { ListWatch, withWatchListSemantics } from "./list-watch.ts";
import { listOf, ScriptedSource, type Thing } from "./testing/scripted-source.ts";

describe("a ListWatch", () => {
  it("is made of two functions, and asks for no pages when chunking is off", async () => {
    const asked: unknown[] = [];
    const source = (disableChunking: boolean) =>
      new ListWatch<Thing>({
        list: async (options) => {
          asked.push(options);
          return listOf("1", []);
        },
        watch: async function* () {},
        disableChunking,
      });
    await source(false).list({ limit: 500, resourceVersion: "0" });
    await source(true).list({ limit: 500, resourceVersion: "0" });
    expect(asked).toEqual([{ limit: 500, resourceVersion: "0" }, { resourceVersion: "0" }]);
    expect(source(true).supportsWatchList).toBeUndefined();
    expect(source(true).raw).toBeUndefined();
  });

  it("carries what its client says about streaming lists and is otherwise the same (B117)", async () => {
    const source = new ScriptedSource({ streaming: true });
    expect(withWatchListSemantics(source, {}).supportsWatchList).toBeUndefined();
    expect(withWatchListSemantics(source, { supportsWatchList: true }).supportsWatchList).toBe(true);
    const without = withWatchListSemantics(source, { supportsWatchList: false });
    expect(without.supportsWatchList).toBe(false);
    const list = without.list({ labelSelector: "a=b" });
    const asked = await source.nextList();
    expect(asked.options).toEqual({ labelSelector: "a=b" });
    await asked.answer(listOf("3", []));
    expect((await list).metadata.resourceVersion).toBe("3");
    void without.watch({ resourceVersion: "3" });
    expect((await source.nextWatch()).options).toEqual({ resourceVersion: "3" });
  });
});
