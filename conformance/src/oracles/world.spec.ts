import { describe, expect, it } from "vitest";
import { runWorld, type WorldResult } from "./world.ts";

/** `SEED=7` replays one world; `ORACLE_SEEDS=1000` runs more. */
const only = process.env["SEED"];
const count = Number(process.env["ORACLE_SEEDS"] ?? 20);
const atOnce = 10;

describe("an informer in random worlds", () => {
  it(
    "keeps every promise, however it is built: convergence, order, no resurrection, no phantom, no gap, grammar, correct " +
      "resume version and hasSynced, indexes, no unneeded requests, nothing left open, immutability (O1 to O12)",
    async () => {
      const seeds = only === undefined ? Array.from({ length: count }, (_, i) => i + 1) : [Number(only)];
      const results: WorldResult[] = [];
      const worker = async (): Promise<void> => {
        for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) results.push(await runWorld(seed));
      };
      await Promise.all(Array.from({ length: atOnce }, worker));
      const sum = (of: (result: WorldResult) => number): number =>
        results.reduce((total, result) => total + of(result), 0);
      const faults = sum((r) => Object.values(r.faults).reduce((a, b) => a + b, 0));
      console.log(
        `figure: ${results.length} worlds, ${faults} faults, ${sum((r) => r.totals.versions)} versions: missing ${sum((r) => r.totals.missing)}, ` +
          `skipped by relist ${sum((r) => r.totals.skippedByRelist)}, coalesced ${sum((r) => r.totals.coalesced)}`,
      );
      const builds = new Map<string, number>();
      for (const part of results.flatMap(({ build }) => build)) builds.set(part, (builds.get(part) ?? 0) + 1);
      console.log(
        `figure: worlds by how the informer was built: ${[...builds].map(([part, worlds]) => `${part} ${worlds}`).join(", ")}`,
      );
      const broken = results.filter((result) => result.violations.length > 0);
      for (const { seed, lastOnWire } of broken) console.log(`seed ${seed}:\n  ${lastOnWire.join("\n  ")}`);
      expect(
        broken.map(
          ({ seed, violations, build }) => `seed ${seed} (${build.join(", ")}): ${violations.slice(0, 5).join("; ")}`,
        ),
      ).toEqual([]);
      expect(sum((r) => r.totals.missing)).toBe(0);
      expect(sum((r) => r.totals.delivered)).toBeGreaterThan(0);
    },
    Math.max(600_000, count * 3_000),
  );
});
