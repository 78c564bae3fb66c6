import { expect, it } from "vitest";
import { FakeClock, seededRandom } from "../util/index.ts";
import { EventNames } from "./event-names.ts";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

it("names an event after its object and its time in nanoseconds (B225)", () => {
  const clock = new FakeClock(Date.UTC(2026, 0, 1));
  const name = new EventNames(clock, () => 0.5).next("web");
  expect(name).toBe(`web.${(BigInt(Date.UTC(2026, 0, 1)) * 1_000_000n + 500_000n).toString(16)}`);
});

it.each([["x".repeat(250)], ["Web"], ["web:1"], ["system:node"], [""]])(
  "uses a UUID where %s makes no valid name (B225)",
  (object) => {
    expect(new EventNames(new FakeClock(), seededRandom(1)).next(object)).toMatch(uuid);
  },
);

it("never gives one name twice, although the clock stands still", () => {
  const names = new EventNames(new FakeClock(), seededRandom(1));
  expect(new Set(Array.from({ length: 5_000 }, () => names.next("web"))).size).toBe(5_000);
});
