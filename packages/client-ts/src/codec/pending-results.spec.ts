import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { PendingResults } from "./pending-results.ts";

it("a callback's promise that rejects after its piece has failed is not reported as unhandled", async () => {
  const unhandled: unknown[] = [];
  const note = (error: unknown): void => void unhandled.push(error);
  process.on("unhandledRejection", note);
  onTestFinished(() => void process.off("unhandledRejection", note));
  const results = new PendingResults();
  results.add(Promise.reject(new Error("planted")));
  await nextTurn();
  expect(unhandled).toEqual([]);
  await expect(results.take()).rejects.toThrow("planted");
});
