import { describe, expect, it } from "vitest";
import { FakeClock } from "./fake-clock.ts";
import { newLimitedLogger, newLogger } from "./logger.ts";

describe("the logger", () => {
  function writing(options: Parameters<typeof newLogger>[0] = {}) {
    const lines: string[] = [];
    return { lines, logger: newLogger({ write: (line) => void lines.push(line), ...options }) };
  }

  it("writes warnings and errors by default, and lower levels when asked to", () => {
    for (const [level, expected] of [
      [undefined, ["warn", "error"]],
      ["debug", ["debug", "info", "warn", "error"]],
      ["info", ["info", "warn", "error"]],
      ["error", ["error"]],
    ] as const) {
      const { lines, logger } = writing({ level });
      for (const one of ["debug", "info", "warn", "error"] as const) logger[one]("it happened");
      expect(lines).toEqual(expected.map((one) => `client-ts: ${one}: it happened`));
    }
  });

  it("prints fields on the same line, quoted where they need it, and leaves out what is undefined", () => {
    const { lines, logger } = writing();
    const circular: Record<string, unknown> = {};
    circular["itself"] = circular;
    logger.error("failed", {
      error: new Error('no "pods"\nhere'),
      count: 3,
      list: ["a", "b"],
      name: "web",
      nothing: undefined,
      circular,
    });
    expect(lines).toEqual([
      'client-ts: error: failed error="no \\"pods\\"\\nhere" count=3 list="[\\"a\\",\\"b\\"]" name=web circular="[object Object]"',
    ]);
  });

  it("quotes a value that could be taken for two, and writes what JSON cannot", () => {
    const { lines, logger } = writing();
    logger.warn("odd", { selector: "app=web", empty: "", spaced: "a b", big: 12n, nothing: null });
    expect(lines).toEqual(['client-ts: warn: odd selector="app=web" empty="" spaced="a b" big=12 nothing=null']);
  });

  it("lets no control character through, and cuts what is very long (SEC-18)", () => {
    const { lines, logger } = writing();
    logger.warn("\u001b[2Jgone\u202e", { text: `\u001b]0;title${"x".repeat(5_000)}` });
    expect(lines[0]).toMatch(/^client-ts: warn: \\x1b\[2Jgone\\u202e text=\\x1b\]0;titlex+…$/);
    expect(lines[0]?.length).toBeLessThan(1_100);
  });

  it("shows one warning or error in a period, the others as debug, and says how many were not shown", () => {
    const clock = new FakeClock();
    const { lines, logger } = writing({ level: "debug" });
    const limited = newLimitedLogger(logger, { clock, periodMs: 1_000 });
    limited.info("one");
    limited.error("two");
    limited.warn("three");
    limited.error("four", { a: 1 });
    expect(lines).toEqual([
      "client-ts: info: one",
      "client-ts: error: two",
      "client-ts: debug: three",
      "client-ts: debug: four a=1",
    ]);
  });

  it("begins a new period with the first line after it", async () => {
    const clock = new FakeClock();
    const { lines, logger } = writing();
    const limited = newLimitedLogger(logger, { clock, periodMs: 1_000 });
    limited.error("one");
    limited.error("two");
    await clock.advance(1_000);
    limited.warn("three", { a: 1 });
    await clock.advance(1_000);
    limited.warn("four");
    expect(lines).toEqual(["client-ts: error: one", "client-ts: warn: three a=1 notShown=1", "client-ts: warn: four"]);
  });
});
