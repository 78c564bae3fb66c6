import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { areas } from "./areas.ts";
import { readGolden } from "./golden.ts";
import { inMemorySubject, type Subject } from "./servers.ts";
import type { Scenario } from "./stage.ts";

/** What the real control plane answered, by area. */
export const recorded: ReadonlyMap<string, ReturnType<typeof readGolden>> = new Map(
  Object.keys(areas).map((area) => [area, readGolden(area)]),
);

/** Plays every scenario on a server; what it saw must be what was recorded. Without a server everything is skipped. */
export function playScenarios(name: string, start: (() => Promise<Subject>) | undefined): void {
  describe(name, () => {
    describe.skipIf(start === undefined).each(Object.entries(areas))("%s", (area, scenarios) => {
      let subject: Subject;
      beforeAll(async () => {
        subject = await start!();
      });
      afterAll(() => subject.close());

      const differs = (scenario: Scenario): boolean =>
        start === inMemorySubject && scenario.knownDifference !== undefined;
      const known = scenarios.filter(differs);
      it.for(known.map((scenario) => [scenario.title, scenario.knownDifference!, scenario] as const))(
        "answers otherwise where the real one %s: %s",
        async ([title, , scenario]) => {
          expect(await subject.observe(area, scenario)).not.toEqual(recorded.get(area)!.observations[title]);
        },
      );

      const same = scenarios.filter((scenario) => !differs(scenario));
      it.for(same.map((scenario) => [scenario.title, scenario] as const))("%s", async ([title, scenario], { skip }) => {
        if (scenario.needsForgotten && !subject.forgets)
          skip("this control plane is too young to have forgotten anything");
        expect(await subject.observe(area, scenario)).toEqual(recorded.get(area)!.observations[title]);
      });
    });
  });
}
