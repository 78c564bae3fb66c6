import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Bar, isBelowBar, checkBar } from "./check-bar.ts";

const bar: Bar = {
  id: "BENCH-S1",
  name: "sync CPU",
  metric: "sync.syncCpuS",
  size: 10_000,
  ours: "client-ts",
  theirs: "client-node",
  most: 0.5,
};

describe("the result of a bar", () => {
  it("passes when the median of the rounds' ratios meets the bar", () => {
    const result = checkBar(bar, [1, 1.02, 0.98, 1, 1.01], [4, 4, 4.1, 3.9, 4], 5);
    expect(result).toMatchObject({
      outcome: "pass",
      pass: true,
      ours: 1,
      theirs: 4,
      rounds: 5,
      bar: "<= 0.5x client-node",
    });
    expect(result.ratio).toBeCloseTo(0.25, 2);
  });

  it("fails when it does not", () => {
    expect(checkBar(bar, [3, 3, 3, 3, 3], [4, 4, 4, 4, 4], 5)).toMatchObject({
      outcome: "fail",
      pass: false,
      ratio: 0.75,
    });
    expect(checkBar({ ...bar, most: undefined as never, least: 3 }, [2, 2, 2, 2, 2], [1, 1, 1, 1, 1], 5).outcome).toBe(
      "fail",
    );
  });

  it("is short of a bar that was never reached while it keeps the limit held so far, and fails beyond it", () => {
    const short: Bar = { ...bar, short: { held: 0.8, because: "the lower limit is 0.7" } };
    expect(checkBar(short, [3, 3, 3, 3, 3], [4, 4, 4, 4, 4], 5)).toMatchObject({
      outcome: "short",
      pass: false,
      note: "the lower limit is 0.7",
    });
    expect(isBelowBar(checkBar(short, [3, 3, 3, 3, 3], [4, 4, 4, 4, 4], 5))).toBe(false);
    expect(checkBar(short, [3.4, 3.4, 3.4, 3.4, 3.4], [4, 4, 4, 4, 4], 5).outcome).toBe("fail");
    expect(checkBar(short, [1, 1, 1, 1, 1], [4, 4, 4, 4, 4], 5).outcome).toBe("pass");
    const least: Bar = { ...short, most: undefined as never, least: 3, short: { held: 2, because: "" } };
    expect(checkBar(least, [2.5, 2.5, 2.5, 2.5, 2.5], [1, 1, 1, 1, 1], 5).outcome).toBe("short");
    expect(checkBar(least, [1.9, 1.9, 1.9, 1.9, 1.9], [1, 1, 1, 1, 1], 5).outcome).toBe("fail");
  });

  it("compares rounds in pairs, so that a machine that slows down for both decides nothing wrong", () => {
    expect(checkBar(bar, [1, 2, 4, 8, 16], [4, 8, 16, 32, 64], 5)).toMatchObject({
      outcome: "pass",
      ratio: 0.25,
      spread: 0,
    });
  });

  it("is undecided above a range of 15 % of the median, and that is no pass", () => {
    const result = checkBar(bar, [1, 1.5, 0.6, 1, 1.4], [4, 4, 4, 4, 4], 5);
    expect(result).toMatchObject({ outcome: "undecided", pass: false });
    expect(isBelowBar(result)).toBe(false);
  });

  it("is below the bar when it is undecided and its median misses", () => {
    expect(isBelowBar(checkBar(bar, [3, 5, 2, 3.5, 5], [4, 4, 4, 4, 4], 5))).toBe(true);
  });

  it("is undecided with too few rounds", () => {
    expect(checkBar(bar, [1, 1, 1], [4, 4, 4], 5)).toMatchObject({ outcome: "undecided", pass: false });
  });

  it("fails when ours failed, in one round or in all", () => {
    expect(checkBar(bar, [1, undefined, 1, 1, 1], [4, 4, 4, 4, 4], 5).outcome).toBe("fail");
    expect(checkBar(bar, [undefined, undefined], [4, 4], 5).outcome).toBe("fail");
  });

  it("says what is missing: a peer that is not here, a feature that is not there", () => {
    expect(checkBar(bar, [1, 1, 1, 1, 1], undefined, 5)).toMatchObject({
      outcome: "missing",
      pass: false,
      note: "the peer is not here",
    });
    expect(checkBar({ ...bar, waitsFor: "protobuf" }, [], [], 5)).toMatchObject({
      outcome: "missing",
      note: "waits for protobuf",
    });
  });

  it("is a pass against a peer that cannot do it, only where the bar says so", () => {
    const failed = [undefined, undefined];
    expect(checkBar(bar, [1, 1, 1, 1, 1], failed, 5).pass).toBe(false);
    expect(checkBar({ ...bar, peerMayFail: true }, [1, 1, 1, 1, 1], failed, 5).pass).toBe(true);
  });

  it("compares with a number where there is no peer", () => {
    const stall: Bar = {
      id: "BENCH-L1",
      name: "stall",
      metric: "sync.stallMs",
      size: 50_000,
      ours: "client-ts",
      most: 40,
    };
    expect(checkBar(stall, [30, 31, 32, 30, 31], undefined, 5)).toMatchObject({
      outcome: "pass",
      ours: 31,
      theirs: null,
      bar: "<= 40",
    });
    expect(checkBar(stall, [50, 51, 52, 50, 51], undefined, 5).outcome).toBe("fail");
  });
});

describe("the bars", () => {
  const bars = JSON.parse(readFileSync(new URL("../bars.json", import.meta.url), "utf8")) as {
    full: Bar[];
    quick: Bar[];
  };

  /**
   * What the informer must reach, and what the list of benchmarks began with. Bars may become stricter than this, never
   * looser.
   */
  const founding: Readonly<Record<string, { readonly most?: number; readonly least?: number }>> = {
    "BENCH-S1": { most: 0.25 },
    "BENCH-S2": { most: 0.6 },
    "BENCH-S2-node": { most: 0.2 },
    "BENCH-S3": { most: 0.4 },
    "BENCH-M1": { most: 0.4 },
    "BENCH-M2": { most: 0.5 },
    "BENCH-L1": { most: 40 },
    "BENCH-L1-node": { most: 0.02 },
    "BENCH-W1": { least: 3 },
    "BENCH-W2": { least: 1.1 },
    "BENCH-W3": { least: 1.5 },
    "BENCH-R1": { most: 1.5 },
    "BENCH-R1-sum": { most: 1.5 },
    "BENCH-T1-list": { most: 0.35 },
    "BENCH-T1-watch": { most: 0.7 },
    "BENCH-Q1": { most: 1.5 },
    "BENCH-I1-import": { most: 0.15 },
    "BENCH-I1-install": { most: 0.1 },
    "BENCH-F1": { most: 0.7 },
  };

  /** What every change must keep, on a machine that may be busy. */
  const everyChange: typeof founding = {
    "BENCH-S1": { most: 0.4 },
    "BENCH-M1": { most: 0.5 },
    "BENCH-L1": { most: 0.1 },
    "BENCH-W1": { least: 1.5 },
    "BENCH-W1-cpu": { most: 0.55 },
    "BENCH-W3": { most: 0.8 },
    "BENCH-R1": { most: 2.5 },
    "BENCH-R1-sum": { most: 1.5 },
    "BENCH-T1-list": { most: 0.6 },
    "BENCH-T1-watch": { most: 0.95 },
    "BENCH-Q1": { most: 2 },
    "BENCH-I1-import": { most: 0.3 },
    "BENCH-I1-install": { most: 0.15 },
  };

  it.each([
    ["full", founding],
    ["quick", everyChange],
  ] as const)("of the %s profile only rise", (profile, first) => {
    for (const [id, { most, least }] of Object.entries(first)) {
      const found = bars[profile].find((one) => one.id === id);
      expect(found, id).toBeDefined();
      if (most !== undefined) expect(found?.most, id).toBeLessThanOrEqual(most);
      if (least !== undefined) expect(found?.least, id).toBeGreaterThanOrEqual(least);
    }
  });

  it("that were never reached keep what was, and are few", () => {
    const short = bars.full.filter((one) => one.short !== undefined);
    // Both where Node alone is no better: the raw reader of the benchmark shows it.
    const cold = ["10k-PB", "50k", "50k-PB", "100k", "100k-PB"].map((size) => `BENCH-L2-cold-${size}`);
    expect(short.map(({ id }) => id)).toEqual([...cold, "BENCH-T1-list"]);
    expect(short.at(-1)?.short?.held).toBeLessThanOrEqual(0.5);
    for (const { short: reached } of short.slice(0, -1)) expect(reached?.held).toBeLessThanOrEqual(130);
    expect(bars.quick.some((one) => one.short !== undefined)).toBe(false);
  });

  it("each say at most or at least, and have a name of their own", () => {
    for (const list of [bars.full, bars.quick]) {
      expect(new Set(list.map((one) => one.id)).size).toBe(list.length);
      for (const one of list) expect((one.most === undefined) !== (one.least === undefined), one.id).toBe(true);
    }
  });
});
