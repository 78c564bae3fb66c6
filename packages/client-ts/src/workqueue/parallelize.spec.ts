import { describe, expect, it } from "vitest";
import { nextTurn } from "../util/index.ts";
import { parallelizeUntil } from "./parallelize.ts";

describe("parallelizeUntil", () => {
  for (const [pieces, workers, chunkSize] of [
    [1000, 10, 1],
    [1000, 10, 10],
    [1000, 10, 100],
    [999, 10, 13],
    [5, 10, 13],
    [0, 10, 1],
  ] as const) {
    it(`works on each of ${pieces} pieces exactly once, ${chunkSize} at a time (B204)`, async () => {
      const seen = new Array<number>(pieces).fill(0);
      let running = 0;
      let most = 0;
      await parallelizeUntil(
        pieces,
        async (piece) => {
          most = Math.max(most, ++running);
          await Promise.resolve();
          seen[piece] = (seen[piece] as number) + 1;
          running--;
        },
        { workers, chunkSize },
      );
      expect(seen.every((count) => count === 1)).toBe(true);
      expect(most).toBeLessThanOrEqual(workers);
    });
  }

  it("begins no more when a piece fails, waits for what runs, and throws the first error", async () => {
    const ended: number[] = [];
    await expect(
      parallelizeUntil(
        100,
        async (piece) => {
          if (piece === 1) throw new Error(`piece ${piece}`);
          await nextTurn();
          ended.push(piece);
        },
        { workers: 3 },
      ),
    ).rejects.toThrow("piece 1");
    expect(ended).toEqual([0, 2]);
  });

  it("begins no more when its signal fires, and says so unless all was begun", async () => {
    const controller = new AbortController();
    let begun = 0;
    const work = parallelizeUntil(
      100,
      async () => {
        if (++begun === 10) controller.abort(new Error("enough"));
        await nextTurn();
      },
      { workers: 5, chunkSize: 7, signal: controller.signal },
    );
    await expect(work).rejects.toMatchObject({ kind: "Aborted" });
    expect(begun).toBeLessThan(16);
    await parallelizeUntil(1, () => {}, {});
    await expect(parallelizeUntil(1.5, () => {})).rejects.toThrow("whole number");
    await expect(parallelizeUntil(1, () => {}, { workers: 0 })).rejects.toThrow("workers");
  });
});
