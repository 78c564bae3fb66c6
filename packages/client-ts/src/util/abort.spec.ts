import { setImmediate as afterTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { abortable, combineSignals, onAbort, timeoutSignal } from "./abort.ts";
import { sleep } from "./sleep.ts";
import { WaitLine } from "./wait-line.ts";

/** Runs something and gives the warnings of the process until the next turn of the event loop. */
async function warningsOf(run: () => unknown): Promise<string[]> {
  const warnings: string[] = [];
  const note = ({ name }: Error): void => void warnings.push(name);
  process.on("warning", note);
  try {
    await run();
    await afterTurn();
  } finally {
    process.off("warning", note);
  }
  return warnings;
}

describe("a signal that 25 calls share", () => {
  const never = new Promise<never>(() => {});
  const line = new WaitLine<void>();
  it.each<[string, (signal: AbortSignal) => unknown]>([
    ["onAbort", (signal) => onAbort(signal, () => {})],
    ["combineSignals", (signal) => combineSignals(signal)],
    ["timeoutSignal", (signal) => timeoutSignal(60_000, { signal })],
    ["abortable", (signal) => abortable(never, signal).catch(() => {})],
    ["sleep", (signal) => sleep(60_000, { signal }).catch(() => {})],
    ["a WaitLine", (signal) => line.join(undefined, signal).catch(() => {})],
  ])("leads to no warning of Node: %s", async (_, call) => {
    const stopper = new AbortController();
    expect(
      await warningsOf(() => {
        for (let n = 0; n < 25; n++) call(stopper.signal);
      }),
    ).toEqual([]);
    stopper.abort();
  });
});
