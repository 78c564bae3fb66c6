/**
 * The in-memory API server and a real control plane, held to the same answers. Each scenario plays on a server, and
 * what it saw must be what the real control plane answered when it was recorded (`golden/`): so the in-memory server is
 * checked everywhere, and the recording (in server.slow.spec.ts) wherever there is a control plane. The fake clientset
 * is held to the same recordings in fake.spec.ts.
 */
import { describe, expect, it } from "vitest";
import { areas } from "./areas.ts";
import { categoryOf, fullCategories, strictCategories } from "./categories.ts";
import { playScenarios, recorded } from "./play-scenarios.ts";
import { differenceOf, inMemorySubject } from "./servers.ts";

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

playScenarios("the in-memory API server", inMemorySubject);
