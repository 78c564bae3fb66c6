import { describe, expect, it } from "vitest";
import { LogPosition, parseLogLine, timeKey } from "./parse-log-line.ts";

describe("lines with timestamps", () => {
  it("are separated from their time", () => {
    expect(parseLogLine("2026-01-01T00:00:00.5Z a b")).toEqual({ timestamp: "2026-01-01T00:00:00.5Z", text: "a b" });
    expect(parseLogLine("2026-01-01T00:00:00+02:00 ")).toEqual({ timestamp: "2026-01-01T00:00:00+02:00", text: "" });
    expect(parseLogLine("no time")).toBeUndefined();
  });

  it("sort by time, whatever their digits and zones", () => {
    const key = (text: string) => timeKey(text) as string;
    expect(key("2026-01-01T00:00:00.5Z")).toBe(key("2026-01-01T00:00:00.500000000Z"));
    expect(key("2026-01-01T02:00:00+02:00")).toBe(key("2026-01-01T00:00:00Z"));
    expect(key("2026-01-01T00:00:00.1Z") < key("2026-01-01T00:00:00.11Z")).toBe(true);
    expect(timeKey("yesterday")).toBeUndefined();
  });

  it("are left out after a resume when they were read before (F-H16)", () => {
    const position = new LogPosition();
    const [a, b, c] = ["2026-01-01T00:00:00.1Z", "2026-01-01T00:00:00.2Z", "2026-01-01T00:00:00.3Z"];
    expect([a, b, b].map((time) => position.isNew(time))).toEqual([true, true, true]);
    expect(position.since).toBe(b);
    position.resume();
    // The server begins at the whole second again; a third line with the time b was not read yet.
    expect([a, b, b, b, undefined, c].map((time) => position.isNew(time))).toEqual([
      false,
      false,
      false,
      true,
      true,
      true,
    ]);
  });

  it("are left out again when the connection is cut before all of them were repeated (F-H16)", () => {
    const position = new LogPosition();
    const [a, b, c] = ["2026-01-01T00:00:00.1Z", "2026-01-01T00:00:00.2Z", "2026-01-01T00:00:00.3Z"];
    for (const time of [a, b, b]) position.isNew(time);
    position.resume();
    expect([a, b].map((time) => position.isNew(time))).toEqual([false, false]);
    position.resume();
    expect([a, b, b, c, c].map((time) => position.isNew(time))).toEqual([false, false, false, true, true]);
    // The last time is another one now, and two lines have it.
    position.resume();
    expect([b, c, c, c].map((time) => position.isNew(time))).toEqual([false, false, false, true]);
  });

  it("are all new after a cut that came before the first of them, with or without a time", () => {
    const position = new LogPosition();
    position.resume();
    expect(position.since).toBeUndefined();
    expect([undefined, "2026-01-01T00:00:00.1Z"].map((time) => position.isNew(time))).toEqual([true, true]);
    position.resume();
    // A line without a time belongs to the one before it, which was read.
    expect(["2026-01-01T00:00:00.1Z", undefined].map((time) => position.isNew(time))).toEqual([false, false]);
  });
});
