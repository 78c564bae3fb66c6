/**
 * The in-memory API server and a real control plane, held to the same answers. Each scenario plays on a server, and
 * what it saw must be what the real control plane answered when it was recorded (`golden/`): so the in-memory server is
 * checked everywhere, and the recording wherever there is a control plane. The fake clientset is held to the same
 * recordings in fake.spec.ts.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { areas } from "./areas.ts";
import { categoryOf, fullCategories, strictCategories } from "./categories.ts";
import { readGolden } from "./golden.ts";
import type { Scenario } from "./stage.ts";
import { differenceOf, inMemorySubject, realKubeconfig, realSubject, type Subject } from "./servers.ts";

const recorded = new Map(Object.keys(areas).map((area) => [area, readGolden(area)]));
const kubeconfig = await realKubeconfig(recorded.get("crud")!.minor);
if (kubeconfig === undefined) {
  console.log(
    "the server suite was not compared with a real control plane: set CLIENT_TS_TEST_KUBECONFIG to its kubeconfig",
  );
}

const servers: readonly (readonly [string, (() => Promise<Subject>) | undefined])[] = [
  ["the in-memory API server", inMemorySubject],
  ["the real control plane", kubeconfig === undefined ? undefined : () => realSubject(kubeconfig)],
];

describe("the server suite", () => {
  const titles = Object.values(areas).flatMap((scenarios) => scenarios.map(({ title }) => title));

  it("has at least 400 behaviours, each recorded once", () => {
    expect(titles.length).toBeGreaterThanOrEqual(400);
    for (const [area, scenarios] of Object.entries(areas)) {
      expect(Object.keys(recorded.get(area)!.observations)).toEqual(scenarios.map(({ title }) => title));
    }
  });

  const categorised = Object.entries(areas).flatMap(([area, scenarios]) =>
    scenarios.map((scenario) => ({
      scenario,
      category: categoryOf(area, recorded.get(area)!.observations[scenario.title]),
    })),
  );

  it.each(fullCategories)("has at least 15 behaviours about %s", (wanted) => {
    expect(categorised.filter(({ category }) => category === wanted).length).toBeGreaterThanOrEqual(15);
  });

  it("lists at most 15 differences, none where users write, watch or are authorized", () => {
    const different = categorised.filter(({ scenario }) => differenceOf(scenario, "fake") !== undefined);
    expect(different.length).toBeLessThanOrEqual(15);
    expect(different.filter(({ category }) => strictCategories.includes(category))).toEqual([]);
  });
});

describe.each(servers)("%s", (_, start) => {
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
