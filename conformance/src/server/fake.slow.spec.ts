/**
 * The fake clientset, held to the answers that the real control plane gave when they were recorded. The areas are
 * played side by side, each on a fake of its own, because some behaviours wait for real seconds.
 */
import { beforeAll, describe, expect, it } from "vitest";
import { areas } from "./areas.ts";
import { readGolden } from "./golden.ts";
import { differenceOf, fakeSubject } from "./servers.ts";
import type { Observation } from "./stage.ts";

const seen = new Map<string, Observation>();

beforeAll(async () => {
  await Promise.all(
    Object.entries(areas).map(async ([area, scenarios]) => {
      const subject = await fakeSubject();
      for (const scenario of scenarios) {
        const failed = (error: Error): Observation => [{ failed: error.stack }];
        seen.set(`${area}: ${scenario.title}`, await subject.observe(area, scenario).catch(failed));
      }
      await subject.close();
    }),
  );
}, 180_000);

describe.each(Object.entries(areas))("the fake clientset: %s", (area, scenarios) => {
  const { observations } = readGolden(area);
  const different = scenarios.filter((scenario) => differenceOf(scenario, "fake") !== undefined);
  const same = scenarios.filter((scenario) => !different.includes(scenario));

  it.for(same.map(({ title }) => title))("%s", (title) => {
    expect(seen.get(`${area}: ${title}`)).toEqual(observations[title]);
  });

  it.for(different.map(({ title }) => title))("answers otherwise, as is listed: %s", (title) => {
    expect(seen.get(`${area}: ${title}`)).not.toEqual(observations[title]);
  });
});
