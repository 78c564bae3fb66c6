import { describe, expect, it } from "vitest";
import { sampleState } from "../test-support/sample-state.ts";
import { hasColours } from "./colours.ts";
import { formatBytes, formatClock, formatMs, formatRate } from "./format.ts";
import { cell, fit, paint, span, widthOf, wrap } from "./line.ts";
import { plainLine, plainMessage, summaryLines } from "./plain.ts";
import { sparkline } from "./sparkline.ts";

describe("the text of the view", () => {
  it("cuts and fills cells and lines to their width", () => {
    expect(cell("web", 5).text).toBe("web  ");
    expect(cell("web", 5, { right: true }).text).toBe("  web");
    expect(cell("website", 5).text).toBe("webs…");
    expect(paint(fit([span("ab"), span("cdef")], 4), false)).toBe("abc…");
    expect(widthOf(fit([], 7))).toBe(7);
  });

  it("breaks long messages between words and leaves numbers with their units", () => {
    expect(wrap("cut for 0.7 s; the load goes on", 14)).toEqual(["cut for 0.7 s;", "the load goes", "on"]);
    expect(wrap("cut for 0.7 s; the load goes on", 11)).toEqual(["cut for", "0.7 s; the", "load goes", "on"]);
  });

  it("draws the newest values, blank before the first and lowest for zero", () => {
    expect(sparkline([], 3)).toBe("   ");
    expect(sparkline([0, 0], 3)).toBe(" ▁▁");
    expect(sparkline([9, 0, 1, 10], 3)).toBe("▁▂▇");
    expect(sparkline([-1], 1)).toBe("▁");
  });

  it("writes times, sizes and rates in few characters", () => {
    expect([formatClock(7_900), formatClock(754_000)]).toEqual(["0:07", "12:34"]);
    expect([formatBytes(640), formatBytes(52_100), formatBytes(3e6)]).toEqual(["640 B", "52.1 KB", "3.0 MB"]);
    expect([formatMs(4.4), formatMs(1300), formatMs(undefined)]).toEqual(["4 ms", "1.3 s", "–"]);
    expect([formatRate(0), formatRate(0.5), formatRate(24.4)]).toEqual(["0/s", "0.5/s", "24/s"]);
  });

  it.each([
    [true, {}, true],
    [false, {}, false],
    [true, { TERM: "dumb" }, false],
    [true, { NO_COLOR: "1", FORCE_COLOR: "1" }, false],
    [true, { NO_COLOR: "" }, true],
    [false, { FORCE_COLOR: "1" }, true],
    [true, { FORCE_COLOR: "0" }, false],
  ])("decides about colours: terminal %s, environment %j", (isTerminal, env, expected) => {
    expect(hasColours({ isTerminal, env })).toBe(expected);
  });

  it("has everything in one line of at most 120 columns without a terminal", () => {
    const text = paint(plainLine(sampleState()), false);
    expect(text).toBe(
      " 67 s  watching at 1503, 680 events, 39 objects, 27.3 KB, queue 3, 402 reconciles, 17 retries, p50 4 ms, p99 31 ms",
    );
    expect(text.length).toBeLessThanOrEqual(120);
    expect(paint(plainMessage({ atMs: 0, tone: "fault", text: "cut" }), true)).toContain("\u001b[33mcut");
  });

  it("ends with whether the caches and the server agree, and with what differs", () => {
    const textOf = (differences: readonly string[]): string[] =>
      summaryLines({ objects: 39, differences }, sampleState()).map((line) => paint(line, false));
    const after = "after 412 writes, 680 events, 402 reconciles, 17 retries";
    expect(textOf([])).toEqual([`cache and server agree on 39 objects ${after}`]);
    expect(textOf(["Service demo/a"])).toEqual([`cache and server DISAGREE on 1 object ${after}`, "  Service demo/a"]);
    expect(textOf(Array.from({ length: 50 }, () => "x"))).toHaveLength(21);
  });
});
