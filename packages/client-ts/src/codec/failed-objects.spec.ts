import { describe, expect, it } from "vitest";
import { FailedObjects } from "./failed-objects.ts";

describe("objects that arrived damaged", () => {
  it("are known by key and version: the second time that the same one comes", () => {
    const failed = new FailedObjects();
    expect([failed.add("shop/a", "1"), failed.add("shop/b", "1"), failed.add("shop/a", "1")]).toEqual([
      false,
      false,
      true,
    ]);
    expect([failed.add("shop/a", "2"), failed.add("shop/a", "1"), failed.add("shop/a", "1")]).toEqual([
      false,
      false,
      true,
    ]);
  });

  it("are remembered up to a thousand, the one that came longest ago forgotten first", () => {
    const failed = new FailedObjects();
    for (let n = 0; n < 1_000; n++) failed.add(`n${n}`, "1");
    expect(failed.add("n0", "1")).toBe(true);
    expect(failed.add("one more", "1")).toBe(false);
    expect([failed.add("n0", "1"), failed.add("n999", "1")]).toEqual([true, true]);
    expect(failed.add("n1", "1")).toBe(false);
  });
});
