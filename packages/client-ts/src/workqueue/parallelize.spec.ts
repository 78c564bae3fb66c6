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
    ).rejects.toEqual(new Error("piece 1"));
    expect(ended).toEqual([0, 2]);
  });

  it("rejects when the signal fires in the last chunk, and not when the last piece was begun", async () => {
    for (const [abortedAt, outcome, expected] of [
      [7, "Aborted", [4, 5, 6, 7]],
      [8, "Aborted", [4, 5, 6, 7, 8]],
      [9, undefined, [4, 5, 6, 7, 8, 9]],
    ] as const) {
      const controller = new AbortController();
      const begun: number[] = [];
      const kind = await parallelizeUntil(
        10,
        (piece) => {
          begun.push(piece);
          if (piece === abortedAt) controller.abort(new Error("enough"));
        },
        { workers: 1, chunkSize: 4, signal: controller.signal },
      ).then(
        () => undefined,
        (error: { kind: string; message: string }) => {
          expect(error.message).toContain("10 pieces");
          return error.kind;
        },
      );
      expect([kind, begun]).toEqual([outcome, [0, 1, 2, 3, ...expected]]);
    }
  });

  it("begins nothing when the signal has fired before, and fails unless there is nothing to do", async () => {
    const signal = AbortSignal.abort(new Error("before"));
    await expect(parallelizeUntil(3, () => expect.unreachable(), { signal })).rejects.toMatchObject({
      kind: "Aborted",
    });
    await parallelizeUntil(0, () => expect.unreachable(), { signal });
  });

  it("throws what the first failing piece threw, even undefined, rather than the abort that followed", async () => {
    const controller = new AbortController();
    const work = parallelizeUntil(
      9,
      async (piece) => {
        if (piece === 2) {
          controller.abort();
          throw undefined;
        }
        if (piece === 1) {
          await nextTurn();
          throw new Error("later");
        }
      },
      { workers: 3, signal: controller.signal },
    );
    await expect(work).rejects.toBeUndefined();
  });

  it("works on as many pieces at a time as it has workers, 16 by default, at most one for each chunk", async () => {
    for (const [options, expected] of [
      [{}, 16],
      [{ workers: 3 }, 3],
      [{ workers: 3, chunkSize: 50 }, 2],
      [{ workers: 64, chunkSize: 33 }, 4],
    ] as const) {
      let [running, most] = [0, 0];
      await parallelizeUntil(
        100,
        async () => {
          most = Math.max(most, ++running);
          await nextTurn();
          running--;
        },
        options,
      );
      expect(most).toBe(expected);
    }
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
