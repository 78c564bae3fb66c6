import { describe, expect, it } from "vitest";
import { newStatus, StatusError } from "../errors/index.ts";
import { checkResult, planRetry, RetryAfterError, TerminalError, isTerminal, wantedDelayMs } from "./outcome.ts";

const policy = { baseMs: 5, capMs: 300_000 };
const plan = (facts: Partial<Parameters<typeof planRetry>[0]>) =>
  planRetry({ now: 1_000, failures: 0, retryAt: undefined, error: new Error("x"), ...facts }, policy, () => 0);

describe("the next try of a key that failed", () => {
  it("doubles the delay with each failure up to the limit", () => {
    const delays = Array.from({ length: 20 }, (_, failures) => plan({ failures }).dueAt - 1_000);
    expect(delays.slice(0, 5)).toEqual([5, 10, 20, 40, 80]);
    expect(delays.at(-1)).toBe(300_000);
  });

  it("is not moved by a run that an event caused, nor is its failure counted: no growth by bursts of events", () => {
    let state = { failures: 12, dueAt: 21_480 };
    for (let event = 0; event < 100; event++) state = plan({ failures: state.failures, retryAt: state.dueAt });
    expect(state).toEqual({ failures: 12, dueAt: 21_480 });
  });

  it("counts a run that an event brought within five seconds of the retry as that retry", () => {
    expect(plan({ failures: 3, retryAt: 6_000 })).toEqual({ failures: 4, dueAt: 1_040 });
    expect(plan({ failures: 3, retryAt: 6_001 })).toEqual({ failures: 3, dueAt: 6_001 });
  });

  it("is not before the time that the server or the reconciler asks for", () => {
    const error = new StatusError(newStatus("TooManyRequests", { retryAfterSeconds: 9 }));
    expect(wantedDelayMs(error)).toBe(9_000);
    expect(plan({ error })).toEqual({ failures: 1, dueAt: 10_000 });
    expect(plan({ error, retryAt: 7_000, failures: 2 })).toEqual({ failures: 2, dueAt: 10_000 });
    expect(plan({ error: new RetryAfterError("later", 50), failures: 4 })).toEqual({ failures: 4, dueAt: 1_050 });
    const wrapped = new Error("outer", { cause: new RetryAfterError("later", 50) });
    expect(plan({ error: wrapped, failures: 4 })).toEqual({ failures: 4, dueAt: 1_050 });
    expect(() => new RetryAfterError("x", Number.NaN)).toThrow("retryAfterMs");
  });

  it("needs a result that makes sense: numbers that are not negative, or nothing", () => {
    expect(checkResult(undefined)).toEqual({});
    expect(checkResult({ requeueAfterMs: 0, priority: -3 })).toEqual({ requeueAfterMs: 0, priority: -3 });
    for (const result of [{ requeueAfterMs: -1 }, { priority: Number.NaN }, { priority: "high" }, true, [1]])
      expect(() => checkResult(result)).toThrow();
  });

  it("finds a TerminalError behind other errors", () => {
    expect(isTerminal(new Error("outer", { cause: new TerminalError("inner") }))).toBe(true);
    expect([isTerminal(new Error("x")), isTerminal("text"), isTerminal(undefined)]).toEqual([false, false, false]);
  });
});
