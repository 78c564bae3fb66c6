import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { guardCallback, guardLogger, guardMeter, guardReporter, isThenable, runGuarded, synchronous } from "./guard.ts";
import { type Logger, silentLogger } from "./logger.ts";
import { type Meter, noopMeter } from "./meter.ts";
import { nextTurn } from "./sleep.ts";
import { reportUnexpectedError } from "./unexpected.ts";

const printed: string[] = [];

beforeEach(() => {
  printed.length = 0;
  vi.spyOn(console, "error").mockImplementation((line: unknown) => void printed.push(String(line)));
});
afterEach(() => {
  vi.restoreAllMocks();
});

const planted = (): never => {
  throw new Error("planted");
};

describe("a guarded call", () => {
  it("hands on what is thrown, what is rejected, and what a thenable throws when it is read", async () => {
    const errors: unknown[] = [];
    // biome-ignore lint/suspicious/noThenProperty: this is what the test is about.
    const broken = Object.defineProperty({}, "then", {
      get() {
        throw new Error("no then");
      },
    });
    for (const run of [planted, () => Promise.reject(new Error("later")), () => broken])
      runGuarded(run, (error) => errors.push((error as Error).message));
    await nextTurn();
    expect(errors).toEqual(["planted", "no then", "later"]);
    runGuarded(
      () => Promise.resolve(1),
      () => expect.unreachable(),
    );
  });

  it("gives every argument to the callback, and is wrapped once for each owner", () => {
    const seen: unknown[] = [];
    const errors: string[] = [];
    const callback = (...args: unknown[]): void => {
      seen.push(args);
      planted();
    };
    const one = guardCallback(callback, () => errors.push("one"));
    const two = guardCallback(callback, () => errors.push("two"));
    expect(guardCallback(one, () => errors.push("again"))).toBe(one);
    one("a", 1);
    two("b");
    expect([seen, errors]).toEqual([
      [["a", 1], ["b"]],
      ["one", "two"],
    ]);
  });
});

describe("a guarded reporter", () => {
  it("that fails is replaced by the default one for that error, and its own failure is reported too", async () => {
    const failing = guardReporter(planted);
    failing(new Error("the first error"), "a handler");
    expect(printed.map((line) => line.split("\n")[0])).toEqual([
      "client-ts: unexpected error in a handler: Error: the first error",
      "client-ts: unexpected error in onUnexpectedError: Error: planted",
    ]);
    guardReporter(() => Promise.reject(new Error("later")))(new Error("the second error"), "x");
    await nextTurn();
    expect(printed.slice(2).map((line) => line.split("\n")[0])).toEqual([
      "client-ts: unexpected error in x: Error: the second error",
      "client-ts: unexpected error in onUnexpectedError: Error: later",
    ]);
  });

  it("is the default one when there is none, and its own wrapper", () => {
    expect(guardReporter(undefined)).toBe(reportUnexpectedError);
    const wrapped = guardReporter(() => {});
    expect(guardReporter(wrapped)).toBe(wrapped);
  });
});

describe("a guarded logger", () => {
  it("hands on message and fields at each level", () => {
    const lines: unknown[] = [];
    const line = (level: string) => (message: string, fields?: object) => void lines.push([level, message, fields]);
    const logger = guardLogger({ debug: line("d"), info: line("i"), warn: line("w"), error: line("e") });
    for (const level of ["debug", "info", "warn", "error"] as const) logger[level](level, { a: 1 });
    expect(lines).toEqual([
      ["d", "debug", { a: 1 }],
      ["i", "info", { a: 1 }],
      ["w", "warn", { a: 1 }],
      ["e", "error", { a: 1 }],
    ]);
  });

  it("that fails is reported the first time, whichever level it was", () => {
    const failing: Logger = { debug: planted, info: planted, warn: planted, error: planted };
    const logger = guardLogger(failing);
    expect(guardLogger(logger)).toBe(logger);
    expect(guardLogger(failing)).toBe(logger);
    logger.warn("a");
    logger.error("b");
    logger.warn("c");
    expect(printed).toHaveLength(1);
    expect(printed[0]).toContain("unexpected error in the logger: Error: planted");
  });

  it("is silent for false, and the fallback only when none was given", () => {
    const fallback = { ...silentLogger, warn: vi.fn() };
    guardLogger(undefined, fallback).warn("shown");
    guardLogger(false, fallback).warn("not shown");
    guardLogger(silentLogger, fallback).warn("not shown");
    guardLogger(undefined).warn("not shown");
    expect(fallback.warn.mock.calls.map(([message]) => message)).toEqual(["shown"]);
    expect(printed).toEqual([]);
  });
});

describe("a guarded meter", () => {
  it("hands on names, options, values and labels, and ends series where the meter can", () => {
    const calls: unknown[] = [];
    const note =
      (...what: unknown[]) =>
      (...args: unknown[]) =>
        void calls.push([...what, ...args]);
    const meter = guardMeter({
      counter: (name, options) => ({ add: note(name, options, "add"), remove: note(name, "remove") }),
      gauge: (name, options) => ({ set: note(name, options, "set"), remove: note(name, "remove") }),
      histogram: (name, options) => ({ observe: note(name, options, "observe") }),
    });
    const [labels, options] = [{ name: "x" }, { help: "h", labelNames: ["name"] }];
    const [counter, gauge, histogram] = [
      meter.counter("c", options),
      meter.gauge("g", options),
      meter.histogram("h", options),
    ];
    counter.add(2, labels);
    counter.remove?.(labels);
    gauge.set(3, labels);
    gauge.remove?.(labels);
    histogram.observe(4, labels);
    histogram.remove?.(labels);
    expect(calls).toEqual([
      ["c", options, "add", 2, labels],
      ["c", "remove", labels],
      ["g", options, "set", 3, labels],
      ["g", "remove", labels],
      ["h", options, "observe", 4, labels],
    ]);
    expect(printed).toEqual([]);
  });

  it("that fails measures nothing, is reported the first time, and throws nowhere", () => {
    const failing: Meter = { counter: planted, gauge: planted, histogram: () => ({ observe: planted }) };
    const meter = guardMeter(failing);
    expect(guardMeter(failing)).toBe(meter);
    expect(guardMeter(meter)).toBe(meter);
    meter.counter("c").add(1);
    meter.counter("c").remove?.();
    meter.gauge("g").set(1);
    meter.histogram("h").observe(1);
    expect(printed).toHaveLength(1);
    expect(printed[0]).toContain("unexpected error in the meter: Error: planted");
    expect(guardMeter(undefined)).toBe(noopMeter);
  });
});

describe("a value where no promise may be", () => {
  it("is given back, and a promise is refused, whatever becomes of it", async () => {
    expect(synchronous(5, "it")).toBe(5);
    expect(() => synchronous(Promise.resolve(1), "the result of a filter")).toThrow(
      new TypeError("the result of a filter must be a value, not a promise"),
    );
    // A rejection that no caller takes would end the process.
    expect(() => synchronous(Promise.reject(new Error("later")), "it")).toThrow(TypeError);
    await nextTurn();
  });

  it("is recognised as a promise by its function `then`", () => {
    // biome-ignore lint/suspicious/noThenProperty: this is what the test is about.
    const having = (then: unknown): object => Object.fromEntries([["then", then]]);
    const callable = Object.assign(
      () => {},
      having(() => {}),
    );
    expect([Promise.resolve(), having(() => {}), callable].map(isThenable)).toEqual([true, true, true]);
    expect([undefined, null, 1, "then", {}, having(1), () => {}].map(isThenable)).toEqual(
      Array.from({ length: 7 }, () => false),
    );
  });
});
