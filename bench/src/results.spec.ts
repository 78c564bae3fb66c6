import { describe, expect, it } from "vitest";
import { losses, tables } from "./report/table.ts";
import { Results } from "./results.ts";

describe("results", () => {
  it("keep the place of a round that failed", () => {
    const results = new Results();
    results.record("sync", "client-node", 10, { syncS: 1 });
    results.fail("sync", "client-node", 10, "out of memory");
    results.record("sync", "client-node", 10, { syncS: 3 });
    expect(results.series("sync", "client-node", 10, "syncS")).toEqual([1, undefined, 3]);
    expect(results.summary("sync", "client-node", 10, "syncS")?.median).toBe(2);
  });

  it("tell what failed every time from what was not measured", () => {
    const results = new Results();
    results.fail("sync", "client-node", 10, "out of memory");
    expect(results.series("sync", "client-node", 10, "syncS")).toEqual([undefined]);
    expect(results.series("sync", "client-go JSON", 10, "syncS")).toEqual([]);
    expect(tables(results)).toContain("client-node: out of memory");
  });

  it("say where we lose, and only there", () => {
    const results = new Results();
    results.record("sync", "client-ts", 10_000, { syncS: 2, syncCpuS: 1 });
    results.record("sync", "client-node", 10_000, { syncS: 1, syncCpuS: 4 });
    expect(losses(results)).toEqual(["sync 10k, sync s: 2.00 against 1.00 of client-node (2.00x worse)"]);
  });
});
