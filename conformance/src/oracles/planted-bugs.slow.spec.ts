import { describe, expect, it } from "vitest";
import { plantedBugs } from "./planted-bugs.ts";
import { runWorld } from "./world.ts";

/** `ORACLE_PLANTED_BUGS=all` looks for the rare ones too. */
const all = process.env["ORACLE_PLANTED_BUGS"] === "all";
const atOnce = 4;

describe("the oracles in random worlds", () => {
  for (const { name, oracles, rare = false, ...bug } of plantedBugs) {
    const worlds = rare ? 1_000 : 60;
    it.skipIf(rare && !all)(
      `find a planted bug: ${name} (${oracles.join(", ")})`,
      async () => {
        let seed = 0;
        let found: { readonly seed: number; readonly violation: string } | undefined;
        const work = async (): Promise<void> => {
          while (found === undefined && seed < worlds) {
            const own = ++seed;
            // Only a cache that never catches up must be waited for; whatever else is wrong shows in what happened.
            const { violations } = await runWorld(own, { bug, maxWaitMs: oracles.includes("O1") ? 5_000 : 300 });
            const violation = violations.find((line) => oracles.some((oracle) => line.startsWith(`${oracle} `)));
            if (violation !== undefined) found ??= { seed: own, violation };
          }
        };
        await Promise.all(Array.from({ length: atOnce }, work));
        expect(found, `not found in ${worlds} worlds`).toBeDefined();
        console.log(`figure: ${name}: found in world ${found?.seed} by ${found?.violation}`);
      },
      rare ? 900_000 : 120_000,
    );
  }
});
