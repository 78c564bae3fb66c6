import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { sampleState } from "../test-support/sample-state.ts";
import { type Line, paint, widthOf } from "./line.ts";
import { renderView } from "./view.ts";

const textOf = (lines: readonly Line[]): string => lines.map((line) => paint(line, false)).join("\n");

/** Everything that the view has to show of the sample state. */
const figures = [
  "client-ts demo",
  "127.0.0.1:43210",
  "1:07 of 2:00",
  "412 writes",
  "● watching",
  "1503",
  "120 ms",
  "9.8 KB",
  "680 events",
  "39 objects, 27.3 KB",
  "6 handlers, 2 notifications waiting",
  "3 keys",
  "oldest 21 ms",
  "17 retries, 1 wait",
  "402 runs, 4 now",
  "p50 4 ms",
  "p99 31 ms",
  "37 events caught up, 4 deletions delivered",
];

describe("the view of the demo", () => {
  it.each([
    [80, 24],
    [200, 50],
    [120, 40],
  ])("fills a terminal of %i columns and %i rows and shows every figure", (columns, rows) => {
    const lines = renderView(sampleState(), { columns, rows });
    expect(lines.map(widthOf)).toEqual(Array.from({ length: rows }, () => columns));
    const text = textOf(lines);
    for (const figure of figures) expect(text).toContain(figure);
    expect(text).not.toContain("…");
    for (const label of columns < 140 ? ["create", "410", "pause"] : ["create a Website", "force a 410"])
      expect(lines.at(-1)?.some((span) => span.text.includes(label))).toBe(true);
  });

  it("cuts what does not fit into a terminal that is too small", () => {
    for (const [columns, rows] of [
      [30, 10],
      [10, 3],
      [1, 1],
    ] as const) {
      const lines = renderView(sampleState(), { columns, rows });
      expect(lines.map(widthOf)).toEqual(Array.from({ length: rows }, () => columns));
    }
  });

  it("shows the last reconciles and what passes between the stages where there is space", () => {
    const text = textOf(renderView(sampleState(), { columns: 200, rows: 50 }));
    for (const part of ["LAST RECONCILES", "site-07", "try 3 after failures", "broken on request", "▼ list once"])
      expect(text).toContain(part);
    expect(textOf(renderView(sampleState(), { columns: 80, rows: 24 }))).not.toContain("LAST RECONCILES");
  });

  it("shows the newest of many messages at the bottom", () => {
    const messages = Array.from({ length: 30 }, (_, index) => ({
      atMs: index * 1000,
      tone: "info" as const,
      text: `message ${index}`,
    }));
    const text = textOf(renderView(sampleState({ messages }), { columns: 80, rows: 24 }));
    expect(text).toContain("message 29");
    expect(text).not.toContain("message 20");
  });

  it.each([
    [{}, "in contact with the server"],
    [{ phase: "starting" as const }, "● starting"],
    [{ fault: "paused" }, "no contact for 120 ms: the server is paused"],
    [{ isCatchingUp: true }, "contact is being restored"],
    [{ phase: "comparing" as const }, "comparing the caches with the server"],
  ])("says in one line whether the caches can be trusted: %j", (changes, expected) => {
    expect(paint(renderView(sampleState(changes), { columns: 80, rows: 24 })[1] ?? [], false)).toContain(expected);
  });

  it("shows keys that do not work on a cluster as such", () => {
    const keys = sampleState().keys.map((key) => ({ ...key, isAvailable: !key.needsServer }));
    const last = renderView(sampleState({ keys }), { columns: 80, rows: 24 }).at(-1) ?? [];
    const toneOf = (text: string) => last.find((span) => span.text.trim() === text)?.tone;
    expect([toneOf("c"), toneOf("x"), toneOf("p"), toneOf("q")]).toEqual(["key", "dim", "dim", "key"]);
  });

  it("has the same text with colours and without", () => {
    for (const line of renderView(sampleState(), { columns: 80, rows: 24 }))
      expect(stripVTControlCharacters(paint(line, true))).toBe(paint(line, false));
  });
});
