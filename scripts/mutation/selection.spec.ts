import { describe, expect, it } from "vitest";
import { seededRandom } from "../../packages/client-ts/src/util/index.ts";
import { select } from "./selection.ts";

const lines = (count: number): string => Array.from({ length: count }, (_, n) => `line ${n}`).join("\n");
const sources = new Map([
  ["heap.ts", lines(50)],
  ["reflector/decide.ts", lines(400)],
  ["reflector/watchdog.ts", lines(100)],
]);
const everything = { files: [], sample: 100, random: () => 0 };

describe("what is tested by mutation", () => {
  it("is the whole module with all of its specs unless something is chosen", () => {
    expect(select(sources, "src/cache", everything)).toEqual({
      mutate: ["src/cache/heap.ts", "src/cache/reflector/decide.ts", "src/cache/reflector/watchdog.ts"],
      specs: ["src/cache/**/*.spec.ts"],
      partial: false,
    });
  });

  it("is a file or a folder with the specs beside it", () => {
    const one = select(sources, "src/cache", { ...everything, files: ["reflector/decide.ts", "heap.ts"] });
    expect(one.mutate).toEqual(["src/cache/heap.ts", "src/cache/reflector/decide.ts"]);
    expect(one.specs).toEqual(["src/cache/*.spec.ts", "src/cache/reflector/*.spec.ts"]);
    expect(one.partial).toBe(true);
    const folder = select(sources, "src/cache", { ...everything, files: ["reflector"] });
    expect(folder.mutate).toEqual(["src/cache/reflector/decide.ts", "src/cache/reflector/watchdog.ts"]);
    expect(folder.specs).toEqual(["src/cache/reflector/*.spec.ts"]);
  });

  it("is a part of the lines in blocks, the same for the same seed", () => {
    const sample = (seed: number) =>
      select(sources, "src/cache", { files: [], sample: 30, random: seededRandom(seed) }).mutate;
    expect(sample(1)).toEqual(sample(1));
    expect(sample(1)).not.toEqual(sample(2));
    const all = select(sources, "src/cache", { files: ["heap.ts"], sample: 99, random: () => 0.5 });
    expect(all.mutate).toEqual(["src/cache/heap.ts:1-20", "src/cache/heap.ts:21-40", "src/cache/heap.ts:41-50"]);
    expect(all.partial).toBe(true);
    expect(select(sources, "src/cache", { files: [], sample: 50, random: () => 0.5 }).mutate).toEqual([]);
  });

  it("is refused when there is no such file or the percentage is none", () => {
    const wrong = { ...everything, files: ["reflector/decide", "list.ts"] };
    expect(() => select(sources, "src/cache", wrong)).toThrow(
      "there is no reflector/decide and no list.ts in src/cache",
    );
    for (const sample of [0, -1, 101, Number.NaN]) {
      expect(() => select(sources, "src/cache", { ...everything, sample })).toThrow("--sample takes a percentage");
    }
  });
});
