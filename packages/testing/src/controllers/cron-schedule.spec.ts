import { describe, expect, it } from "vitest";
import { parseCron } from "./cron-schedule.ts";

const next = (schedule: string, after: string, timeZone?: string): string => {
  const time = parseCron(schedule, timeZone).next(Date.parse(after));
  return time === undefined ? "never" : new Date(time).toISOString().slice(0, 16);
};

describe("a schedule", () => {
  it.each([
    ["* * * * *", "2026-01-01T00:00:30Z", "2026-01-01T00:01"],
    ["*/15 * * * *", "2026-01-01T00:15:00Z", "2026-01-01T00:30"],
    ["0 3 * * *", "2026-01-01T03:00:00Z", "2026-01-02T03:00"],
    ["30 8-10/2 * * mon-fri", "2026-01-02T10:30:00Z", "2026-01-05T08:30"],
    ["0 0 29 2 *", "2026-01-01T00:00:00Z", "2028-02-29T00:00"],
    ["0 0 13 * 5", "2026-01-01T00:00:00Z", "2026-01-02T00:00"],
    ["0 0 * * 7", "2026-01-01T00:00:00Z", "2026-01-04T00:00"],
    ["@hourly", "2026-01-01T00:00:00Z", "2026-01-01T01:00"],
    ["@yearly", "2026-01-01T00:00:00Z", "2027-01-01T00:00"],
    ["@every 90m", "2026-01-01T00:00:30Z", "2026-01-01T01:30"],
    ["@every 10ms", "2026-01-01T00:00:59.5Z", "2026-01-01T00:01"],
    ["0 0 31 feb *", "2026-01-01T00:00:00Z", "never"],
  ])("%s is due after %s at %s", (schedule, after, expected) => {
    expect(next(schedule, after)).toBe(expected);
  });

  it("follows the local time of its zone through a change of the clocks", () => {
    expect(next("0 9 * * *", "2026-03-28T09:00:00Z", "Europe/Berlin")).toBe("2026-03-29T07:00");
    expect(next("0 9 * * *", "2026-03-27T09:00:00Z", "Europe/Berlin")).toBe("2026-03-28T08:00");
  });

  it("refuses a text that is not a schedule", () => {
    expect(() => parseCron("* * * *")).toThrow("does not have five fields");
    expect(() => parseCron("61 * * * *")).toThrow("0 to 59");
    expect(() => parseCron("constructor")).toThrow("does not have five fields");
    expect(() => parseCron("@every day")).toThrow("day");
  });
});
